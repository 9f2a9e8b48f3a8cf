package pdf

import (
	"bytes"
	"errors"
)

// Everything a page shows is either tagged or an artifact (ISO 14289-1 §7.1): headers and footers, watermarks, lines and backgrounds that
// Chromium draws outside all tags are marked as such here.

// maxForms bounds how many forms are looked into.
const maxForms = 1 << 16

// place is marked content: the page or form that holds it, and its MCID.
type place struct{ holder, mcid int }

// markArtifacts marks what stands outside all tags in the pages, and in the forms that are drawn there. Of the places that are given, with
// false, it makes artifacts of those that show neither text nor pictures but lines and areas, and says true of them.
func (c *content) markArtifacts(plain map[place]bool) error {
	done := map[int]bool{}
	var todo [][2]int // the stream and what has its resources
	for _, p := range c.pageObjects() {
		n, ok := ref(c.dict(p).get("Contents"))
		if !ok {
			return errStream
		}
		todo = append(todo, [2]int{n, p})
	}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if done[x[0]] {
			continue
		}
		done[x[0]] = true
		data, err := c.data(x[0])
		if err != nil {
			return err
		}
		resources := c.sub(c.sub(c.dict(x[1]), "Resources"), "XObject")
		m := marker{plain: func(mcid int, done bool) bool {
			_, ok := plain[place{x[1], mcid}]
			if ok && done {
				plain[place{x[1], mcid}] = true
			}
			return ok
		}, form: func(name string) bool {
			n, ok := ref(resources.get(name))
			if !ok || c.dict(n).name("Subtype") != "Form" {
				return false
			}
			if len(done)+len(todo) < maxForms {
				todo = append(todo, [2]int{n, n})
			}
			return true
		}}
		out, err := m.mark(data)
		if err != nil {
			return err
		}
		if m.marks > 0 {
			c.setStream(x[0], out)
		}
	}
	return nil
}

// marker marks what a content stream shows outside of marked content.
type marker struct {
	// plain reports whether marked content is an artifact if it shows no text, and hears when it is one.
	plain func(mcid int, done bool) bool
	form  func(name string) bool // reports whether a name is that of a form, whose content is marked itself
	out   []byte
	marks int
	depth int  // of marked content
	text  bool // in a text object
	open  bool // in an artifact that was begun here
	path  bool // a path is begun and not painted yet

	// The marked content at which the stream is: where it begins in out, its MCID or -1, whether it is an artifact, and whether it shows text
	// or pictures.
	from, mcid      int
	artifact, shows bool
	wrapped         bool // it is in an artifact that was begun here: it only says what letters mean
}

var errMarked = errors.New("marked content that is not balanced")

// mark returns the stream with artifacts marked. They hold no beginning or end of marked content or of a text object.
func (m *marker) mark(data []byte) ([]byte, error) {
	m.out = make([]byte, 0, len(data)+len(data)/8)
	rest, written := data, 0
	var operand []byte
	start := -1 // where the operands of the next operator begin
	for {
		tok, after := token(rest)
		if len(tok) == 0 {
			break
		}
		from := len(data) - len(after) - len(tok)
		if start < 0 {
			start = from
		}
		if c := tok[0]; isOperand(c) {
			operand, rest = tok, after
			continue
		}
		if string(tok) == "BI" { // Chromium writes no inline images, whose bytes are no tokens
			return nil, errStream
		}
		m.out = append(m.out, data[written:start]...)
		written = start
		if m.depth == 0 && (string(tok) == "BDC" || string(tok) == "BMC") {
			m.mcid = mcidOf(data[start:from])
			m.artifact = bytes.HasPrefix(data[start:from], []byte("/Artifact"))
		}
		if err := m.before(string(tok), operand); err != nil {
			return nil, err
		}
		m.out = append(m.out, data[start:from+len(tok)]...)
		written = from + len(tok)
		start, operand, rest = -1, nil, after
	}
	m.out = append(m.out, data[written:]...)
	m.shut()
	if m.depth != 0 || m.text {
		return nil, errMarked
	}
	return m.out, nil
}

// isOperand reports whether a token that begins so is a value or a part of one, and no operator.
func isOperand(c byte) bool {
	return c == '/' || c == '(' || c == '<' || c == '>' || c == '[' || c == ']' || c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9'
}

// before opens or shuts an artifact before an operator.
func (m *marker) before(operator string, operand []byte) error {
	switch operator {
	case "BDC", "BMC":
		m.shut()
		if m.depth++; m.depth == 1 {
			m.from, m.shows = len(m.out), operator == "BMC"
			if m.wrapped = m.mcid < 0 && !m.artifact; m.wrapped {
				m.out = append(m.out, "/Artifact BMC\n"...)
				m.marks++
			}
		}
	case "EMC":
		if m.depth--; m.depth < 0 {
			return errMarked
		}
		if m.unmark(); m.depth == 0 && m.wrapped {
			m.out = append(m.out, "EMC\n"...)
		}
	case "BT", "ET":
		m.shut()
		m.text = operator == "BT"
	case "Tj", "TJ", "'", `"`:
		m.shows = true
		m.begin()
	case "m", "re":
		if !m.path {
			m.begin()
		}
		m.path = true
	case "sh":
		m.begin()
	case "Do":
		m.shows = true
		if m.depth > 0 {
			return nil
		}
		m.shut()
		if len(operand) == 0 || !m.form(string(operand[1:])) {
			m.begin()
		}
	case "n", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*":
		m.path = false
	}
	return nil
}

// unmark makes an artifact of the marked content that ends, if it shows only lines and areas and may be one.
func (m *marker) unmark() {
	if m.depth > 0 || m.shows || m.mcid < 0 || m.plain == nil || !m.plain(m.mcid, false) {
		return
	}
	inner := m.out[m.from:]
	at := bytes.Index(inner, []byte("BDC"))
	if at < 0 {
		return
	}
	m.plain(m.mcid, true)
	inner = bytes.Clone(inner[at+len("BDC"):])
	m.out = append(append(m.out[:m.from], "/Artifact BMC"...), inner...)
	m.marks++
}

// mcidOf returns the MCID that the operands of BDC have, -1 when they have none.
func mcidOf(operands []byte) int {
	_, rest := token(operands)
	d, _ := readDict(rest)
	if n, ok := integer(d.get("MCID")); ok {
		return n
	}
	return -1
}

func (m *marker) begin() {
	if m.depth == 0 && !m.open {
		m.out = append(m.out, "/Artifact BMC\n"...)
		m.open = true
		m.marks++
	}
}

func (m *marker) shut() {
	if m.open {
		m.out = append(m.out, "EMC\n"...)
		m.open = false
	}
}
