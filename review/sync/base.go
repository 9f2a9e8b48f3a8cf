package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// base is what was sent, as far as the file tells. When the source is still the one that was sent,
// every paragraph of the plan is its own base. When it has moved on, the manifest says paragraph by
// paragraph what the reviewer saw, so that their edits can be distinguished from the author's.
type base struct {
	look    halt.Look
	blocks  []layout.Block // the main story of the plan
	moved   bool           // the source is not the one that was sent
	unknown bool           // … and the file does not say what was
	same    bool           // the source is the one that was sent, but for annotations that were not: nobody else has edited it
	older   bool           // another version made the file: it may have aligned pictures, equations and columns of numbers otherwise
	// wideItems is set when another version made the file, in which the items of panels are indented like others.
	wideItems bool
	foreign   bool // another program made the file: it may spell generated lines its own way
	sentAs    map[*layout.Para]uint32
	place     map[*layout.Para]int  // its entry among those that were sent
	apart     map[*layout.Para]bool // see [base.without]
	was       map[uint32]bool
	more      *repeats
	settled   map[string]bool   // see [Options]
	marks     map[uint32]uint32 // comments and notes that were sent
	// withheld is set when the file was made for a client, without comments and change requests: of the source that was sent, marks
	// has the notes then.
	withheld bool
	// forms are the forms of the paragraphs that were sent, by the numbers of place, and empty says which show nothing.
	forms []uint16
	empty []bool
	// breaksChanged has the kinds of breaks of which the source has more or fewer than were sent.
	breaksChanged map[breakKind]bool
	// equations are the hashes of the equations that were sent; nil when nothing says which.
	equations map[uint32]bool
	// alts are the hashes of the alternative texts that were sent; nil when nothing says which.
	alts map[uint32]bool
	// listed is set when the file says all that was sent, the pictures too.
	listed bool
	links  []uint32 // what links showed that Word cannot follow, see [layout.Manifest]
	charts []string // the keys of the charts that were sent
	// drawn are the pictures and the paper that were sent, as the manifest has them.
	drawn layout.Drawn
	// paras are the paragraphs that were sent, by the numbers of place; nil when only hashes are known.
	paras []*layout.Para
	// merged are the hashes of the merged cells that tables were sent with, and mergedSent all of them.
	merged     map[*layout.Grid]uint32
	mergedSent map[uint32]bool
	grids      []layout.Area     // the tables that were sent
	said       map[string]string // the texts of comments and notes that were sent, by id, likewise
	fields     fieldCounts       // of the blocks of the main story
	last       struct {          // see [base.present]
		p    *layout.Para
		hash uint32
	}
}

// baseOf reads what was sent from a returned file.
func baseOf(now *layout.Plan, returned *wml.Document, opts Options) *base {
	m, ok := layout.ReadManifest(returned.Manifest, returned.Properties[layout.ManifestProperty])
	b := newBase(now, m, ok, opts.Sent, opts.Incomplete, returned)
	b.settled = opts.settled
	if b.blocks == nil {
		b.blocks = sentBlocks(now, returned, &b.fields)
	} else {
		b.eachAsSent(b.blocks, func(p *layout.Para) { b.fields.count(now.Names, p, false) })
	}
	return b
}

