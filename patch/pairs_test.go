package patch

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

var pairs = flag.Int("pairs", 10000, "how many documents and operations TestPairs tries")

// pair is a document and one operation on it.
type pair struct {
	text   string
	doc    *noma.Document
	op     Op
	result *Result
	after  *noma.Document
}

// TestPairs holds the laws of single operations against generated documents:
//
//   - the result parses, and the target has its new value;
//   - every byte outside the place of the operation is as it was, but for ids that are frozen;
//   - blocks that the operation does not name keep their ids, and no id becomes another block's;
//   - on the same text with CRLF the result is the same with CRLF;
//   - the operation read back from its JSON gives the same bytes.
//
// The full number: go test ./patch -run TestPairs -pairs 100000 -v
func TestPairs(t *testing.T) {
	tried, done := map[string]int{}, map[string]int{}
	checks := flag.Lookup("rapid.checks").Value
	defer func(usual string) { _ = checks.Set(usual) }(checks.String())
	if err := checks.Set(strconv.Itoa(*pairs)); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPair(t)
		tried[p.op.Op]++
		var err error
		p.result, err = ApplyTo(p.doc, []Op{p.op}, Options{})
		var refused *Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%s\nnot a patch error: %v", p, err)
		}
		p.crlf(t, refused)
		if err != nil {
			return
		}
		done[p.op.Op]++
		if p.after, err = p.result.Document(); err != nil {
			t.Fatalf("%s\nthe result does not parse: %v", p, err)
		}
		for _, law := range []func() error{p.value, p.identity, p.bytes, p.replay} {
			if err := law(); err != nil {
				t.Fatalf("%s\n%v", p, err)
			}
		}
	})
	if t.Failed() {
		return
	}
	total := 0
	for _, s := range catalogue {
		if s.laid || s.op == "replace_source" { // these are tried where they are made: pipeline, transcript
			continue
		}
		total += tried[s.op]
		t.Logf("%-26s %6d tried, %6d done", s.op, tried[s.op], done[s.op])
		// A law about what is never done says nothing.
		if few := *pairs >= 10000 && done[s.op]*10 < tried[s.op] || tried[s.op] == 0; few && !testing.Short() {
			t.Errorf("%s is hardly ever done: %d of %d", s.op, done[s.op], tried[s.op])
		}
	}
	t.Logf("%d pairs", total)
}

func (p pair) String() string {
	s := fmt.Sprintf("text:\n%s\nop: %s", p.text, show([]Op{p.op}))
	if p.result != nil {
		s += fmt.Sprintf("\nresult (%v):\n%s", p.result.Notes, p.result.Text)
	}
	return s
}

type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "n") }

// drawPair draws a document with LF, of everyday content or of odd one, and an operation that fits it.
func drawPair(t *rapid.T) *pair {
	p := &pair{}
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		p.text = docgen.Commented(chooser{t}, 5)
	} else {
		p.text = document(t)
	}
	p.text = strings.ReplaceAll(p.text, "\r\n", "\n") + tail(t)
	p.doc = parse(p.text)
	p.op = operation(t, p.doc, 1)
	p.fit()
	return p
}

// tail returns a table, a dataset and a comment, so that the operations on these have something to do.
func tail(t *rapid.T) string {
	w := &writer{t: t}
	if w.chance("no tail", 30) {
		return ""
	}
	data := rapid.SampledFrom(datasets).Draw(t, "dataset")
	w.add("", "", "::table{id=\"t1\" "+w.pick("header", "header", "header=true", `title="T"`)+"}", "| Name | Score |", "|`a|b`| 1 |", "  | Ann \\| Bo |", "::")
	w.gap()
	w.add("::dataset{id=\"d1\" "+data.attrs+"}", data.body, "::")
	w.gap()
	w.add(`::comment{id="m1" parent="t1"}`, "Check.", "::")
	w.gap()
	return strings.Join(w.out, "\n")
}

// fit gives new blocks the depth of their place. What does not fit breaks the block around it, which
// is the caller's to avoid (contract patch.md §4) and outside of these laws.
func (p *pair) fit() {
	depth := 2
	switch p.op.Op {
	case "add_block":
		if n, ok := p.doc.ByID(p.op.Parent); ok {
			depth = max(2, within(n)+1)
		}
	case "replace_block":
		if d, ok := p.target().(*noma.Directive); ok {
			depth = d.Fence
			if d.Unfenced() {
				depth = max(2, within(d.Parent)+1)
			}
		}
	case "replace_body":
		if d, ok := p.target().(*noma.Directive); ok && strings.Contains(p.op.Content, ":::") {
			p.op.Content = strings.ReplaceAll(p.op.Content, ":::", strings.Repeat(":", d.Fence+1))
		} else if strings.Contains(p.op.Content, "::") {
			p.op.Content = "A body."
		}
		return
	default:
		p.fitGrid()
		return
	}
	lines := splitLines(p.op.Content)
	from := strings.IndexFunc(lines[0], func(r rune) bool { return r != ':' })
	p.op.Content = strings.Join(normalise(lines, from, depth), "\n")
}

// fitGrid makes operations on tables, datasets and comments find one most of the time.
func (p *pair) fitGrid() {
	kind, id := "", ""
	switch {
	case strings.Contains(p.op.Op, "_table_"):
		kind, id = "table", "t1"
	case strings.Contains(p.op.Op, "_dataset_"):
		kind, id = "dataset", "d1"
	case p.op.Op == "resolve_comment":
		kind, id = "comment", "m1"
	default:
		return
	}
	if d, ok := p.target().(*noma.Directive); !ok || d.Name != kind {
		p.op.ID = id
	}
	if d, ok := p.target().(*noma.Directive); ok && kind != "comment" {
		if g, err := gridOf(d); err == nil && len(g.rows) > 0 {
			p.op.Row %= len(g.rows) + 1
			p.op.Column.Index %= len(g.rows[0]) + 1
		}
	}
}

