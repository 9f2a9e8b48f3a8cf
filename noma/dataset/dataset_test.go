package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func TestShapes(t *testing.T) {
	for _, c := range []struct{ name, attrs, body, want string }{
		{"yaml rows of mappings", "", "rows:\n  - {a: 1, b: x}\n  - {b: y}", "a|b / 1|x / |y"},
		{"yaml block rows", "", "rows:\n  -\n    - 1\n    - 'two'", "Column 1|Column 2 / 1|two"},
		{"yaml bare list", "", "- [1, 2]\n- [3]", "Column 1|Column 2 / 1|2 / 3|"},
		{"yaml list at column one", "", "rows:\n- [1]\n- [2]", "Column 1 / 1 / 2"},
		{"yaml numbers", "", "rows:\n  - [14.0, 1.50, 0x1F, 1_000, 1e3, 007, yes, 2026-05-12]", "Column 1|Column 2|Column 3|Column 4|Column 5|Column 6|Column 7|Column 8 / 14|1.5|31|1000|1000|7|yes|2026-05-12"},
		{"yaml nulls and truths", "", "rows:\n  - [~, null, true, False]", "Column 1|Column 2|Column 3|Column 4 / ||true|false"},
		{"yaml nested", "", "rows:\n  - [[1, a], {k: v}]", `Column 1|Column 2 / [1,"a"]|{"k":"v"}`},
		{"yaml schema of mappings", "", "schema:\n  a: {type: number}\nrows:\n  - [1]", "a / 1"},
		{"yaml empty", "", "schema:\n  a: number\nrows: []", "a"},
		{"yaml columns attribute", ` columns="a, b"`, "rows:\n  - [1, 2]", "a|b / 1|2"},
		{"csv", ` format="CSV"`, "\na , \"b, c\"\n\n 1 ,\"x \"\"y\"\"\"", `a|b, c / 1|x "y"`},
		{"csv over lines", ` format="csv"`, "a,b\n\"x\n\n y\",1\n2,\"\"\"p\"\"\nq\"", "a|b / x\n\n y|1 / 2|\"p\"\nq"},
		{"csv with a stray quote", ` format="csv"`, "size,b\n5\",1\n6,\"two\nthree,3", "size|b / 5\",1| / 6|\"two / three|3"},
		{"csv header over lines", ` format="csv"`, "\"net\nsales\",b\n1,2", "net\nsales|b / 1|2"},
		{"csv keeps spellings", ` format="csv"`, "a\n14.0", "a / 14.0"},
		{"tsv", ` format="tsv"`, "a\tb\n\t2", "a|b / |2"},
		{"json records", ` format="json"`, `[{"a": 1.50, "b": null}, {"b": "x", "c": 1}]`, "a|b / 1.5| / |x"},
		{"json arrays", ` format="json"`, `[[1, [2, "é<"]], [true]]`, `Column 1|Column 2 / 1|[2,"é<"] / true|`},
		{"json rows", ` format="json"`, `{"columns": ["a"], "rows": [[1]]}`, "a / 1"},
	} {
		_, d := directive(t, "::::dataset{id=\"d\""+c.attrs+"}\n"+c.body+"\n::::\n")
		g, err := Parse(d)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var rows []string
		for _, r := range texts(g) {
			rows = append(rows, strings.Join(r, "|"))
		}
		if got := strings.Join(rows, " / "); got != c.want {
			t.Errorf("%s:\nwant %s\ngot  %s", c.name, c.want, got)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, c := range []struct{ attrs, body string }{
		{"", "not a dataset"},
		{"", ""},
		{"", "rows: 1"},
		{"", "rows: [1"},
		{` format="json"`, `{"a": 1}`},
		{` format="json"`, `[1] [2]`},
		{` format="json"`, `[`},
		{` format="json"`, strings.Repeat("[", 5000)},
		{` format="csv"`, "\n"},
		{` format="xml"`, "<a/>"},
	} {
		_, d := directive(t, "::::dataset{id=\"d\""+c.attrs+"}\n"+c.body+"\n::::\n")
		if g, err := Parse(d); err == nil {
			t.Errorf("%q is read as %v", c.body, texts(g))
		}
	}
}

// TestUnequalRows: a wide row does not make all rows wide. What would fill the memory is refused at once,
// what people write is not.
func TestUnequalRows(t *testing.T) {
	const n = 20_000
	wide := strings.Repeat("a,", n) + "a"
	narrow := strings.Repeat("1\n", n)
	names, records := make([]string, n), strings.Repeat("{},", n)
	for i := range names {
		names[i] = fmt.Sprintf("%q: 1", fmt.Sprint("c", i))
	}
	record := "{" + strings.Join(names, ", ") + "}"
	for name, text := range map[string]string{
		"csv":  "::dataset{format=\"csv\"}\n" + wide + "\n" + narrow + "::\n",
		"json": "::dataset{format=\"json\"}\n[" + record + "," + records + "{}]\n::\n",
		"yaml": "::dataset\nrows:\n  - " + record + "\n" + strings.Repeat("  - {}\n", n) + "::\n",
	} {
		_, d := directive(t, text)
		if _, err := Parse(d); err == nil || !strings.Contains(err.Error(), "too unequal") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, d := directive(t, "::table\n|"+strings.ReplaceAll(wide, ",", "|")+"|\n"+strings.Repeat("|1|\n", n)+"::\n")
	if _, err := Table(d); err == nil || !strings.Contains(err.Error(), "too unequal") {
		t.Errorf("table: %v", err)
	}
	_, d = directive(t, "::dataset{format=\"csv\"}\n"+wide[:2*500-1]+"\n"+narrow[:2*500]+"::\n")
	if g, err := Parse(d); err != nil || len(g.Rows) != 500 || len(g.Rows[499]) != 500 {
		t.Errorf("500 columns and 500 short rows: %v", err)
	}
}

// TestManyOpenQuotes: a quote in each of many lines costs one search, not one for each.
func TestManyOpenQuotes(t *testing.T) {
	const n = 100_000
	for _, line := range []string{"\"open,1\n", "x,\"\"\"\n", "\",\"\n"} {
		_, d := directive(t, "::dataset{format=\"csv\"}\na,b\n"+strings.Repeat(line, n)+"::\n")
		if _, err := Parse(d); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// TestFlowStrings are the forms that the contract lists (patch.md, "Flow list writing").
func TestFlowStrings(t *testing.T) {
	for s, want := range map[string]string{
		"A": "A", "n/a": "n/a", "a:b": "a:b", "-a": "'-a'", `Z, "q"`: `'Z, "q"'`, "": "''", " a": "' a'",
		"yes": "'yes'", "n": "'n'", "007": "'007'", "1e3": "'1e3'", "12:30": "'12:30'", "2026-05-12": "'2026-05-12'",
		"a: b # 'c' \"d\"": `'a: b # ''c'' "d"'`, "a#b": "a#b", "a\tb": `"a\tb"`, "a\u00a0b": `"a\xA0b"`, "it's": "it's", "<<": "'<<'",
	} {
		if got := yamlString(s); got != want {
			t.Errorf("%q is written %s, want %s", s, got, want)
		}
	}
}

// TestInlined: a body that a loader has put in is shown, and not edited in this file.
func TestInlined(t *testing.T) {
	_, d := directive(t, "::dataset{src=\"a.csv\" format=\"csv\"}\n::\n")
	d.Body = "a\n1\n"
	g, err := Parse(d)
	if err != nil || fmt.Sprint(texts(g)) != "[[a] [1]]" {
		t.Fatal(g, err)
	}
	if !g.Rows[0][0].Span.Empty() {
		t.Error("the cell has a place in a file it is not in")
	}
	if _, err := g.SetCell(0, 0, "2"); err == nil {
		t.Error("the cell can be set in a file it is not in")
	}
}

// TestUntouched: an edit of one row leaves comments, blank lines and other rows alone.
func TestUntouched(t *testing.T) {
	const src = "::dataset{id=\"d\"}\n# about\nschema:\n  a: string   # n\nrows:\n\n  - [\"x\"]   # first\n  # between\n  - [ 'y' ]\n::\n"
	f, d := directive(t, src)
	g, err := Parse(d)
	if err != nil {
		t.Fatal(err)
	}
	edits, err := g.SetCell(0, 0, "z")
	if err != nil {
		t.Fatal(err)
	}
	got, err := source.Apply(f.Text, edits)
	if want := strings.Replace(src, `["x"]`, "[z]", 1); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// FuzzDataset: whatever a body holds, cells stand where they say, and an edit that is made gives the
// grid with exactly that change when the text is read again.
func FuzzDataset(f *testing.F) {
	for _, b := range []string{"rows:\n  - [a, 'b', \"c\\\"\"]  # x", "a,b\n\"1\"\"\",2", `[{"a": [1, {"b": null}]}]`, "schema: {a: b}\nrows: *x", "rows: &a [*a, *a]", "a: &a [x]\nrows: [[*a, *a]]", "{\"rows\": [[1,2],[3]]}",
		"a,b\r\n\"x\r\ny\",2\r\n3,4", "\"a\n\"\tb\n\t\n1", `{"columns": ["a","b"], "rows": [["x",1],["y",2]]}`, "schema:\n  a: string\n  b: number\nrows:\n  - [x, 1] # c\n  - [y, 2]", `[{"a":1,"a":2},{"b":3}]`} {
		for i := range 4 {
			f.Add(b, i, i, i, "v")
		}
	}
	f.Fuzz(func(t *testing.T, body string, format, kind, at int, value string) {
		if !utf8.ValidString(body + value) {
			return // no document is read that is not UTF-8
		}
		formats := []Format{YAML, CSV, TSV, JSON}
		text := fmt.Sprintf("::::::::dataset{format=%q}\n%s\n::::::::\n", string(formats[uint(format)%4]), body)
		d := only(text)
		if d == nil {
			return
		}
		if _, err := Table(d); err != nil && !strings.Contains(err.Error(), "|") && !strings.Contains(err.Error(), "unequal") {
			t.Fatal(err)
		}
		g, err := Parse(d)
		if err != nil {
			return
		}
		for _, r := range g.Rows {
			if len(r) != len(g.Columns) {
				t.Fatalf("a row of %d cells in %d columns", len(r), len(g.Columns))
			}
			for _, c := range r {
				if c.Span.Empty() != (c.Raw == "") || strings.ReplaceAll(c.Span.Of(text), "\r\n", "\n") != c.Raw && !strings.Contains(body, "\r") {
					t.Fatalf("cell %+v stands at %q", c, c.Span.Of(text))
				}
			}
		}
		if strings.Contains(body, "\r\n") && strings.Count(body, "\n") == strings.Count(body, "\r\n") {
			g.EOL = "\r\n"
		}
		want := texts(g)
		row, column := 0, int(uint(at)%uint(len(g.Columns)+1))
		if len(g.Rows) > 0 {
			row = int(uint(at) % uint(len(g.Rows)))
		}
		var edits []source.Edit
		switch uint(kind) % 5 {
		case 0:
			edits, err = g.SetCell(row, column, value)
			if err == nil {
				want[row+1] = slices.Clone(want[row+1])
				want[row+1][column] = value
			}
		case 1:
			edits, err = g.InsertRow(row, []string{value})
			if err == nil {
				new := make([]string, max(1, len(g.Columns)))
				new[0] = value
				want = slices.Insert(want, row+1, new)
			}
		case 2:
			if g.Format == JSON && row == 0 {
				return // the first record names the columns
			}
			edits, err = g.DeleteRow(row)
			if err == nil {
				want = slices.Delete(want, row+1, row+2)
			}
		case 3:
			edits, err = g.InsertColumn(column, "a new name", []string{value}[:min(1, len(g.Rows))])
			if err == nil {
				for i, r := range want {
					want[i] = slices.Insert(slices.Clone(r), column, []string{"a new name", value, ""}[min(i, 2)])
				}
			}
		case 4:
			edits, err = g.DeleteColumn(column)
			if err == nil {
				for i, r := range want {
					want[i] = slices.Delete(slices.Clone(r), column, column+1)
				}
			}
		}
		if err != nil {
			return
		}
		after, err := source.Apply(text, edits)
		if err != nil {
			t.Fatal(err)
		}
		if d = only(after); d == nil {
			t.Fatalf("the edit breaks the block:\n%s\n----\n%s", text, after)
		}
		back, err := Parse(d)
		if err != nil {
			t.Fatalf("%v after the edit of\n%s\n----\n%s", err, text, after)
		}
		if got := texts(back); !alike(unnamed(got), unnamed(want)) {
			t.Fatalf("want %q\ngot  %q\n%s\n----\n%s", want, got, text, after)
		}
	})
}

// unnamed takes the names away that the grid gave to columns without one, and such columns at the end
// that hold nothing: how many there are depends on the widest row.
func unnamed(rows [][]string) [][]string {
	wide := 0
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = slices.Clone(r)
		for j := range out[i] {
			if i == 0 && strings.HasPrefix(out[i][j], "Column ") {
				out[i][j] = ""
			}
			if out[i][j] != "" {
				wide = max(wide, j+1)
			}
		}
	}
	for i, r := range out {
		out[i] = append(r, make([]string, wide)...)[:wide]
	}
	return out
}

// only returns the directive that is all of a text, nil when the text is something else.
func only(text string) *noma.Directive {
	doc, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil || len(doc.Children) != 1 {
		return nil
	}
	d, _ := doc.Children[0].(*noma.Directive)
	return d
}

// BenchmarkParse and BenchmarkInsertColumn show that the time grows with the rows and not faster.
func BenchmarkParse(b *testing.B) { benchmark(b, func(*Grid) error { return nil }) }

func BenchmarkInsertColumn(b *testing.B) {
	benchmark(b, func(g *Grid) error {
		_, err := g.InsertColumn(1, "new", []string{"1"})
		return err
	})
}

func benchmark(b *testing.B, then func(*Grid) error) {
	for _, name := range []string{"yaml", "csv", "csv over lines", "json records", "json arrays"} {
		for _, n := range []int{100, 1000, 10_000} {
			b.Run(fmt.Sprint(name, "/", n, "-rows"), func(b *testing.B) {
				layout := bodies[name]
				rows := make([]string, n)
				for i := range rows {
					rows[i] = fmt.Sprintf(layout.row, layout.spell(fmt.Sprint("Port ", i)), i)
				}
				_, d := directive(b, "::::dataset{id=\"d\""+layout.attrs+"}\n"+layout.head+strings.Join(rows, layout.between)+layout.tail+"::::\n")
				for b.Loop() {
					g, err := Parse(d)
					if err == nil {
						err = then(g)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
			})
		}
	}
}

func ExampleGrid_SetCell() {
	f := source.NewFile("ferries.noma", `::dataset{id="crossings"}
schema:
  port: string
  boats: number
rows:
  - [Ulvoe, 3]   # winter
  - [Trysund, 5]
::
`)
	doc, _, _ := noma.Parse(f, noma.Options{})
	block, _ := doc.ByID("crossings")

	g, _ := Parse(block.(*noma.Directive))
	column, _ := g.Column("boats")
	edits, _ := g.SetCell(0, column, "4")
	text, _ := source.Apply(f.Text, edits)
	fmt.Print(text)
	// Output:
	// ::dataset{id="crossings"}
	// schema:
	//   port: string
	//   boats: number
	// rows:
	//   - [Ulvoe, 4]   # winter
	//   - [Trysund, 5]
	// ::
}
