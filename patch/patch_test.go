package patch

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestStages says how much work may share one parse.
func TestStages(t *testing.T) {
	text := report(50)
	var comments, cells, rows, attrs, appends, removed, children, moves, many []Op
	doc := parse(text)
	for i := range 40 {
		claim := fmt.Sprintf("claim-%d", i)
		comments = append(comments, Op{Op: "add_comment", ID: fmt.Sprintf("c%d", i), Target: "claim-1", Content: "x"})
		cells = append(cells, Op{Op: "update_table_cell", ID: "table-3", Row: i % 3, Column: At(i % 2), Value: fmt.Sprint(i)})
		rows = append(rows, Op{Op: "insert_table_row", ID: "table-3", Row: i, Cells: []string{fmt.Sprint(i)}})
		attrs = append(attrs, Op{Op: "update_attribute", ID: claim, Key: "a", Value: 1.0}, Op{Op: "update_attribute", ID: claim, Key: "b", Value: "x"})
		appends = append(appends, Op{Op: "add_block", Parent: "sec-2", Content: "::note\nx\n::"})
		moves = append(moves, Op{Op: "move_block", ID: claim, Parent: "sec-45"})
		removed = append(removed, Op{Op: "delete_block", ID: claim}, Op{Op: "delete_block", ID: fmt.Sprintf("note-%d", i)})
		section, _ := doc.ByID(fmt.Sprintf("sec-%d", i))
		kids := section.Kids()
		children = append(children,
			Op{Op: "insert_child", Parent: section.At().ID, Index: 0, Content: "First."},
			Op{Op: "replace_child", Parent: section.At().ID, Index: 1, Content: "Other words.", BaseHash: BlockHash(doc.File, kids[0])},
			Op{Op: "delete_child", Parent: section.At().ID, Index: 2, BaseHash: BlockHash(doc.File, kids[1])})
	}
	for i := range 1000 {
		many = append(many, Op{Op: "update_attribute", ID: fmt.Sprintf("note-%d", i%50), Key: fmt.Sprintf("k%d", i/50), Value: float64(i)})
	}
	for _, c := range []struct {
		name   string
		ops    []Op
		stages int
	}{
		{"a review of fifty edits", edits(50, 50), 1},
		{"comments on one block", comments, 1},
		{"cells of one table", cells, 1},
		{"rows into one table", rows, 1},
		{"attributes of many blocks", attrs, 1},
		{"blocks at the end of one section", appends, 1},
		{"blocks side by side removed", removed, 1},
		{"three children of every section", children, 1},
		{"a reply to a comment that is new", append(comments[:1:1], Op{Op: "add_comment", ID: "r", Target: "c0", ReplyTo: "c0", Content: "y"}), 2},
		{"a comment on the document behind a section that moved", []Op{{Op: "move_section", ID: "sec-2", Parent: "sec-1"}, {Op: "add_comment", ID: "r", Target: noma.WholeDocument, Content: "y"}}, 3},
		{"a table read anew when it gets a header", append(cells[:1:1], Op{Op: "remove_attribute", ID: "table-3", Key: "header"}, cells[1]), 2},
		{"ids renamed between other edits", []Op{attrs[0], {Op: "rename_id", From: "claim-1", To: "c"}, attrs[4], {Op: "rename_id", From: "claim-3", To: "d"}}, 1},
		{"an id renamed and then used", []Op{{Op: "rename_id", From: "claim-1", To: "c"}, {Op: "delete_block", ID: "c"}}, 2},
		{"a rename of what was just referred to", []Op{{Op: "replace_body", ID: "claim-0", Content: "[[claim-1]]"}, {Op: "rename_id", From: "claim-1", To: "c"}}, 2},
		{"blocks that move far away", moves, 1},
		{"a block that moves to where it is", []Op{{Op: "move_block", ID: "note-1", Parent: "sec-1"}}, 2},
		{"a thousand edits", slices.Concat(cells, many, appends, moves), 1},
	} {
		res, err := Apply(source.NewFile("", text), c.ops, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if res.Stages != c.stages {
			t.Errorf("%s: %d stages, want %d", c.name, res.Stages, c.stages)
		} else if res.parses > c.stages+1 {
			t.Errorf("%s: %d parses in %d stages", c.name, res.parses, c.stages)
		}
	}
}

// TestNothingElseMoves: with every byte that an operation writes removed from the account, the text is
// what it was. The edits of one operation are few and short, and the operation is idempotent in
// leaving everything outside them.
func TestNothingElseMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := document(t)
		doc := parse(text)
		op := operation(t, doc, 1)
		st := newStage(doc, doc.File.EOL(), Options{})
		if op.Op == "move_block" || op.Op == "rename_id" || st.add(&op) != nil {
			return
		}
		at := 0
		list := st.edits()
		slices.SortStableFunc(list, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
		for _, e := range list {
			if e.Span.Start < at {
				t.Fatalf("text:\n%s\nop: %s\nedits overlap: %v", text, show([]Op{op}), list)
			}
			at = e.Span.End
			if !strings.Contains(text, "\r") && strings.Contains(e.New, "\r") ||
				strings.Contains(text, "\r\n") && strings.Count(e.New, "\n") > strings.Count("\r"+e.New, "\r\n") {
				t.Fatalf("text %q\nop: %s\nthe line ends of %q are not the file's", text, show([]Op{op}), e.New)
			}
		}
	})
}

