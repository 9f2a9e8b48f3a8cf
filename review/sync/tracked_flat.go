package reviewsync

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked changes of which a program has made text, as if all had been accepted. Where that text came back as it was they are shown again,
// so that the comparison finds the change requests open. In tables those of words are, and those of rows when the rows are still there.

// mayFlatten reports whether a program that is not known to keep tracked changes saved a file that was sent with some.
func (in *normalized) mayFlatten() bool { return len(in.asked.Placed) > 0 && !in.keepsFormatting() }

// flatGroup is what becomes of paragraphs that were sent when all tracked changes are accepted: one paragraph.
type flatGroup struct {
	paras []*layout.Para
	wording
	tracked bool
	whole   bool // a row, column or cell of its table is tracked
}

// flatGroups returns the paragraphs of a flow as they are when all is accepted. What is deleted as a whole belongs to the paragraph behind
// it, where that is in no table.
func flatGroups(blocks iter.Seq[layout.Block]) (groups []flatGroup) {
	var open flatGroup
	for b := range layout.Resolve(blocks, func(*layout.Tracked) layout.State { return layout.Pending }) {
		_, text := b.(*layout.Para)
		if !text && len(open.paras) > 0 {
			open.whole = true
			groups, open = append(groups, open), flatGroup{}
		}
		g, ok := b.(*layout.Grid)
		whole := ok && (len(g.CellChanges) > 0 || rowsTracked(g))
		layout.EachPara(b, func(p *layout.Para) {
			open.paras, open.text, open.whole = append(open.paras, p), open.text+acceptedText(p.Runs()), open.whole || whole
			for range revisionsOf([]*layout.Para{p}) {
				open.tracked = true
			}
			if p.Del == nil || !text {
				groups, open = append(groups, open), flatGroup{}
			}
		})
	}
	return groups
}

// rowsTracked reports whether a row of a table is put in or taken out by a tracked change.
func rowsTracked(g *layout.Grid) bool {
	return slices.ContainsFunc(g.RowChanges, func(r *wml.Revision) bool { return r != nil })
}

// acceptedText returns the characters of runs when all tracked changes in them are accepted.
func acceptedText(runs []wml.Run) string {
	return textWithout(runs, func(r *wml.Run) *wml.Revision { return r.Del })
}

// rejectedText returns them when all are rejected.
func rejectedText(runs []wml.Run) string {
	return textWithout(runs, func(r *wml.Run) *wml.Revision { return r.Ins })
}

// textWithout returns the characters of the runs that are not in a tracked change of a kind.
func textWithout(runs []wml.Run, kind func(*wml.Run) *wml.Revision) string {
	var b strings.Builder
	for _, r := range runs {
		if kind(&r) == nil {
			r.Ins, r.Del = nil, nil
			b.WriteString(charactersOf(r))
		}
	}
	return b.String()
}

// flatTexts are paragraphs that were sent and came back, to be paired by their texts.
type flatTexts struct {
	sent []flatGroup
	got  []wording
}

func (x *flatTexts) Len() (int, int)     { return len(x.sent), len(x.got) }
func (x *flatTexts) Equal(i, j int) bool { return x.sent[i].text == x.got[j].text }
func (x *flatTexts) KeyA(i int) uint64   { return textKey(x.sent[i].text) }
func (x *flatTexts) KeyB(j int) uint64   { return textKey(x.got[j].text) }
func (x *flatTexts) Anchored(int) int    { return -1 }
func (x *flatTexts) Score(i, j int) int {
	if n := likeness(&x.sent[i].wording, &x.got[j]); n >= kin {
		return n
	}
	return 0
}

// edits returns the differences between a paragraph that was sent and one that came back, nil for none.
func (x *flatTexts) edits(i, j int) places {
	if x.Equal(i, j) {
		return nil
	}
	diffs, _ := mapped(x.sent[i].text, x.got[j].text)
	return stretches(diffs)
}

