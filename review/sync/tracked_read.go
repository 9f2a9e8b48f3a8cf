package reviewsync

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
)

// The tracked changes of a returned file as values: what each takes out and puts in, and where. Places are counted in
// the text as it is without them ([wml.Original]), which is what the source shows until somebody decides.

// tracked is one tracked change of a returned file.
type tracked struct {
	unit   layout.Unit
	action string
	para   *wml.Paragraph // the paragraph it is in; of whole paragraphs and rows the one they are next to, or are
	table  *wml.Table     // the table of data it is in
	column int            // of a whole column
	start  int            // characters before it in para
	end    int            // behind what it takes out
	before bool           // what it puts in goes before para
	from   []layout.Glyph
	to     []layout.Glyph
	rows   [2][][]layout.Glyph // of rows and columns: the cells it takes out, and those it puts in
	blocks []*wml.Paragraph    // whole paragraphs it puts in
	framed bool
	revs   []*wml.Revision
	moved  wml.RevisionKind // MoveFrom or MoveTo of half a move, else Insert
	part   string           // of a header or footer: its part and a colon
	inNote *gotNote         // the note it is in

	author, date string
	request      *layout.Tracked // the change request of the source that it is
	// Of a change that becomes a request: its finding, and its operation among those that are added.
	finding *finding
	added   *operation
	run     int  // the first of its runs in its paragraph
	indent  bool // it is in the indentation of a line of code
	// rewritten is set when it is half a move of words that the author has rewritten.
	rewritten bool
}

// trackedReader collects tracked changes.
type trackedReader struct {
	*requests
	part    string
	sameIDs bool // LibreOffice numbers the parts of a change anew
	out     []*tracked
}

// readTracked lists the tracked changes of the file in the order of the text.
func (s *requests) readTracked() []*tracked {
	if !s.tracks() {
		return nil
	}
	r := &trackedReader{requests: s, sameIDs: s.returned.byLibreOffice()}
	for _, p := range s.returned.marked {
		r.undone(p)
	}
	for _, kind := range []wml.StoryKind{wml.HeaderStory, wml.FooterStory, wml.MainStory} {
		for _, st := range s.returned.Stories {
			if st.Kind != kind {
				continue
			}
			if r.part = ""; kind != wml.MainStory {
				r.part = st.Part + ":"
			}
			r.flow(st.Blocks)
		}
	}
	r.noteChanges()
	return r.out
}

// tracks reports whether the file has tracked changes at all.
func (s *requests) tracks() bool {
	if slices.ContainsFunc(s.returned.marked, (*wml.Paragraph).Revised) {
		return true
	}
	if slices.ContainsFunc(s.trackedNotes(), func(g *gotNote) bool { return slices.ContainsFunc(g.paras, (*wml.Paragraph).Revised) }) {
		return true
	}
	for t := range s.grids {
		for i := range t.Rows {
			row := &t.Rows[i]
			if row.Ins != nil || row.Del != nil || slices.ContainsFunc(row.Cells, func(c wml.TableCell) bool { return c.Ins != nil || c.Del != nil }) {
				return true
			}
		}
	}
	return false
}

