package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// directive parses a text that is one directive.
func directive(t interface{ Fatalf(string, ...any) }, text string) (*source.File, *noma.Directive) {
	f := source.NewFile("", text)
	doc, _, err := noma.Parse(f, noma.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(doc.Children) == 1 {
		if d, ok := doc.Children[0].(*noma.Directive); ok {
			return f, d
		}
	}
	t.Fatalf("not one directive:\n%s", text)
	return nil, nil
}

// bodies are the layouts in which the formats are written; %s are two rows of a name and a number.
var bodies = map[string]struct {
	attrs, head, row, between, tail string
	spell                           func(string) string
}{
	"yaml":            {"", "# data\nschema:\n  name: string # who\n  n: number\nrows:\n", "  - [%s, %d]  # why", "\n", "\n", yamlString},
	"yaml untyped":    {` columns="name,n"`, "rows:\n", "- [ %s,%d ]", "\n\n", "\n", yamlString},
	"csv":             {` format="csv"`, "name,n\n", "%s,%d", "\n", "\n", func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }},
	"tsv":             {` format="tsv"`, "name\tn\n", "%s\t%d", "\n", "\n", func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }},
	"csv over lines":  {` format="csv"`, "name,n\n", "%s , %d", "\n\n", "\n", func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + "\n\n# 2\"" }},
	"tsv over lines":  {` format="tsv"`, "\"na\n me\"\tn\n", "  %s\t%d", "\n", "\n", func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + "\n\tx\"" }},
	"json records":    {` format="json"`, "[\n", `  { "name": %s, "n": %d }`, ",\n", "\n]\n", jsonString},
	"json compact":    {` format="json"`, "[", `{"name":%s,"n":%d}`, ",", "]\n", jsonString},
	"json a key line": {` format="json"`, "[\n", "  {\n    \"name\": %s,\n    \"n\": %d\n  }", ",\n", "\n]\n", jsonString},
	"json arrays":     {` format="json"`, "{\n  \"columns\": [\"name\", \"n\"],\n  \"rows\": [\n", "    [%s, %d]", ",\n", "\n  ]\n}\n", jsonString},
}

// text draws what a person may type into a cell.
func text() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.Bool().Draw(t, "tricky") {
			return rapid.SampledFrom([]string{"true", "yes", "null", "~", "-", "- a", "a: b", "a:", "#", "a #b", "007", "1e3", "12:30",
				"2026-05-12", "'", `"`, "it's", `say "x"`, "a, b", "[x]", "{", "|", "`", "::", "```", "<<", "=", "\u00a0x", "\ttab", "é→", "x\u2028y", "0x1F", "1_000", ".5", "?", "%", "@a", "\\", "\\n"}).Draw(t, "word")
		}
		return strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' || r == 0xfffd {
				return ' '
			}
			return r
		}, rapid.String().Draw(t, "text"))
	})
}