// restoreTracked shows the change requests again as they were sent. The paragraphs of the file are copies.
func (in *normalized) restoreTracked() {
	if !in.mayFlatten() || !in.dropsTracked() {
		return
	}
	requests := map[string]noma.Node{} // those that were sent, by the ids of their revisions
	for _, t := range in.asked.Placed {
		if in.base.sentMark(layout.MarkName(t.Node)) {
			requests[t.Revision(wml.Insert).ID], requests[t.Revision(wml.Delete).ID] = t.Node, t.Node
		}
	}
	back, done := habit{say: sayTrackedDropped}, map[noma.Node]bool{}
	tell := func(paras []*layout.Para, more ...*wml.Revision) {
		for _, r := range append(slices.Collect(revisionsOf(paras)), more...) {
			if r == nil {
				continue
			}
			if n := requests[r.ID]; n != nil && !done[n] {
				done[n] = true
				back.add(in.here(n), "open", "accepted")
			}
		}
	}
	made := map[*wml.Paragraph][]wml.Block{} // what stands in the place of paragraphs
	restore := func(sent iter.Seq[layout.Block], got []*wml.Paragraph, text bool) {
		x := flatTexts{sent: flatGroups(sent)}
		if !slices.ContainsFunc(x.sent, func(g flatGroup) bool { return g.tracked }) {
			return
		}
		for _, p := range got {
			x.got = append(x.got, wording{text: acceptedText(p.Runs)})
		}
		match := align.Align(&x)
		for j, i := range match {
			if i < 0 || !x.sent[i].tracked || x.sent[i].whole || got[j].Revised() || !sentAll(requests, x.sent[i].paras) {
				continue
			}
			if x.got[j].text == "" && (j == 0 || match[j-1] != i-1) && (j+1 == len(match) || match[j+1] != i+1) {
				continue // any empty paragraph
			}
			if before := x.sent[i].paras[:len(x.sent[i].paras)-1]; j > 0 && match[j-1] < 0 && len(before) > 0 &&
				(!x.Equal(i, j) || x.got[j-1].text == rejectedText(before[len(before)-1].Runs())) {
				continue // what is deleted there is in the file, or may be
			}
			last := x.sent[i].paras[len(x.sent[i].paras)-1]
			if before := (wording{text: rejectedText(last.Runs())}); likeness(&before, &x.got[j]) > likeness(&x.sent[i].wording, &x.got[j]) {
				continue // all was rejected
			}
			if divides(last) && (j+1 == len(match) || match[j+1] != i+1) {
				continue // what it was divided from does not follow
			}
			own := in.ownParagraph(got[j])
			if !text && (own != got[j] || len(x.sent[i].paras) > 1) {
				continue
			}
			if before, ok := in.track(own, x.sent[i].paras, x.edits(i, j)); ok {
				made[got[j]] = append(before, own)
				tell(x.sent[i].paras)
			}
		}
	}
	for _, st := range in.Stories {
		sent := in.sentStory(st.Kind)
		restore(sent, slices.Collect(wml.Paragraphs(st.Blocks...)), true)
		st.Blocks = replaced(st.Blocks, made)
		in.restoreRows(sent, st.Blocks, requests, tell)
	}
	restore(slices.Values(annotationBlocks(in.asked)), slices.Collect(wml.Paragraphs(in.annotations()...)), false)
	in.tell(back)
}

// sentStory returns the blocks of the body, the header or the footer as they were sent.
func (in *normalized) sentStory(kind wml.StoryKind) iter.Seq[layout.Block] {
	switch st := map[wml.StoryKind]*layout.Story{wml.HeaderStory: in.asked.Header, wml.FooterStory: in.asked.Footer}[kind]; {
	case kind == wml.MainStory:
		return in.asked.Body()
	case st != nil:
		return slices.Values(st.Blocks)
	}
	return func(func(layout.Block) bool) {}
}

// here returns the node of a change request in the source of this round, nil for one without an id in a later one.
func (in *normalized) here(n noma.Node) noma.Node {
	if in.asked != in.plan {
		return in.plan.Names.Node(n.At().ID)
	}
	return n
}

// ownParagraph returns a paragraph, or, of an empty one, which the file shares, a copy.
func (in *normalized) ownParagraph(p *wml.Paragraph) *wml.Paragraph {
	if len(p.Runs) > 0 {
		return p
	}
	own := p.WithRuns(nil)
	in.copied.paras[own.Original()] = own
	return own
}

// divides reports whether the end of a paragraph is put in by a tracked change, and not all of its words.
func divides(p *layout.Para) bool {
	return p.Ins != nil && slices.ContainsFunc(p.Runs(), func(r wml.Run) bool { return r.Ins == nil })
}

