package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked is an open change request at its place in the text, which Word shows as a tracked change there.
type Tracked struct {
	Node    *noma.Directive
	Request Request
	Unit    Unit
	// Start and End are the characters ([Glyphs]) of its paragraph that a change of the text takes out; equal where
	// it only inserts. A paragraph ends or is joined to the next one at Start.
	Start, End int
	// Runs are what it puts in.
	Runs []wml.Run
	// Blocks are the whole paragraphs it puts in, Cells those of a row or column. They go behind the paragraph, row or
	// column that the mark stands at, or before it.
	Blocks []*Para
	Cells  [][]wml.Run
	Before bool
	// Deeper is how many levels the items that it puts in are below the one they are next to, Deepest how many they can be: one below the
	// item before them.
	Deeper, Deepest int
	// Within tells that the paragraphs it puts in belong to the block of the one they are next to.
	Within bool
	// Apart tells that the request is shown as a block of its own behind its target, as one without a place is: the
	// words it is about cannot be shown as deleted, or it comes with a reason.
	Apart bool
}

// Unit is what a change request puts in or takes out.
type Unit string

const (
	UnitText      Unit = ""          // words of a paragraph
	UnitParagraph Unit = "paragraph" // whole paragraphs, given as source
	UnitItem      Unit = "item"      // items of a list, given as source
	UnitRow       Unit = "row"       // a row of a table: | a | b |
	UnitColumn    Unit = "column"    // a column of a table, from the top: | a | b |
	UnitBreak     Unit = "break"     // the end of a paragraph
)

var requestUnits = []Unit{UnitText, UnitParagraph, UnitItem, UnitRow, UnitColumn, UnitBreak}

// Inserts reports whether the change puts something in.
func (t *Tracked) Inserts() bool { return t.Request.Action != "delete" }

// Deletes reports whether the change takes something out.
func (t *Tracked) Deletes() bool { return t.Request.Action != "insert" }

// Revision returns the tracked change as Word has it.
func (t *Tracked) Revision(kind wml.RevisionKind) *wml.Revision {
	return &wml.Revision{Kind: kind, ID: "cr" + t.Node.ID + string("id"[kind&1]), Author: t.Request.Author, Date: t.Request.Date}
}

// Addressable returns the block with an id that a node belongs to: the node itself or the nearest around it, and for
// a comment, note or change request the block it is about; the document when there is none. It is nil for nil.
func (n *Names) Addressable(x noma.Node) noma.Node {
	for ; x != nil; x = x.At().Parent {
		if x == noma.Node(n.doc) {
			return x
		}
		if d, ok := x.(*noma.Directive); ok && TargetKeys[d.Name] != nil {
			if t := n.Target(d); t != nil {
				return t
			}
			continue // what is about a block that is not there is not shown
		}
		if id := x.At().ID; id != "" && n.Node(id) == x {
			return x
		}
	}
	return nil
}

// TargetID returns how a comment, note or change request refers to a block or the document that it is about.
func TargetID(n noma.Node) string {
	if _, whole := n.(*noma.Document); whole {
		return noma.WholeDocument
	}
	return n.At().ID
}

// place resolves the selectors of change requests, comments and notes. What is found is a mark in a paragraph of the
// plan; what is not is shown at its target as a whole, as what has no selector is, and listed in the plan.
func (b *builder) place(p *Plan) {
	inPlace := noma.HasInlineNotes(b.doc.File.Text)
	if len(b.placing)+len(b.commenting)+len(b.noting)+len(b.marking) == 0 && !inPlace {
		return
	}
	x, refs, changed := b.readTexts(p)
	if changed {
		x, refs, _ = b.readTexts(p)
	}
	notes := b.noteTexts(x)
	b.marks = map[int]*Marks{}
	b.placeComments(x)
	if changed || len(b.noting)+len(b.marking)+len(b.inPlace) > 0 {
		b.placeNotes(x, refs)
	}
	b.noNotes = true // what is proposed is no part of the text yet
	for _, d := range b.placing {
		t, at, ok := b.resolved(x, d)
		if !ok {
			p.Lost = append(p.Lost, d)
		}
		if target := b.names.Target(d); target == nil {
			continue // a note that shows nowhere
		}
		if !ok || t.Apart {
			h := b.attachmentsOf(b.names.host(b.names.Target(d)))
			h.requests = append(h.requests, d)
			b.requested = true
			b.marker(d, ReadRequest(d), b.names.Target(d))
		} else {
			p.Placed, p.marked = append(p.Placed, t), true
		}
		if ok {
			b.markAt(at).Tracked = append(b.markAt(at).Tracked, t)
		}
	}
	b.noNotes = false
	for para, m := range b.marks {
		slices.SortStableFunc(m.Tracked, func(a, z *Tracked) int { return a.Start - z.Start })
		refs.levels.limit(m.Tracked, para)
		slices.SortStableFunc(m.Points, func(a, z Mark) int { return cmp.Or(a.At-z.At, int(a.Kind)-int(z.Kind)) })
	}
	for key, para := range notes {
		para.Marks = b.marks[key]
	}
	if len(p.Lost) > 0 {
		p.texts = x
	}
	n := 0
	for _, block := range p.HeaderFooter() {
		n = b.mark(block, n)
	}
}

