package layout

import (
	"hash/crc32"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
)

// Names are the bookmark names of a document's ids (contract docx-package.md §2).
type Names struct {
	look   halt.Look // of the plan, for texts of a hundred thousand links
	doc    *noma.Document
	blocks map[string]named  // by id and alias
	names  map[string]string // bookmark name → canonical id
	// captions holds, by bookmark name, what a cross-reference to a numbered caption shows: "Table 2".
	captions map[string]string
	sections SectionNumbers
	// equations holds, by bookmark name, the numbers of equations as they are shown: "(2)".
	equations map[string]string
	form      func(object string) string // see [Names.InForm]
	refs      *References
	notes     map[string]*Note // those that `[^id]` in a sentence would be the mark of
	links     *linkTexts
}

// inText reports whether the mark of a note stands in a sentence.
func (n *Names) inText(d *noma.Directive) bool {
	note := n.MarkedNote(d.ID)
	return note != nil && note.Node == d && note.InText
}

// MarkedNote returns the note that `[^id]` in a sentence is the mark of, nil when it is text.
func (n *Names) MarkedNote(id string) *Note {
	if n == nil {
		return nil
	}
	return n.notes[id]
}

// InForm returns the same names for writing text into the source: form gives an equation or an address of a link in the form in which
// these are compared, the one it has there.
func (n *Names) InForm(form func(object string) string) *Names {
	own := *n
	own.form = form
	return &own
}

// inForm returns an equation or an address as the source has it.
func (n *Names) inForm(object string) string {
	if n == nil || n.form == nil {
		return object
	}
	return n.form(object)
}

// named is a block with its bookmark name, "" when nothing can link to it.
type named struct {
	node   noma.Node
	name   string
	hidden bool // the bookmark is that of the block around it
}

// AnchorName returns the bookmark name an id has when nothing else claims it: "n_", up to 28 harmless
// characters of the id, "_" and the CRC-32 of the id in hex.
func AnchorName(id string) string {
	var buf [40]byte
	b := append(buf[:0], "n_"...)
	for _, r := range id {
		letter := r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if len(b) == 2 && !letter {
			continue // leading characters that are not letters go
		}
		c, units := byte('_'), 1
		if letter || r >= '0' && r <= '9' {
			c = byte(r)
		} else if r > 0xffff {
			units = 2 // the limit counts UTF-16 units
		}
		for ; units > 0 && len(b) < 2+28; units-- {
			b = append(b, c)
		}
	}
	if len(b) == 2 {
		b = append(b, "id"...)
	}
	sum := crc32.ChecksumIEEE([]byte(id))
	b = append(b, '_')
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[sum>>shift&15])
	}
	return string(b)
}

// IsAnchorName reports whether a bookmark name has the form of those that [AnchorName] makes, of whatever id.
func IsAnchorName(name string) bool {
	i := strings.LastIndexByte(name, '_')
	return strings.HasPrefix(name, "n_") && i > 2 && len(name) == i+9 && strings.Trim(name[i+1:], "0123456789abcdef") == ""
}

// NameNodes gives every node with an id its bookmark name, in document order. A name that is
// already taken gets a number; of two nodes with one id the first one keeps it.
func NameNodes(d *noma.Document) *Names {
	ids := 0
	for x := range noma.Walk(d) {
		if x.At().ID != "" {
			ids++
		}
	}
	n := &Names{doc: d, blocks: make(map[string]named, ids), names: make(map[string]string, ids), captions: map[string]string{},
		equations: map[string]string{}, sections: NumberSections(d), refs: ReferencesOf(d), links: &linkTexts{}}
	var aliased []noma.Node
	// around is the block that hides what it holds: links to its content lead to it.
	var walk func(x, around noma.Node)
	walk = func(x, around noma.Node) {
		b := x.At()
		if b.ID != "" && n.blocks[b.ID].node == nil {
			name := ""
			switch {
			case d.LeftOut(x), d.Audience.Client && noma.Is(x, noma.Hatch): // it has an id, and no bookmark
			case around != nil:
				name = n.Of(around.At().ID)
			default:
				name = AnchorName(b.ID)
				for i := 1; n.names[name] != ""; i++ {
					suffix := "_" + strconv.Itoa(i)
					base := AnchorName(b.ID)
					name = base[:min(len(base), 40-len(suffix))] + suffix
				}
				n.names[name] = b.ID
			}
			n.blocks[b.ID] = named{x, name, around != nil}
			if len(b.Aliases) > 0 {
				aliased = append(aliased, x)
			}
		}
		if d, ok := x.(*noma.Directive); ok && around == nil && hides(d) {
			around = d
		}
		if _, leaf := x.(*noma.List); leaf {
			return
		}
		for _, k := range x.Kids() {
			walk(k, around)
		}
	}
	walk(d, nil)
	n.blocks[noma.WholeDocument] = named{node: d}
	for _, x := range aliased {
		for _, a := range x.At().Aliases {
			if n.blocks[a].node == nil {
				n.blocks[a] = named{node: x, name: n.Of(x.At().ID)}
			}
		}
	}
	return n
}

