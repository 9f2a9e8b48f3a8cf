package noma

import (
	"iter"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// Node is a block of a document: *Document, *Frontmatter, *Section, *Paragraph, *Code, *List,
// *ListItem, *Quote, *ThematicBreak, *Table or *Directive (Format spec, "AST shape").
type Node interface {
	// At says where the node stands and by which names it is known.
	At() *Base
	// Kids are the child nodes in source order (a list's items included), nil for leaves.
	Kids() []Node
}

// Base is what all nodes have. Line and EndLine count from 1 and are inclusive; Span runs from the
// first byte of Line to the last byte of EndLine without its line end. A section's span reaches to
// the line before the next heading of the same or a shallower level (Protocol §6.3).
type Base struct {
	Span          source.Span
	Line, EndLine int
	ID            string   // canonical id, "" for none
	Aliases       []string // other ids that resolve to this node

	// Parent is nil for the document itself; Index is the place among the parent's Kids, where a
	// Frontmatter counts. Both are set by Parse and by [Document.Reindex].
	Parent Node
	Index  int
}

// At returns what all nodes have.
func (b *Base) At() *Base { return b }

// Kids returns nil, for a leaf.
func (b *Base) Kids() []Node { return nil }

// WholeDocument is how a comment, note or change request refers to the document that it stands in, for what is in no block with an id. As
// a reference of HTML, "#" alone refers to the document, too. No block has it as id.
const WholeDocument = "#"

// Document is the root.
type Document struct {
	Base
	File     *source.File
	Meta     Map // file name when known, then the frontmatter's entries (contract ast.md §3)
	Children []Node
	// Comments are the lines of the comments of the file, in order. They are no nodes.
	Comments []source.Span
	// Library has the sources of the files that the frontmatter names; nil: nobody has read them.
	Library *sources.Library
	// Audience is whom the document is shown to. Package layout sets it, with what that leaves out.
	Audience Audience

	leftOut   map[Node][]Node
	withholds map[Node]bool // the nodes in leftOut, and all that they are in
	kept      map[Node]bool

	byID, byAlias map[string]Node
	byTitle       func(title string) []*Section
	repeated      map[string]bool // the ids that more than one node has
}

// HasFrontmatter reports whether a document begins with frontmatter.
func (d *Document) HasFrontmatter() bool {
	if len(d.Children) == 0 {
		return false
	}
	_, ok := d.Children[0].(*Frontmatter)
	return ok
}

// Frontmatter is the YAML block at the head of a file, without its fences.
type Frontmatter struct {
	Base
	Data Map
	Raw  string
}

// Section is a heading and what follows up to the next heading of its level or a shallower one.
type Section struct {
	Base
	Level      int
	Title      Text        // inline markup, without the attribute block
	Heading    source.Span // the heading line
	AttrSpan   source.Span // `{…}` of the heading, empty and at the end of the title when absent
	Attrs      []Attr
	ExplicitID bool // the id comes from the attribute block
	// OwnAliases is how many of the Aliases, the first ones, are written in the heading.
	OwnAliases int
	// LastLine is the last line of the section's content, without the blank lines before the next
	// heading; the AST prints it as endLine (contract ast.md §2), while EndLine follows the Protocol.
	LastLine int
	Children []Node
}

// Paragraph is running text; soft line breaks stay as LF in Content.
type Paragraph struct {
	Base
	Content Text
}

// Code is a fenced code block.
type Code struct {
	Base
	Lang    string
	Content Text        // the lines between the fences
	Closer  source.Span // closing fence line, empty when the block is not closed
}

// List is a run of bullet or ordered items, those inside others among them.
type List struct {
	Base
	Ordered bool // of its first item, and of all of that level
	Items   []*ListItem
}

// Box is the state of the check box of a list item.
type Box uint8

const (
	NoBox   Box = iota // an item without a check box
	OpenBox            // `[ ] `
	DoneBox            // `[x] ` or `[X] `
)

// Source returns what a check box is written as in front of the text of an item, "" for none.
func (b Box) Source() string { return [...]string{"", "[ ] ", "[x] "}[b] }

// ListItem is an item of a list. Marker is the marker with the white space around it; Content begins behind the check box. The
// items of a list inside another one are items of that list, each with its Level; Number is what the marker of an Ordered one says.
// Children are the blocks between its text and the next item: *Paragraph, *Code, *Quote or *Table. Those behind items that are inside
// others can belong to one of the others, see [ListItem.LevelOf].
type ListItem struct {
	Base
	Content Text
	Marker  source.Span
	Box     Box
	BoxSpan source.Span // `[ ] ` or `[x] `, with the white space behind it; empty for none
	Level   int         // 0 to MaxLevel
	Ordered bool
	Number  int
	First   bool // begins a list of its own: nothing of its level and kind is above it in the same item

	Children []Node
	levels   []uint8 // of the children; nil when all are those of the item
}

// LevelOf returns the level of the item that a child belongs to: that of the item itself, or of one around it.
func (it *ListItem) LevelOf(child int) int {
	if it.levels == nil {
		return it.Level
	}
	return int(it.levels[child])
}

// Quote is a run of `>` lines, one line of Content each.
type Quote struct {
	Base
	Content Text
}

// Paragraphs yields the paragraphs of a quote, which blank lines separate, with their index.
func (q *Quote) Paragraphs() iter.Seq2[int, Text] {
	return func(yield func(int, Text) bool) {
		index, start, end, at := 0, -1, 0, 0
		for line := range strings.SplitAfterSeq(q.Content.S, "\n") {
			switch blank := strings.TrimSpace(line) == ""; {
			case !blank:
				if start < 0 {
					start = at
				}
				end = at + len(strings.TrimSuffix(line, "\n"))
			case start >= 0:
				if !yield(index, q.Content.Slice(start, end)) {
					return
				}
				index, start = index+1, -1
			}
			at += len(line)
		}
		if start >= 0 {
			yield(index, q.Content.Slice(start, end))
		}
	}
}

// ThematicBreak is a rule.
type ThematicBreak struct{ Base }

// Align is a column's alignment: "left", "center", "right" or "" for none.
type Align string

// Table is a GitHub-style pipe table; rows are cut or padded to the width of the header.
type Table struct {
	Base
	Header    []Cell
	Align     []Align
	Rows      [][]Cell
	Separator source.Span   // the `| --- |` line
	Grid      source.Span   // the lines of header, separator and rows
	Caption   *TableCaption // nil for none
}

// TableCaption is the line `Table: Caption {id="t-cash"}` directly below the rows of a pipe table. The table has the id and the
// aliases that it gives.
type TableCaption struct {
	Text     Text        // inline markup; empty when the line has attributes only
	Line     source.Span // the whole line
	AttrSpan source.Span // `{…}`, empty and at the end of the text when absent
	Attrs    []Attr
}

// Cell is one cell of a pipe table. A padded cell has an empty span at the end of its row.
type Cell struct {
	Text string
	Span source.Span
}

// Directive is a `::name{…}` block. The lines between its fences are always parsed into Children;
// Body is set (HasBody) only when that yields exactly one paragraph (contract ast.md §1.1).
// What the author wrote, verbatim, is RawBody.
type Directive struct {
	Base
	Name     string
	Fence    int         // number of colons
	Opener   source.Span // opening line
	Closer   source.Span // closing line, empty when the block is not closed
	NameSpan source.Span
	AttrSpan source.Span // `{…}`, empty and at the end of the name when absent
	Attrs    []Attr
	RawBody  Text // every line between the fences, verbatim
	Body     string
	HasBody  bool
	Children []Node
}

// Attr is one attribute. Quote is the quotation mark around the value, 0 for none; a flag has an empty ValueSpan.
type Attr struct {
	Key       string
	Value     Value
	Span      source.Span // key and value
	ValueSpan source.Span // the value inside its quotes
	Quote     byte
}

// Map is an ordered mapping, the shape of YAML data. Values are nil, bool, float64, string, []any or Map.
type Map []Entry

// Entry is one pair of a Map.
type Entry struct {
	Key   string
	Value any
}

// Get returns the value of a key, nil when absent.
func (m Map) Get(key string) any {
	for _, e := range m {
		if e.Key == key {
			return e.Value
		}
	}
	return nil
}

// String returns the value of a key when it is a string.
func (m Map) String(key string) string {
	s, _ := m.Get(key).(string)
	return s
}

// Kids returns the children.
func (d *Document) Kids() []Node { return d.Children }

// Kids returns the children.
func (s *Section) Kids() []Node { return s.Children }

// Kids returns the children.
func (d *Directive) Kids() []Node { return d.Children }

// Kids returns the items.
func (l *List) Kids() []Node {
	out := make([]Node, len(l.Items))
	for i, it := range l.Items {
		out[i] = it
	}
	return out
}

// Kids returns the blocks below the text of the item.
func (it *ListItem) Kids() []Node { return it.Children }

// CaptionText returns the words of the caption, "" for none.
func (t *Table) CaptionText() string {
	if t.Caption == nil {
		return ""
	}
	return t.Caption.Text.S
}

// Texts yields the texts with inline markup: the cells row by row, then the caption.
func (t *Table) Texts(yield func(Text) bool) {
	row := func(cells []Cell) bool {
		for _, c := range cells {
			if !yield(NewText(c.Text, c.Span.Start)) {
				return false
			}
		}
		return true
	}
	if !row(t.Header) {
		return
	}
	for _, cells := range t.Rows {
		if !row(cells) {
			return
		}
	}
	if t.Caption != nil {
		yield(t.Caption.Text)
	}
}

// FindAttr returns the attribute with the key; the last one counts when a key is given twice.
func FindAttr(attrs []Attr, key string) (Attr, bool) {
	for i := len(attrs) - 1; i >= 0; i-- {
		if attrs[i].Key == key {
			return attrs[i], true
		}
	}
	return Attr{}, false
}

// Attr returns the attribute with the key, as [FindAttr] does.
func (d *Directive) Attr(key string) (Attr, bool) { return FindAttr(d.Attrs, key) }

// AttrText returns the printed value of an attribute, a whole number as it is in the source, "" when absent.
func (d *Directive) AttrText(key string) string {
	a, ok := d.Attr(key)
	if !ok {
		return ""
	}
	return a.Value.Name()
}

// First returns the text of the first of the keys that is set to something not blank, and that key.
func (d *Directive) First(keys ...string) (text, key string) {
	for _, k := range keys {
		if a, ok := d.Attr(k); ok {
			if t := a.Value.Name(); !blank(t) {
				return t, k
			}
		}
	}
	return "", ""
}

func blank(s string) bool {
	for _, r := range s {
		if r != ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\u00a0' && r != '\ufeff' {
			return false
		}
	}
	return true
}
