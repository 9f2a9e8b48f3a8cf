package wml

import (
	"hash/fnv"
	"io"
	"strconv"
	"unicode/utf8"
)

// Builder writes WordprocessingML. It is append-only: markup goes into a buffer that is handed to
// the underlying writer in blocks, so a document of any size costs one block of memory. Nothing
// that comes from a user is ever taken for markup: text and attribute values are escaped on the
// way in, and there is no placeholder that could be found in them later.
//
// Each typed method writes the children of its element in the order of the schema type (ECMA-376
// part 1, CT_PPr, CT_RPr, CT_TblPr, …), because Word and the Open XML SDK reject other orders.
type Builder struct {
	out io.Writer
	buf []byte
	err error

	// IDs numbers what must be unique across the parts of a package; builders of one package share it.
	IDs *IDs
	// LinkID is the relationship id of an external link in this part.
	LinkID func(url string) string
	// PictureIDs are the relationship ids, in this part, of a picture as a raster image and, when
	// there is one, as SVG ("" otherwise).
	PictureIDs func(im *Image) (raster, svg string)
	// ChartID is the relationship id, in this part, of a chart.
	ChartID func(im *Image) string
	// Bind, when set, is called for every content control with the text it shows, and gives the
	// binding the control is written with.
	Bind func(c *Control, shown string) *Binding
	// Palette has the colours that stand for those of the layout; nil: they are written as they are.
	Palette Palette
	// PlainLinks writes links without the formatting of links, as in a table of contents and in the results of fields.
	PlainLinks bool
	// Language is the tag of the language that runs are in; "" for that of their style.
	Language string

	rtl   bool // the run being written is right-to-left
	asian bool // its signs are those of the East Asian letters beside them
}

// IDs are the counters of a package.
type IDs struct {
	bookmarks, drawings int
	controls            map[int32]bool
	revisions           map[int32]bool
	notes               map[string]bool // the bookmarks of those whose references are written
}

// bookmark returns the next bookmark id, from 1 (contract docx-package.md §2: over all parts).
func (n *IDs) bookmark() int { n.bookmarks++; return n.bookmarks }

// Drawing returns the next id of a drawing, from 1.
func (n *IDs) Drawing() int { n.drawings++; return n.drawings }

// revision returns a new id for a tracked change of a name. It is made from the name, so that a change keeps
// its id when others come and go.
func (n *IDs) revision(name string) int32 {
	if n.revisions == nil {
		n.revisions = map[int32]bool{}
	}
	id := StableID(name)
	for n.revisions[id] {
		id = NextStableID(id)
	}
	n.revisions[id] = true
	return id
}

const maxStable = 1<<31 - 2

// StableID returns a number made from a name, from 1 to 2³¹-2: what the ids of tracked changes, of comments
// and of their paragraphs may be (ECMA-376 §17.13.5, [MS-DOCX] §2.2.4 and §2.7.1).
func StableID(name string) int32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, name) // a hash never fails
	return int32(h.Sum32()%maxStable) + 1
}

// NextStableID returns the id to try when one is taken.
func NextStableID(id int32) int32 { return id%maxStable + 1 }

// blockSize is how much is collected before it is handed on: enough that the writer below (a
// deflater) works on whole windows, little enough to stay in the cache.
const blockSize = 64 << 10

// NewBuilder writes to w. IDs, LinkID and PictureIDs may be set afterwards.
func NewBuilder(w io.Writer) *Builder {
	return &Builder{out: w, buf: make([]byte, 0, 8<<10), IDs: &IDs{}}
}

// Flush hands on what is buffered and returns the first error met while writing.
func (b *Builder) Flush() error {
	b.spill()
	return b.err
}

func (b *Builder) spill() {
	if b.err == nil && len(b.buf) > 0 {
		_, b.err = b.out.Write(b.buf)
	}
	b.buf = b.buf[:0]
}

// roomy hands on a full block. It is called where paragraphs and rows end, not for every byte.
func (b *Builder) roomy() {
	if len(b.buf) >= blockSize {
		b.spill()
	}
}

// Markup appends constant markup. It must never be given text of a document.
func (b *Builder) Markup(s string) { b.buf = append(b.buf, s...) }

// int appends a number.
func (b *Builder) int(n int) { b.buf = strconv.AppendInt(b.buf, int64(n), 10) }