// TestEditsDoWhatTheySay is the law of all five edits, in every format: after the edit the grid is the
// one before with that change, and no other cell reads differently.
func TestEditsDoWhatTheySay(t *testing.T) {
	for name, b := range bodies {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				names := rapid.SliceOfN(text(), 2, 3).Draw(t, "names")
				var rows []string
				for i, n := range names {
					rows = append(rows, fmt.Sprintf(b.row, b.spell(n), i))
				}
				eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
				src := strings.ReplaceAll("::::dataset{id=\"d\""+b.attrs+"}\n"+b.head+strings.Join(rows, b.between)+b.tail+"::::\n", "\n", eol)
				f, d := directive(t, src)
				g, err := Parse(d)
				if err != nil {
					t.Fatalf("%v in\n%s", err, src)
				}
				g.EOL = eol
				before := texts(g)
				if len(before) != len(names)+1 {
					t.Fatalf("rows %q of\n%s", before, src)
				}
				row := rapid.IntRange(0, len(names)-1).Draw(t, "row")
				column := rapid.IntRange(0, 1).Draw(t, "column")
				value := text().Draw(t, "value")
				var edits []source.Edit
				want := slices.Clone(before)
				edit := rapid.IntRange(0, 4).Draw(t, "edit")
				switch edit {
				case 0:
					edits, err = g.SetCell(row, column, value)
					want[row+1] = slices.Clone(want[row+1])
					want[row+1][column] = value
				case 1:
					edits, err = g.InsertRow(row, []string{value, "7"})
					want = slices.Insert(want, row+1, []string{value, "7"})
				case 2:
					edits, err = g.DeleteRow(row)
					want = slices.Delete(want, row+1, row+2)
				case 3:
					if b.attrs == ` columns="name,n"` {
						return // columns named by an attribute cannot change in the body
					}
					edits, err = g.InsertColumn(column, "new", []string{value})
					for i, r := range want {
						c := ""
						if i == 0 {
							c = "new"
						} else if i == 1 {
							c = value
						}
						want[i] = slices.Insert(slices.Clone(r), column, c)
					}
				case 4:
					if b.attrs == ` columns="name,n"` {
						return
					}
					edits, err = g.DeleteColumn(column)
					for i, r := range want {
						want[i] = slices.Delete(slices.Clone(r), column, column+1)
					}
				}
				if err != nil {
					t.Fatalf("%v in\n%s", err, src)
				}
				if wrong := notLocal(f.Text, g, edits, edit, row); wrong != "" {
					t.Fatalf("%s: %+v in\n%s", wrong, edits, src)
				}
				after, err := source.Apply(f.Text, edits)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Count(after, "\n") != strings.Count(after, eol) {
					t.Fatalf("mixed line ends: %q", after)
				}
				_, d = directive(t, after)
				g, err = Parse(d)
				if err != nil {
					t.Fatalf("%v after the edit:\n%s", err, after)
				}
				if got := texts(g); !alike(got, want) {
					t.Fatalf("before %q\nwant %q\ngot  %q\n%s", before, want, got, after)
				}
			})
		})
	}
}

// notLocal says how edits reach beyond what they are for, "" if they do not: a cell's stay in the lines
// of its row, those of a new row only insert, those of a deleted row remove no cell of another, and
// comments stay in any case.
func notLocal(text string, g *Grid, edits []source.Edit, kind, row int) string {
	rowSpan := func(i int) source.Span {
		s := g.Rows[i][0].Span
		for _, c := range g.Rows[i] {
			s = source.Span{Start: min(s.Start, c.Span.Start), End: max(s.End, c.Span.End)}
		}
		return s
	}
	mine := rowSpan(row)
	from := strings.LastIndexByte(text[:mine.Start], '\n') + 1
	to := mine.End + strings.IndexByte(text[mine.End:], '\n')
	for _, e := range edits {
		switch {
		case kind == 0 && (e.Span.Start < from || e.Span.End > to):
			return "the edit of a cell leaves its row"
		case kind == 1 && !e.Span.Empty():
			return "a new row replaces something"
		case kind == 2 && e.New != "":
			return "a deleted row leaves something"
		case kind != 2 && (strings.Contains(e.Span.Of(text), "# data") || strings.Contains(e.Span.Of(text), "# why")):
			return "a comment is rewritten"
		}
		for i := range g.Rows {
			if s := rowSpan(i); kind == 2 && i != row && e.Span.Start < s.End && s.Start < e.Span.End {
				return "another row goes with the deleted one"
			}
		}
	}
	return ""
}

func texts(g *Grid) [][]string {
	out := [][]string{g.Columns}
	for _, r := range g.Rows {
		var row []string
		for _, c := range r {
			row = append(row, c.Text)
		}
		out = append(out, row)
	}
	return out
}