// noteRefs are the places of the notes that need no search: at the ends of paragraphs, or marks in sentences. A paragraph is given by its
// number.
type noteRefs struct {
	holders map[*Note]int
	heads   map[noma.Node]int // the first paragraph of each block
	marks   map[*Note]Spot
	levels  levels
}

// readTexts collects the texts in which something stands, and finds the marks of notes. It reports whether some of these are none, and the
// texts other ones therefore.
func (b *builder) readTexts(p *Plan) (x *TextOf, refs noteRefs, changed bool) {
	x = &TextOf{Names: b.names, Wanted: map[noma.Node]bool{}}
	for _, d := range b.placing {
		x.Wanted[b.names.Target(d)] = true
	}
	for _, c := range b.commenting {
		x.Wanted[c.Target] = true
	}
	for _, n := range b.noting {
		x.Wanted[n.Target] = true
	}
	for _, block := range p.HeaderFooter() {
		x.Block(block)
	}
	b.firstMark = x.n
	refs = noteRefs{holders: map[*Note]int{}, heads: map[noma.Node]int{}, marks: map[*Note]Spot{}, levels: levels{}}
	marked := map[string]noma.Node{}
	b.inPlace = map[int][]*Note{}
	for block := range p.Stream() {
		n := x.n
		EachPara(block, func(p *Para) {
			for _, note := range p.Notes {
				refs.holders[note] = n
			}
			if _, seen := refs.heads[p.Node]; !seen && x.Wanted[p.Node] {
				refs.heads[p.Node] = n
			}
			if Counted(p) {
				b.notesInPlace(p, n)
				refs.levels.note(p, n)
			}
			if len(b.marking) > 0 && p.hasNoteMark() {
				for at, g := range p.sentContent() {
					if id, ok := strings.CutPrefix(g.Object, noteObject); ok && b.names.notes[id] != nil {
						if note := b.names.notes[id]; marked[id] == nil {
							marked[id], refs.marks[note] = p.Node, Spot{n, at}
						}
					}
				}
			}
			if Counted(p) {
				n++
			}
		})
		x.Block(block)
	}
	return x, refs, b.markNotes(marked)
}

// noteTexts adds the text of the notes that change requests are about, and returns its paragraphs by their numbers.
func (b *builder) noteTexts(x *TextOf) map[int]*Para {
	out := map[int]*Para{}
	for _, n := range slices.Concat(b.plan.Footnotes, b.plan.Endnotes, b.noting, b.marking) {
		if x.Wanted[n.Node] {
			x.Note(n, func(key int, p *Para) { out[key] = p })
		}
	}
	return out
}

func (b *builder) markAt(para int) *Marks {
	if b.marks[para] == nil {
		b.marks[para] = &Marks{}
	}
	return b.marks[para]
}

// mark gives the paragraphs of a block their marks; n is the number of the first of them. It returns the number of
// the paragraph behind it.
func (b *builder) mark(x Block, n int) int {
	marked := false
	EachPara(x, func(p *Para) {
		if p.Marks = nil; Counted(p) {
			p.Marks = b.marks[n]
			p.number(b.inPlace[n])
			marked = marked || p.Marks != nil || len(b.inPlace[n]) > 0
			n++
		}
	})
	if g, ok := x.(*Grid); ok && marked {
		g.lay = nil // its cells have to stay
	}
	return n
}