// TestAddressLeadsBack: the address of any node names a child that contains it.
func TestAddressLeadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := parse(document(t))
		for n := range noma.Walk(doc) {
			id, index, unit := Address(n)
			if n == noma.Node(doc) {
				if id != "" || index != -1 || unit != n {
					t.Fatalf("the document has the address %q %d", id, index)
				}
				continue
			}
			var parent noma.Node = doc
			if id != "" {
				parent, _ = doc.ByID(id)
			}
			if parent.Kids()[index] != unit {
				t.Fatalf("%s in line %d has the address %q %d, which is another node", noma.Type(n), n.At().Line, id, index)
			}
			for n != unit {
				if n = n.At().Parent; n == nil {
					t.Fatalf("the unit in line %d does not contain the node", unit.At().Line)
				}
			}
		}
	})
}

// TestOpJSON: an operation reads back from its JSON as it was.
func TestOpJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := operation(t, parse(document(t)), 1)
		data, err := json.Marshal(op)
		if err != nil {
			t.Fatal(err)
		}
		tx, err := DecodeOps(data)
		if err != nil || len(tx.Ops) != 1 {
			t.Fatalf("%s: %v", data, err)
		}
		if again, _ := json.Marshal(tx.Ops[0]); string(again) != string(data) {
			t.Fatalf("%s reads back as %s", data, again)
		}
	})
}

func TestDecodeOps(t *testing.T) {
	tx, err := DecodeOps([]byte(`{"ops": [{"op": "delete_block", "id": "a"}], "postvalidate": true}`))
	if err != nil || len(tx.Ops) != 1 || tx.Ops[0].ID != "a" || tx.PreValidate || !tx.PostValidate {
		t.Errorf("%+v, %v", tx, err)
	}
	for _, c := range []struct{ in, want string }{
		{`[{"op": "delete_block", "id": "a"}, {"op": "delete_block"}]`, `1 invalid_content: op "delete_block" requires string field "id" (received fields: op)`},
		{`{"op": "nope"}`, `0 unsupported_op: unknown patch op "nope"`},
		{`{}`, `0 unsupported_op: unknown patch op ""`},
		{`{"op": 1}`, `0 unsupported_op: unknown patch op 1`},
		{`"x"`, `0 invalid_content: an operation must be an object`},
		{`{`, `0 invalid_content: the operations are not JSON: unexpected end of JSON input`},
		{``, `0 invalid_content: the operations are not JSON: unexpected end of JSON input`},
		{`{"ops": 1}`, `0 invalid_content: ops must be a list of operations`},
		{`{"op": "delete_block", "id": "a", "baseHash": ""}`, `0 invalid_content: baseHash must be 8–64 hex chars of the block's sha256 (got "")`},
		{`{"ops": [], "postvalidate": 1, "prevalidate": "yes"}`, `0 invalid_content: prevalidate must be true or false`},
		{`{"ops": [], "postvalidte": true}`, `0 invalid_content: a list of operations has no field "postvalidte"; it has ops, prevalidate, postvalidate, expected_sha, base_sha256`},
		{`{"op": "replace_bodi", "id": "a", "content": ""}`, `0 unsupported_op: unknown patch op "replace_bodi"; did you mean "replace_body"?`},
		{`{"ops": [], "prevalidate": "yes"}`, `0 invalid_content: prevalidate must be true or false`},
		{`{"op": "update_heading", "id": "a", "heading": "T"}`, `0 invalid_content: op "update_heading" requires string field "title" — found "heading"; did you mean "title"? (received fields: op, id, heading)`},
		{`{"op": "update_table_cell", "id": "a", "row": "1", "column": 0, "value": ""}`, `0 invalid_content: op "update_table_cell" requires number field "row": row must be a whole number, not "1" (received fields: op, id, row, column, value)`},
		{`{"op": "insert_table_row", "id": "a", "row": 1, "cells": ["x", 1]}`, `0 invalid_content: op "insert_table_row" requires string[] field "cells": cells must be a list of strings, not ["x", 1] (received fields: op, id, row, cells)`},
		{`{"op": "update_attribute", "id": "a", "key": "k"}`, `0 invalid_content: op "update_attribute" requires attr field "value" (received fields: op, id, key)`},
		{`{"op": "update_attribute", "id": "a", "key": "k", "value": [1]}`, `0 invalid_content: op "update_attribute" requires attr field "value": value must be a string, number, boolean or null, not [1] (received fields: op, id, key, value)`},
		{`{"op": "add_block", "parent": "a", "content": "", "position": 1.5}`, `0 invalid_content: op "add_block" requires number field "position": position must be a whole number, not 1.5 (received fields: op, parent, content, position)`},
	} {
		_, err := DecodeOps([]byte(c.in))
		var pe *Error
		if !errors.As(err, &pe) {
			t.Errorf("%s: %v", c.in, err)
		} else if got := fmt.Sprintf("%d %s: %s", pe.OpIndex, pe.Code, pe.Message); got != c.want {
			t.Errorf("%s\nwant %s\ngot  %s", c.in, c.want, got)
		}
	}
}