// reader tells the parser of inline markup which keys are those of sources.
func (n *Names) reader() func(key string) bool {
	if n == nil {
		return nil
	}
	return n.refs.Reader()
}

// Of returns the bookmark name of an id or alias, "" when there is no such block.
func (n *Names) Of(id string) string { return n.blocks[id].name }

// Destination returns the bookmark name of what [[target]] refers to, "" when there is no such block.
func (n *Names) Destination(target string) string {
	target = strings.TrimPrefix(target, "#")
	if b, ok := n.blocks[target]; ok || n.doc == nil {
		return b.name
	}
	if s, ok := n.doc.Titled(target); ok {
		return n.Of(s.ID)
	}
	return ""
}

// Shown returns what a reference to the block with a bookmark of this program shows: the number of its caption, the number or the words
// of its heading, the title of its label; "" for other blocks.
func (n *Names) Shown(bookmark string) string {
	bookmark = PlainBookmark(bookmark)
	if c := n.captions[bookmark]; c != "" {
		return c
	}
	switch b := n.blocks[n.names[bookmark]].node.(type) {
	case *noma.Section:
		return n.sections.Title(b)
	case *noma.Directive:
		return BlockTitle(b)
	}
	return ""
}

// SectionTitle returns the words of a heading, which references to it show.
func SectionTitle(s *noma.Section) string { return wordsOf(s.Title.S) }

// PlainLine returns the words of a line with markup, as a document shows them: references in it, without words of their own, show no ids to
// clients.
func PlainLine(doc *noma.Document, line string) string {
	if !doc.Audience.Client || !strings.Contains(line, "[[") {
		return wordsOf(line)
	}
	return wordsOf(referred(doc, line))
}

// referred returns a line in which references show what clients see.
func referred(doc *noma.Document, line string) string {
	var links []noma.Inline
	var visit func(nodes []noma.Inline)
	visit = func(nodes []noma.Inline) {
		for _, n := range nodes {
			if n.Kind == noma.InlineWiki && (!n.Labelled() || n.Text == OnlyNumber) {
				links = append(links, n)
			}
			visit(n.Children)
		}
	}
	visit(noma.ParseInline(line))
	for _, n := range slices.Backward(links) {
		t, ok := doc.Target(n.Target)
		if !ok {
			continue
		}
		words := "" // of a heading, which may have references itself
		if _, section := t.(*noma.Section); !section {
			words = Words(doc, t)
		}
		line = line[:n.Start] + asciiPunctuation.ReplaceAllString(words, `\$0`) + line[n.End:]
	}
	return line
}

var asciiPunctuation = regexp.MustCompile("[!-/:-@\\[-`{-~]")

// wordsOf returns the words of a line, all of it but the marks of notes and pictures.
func wordsOf(line string) string {
	isMark := func(n noma.Inline) bool { return n.Kind == noma.InlineNote || n.Kind == noma.InlinePicture }
	return noma.TrimSpace(clean(noma.PlainText(slices.DeleteFunc(noma.ParseInline(noma.WithoutNotes(line)), isMark))))
}

// forget makes links to a block plain text: it has an id, and no bookmark.
func (n *Names) forget(d *noma.Directive) {
	if n.Node(d.ID) != noma.Node(d) {
		return
	}
	for _, id := range append([]string{d.ID}, d.Aliases...) {
		if n.Node(id) == noma.Node(d) {
			n.blocks[id] = named{node: d}
		}
	}
}

// Node returns the block an id or alias stands for, nil when there is none.
func (n *Names) Node(id string) noma.Node { return n.blocks[id].node }

// ofBlock returns the bookmark name of a block, "" when it has none: of two with one id the first has it, and
// what belongs to another block though a table hides it has no name to bring along.
func (n *Names) ofBlock(x noma.Node) string {
	if b := n.blocks[x.At().ID]; b.node == x && !b.hidden {
		return b.name
	}
	return ""
}

// ID returns the canonical id a bookmark stands for, "" when the name is not ours. Copies that editors
// make of a bookmark (name_Copy_1) count as the original.
func (n *Names) ID(bookmark string) string {
	return n.names[PlainBookmark(bookmark)]
}
