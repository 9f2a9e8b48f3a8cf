package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws with gestures at tables with merged cells.

var mergeGestures = []gesture{
	{"cells merged", (*hand).mergeCells},
	{"cells split", (*hand).splitCells},
	{"row beside merged cells", (*hand).mergedRows},
	{"column beside merged cells", (*hand).mergedColumns},
	{"words in a merged cell", (*hand).typeInMerged},
}

// TestMergeLaws holds the laws on documents with merged cells: unedited files are quiet, edited ones show what the file shows, and what
// is merged in the file is merged in the source unless a finding says otherwise.
func TestMergeLaws(t *testing.T) { mergeLaws.hold(t, seeds(600)) }

var mergeLaws = constructLaws{salt: 91, generate: docgen.Merged, own: mergeGestures, kept: mergesKept}

// mergesKept holds that the tables of the new source have the merged cells of the file, when nothing was refused.
func mergesKept(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	if anyRefused(res) {
		return
	}
	var back, now []string
	for _, st := range read(t, file).Stories {
		for _, b := range st.Blocks {
			if t, ok := b.(*wml.Table); ok {
				back = append(back, reviewsync.MergesOf(t))
			}
		}
	}
	for b := range planOf(t, once).Body() {
		if g, ok := b.(*layout.Grid); ok {
			now = append(now, dataset.FormatRanges(g.Merges))
		}
	}
	if !slices.Equal(back, now) {
		t.Fatalf("merged in the file: %q, in the source: %q\nedits: %q\nsource:\n%s\nbecame:\n%s\nfindings: %s", back, now, edits, src, once, describe(res))
	}
}

// TestMergedRequests has change requests about rows and columns of tables with merged cells: the file comes back quietly, and what is
// accepted is in the source or reported.
func TestMergedRequests(t *testing.T) {
	decided := 0
	eachSeed(t, *from, seeds(400), map[string]int{}, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 92))}
		rows, cols := 3+c.Intn(3), 2+c.Intn(3)
		top, left := 1+c.Intn(rows-1), c.Intn(cols)
		m := dataset.Range{Top: top, Left: left, Bottom: min(rows-1, top+c.Intn(3)), Right: min(cols-1, left+c.Intn(3))}
		src := "# A {id=\"a\"}\n\n::table{id=\"t\" header merge=\"" + m.String() + "\"}\n"
		text := func(i, j int) string {
			if m.Covers(i, j) {
				return ""
			}
			return fmt.Sprintf("r%dc%d", i, j)
		}
		for i := range rows {
			src += "|"
			for j := range cols {
				src += " " + text(i, j) + " |"
			}
			src += "\n"
		}
		unit, n, other := "row", c.Intn(rows), cols
		line := func(k int) string { return text(n, k) }
		if c.Intn(2) == 0 {
			unit, n, other = "column", c.Intn(cols), rows
			line = func(k int) string { return text(k, n) }
		}
		place, cells := "", "|"
		for k := range other {
			if x := line(k); x != "" && (place == "" || unit == "row") {
				place = x // as a file says it: the last text of a row, the first of a column
			}
			cells += " " + line(k) + " |"
		}
		request := fmt.Sprintf("action=\"delete\" from=%q", cells)
		fresh := ""
		if c.Intn(3) > 0 {
			fresh, cells = "zz", "|"
			for k := range other {
				if c.Intn(3) == 0 {
					cells += " |"
				} else {
					cells += fmt.Sprintf(" zz%d |", k)
				}
			}
			request = fmt.Sprintf("action=\"insert\" to=%q prefix=%q", cells, place)
		}
		if place == "" || n == 0 && unit == "row" || m.Top == m.Bottom && m.Left == m.Right {
			return
		}
		src += "::\n\n::change_request{id=\"q\" target=\"t\" unit=\"" + unit + "\" " + request + " author=\"Ann\" date=\"2026-02-01T10:00:00Z\"}\n::\n"
		sent := render(t, src)
		if same, res := syncWith(t, src, sent, reviewsync.Options{}); same != src || len(res.Findings) > 0 {
			t.Fatalf("an unedited file is not quiet: %s\n%s", describe(res), src)
		}
		res := decide(t, src, true)
		if anyRefused(res) {
			return
		}
		decided++
		if before, after := strings.Count(src, "zz"), strings.Count(res.Text, "zz"); fresh != "" && after != 2*before {
			t.Fatalf("words are lost: %s\n%s\nbecame:\n%s", describe(res), src, res.Text)
		}
		if same, again := syncWith(t, res.Text, render(t, res.Text), reviewsync.Options{}); same != res.Text || len(again.Findings) > 0 {
			t.Fatalf("what was accepted is not quiet: %s\n%s", describe(again), res.Text)
		}
		d := planOf(t, res.Text).Doc
		for x := range noma.Walk(d) {
			if x, ok := x.(*noma.Directive); ok && x.Name == "table" {
				grid, err := dataset.Table(x)
				if _, faults := grid.Merges(); err != nil || len(faults) > 0 {
					t.Fatalf("%v %v: %s\n%s\nbecame:\n%s", err, faults, describe(res), src, res.Text)
				}
			}
		}
	})
	t.Logf("%d were accepted", decided)
}

// TestMergedAuthor is three-way for merged cells: what the author wrote in the meantime stays, and what the reviewer merged comes in.
func TestMergedAuthor(t *testing.T) {
	attr := regexp.MustCompile(` ?merge="[^"]*"`)
	applied := 0
	eachSeed(t, *from, seeds(400), map[string]int{}, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 93))}
		src := docgen.Merged(c)
		file := render(t, src)
		now := strings.Replace(src, "The end.", "The end, says the author.", 1)
		switch c.Intn(4) {
		case 0:
			now = attr.ReplaceAllString(src, "")
		case 1:
			now = strings.Replace(src, "::table", "::table{merge=\"A1:B1\"}\n| first | |\n| of | all |\n::\n\n::table", 1)
		case 2:
			now = strings.Replace(src, "\n::\n", "\n| last | row |\n::\n", 1)
		}
		if got, res := syncWith(t, now, file, reviewsync.Options{}); got != now || anyRefused(res) {
			t.Fatalf("the author's text was touched\nsent:\n%s\nnow:\n%s\nbecame:\n%s\nfindings: %s", src, now, got, describe(res))
		}
		now = strings.Replace(src, "The end.", "The end, says the author.", 1)
		file, edits := someOf(t, mergeGestures[:2], file, c, 1, map[string]int{})
		if len(edits) == 0 {
			return
		}
		got, res := syncWith(t, now, file, reviewsync.Options{})
		want, _ := syncWith(t, src, file, reviewsync.Options{})
		if want = strings.Replace(want, "The end.", "The end, says the author.", 1); got != want {
			t.Fatalf("edits: %q\nnow:\n%s\nbecame:\n%s\nand not\n%s\nfindings: %s", edits, now, got, want, describe(res))
		}
		if !anyRefused(res) {
			applied++
		}
	})
	t.Logf("%d were applied", applied)
}