func TestOptions(t *testing.T) {
	f := source.NewFile("", "::note{id=\"n\"}\nx\n::\n")
	child := Op{Op: "insert_child", Parent: "n", Index: 1, Content: "y"}
	if _, err := Apply(f, []Op{child}, Options{}); err != nil {
		t.Error(err)
	}
	var pe *Error
	if _, err := Apply(f, []Op{child}, Options{Protocol10: true}); !errors.As(err, &pe) || pe.Code != UnsupportedOp {
		t.Errorf("the 1.0 catalogue has insert_child: %v", err)
	}
	for _, content := range []string{"a\n::\nb", "```", "::"} {
		loose := Op{Op: "replace_body", ID: "n", Content: content}
		if _, err := Apply(f, []Op{loose}, Options{}); !errors.As(err, &pe) || pe.Code != InvalidContent {
			t.Errorf("the body %q may end its block: %v", content, err)
		}
	}
	open := source.NewFile("", "::note{id=\"n\"}\nx")
	if res, err := Apply(open, []Op{{Op: "replace_body", ID: "n", Content: "y"}}, Options{}); err != nil || res.Text != "::note{id=\"n\"}\ny" {
		t.Errorf("the body of a block without an end: %+v, %v", res, err)
	}
	if res, err := Apply(f, nil, Options{}); err != nil || res.Text != f.Text || res.Stages != 0 {
		t.Errorf("no operations: %+v, %v", res, err)
	}
	if _, err := Apply(source.NewFile("bad.noma", "---\na: [\n---\n"), nil, Options{}); err == nil || errors.As(err, &pe) && pe == nil {
		t.Errorf("broken frontmatter: %v", err)
	}
	res, err := Apply(f, []Op{{Op: "remove_attribute", ID: "n", Key: "k"}, {Op: "update_attribute", ID: "n", Key: "k", Value: true}}, Options{})
	if err != nil || fmt.Sprint(res.Changed) != "[false true]" {
		t.Errorf("%+v, %v", res, err)
	}
}