func (r *trackedReader) flow(blocks []wml.Block) {
	var f flowPlace
	ofRequest := func(p *wml.Paragraph) bool {
		planned := r.planned.Get(p)
		return planned != nil && layout.RequestOf(planned.Node) != nil
	}
	stays := func(p *wml.Paragraph) {
		if ofRequest(p) {
			f.reason, f.behind = p, true
		} else {
			f.before, f.reason, f.behind, f.joined, f.longer = p, nil, false, p != nil, false
		}
		f.put = nil
	}
	for i := 0; i < len(blocks); i++ {
		joined := f.atNext()
		if t, ok := blocks[i].(*wml.Table); ok {
			r.table(t)
			stays(nil)
			if r.layouts[t] { // nothing of it is a place for what stands before it
				f.waiting, f.broken = nil, false
			}
			for p := range r.texts(t) {
				f.settle(p, ofRequest(p))
				stays(p)
			}
			continue
		}
		p := blocks[i].(*wml.Paragraph)
		if r.copies[p] {
			continue
		}
		if r.requests.ofRequest(p) {
			planned := r.planned.Get(p)
			if planned.Part != layout.PartRevision {
				r.words(p)
			}
			if planned.Loose {
				f.before = nil // it shows where it stands
			}
			if f.reason != nil && layout.RequestOf(r.planned.Get(f.reason).Node) != layout.RequestOf(planned.Node) {
				f.reason = nil
			}
			f.behind, f.put = true, nil
			continue
		}
		if !p.Revised() && text(p.Runs) != "" {
			f.settle(p, ofRequest(p))
			stays(p)
			continue
		}
		if run := splitRun(blocks[i:]); len(run) > 1 {
			if whole := r.wholeOf[p]; whole != nil {
				f.settle(whole, ofRequest(whole))
				r.words(whole)
				r.splits(whole, run)
				r.join(whole, blocks[i+len(run):])
				stays(whole)
			}
			i += len(run) - 1
			continue
		}
		if r.requests.labelled[p] != nil {
			r.requestParagraph(p)
			continue
		}
		if len(layout.Glyphs(p.Runs, wml.Original)) == 0 {
			r.putIn(p, &f, joined)
			continue
		}
		f.settle(p, ofRequest(p))
		if ofRequest(p) && len(layout.Glyphs(p.Runs, wml.Current)) == 0 {
			f.reasonGoes()
		}
		if r.changesOf(p, blocks[i+1:]) {
			i++
		}
		stays(p)
	}
}

// putIn reads a paragraph that has no text of the source. What is put in into that of a break comes before or behind the break.
func (r *trackedReader) putIn(p *wml.Paragraph, f *flowPlace, joined bool) {
	first := breaksFirst(p)
	if first {
		f.stops()
	}
	if c := r.wholeNew(p); c != nil {
		f.puts(c, joined)
		r.out = append(r.out, c)
	} else {
		f.joined = joined && p.MarkIns != nil && p.MarkDel != nil
	}
	if !first && len(returnedBreaks(p)) > 0 {
		f.stops()
	}
}

// texts returns the paragraphs with text of a table of data.
func (r *trackedReader) texts(t *wml.Table) iter.Seq[*wml.Paragraph] {
	return func(yield func(*wml.Paragraph) bool) {
		if r.layouts[t] || r.grids[t] == nil {
			return
		}
		for p := range wml.Paragraphs(t) {
			if text(p.Runs) != "" && !yield(p) {
				return
			}
		}
	}
}

// changesOf reads the changes of a paragraph that was there, and reports whether the next one belongs to them.
func (r *trackedReader) changesOf(p *wml.Paragraph, behind []wml.Block) bool {
	had := len(r.out)
	if c := r.wholeGone(p); c != nil {
		r.out = append(r.out, c)
	} else {
		r.words(p)
		r.join(p, behind)
		if len(r.out) != had+1 || len(layout.Glyphs(p.Runs, wml.Current)) > 0 {
			return false
		}
	}
	c := r.out[had] // takes all words of it out
	return len(behind) > 0 && r.anotherLine(c, behind[0])
}

// requestParagraph is the change that a paragraph shows by which our export shows a request: all that it takes out, a
// blank, and all that it puts in.
func (r *trackedReader) requestParagraph(p *wml.Paragraph) {
	c := &tracked{para: p}
	for i := range p.Runs {
		run := &p.Runs[i]
		switch glyphs := layout.AllGlyphs(p.Runs[i:i+1], wml.All); {
		case run.Del != nil:
			c.from = append(c.from, glyphs...)
			c.note(run.Del)
		case run.Ins != nil:
			c.to = append(c.to, glyphs...)
			c.note(run.Ins)
		}
	}
	c.act()
	r.out = append(r.out, c)
}

// act names what a change of words does.
func (c *tracked) act() {
	switch {
	case len(c.from) > 0 && len(c.to) > 0:
		c.action = "replace"
	case len(c.from) > 0:
		c.action = "delete"
	default:
		c.action = "insert"
	}
}

// ofRequest reports whether a paragraph shows a change request of the source as a block of its own.
func (s *requests) ofRequest(p *wml.Paragraph) bool {
	planned := s.planned.Get(p)
	return planned != nil && planned.Part != layout.PartAnchor && !layout.Counted(planned)
}

