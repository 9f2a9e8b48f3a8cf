package arm

import (
	"fmt"
	"slices"
)

// Relation is how two records stand to each other (arm §14, arm-notes §6).
type Relation string

const (
	Unrelated Relation = "unrelated" // other sessions
	Diverged  Relation = "diverged"  // one session, two manifests
	Forked    Relation = "forked"
	ABehind   Relation = "a-behind"
	BBehind   Relation = "b-behind"
	Identical Relation = "identical"
)

// Comparison of two records. For a fork the sequence where they part, the turn hash before it (nil at
// the very beginning) and the two turn hashes.
type Comparison struct {
	Relation Relation `json:"relation"`
	Code     Code     `json:"code,omitempty"` // of a fork or divergence
	Sequence int      `json:"sequence,omitempty"`
	Common   *string  `json:"commonTurnHash"`
	HashA    string   `json:"turnHashA,omitempty"`
	HashB    string   `json:"turnHashB,omitempty"`
	TurnsA   int      `json:"turnCountA"`
	TurnsB   int      `json:"turnCountB"`
}

// Compare says how two records stand to each other. Both are verified first. Nothing is merged, ever.
func Compare(a, b Value) (Comparison, error) {
	for i, v := range []Value{a, b} {
		if report := Verify(v, Limits{}); report.Result != Valid {
			return Comparison{}, &Refusal{report.Errors[0].Code, fmt.Sprintf("record %c does not verify: %s", 'A'+i, report.Errors[0].Message), report}
		}
	}
	la, lb := a.Items("ledger"), b.Items("ledger")
	c := Comparison{TurnsA: len(la), TurnsB: len(lb)}
	switch {
	case a.Get("manifest").Text("sessionId") != b.Get("manifest").Text("sessionId"):
		c.Relation = Unrelated
		return c, nil
	case a.Get("manifest").hash() != b.Get("manifest").hash():
		c.Relation, c.Code = Diverged, SessionDiverged
		return c, nil
	}
	for i := range min(len(la), len(lb)) {
		x, y := la[i].Text("turnHash"), lb[i].Text("turnHash")
		if x != y {
			c.Relation, c.Code, c.Sequence, c.HashA, c.HashB = Forked, ForkDetected, i+1, x, y
			return c, nil
		}
		c.Common = &x
	}
	switch {
	case len(la) < len(lb):
		c.Relation = ABehind
	case len(la) > len(lb):
		c.Relation = BBehind
	default:
		c.Relation = Identical
	}
	return c, nil
}

// Head is the state of a session somebody has seen. Heads are remembered outside the document: a
// record whose last turns were cut off verifies (arm-notes §6).
type Head struct {
	SessionID    string  `json:"sessionId"`
	ManifestHash string  `json:"manifestHash"`
	HeadTurnHash *string `json:"headTurnHash"` // nil for an empty ledger
	TurnCount    int     `json:"turnCount"`
	SeenAt       string  `json:"seenAt"`
}

// HeadOf returns the head of a record, seen at a time (see [Timestamp]).
func HeadOf(record Value, seenAt string) Head {
	h := Head{
		SessionID: record.Get("manifest").Text("sessionId"), ManifestHash: record.Get("manifest").hash(),
		TurnCount: len(record.Items("ledger")), SeenAt: seenAt,
	}
	if n := h.TurnCount; n > 0 {
		head := record.Items("ledger")[n-1].Text("turnHash")
		h.HeadTurnHash = &head
	}
	return h
}

// Heads are all heads seen, in order of session, manifest and number of turns.
type Heads []Head

// Check holds a record against what was seen before. The code is "" when all is well.
func (hs Heads) Check(record Value) (Code, string) {
	now, ledger := HeadOf(record, ""), record.Items("ledger")
	code, message := Code(""), ""
	for _, h := range hs {
		if h.SessionID != now.SessionID {
			continue
		}
		if h.ManifestHash != now.ManifestHash {
			return SessionDiverged, "this session was seen with another manifest, " + h.ManifestHash
		}
		switch {
		case h.TurnCount == 0 || h.HeadTurnHash == nil:
		case h.TurnCount > len(ledger):
			code, message = WarnRecordBehindKnownHead, fmt.Sprintf("a longer record of this session was seen, up to turn %d, head %s", h.TurnCount, *h.HeadTurnHash)
		case ledger[h.TurnCount-1].Text("turnHash") != *h.HeadTurnHash:
			return ForkDetected, fmt.Sprintf("turn %d is %s here and was seen as %s", h.TurnCount, ledger[h.TurnCount-1].Text("turnHash"), *h.HeadTurnHash)
		}
	}
	return code, message
}

// Add remembers a head. One that is known keeps the time when it was seen first.
func (hs Heads) Add(h Head) Heads {
	i, known := slices.BinarySearchFunc(hs, h, compareHeads)
	if known {
		return hs
	}
	return slices.Insert(slices.Clone(hs), i, h)
}

func compareHeads(a, b Head) int {
	key := func(h Head) string {
		head := ""
		if h.HeadTurnHash != nil {
			head = *h.HeadTurnHash
		}
		return fmt.Sprintf("%s\x00%s\x00%08d\x00%s", h.SessionID, h.ManifestHash, h.TurnCount, head)
	}
	return compareUTF16(key(a), key(b))
}
