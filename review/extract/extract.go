package extract

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Extract reads the review data of a document. It never fails: what the document does not say is
// absent. The work is linear in the size of the document.
func Extract(d *wml.Document) *Review { return ExtractWith(d, nil) }

// ExtractWith does what [Extract] does with a check that may end it.
func ExtractWith(d *wml.Document, look halt.Look) *Review {
	r := &Review{tables: map[*wml.Table]Ref{}}
	x := &extractor{review: r, look: look, bookmarks: bookmarkDecoder{}, libreOffice: strings.HasPrefix(d.Producer, "LibreOffice"), own: d.Producer == "nomadocx"}
	marks := newMarks()
	for i, s := range d.Stories {
		p := &part{extractor: x, marks: marks, blocks: tree(s.Blocks, i)}
		if s.Kind != wml.MainStory {
			p.prefix = s.Part + ":"
		}
		p.anchored()
		p.tables()
		p.paragraphs(func(x *para) {
			p.heading(x)
			p.caption(x)
			p.label(x)
		})
		sequences(p.blocks, func(b []block) {
			p.bodies(b)
			p.metrics(b)
			p.blockMetadata(b)
		})
	}
	x.comments(d.Comments, marks.comments)
	r.Footnotes = x.notes(Footnotes, d.Footnotes, marks.footnotes)
	r.Endnotes = x.notes(Endnotes, d.Endnotes, marks.endnotes)
	r.fill()
	return r
}

// extractor is the state of one Extract.
type extractor struct {
	review    *Review
	look      halt.Look
	bookmarks bookmarkDecoder
	// libreOffice: the document was saved by LibreOffice, which gives every part of a tracked change
	// an id of its own and writes out as bold what a table style makes bold.
	libreOffice bool
	own         bool // the document is as our writer made it, which gives every part an id of its own, too
}

// part is one story being read.
type part struct {
	*extractor
	marks  *marks
	prefix string // of native ids: "" in the main part
	blocks []block
	counts [Lists]int // entries so far, by list
}

// number returns the native id of the next entry of a list in this part.
func (p *part) number(l List) string {
	n := p.counts[l]
	p.counts[l]++
	return p.prefix + strconv.Itoa(n)
}

// List names one of the lists of a Review.
type List uint8

const (
	Comments List = iota
	Revisions
	Footnotes
	Endnotes
	Tables
	Headings
	Captions
	Labels
	BlockBodies
	MetricValues
	MetricMetadata
	BlockMetadataList
	Lists // how many there are
)

var listNames = [Lists]string{"comments", "revisions", "footnotes", "endnotes", "tables", "headings", "captions",
	"labels", "blockBodies", "metricValues", "metricMetadata", "blockMetadata"}

// String returns the list's key in the JSON form.
func (l List) String() string { return listNames[l] }

// Ref points at an entry: Index counts in the list, from 0.
type Ref struct {
	List  List
	Index int
}

// refs are the entries of a paragraph: most have one.
type refs struct {
	some  bool
	list  List
	index int32
	more  *[]Ref
}

// ByParagraph returns the entries that were read from a paragraph, in the order in which they were
// found; nil when there are none. A cell's paragraphs lead to their table, a comment's to the
// comment. Reviews that were decoded from JSON know no paragraphs.
func (r *Review) ByParagraph(p *wml.Paragraph) []Ref {
	of := r.paragraphs.Get(p)
	if !of.some {
		return nil
	}
	out := []Ref{of.first()}
	if of.more != nil {
		out = append(out, *of.more...)
	}
	return out
}

func (of refs) first() Ref { return Ref{of.list, int(of.index)} }

// ByTable returns the entry that was read from a table.
func (r *Review) ByTable(t *wml.Table) (Ref, bool) {
	ref, ok := r.tables[t]
	return ref, ok
}

// note remembers that an entry was read from a paragraph.
func (r *Review) note(from *wml.Paragraph, l List, index int) {
	of, ref := r.paragraphs.Get(from), Ref{l, index}
	switch {
	case !of.some:
		of = refs{some: true, list: l, index: int32(index)}
	case of.more == nil && of.first() == ref, of.more != nil && (*of.more)[len(*of.more)-1] == ref:
		return
	case of.more == nil:
		of.more = &[]Ref{ref}
	default:
		*of.more = append(*of.more, ref)
		return
	}
	r.paragraphs.Set(from, of)
}

// noteTable remembers that an entry was read from a table.
func (r *Review) noteTable(from *wml.Table, l List, index int) {
	if _, known := r.tables[from]; !known {
		r.tables[from] = Ref{l, index}
	}
}
