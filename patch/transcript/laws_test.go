package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"pgregory.net/rapid"
)

// chooser lets rapid make the choices of docgen.
type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

// anOp returns an operation that fits the document more often than not.
func anOp(t *rapid.T, doc *noma.Document, n int) patch.Op {
	ids := []string{"nobody"}
	for node := range noma.Walk(doc) {
		if id := node.At().ID; id != "" {
			ids = append(ids, id)
		}
	}
	id := rapid.SampledFrom(ids).Draw(t, "id")
	fresh := fmt.Sprintf("new-%d", n)
	block := fmt.Sprintf("::note{id=%q}\nAdded as number %d.\n::", fresh, n)
	return rapid.SampledFrom([]patch.Op{
		{Op: "update_attribute", ID: id, Key: "status", Value: rapid.SampledFrom([]any{"open", 1.5, true, `"'`, nil}).Draw(t, "value")},
		{Op: "replace_body", ID: id, Content: "A new body\r\nof number " + fmt.Sprint(n)},
		{Op: "add_block", Parent: id, Content: block},
		{Op: "delete_block", ID: id},
		{Op: "rename_id", From: id, To: fresh},
		{Op: "add_comment", ID: fresh, Target: id, Content: "Why <this> & “that”?"},
		{Op: "update_heading", ID: id, Title: "Title " + fmt.Sprint(n)},
		{Op: "move_block", ID: id, Parent: rapid.SampledFrom(ids).Draw(t, "parent")},
	}).Draw(t, "op")
}

// record returns what a careful writer notes of one operation.
func record(t rapid.TB, n int, text, after string, op patch.Op, result Outcome) Record {
	raw, err := json.Marshal(op)
	if err != nil {
		t.Fatal(err)
	}
	r := Record{
		ProtocolVersion: Version, Tool: Tool, ToolVersion: "1.0.0", OpID: opID(n), TS: Timestamp(time.Unix(int64(n), 0)),
		Actor: Actor{Kind: "agent", Name: "test"}, DocURI: "file:///report.noma", Op: raw, PatchResult: result,
		PreSHA256: Hash(text), PostSHA256: Hash(after), PreValidation: OK, PostValidation: OK,
	}
	r.PreSHA, r.PostSHA = r.PreSHA256[:8], r.PostSHA256[:8]
	return r
}

func opID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n) }

// TestReplayIsExact: whatever was done to whatever document, the log that was kept makes the last
// text out of the first, and is found in order.
func TestReplayIsExact(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(dir, "report.noma.patches")
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		base := docgen.Document(chooser{t}, rapid.IntRange(1, 12).Draw(t, "size"))
		text := base
		applied := 0
		for n := range rapid.IntRange(1, 12).Draw(t, "operations") {
			file := source.NewFile("/report.noma", text)
			doc, _, err := noma.Parse(file, noma.Options{Filename: "/report.noma"})
			if err != nil {
				t.Fatal(err)
			}
			op := anOp(t, doc, n)
			after, outcome := text, Rejected
			if done, err := patch.ApplyTo(doc, []patch.Op{op}, patch.Options{Parse: noma.Options{Filename: "/report.noma"}}); err == nil {
				if after, outcome = done.Text, Applied; after == text {
					outcome = Noop
				} else {
					applied++
				}
			}
			log, err := Open(context.Background(), path, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if err := log.Append(record(t, n, text, after, op, outcome)); err != nil {
				t.Fatal(err)
			}
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			text = after
		}
		entries, torn, err := ReadFile(context.Background(), path, time.Second)
		if err != nil || torn {
			t.Fatalf("%v, torn: %v", err, torn)
		}
		for _, p := range Verify(entries) {
			t.Fatal(p)
		}
		again, err := Replay(base, entries)
		if err != nil {
			t.Fatal(err)
		}
		if again != text {
			t.Fatalf("replay gives\n%q, want\n%q", again, text)
		}
		if _, err := Replay(base+"\n", entries); applied > 0 && err == nil {
			t.Fatal("replay began from another text")
		}
	})
}

