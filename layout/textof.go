package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// TextOf collects the text of blocks with an id, for selectors: of each its own paragraphs, and with them those of
// the blocks in it. Paragraphs are numbered in the order in which they are added.
type TextOf struct {
	Names *Names
	// Wanted are the blocks whose text is collected; nil for all.
	Wanted map[noma.Node]bool

	own, under map[noma.Node]*TextIndex
	// beside is the text of header and footer: the document has it when its body does not have the words. No comments are there.
	beside map[noma.Node]*TextIndex
	paras  map[int]*placedPara
	n      int
}

// placedPara is what is kept of a paragraph.
type placedPara struct {
	node    noma.Node
	content []Glyph
	grid    bool
	// Of a cell of a table with merged ones: those, and its row and column.
	merges   []dataset.Range
	row, col int
}

// next returns the number of the next paragraph.
func (x *TextOf) next() int {
	if x.own == nil {
		x.own, x.under, x.beside = map[noma.Node]*TextIndex{}, map[noma.Node]*TextIndex{}, map[noma.Node]*TextIndex{}
		x.paras = map[int]*placedPara{}
	}
	x.n++
	return x.n - 1
}

// Add adds a paragraph of a block and returns its number. Its content is asked for when the text is collected. Grid tells that it is a cell
// of a table of data.
func (x *TextOf) Add(node noma.Node, content func() []Glyph, grid bool) int {
	key := x.next()
	add := func(m map[noma.Node]*TextIndex, n noma.Node) {
		if x.Wanted != nil && !x.Wanted[n] {
			return
		}
		if m[n] == nil {
			m[n] = &TextIndex{}
		}
		if x.paras[key] == nil {
			x.paras[key] = &placedPara{node: node, content: content(), grid: grid}
		}
		if len(x.paras[key].content) > 0 || grid { // empty lines come and go
			m[n].waiting = append(m[n].waiting, key)
		}
	}
	whole := noma.Node(x.Names.doc)
	aside := (x.Wanted == nil || x.Wanted[whole]) && InHeaderFooter(node)
	if at := x.Names.Addressable(node); at != nil && !(aside && at == whole) {
		add(x.own, at)
	}
	for n := node; n != nil; n = n.At().Parent {
		switch {
		case aside && n == whole:
			add(x.beside, n)
		case TargetID(n) != "":
			add(x.under, n)
		}
	}
	return key
}

// Block adds a block of a plan.
func (x *TextOf) Block(b Block) {
	if c, ok := b.(*Columns); ok {
		for _, row := range c.Rows {
			for _, inner := range slices.Concat(row...) {
				x.Block(inner)
			}
		}
		return
	}
	var merges map[*Para]placedPara
	if g, ok := b.(*Grid); ok && len(g.Merges) > 0 {
		merges = map[*Para]placedPara{}
		for i, row := range g.Rows {
			for j, p := range row {
				merges[p] = placedPara{merges: g.Merges, row: i, col: j}
			}
		}
	}
	EachPara(b, func(p *Para) {
		if Counted(p) {
			n := x.Add(p.Node, p.sentContent, p.Part == PartCell)
			if at, ok := merges[p]; ok && x.paras[n] != nil {
				x.paras[n].merges, x.paras[n].row, x.paras[n].col = at.merges, at.row, at.col
			}
		}
	})
}

// sentContent returns what a paragraph shows, without what is proposed.
func (p *Para) sentContent() []Glyph { return Glyphs(p.Runs(), wml.Original) }

// hasNoteMark reports whether the mark of a note stands in a paragraph.
func (p *Para) hasNoteMark() bool {
	return slices.ContainsFunc(p.Segs, func(s Seg) bool {
		return slices.ContainsFunc(s.Runs, func(r wml.Run) bool { return r.Kind == wml.NoteMark })
	})
}

// Note adds the text of a note, which is its own and not that of the block it is about. It calls f for its paragraphs.
func (x *TextOf) Note(n *Note, f func(key int, p *Para)) {
	for _, b := range n.Blocks {
		EachPara(b, func(p *Para) { f(x.AddNote(n.Node, p.sentContent()), p) })
	}
}

// AddNote adds a paragraph of a note and returns its number.
func (x *TextOf) AddNote(note noma.Node, content []Glyph) int {
	key := x.next()
	if x.own[note] == nil {
		x.own[note] = &TextIndex{}
	}
	if len(content) > 0 {
		x.own[note].waiting = append(x.own[note].waiting, key)
	}
	x.paras[key] = &placedPara{node: note, content: content}
	return key
}

// texts returns the texts of a block that selectors are resolved in, those it has of two: that of its own paragraphs, and that of
// the blocks in it. They are made when they are asked for, since few blocks are.
func (x *TextOf) texts(n noma.Node) (out []*TextIndex) {
	for _, m := range [...]map[noma.Node]*TextIndex{x.own, x.under, x.beside} {
		t := m[n]
		if t == nil {
			continue
		}
		for _, key := range t.waiting {
			t.Add(key, x.paras[key].content)
		}
		t.waiting = nil
		out = append(out, t)
	}
	return out
}

// Find resolves a selector in the text of a block: in its own paragraphs, else in those of the blocks in it.
func (x *TextOf) Find(target noma.Node, q Quote, strict bool) (start, end Spot, ok bool) {
	for _, exactly := range []bool{true, strict} {
		for _, t := range x.texts(target) {
			if start, end, ok = t.Find(q, exactly); ok {
				return start, end, ok
			}
		}
		if strict {
			break
		}
	}
	return start, end, false
}

// Holds reports whether words stand in the text of a block, once or more often.
func (x *TextOf) Holds(target noma.Node, words string) bool {
	words = Folded(words)
	return slices.ContainsFunc(x.texts(target), func(t *TextIndex) bool { return strings.Contains(t.build.String(), words) })
}

// Quote returns the selector of a place in the text of a block, in its own paragraphs or those of the blocks in it. It is
// one that [TextOf.Find] finds again.
func (x *TextOf) Quote(target noma.Node, start, end Spot) (Quote, bool) {
	for _, t := range x.texts(target) {
		if q, ok := t.Quote(start, end); ok {
			a, z, found := x.Find(target, q, true)
			return q, found && a == start && z == end
		}
	}
	return Quote{}, false
}
