package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// matched says what each returned paragraph and table is.
type matched struct {
	owner   wml.ParagraphMap[noma.Node]    // the block that it belongs to
	planned wml.ParagraphMap[*layout.Para] // the paragraph that it was
	copies  map[*wml.Paragraph]bool        // shown by another part or made with a request: headers and footers, labels
	former  map[*wml.Paragraph]bool        // was sent, and the source shows it no more
	grids   map[*wml.Table]*layout.Grid
	layouts map[*wml.Table]bool               // tables that only arrange blocks
	wholeOf map[*wml.Paragraph]*wml.Paragraph // what a part of a paragraph split with tracking is a part of
	partsOf map[*wml.Paragraph][]*wml.Paragraph
}

func newMatched() *matched {
	return &matched{copies: map[*wml.Paragraph]bool{}, former: map[*wml.Paragraph]bool{}, grids: map[*wml.Table]*layout.Grid{}, layouts: map[*wml.Table]bool{},
		wholeOf: map[*wml.Paragraph]*wml.Paragraph{}, partsOf: map[*wml.Paragraph][]*wml.Paragraph{}}
}

// own notes which block every returned paragraph belongs to: its own where it is aligned, else that
// of what stands before it.
func (m *matched) own(st *story, doc *noma.Document) {
	var last noma.Node = doc
	for j := range st.got {
		g := &st.got[j]
		if i := st.aligned[j]; i >= 0 {
			it := &st.items[i]
			switch b := it.block.(type) {
			case *layout.Para:
				last = b.Node
				if g.para != nil {
					m.planned.Set(g.para, b)
				}
			case *layout.Grid:
				last = b.Node
			case *layout.Columns:
				last = b.Node
				continue // its cells are stories of their own
			}
		}
		node := last
		for p := range wml.Paragraphs(g.block) {
			if m.owner.Get(p) == nil {
				m.owner.Set(p, node)
			}
		}
	}
}

// ownParts gives the parts of paragraphs that were split with tracking the owner of the whole.
func (m *matched) ownParts(parts map[*wml.Paragraph][]*wml.Paragraph) {
	for whole, list := range parts {
		m.partsOf[whole] = list
		for _, p := range list {
			m.wholeOf[p] = whole
			m.owner.Set(p, m.owner.Get(whole))
			m.planned.Set(p, m.planned.Get(whole))
		}
	}
}

// returnedContents counts the contents of the returned paragraphs; one that was split with tracking is one.
func (s *core) returnedContents() map[uint32]int {
	out := map[uint32]int{}
	for _, st := range s.returned.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			if s.copies[p] || st.Kind == wml.MainStory && s.wholeOf[p] != nil {
				continue
			}
			out[layout.ContentHash(layout.Fingerprint(p.Runs, wml.Original))]++
		}
	}
	return out
}