// FuzzApply applies any operations to any text: no panic, and an error leaves nothing changed.
func FuzzApply(f *testing.F) {
	for _, text := range []string{report(2), "::a{id=\"x\"}\n```\n::\n", "# A\r\n\r\n# A\r\n", "---\na: 1\n---\n::table{id=\"t\"}\n|a|\n::", "::dataset{id=\"d\"}\nrows:\n  - [1]\n::\n"} {
		for _, ops := range []string{
			`[{"op":"replace_block","id":"x","content":"::b\n::"},{"op":"add_block","parent":"a","content":"::c\n::","position":0}]`,
			`[{"op":"rename_id","from":"a","to":"b"},{"op":"update_heading","id":"a-2","title":"B"},{"op":"delete_block","id":"b"}]`,
			`[{"op":"update_dataset_cell","id":"d","row":0,"column":0,"value":"x"},{"op":"insert_table_column","id":"t","column":0,"cells":[]}]`,
			`[{"op":"insert_child","index":0,"content":"---"},{"op":"move_block","id":"x","parent":"a"},{"op":"add_footnote","id":"q","target":"x","content":"::"}]`,
			`[{"op":"insert_section","parent":"a","position":0,"level":1,"title":"A"},{"op":"set_heading_level","id":"a-2","level":3},{"op":"move_section","id":"a"}]`,
			`{"op":"replace_body","id":"claim-0","content":"::\n# A","baseHash":"00000000"}`,
		} {
			f.Add(text, []byte(ops))
		}
	}
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		before := string(data)
		tx, err := DecodeOps(data)
		if string(data) != before {
			t.Fatal("decoding changed its input")
		}
		if err != nil {
			return
		}
		file := source.NewFile("", text)
		doc, _, err := noma.Parse(file, noma.Options{})
		if err != nil {
			return
		}
		res, err := ApplyTo(doc, tx.Ops, Options{})
		if file.Text != text {
			t.Fatal("the source has changed")
		}
		if err != nil {
			if res != nil {
				t.Fatal("a result beside an error")
			}
			return
		}
		if len(res.Changed) != len(tx.Ops) {
			t.Fatalf("%d answers for %d operations", len(res.Changed), len(tx.Ops))
		}
		slow, err := ApplyTo(doc, tx.Ops, Options{oneByOne: true})
		if err != nil {
			t.Fatalf("refused one by one: %v", err)
		}
		if slow.Text != res.Text {
			t.Fatalf("one by one:\n%q\nbatched:\n%q", slow.Text, res.Text)
		}
	})
}

// TestStrict: what people and agents write is refused where it does not say which block or column is meant, or is no date or
// id; programs that know which of two blocks they mean can still say so.
func TestStrict(t *testing.T) {
	const text = "# A {id=\"a\" aliases=\"start\"}\n\n::note{id=\"n\"}\nOne.\n::\n\n::note{id=\"n\"}\nTwo.\n::\n\n" +
		"::comment{id=\"c\" parent=\"a\"}\nWhy?\n::\n\n::table{id=\"t\" header}\n| A | A | B |\n| 1 | 2 | 3 |\n::\n\n::dataset{id=\"d\" format=\"csv\"}\nx,x\n1,2\n::\n"
	for _, c := range []struct {
		op, want string
		always   bool // also when the operation is a program's
	}{
		{`{"op":"delete_block","id":"n"}`, `ambiguous: 2 blocks have the id "n" (lines 3 and 7)`, false},
		{`{"op":"add_comment","id":"k","target":"n","content":"x"}`, `ambiguous: `, false},
		{`{"op":"resolve_comment","id":"c","resolved_at":"yesterday"}`, `invalid_content: resolved_at must be a date`, false},
		{`{"op":"add_comment","id":"k","target":"a","content":"x","date":"soon"}`, `invalid_content: date must be a date`, false},
		{`{"op":"add_comment","id":"a b","target":"a","content":"x"}`, `invalid_content: "a b" cannot be an id`, false},
		{`{"op":"update_heading","id":"a","title":"### x"}`, `invalid_content: title must be without the #`, false},
		{`{"op":"update_table_cell","id":"t","row":0,"column":"A","value":"9"}`, `ambiguous: table columns 0 and 1 are both called "A"`, true},
		{`{"op":"update_dataset_cell","id":"d","row":0,"column":"x","value":"9"}`, `ambiguous: dataset columns 0 and 1`, true},
		{`{"op":"update_table_cell","id":"t","row":0,"column":"C","value":"9"}`, `invalid_content: table column "C" not found; the columns are A, A, B`, true},
		{`{"op":"insert_table_row","id":"t","row":0,"cells":["1","2","3","4"]}`, `invalid_content: the row has 4 cells, and the table has 3 columns`, true},
		{`{"op":"delete_table_row","id":"t","row":1}`, `invalid_content: table row 1 is out of range: give 0 to 0`, true},
		{`{"op":"delete_block","id":"start"}`, `target_missing: block "start" not found: it is an alias of "a"`, true},
		{`{"op":"delete_block","id":"tt"}`, `target_missing: block "tt" not found; the nearest ids are "t"`, true},
	} {
		op := new(Op)
		if err := op.UnmarshalJSON([]byte(c.op)); err != nil {
			t.Fatal(err)
		}
		_, strict := Apply(source.NewFile("", text), []Op{*op}, Options{Strict: true})
		_, lax := Apply(source.NewFile("", text), []Op{*op}, Options{})
		for _, got := range []struct {
			err  error
			want bool
		}{{strict, true}, {lax, c.always}} {
			var pe *Error
			switch refused := errors.As(got.err, &pe); {
			case refused != got.want:
				t.Errorf("%s: %v", c.op, got.err)
			case refused && !strings.HasPrefix(string(pe.Code)+": "+pe.Message, c.want):
				t.Errorf("%s\nwant %s…\ngot  %s: %s", c.op, c.want, pe.Code, pe.Message)
			}
		}
	}
}

