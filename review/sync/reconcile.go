package reviewsync

import (
	"slices"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
)

// Options of a reconciliation.
type Options struct {
	// Sent is the plan of the source that was sent, when the caller has it; it replaces the manifest.
	Sent *layout.Plan
	// AllowDelete takes blocks with an id out of the source when they were deleted in Word. Without
	// it they are reported and stay: a deleted block resembles a slip of the mouse.
	AllowDelete bool
	// Strategy decides conflicts; without one they are reported and the source keeps the author's text.
	Strategy Strategy
	// Incomplete says that pictures or data that the source names are not there, so that it cannot be laid out as
	// it was sent.
	Incomplete bool
	// Protocol10 keeps to the operations of the Agent Protocol's version 1.0; edits that need others
	// are refused.
	Protocol10 bool
	// Choose says what was decided on an edit that was found; nil accepts all. It is asked once for each finding of a comparison.
	Choose func(*Finding) Choice
	// Reviewer is who made the edits of which the file does not tell.
	Reviewer string
	// Taken are the names of findings of other files, which are given to none of this one.
	Taken map[string]bool

	// data is for review data in the place of a file: they say nothing of formatting, pictures and the page, nor where in a block
	// a tracked change stands.
	data bool

	// settled are the paragraphs that an earlier round made of the author's and the reviewer's words: what is
	// left of the difference to the file is the author's, and nobody has to win.
	settled map[string]bool
	// used are those of Taken, and of what earlier rounds brought in.
	used map[string]bool
	held map[string]bool // the names of what earlier rounds left out
	// shown is what references showed before an earlier round, by their bookmarks, of a file in which they are text.
	shown map[string]shownReference
	// described are the descriptions of tables that earlier rounds found as paragraphs of the text.
	described map[string]bool
	// first is the plan of the first round, nil in that one.
	first *layout.Plan
	// wentOn tells that the author had gone on writing in the source before that round.
	wentOn bool
	// fresh are the comments and notes that had a place in an earlier round, or got one.
	fresh map[string]bool
	// computed are the tables of formulas before an earlier round, see [computedTables].
	computed map[uint64]bool
}

// Result is what a returned file means for the source.
type Result struct {
	// Text is the new source: the operations applied. Headings that became paragraphs, and edits of the text in a section without an id
	// (its title has no letter an id could be made of), are one replace_source at the end of Ops.
	Text     string
	Ops      []patch.Op
	Made     [][]int // for each operation, the findings it brings in, as indexes of Findings
	Findings []Finding
	Report   Report

	file      *wml.Document             // as it was compared
	shown     map[string]shownReference // see Options
	described map[string]bool           // see Options
	moved     bool                      // the source is not the one that was sent
	reworded  bool                      // words that comments, notes and requests name were edited: their places are examined again
}

func reviewOf(d *wml.Document, look halt.Look) func() *extract.Review {
	return sync.OnceValue(func() *extract.Review { return extract.ExtractWith(d, look) })
}

// reconcile compares the plan of the present source with what came back and says which operations bring the reviewer's edits
// into the source.
func reconcile(plan *layout.Plan, returned *wml.Document, review func() *extract.Review, opts Options) (*Result, error) {
	sent := baseOf(plan, returned, opts)
	s := newSession(plan, sent, normalize(plan, sent, returned, &opts), review, opts)
	s.compare()
	return s.result()
}

// compare finds the edits.
func (s *session) compare() {
	for _, x := range s.returned.refused {
		f := s.refuse(x.say, x.node, x.was, x.now)
		if x.para != nil {
			f.at(x.para)
		}
	}
	for _, x := range s.returned.habits {
		s.habit(x, s.returned.program())
	}
	parts := map[wml.StoryKind][]*wml.Story{}
	for _, st := range s.returned.Stories {
		parts[st.Kind] = append(parts[st.Kind], st)
	}
	s.headerFooter(s.plan.Header, parts[wml.HeaderStory])
	s.headerFooter(s.plan.Footer, parts[wml.FooterStory])
	for _, st := range parts[wml.MainStory] {
		s.story(s.doc, s.base.blocks, st.Blocks)
	}
	s.notes.read() // before anything asks for the texts of all paragraphs
	s.comments.compare()
	s.requests.trackedChanges()
	s.notes.compare()
	s.anchors.anchor()
	if !s.opts.data {
		s.charts.compare()
		s.pictures.compare()
		s.formatting.report()
		s.formatting.paragraphFormatting()
		s.formatting.formattingTracked()
		s.formatting.codeFormatting()
		s.paper()
	}
	s.apart.report()
}

// story reconciles one text flow.
func (s *session) story(root noma.Node, sent []layout.Block, returned []wml.Block) *story {
	returned, parts := unsplit(returned)
	st := matchStory(root, sent, returned, s.base, s.rewrite)
	s.base = st.base // what the match has found out of it
	events := st.events()
	s.moves.loners(st)
	s.own(st, s.doc)
	s.ownParts(parts)
	st.findBreaks(sent, returned)
	breaksSent, breaksCame := s.breaks(sent, returned)
	s.movedBreaks(st, sent, returned)
	for _, g := range st.grouped {
		s.paragraphs.regrouped(st, g)
	}
	s.moves.sections(st)
	for _, m := range st.moves {
		s.moves.move(st, m)
	}
	for _, e := range events {
		if e.Kind == match.Same || e.Kind == match.Changed {
			s.pair(st, e)
		}
	}
	s.paragraphs.codeSpace(st, sent, returned)
	// What has no place where it was pasted is known before anything goes; the report tells it behind.
	at := len(s.findings)
	s.insertions.compare(st)
	came := slices.Clone(s.findings[at:])
	s.removals.cutInside(s.findings[:at])
	s.removals.compare(st)
	s.breaksLeft(breaksSent, breaksCame)
	s.findings = slices.Concat(s.findings[:at], s.findings[at+len(came):], came)
	s.removals.unplaced.seen = len(s.findings)
	return st
}

