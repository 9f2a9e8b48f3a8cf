package arm

import (
	"errors"
	"fmt"
	"testing"
)

// Drafts of one head that belong together are committed one after the other, in any order; a turn of
// somebody else between them, or drafts that do not belong together, make the rest stale (criterion 8).
func TestDraftsOfOneHead(t *testing.T) {
	g := golden(t)
	draft := func(id string, mandate string) Value {
		author := "northwind"
		if mandate != "" {
			author = "acme"
		}
		d, err := Draft(g, DraftOptions{TurnID: id, CreatedAt: "2026-01-15T12:00:00.000Z", Author: author, AnchorID: "a-term", Decision: "propose", Mandate: mandate,
			Artifacts: []Value{ArtifactInput{Kind: "comment", Text: "A remark."}.Value()}, ArtifactID: Numbered(id)})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	commit := func(v, d Value) (Value, error) {
		return Commit(v, d, nil, signers["northwind-human-1"], "2026-01-15T12:01:00.000Z")
	}
	stale := func(what string, v, d Value) {
		t.Helper()
		var refused *Refusal
		if _, err := commit(v, d); !errors.As(err, &refused) || refused.Code != StaleDraft {
			t.Errorf("%s: %v", what, err)
		}
	}
	a, b, c := draft("t-a", ""), draft("t-b", ""), draft("t-c", "")
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2}} {
		v, set := g, Together([]Value{a, b, c})
		for _, i := range order {
			var err error
			if v, err = commit(v, set[i]); err != nil {
				t.Fatalf("%v: %d: %v", order, i, err)
			}
		}
		for _, turn := range v.Items("ledger") {
			if turn.Get("body").Get(draftedWith) != nil {
				t.Error("a turn says what it was drafted with")
			}
		}
		if n := len(v.Items("ledger")); n != 3+len(order) {
			t.Errorf("%d turns", n)
		}
	}
	set := Together([]Value{a, b})
	first, err := commit(g, set[0])
	if err != nil {
		t.Fatal(err)
	}
	stale("not together", first, c)
	if _, err := commit(first, set[0]); err == nil {
		t.Error("one draft became two turns")
	}
	stranger, err := commit(g, c)
	if err != nil {
		t.Fatal(err)
	}
	stale("a stranger's turn", stranger, set[1])
	other, err := commit(cut(g, 2), must(t, cut(g, 2), draft("t-z", "")))
	if err != nil {
		t.Fatal(err)
	}
	stale("another head", other, set[1])

	// An approval is for one place.
	agents := Together([]Value{draft("t-d", "m"), draft("t-e", "m")})
	approve := func(d Value) *Value {
		v, err := Approve(d, signers["acme-human-1"], ApproveOptions{ApprovalID: "ap-" + d.Text("turnId"), At: "2026-01-15T12:02:00.000Z"})
		if err != nil {
			t.Fatal(err)
		}
		return &v
	}
	v, err := Commit(g, agents[0], approve(agents[0]), signers["acme-agent-1"], "")
	if err != nil {
		t.Fatal(err)
	}
	var refused *Refusal
	if _, err := Commit(v, agents[1], approve(agents[1]), signers["acme-agent-1"], ""); !errors.As(err, &refused) || refused.Code != StaleDraft {
		t.Errorf("an approval was moved: %v", err)
	}
	again := must(t, v, agents[1])
	if v, err = Commit(v, again, approve(again), signers["acme-agent-1"], ""); err != nil || Verify(v, Limits{}).Result != Valid {
		t.Errorf("drafted again: %v", err)
	}
}

// must makes a draft again at the head of a record.
func must(t *testing.T, record, draft Value) Value {
	t.Helper()
	d, err := redraft(record, draft)
	if err != nil {
		t.Fatal(fmt.Errorf("redraft: %w", err))
	}
	return d
}
