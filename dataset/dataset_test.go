package dataset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
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

// TestFlowStrings are the spellings that the contract lists (patch.md, "Flow list writing").
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

func FuzzParse(f *testing.F) {
	for _, b := range []string{"rows:\n  - [a, 'b', \"c\\\"\"]  # x", "a,b\n\"1\"\"\",2", `[{"a": [1, {"b": null}]}]`, "schema: {a: b}\nrows: *x", "rows: &a [*a, *a]", "a: &a [x]\nrows: [[*a, *a]]", "{\"rows\": [[1,2],[3]]}"} {
		for i := range 4 {
			f.Add(b, i)
		}
	}
	f.Fuzz(func(t *testing.T, body string, format int) {
		formats := []Format{YAML, CSV, TSV, JSON}
		name := formats[uint(format)%4]
		text := fmt.Sprintf("::::::::dataset{format=%q}\n%s\n::::::::\n", string(name), body)
		file := source.NewFile("", text)
		doc, _, err := noma.Parse(file, noma.Options{})
		if err != nil || len(doc.Children) == 0 {
			return
		}
		d, ok := doc.Children[0].(*noma.Directive)
		if !ok {
			return
		}
		if _, err := Table(d); err != nil && !strings.Contains(err.Error(), "|") {
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
				if c.Span.Empty() != (c.Raw == "") || !strings.ContainsRune(c.Raw, '\n') && c.Span.Of(text) != c.Raw {
					t.Fatalf("cell %+v stands at %q", c, c.Span.Of(text))
				}
			}
		}
		for _, edit := range []func() ([]source.Edit, error){
			func() ([]source.Edit, error) { return g.SetCell(0, 0, "v") },
			func() ([]source.Edit, error) { return g.InsertRow(len(g.Rows), []string{"v"}) },
			func() ([]source.Edit, error) { return g.DeleteRow(0) },
			func() ([]source.Edit, error) { return g.InsertColumn(0, "new", nil) },
			func() ([]source.Edit, error) { return g.DeleteColumn(0) },
		} {
			if edits, err := edit(); err == nil {
				if _, err := source.Apply(text, edits); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
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
