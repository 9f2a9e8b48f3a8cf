package transcript

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/nomadocx/nomadocx/internal/docgen"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/source"
	"pgregory.net/rapid"
)

// TestRevertLaw: whatever was done to whatever document, undoing the operations one by one, the last one first, gives every
// text there was, byte for byte, as patches that are recorded and can be repeated; and undoing an earlier one takes out what
// it put in and leaves what came later, or is refused.
func TestRevertLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := docgen.Document(chooser{t}, rapid.IntRange(1, 8).Draw(t, "size"))
		text, texts := base, []string{}
		var entries []Entry
		n := 0
		do := func(op patch.Op) bool {
			n++
			result, err := patch.Apply(source.NewFile("/report.noma", text), []patch.Op{op}, patch.Options{Parse: noma.Options{Filename: "/report.noma"}})
			if err != nil || result.Text == text {
				return false
			}
			r := record(t, n, text, result.Text, op, Applied)
			r.Undo = UndoOf(text, result.Text)
			if got := r.Undo.on(result.Text); got != text {
				t.Fatalf("the undo gives\n%s\ninstead of\n%s", got, text)
			}
			texts = append(texts, text)
			entries = append(entries, Entry{Line: n, Record: r})
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
		for range rapid.IntRange(1, 6).Draw(t, "operations") {
			doc, _, err := noma.Parse(source.NewFile("/report.noma", text), noma.Options{Filename: "/report.noma"})
			if err != nil {
				t.Fatal(err)
			}
			do(anOp(t, doc, n))
		}
		applied := len(entries)
		if applied == 0 {
			return
		}
		if rapid.Bool().Draw(t, "an earlier one") {
			k := rapid.IntRange(0, applied-1).Draw(t, "which")
			before := text
			if err := revert(entries[k].Record.OpID); err == nil {
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
			if err := revert(entries[k].Record.OpID); err != nil || text != texts[k] {
				t.Fatalf("undoing operation %d (%v) gives\n%s\ninstead of\n%s", k, err, text, texts[k])
			}
		}
		if got, err := Replay(base, entries); err != nil || got != text {
			t.Fatalf("the replay: %v", err)
		}
	})
}
