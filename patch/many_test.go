package patch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestManyOnOneBlock is the law of stages for lists that change one table, one dataset, the attributes of one block and a
// new block again and again: what their parts become is what the whole would become, byte for byte.
func TestManyOnOneBlock(t *testing.T) {
	pieces, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t}
		data := rapid.SampledFrom(slices.Concat(datasets, wideDatasets)).Draw(t, "dataset")
		w.add("# Section {id=\"s1\"}", "")
		w.add("::table{id=\"t1\" "+w.pick("header", "header", "header=true", `title="T"`, `header merge="A2:A3, b4:C5 x"`, `merge="A1:B2 A4:A6"`)+"}", w.pick("head", "| Name | Score |", "Name|Score", "| Name | Score |\n| --- | --- |"))
		for range rapid.IntRange(2, 6).Draw(t, "rows") {
			w.add(w.pick("row", "| Ann | 1 |", "| | |", "| Di | |", "| | | |", "  | Bo | 2 |", "Cy | 3", "| a | b | c |", "| one |", "| `a|b` | \\| |", "", "| --- | --- |"))
		}
		w.add("::", "")
		w.add("::dataset{id=\"d1\" "+data.attrs+"}", data.body, "::", "")
		w.add(":::claim{id=\"c1\" "+w.pick("attrs", "x=1", "x=1  y=2 ,", "a a=2", `owner='Ana "A"'`, "")+"}", "A claim.", ":::")
		text := strings.Join(w.out, "\n")
		if w.chance("crlf", 20) {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		doc := parse(text)
		var ops []Op
		for i := range rapid.IntRange(3, 14).Draw(t, "operations") {
			op := manyOperation(w, i)
			res, err := ApplyTo(doc, []Op{op}, Options{})
			if err != nil {
				if w.chance("keep the failure", 5) {
					ops = append(ops, op)
					break
				}
				continue
			}
			ops = append(ops, op)
			if doc = tree(t, res); doc.File.EOL() != parse(text).File.EOL() {
				break
			}
		}
		slow, want := ApplyTo(parse(text), ops, Options{oneByOne: true})
		whole, err := ApplyTo(parse(text), ops, Options{})
		if fmt.Sprint(want) != fmt.Sprint(err) {
			t.Fatalf("text:\n%s\nops: %s\none by one: %v\nbatched: %v", text, show(ops), want, err)
		}
		if err != nil {
			return
		}
		if slow.Text != whole.Text || !slices.Equal(slow.Changed, whole.Changed) {
			t.Fatalf("text:\n%s\nops: %s\none by one:\n%s\n%v\nbatched:\n%s\n%v", text, show(ops), slow.Text, slow.Changed, whole.Text, whole.Changed)
		}
		pieces += whole.pieces
		total += len(ops)
	})
	t.Logf("%d operations, %d on pieces", total, pieces)
	if total >= 100 && pieces*8 < total {
		t.Error("hardly any operation was made on a piece")
	}
}

// TestNamedValueIsLost takes the name of a value away, by which another row has it: that row cannot be deleted then, as one
// operation after the other finds.
func TestNamedValueIsLost(t *testing.T) {
	text := "::dataset{id=\"d1\"}\nrows:\n  - [&a A, 1]\n  - [*a, 2]\n  - [B, 3]\n::\n"
	ops := []Op{{Op: "insert_dataset_row", ID: "d1"}, {Op: "update_dataset_cell", ID: "d1", Row: 1, Column: At(0), Value: "42"}, {Op: "delete_dataset_row", ID: "d1", Row: 2}}
	_, want := ApplyTo(parse(text), ops, Options{oneByOne: true})
	if _, err := ApplyTo(parse(text), ops, Options{}); want == nil || fmt.Sprint(err) != fmt.Sprint(want) {
		t.Errorf("one by one: %v, together: %v", want, err)
	}
}

