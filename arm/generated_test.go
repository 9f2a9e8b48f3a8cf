package arm

import (
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// anyRecord draws a record made with the writers: two parties, a few anchors, direct and approved turns.
func anyRecord(t *rapid.T) Value {
	// Any decision may answer any turn, or none: core allows that, the profile of contracts does not.
	manifest := parseText(manifestText).Get("manifest").without("profiles")
	record, err := New(manifest)
	if err != nil {
		t.Fatalf("%v", err)
	}
	words := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("abc äß😀\"\\<&\n\t\u2028é€")), rapid.Rune())).Filter(func(s string) bool { return !unshowable(s) })
	for i := range rapid.IntRange(1, 4).Draw(t, "turns") {
		o := DraftOptions{
			TurnID: "t-" + strconv.Itoa(i), CreatedAt: fmt.Sprintf("2026-01-15T%02d:00:00.000Z", i), Author: rapid.SampledFrom([]string{"acme", "northwind"}).Draw(t, "author"),
			AnchorID: rapid.SampledFrom([]string{"a-liability", "a-term"}).Draw(t, "anchor"), Decision: rapid.SampledFrom(Decisions).Draw(t, "decision"),
			ArtifactID: func(k int) string { return fmt.Sprintf("x-%d-%d", i, k) },
		}
		if i > 0 && rapid.Bool().Draw(t, "answers") {
			o.RespondsTo = "t-" + strconv.Itoa(rapid.IntRange(0, i-1).Draw(t, "to"))
		}
		for range rapid.IntRange(1, 3).Draw(t, "artifacts") {
			a := ArtifactInput{Kind: rapid.SampledFrom([]string{"comment", "insertion", "deletion", "replacement"}).Draw(t, "kind"), Text: words.Draw(t, "text")}
			if a.Kind == "replacement" {
				old := words.Draw(t, "old")
				a.OldText = &old
			}
			if rapid.Bool().Draw(t, "placed") {
				a.Placement = &Placement{Relation: "exact", Exact: words.Draw(t, "exact"), Occurrence: rapid.IntRange(0, 3).Draw(t, "occurrence")}
			}
			o.Artifacts = append(o.Artifacts, a.Value())
		}
		key, at := signers["northwind-human-1"], fmt.Sprintf("2026-01-15T%02d:30:00.000Z", i)
		var approval *Value
		if o.Author == "acme" {
			key = signers["acme-human-1"]
			if rapid.Bool().Draw(t, "agent") {
				key, o.Mandate = signers["acme-agent-1"], "m-1"
			}
		}
		draft, err := Draft(record, o)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if o.Mandate != "" {
			a, err := Approve(draft, signers["acme-human-1"], ApproveOptions{ApprovalID: "ap-" + strconv.Itoa(i), At: at})
			if err != nil {
				t.Fatalf("%v", err)
			}
			approval = &a
		}
		if record, err = Commit(record, draft, approval, key, at); err != nil {
			t.Fatalf("%v", err)
		}
	}
	return record
}

func parseText(data []byte) *Value {
	v, err := Parse(data, Limits{})
	if err != nil {
		panic(err)
	}
	return &v
}

// leaves returns the pointers of all values that are no array or object.
func leaves(v *Value, path []step, out []string) []string {
	if v.kind != Array && v.kind != Object {
		return append(out, pointer(path))
	}
	for i := range v.items {
		s := step{index: i}
		if v.kind == Object {
			s = step{name: v.items[i].name}
		}
		out = leaves(&v.items[i], append(path[:len(path):len(path)], s), out)
	}
	return out
}

