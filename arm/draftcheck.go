package arm

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// What can be said of a draft before anybody signs it.

// CheckTexts refuses a draft whose words to be replaced, deleted or stood at are not in the document: neither in the
// text of their anchor nor in what earlier turns put there. An anchor that the document does not have is not examined.
func CheckTexts(record, draft Value, d *wml.Document) error {
	x, lines := newAnchorIndex(record), linesOf(d)
	views := []map[string]string{textsOf(lines, x, wml.Current), textsOf(lines, x, wml.Original)}
	proposed := map[string][]string{}
	for _, a := range artifactsOf(record) {
		if a.Kind != "comment" {
			proposed[a.AnchorID] = append(proposed[a.AnchorID], a.Text)
		}
	}
	for i, v := range draft.Items("visibleArtifacts") {
		a := Artifact{Kind: v.Text("kind"), AnchorID: v.Text("anchorId"), Text: v.Text("text"), OldText: v.Text("oldText"), Place: placementOf(&v)}
		if a.AnchorID == "" {
			a.AnchorID = draft.Text("anchorId")
		}
		quote := tidyLines(a.quote())
		text, there := views[0][a.AnchorID]
		found := quote == "" || !there || strings.Contains(text, quote) || strings.Contains(views[1][a.AnchorID], quote)
		for _, p := range proposed[a.AnchorID] {
			found = found || strings.Contains(p, quote)
		}
		if !found {
			return refuse(TextNotInDocument, fmt.Sprintf("artifact %d is about %q, which is not in the text at %s: %q", i+1, clip(quote), a.AnchorID, clip(text)))
		}
	}
	return nil
}

// Remake puts a draft at the head of the record. A proposal about an anchor where a turn of another party is open is a
// counter-proposal to that turn, whose id is returned; "" when the draft says what it said.
func Remake(record, draft Value) (remade Value, counters string, err error) {
	if draft.Text("decision") == "propose" {
		if counters = courseOf(record.Items("ledger")).open(draft.Text("anchorId"), draft.Text("authorPartyId")); counters != "" {
			draft = draft.with(text("counter").as("decision"), text(counters).as("respondsToTurnId"))
		}
	}
	remade, err = redraft(record, draft.without(draftedWith))
	return remade, counters, err
}

// OpenTurn returns the last turn of another party at an anchor that nothing has closed, "" for none.
func OpenTurn(record Value, anchor, party string) string {
	return courseOf(record.Items("ledger")).open(anchor, party)
}

// oddAnswer returns the warning a verifier would give of a draft as an answer, see [course.next]; false when there is none.
func oddAnswer(record, draft Value) (Finding, bool) {
	code, message := courseOf(record.Items("ledger")).next(&draft)
	return Finding{Code: code, TurnIndex: -1, TurnID: draft.Text("turnId"), Message: message}, code != ""
}

// CheckAnswer returns what is odd about a draft as an answer, "" for nothing, and refuses it under the contract profile. It is
// stricter than a verifier: the golden record of the specification accepts what is open without naming it, and nobody
// should write that anew.
func CheckAnswer(record, draft Value) (warning Finding, err error) {
	warning, _ = oddAnswer(record, draft)
	open := OpenTurn(record, draft.Text("anchorId"), draft.Text("authorPartyId"))
	if warning.Code == "" && open != "" && draft.Text("decision") == "accept" && draft.Text("respondsToTurnId") == "" {
		warning.Code, warning.Message = WarnNothingAccepted, "the turn accepts, but it names no turn, and closes none; name the turn it responds to, "+open
	}
	if warning.Code != "" && underContract(record.Get("manifest")) {
		return warning, refuse(strictAnswers[warning.Code], warning.Message)
	}
	return warning, nil
}

// AnchorLabel returns the label the manifest gives an anchor, "" for none.
func AnchorLabel(record Value, id string) string {
	for _, a := range record.Get("manifest").Items("anchors") {
		if a.Text("anchorId") == id {
			return a.Text("label")
		}
	}
	return ""
}

// CheckApproval refuses an approval that no turn of the record could carry: with the key of an agent or of a party that
// may not approve, or of a draft that is not at the head.
func CheckApproval(record, draft, approval Value) error {
	draft = draft.without(draftedWith)
	if err := fresh(record, draft); err != nil {
		return err
	}
	body := draftOf(draft)
	body = body.with(body.Get("authority").with(approval.as("humanApproval")).as("authority"))
	return rehearsed(record, Seal(body, nobody(), approval.Text("approvedAt")), "the draft cannot be approved so: ")
}

// nobody signs what is only tried.
func nobody() Signer {
	return Signer{KeyID: "nobody", key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}
}

// rehearsed refuses a turn that would not verify if it were signed.
func rehearsed(record, turn Value, what string) error {
	_, err := appendTurn(record, turn)
	var refused *Refusal
	if !errors.As(err, &refused) || refused.Report == nil {
		return err
	}
	for _, f := range refused.Report.Errors {
		switch f.Code {
		case TurnKeyUnknown, TurnSignatureInvalid, AuthorityHumanApprovalRequired: // of the signature that is missing
		default:
			return &Refusal{f.Code, what + f.Message, refused.Report}
		}
	}
	return nil
}

// Clause returns the text of an anchor around a quote, in the view that has it: what is before it, the quote, and what is
// behind it. It reports false when the document does not have the anchor; a quote that is not there is "".
func Clause(record Value, d *wml.Document, anchor, quote string) (before, at, behind string, ok bool) {
	x, lines := newAnchorIndex(record), linesOf(d)
	const most = 160
	for _, v := range []wml.View{wml.Current, wml.Original} {
		text, there := textsOf(lines, x, v)[anchor]
		if !there {
			return "", "", "", false
		}
		if i := strings.Index(text, quote); quote != "" && i >= 0 {
			return cutFront(text[:i], most), quote, cutBack(text[i+len(quote):], most), true
		}
		if behind == "" {
			behind = cutBack(text, 2*most)
		}
	}
	return "", "", behind, true
}

func cutFront(s string, n int) string {
	if t := tailOf(s, n); t != s {
		return "…" + t
	}
	return s
}

func cutBack(s string, n int) string {
	if t := headOf(s, n); t != s {
		return t + "…"
	}
	return s
}
