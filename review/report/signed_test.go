package report

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/arm"
)

// The page of a record: answers stand behind what they answer, every text is escaped, and a record that is not valid
// is not shown as if it were.
func TestSignedPage(t *testing.T) {
	turn := func(n int, id, decision, to, state string, artifacts ...arm.Artifact) arm.TurnOutset {
		return arm.TurnOutset{Sequence: n, TurnID: id, Decision: decision, RespondsTo: to, State: state, AnchorID: "a", AnchorLabel: "Cap", Author: "A & Co <b>", SignedAt: "2026-01-15T10:05:00.000Z", Artifacts: artifacts}
	}
	s := Signed{File: "msa.docx", Waiting: []string{"4.draft.json"}, Verdict: &arm.Report{Result: arm.Valid, Visible: &arm.Coverage{}},
		Clause: func(string) string { return "The cap is <six>." },
		Record: arm.Summary{Found: true, Turns: []arm.TurnOutset{
			turn(1, "t1", "propose", "", arm.Superseded, arm.Artifact{Kind: "replacement", OldText: "six", Text: "<script>"}),
			turn(2, "t2", "propose", "", arm.Open, arm.Artifact{Kind: "insertion", Text: "more"}),
			turn(3, "t3", "counter", "t1", arm.Accepted, arm.Artifact{Kind: "replacement", OldText: "six", Text: "nine"}),
			turn(4, "t4", "accept", "t3", arm.Open, arm.Artifact{Kind: "comment", Text: "Yes."}),
		}}}
	page := string(SignedPage(s))
	at := -1
	for _, want := range []string{"One draft waits to be signed: 4.draft.json", "<li>Cap: proposal of A &amp; Co &lt;b&gt;: inserted <ins>more</ins></li>", "The cap is &lt;six&gt;.",
		"<ins>&lt;script&gt;</ins>", "Counter-proposal to no 1", "Acceptance to no 3", "<td>2</td>", "Nothing in the document differs"} {
		i := strings.Index(page[at+1:], want)
		if i < 0 {
			t.Fatalf("%q is not there, or out of order:\n%s", want, page)
		}
		at += 1 + i
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "http") || strings.Count(page, "<li>Cap") != 1 {
		t.Error(page)
	}
	s.Verdict = &arm.Report{Result: arm.Invalid, Errors: []arm.Finding{{Code: arm.TurnBodyHashMismatch, TurnIndex: 1, Message: "bodyHash is not the hash of the body"}}}
	if page := string(SignedPage(s)); !strings.Contains(page, "The record is invalid. Do not rely on what follows.") || !strings.Contains(page, "Turn 2: BodyHash") {
		t.Error(page)
	}
}
