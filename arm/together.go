package arm

import "slices"

// draftedWith is a member of draft files, and never of a turn: the ids of the turns that were drafted at
// the same head by the same hand. It lets them be committed one after the other.
const draftedWith = "draftedWith"

// Together marks drafts of one head as belonging together: one of them is not stale because others of
// them became turns first. A turn of anybody else between them still makes the rest stale.
func Together(drafts []Value) []Value {
	ids := make([]Value, len(drafts))
	for i, d := range drafts {
		ids[i] = text(d.Text("turnId"))
	}
	out := slices.Clone(drafts)
	for i := range out {
		if len(out) > 1 {
			out[i] = out[i].with(list(ids...).as(draftedWith))
		}
	}
	return out
}

// catchUp puts a draft at the head when only turns it was drafted together with came in between. Drafts
// that need an approval stay where they are: the approval is for one place in the ledger.
func catchUp(record, draft Value) Value {
	ledger := record.Items("ledger")
	at := draft.int("sequence") - 1 // how many turns there were
	if at < 0 || at >= len(ledger) || draft.Get("authority").Text("kind") != directAuthority {
		return draft
	}
	before := ""
	if at > 0 {
		before = ledger[at-1].Text("turnHash")
	}
	manifest := record.Get("manifest")
	if draft.Text("previousTurnHash") != before || draft.Text("manifestHash") != manifest.hash() {
		return draft
	}
	for _, turn := range ledger[at:] {
		id := turn.Get("body").Text("turnId")
		if !slices.ContainsFunc(draft.Items(draftedWith), func(v Value) bool { return v.kind == String && v.text == id }) {
			return draft
		}
	}
	moved, err := redraft(record, draft)
	if err != nil {
		return draft
	}
	return moved
}