// newBase compares the plan of the present source with the manifest. sent, when given, is the plan
// of the source that was sent and stands in for a manifest. The blocks of now's main story are laid out when the source has changed.
// incomplete says that files the source names are not there: then it is not laid out as it was sent, even if it
// is the same; nor when it was sent by a version that lays sources out in another way.
func newBase(now *layout.Plan, m layout.Manifest, ok bool, sent *layout.Plan, incomplete bool, returned *wml.Document) *base {
	b := &base{look: now.Look, foreign: !ok && sent == nil, listed: m.Marks != nil, drawn: m.Drawn, links: m.Links,
		charts: layout.PropertyWords(returned.Properties, layout.ChartsProperty)}
	if m.Alts != nil {
		b.alts = map[uint32]bool{}
		for _, h := range m.Alts {
			b.alts[h] = true
		}
	}
	b.wideItems = m.WideItems()
	if sent != nil {
		m, ok = b.sentFrom(sent, m), true
	}
	b.older = !m.Current && sent == nil
	same := ok && m.Source == now.Doc.File.Hash()
	annotated := b.withhold(now, m)
	if !ok || same && (m.Current && !incomplete && !annotated || m.Entries == nil) {
		return b
	}
	if m.Entries == nil {
		b.moved, b.unknown = true, true
		return b
	}
	b.blocks = slices.Collect(now.Body())
	if same && laidOutAs(m.Entries, now, b.blocks) {
		return b
	}
	b.moved, b.same = true, same && m.Current && !incomplete
	b.marks = m.Marks
	if m.Equations != nil {
		b.equations = map[uint32]bool{}
		for _, h := range m.Equations {
			b.equations[h] = true
		}
	}
	b.sentAs, b.was = map[*layout.Para]uint32{}, make(map[uint32]bool, len(m.Entries))
	b.place = map[*layout.Para]int{}
	b.forms, b.empty = make([]uint16, len(m.Entries)), make([]bool, len(m.Entries))
	for i, e := range m.Entries {
		b.was[e.Content], b.forms[i], b.empty[i] = true, e.Form, e.Content == layout.ContentHash(0)
	}
	e := &entries{sent: m.Entries, was: b.paras, returned: returned, byAnchor: map[uint32]int{}, here: map[uint32]bool{}}
	for i, x := range m.Entries {
		if x.Anchor != 0 {
			e.byAnchor[x.Anchor] = i
		}
	}
	body := append(now.HeaderFooter(), b.blocks...)
	for _, x := range body {
		layout.EachPara(x, func(p *layout.Para) {
			e.paras = append(e.paras, p)
			e.now = append(e.now, layout.EntryOf(p))
			if a := e.now[len(e.now)-1].Anchor; a != 0 {
				e.here[a] = true
			}
		})
	}
	b.breaksChanged = changedBreaks(m.Entries, e.now)
	match := align.Align(e)
	e.carried(match)
	for j, i := range match {
		if i >= 0 {
			b.sentAs[e.paras[j]] = m.Entries[i].Content
			b.place[e.paras[j]] = i
		}
	}
	b.cells(body, e, m)
	b.more = &repeats{sent: map[uint32]int{}, now: map[uint32]int{}, edited: map[uint32]int{}}
	for _, e := range m.Entries {
		b.more.sent[e.Content]++
	}
	taken := map[int]bool{}
	for _, i := range b.place {
		if !taken[i] {
			taken[i] = true
			b.more.now[m.Entries[i].Content]++
		}
	}
	return b
}

// withhold notes whether the file was made without comments and change requests, and reports whether the source has such.
func (b *base) withhold(now *layout.Plan, m layout.Manifest) (annotated bool) {
	b.withheld = now.Doc.Audience.Client && !m.Audience.Comments
	if !b.withheld {
		return false
	}
	if b.marks = m.Marks; b.marks == nil {
		b.marks = sentNotes(now)
	}
	return hasAnnotations(now.Doc)
}

// sentNotes returns the marks of the notes of a plan.
func sentNotes(p *layout.Plan) map[uint32]uint32 {
	out := map[uint32]uint32{}
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		out[layout.MarkKey(layout.MarkName(n.Node))] = layout.MarkContent(layout.Contents(n.Blocks))
	}
	return out
}

// hasAnnotations reports whether a document has comments or change requests.
func hasAnnotations(doc *noma.Document) bool {
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Annotates) && !d.Is(noma.Note) {
			return true
		}
	}
	return false
}

// sentFrom returns a manifest with what the plan of the source that was sent says, and notes what no manifest holds.
func (b *base) sentFrom(sent *layout.Plan, m layout.Manifest) layout.Manifest {
	m.Entries, m.Grids, m.Marks = nil, nil, map[uint32]uint32{}
	b.said = map[string]string{}
	for _, c := range sent.Comments {
		b.said[c.Node.At().ID] = blocksText(c.Blocks)
		m.Marks[layout.MarkKey(layout.MarkName(c.Node))] = layout.MarkContent(layout.Contents(c.Blocks))
	}
	for _, n := range append(append([]*layout.Note(nil), sent.Footnotes...), sent.Endnotes...) {
		if n.InPlace {
			continue // it is part of a sentence
		}
		b.said[n.Node.ID] = blocksText(n.Blocks)
		m.Marks[layout.MarkKey(layout.MarkName(n.Node))] = layout.MarkContent(layout.Contents(n.Blocks))
	}
	request := func(d *noma.Directive, r layout.Request) {
		m.Marks[layout.MarkKey(layout.RequestMark(d))] = layout.MarkContent(sent.Names.Proposed(r))
	}
	for _, t := range sent.Placed {
		m.Marks[layout.MarkKey(layout.MarkName(t.Node))] = layout.MarkContent(nil)
		request(t.Node, t.Request)
	}
	for _, x := range append(sent.HeaderFooter(), slices.Collect(sent.Body())...) {
		layout.EachGrid(x, len(m.Entries), func(a layout.Area) { m.Grids = append(m.Grids, a) })
		layout.EachPara(x, func(p *layout.Para) {
			m.Entries = append(m.Entries, layout.EntryOf(p))
			b.paras = append(b.paras, p)
			if d, ok := p.Node.(*noma.Directive); ok && p.Part == layout.PartRevision {
				request(d, layout.ReadRequest(d))
			}
		})
	}
	m.Equations = []uint32{}
	for _, x := range equationsOf(sent, slices.Collect(sent.Body())) {
		m.Equations = append(m.Equations, layout.EquationHash(x.text))
	}
	m.Source = sent.Doc.File.Hash()
	return m
}

