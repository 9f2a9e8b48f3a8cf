package layout

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// gridOf returns a table with a header row, of the given cells.
func gridOf(cols int, cells ...string) *Grid {
	g := &Grid{Header: true, Widths: equalWidths(9000, cols)}
	for i := 0; i < len(cells); i += cols {
		var row []*Para
		for _, s := range cells[i : i+cols] {
			p := &Para{Part: PartCell, Segs: []Seg{{}}}
			if s != "" {
				p.Segs[0].Runs = []wml.Run{{Text: s}}
			}
			row = append(row, p)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func fittedOf(g *Grid, total int) ([]int, bool) {
	return fitted(total, g.needs(g.Rows, false), func() []columnNeed { return g.needs(g.Rows, true) })
}

// TestLawColumnsFillTheText: the columns of a table are together as wide as the text, none vanishes, and
// they are alike as long as all cells fit (contract docx-package.md §4).
func TestLawColumnsFillTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, total := rapid.IntRange(1, 40).Draw(t, "columns"), rapid.IntRange(1440, 31680).Draw(t, "width")
		var cells []string
		longest := 0
		for range n * rapid.IntRange(1, 4).Draw(t, "rows") {
			l := rapid.OneOf(rapid.IntRange(0, 8), rapid.IntRange(0, 200)).Draw(t, "length")
			longest = max(longest, l)
			cells = append(cells, strings.Repeat("x", l))
		}
		sum := 0
		widths, _ := fittedOf(gridOf(n, cells...), total)
		for _, w := range widths {
			sum += w
			if w < min(total/n, minColumn) {
				t.Fatalf("a column is %d wide: %v", w, widths)
			}
		}
		if sum != total || len(widths) != n {
			t.Fatalf("%v are %d of %d", widths, sum, total)
		}
		if longest*charWidth+cellMargins <= total/n && fmt.Sprint(widths) != fmt.Sprint(equalWidths(total, n)) {
			t.Fatalf("all cells fit, and the columns are %v", widths)
		}
	})
}

// TestNarrowColumnsGiveRoom: a column of marks needs less than one of sentences.
func TestNarrowColumnsGiveRoom(t *testing.T) {
	long := "A remark of some length, which does not fit on a line of its column."
	got, _ := fittedOf(gridOf(3, "Package", "Oct", "Remark", "Slots", "x", long), 9000)
	if got[1] >= got[0] || got[0] >= got[2] || got[2] < 6000 {
		t.Errorf("the columns are %v", got)
	}
}

// TestHeadsGiveRoom: the cells below stand on one line each before the heads do.
func TestHeadsGiveRoom(t *testing.T) {
	cells := []string{"Charger", "Power, kW", "Delivery in weeks", "Number of vehicles", "Cabinet with three outlets", "150", "22", "3"}
	for head, want := range map[bool]bool{true: true, false: false} {
		g := gridOf(4, cells...)
		g.Header = head
		widths, _ := fittedOf(g, 7200)
		if got := widths[0] >= len("Cabinet with three outlets")*charWidth+cellMargins; got != want {
			t.Errorf("head %v: the columns are %v", head, widths)
		}
	}
	rows := [][]string{{"Line", "Way", "Longest block, km", "Consumption, kWh per km", "Energy a day, kWh"}, {"1", "Westbrook – Saint Anne", "394", "1.03", "4,525"}}
	if got := ColumnShares(rows, 5, 9000, true); len(got) != 5 || got[1] < 2*got[0] || got[1] < got[2] {
		t.Errorf("the shares are %v", got)
	}
	if got := ColumnShares([][]string{{"a", "b"}, {"1", "2"}}, 2, 9000, true); got != nil {
		t.Errorf("short cells have shares %v", got)
	}
}

// TestNoWordIsBroken: columns are as wide as their longest words where the table can hold them, at need with narrow sides.
func TestNoWordIsBroken(t *testing.T) {
	cells := []string{"Code", "District", "Connections", "Pressure, m", "Night flow", "D13", "Coldharbour", "1,450", "50", "22.2", "D1", "A name of several words", "9", "4", "2"}
	for total, want := range map[int]bool{9000: false, 5500: true} {
		g := gridOf(5, cells...)
		got, tight := fittedOf(g, total)
		words := g.needs(g.Rows, true)
		for j, w := range got {
			if w < words[j].word+2*TightMargin || tight != want {
				t.Errorf("%d: column %d of %v, tight %v, its word needs %d", total, j, got, tight, words[j].word)
			}
		}
	}
}

// TestNumbersStandRight: numbers do where the author says nothing, and only they.
func TestNumbersStandRight(t *testing.T) {
	for _, c := range []struct {
		cells, align string
		right        bool
	}{
		{"1,200|-3.5 %|€12|", "", true}, {"(12)|+4.0|−1", "", true}, {"1|2", "left", false}, {"1|2", "center", false},
		{"1|two", "", false}, {"||", "", false}, {"2026-10-01|2026-10-02", "", false}, {"5-7|8", "", false}, {"v1|v2", "", false}, {"12 €|4€", "", true}, {"1€2|3", "", false},
	} {
		g := gridOf(1, append([]string{"Head"}, strings.Split(c.cells, "|")...)...)
		g.Align = []string{c.align}
		g.alignNumbers()
		for _, row := range g.Rows {
			if got := row[0].Align == "right"; got != c.right {
				t.Errorf("%q with %q: right is %v", c.cells, c.align, got)
				break
			}
		}
	}
}

// TestLawAside: in a tight table a number stands apart from the words of the next column, and no word breaks for that.
func TestLawAside(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(6, 10).Draw(t, "columns")
		var cells []string
		for range 3 * n {
			cells = append(cells, strings.Repeat("x", rapid.IntRange(3, 8).Draw(t, "length")))
		}
		g := gridOf(n, cells...)
		g.Align = rapid.SliceOfN(rapid.SampledFrom([]string{"", "left", "center", "right"}), n, n).Draw(t, "sides")
		g.fit(rapid.IntRange(5000, 9000).Draw(t, "width"))
		if !g.Tight {
			return
		}
		for j, need := range g.needs(g.Rows, true) {
			room := g.Widths[j] - need.word - tightMargins
			meets := g.Side(j) == "right" && j+1 < n && (g.Side(j+1) == "" || g.Side(j+1) == "left")
			if aside := g.Aside[j]; aside > max(room, 0) || meets && room > 0 && aside == 0 || !meets && aside != 0 {
				t.Fatalf("column %d of %v has %d, with room for %d", j, g.Align, aside, room)
			}
			if g.Aside[j] > 0 {
				found++
			}
		}
	})
	if found < 5 {
		t.Errorf("only %d columns", found)
	}
}
