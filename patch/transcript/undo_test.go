package transcript

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"pgregory.net/rapid"
)

// TestRevertLaw: whatever was done to whatever document, undoing the operations one by one, the last one first, gives every
// text there was, byte for byte, as patches that are recorded and can be repeated, also inside a list; and undoing an
// earlier one takes out what it put in and leaves what came later, or is refused.
func TestRevertLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := docgen.Document(chooser{t}, rapid.IntRange(1, 8).Draw(t, "size"))
		text, texts := base, []string{} // before each operation that was applied
		var entries []Entry
		apply := func(text string, ops []patch.Op) (*patch.Result, error) {
			return patch.Apply(source.NewFile("/report.noma", text), ops, patch.Options{Parse: noma.Options{Filename: "/report.noma"}})
		}
		do := func(ops ...patch.Op) bool {
			result, err := apply(text, ops)
			if err != nil || result.Text == text {
				return false
			}
			var applied []*Record
			list := make([]Record, len(ops))
			for i, op := range ops {
				outcome, after := Noop, text
				if result.Changed[i] {
					outcome, after = Applied, result.Text
					before, err := apply(text, ops[:i])
					if err != nil {
						t.Fatal(err)
					}
					texts = append(texts, before.Text)
					applied = append(applied, &list[i])
				}
				list[i] = record(t, len(entries)+i+1, text, after, op, outcome)
			}
			Keep(applied, result.Undo)
			for _, r := range list {
				entries = append(entries, Entry{Line: len(entries) + 1, Record: r})
			}
			text = result.Text
			return true
		}
		revert := func(id string) error {
			undo, err := Revert(entries, id, text)
			if err != nil {
				return err
			}
			op := patch.Op{Op: "replace_source", OpID: id, At: undo.At, Length: undo.Length, Content: undo.Text, BaseHash: Hash(text)}
			var back patch.Op // as a transcript keeps it
			if raw, err := json.Marshal(op); err != nil || back.UnmarshalJSON(raw) != nil || !reflect.DeepEqual(back, op) {
				t.Fatalf("%v: %v", op, err)
			}
			if !do(op) {
				t.Fatalf("the revert %+v of\n%s\ncannot be done", op, text)
			}
			return nil
		}
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			doc, _, err := noma.Parse(source.NewFile("/report.noma", text), noma.Options{Filename: "/report.noma"})
			if err != nil {
				t.Fatal(err)
			}
			var ops []patch.Op
			for i := range rapid.IntRange(1, 4).Draw(t, "operations") {
				ops = append(ops, anOp(t, doc, 10*len(entries)+i))
				if _, err := apply(text, ops); err != nil {
					ops = ops[:len(ops)-1]
				}
			}
			do(ops...)
		}
		var done []string
		for i := range entries {
			if entries[i].Record.PatchResult == Applied {
				done = append(done, entries[i].Record.OpID)
			}
		}
		applied := len(done)
		if applied == 0 {
			return
		}
		if rapid.Bool().Draw(t, "an earlier one") {
			k := rapid.IntRange(0, applied-1).Draw(t, "which")
			before := text
			if err := revert(done[k]); err == nil {
				if k == applied-1 && text != texts[k] {
					t.Fatalf("undoing the last gives\n%s\ninstead of\n%s", text, texts[k])
				}
				// The undo of an undo is the text as it was.
				if err := revert(entries[len(entries)-1].Record.OpID); err != nil || text != before {
					t.Fatalf("undoing the undo (%v) gives\n%s\ninstead of\n%s", err, text, before)
				}
			}
		}
		for k := applied - 1; k >= 0; k-- {
			if err := revert(done[k]); err != nil || text != texts[k] {
				t.Fatalf("undoing operation %d (%v) gives\n%s\ninstead of\n%s", k, err, text, texts[k])
			}
		}
		if got, err := Replay(base, entries); err != nil || got != text {
			t.Fatalf("the replay: %v", err)
		}
		if drift := Drift(entries, entries[0].Record.DocURI, text); drift != nil {
			t.Fatal(drift)
		}
	})
}

// TestUndoOfOldRecords: a record of before lists shared their hashes keeps one stretch, without a list around it.
func TestUndoOfOldRecords(t *testing.T) {
	var r Record
	if err := json.Unmarshal([]byte(`{"undo":{"at":3,"length":1,"text":"old"}}`), &r); err != nil {
		t.Fatal(err)
	}
	if want := (Undo{{3, 1, "old"}}); !reflect.DeepEqual(r.Undo, want) {
		t.Fatalf("%v", r.Undo)
	}
}

// TestRevertBetweenAlike: a block that was taken out goes back to where it was, when its neighbour, which begins alike, was
// moved away and back meanwhile.
func TestRevertBetweenAlike(t *testing.T) {
	text := "# Part\n\n::note{id=\"a\"}\nOne.\n::\n\n::note{id=\"b\"}\nTwo.\n::\n\n::note{id=\"c\"}\nThree.\n::\n"
	want, entries := text, []Entry{}
	do := func(op patch.Op) {
		t.Helper()
		result, err := patch.Apply(source.NewFile("/report.noma", text), []patch.Op{op}, patch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := record(t, len(entries)+1, text, result.Text, op, Applied)
		Keep([]*Record{&r}, result.Undo)
		entries, text = append(entries, Entry{Line: len(entries) + 1, Record: r}), result.Text
	}
	do(patch.Op{Op: "delete_block", ID: "b"})
	do(patch.Op{Op: "move_block", ID: "a", Parent: "part"})
	for _, i := range []int{1, 0} {
		undo, err := Revert(entries, entries[i].Record.OpID, text)
		if err != nil {
			t.Fatal(err)
		}
		do(patch.Op{Op: "replace_source", At: undo.At, Length: undo.Length, Content: undo.Text, BaseHash: Hash(text)})
	}
	if text != want {
		t.Fatal(text)
	}
}