// sentAll reports whether all tracked changes of paragraphs were sent.
func sentAll(requests map[string]noma.Node, paras []*layout.Para) bool {
	for r := range revisionsOf(paras) {
		if requests[r.ID] == nil {
			return false
		}
	}
	return true
}

// restoreRows does so for rows of tables that have all their rows, with the words that they have when all is accepted, and tells whose
// paragraphs they were.
func (in *normalized) restoreRows(sent iter.Seq[layout.Block], blocks []wml.Block, requests map[string]noma.Node, tell func([]*layout.Para, ...*wml.Revision)) {
	for b := range layout.Resolve(sent, func(*layout.Tracked) layout.State { return layout.Pending }) {
		g, ok := b.(*layout.Grid)
		if !ok || len(g.CellChanges) == 0 && !rowsTracked(g) {
			continue
		}
		var t *wml.Table
		for _, x := range blocks {
			if like, ok := x.(*wml.Table); ok && sameRows(g, like) {
				if t != nil {
					t = nil // which of them it is nobody knows
					break
				}
				t = like
			}
		}
		if t == nil || in.copied.tables[t] == nil || !sentAll(requests, slices.Concat(g.Rows...)) {
			continue
		}
		for i, row := range g.Rows {
			t.Rows[i].Cells = slices.Clone(t.Rows[i].Cells)
			for k, p := range row {
				cell := &t.Rows[i].Cells[k]
				own := in.ownParagraph(cell.Blocks[0].(*wml.Paragraph))
				if _, del := sides(g.RowChanges[i]); del != nil && acceptedText(own.Runs) != acceptedText(p.Runs()) {
					own.Runs = slices.DeleteFunc(slices.Clone(own.Runs), func(r wml.Run) bool { return r.Kind == wml.Text && strings.TrimSpace(r.Text) == "" })
				}
				in.track(own, []*layout.Para{p}, nil)
				cell.Blocks = []wml.Block{own}
				cell.Ins, cell.Del = sides(g.CellChanges[p])
				tell(nil, g.CellChanges[p])
			}
			t.Rows[i].Ins, t.Rows[i].Del = sides(g.RowChanges[i])
			tell(row, g.RowChanges[i])
		}
	}
}

// sameRows reports whether a table has the cells of one that was sent when all tracked changes are accepted, each of one paragraph. Of rows
// that are taken out, blanks may be left.
func sameRows(g *layout.Grid, t *wml.Table) bool {
	if len(g.Rows) != len(t.Rows) {
		return false
	}
	for i, row := range g.Rows {
		_, del := sides(g.RowChanges[i])
		if !slices.EqualFunc(row, t.Rows[i].Cells, func(p *layout.Para, c wml.TableCell) bool {
			if len(c.Blocks) != 1 {
				return false
			}
			came, ok := c.Blocks[0].(*wml.Paragraph)
			return ok && (acceptedText(came.Runs) == acceptedText(p.Runs()) ||
				del != nil && strings.TrimSpace(acceptedText(came.Runs)) == strings.TrimSpace(acceptedText(p.Runs())))
		}) {
			return false
		}
	}
	return true
}

// revisionsOf yields the tracked changes of paragraphs.
func revisionsOf(paras []*layout.Para) iter.Seq[*wml.Revision] {
	return func(yield func(*wml.Revision) bool) {
		for _, p := range paras {
			all := []*wml.Revision{p.Ins, p.Del}
			for _, r := range p.Runs() {
				all = append(all, r.Ins, r.Del)
			}
			for _, r := range all {
				if r != nil && !yield(r) {
					return
				}
			}
		}
	}
}

// replaced returns blocks with others in the place of some paragraphs, in tables as well.
func replaced(blocks []wml.Block, made map[*wml.Paragraph][]wml.Block) (out []wml.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *wml.Paragraph:
			if others := made[b]; others != nil {
				out = append(out, others...)
				continue
			}
		case *wml.Table:
			for i := range b.Rows {
				for k, c := range b.Rows[i].Cells {
					if now := replaced(c.Blocks, made); !slices.Equal(now, c.Blocks) {
						b.Rows[i].Cells = slices.Clone(b.Rows[i].Cells)
						b.Rows[i].Cells[k].Blocks = now
					}
				}
			}
		}
		out = append(out, b)
	}
	return out
}
