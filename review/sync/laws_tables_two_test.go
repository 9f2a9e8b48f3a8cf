package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// tableForms are the tables whose rows two people change: what stands before the head, behind it, around the cells of a row, between them, and
// behind the last row.
var tableForms = [][5]string{
	{"", "| --- | --- |\n", "| ", " | ", ""},
	{"", "| --- | --- |\n", "| ", " | ", "Table: Points {id=\"t\"}\n"},
	{"::table{id=\"t\" header}\n", "", "| ", " | ", "::\n"},
	{"::table{header}\n", "", "| ", " | ", "::\n"},
	{"::dataset{id=\"t\" format=\"csv\"}\n", "", "", ",", "::\n"},
}

// twoRows is a table of one of these forms with rows of one word each, in a document that begins with a text.
func twoRows(form [5]string, text string, rows []string, column string) string {
	row := func(cells ...string) string {
		if column != "" {
			cells = append(cells, cells[0]+column)
		}
		return strings.TrimRight(form[2]+strings.Join(cells, form[3])+form[2], " ") + "\n"
	}
	mark := form[1]
	if column != "" && mark != "" {
		mark = "| --- | --- | --- |\n"
	}
	b := "# R\n\n" + text + "\n\n" + form[0] + row("name", "value") + mark
	for _, x := range rows {
		b += row(x, x+"v")
	}
	return b + form[4]
}

// changedRows takes rows out, puts some in, of which each has a name of its own, and returns what came and what went.
func changedRows(c docgen.Chooser, rows []string, name string) (out, came, went []string) {
	out = slices.Clone(rows)
	for range c.Intn(3) {
		if at := c.Intn(len(out)); len(out) > 3 {
			went, out = append(went, out[at]), slices.Delete(out, at, at+1)
		}
	}
	for k := range c.Intn(3) {
		came = append(came, fmt.Sprint(name, k))
		out = slices.Insert(out, c.Intn(len(out)+1), came[k])
	}
	return out, came, went
}

// TestTablesOfTwo: rows that the author and the reviewer put in, or took out, are in the table or gone from it, in the order of both. A column of
// the reviewer comes in when the author left the table alone, whatever else they wrote.
func TestTablesOfTwo(t *testing.T) {
	t.Parallel()
	conflicts := 0
	for seed := range seeds(1000) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 317))}
		form := tableForms[c.Intn(len(tableForms))]
		var rows []string
		for i := range 4 + c.Intn(4) {
			rows = append(rows, fmt.Sprint("r", i))
		}
		now, mine, gone := changedRows(c, rows, "a")
		column := ""
		if c.Intn(3) == 0 {
			now, mine, gone = rows, nil, nil
			column = []string{"", "x"}[c.Intn(2)]
			if form[0] == "::table{header}\n" {
				column = "" // it has no id, by which columns come in
			}
		}
		back, theirs, out := changedRows(c, rows, "b")
		sent := twoRows(form, "As it was.", rows, "")
		src := twoRows(form, []string{"As it was.", "Other words."}[c.Intn(2)], now, "")
		counted := func(xml string) string { // the line below data, which no reviewer changes
			return strings.Replace(xml, fmt.Sprint(len(back), " rows"), fmt.Sprint(len(rows), " rows"), 1)
		}
		file := replacePart(t, render(t, sent), "word/document.xml", counted(part(t, render(t, twoRows(form, "As it was.", back, column)), "word/document.xml")))
		after, res := syncWith(t, src, file, reviewsync.Options{})
		at := func(in []string, x string) int { return slices.Index(in, x) }
		var shown []string
		for line := range strings.Lines(after) {
			if x, _, _ := strings.Cut(strings.TrimLeft(line, "| "), strings.TrimRight(form[3], " ")); strings.Contains(line, strings.TrimSpace(x)+"v") {
				shown = append(shown, strings.TrimSpace(x))
			}
		}
		var want []string
		for _, x := range slices.Concat(rows, mine, theirs) {
			if !slices.Contains(gone, x) && !slices.Contains(out, x) {
				want = append(want, x)
			}
		}
		ok := len(shown) == len(want) && slices.IsSortedFunc(shown, func(a, b string) int {
			for _, order := range [][]string{now, back} {
				if i, j := at(order, a), at(order, b); i >= 0 && j >= 0 && i != j {
					return i - j
				}
			}
			return 0
		})
		for _, x := range want {
			ok = ok && slices.Contains(shown, x)
		}
		if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome == reviewsync.Conflict }) {
			conflicts++ // one row was replaced by both
			continue
		}
		if !ok || column != "" && !strings.Contains(after, "namex") || slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return !f.Done() }) {
			t.Errorf("%d: %q, the author's %q, the reviewer's %q%s became%s\n%s", seed, rows, now, back, column, describe(res), after)
		}
	}
	if conflicts > seeds(1000)/50 {
		t.Errorf("%d conflicts", conflicts)
	}
}