// TestRowOfDashes has a row of dashes come to stand as the second line of a table, where it is no row.
func TestRowOfDashes(t *testing.T) {
	cell := func(row int, value string) Op {
		return Op{Op: "update_table_cell", ID: "t1", Row: row, Column: At(0), Value: value}
	}
	for text, ops := range map[string][]Op{
		"::table{id=\"t1\" header}\n| Name |\n| Ann |\n| --- |\n| Bo |\n::\n": {cell(0, "42"), {Op: "delete_table_row", ID: "t1"}, {Op: "delete_table_row", ID: "t1"}},
		"::table{id=\"t1\"}\n| Name |\n| Ann |\n| Bo |\n| Cy |\n::\n":         {cell(0, "7"), cell(1, "---"), cell(1, "42")},
	} {
		want, err := ApplyTo(parse(text), ops, Options{oneByOne: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ApplyTo(parse(text), ops, Options{}); err != nil || got.Text != want.Text {
			t.Errorf("one by one: %q, together: %q, %v", want.Text, got.Text, err)
		}
	}
}

// wideDatasets have rows by which new values are written, and rows that are read together.
var wideDatasets = []struct{ attrs, body string }{
	{"", "rows:\n  - [1, true, x]\n  - [2, false]\n\n  # between\n  - [3, 'y', \"z\"] # three"},
	{"", "schema:\n  name: string\n  n: number\nrows:\n  - [&a A, 1]\n  - [*a, 2]\n  - [B, 3]"},
	{`format="csv"`, "name,n\n\"A\nB\",1\nC,2\n\"open,3\nD,4"},
	{`format="csv"`, "name,n\nA,1,more\nB\n\nC,3"},
	{`format="tsv"`, "name\tn\n\t1\nB\t2"},
	{`format="json"`, "[[1, true], [2, \"x\"], [3]]"},
	{`format="json"`, "[{\"name\": \"A\", \"n\": 1},\n {\"n\": 2, \"name\": \"B\"},\n {\"name\": \"C\"}]"},
}

func manyOperation(w *writer, serial int) Op {
	small := func(label string) int { return rapid.IntRange(0, 3).Draw(w.t, label) }
	value := func() string {
		return w.pick("value", "42", "x", "a | b", "", "yes", "true", "1.50", `q"q`, "é", "it's 🚢", "::", "---", "*a", "`", ":::", "# t")
	}
	column := At(rapid.IntRange(0, 2).Draw(w.t, "column"))
	if w.chance("named", 5) {
		column = Column{Name: w.pick("name", "Name", "name", "n"), ByName: true}
	}
	cells := []string{value(), value()}[:rapid.IntRange(0, 2).Draw(w.t, "cells")]
	switch rapid.IntRange(0, 18).Draw(w.t, "op") {
	case 0, 1, 2:
		return Op{Op: "update_table_cell", ID: "t1", Row: small("row"), Column: column, Value: value()}
	case 3:
		return Op{Op: "insert_table_row", ID: "t1", Row: small("row"), Cells: cells}
	case 4:
		return Op{Op: "delete_table_row", ID: "t1", Row: small("row")}
	case 5:
		return Op{Op: w.pick("column op", "delete_table_column", "insert_table_column"), ID: "t1", Column: column}
	case 16, 17, 18:
		op := Op{Op: w.pick("column op", "delete_table_column", "insert_table_column", "insert_table_column", "update_table_header_cell"), ID: "t1", Column: column}
		switch {
		case op.Op == "update_table_header_cell":
			op.Value = value()
		case op.Op == "insert_table_column" && w.chance("header", 60):
			header := value()
			op.Header, op.Cells = &header, cells
		case op.Op == "insert_table_column":
			op.Cells = cells
		}
		return op
	case 6, 7:
		return Op{Op: "update_dataset_cell", ID: "d1", Row: small("row"), Column: column, Value: value()}
	case 8:
		return Op{Op: "insert_dataset_row", ID: "d1", Row: small("row"), Cells: cells}
	case 9:
		return Op{Op: "delete_dataset_row", ID: "d1", Row: small("row")}
	case 10:
		return Op{Op: "remove_attribute", ID: "c1", Key: w.pick("key", "x", "y", "a", "b", "owner")}
	case 11:
		return Op{Op: "rename_id", From: w.pick("from", "c1", "n1"), To: w.pick("to", "n1", "c1")}
	case 14:
		content := w.pick("content", "::note{id=\"new\"}\nNew.\n::", "::table{id=\"new\" header}\n| a | b |\n| 1 | 2 |\n::")
		return Op{Op: "add_block", Parent: "s1", Content: content, Position: rapid.SampledFrom([]*int{nil, new(int)}).Draw(w.t, "position")}
	case 15:
		return rapid.SampledFrom([]Op{
			{Op: "update_attribute", ID: "new", Key: w.pick("key", "x", "y", "id"), Value: value()},
			{Op: "remove_attribute", ID: "new", Key: "x"},
			{Op: "replace_body", ID: "new", Content: w.pick("body", "Body.", "::", ":::", "```", ":::note{id=\"n2\"}\nx\n:::", "")},
			{Op: "update_table_cell", ID: "new", Row: 0, Column: At(1), Value: value()},
		}).Draw(w.t, "on the new block")
	}
	id := w.pick("block", "c1", "c1", "t1", "d1")
	if id == "t1" && w.chance("merged", 50) {
		return Op{Op: "update_attribute", ID: id, Key: "merge", Value: w.pick("ranges", "A2:B2", "A2:A4", "B1:B2 A3:C3", "")}
	}
	return Op{Op: "update_attribute", ID: id, Key: w.pick("key", "x", "y", "a", "b", fmt.Sprint("k", serial)),
		Value: rapid.SampledFrom([]any{"v", 1.5, true, false, `say "x"`, "it's", "}", "{", "c1", `both ' and "`}).Draw(w.t, "value")}
}