// resolved resolves one request; at is the number of the paragraph it stands in.
func (b *builder) resolved(x *TextOf, d *noma.Directive) (t *Tracked, at int, ok bool) {
	b.opts.Look.Now()
	r, q := ReadRequest(d), ReadQuote(d)
	t = &Tracked{Node: d, Request: r, Unit: UnitOf(d), Apart: strings.TrimSpace(d.Body) != "" && !r.BodyIsText}
	target := b.names.Target(d)
	switch {
	case t.Unit == UnitBreak && r.Action == "delete":
		q.Exact = " "
	case t.Unit == UnitRow || t.Unit == UnitColumn:
		q.Exact = strings.Join(cellTexts(b, r.From), " ")
		if t.Unit == UnitColumn && r.From != "" {
			q.Exact = cellTexts(b, r.From)[0]
		}
	case t.Unit == UnitBreak || r.From == "":
		q.Exact = ""
	default:
		q.Exact = visible(b.shows(r.From))
	}
	start, end, ok := x.Find(target, q, true)
	if !ok {
		return nil, 0, false
	}
	if b.names.host(target) != target && t.Unit != UnitText {
		return nil, 0, false // of a note, words alone
	}
	para := x.paras[start.Para]
	t.Start, t.End = start.At, end.At
	t.Within = b.names.Addressable(para.node) == target
	t.Before = q.Exact == "" && start.At == 0 && len(para.content) > 0
	switch t.Unit {
	case UnitRow, UnitColumn:
		if !para.grid {
			return nil, 0, false
		}
		for _, text := range SplitCells(r.To) {
			t.Cells = append(t.Cells, b.inlineCell(text))
		}
		return t, start.Para, !para.hidden(t)
	case UnitParagraph, UnitItem:
		if r.To != "" {
			items := ItemsOf(r.To)
			t.Blocks, t.Deeper = b.snippet(items), (len(r.To)-len(items))/2
		}
		if r.Action != "insert" && (start.Para != end.Para || start.At > 0 || end.At < len(para.content)) {
			return nil, 0, false
		}
		return t, start.Para, r.To == "" || len(t.Blocks) > 0
	case UnitBreak:
		t.End, t.Apart = t.Start, t.Apart || para.grid
		return t, start.Para, true
	}
	if start.Para != end.Para {
		return nil, 0, false
	}
	t.Apart = t.Apart || slices.ContainsFunc(para.content[start.At:end.At], func(g Glyph) bool { return g.Object != "" })
	t.Runs = b.shows(r.To)
	return t, start.Para, true
}

// UnitOf returns the unit of a change request.
func UnitOf(d *noma.Directive) Unit {
	if u := Unit(strings.ToLower(strings.TrimSpace(d.AttrText("unit")))); slices.Contains(requestUnits, u) {
		return u
	}
	return UnitText
}

// placedRequest reports whether a request says where in its target it stands.
func placedRequest(d *noma.Directive, r Request) bool { return r.Open() && hasPlace(d) }

func hasPlace(d *noma.Directive) bool {
	return !ReadQuote(d).IsZero() || UnitOf(d) != UnitText || strings.EqualFold(d.AttrText("unit"), TextUnit)
}

// TextUnit is how a request says that it is about words in the text where these are unique without context.
const TextUnit = "text"

// shows returns inline markup with the white space at its ends, which is part of a tracked change: without it words
// would grow together.
func (b *builder) shows(markup string) []wml.Run {
	core := strings.Trim(markup, " \t\n")
	if core == "" {
		return []wml.Run{{Text: markup}}
	}
	lead, trail, _ := strings.Cut(markup, core)
	var out []wml.Run
	if lead != "" {
		out = append(out, wml.Run{Text: lead})
	}
	out = append(out, b.inline(core)...)
	if trail != "" {
		out = append(out, wml.Run{Text: trail})
	}
	return out
}

// visible returns the text of runs in the form of selectors, with the white space at its ends.
func visible(runs []wml.Run) string {
	var s strings.Builder
	for _, g := range AllGlyphs(runs, wml.Original) {
		s.WriteRune(g.Rune)
	}
	return s.String()
}

// SplitCells returns the cells of a row as change requests have it.
func SplitCells(row string) []string {
	var out []string
	if strings.TrimSpace(row) != "" {
		for _, c := range noma.SplitRow(row, 0) {
			out = append(out, c.Text)
		}
	}
	return out
}

// cellTexts returns the texts of the cells of a row.
func cellTexts(b *builder, row string) []string {
	var out []string
	for _, text := range SplitCells(row) {
		out = append(out, visible(b.inlineCell(text)))
	}
	return out
}

// ItemsOf returns the source that a request puts in without the blanks before it: two for each level that items are below the one they are
// next to.
func ItemsOf(to string) string { return strings.TrimLeft(to, " ") }

// snippet lays out source that a request puts in: paragraphs only.
func (b *builder) snippet(text string) []*Para {
	d := noma.Snippet(text)
	own := *b
	own.arena = b.snippets
	own.listNo = nil
	var out []*Para
	e := &emitter{builder: &own, page: b.firstPage}
	e.yield = func(x Block) bool {
		p, ok := x.(*Para)
		if ok {
			p.Anchors = nil
			p.Part = PartRevision
			out = append(out, p)
		}
		return ok
	}
	e.nodes(d.Children, flow{width: b.firstPage.TextWidth()})
	if e.stopped {
		return nil
	}
	return out
}
