package redline

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// atom is the least of a paragraph that can be changed: a word, an object, a field, a link with its text, a mark of a paragraph.
type atom struct {
	key   string         // what is compared, without the formatting
	shape string         // what counts of the formatting
	rpr   *etree.Element // the formatting, nil for none
	run   *etree.Element // the run it is of

	text  string           // of a word
	child *etree.Element   // an object of a run
	whole []*etree.Element // what is no part of a run, or several of them
	box   *etree.Element   // a link or control with text
	mark  *para            // the end of a paragraph
	note  string           // the id of a footnote or endnote

	marks []*etree.Element // bookmarks and the like before it
}

// para is a paragraph that was taken apart. Its last atom is its mark.
type para struct {
	el, ppr *etree.Element
	atoms   []atom
}

// errUnbalanced is a field that does not end where it begins.
var errUnbalanced = errors.New("a field ends in another paragraph or link than it begins")

// boxes are the elements around runs that may be changed inside.
var boxes = map[string]bool{"hyperlink": true, "smartTag": true, "sdt": true, "customXml": true, "fldSimple": true, "dir": true, "bdo": true}

// para takes a paragraph apart.
func (r *rules) para(e *etree.Element) (*para, error) {
	p := &para{el: e, ppr: child(e, "pPr")}
	s := splitter{r: r}
	if err := s.all(e); err != nil {
		return nil, err
	}
	p.atoms = append(s.atoms, atom{key: "\x00¶", mark: p, marks: s.marks})
	return p, nil
}

// splitter takes the content of a paragraph or link apart.
type splitter struct {
	r     *rules
	atoms []atom
	marks []*etree.Element
	group []*etree.Element // the parts of an open field
	depth int              // open fields
}

func (s *splitter) add(a atom) {
	a.marks, s.marks = s.marks, nil
	s.atoms = append(s.atoms, a)
}

// all takes the children of an element apart.
func (s *splitter) all(e *etree.Element) error {
	for c := range e.ChildElementsSeq() {
		switch {
		case is(c, "pPr"), is(c, "proofErr"), is(c, "sdtPr"), is(c, "sdtEndPr"), is(c, "smartTagPr"), is(c, "customXmlPr"):
		case is(c, "r"):
			if err := s.runs(c); err != nil {
				return err
			}
		case s.depth > 0:
			s.group = append(s.group, c)
		case isMark(c):
			s.marks = append(s.marks, c)
		case c.Space == "w" && boxes[c.Tag]:
			s.add(atom{key: s.r.text(markup(c)), box: c})
		default:
			s.add(atom{key: s.r.text(markup(c)), whole: []*etree.Element{c}})
		}
	}
	if s.depth > 0 {
		return errUnbalanced
	}
	return nil
}

// runs takes a run apart, which may hold parts of fields.
func (s *splitter) runs(run *etree.Element) error {
	if s.depth == 0 && child(run, "fldChar") == nil {
		s.run(run)
		return nil
	}
	for _, c := range run.ChildElements() {
		if is(c, "rPr") {
			continue
		}
		part := piece(run, c)
		if !is(c, "fldChar") {
			if s.depth == 0 {
				s.run(part)
			} else {
				s.group = append(s.group, part)
			}
			continue
		}
		switch attr(c, "fldCharType") {
		case "begin":
			s.depth++
		case "end":
			if s.depth--; s.depth < 0 {
				return errUnbalanced
			}
		default:
			if s.depth == 0 {
				return errUnbalanced
			}
		}
		if s.group = append(s.group, part); s.depth == 0 {
			s.add(s.field())
		}
	}
	return nil
}

// field returns the open field as an atom.
func (s *splitter) field() atom {
	var b strings.Builder
	for _, e := range s.group {
		put(&b, e, false)
	}
	a := atom{key: s.r.text(b.String()), whole: s.group}
	s.group = nil
	return a
}

// piece returns a run with one of its children.
func piece(run, c *etree.Element) *etree.Element {
	part := &etree.Element{Space: run.Space, Tag: run.Tag, Attr: run.Attr}
	if rpr := child(run, "rPr"); rpr != nil {
		part.AddChild(rpr.Copy())
	}
	part.AddChild(c.Copy())
	return part
}

// run takes a run without fields apart.
func (s *splitter) run(run *etree.Element) {
	rpr := child(run, "rPr")
	shape := ""
	if rpr != nil && !s.r.noFormatting {
		shape = s.r.shape(rpr)
	}
	for c := range run.ChildElementsSeq() {
		a := atom{shape: shape, rpr: rpr, run: run}
		switch {
		case is(c, "rPr"), is(c, "lastRenderedPageBreak"), is(c, "annotationRef"):
			continue
		case is(c, "commentReference"):
			s.marks = append(s.marks, piece(run, c))
			continue
		case is(c, "t"):
			text := c.Text()
			s.atoms = slices.Grow(s.atoms, 2*strings.Count(text, " ")+2)
			for text != "" {
				n := s.r.word(text)
				a.text, a.key = text[:n], s.r.reading(text[:n])
				text = text[n:]
				if !s.goesOn(&a) {
					s.add(a)
				}
			}
			continue
		case is(c, "footnoteReference"), is(c, "endnoteReference"):
			a.note = c.Tag + attr(c, "id")
		}
		a.child = c
		a.key = "\x00" + s.r.text(markup(c))
		s.add(a)
	}
}

// goesOn adds what is the rest of a word whose beginning is in another run that looks alike.
func (s *splitter) goesOn(a *atom) bool {
	if s.r.characters || len(s.atoms) == 0 || slices.ContainsFunc(s.marks, ofComment) {
		return false
	}
	last := &s.atoms[len(s.atoms)-1]
	if last.text == "" || last.shape != a.shape || last.run == a.run {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(last.text)
	if next, _ := utf8.DecodeRuneInString(a.text); !wordly(before) || !wordly(next) {
		return false
	}
	last.text += a.text
	last.key += a.key
	return true
}

// ofComment reports whether a mark is one of a comment: where its range begins or ends, or the run with its reference.
func ofComment(m *etree.Element) bool {
	return is(m, "commentRangeStart") || is(m, "commentRangeEnd") || is(m, "r")
}

// commentMarks returns the marks of comments before an atom, but for those that the older file has elsewhere.
func (a *atom) commentMarks() (out []*etree.Element) {
	for _, m := range a.marks {
		if ofComment(m) && !isDropped(m) && !isDropped(child(m, "commentReference")) {
			out = append(out, m)
		}
	}
	return out
}

// shape returns what counts of the properties of a run.
func (r *rules) shape(rpr *etree.Element) string {
	if rpr == nil || r.noFormatting {
		return ""
	}
	return r.text(markup(rpr))
}

// word returns how many bytes the first word of a text has: letters and digits, or one other character.
func (r *rules) word(s string) int {
	first, n := utf8.DecodeRuneInString(s)
	if r.characters || !wordly(first) {
		for n < len(s) {
			next, size := utf8.DecodeRuneInString(s[n:])
			if !unicode.Is(unicode.M, next) {
				break
			}
			n += size
		}
		return n
	}
	for n < len(s) {
		next, size := utf8.DecodeRuneInString(s[n:])
		if !wordly(next) && !unicode.Is(unicode.M, next) {
			break
		}
		n += size
	}
	return n
}

// wordly reports whether a character is part of words. Scripts that are written without spaces are compared by characters.
func wordly(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsDigit(c)) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
