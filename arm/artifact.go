package arm

import (
	"slices"
	"strings"
)

// States of an artifact, after those of its turn.
const (
	Open     = "open"
	Accepted = "accepted"
	Rejected = "rejected"
)

// Artifact is a visible artifact with what it takes from its turn (arm §9).
type Artifact struct {
	ID       string `json:"artifactId"`
	TurnID   string `json:"turnId"`
	Kind     string `json:"kind"`
	AnchorID string `json:"anchorId"`
	PartyID  string `json:"partyId"`
	Author   string `json:"author"` // the party's display name
	Date     string `json:"date"`   // of the signature, cut to seconds
	State    string `json:"state"`
	Text     string `json:"text"`
	OldText  string `json:"oldText,omitempty"`

	Place      Placement `json:"-"`
	RespondsTo string    `json:"-"` // the turn its turn answers
}

// artifactsOf returns the artifacts of a record in the order of its ledger, with the states of their turns.
func artifactsOf(record Value) []Artifact {
	names := map[string]string{}
	for _, p := range record.Get("manifest").Items("parties") {
		names[p.Text("partyId")] = p.Text("displayName")
	}
	ledger := record.Items("ledger")
	course := courseOf(ledger)
	var out []Artifact
	for i := range ledger {
		body := ledger[i].Get("body")
		state := course.turns[body.Text("turnId")].state
		date := ledger[i].Get("signature").Text("signedAt")
		if len(date) == len(timeLayout) {
			date = date[:len("2006-01-02T15:04:05")] + "Z"
		}
		for _, a := range body.Items("visibleArtifacts") {
			out = append(out, Artifact{
				ID: a.Text("artifactId"), TurnID: body.Text("turnId"), Kind: a.Text("kind"), AnchorID: a.Text("anchorId"),
				PartyID: a.Text("authorPartyId"), Author: names[a.Text("authorPartyId")], Date: date, State: state,
				Text: a.Text("text"), OldText: a.Text("oldText"), Place: placementOf(&a), RespondsTo: body.Text("respondsToTurnId"),
			})
		}
	}
	return out
}

// OpenArtifacts returns the artifacts of the turns that nothing has closed.
func OpenArtifacts(record Value) []Artifact {
	return slices.DeleteFunc(artifactsOf(record), func(a Artifact) bool { return a.State != Open })
}

// placementOf reads where an artifact stands, with the defaults of its kind.
func placementOf(a *Value) Placement {
	p := a.Get("placement")
	out := Placement{Relation: p.Text("relation"), Exact: p.Text("exact"), Prefix: p.Text("prefix"), Suffix: p.Text("suffix"), Occurrence: p.int("occurrence")}
	if out.Relation == "" {
		switch a.Text("kind") {
		case "comment":
			out.Relation = "whole"
		case "insertion":
			out.Relation = "end"
		}
	}
	out.Occurrence = max(out.Occurrence, 1)
	return out
}

// foreignVersion recognises the parts of other versions of the draft by the stem of their namespace.
func foreignVersion(text string) bool {
	return slices.ContainsFunc([]string{"urn:agentrevisionmarkup:docx:", "urn:nomadocx:arm:docx:"}, func(stem string) bool { return strings.Contains(text, stem) })
}
