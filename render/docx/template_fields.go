package docx

import (
	"regexp"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Fields of a template's headers and footers. A field is a small program that Word runs, and some of them run others, read files
// or ask servers (DDEAUTO, INCLUDETEXT, INCLUDEPICTURE, LINK). A template comes from a stranger, so fields that only say
// something about the document come along, and of all others the text they showed.

// harmless are those fields (ECMA-376 §17.16.5).
var harmless = set("PAGE NUMPAGES SECTION SECTIONPAGES TITLE SUBJECT AUTHOR KEYWORDS DATE TIME CREATEDATE SAVEDATE PRINTDATE STYLEREF SEQ REF TOC")

// fieldCode is the word an instruction begins with. One that begins otherwise is nothing we know.
var fieldCode = regexp.MustCompile(`^[ \t\r\n]*([A-Za-z]+)(?:[ \t\r\n\\]|$)`)

// codeOf returns the code of an instruction in capitals, "" for what is none.
func codeOf(instruction string) string {
	m := fieldCode.FindStringSubmatch(instruction)
	if m == nil {
		return ""
	}
	return strings.ToUpper(m[1])
}

// field is a field made of runs: a beginning, an instruction, perhaps a result, an end. Its parts are known by their places
// in the text.
type field struct {
	begin, separate int // separate is -1 until the result has begun
	codes           []int
	instruction     strings.Builder
	opaque          bool // there are fields or other things in the instruction
}

// fieldScan goes through the fields of one text: a header, or a text box in it. Fields do not reach across.
type fieldScan struct {
	part  *fieldFilter
	items []*etree.Element // what stands in runs
	gone  []int            // how many more ranges of what goes begin at an item than end before it; one longer than items
	open  []*field
}

// fieldFilter takes out of a part the fields that do not come along.
type fieldFilter struct {
	lost   map[string]bool         // codes of these fields
	gone   map[*etree.Element]bool // elements that go
	shells map[*etree.Element]bool // elements that go, but for their content
}

// harmlessFields takes out of a part the fields that do not come along, and adds their codes to lost.
func harmlessFields(root *etree.Element, lost map[string]bool) {
	p := &fieldFilter{lost, map[*etree.Element]bool{}, map[*etree.Element]bool{}}
	p.text(root)
	if len(p.gone)+len(p.shells) > 0 {
		p.rebuild(root)
	}
}

// text goes through one text.
func (p *fieldFilter) text(root *etree.Element) {
	s := &fieldScan{part: p, gone: make([]int, 1)}
	s.walk(root)
	for _, f := range s.open { // without an end: nobody can say what it shows
		s.drop(f.begin, f.begin)
		for _, i := range f.codes {
			s.drop(i, i)
		}
		if f.separate >= 0 {
			s.drop(f.separate, f.separate)
		}
	}
	for i, sum := 0, 0; i < len(s.items); i++ {
		if sum += s.gone[i]; sum > 0 {
			p.gone[s.items[i]] = true
		}
	}
}

// rebuild takes elements out in one pass, as taking out each costs the length of what follows it.
func (p *fieldFilter) rebuild(e *etree.Element) {
	for _, t := range take(e) {
		p.add(e, t)
	}
}

func (p *fieldFilter) add(to *etree.Element, t etree.Token) {
	c, element := t.(*etree.Element)
	switch {
	case !element:
		to.AddChild(t)
	case p.gone[c]:
	case p.shells[c]:
		for _, inner := range take(c) {
			p.add(to, inner)
		}
	default:
		p.rebuild(c)
		to.AddChild(c)
	}
}

// texts are elements whose content is a text of its own. Of an AlternateContent a program reads one branch.
var texts = set("txbxContent Choice Fallback")

func (s *fieldScan) walk(e *etree.Element) {
	for _, c := range e.ChildElements() {
		switch {
		case texts[c.Tag]:
			s.part.text(c)
		case c.Space == "w" && c.Tag == "r":
			for _, x := range c.ChildElements() {
				if x.FullTag() != "w:rPr" {
					s.item(x)
				}
			}
		case c.Space == "w" && c.Tag == "fldSimple":
			s.simple(c)
		case c.Space == "w" && (c.Tag == "fldChar" || c.Tag == "instrText"): // in no run
			s.part.gone[c] = true
		default:
			s.walk(c)
		}
	}
}

// item reads what stands in a run: perhaps a part of a field.
func (s *fieldScan) item(e *etree.Element) {
	at := len(s.items)
	s.items, s.gone = append(s.items, e), append(s.gone, 0)
	var f *field
	if len(s.open) > 0 {
		f = s.open[len(s.open)-1]
	}
	switch e.FullTag() {
	case "w:fldChar":
		kind := e.SelectAttrValue("w:fldCharType", "")
		bare(e, "fldCharType")
		take(e)
		switch {
		case kind == "begin":
			s.obscure()
			s.open = append(s.open, &field{begin: at, separate: -1})
		case kind == "separate" && f != nil && f.separate < 0:
			f.separate = at
		case kind == "end" && f != nil:
			s.open = s.open[:len(s.open)-1]
			s.judge(f, at)
		default:
			s.drop(at, at)
		}
	case "w:instrText":
		if f == nil || f.separate >= 0 {
			s.drop(at, at)
			return
		}
		f.opaque = f.opaque || len(e.ChildElements()) > 0
		f.codes = append(f.codes, at)
		f.instruction.WriteString(e.Text())
	default:
		s.obscure()
		s.walk(e)
	}
}

// obscure notes that something stands here that is no instruction, and reports whether it is in one: then only Word knows
// what that says.
func (s *fieldScan) obscure() bool {
	n := len(s.open) - 1
	if n < 0 || s.open[n].separate >= 0 {
		return false
	}
	s.open[n].opaque = true
	return true
}

// judge keeps a field that is harmless, and leaves of another what it shows.
func (s *fieldScan) judge(f *field, end int) {
	code := codeOf(f.instruction.String())
	if harmless[code] && !f.opaque {
		return
	}
	s.part.lost[code] = true
	if f.separate < 0 {
		f.separate = end
	}
	s.drop(f.begin, f.separate)
	s.drop(end, end)
}

// drop takes items out.
func (s *fieldScan) drop(from, to int) {
	s.gone[from]++
	s.gone[to+1]--
}

// simple reads a field that is one element. Of one that does not come along the content stays.
func (s *fieldScan) simple(e *etree.Element) {
	hidden := s.obscure()
	bare(e, "instr")
	s.walk(e)
	for _, c := range e.SelectElements("w:fldData") {
		s.part.gone[c] = true
	}
	switch code := codeOf(e.SelectAttrValue("w:instr", "")); {
	case hidden:
		s.part.gone[e] = true
	case !harmless[code]:
		s.part.lost[code] = true
		s.part.shells[e] = true
	}
}

// bare leaves of an element that makes a field one attribute. What else stands there are macros of forms, and results that
// only Word can read.
func bare(e *etree.Element, attribute string) {
	e.Attr = slices.DeleteFunc(e.Attr, func(a etree.Attr) bool { return a.Space != "w" || a.Key != attribute })
}
