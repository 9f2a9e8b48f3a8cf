package layout_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

type intn struct{ *rapid.T }

func (t intn) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(t.T, "choice") }

// TestLawReleasedIsRestored: whichever tables are released, the blocks around them stay as they are, and
// what is restored is what was released.
func TestLawReleasedIsRestored(t *testing.T) {
	released := 0
	rapid.Check(t, func(t *rapid.T) {
		text := docgen.Document(intn{t}, rapid.IntRange(1, 12).Draw(t, "size"))
		text += "\n| a | b |\n|---|---|\n| **x** | 1 |\n\n::table{id=\"last-table\"}\n| c | d |\n|---|---|\n| see | 2,000 |\n::\n\nEnd.\n"
		d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		plan := layout.Build(d, layout.Options{Sketch: true})
		want := slices.Collect(plan.Body())
		var got []layout.Block
		for b := range plan.Body() {
			if g, ok := b.(*layout.Grid); ok && rapid.Bool().Draw(t, "release") {
				rows, key := g.Len(), g.Fingerprint()
				g.Release()
				if g.Rows == nil {
					released++
				}
				if g.Len() != rows || g.Fingerprint() != key {
					t.Fatal("a released table has another shape or fingerprint")
				}
			}
			got = append(got, b)
		}
		if len(got) != len(want) {
			t.Fatalf("%d blocks, want %d", len(got), len(want))
		}
		for i := range want {
			equal(t, got[i], want[i])
		}
	})
	if released == 0 {
		t.Error("no table was released")
	}
}

func equal(t *rapid.T, a, b layout.Block) {
	equations := 0
	count := func(*layout.Para, *wml.Run) { equations++ }
	layout.EachEquation(b, count)
	n := equations
	if layout.EachEquation(a, count); equations != 2*n {
		t.Fatalf("%d equations, want %d", equations-n, n)
	}
	if ga, ok := a.(*layout.Grid); ok {
		gb := b.(*layout.Grid)
		for i := range gb.Rows {
			if ga.RowLen(i) != gb.RowLen(i) {
				t.Fatalf("row %d has %d cells, want %d", i, ga.RowLen(i), gb.RowLen(i))
			}
		}
		ga.Restore()
		if !reflect.DeepEqual(ga.Widths, gb.Widths) || !reflect.DeepEqual(ga.Align, gb.Align) {
			t.Fatal("a table has other columns")
		}
	}
	var was, now []layout.Para
	layout.EachPara(b, func(p *layout.Para) { was = append(was, *p) })
	layout.EachPara(a, func(p *layout.Para) { now = append(now, *p) })
	if !reflect.DeepEqual(now, was) {
		t.Fatalf("got\n%+v\nwant\n%+v", now, was)
	}
}

// TestSpanningHeads: cells of headers over several columns are centred and others aligned as their column is, also when a table was released.
func TestSpanningHeads(t *testing.T) {
	centred, groups := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := docgen.Merged(intn{t}) + "\n::table{header merge=\"B1:C1\"}\n| a | b | |\n| c | 1 | 2 |\n::\n"
		d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Audience.SpansAside = rapid.Bool().Draw(t, "aside")
		d.Audience.Before21 = rapid.Bool().Draw(t, "before 21")
		for b := range layout.Build(d, layout.Options{Sketch: true}).Body() {
			g, ok := b.(*layout.Grid)
			if !ok {
				continue
			}
			if rapid.Bool().Draw(t, "release") {
				g.Release()
				g.Restore()
			}
			for i, row := range g.Rows {
				for j, p := range row {
					want := g.Side(j)
					if !d.Audience.SpansAside && g.Header && i == 0 && slices.ContainsFunc(g.Merges, func(r dataset.Range) bool { return r.Top == 0 && r.Left == j && r.Right > j }) {
						want = "center"
						centred++
					} else if !d.Audience.Before21 && (i > 0 || !g.Header) && slices.ContainsFunc(g.Merges, func(r dataset.Range) bool { return r.Top == i && r.Left == 0 && r.Right == len(g.Widths)-1 }) && j == 0 {
						if want != "" {
							groups++
						}
						want = ""
					}
					if p.Align != want || g.SideAt(i, j) != want {
						t.Fatalf("cell %d, %d is aligned %q and said to be %q, want %q", i, j, p.Align, g.SideAt(i, j), want)
					}
				}
			}
		}
	})
	if !testing.Short() && (centred == 0 || groups == 0) {
		t.Errorf("%d cells are centred, %d are rows", centred, groups)
	}
}