// TestRenameIDs: an id that references to it cannot hold is refused.
func TestRenameIDs(t *testing.T) {
	for _, id := range []string{"a]]b", "a|b", " c", "c ", "a b", "\u200b", "x\u200by", "", "a\nb", "a\"b", "[x", strings.Repeat("x", 500)} {
		var pe *Error
		if _, err := Apply(source.NewFile("", "# A\n\nSee [[a]].\n"), []Op{{Op: "rename_id", From: "a", To: id}}, Options{}); !errors.As(err, &pe) || pe.Code != InvalidContent {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// TestRenameFollowsReferences: what names the block goes with it, wherever check searches for references.
func TestRenameFollowsReferences(t *testing.T) {
	const text = "# A {id=\"a\"}\n\nSee [[a]] and [[a|this]].\n\n::change_request{id=\"r\" target=\"a\" action=\"insert\" text=\"x\"}\n::\n\n" +
		"::comment{id=\"c\" target=\"a\"}\nx\n::\n\n::comment{id=\"d\" reply_to=\"c\"}\nx\n::\n\n::state_change{block=\"a\" from=\"1\" to=\"2\"}\n::\n"
	result, err := Apply(source.NewFile("", text), []Op{{Op: "rename_id", From: "a", To: "b"}, {Op: "rename_id", From: "c", To: "e"}}, Options{})
	want := strings.NewReplacer(`id="a"`, `id="b"`, `[[a`, `[[b`, `target="a"`, `target="b"`, `block="a"`, `block="b"`, `id="c"`, `id="e"`, `reply_to="c"`, `reply_to="e"`).Replace(text)
	if err != nil || result.Text != want {
		t.Errorf("%v\n%s", err, result.Text)
	}
}

// A refusal is one sentence, however long the text is that it is about: what is wrong stands in front of it, what to do behind.
func TestRefusalsAreShort(t *testing.T) {
	long := strings.Repeat("ä", 100_000)
	for _, op := range []string{
		`{"op":"%s","id":"a"}`, `{"op":"delete_block","id":"%s"}`, `{"op":"update_heading","id":"a","title":"# %s"}`, `{"op":"delete_block","id":"a","baseHash":"%s"}`,
		`{"op":"resolve_comment","id":"a","resolved_at":"%s"}`, `{"op":"update_attribute","id":"a","key":"k","value":["%s"]}`, `{"op":"add_block","parent":"a","content":"::%s"}`,
		`{"op":"update_attribute","id":"a","key":"k","value":"v","%s":1}`,
	} {
		o := new(Op)
		err := o.UnmarshalJSON([]byte(fmt.Sprintf(op, long)))
		if err == nil {
			_, err = Apply(source.NewFile("", "# A\n"), []Op{*o}, Options{Strict: true})
		}
		if err == nil || len(err.Error()) > 1000 || !utf8.ValidString(err.Error()) {
			t.Errorf("%s: %.1200v", op, err)
		}
	}
}

// TestReplacedBelowList: a paragraph that another operation has replaced does not become part of a list either when what stands between goes.
func TestReplacedBelowList(t *testing.T) {
	doc := parse("# T\n\n1. one\n\nbetween\n\n   words\n")
	kids := doc.Children[0].Kids()
	ops := []Op{
		{Op: "replace_child", Parent: "t", Index: 2, BaseHash: BlockHash(doc.File, kids[2]), Content: "   other words"},
		{Op: "delete_child", Parent: "t", Index: 1, BaseHash: BlockHash(doc.File, kids[1])},
	}
	if res, err := Apply(doc.File, ops, Options{}); err == nil {
		t.Errorf("applied:\n%s", res.Text)
	}
}
