package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Alignment of cells. A pipe table says it for each column, other tables not at all, so what a reviewer sets is
// reported, one finding for each table.

// sentTable is a table with what it became.
type sentTable struct {
	sent *layout.Grid
	got  *wml.Table
	// merged are the cells that were merged; their paragraphs keep the alignment they had before.
	merged dataset.Merged
	told   map[int]bool // the columns that the program has aligned otherwise
}

// cellSides reports a table whose cells a reviewer has aligned in another way. A table that kept its shape needs no cells
// laid out for that.
func (s *tables) cellSides(sent *layout.Grid, got *wml.Table) {
	if s.base.foreign {
		return
	}
	t := sentTable{sent: sent, got: got, told: map[int]bool{}}
	if merges := mergesOf(got); !slices.Equal(merges, sent.Merges) {
		t.merged = dataset.MergedCells(merges)
	}
	s.cellStyle(t)
	for r, k := range t.rows() {
		if k >= 0 && s.rowSide(t, k, r) {
			return
		}
	}
}

// cellStyle reports the first cell that a reviewer has given a style of paragraphs, as no cell of ours has one. A style that nearly all
// cells of the file have is the program's.
func (s *tables) cellStyle(t sentTable) {
	for r := range t.got.Rows {
		for c := range t.got.Rows[r].Cells {
			p := firstPara(&t.got.Rows[r].Cells[c])
			if p == nil || len(p.Runs) == 0 || p.FormatChange || !ofReviewer(p.Style) || s.commonStyle() == p.Style {
				continue
			}
			s.refuse(sayOtherStyle, t.sent.Node, "", text(p.Runs)+" ("+p.Style+")").at(p)
			return
		}
	}
}

// ofReviewer reports whether a style is one that neither this program nor an editor by itself gives to cells.
func ofReviewer(style string) bool {
	return style != "" && !editorStyles[style] && !strings.HasPrefix(style, "Noma")
}

// commonStyle returns the style that nearly all cells of the file have, "" for none.
func (s *tables) commonStyle() string {
	if s.common == nil {
		s.common = new(string)
		if s.returned.keepsFormatting() {
			return ""
		}
		all, of := 0, map[string]int{}
		s.eachCell(func(p *wml.Paragraph) {
			all++
			of[p.Style]++
		})
		for style, n := range of {
			if nearlyAllOf(n, all) {
				s.common = &style
			}
		}
	}
	return *s.common
}

// eachCell calls f for the first paragraphs of the cells of the file.
func (s *tables) eachCell(f func(*wml.Paragraph)) {
	for _, st := range s.returned.Stories {
		for t := range wml.Tables(st.Blocks...) {
			for r := range t.Rows {
				for c := range t.Rows[r].Cells {
					if p := firstPara(&t.Rows[r].Cells[c]); p != nil {
						f(p)
					}
				}
			}
		}
	}
}

// lostSides returns the sides that cells were aligned to, of which nearly none came back: that was done by the program.
func (s *tables) lostSides() map[string]bool {
	if s.sides != nil || s.returned.keepsFormatting() {
		return s.sides
	}
	sent, came := map[string]int{}, map[string]int{}
	for b := range s.base.body(s.plan) {
		eachGrid(b, func(g *layout.Grid) {
			for r := range g.Len() {
				for c := range g.RowLen(r) {
					if s.base.moved && !s.base.unknown && s.base.formSent(g.Rows[r][c]) == nil {
						continue // nothing says how it was aligned
					}
					sent[sideOf(g.SideAt(r, c), &wml.Paragraph{})]++
				}
			}
		})
	}
	s.eachCell(func(p *wml.Paragraph) { came[sideOf(p.Align, p)]++ })
	s.sides = map[string]bool{}
	for side, n := range sent {
		s.sides[side] = nearlyAllOf(n-came[side], n)
	}
	return s.sides
}

// rows returns the sent rows of the returned ones, -1 for none: by their place in a table that has kept its
// columns and as many rows, else by what they say, as far as that occurs once.
func (t sentTable) rows() []int {
	out := make([]int, len(t.got.Rows))
	if sameShape(t.sent, t.got) && t.sameColumns() {
		for i := range out {
			out[i] = i
		}
		return out
	}
	const several = -1
	by := map[uint64]int{}
	for i, row := range t.sent.Rows {
		h := sentRowKey(row)
		if _, again := by[h]; again {
			i = several
		}
		by[h] = i
	}
	for i := range out {
		out[i] = several
		if k, ok := by[rowKey(&t.got.Rows[i])]; ok && t.got.Rows[i].Ins == nil {
			out[i] = k
		}
	}
	return out
}

// sameColumns reports whether the columns of a table are those that were sent, as far as its first row says.
func (t sentTable) sameColumns() bool {
	if len(t.sent.Rows) == 0 {
		return true // released: all of it came back as it was
	}
	return rowKey(&t.got.Rows[0]) == sentRowKey(t.sent.Rows[0])
}

// rowKey returns a hash of the cells of a returned row, which [sentRowKey] returns for a sent row with the same content.
func rowKey(row *wml.Row) uint64 {
	h := uint64(0)
	for c := range row.Cells {
		if p := firstPara(&row.Cells[c]); p != nil {
			h = layout.Fold(h, layout.Fingerprint(p.Runs, wml.Original))
		}
	}
	return h
}

// sentRowKey returns a hash of the cells of a sent row.
func sentRowKey(row []*layout.Para) uint64 {
	h := uint64(0)
	for _, p := range row {
		h = layout.Fold(h, p.Fingerprint())
	}
	return h
}

// rowSide reports the first cell of a row that is aligned otherwise than it was sent; n is its place in the file.
func (s *tables) rowSide(t sentTable, row, n int) bool {
	got := &t.got.Rows[n]
	for c := range min(t.sent.RowLen(row), len(got.Cells)) {
		p := firstPara(&got.Cells[c])
		if _, merged := t.merged[[2]int{n, c}]; merged || p == nil || p.FormatChange || len(p.Runs) == 0 {
			continue
		}
		from, to := sideOf(t.sent.SideAt(row, c), p), sideOf(p.Align, p)
		if from == to || s.base.older && !t.sent.Sided(c) { // which columns are numbers may have been decided otherwise
			continue
		}
		if s.base.moved {
			t.sent.Restore()
			was := s.base.formSent(t.sent.Rows[row][c])
			if was == nil || sideOf(was.Align, p) == to {
				continue
			}
		}
		if s.lostSides()[from] {
			if t.told[c] {
				continue
			}
			t.told[c] = true
			s.habit(once(sayAlignments, t.sent.Node, "column "+strconv.Itoa(c+1)+": "+from, to), s.returned.program())
			continue
		}
		said := sayAligned.with("cell")
		if _, pipes := t.sent.Node.(*noma.Table); pipes {
			said = sayPipeCellAligned
		}
		s.refuse(said, t.sent.Node, from, to).at(p)
		return true
	}
	return false
}
