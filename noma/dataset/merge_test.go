package dataset

import (
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/noma"
)

func tableOf(t *testing.T, attrs, body string) *TableGrid {
	t.Helper()
	d := noma.Snippet("::table{" + attrs + "}\n" + body + "\n::\n")
	g, err := Table(d.Children[0].(*noma.Directive))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestShiftMerge(t *testing.T) {
	for _, c := range []struct {
		value, want string
		change      func(Range) (Range, bool)
	}{
		{"a1:b2, x C3:C4", "a1:b2 x C3:C5", func(r Range) (Range, bool) { return r.InsertRow(3), true }},
		{"a1:b2, x C3:C4", "A2:B3 x C4:C5", func(r Range) (Range, bool) { return r.InsertRow(0), true }},
		{"a1:b2,  x", "a1:b2,  x", func(r Range) (Range, bool) { return r.InsertRow(2), true }},
		{"A1:B1 Z1:AA1", "Y1:Z1", func(r Range) (Range, bool) { return r.DeleteColumn(0) }},
		{"A2:A3 A5:A6", "A4:A5", func(r Range) (Range, bool) { return r.DeleteRow(2) }},
	} {
		if got := ShiftMerge(c.value, c.change); got != c.want {
			t.Errorf("%q: %q, not %q", c.value, got, c.want)
		}
	}
	for col, name := range map[int]string{0: "A1", 25: "Z1", 26: "AA1", 701: "ZZ1", 702: "AAA1"} {
		if got := CellName(0, col); got != name {
			t.Errorf("column %d is %q, not %q", col, got, name)
		}
		if _, back, ok := parseCell(name); !ok || back != col {
			t.Errorf("%q is column %d", name, back)
		}
	}
}

// TestManyRanges: what is written costs time, what it names does not.
func TestManyRanges(t *testing.T) {
	const rows = 20_000
	body := strings.Repeat("| a | | | | | | | |\n", rows)
	for _, ranges := range []string{
		strings.Repeat("A1:ZZZ99999999 ", 20_000), strings.Repeat("A1:H20000 ", 20_000), strings.Repeat("B2:B19999 ", 20_000),
		strings.Repeat("H1:H20000 A20000:B20000 ", 20_000), strings.Repeat(":", 200_000), strings.Repeat("A", 200_000) + "1:B2",
	} {
		start := time.Now()
		g := tableOf(t, `merge="`+ranges+`"`, body)
		g.Merges()
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.20q… took %v", ranges, took)
		}
	}
}

func TestMerges(t *testing.T) {
	g := tableOf(t, `header merge="C3:D3 a1:b1 A3:B4"`, "| h | | x | y |\n| a | b | c | d |\n| e | | f | |\n| | |")
	list, faults := g.Merges()
	if FormatRanges(list) != "A1:B1 A3:B4 C3:D3" || len(faults) > 0 {
		t.Errorf("%v %v", list, faults)
	}
	if g.Text(0, 0) != "h" || g.Text(1, 3) != "d" || g.Text(3, 3) != "" || g.Text(9, 0) != "" {
		t.Error("texts of cells")
	}
}