// Whatever the writers make verifies; whatever is changed in it does not. The full bar is
// go test ./record -run Generated -rapid.checks=10000.
func TestGeneratedLedgersAndTheirMutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := anyRecord(t)
		data := record.Canonical()
		if r := VerifyText(data, Limits{}); r.Result != Valid {
			t.Fatalf("%+v", r.Errors)
		}
		again := *parseText(data)
		if string(again.Canonical()) != string(data) {
			t.Fatalf("reading and writing changed the record")
		}
		var broken Value
		at := rapid.SampledFrom(leaves(&record, nil, nil)).Draw(t, "place")
		switch rapid.IntRange(0, 2).Draw(t, "mutation") {
		case 0: // another value
			broken = edit(record, at, func(v Value) Value {
				switch v.kind {
				case String:
					return text(v.text + rapid.SampledFrom([]string{"x", "A", " ", "0", "é"}).Draw(t, "more"))
				case Number:
					n, _ := strconv.Atoi(v.text)
					return whole(n + 1)
				case True:
					return boolean(false)
				case False:
					return boolean(true)
				}
				return text("x")
			})
		case 1: // a member gone, or an item
			up := at[:strings.LastIndexByte(at, '/')]
			broken = edit(record, up, func(v Value) Value {
				last := at[strings.LastIndexByte(at, '/')+1:]
				if v.kind == Array {
					i, _ := strconv.Atoi(last)
					v.items = append(v.items[:i:i], v.items[i+1:]...)
					return v
				}
				return v.without(last)
			})
		case 2: // a turn gone from the beginning
			broken = edit(record, "/ledger", func(l Value) Value { l.items = l.items[1:]; return l })
			if len(record.Items("ledger")) == 1 {
				broken = set(broken, "/schemaVersion", whole(3))
			}
		}
		if r := VerifyText(broken.Canonical(), Limits{}); r.Result == Valid {
			t.Fatalf("a change at %s goes unseen", at)
		}
	})
}

// Acceptance criterion 6: the JavaScript checker accepts what Go writes, and Go what JavaScript writes.
func TestCriterion06IndependentChecker(t *testing.T) {
	slow.Test(t, "an office")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is missing: run make setup")
	}
	run := func(verb string, in []byte) string {
		t.Helper()
		cmd := exec.Command(node, "testdata/checker.mjs", verb)
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	records := append(goldenText(t), '\n')
	n := 1
	example := rapid.Custom(anyRecord)
	for seed := range 60 {
		records = append(append(records, example.Example(seed).Canonical()...), '\n')
		n++
	}
	if got := run("check", records); got != strings.Repeat("valid\n", n) {
		t.Errorf("the checker says\n%s", got)
	}
	appended := run("append", goldenText(t))
	if r := VerifyText([]byte(appended), Limits{}); r.Result != Valid || r.TurnCount != 4 {
		t.Errorf("%+v", r)
	}
	if got := run("check", set(golden(t), "/ledger/1/body/clauseTopic", text("term")).Canonical()); got == "valid\n" {
		t.Error("the checker accepts anything")
	}
}

// longRecord returns a ledger of n direct turns.
func longRecord(n int) Value {
	record, err := New(*parseText(manifestText).Get("manifest"))
	if err != nil {
		panic(err)
	}
	hash := record.Get("manifest").hash()
	previous := Value{}
	turns := make([]Value, n)
	for i := range turns {
		body := object(whole(2).as("schemaVersion"), text("session-golden-1").as("sessionId"), text(hash).as("manifestHash"), text("t-"+strconv.Itoa(i)).as("turnId"),
			whole(i+1).as("sequence"), previous.as("previousTurnHash"), text("northwind").as("authorPartyId"), text("2026-01-15T10:00:00.000Z").as("createdAt"),
			text("a-liability").as("anchorId"), text("liability").as("clauseTopic"), text("propose").as("decision"), object(text(directAuthority).as("kind")).as("authority"),
			list(object(text("x-"+strconv.Itoa(i)).as("artifactId"), text("comment").as("kind"), text("a-liability").as("anchorId"), text("liability").as("clauseTopic"),
				text("northwind").as("authorPartyId"), text("A remark of ordinary length about the clause at hand.").as("text"))).as("visibleArtifacts"))
		turns[i] = Seal(body, signers["northwind-human-1"], "2026-01-15T10:00:01.000Z")
		previous = text(turns[i].Text("turnHash"))
	}
	return record.with(list(turns...).as("ledger"))
}

// Acceptance criterion 26, without a clock: a thousand turns verify, and one more is appended.
func TestCriterion26ThousandTurns(t *testing.T) {
	record := longRecord(1000)
	draft, err := Draft(record, DraftOptions{TurnID: "last", CreatedAt: "2026-01-15T10:00:00.000Z", Author: "northwind", AnchorID: "a-term", Decision: "propose",
		Artifacts: []Value{ArtifactInput{ID: "last", Kind: "comment", Text: "One more."}.Value()}})
	if err != nil {
		t.Fatal(err)
	}
	record, err = Commit(record, draft, nil, signers["northwind-human-1"], "2026-01-15T10:00:02.000Z")
	if err != nil || len(record.Items("ledger")) != 1001 {
		t.Fatal(err)
	}
}
