package arm

import (
	"slices"
	"strings"
)

// What answers do to the turns they name (arm-notes §8, docs/arm.md).

// contractProfile is the profile under which answers that answer nothing are refused.
const contractProfile = "urn:agentrevisionmarkup:profile:contract-negotiation:0.1"

// Superseded is the state of an artifact whose turn was countered: the counter-proposal stands in its place.
const Superseded = "superseded"

// course follows a ledger turn by turn: what each of its turns has come to.
type course struct {
	turns map[string]*turnCourse
	at    map[string][]string // turn ids by anchor, of turns that offer something
}

// turnCourse is one turn.
type turnCourse struct{ author, anchor, state string }

// courseOf follows a whole ledger.
func courseOf(ledger []Value) *course {
	c := newCourse()
	for i := range ledger {
		c.next(ledger[i].Get("body"))
	}
	return c
}

func newCourse() *course { return &course{turns: map[string]*turnCourse{}, at: map[string][]string{}} }

// next goes to the next turn. A turn is accepted or rejected by a later one that names it, and superseded by a
// counter-proposal that names it. It returns the warning that a party accepts its own turn, that an answer is given at
// another anchor than the turn it names, or that there is nothing to accept, "" when all is well; such an answer closes nothing.
func (c *course) next(body *Value) (code Code, message string) {
	decision, to, author, anchor := body.Text("decision"), body.Text("respondsToTurnId"), body.Text("authorPartyId"), body.Text("anchorId")
	named := c.turns[to]
	answers := decision == "accept" || decision == "reject"
	switch {
	case decision == "accept" && to == "" && c.open(anchor, author) == "":
		code, message = WarnNothingAccepted, "the turn accepts, but it names no turn, and none of another party is open at "+anchor
	case named == nil:
	case decision == "accept" && named.author == author:
		code, message = WarnOwnTurnAccepted, "the turn accepts "+to+", which is of the same party; the other party has to accept it"
	case answers && named.anchor != anchor:
		code, message = WarnOtherAnchorAnswered, "the turn answers "+to+", which is at "+named.anchor+"; answer it there"
	case named.state == Accepted || named.state == Rejected:
	case decision == "accept":
		named.state = Accepted
	case decision == "reject":
		named.state = Rejected
	case decision == "counter" && named.state == Open && named.anchor == anchor && changesText(body):
		named.state = Superseded
	}
	if id := body.Text("turnId"); c.turns[id] == nil {
		c.turns[id] = &turnCourse{author, anchor, Open}
		if !answers {
			c.at[anchor] = append(c.at[anchor], id)
		}
	}
	return code, message
}

// open returns the last turn of another party at an anchor that nothing has closed, "" for none.
func (c *course) open(anchor, party string) string {
	at := c.at[anchor]
	for i := len(at) - 1; i >= 0; i-- {
		if t := c.turns[at[i]]; t.author != party && t.state == Open {
			return at[i]
		}
	}
	return ""
}

// strictAnswers are the codes of [answerOf] under the contract profile.
var strictAnswers = map[Code]Code{
	WarnOwnTurnAccepted: OwnTurnAccepted, WarnOtherAnchorAnswered: OtherAnchorAnswered, WarnNothingAccepted: NothingAccepted,
}

// underContract reports whether a manifest names the profile of contract negotiations.
func underContract(manifest *Value) bool {
	return slices.ContainsFunc(manifest.Items("profiles"), func(p Value) bool { return p.text == contractProfile })
}

// answers judges the answers of a ledger that verifies. A profile says nothing of a record that core refuses.
func (v *verifier) answers(manifest *Value, ledger []Value) {
	if len(v.report.Errors) > 0 {
		return
	}
	strict, c := underContract(manifest), newCourse()
	for i := range ledger {
		body := ledger[i].Get("body")
		code, message := c.next(body)
		if code == "" {
			continue
		}
		f := Finding{Code: code, TurnIndex: i, TurnID: body.Text("turnId"), Path: pointer([]step{{name: "ledger"}, {index: i}, {name: "body"}, {name: "respondsToTurnId"}}), Message: message}
		if strict {
			f.Code = strictAnswers[code]
			v.report.add(f)
		} else {
			v.report.warn(f)
		}
	}
}

// changesText reports whether a turn shows tracked changes, not only comments.
func changesText(body *Value) bool {
	return slices.ContainsFunc(body.Items("visibleArtifacts"), func(a Value) bool { return a.Text("kind") != "comment" })
}

// needs reports whether a counter-proposal changes the words that what it counters puts in: "twelve" of a proposal that
// is countered by "nine" in its place.
func needs(c, a *Artifact) bool {
	from := c.quote()
	return a.Kind != "comment" && a.Kind != "deletion" && c.AnchorID == a.AnchorID && from != "" && c.Kind != "comment" && from != a.OldText && !strings.Contains(a.OldText, from) && strings.Contains(a.Text, from)
}

// quote returns the text an artifact is found by: what it takes out, or stands at.
func (a *Artifact) quote() string {
	switch a.Kind {
	case "deletion":
		return a.Text
	case "replacement":
		return a.OldText
	}
	return a.Place.Exact
}