// pair compares one block with what it became.
func (s *session) pair(st *story, e match.Event) {
	s.plan.Look.Now()
	it, g := &st.items[e.A.From], &st.got[e.B.From]
	switch b := it.block.(type) {
	case *layout.Grid:
		g.block.(*wml.Table).Square()
		s.grids[g.block.(*wml.Table)] = b
		if it.key != g.key || g.key != g.all || !sameShape(b, g.block.(*wml.Table)) || hasItems(g.block) {
			b.Restore()
			s.tables.grid(b, g.block.(*wml.Table))
		}
		s.tables.cellSides(b, g.block.(*wml.Table))
	case *layout.Columns:
		s.layouts[g.block.(*wml.Table)] = true
		s.columns(b, g.block.(*wml.Table))
	case *layout.Para:
		if e.Kind == match.Changed {
			s.paragraphs.compare(b, g.para)
		} else if b.Part == layout.PartRevision && !g.para.Revised() && g.para.MarkIns == nil && g.para.MarkDel == nil {
			s.requests.requestEdited(b, g.para) // an insertion that was accepted, or a deletion that was rejected, reads as before
		} else {
			s.paragraphs.otherEquation(b, g.para)
			s.paragraphs.relevel(b, g.para)
		}
	}
}

// sameShape: a table whose content is the same, whose rows and cells are as many, and of which the same cells show nothing, is untouched.
func sameShape(g *layout.Grid, t *wml.Table) bool {
	if g.Len() != len(t.Rows) {
		return false
	}
	for i := range t.Rows {
		if g.RowLen(i) != len(t.Rows[i].Cells) || t.Rows[i].Ins != nil || t.Rows[i].Del != nil {
			return false
		}
	}
	return blankCells(t) == g.Blanks()
}

// blankCells returns of a returned table what [layout.Grid.Blanks] does of a sent one.
func blankCells(t *wml.Table) uint64 {
	h, n := layout.GridSeed, uint64(0)
	shows := func(p *wml.Paragraph) bool {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind.IsText() && r.Ins == nil && strings.TrimSpace(r.Text) != "" {
				return true
			}
		}
		return layout.Fingerprint(p.Runs, wml.Original) != 0
	}
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			n++
			blank := true
			for p := range wml.Paragraphs(cell.Blocks...) {
				blank = blank && !shows(p)
			}
			if blank {
				h = layout.Fold(h, n)
			}
		}
	}
	return h
}

// columns reconciles a table that only arranges blocks: cell by cell while it has its shape, else
// as one flow.
func (s *session) columns(c *layout.Columns, t *wml.Table) {
	rows := make([]wml.Row, 0, len(t.Rows))
	for _, r := range t.Rows {
		if r.Ins != nil {
			// A row that is only proposed is no text yet, and no request can say a row of blocks.
			s.refuse(sayRowOfBlocks, c.Node, "", rowOfBlocks(r)).table(t)
			continue
		}
		rows = append(rows, r)
	}
	same := !s.base.moved && len(c.Rows) == len(rows)
	for r := 0; same && r < len(c.Rows); r++ {
		same = len(c.Rows[r]) == len(rows[r].Cells)
	}
	if same {
		for r := range c.Rows {
			for k := range c.Rows[r] {
				s.story(c.Node, c.Rows[r][k], rows[r].Cells[k].Blocks)
			}
		}
		return
	}
	var sent []layout.Block
	cells := 0 // how many with text the file has more than were sent
	for _, r := range c.Rows {
		for _, k := range r {
			sent = append(sent, k...)
			text := false
			for _, b := range k {
				layout.EachPara(b, func(p *layout.Para) { text = text || p.Fingerprint() != 0 })
			}
			if text {
				cells--
			}
		}
	}
	var returned []wml.Block
	for _, r := range rows {
		for _, k := range r.Cells {
			returned = append(returned, k.Blocks...)
			for p := range wml.Paragraphs(k.Blocks...) {
				if layout.Fingerprint(p.Runs, wml.Original) != 0 {
					cells++
					break
				}
			}
		}
	}
	if cells > 0 && !s.base.moved {
		s.refuse(sayCellOfBlocks, c.Node, "", "").table(t)
	}
	s.story(c.Node, sent, returned)
	if cells <= 0 && !s.base.moved {
		s.inOtherCells(c.Node, t, rows)
	}
}

// inOtherCells tells of blocks that came into one cell: in the source each has a cell of its own.
func (s *session) inOtherCells(n noma.Node, t *wml.Table, rows []wml.Row) {
	for _, r := range rows {
		for _, k := range r.Cells {
			var of noma.Node // the child that the cell shows
			for x := range wml.Paragraphs(k.Blocks...) {
				p := s.planned.Get(x)
				if p == nil || p.Node == nil {
					continue
				}
				child := p.Node
				for child != nil && child.At().Parent != n {
					child = child.At().Parent
				}
				switch {
				case child == nil:
				case of == nil:
					of = child
				case child != of:
					s.refuse(sayBlocksInCell, n, "", text(x.Runs)).table(t)
					return
				}
			}
		}
	}
}

// rowOfBlocks returns the text of a row, a paragraph a line.
func rowOfBlocks(r wml.Row) string {
	var lines []string
	for _, k := range r.Cells {
		for p := range wml.Paragraphs(k.Blocks...) {
			lines = append(lines, layout.Text(p.Runs, wml.All))
		}
	}
	return strings.Join(lines, "\n")
}