// target returns the block of the text that the operation changes or puts something next to, nil for none.
func (p *pair) target() noma.Node {
	id := p.op.ID
	switch p.op.Op {
	case "rename_id":
		id = p.op.From
	case "add_block", "insert_section":
		if id = p.op.Parent; id == "" {
			return p.doc
		}
	case "add_comment", "add_footnote", "add_endnote", "add_change_request":
		id = p.op.Target
	case "replace_child", "insert_child", "delete_child":
		var parent noma.Node = p.doc
		if p.op.Parent != "" {
			parent, _ = p.doc.ByID(p.op.Parent)
		}
		if p.op.Op == "insert_child" || p.op.Index >= len(parent.Kids()) {
			return parent
		}
		return parent.Kids()[p.op.Index]
	}
	n, _ := p.doc.ByID(id)
	return n
}

// crlf compares with the same operation on the text with CRLF.
func (p *pair) crlf(t *rapid.T, refused *Error) {
	if !strings.Contains(p.text, "\n") {
		return // there is no line end to follow
	}
	dos, op := parse(strings.ReplaceAll(p.text, "\n", "\r\n")), p.op
	if op.BaseHash != "" && (refused == nil || refused.Code != SHAMismatch) {
		if unit := (&pair{doc: dos, op: op}).target(); unit != nil {
			op.BaseHash = BlockHash(dos.File, unit)
		}
	}
	got, err := ApplyTo(dos, []Op{op}, Options{})
	var pe *Error
	switch {
	case refused != nil:
		if !errors.As(err, &pe) || pe.Code != refused.Code {
			t.Fatalf("%s\nrefused with %v, with CRLF: %v", p, refused, err)
		}
	case err != nil:
		t.Fatalf("%s\nrefused with CRLF: %v", p, err)
	case got.Text != strings.ReplaceAll(p.result.Text, "\n", "\r\n"):
		t.Fatalf("%s\nwith CRLF:\n%q", p, got.Text)
	}
}

// replay sends the operation through its JSON and makes it again.
func (p *pair) replay() error {
	data, err := json.Marshal(p.op)
	if err != nil {
		return err
	}
	tx, err := DecodeOps(data)
	if err != nil {
		return err
	}
	again, err := Apply(source.NewFile("", p.text), tx.Ops, Options{})
	if err != nil {
		return fmt.Errorf("refused the second time: %w", err)
	}
	if again.Text != p.result.Text || !slices.Equal(again.Notes, p.result.Notes) {
		return fmt.Errorf("the second time:\n%s", again.Text)
	}
	if again.Changed[0] != (again.Text != p.text) {
		return fmt.Errorf("changed is %v", again.Changed[0])
	}
	return nil
}

// named returns the ids that the operation may take away and those it may bring.
func (p *pair) named() (gone, come map[string]bool) {
	gone, come = map[string]bool{}, map[string]bool{}
	within := func(n noma.Node) {
		for k := range noma.Walk(n) {
			gone[k.At().ID] = true
		}
	}
	if p.op.Content != "" {
		for k := range noma.Walk(parse(p.op.Content)) {
			come[k.At().ID] = true
		}
	}
	switch n := p.target(); p.op.Op {
	case "insert_section":
		for k := range noma.Walk(p.brought()) {
			come[k.At().ID] = true
		}
	case "replace_block", "delete_block", "replace_body", "replace_child", "delete_child":
		within(n)
		if p.op.Op == "replace_body" {
			delete(gone, p.op.ID)
		}
	case "rename_id":
		gone[p.op.From], come[p.op.To] = true, true
	case "add_comment", "add_footnote", "add_endnote", "add_change_request":
		come[p.op.ID] = true
	}
	return gone, come
}

// renamed returns text with the references that a rename changes.
func (p *pair) renamed(s string) string {
	from, to := p.op.From, p.op.To
	return strings.NewReplacer("[["+from, "[["+to, "@"+from, "@"+to, "[^"+from, "[^"+to).Replace(s)
}

// identity: a block that the operation does not name has the id it had.
func (p *pair) identity() error {
	gone, come := p.named()
	type block struct{ id, what string }
	list := func(doc *noma.Document, leave map[string]bool) (out []block) {
		for n := range noma.Walk(doc) {
			b := block{id: n.At().ID}
			if b.id == "" || flatHeading(n) || leave[b.id] {
				continue
			}
			switch n := n.(type) {
			case *noma.Directive:
				b.what = "::" + n.Name
			case *noma.Section:
				b.what = p.renamed(n.Title.S)
				if p.op.Op == "update_heading" && b.id == p.op.ID {
					b.what = noma.TrimSpace(p.op.Title)
				}
			}
			out = append(out, b)
		}
		if p.op.Op == "move_block" || p.op.Op == "move_section" {
			slices.SortStableFunc(out, func(a, b block) int { return strings.Compare(a.id, b.id) })
		}
		return out
	}
	was, is := list(p.doc, gone), list(p.after, come)
	if !slices.Equal(was, is) {
		return fmt.Errorf("ids were %v\nand are %v", was, is)
	}
	count := func(doc *noma.Document) map[string]int {
		out := map[string]int{}
		for n := range noma.Walk(doc) {
			if !flatHeading(n) {
				out[n.At().ID]++
			}
		}
		return out
	}
	before, after := count(p.doc), count(p.after)
	for id := range come {
		if id != "" && after[id] > max(1, before[id]) {
			return fmt.Errorf("the id %q is used %d times", id, after[id])
		}
	}
	return nil
}