// sample returns a log of three records: applied, refused, applied.
func sample(t testing.TB) (base string, data []byte) {
	t.Helper()
	base = "::note{id=\"a\"}\nText.\n::\n"
	path := filepath.Join(t.TempDir(), "log")
	log, err := Open(context.Background(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	text := base
	for n, op := range []string{
		`{"op":"update_attribute","id":"a","key":"k","value":"one"}`, `{"op":"delete_block","id":"x"}`, `{"op":"replace_body","id":"a","content":"New <text> – ü.","extra":[1, 2]}`,
	} {
		var o patch.Op
		if err := o.UnmarshalJSON([]byte(op)); err != nil {
			t.Fatal(err)
		}
		r := Record{
			ProtocolVersion: Version, Tool: Tool, ToolVersion: "1.0.0", OpID: opID(n), TS: Timestamp(time.Unix(int64(n), 0)),
			Actor: Actor{Kind: "human", Name: "Ann"}, DocURI: "file:///a.noma", Op: json.RawMessage(op), PatchResult: Rejected,
			PreSHA256: Hash(text), PreValidation: OK, PostValidation: OK, Reason: "a reason",
		}
		if done, err := patch.Apply(source.NewFile("a.noma", text), []patch.Op{o}, patch.Options{}); err == nil {
			text, r.PatchResult = done.Text, Applied
		} else {
			r.PostValidation = Error
			r.Diagnostic = []Diagnostic{{Severity: "error", Code: "target_missing", Message: err.Error(), Phase: "post"}}
		}
		r.PostSHA256 = Hash(text)
		r.PreSHA, r.PostSHA = r.PreSHA256[:8], r.PostSHA256[:8]
		if err := log.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	data, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return base, data
}

// problems of a transcript as bytes; a torn line is one.
func problems(data []byte) []Problem {
	entries, _ := Parse(data)
	return Verify(entries)
}

// TestEveryByteCounts: every byte that is changed, added or removed is found. No white space is exempt:
// our lines have none that could be dropped.
func TestEveryByteCounts(t *testing.T) {
	slow.Test(t, "many files")
	_, data := sample(t)
	if p := problems(data); len(p) > 0 {
		t.Fatal(p)
	}
	entries, _ := Parse(data)
	starts := map[int]int{}
	for at, i := 0, 0; i < len(entries); i++ {
		starts[at] = entries[i].Line
		at += len(entries[i].Raw)
	}
	line := 0
	for i := range data {
		if n, ok := starts[i]; ok {
			line = n
		}
		for _, b := range []byte{data[i] ^ 1, data[i] ^ 0x20, data[i] + 1, '\n', ' ', '"', 0, 0xff} {
			if b == data[i] {
				continue
			}
			changed := bytes.Clone(data)
			changed[i] = b
			found := problems(changed)
			if len(found) == 0 {
				t.Fatalf("byte %d of line %d may become %q unnoticed", i, line, b)
			}
			if found[0].Line != line {
				t.Fatalf("byte %d of line %d became %q: the first problem is in %v", i, line, b, found[0])
			}
			if added := append(append(bytes.Clone(data[:i]), b), data[i:]...); len(problems(added)) == 0 {
				t.Fatalf("%q before byte %d is not noticed", b, i)
			}
		}
		if removed := append(bytes.Clone(data[:i]), data[i+1:]...); len(problems(removed)) == 0 {
			// Of a run of equal bytes it does not matter which one is gone; but one is.
			t.Fatalf("byte %d may go unnoticed", i)
		}
	}
	for _, b := range []byte{'\n', ' ', 'x'} {
		if len(problems(append(bytes.Clone(data), b))) == 0 {
			t.Errorf("%q at the end is not noticed", b)
		}
	}
}

// TestLinesCount: a line that is removed, doubled or moved is found, but for the last ones, which only
// the document itself can miss.
func TestLinesCount(t *testing.T) {
	_, data := sample(t)
	l := bytes.SplitAfter(data, []byte("\n"))
	for name, lines := range map[string][][]byte{
		"first gone": {l[1], l[2]}, "second gone": {l[0], l[2]}, "moved": {l[0], l[2], l[1]}, "doubled": {l[0], l[0], l[1], l[2]},
		"doubled last": {l[0], l[1], l[2], l[2]}, "moved first": {l[1], l[0], l[2]},
	} {
		if len(problems(bytes.Join(lines, nil))) == 0 {
			t.Errorf("%s: not noticed", name)
		}
	}
}

func FuzzTranscript(f *testing.F) {
	base, data := sample(f)
	f.Add(data)
	f.Add([]byte("{}\n\n[]\n"))
	f.Add([]byte(`{"v":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, torn, err := Read(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, e := range entries {
			size += len(e.Raw)
			_ = e.Record.Describe()
		}
		if size != len(data) || torn != (len(data) > 0 && data[len(data)-1] != '\n') {
			t.Errorf("%d bytes of %d are lines, torn: %v", size, len(data), torn)
		}
		Verify(entries)
		if text, err := Replay(base, entries); err == nil && text != base {
			for _, e := range entries {
				if e.Record.PatchResult == Applied && e.Record.PostSHA256 == Hash(text) {
					return
				}
			}
			t.Error("replay gives a text that no record names")
		}
	})
}