// Attr appends an attribute with a leading blank; the value is escaped.
func (b *Builder) Attr(name, value string) {
	b.buf = append(b.buf, ' ')
	b.buf = append(b.buf, name...)
	b.buf = append(b.buf, '=', '"')
	b.escaped(value, quote)
	b.buf = append(b.buf, '"')
}

// AttrInt appends a number as an attribute.
func (b *Builder) AttrInt(name string, n int) {
	b.buf = append(b.buf, ' ')
	b.buf = append(b.buf, name...)
	b.buf = append(b.buf, '=', '"')
	b.buf = strconv.AppendInt(b.buf, int64(n), 10)
	b.buf = append(b.buf, '"')
}

// Val appends an empty element with a w:val attribute, the most common shape of a property.
func (b *Builder) Val(element, value string) {
	b.buf = append(b.buf, '<')
	b.buf = append(b.buf, element...)
	b.Attr("w:val", value)
	b.buf = append(b.buf, '/', '>')
}

// valInt is Val for a number.
func (b *Builder) valInt(element string, n int) {
	b.buf = append(b.buf, '<')
	b.buf = append(b.buf, element...)
	b.AttrInt("w:val", n)
	b.buf = append(b.buf, '/', '>')
}

// Element appends an element with text content.
func (b *Builder) Element(element, text string) {
	b.buf = append(b.buf, '<')
	b.buf = append(b.buf, element...)
	b.buf = append(b.buf, '>')
	b.Text(text)
	b.buf = append(b.buf, '<', '/')
	b.buf = append(b.buf, element...)
	b.buf = append(b.buf, '>')
}

// What each byte needs on the way out.
const (
	plain  = 0 // as it is
	entity = 1 // a character reference
	quote  = 2 // a character reference in attribute values
	drop   = 3 // not a character of XML 1.0 (XML recommendation §2.2)
	beyond = 4 // part of a character beyond ASCII
)

var byteClass = func() (t [256]uint8) {
	for c := range ' ' {
		t[c] = drop
	}
	for c := utf8.RuneSelf; c < len(t); c++ {
		t[c] = beyond
	}
	// White space other than blanks must be referenced in attributes, or parsers turn it into
	// blanks (XML §3.3.3). A carriage return would come back as a line feed: it is dropped.
	t['\t'], t['\n'] = quote, quote
	t['&'], t['<'], t['>'] = entity, entity, entity
	t['"'] = quote
	return t
}()

// Text appends text of an element. Characters that XML 1.0 cannot hold are dropped; bytes that are
// no UTF-8 become U+FFFD.
func (b *Builder) Text(s string) { b.escaped(s, entity) }

// escaped appends s; classes up to limit become references, those between it and drop stay.
func (b *Builder) escaped(s string, limit uint8) {
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		class := byteClass[c]
		if class == plain {
			i++
			continue
		}
		if class != beyond {
			if class <= limit || class == drop {
				b.buf = append(b.buf, s[from:i]...)
				b.reference(c)
				from = i + 1
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.buf = append(b.buf, s[from:i]...)
			b.buf = append(b.buf, "\uFFFD"...)
			from = i + n
		case r == 0xFFFE || r == 0xFFFF:
			b.buf = append(b.buf, s[from:i]...)
			from = i + n
		}
		i += n
	}
	b.buf = append(b.buf, s[from:]...)
}

func (b *Builder) reference(c byte) {
	switch c {
	case '&':
		b.buf = append(b.buf, "&amp;"...)
	case '<':
		b.buf = append(b.buf, "&lt;"...)
	case '>':
		b.buf = append(b.buf, "&gt;"...)
	case '"':
		b.buf = append(b.buf, "&quot;"...)
	case '\t':
		b.buf = append(b.buf, "&#9;"...)
	case '\n':
		b.buf = append(b.buf, "&#10;"...)
	}
}

// XMLHeader begins every part.
const XMLHeader = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// Namespaces are the declarations of a story part. The Microsoft extensions are ignorable, so that
// consumers which do not know them skip them (ECMA-376 part 3, §7.2).
const Namespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
	` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"` +
	` xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"` +
	` mc:Ignorable="w14 w15"`

// StartPart begins a part whose root is a WordprocessingML element.
func (b *Builder) StartPart(root string) {
	b.Markup(XMLHeader)
	b.Markup("<")
	b.Markup(root)
	b.Markup(Namespaces)
	b.Markup(">")
}
