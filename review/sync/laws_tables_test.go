package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Gestures in tables with empty cells: what is in a cell comes into another one, which may be empty.
var tableGestures = []gesture{
	{"cell", (*hand).typeInCell},
	{"cells exchanged", (*hand).exchangeCells}, {"cells exchanged", (*hand).exchangeCells},
	{"row", (*hand).changeRows},
}

// TestTableLaws holds the laws against them. When all is applied, each cell shows what it does in the file.
func TestTableLaws(t *testing.T) {
	n := seeds(200)
	tally := map[string]int{}
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 311))}
			src := "# Tables\n\n" + emptyTable(c) + "\nBetween them.\n\n::table{id=\"t\" header}\n" + strings.Join(strings.Split(emptyTable(c), "\n")[2:], "\n") + "::\n"
			file, edits := someOf(t, tableGestures, render(t, src), c, *most, tally)
			editedFile(t, "", src, file, edits, c)
			accounted(t, src, file, edits)
			once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
			undone := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return !f.Done() })
			if got, want := cellsOf(read(t, render(t, once))), cellsOf(read(t, file)); !undone && got != want {
				t.Errorf("%s\n%s\nbecame\n%s\n%s\nwant\n%s", strings.Join(edits, "; "), src, once, got, want)
			}
			if undone {
				tally["not applied"]++
			}
		})
	}
	t.Logf("%6d files with something not applied", tally["not applied"])
	for _, g := range tableGestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
	}
}

// cellsOf returns what is in the cells of the tables.
func cellsOf(d *wml.Document) string {
	var b strings.Builder
	for t := range wml.Tables(d.Stories[0].Blocks...) {
		for _, r := range t.Rows {
			for _, c := range r.Cells {
				for p := range wml.Paragraphs(c.Blocks...) {
					b.WriteString(strings.Join(append(strings.Fields(plain(p)), ""), " ")) // a line may be a paragraph
				}
				b.WriteString("|")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// emptyTable returns a table of which some cells are empty, written in one of the ways for these.
func emptyTable(c docgen.Chooser) string {
	var b strings.Builder
	b.WriteString("| a | b | c |\n| --- | --- | --- |\n")
	for i := range 2 + c.Intn(3) {
		for k := range 3 {
			if i*k > 0 && c.Intn(12) == 0 {
				break // the row ends here
			}
			if c.Intn(3) == 0 {
				b.WriteString([]string{"| ", "|  ", "|"}[c.Intn(3)])
			} else {
				fmt.Fprintf(&b, "| w%d%d ", i, k)
			}
		}
		b.WriteString("|\n")
	}
	return b.String()
}

// exchangeCells exchanges what is in two cells of a row.
func (h *hand) exchangeCells() string {
	row := h.pick(h.rowsOf())
	if row == nil {
		return ""
	}
	cells := row.SelectElements("w:tc")
	a, b := h.pick(cells), h.pick(cells)
	was, now := textOf(a), textOf(b)
	if was == now {
		return ""
	}
	fill(a, now)
	fill(b, was)
	return fmt.Sprintf("%q and %q exchanged", was, now)
}
