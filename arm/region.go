package arm

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// Where the anchors of a manifest are in a document. A block is marked by a bookmark that is made of
// its id; what follows up to the next bookmark belongs to it, and what stands under a heading belongs
// to the heading's section as well.

// outline follows the bookmarks and headings of a document, paragraph by paragraph.
type outline struct {
	sections [10][]string // bookmarks of the open headings, by level
	block    []string     // bookmarks of the block we are in
	chain    []string     // all of them, innermost first; shared by the paragraphs it holds for
}

// next goes to a paragraph and gives the bookmarks in force there, innermost first.
func (o *outline) next(bookmarks []string, heading int) []string {
	var ours []string
	for _, b := range bookmarks {
		if i := strings.Index(b, "_Copy_"); i > 0 {
			b = b[:i] // what editors make of the bookmark of a moved paragraph
		}
		if strings.HasPrefix(b, "n_") {
			ours = append(ours, b)
		}
	}
	switch {
	case heading > 0:
		for i := heading; i < len(o.sections); i++ {
			o.sections[i] = nil
		}
		o.sections[heading], o.block = ours, nil
	case len(ours) > 0:
		o.block = ours
	default:
		if o.chain != nil {
			return o.chain
		}
	}
	o.chain = append([]string{}, o.block...)
	for i := len(o.sections) - 1; i >= 0; i-- {
		o.chain = append(o.chain, o.sections[i]...)
	}
	return o.chain
}

// anchorIndex finds the anchors of a record in a document.
type anchorIndex struct {
	order  []string            // anchor ids
	byMark map[string][]string // anchor ids by bookmark
	quotes map[string]Placement
}

func newAnchorIndex(record Value) *anchorIndex {
	x := &anchorIndex{byMark: map[string][]string{}, quotes: map[string]Placement{}}
	for _, a := range record.Get("manifest").Items("anchors") {
		id, s := a.Text("anchorId"), a.Get("selector")
		x.order = append(x.order, id)
		if s.Text("kind") == "text-quote" {
			x.quotes[id] = Placement{Relation: "exact", Exact: s.Text("exact"), Prefix: s.Text("prefix"), Suffix: s.Text("suffix"), Occurrence: 1}
			continue
		}
		mark := layout.AnchorName(s.Text("blockId"))
		x.byMark[mark] = append(x.byMark[mark], id)
	}
	return x
}

// at returns the anchors that hold for a paragraph, innermost first: those whose text it quotes, then
// those of the blocks around it.
func (x *anchorIndex) at(chain []string, text string) []string {
	var out []string
	if len(x.quotes) > 0 {
		for _, id := range x.order {
			if q, ok := x.quotes[id]; ok {
				if from, _ := find(text, q.Exact, q.Prefix, q.Suffix); from >= 0 {
					out = append(out, id)
				}
			}
		}
	}
	for _, mark := range chain {
		out = append(out, x.byMark[mark]...)
	}
	return out
}

// find returns the first place of a quote between its surroundings, -1 when there is none.
func find(text, exact, prefix, suffix string) (from, to int) {
	if exact == "" {
		return -1, -1
	}
	for at := 0; ; {
		i := strings.Index(text[at:], exact)
		if i < 0 {
			return -1, -1
		}
		from, to = at+i, at+i+len(exact)
		if strings.HasSuffix(text[:from], prefix) && strings.HasPrefix(text[to:], suffix) {
			return from, to
		}
		at = to
	}
}