// wholeNew returns a paragraph that is put in; nil when it has no text at all.
func (r *trackedReader) wholeNew(p *wml.Paragraph) *tracked {
	now := layout.Glyphs(p.Runs, wml.Current)
	if len(now) == 0 {
		return nil
	}
	c := &tracked{unit: layout.UnitParagraph, action: "insert", to: now, blocks: []*wml.Paragraph{p}, framed: p.Framed}
	if p.List != wml.NoList {
		c.unit = layout.UnitItem
	}
	for i := range p.Runs {
		if rev := p.Runs[i].Ins; rev != nil {
			c.note(rev)
		}
	}
	return c
}

// wholeGone returns the deletion of a paragraph with its end; nil when something of it stays.
func (r *trackedReader) wholeGone(p *wml.Paragraph) *tracked {
	if p.MarkDel == nil || len(layout.Glyphs(p.Runs, wml.Current)) > 0 {
		return nil
	}
	was := layout.Glyphs(p.Runs, wml.Original)
	c := &tracked{unit: layout.UnitParagraph, action: "delete", para: p, end: len(was), from: was}
	if p.List != wml.NoList {
		c.unit = layout.UnitItem
	}
	for i := range p.Runs {
		if rev := p.Runs[i].Del; rev != nil {
			c.note(rev)
		}
	}
	return c
}

// anotherLine makes the deletion of a generated line and the paragraph that was put in in its place one replacement of the
// line's words. It reports whether b is such a paragraph.
func (r *trackedReader) anotherLine(c *tracked, b wml.Block) bool {
	q, ok := b.(*wml.Paragraph)
	if planned := r.planned.Get(c.para); !ok || planned == nil || planned.Line == nil || q.Style != c.para.Style || q.Framed != c.para.Framed ||
		q.MarkIns == nil || len(layout.Glyphs(q.Runs, wml.Original)) > 0 {
		return false
	}
	put := r.wholeNew(q)
	if put == nil || put.moved != c.moved {
		return false
	}
	c.unit, c.action, c.to = layout.UnitText, "replace", put.to
	for _, rev := range put.revs {
		c.note(rev)
	}
	return true
}

// native returns the id of a change as review data have it: those of its revisions.
func (c *tracked) native(part string) string {
	var ids []string
	for _, rev := range c.revs {
		if !slices.Contains(ids, rev.ID) {
			ids = append(ids, rev.ID)
		}
	}
	return part + strings.Join(ids, "/")
}

// entry returns the change as the review data of the contract have it.
func (s *requests) entry(c *tracked) *extract.Revision {
	s.plan.Look.Now()
	paras := slices.Clone(c.blocks)
	if c.table != nil {
		paras = slices.AppendSeq(paras, wml.Paragraphs(c.table))
	}
	paras = append(paras, c.para)
	paras = append(paras, s.partsOf[c.para]...)
	for _, p := range paras {
		known, first := s.entriesOf(p), -1
		for _, rev := range c.revs {
			if i, ok := known[rev.ID]; ok && (first < 0 || i < first) {
				first = i
			}
		}
		if first >= 0 {
			return &s.review().Revisions[first]
		}
	}
	return &extract.Revision{NativeID: c.native(c.part), Action: extract.Action(c.action), OldText: layout.PlainText(c.from), NewText: layout.PlainText(c.to),
		Author: c.author, Date: c.date}
}

// entriesOf returns the tracked changes of a paragraph in the review data, by the ids of their revisions.
func (s *requests) entriesOf(p *wml.Paragraph) map[string]int {
	known, ok := s.entries[p]
	if !ok {
		for _, ref := range s.review().ByParagraph(p) {
			if ref.List != extract.Revisions {
				continue
			}
			for id := range strings.FieldsFuncSeq(s.review().Revisions[ref.Index].NativeID, func(x rune) bool { return x == '/' || x == ':' }) {
				if known == nil {
					known = map[string]int{}
				}
				if _, taken := known[id]; !taken {
					known[id] = ref.Index
				}
			}
		}
		if s.entries == nil {
			s.entries = map[*wml.Paragraph]map[string]int{}
		}
		s.entries[p] = known
	}
	return known
}

// node returns the block a change belongs to.
func (c *tracked) node(s *core) noma.Node {
	if c.para != nil {
		return s.owner.Get(c.para)
	}
	for _, p := range c.blocks {
		return s.owner.Get(p)
	}
	if c.table != nil {
		for p := range wml.Paragraphs(c.table) {
			return s.owner.Get(p)
		}
	}
	return nil
}
