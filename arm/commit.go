package arm

import (
	"fmt"
	"slices"
)

// ApproveOptions describe an approval.
type ApproveOptions struct {
	ApprovalID string
	By         string // party id; "" for the author of the draft
	At         string // see [Timestamp]
}

// Approve binds a human's consent to a draft: nothing of the draft can change any more (arm §8).
func Approve(draft Value, signer Signer, o ApproveOptions) (Value, error) {
	draft = draft.without(draftedWith)
	if err := checkDraft(draft); err != nil {
		return Value{}, err
	}
	authority := draft.Get("authority")
	if authority.Text("kind") != approvedAuthority {
		return Value{}, refuse(AuthorityUnexpectedApproval, "the draft is signed directly and needs no approval; make it with a mandate")
	}
	by := o.By
	if by == "" {
		by = draft.Text("authorPartyId")
	}
	approval := object(
		whole(2).as("schemaVersion"), text(draft.Text("sessionId")).as("sessionId"), text(draft.Text("manifestHash")).as("manifestHash"),
		text(o.ApprovalID).as("approvalId"), text(authority.Text("mandateId")).as("mandateId"), boolean(true).as("approved"),
		text(by).as("approvedBy"), text(o.At).as("approvedAt"), text(draftOf(draft).hash()).as("approvedDraftHash"))
	hash := approval.hash()
	approval = approval.with(text(hash).as("approvalSubjectHash"),
		signer.sign(approvalDomain, "approvalSubjectHash", hash, o.At).as("approvalSignature"))
	c := &checker{report: &Report{}, turn: -1}
	if approvalShape(c, &approval); c.bad {
		f := c.report.Errors[0]
		return Value{}, refuse(f.Code, f.Path+": "+f.Message)
	}
	return approval, nil
}

// Seal makes a signed turn of a body.
func Seal(body Value, signer Signer, at string) Value {
	hash := body.hash()
	turn := object(body.as("body"), text(hash).as("bodyHash"), signer.sign(turnDomain, "bodyHash", hash, at).as("signature"))
	return turn.with(text(turn.hash()).as("turnHash"))
}

// Commit seals a draft and appends it. An approved turn is signed at the time of its approval, which
// the rules demand; at is for direct ones. The record that comes of it verifies, or there is none.
func Commit(record, draft Value, approval *Value, signer Signer, at string) (Value, error) {
	if err := writable(record); err != nil {
		return Value{}, err
	}
	draft = catchUp(record, draft).without(draftedWith)
	if err := fresh(record, draft); err != nil {
		return Value{}, err
	}
	if err := checkDraft(draft); err != nil {
		return Value{}, err
	}
	body := draftOf(draft)
	switch authority := body.Get("authority"); {
	case approval != nil:
		if authority.Text("kind") != approvedAuthority {
			return Value{}, refuse(AuthorityUnexpectedApproval, "the draft is signed directly and carries no approval")
		}
		at = approval.Text("approvedAt")
		body = body.with(authority.with(approval.as("humanApproval")).as("authority"))
	case authority.Text("kind") == approvedAuthority:
		return Value{}, refuse(AuthorityHumanApprovalRequired, "the draft is an agent's: a human has to approve it first (arm approve)")
	}
	return appendTurn(record, Seal(body, signer, at))
}

// fresh refuses a draft that was not made at the head of this record.
func fresh(record, draft Value) error {
	manifest := record.Get("manifest")
	if draft.Text("sessionId") != manifest.Text("sessionId") || draft.Text("manifestHash") != manifest.hash() {
		return refuse(StaleDraft, "the draft was made for another session or manifest")
	}
	ledger := record.Items("ledger")
	head := ""
	if n := len(ledger); n > 0 {
		head = ledger[n-1].Text("turnHash")
	}
	if draft.int("sequence") != len(ledger)+1 || draft.Text("previousTurnHash") != head {
		return refuse(StaleDraft, fmt.Sprintf("the draft is turn %d after %s, and the record now ends with turn %d; draft it again at the head of the record",
			draft.int("sequence"), short(draft.Text("previousTurnHash")), len(ledger)))
	}
	return nil
}

// short returns a hash as people read it.
func short(hash string) string {
	if len(hash) < 7+12 {
		return "the beginning"
	}
	return hash[:7+12]
}

// appendTurn adds a signed turn and verifies what comes of it.
func appendTurn(record, turn Value) (Value, error) {
	ledger := *record.Get("ledger")
	ledger.items = append(slices.Clip(ledger.items), turn)
	out := record.with(ledger)
	report := Verify(out, Limits{})
	if report.Result != Valid {
		f := report.Errors[0]
		return Value{}, &Refusal{f.Code, "the turn would not verify: " + f.Message, report}
	}
	return out, nil
}
