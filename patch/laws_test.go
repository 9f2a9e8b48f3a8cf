package patch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestBatchesMeanOneByOne is the law of stages: however operations are batched, the result is that of
// applying one, parsing, applying the next. It also holds for the error of a list that fails.
func TestBatchesMeanOneByOne(t *testing.T) {
	stages, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := document(t)
		doc := parse(text)
		var ops []Op
		var changed []bool
		var last error
		for i := range rapid.IntRange(2, 12).Draw(t, "operations") {
			op := operation(t, doc, i)
			if len(ops) > 0 {
				op = beside(t, op, ops[len(ops)-1], i)
			}
			res, err := ApplyTo(doc, []Op{op}, Options{})
			if err != nil {
				if rapid.IntRange(0, 9).Draw(t, "keep the failure") > 0 {
					continue
				}
				last = at(err, len(ops))
				ops = append(ops, op)
				break
			}
			ops = append(ops, op)
			changed = append(changed, res.Changed...)
			// The file's line end stays that of its first line when that line goes.
			after := tree(t, res)
			if after.File.EOL() != doc.File.EOL() {
				break
			}
			doc = after
		}
		whole, err := ApplyTo(parse(text), ops, Options{})
		if last != nil {
			var want, got *Error
			if !errors.As(last, &want) || !errors.As(err, &got) || *want != *got {
				t.Fatalf("text:\n%s\nops: %s\nwant error %v\ngot %v", text, show(ops), last, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("text:\n%s\nops: %s\nrefused as a batch: %v", text, show(ops), err)
		}
		if len(ops) == 0 {
			return
		}
		slow, err := ApplyTo(parse(text), ops, Options{oneByOne: true})
		if err != nil {
			t.Fatalf("text:\n%s\nops: %s\nrefused one by one: %v", text, show(ops), err)
		}
		if whole.Text != slow.Text {
			t.Fatalf("text:\n%s\nops: %s\none by one:\n%s\nbatched:\n%s", text, show(ops), slow.Text, whole.Text)
		}
		if !slices.Equal(whole.Changed, changed) {
			t.Fatalf("text:\n%s\nops: %s\nchanged one by one %v, batched %v", text, show(ops), changed, whole.Changed)
		}
		for _, r := range []*Result{whole, slow} {
			back := r.Text
			for _, e := range r.Undo {
				back, err = source.Apply(back, []source.Edit{e})
				if err != nil {
					t.Fatal(err)
				}
			}
			if back != text {
				t.Fatalf("text:\n%s\nops: %s\nundone:\n%s", text, show(ops), back)
			}
		}
		stages += whole.Stages
		total += len(ops)
	})
	t.Logf("%d operations in %d stages", total, stages)
}

// beside is often an operation that puts something next to what the one before has put in, else the one that was drawn.
func beside(t *rapid.T, op, before Op, serial int) Op {
	if before.Op != "insert_child" && before.Op != "add_block" || rapid.IntRange(0, 1).Draw(t, "beside") == 0 {
		return op
	}
	block := fmt.Sprintf("::note{id=\"beside%d\"}\nNew.\n::", serial)
	before.Content = rapid.SampledFrom([]string{block, "Other words.", "- item", block}).Draw(t, "beside content")
	step := rapid.IntRange(0, 1).Draw(t, "step")
	before.Index += step
	if before.Position != nil {
		at := *before.Position + step
		before.Position = &at
	}
	if before.Op == "add_block" {
		before.Content = block
	}
	return before
}

func show(ops []Op) string {
	var lines []string
	for _, o := range ops {
		data, err := o.MarshalJSON()
		if err != nil {
			return err.Error()
		}
		lines = append(lines, string(data))
	}
	return strings.Join(lines, "\n")
}

// tree returns the document of a result.
func tree(t interface{ Fatal(...any) }, res *Result) *noma.Document {
	doc, err := res.Document()
	if err != nil {
		t.Fatal(err)
	}
	if doc.File.Text != res.Text {
		t.Fatal("the result's document is not its text")
	}
	return doc
}

// shapeOf lists the types of nodes.
func shapeOf(kids []noma.Node) []string {
	var out []string
	for _, k := range kids {
		out = append(out, noma.Type(k))
	}
	return out
}

// TestChildOperationsTouchOneChild is the law of the additive operations: the children of the parent
// are the same as before but for the one, which is what was asked for.
func TestChildOperationsTouchOneChild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := document(t)
		doc := parse(text)
		op := operation(t, doc, 1)
		if !strings.HasSuffix(op.Op, "_child") {
			return
		}
		res, err := ApplyTo(doc, []Op{op}, Options{})
		if err != nil {
			return
		}
		find := func(d *noma.Document) noma.Node {
			if op.Parent == "" {
				return d
			}
			n, ok := d.ByID(op.Parent)
			if !ok {
				t.Fatalf("text:\n%s\nop: %s\nthe parent is gone:\n%s", text, show([]Op{op}), res.Text)
			}
			return n
		}
		want, got := shapeOf(find(doc).Kids()), shapeOf(find(tree(t, res)).Kids())
		if op.Content != "" {
			g, err := parseFragment(op.Content)
			if err != nil {
				t.Fatal(err)
			}
			kind := noma.Type(g.doc.Children[0])
			if op.Op == "insert_child" {
				want = slices.Insert(want, op.Index, kind)
			} else {
				want[op.Index] = kind
			}
		} else {
			want = slices.Delete(want, op.Index, op.Index+1)
		}
		if !slices.Equal(want, got) {
			t.Fatalf("text:\n%s\nop: %s\nchildren %v, want %v:\n%s", text, show([]Op{op}), got, want, res.Text)
		}
	})
}
