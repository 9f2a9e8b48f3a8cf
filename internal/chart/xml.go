package chart

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of an SVG file. Real figures stay far below; a file above is refused.
const (
	maxSource   = 16 << 20
	maxElements = 50000
	maxNesting  = 100
)

var errNotXML = errors.New("not well-formed SVG")

// element is an XML element, or a stretch of text when name is empty. Prefixes are dropped: svg:rect
// is rect and xlink:href is href.
type element struct {
	name  string
	text  string
	attrs []xmlAttr
	kids  []*element
}

type xmlAttr struct{ name, value string }

func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// parseXML reads the little XML that an SVG figure needs. It declares no entities and fetches
// nothing: a document type is skipped, an unknown entity stays as it is written.
func parseXML(data []byte) (*element, error) {
	if len(data) > maxSource {
		return nil, fmt.Errorf("the SVG file is larger than %d bytes", maxSource)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) {
		return nil, errors.New("the SVG file is not UTF-8 text")
	}
	p := &xmlParser{s: string(data), root: &element{}}
	p.open = []*element{p.root}
	for p.at < len(p.s) {
		if err := p.step(); err != nil {
			return nil, err
		}
	}
	if len(p.open) > 1 {
		return nil, fmt.Errorf("%w: <%s> is not closed", errNotXML, p.open[len(p.open)-1].name)
	}
	for _, k := range p.root.kids {
		if k.name != "" {
			return k, nil
		}
	}
	return nil, fmt.Errorf("%w: no element", errNotXML)
}

type xmlParser struct {
	s     string
	at    int
	count int
	root  *element
	open  []*element // the chain of open elements, the root first
}

func (p *xmlParser) top() *element { return p.open[len(p.open)-1] }

// step reads one piece of markup or text.
func (p *xmlParser) step() error {
	rest := p.s[p.at:]
	switch {
	case rest[0] != '<':
		end := strings.IndexByte(rest, '<')
		if end < 0 {
			end = len(rest)
		}
		p.at += end
		return p.characters(unescape(rest[:end]))
	case strings.HasPrefix(rest, "<!--"):
		return p.skip("-->")
	case strings.HasPrefix(rest, "<![CDATA["):
		end := strings.Index(rest, "]]>")
		if end < 0 {
			return errNotXML
		}
		p.at += end + 3
		return p.characters(rest[9:end])
	case strings.HasPrefix(rest, "<?"):
		return p.skip("?>")
	case strings.HasPrefix(rest, "<!"):
		return p.doctype()
	case strings.HasPrefix(rest, "</"):
		end := strings.IndexByte(rest, '>')
		if end < 0 || len(p.open) == 1 || local(strings.TrimSpace(rest[2:end])) != p.top().name {
			return fmt.Errorf("%w: stray end tag at byte %d", errNotXML, p.at)
		}
		p.open = p.open[:len(p.open)-1]
		p.at += end + 1
		return nil
	}
	return p.start()
}

func (p *xmlParser) characters(s string) error {
	if len(p.open) == 1 {
		return nil
	}
	return p.add(&element{text: s})
}

func (p *xmlParser) add(e *element) error {
	if p.count++; p.count > maxElements {
		return fmt.Errorf("the SVG file has more than %d elements", maxElements)
	}
	t := p.top()
	t.kids = append(t.kids, e)
	return nil
}

func (p *xmlParser) skip(end string) error {
	i := strings.Index(p.s[p.at+2:], end)
	if i < 0 {
		return errNotXML
	}
	p.at += 2 + i + len(end)
	return nil
}

// doctype skips a declaration with its internal subset.
func (p *xmlParser) doctype() error {
	depth := 0
	for i := p.at; i < len(p.s); i++ {
		switch p.s[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				p.at = i + 1
				return nil
			}
		}
	}
	return errNotXML
}

// start reads a start tag.
func (p *xmlParser) start() error {
	i := p.at + 1
	j := i
	for j < len(p.s) && !strings.ContainsRune(" \t\r\n/>", rune(p.s[j])) {
		j++
	}
	e := &element{name: local(p.s[i:j])}
	if e.name == "" {
		return fmt.Errorf("%w: a tag without a name at byte %d", errNotXML, p.at)
	}
	if err := p.add(e); err != nil {
		return err
	}
	for {
		for j < len(p.s) && strings.ContainsRune(" \t\r\n", rune(p.s[j])) {
			j++
		}
		switch {
		case j >= len(p.s):
			return errNotXML
		case p.s[j] == '>':
			p.at = j + 1
			if p.open = append(p.open, e); len(p.open) > maxNesting {
				return fmt.Errorf("the SVG file is nested more than %d levels deep", maxNesting)
			}
			return nil
		case strings.HasPrefix(p.s[j:], "/>"):
			p.at = j + 2
			return nil
		}
		eq := strings.IndexByte(p.s[j:], '=')
		if eq < 1 {
			return fmt.Errorf("%w: an attribute without a value at byte %d", errNotXML, j)
		}
		name := strings.TrimSpace(p.s[j : j+eq])
		j += eq + 1
		for j < len(p.s) && strings.ContainsRune(" \t\r\n", rune(p.s[j])) {
			j++
		}
		if j >= len(p.s) || p.s[j] != '"' && p.s[j] != '\'' || strings.ContainsAny(name, "<>\"'/ ") {
			return fmt.Errorf("%w: a bad attribute at byte %d", errNotXML, j)
		}
		end := strings.IndexByte(p.s[j+1:], p.s[j])
		if end < 0 {
			return errNotXML
		}
		if len(e.attrs) < 200 {
			e.attrs = append(e.attrs, xmlAttr{local(name), unescape(p.s[j+1 : j+1+end])})
		}
		j += end + 2
	}
}

func local(name string) string {
	if i := strings.IndexByte(name, ':'); i >= 0 && !strings.HasPrefix(name, "xmlns:") {
		return name[i+1:]
	}
	return name
}

// unescape resolves the five entities of XML and character references.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		end := strings.IndexByte(s[:min(len(s), 12)], ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(s[1:end])
		}
		if !ok {
			b.WriteByte('&')
			s = s[1:]
			continue
		}
		b.WriteRune(r)
		s = s[end+1:]
	}
	return b.String() + s
}

func entity(name string) (rune, bool) {
	switch name {
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "amp":
		return '&', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	digits, numeric := strings.CutPrefix(name, "#")
	if !numeric {
		return 0, false
	}
	base := 10
	if h, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = h, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n == 0 || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), true
}