// laidOutAs reports whether a plan has the paragraphs that were sent.
func laidOutAs(sent []layout.Entry, now *layout.Plan, body []layout.Block) bool {
	n, same := 0, true
	for _, x := range append(now.HeaderFooter(), body...) {
		layout.EachPara(x, func(p *layout.Para) {
			same = same && n < len(sent) && sent[n].Content == layout.EntryOf(p).Content
			n++
		})
	}
	return same && n == len(sent)
}

// entries aligns the present paragraphs with the entries of the manifest.
type entries struct {
	sent     []layout.Entry
	now      []layout.Entry
	paras    []*layout.Para
	byAnchor map[uint32]int
	here     map[uint32]bool // the anchors of the present paragraphs
	was      []*layout.Para  // what was sent, nil when only hashes are known
	returned *wml.Document
	said     [2]map[int]*wording // the texts of entries and of paragraphs, see [entries.alike]
	came     map[uint32]string   // the texts that came back, by their hashes
}

// carried pairs what the author carried to another place: contents that are left over once on each side.
func (e *entries) carried(match []int) {
	aligned := make([]bool, len(e.sent))
	for _, i := range match {
		if i >= 0 {
			aligned[i] = true
		}
	}
	left := align.Once[uint32]{}
	for i, x := range e.sent {
		if !aligned[i] {
			left.AddA(x.Content, i)
		}
	}
	for j, i := range match {
		if i < 0 {
			left.AddB(e.now[j].Content, j)
		}
	}
	for j := range match {
		if i, to, ok := left.Pair(e.now[j].Content); ok && to == j && e.Equal(i, j) {
			match[j] = i
		}
	}
}

// taken reports whether an entry belongs to another block than a paragraph does, and that block is
// still there. An anchor that is gone says little: the block may have a new id.
func (e *entries) taken(i, j int) bool {
	a := e.sent[i].Anchor
	return a != e.now[j].Anchor && e.here[a]
}

func (e *entries) Len() (int, int) { return len(e.sent), len(e.now) }
func (e *entries) Equal(i, j int) bool {
	return e.sent[i].Content == e.now[j].Content && !e.taken(i, j) && e.requested(i, j)
}

// requested reports whether an entry can be what a request of the source proposes: the label before it was
// sent, too. Else it is the text that the request is about, which reads the same.
func (e *entries) requested(i, j int) bool {
	if e.paras[j].Part != layout.PartRevision || j == 0 {
		return true
	}
	label := e.now[j-1]
	return i > 0 && e.sent[i-1].Anchor == label.Anchor && (label.Anchor != 0 || e.sent[i-1].Content == label.Content)
}

func (e *entries) KeyA(i int) uint64 { return uint64(e.sent[i].Content) }
func (e *entries) KeyB(j int) uint64 { return uint64(e.now[j].Content) }
func (e *entries) Anchored(j int) int {
	if a := e.now[j].Anchor; a != 0 {
		if i, ok := e.byAnchor[a]; ok {
			return i
		}
	}
	return -1
}

// Score returns how alike two are. A paragraph that stands where another stood is taken for it, unless their anchors say that they are of
// different blocks; of several such, the one that has its words, where these are known.
func (e *entries) Score(i, j int) int {
	switch {
	case e.Equal(i, j):
		return 100
	case (e.sent[i].Anchor != 0) != (e.now[j].Anchor != 0), e.taken(i, j), !e.requested(i, j):
		return 0
	}
	score := 1
	for _, step := range [...]int{-1, 1} {
		if e.beside(i, j, step) {
			score++
		}
	}
	return score + e.alike(i, j)/100
}

// alike returns how much a paragraph has of the words of an entry, of 1000. The words are known of a source that was sent, or when they
// came back as they were sent.
func (e *entries) alike(i, j int) int {
	if e.came == nil {
		e.came, e.said = map[uint32]string{}, [2]map[int]*wording{{}, {}}
		for _, st := range e.returned.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				e.came[layout.ContentHash(layout.Fingerprint(p.Runs, wml.Original))] = text(p.Runs)
			}
		}
	}
	if e.said[0][i] == nil {
		e.said[0][i] = &wording{text: e.came[e.sent[i].Content]}
		if e.was != nil {
			e.said[0][i].text = shown(e.was[i])
		}
	}
	if e.said[1][j] == nil {
		e.said[1][j] = &wording{text: shown(e.paras[j])}
	}
	if e.said[0][i].text == "" {
		return 0
	}
	return likeness(e.said[0][i], e.said[1][j])
}

// beside reports whether the next paragraph of the same block is the next one that was sent: what stands next to
// it is then rather a line of this block than what the author wrote before or behind it.
func (e *entries) beside(i, j, step int) bool {
	if i += step; i < 0 || i >= len(e.sent) {
		return false
	}
	k := j + step
	return k >= 0 && k < len(e.now) && e.paras[k].Node == e.paras[j].Node && e.sent[i].Content == e.now[k].Content
}