// alike compares two grids. A typed cell may spell a number or a truth differently from what was
// typed, and typed formats drop outer spaces of these only; CSV tells no text from another.
func alike(a, b [][]string) bool {
	same := func(x, y string) bool {
		if x == y {
			return true
		}
		n, isNumber := yamlNumber(noma.TrimSpace(y))
		m, toNumber := yamlNumber(x)
		if isNumber && toNumber && n == m {
			return true
		}
		switch strings.ToLower(noma.TrimSpace(y)) {
		case "true", "yes", "1":
			return x == "true"
		case "false", "no", "0":
			return x == "false"
		case "":
			return x == ""
		}
		return false
	}
	return slices.EqualFunc(a, b, func(r, s []string) bool { return slices.EqualFunc(r, s, same) })
}

// TestYAMLStringReadsBack: what is written as a string in a flow list is read as that string.
func TestYAMLStringReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text().Draw(t, "string")
		_, d := directive(t, "::dataset\nrows:\n  - [x, "+yamlString(s)+", y]\n::\n")
		g, err := Parse(d)
		if err != nil || len(g.Rows) != 1 || len(g.Rows[0]) != 3 || g.Rows[0][1].Value != s {
			t.Fatalf("%q is written %s and read %+v, %v", s, yamlString(s), g, err)
		}
	})
}

// TestTableEdits is the same law for the ::table directive.
func TestTableEdits(t *testing.T) {
	cell := rapid.SampledFrom([]string{"a", "", "`x|y`", `p \| q`, "**b**", "é", "a | b", "`"})
	rapid.Check(t, func(t *rapid.T) {
		rows := []string{"| Name | Score |", "Ann | 1", "", "  | Bo |"}
		src := "::table{header}\n" + strings.Join(rows, "\n") + "\n::\n"
		f, d := directive(t, src)
		g, err := Table(d)
		if err != nil {
			t.Fatal(err)
		}
		before := tableTexts(g)
		row, column := rapid.IntRange(0, 1).Draw(t, "row"), rapid.IntRange(0, 1).Draw(t, "column")
		value := cell.Draw(t, "value")
		var edits []source.Edit
		want := slices.Clone(before)
		switch rapid.IntRange(0, 5).Draw(t, "edit") {
		case 0:
			edits, err = g.SetCell(row, column, value)
			want[row+1] = slices.Clone(want[row+1])
			want[row+1][column] = value
		case 1:
			edits, err = g.SetHeader(column, value)
			want[0] = slices.Clone(want[0])
			want[0][column] = value
		case 2:
			edits, err = g.InsertRow(row, []string{value})
			want = slices.Insert(want, row+1, []string{value, ""})
		case 3:
			edits, err = g.DeleteRow(row)
			want = slices.Delete(want, row+1, row+2)
		case 4:
			edits, err = g.InsertColumn(column, &value, []string{"v"})
			for i, r := range want {
				want[i] = slices.Insert(slices.Clone(r), column, []string{value, "v", ""}[i])
			}
		case 5:
			edits, err = g.DeleteColumn(column)
			for i, r := range want {
				want[i] = slices.Delete(slices.Clone(r), column, column+1)
			}
		}
		if err != nil {
			if value == "`" {
				return
			}
			t.Fatal(err)
		}
		after, err := source.Apply(f.Text, edits)
		if err != nil {
			t.Fatal(err)
		}
		_, d = directive(t, after)
		if g, err = Table(d); err != nil {
			t.Fatal(err)
		}
		for _, r := range want {
			for i := range r {
				if r[i] == "a | b" {
					r[i] = `a \| b`
				}
			}
		}
		if got := tableTexts(g); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Fatalf("want %q\ngot  %q\n%s", want, got, after)
		}
	})
}

// tableTexts returns header and rows, filled to the width.
func tableTexts(g *TableGrid) [][]string {
	var out [][]string
	for _, r := range append([][]Cell{g.Header}, g.Rows...) {
		out = append(out, g.texts(r, g.Width))
	}
	return out
}
