package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// A turn before it is in the record: its draft, and a human's approval of it.

// ArmTurn says what a turn is to be.
type ArmTurn struct {
	Author, Anchor, Decision, Mandate, RespondsTo string
	Artifacts                                     string // file with the visible artifacts, "-" for Stdin
	TurnID                                        string // "" for a random one
	CreatedAt                                     string // see [ArmTime]
	Stdin                                         io.Reader
}

// ArmDrafted is a draft, and what its author should know of it.
type ArmDrafted struct {
	JSON   []byte
	Anchor string
	// Counters is the turn that a draft which was made again is a counter-proposal to now, "" for none.
	Counters string
	// Unanswered is the open turn of another party that the draft answers without naming it, so that it stays open; "" for none.
	Unanswered string
	// Odd is what a core record allows and nobody means; its code is "" for nothing.
	Odd arm.Finding
}

// ArmTime returns a time that was given, or now for "", as records spell it, and whether it is one.
func ArmTime(given string) (at string, ok bool) {
	if given == "" {
		return arm.Timestamp(time.Now()), true
	}
	return given, arm.IsTime(given)
}

// newArmID returns an id that was given, else a random one.
func newArmID(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	id, err := uuid.NewRandomFromReader(rand.Reader)
	if err != nil {
		return "", fmt.Errorf("no randomness for an id: %w", err)
	}
	return id.String(), nil
}

// ReadArmValue reads a draft or an approval; "-" is stdin.
func ReadArmValue(path string, stdin io.Reader) (arm.Value, error) {
	data, err := ReadInput(path, stdin)
	if err != nil {
		return arm.Value{}, err
	}
	v, err := arm.Parse(data, arm.Limits{})
	if err != nil {
		return v, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// Draft writes a turn down at the head of the record; the file stays as it is. It fails with an [*arm.Refusal] for a turn
// that could not be committed, or about words that the document does not have. The draft is there beside such an error.
func (a *Arm) Draft(ctx context.Context, t ArmTurn) (*ArmDrafted, error) {
	v, err := a.record()
	if err != nil {
		return nil, err
	}
	o := arm.DraftOptions{Author: t.Author, AnchorID: t.Anchor, Decision: t.Decision, Mandate: t.Mandate, RespondsTo: t.RespondsTo, CreatedAt: t.CreatedAt}
	data, err := ReadInput(t.Artifacts, t.Stdin)
	if err != nil {
		return nil, err
	}
	if o.Artifacts, err = arm.ParseArtifacts(data); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Artifacts, err)
	}
	if o.TurnID, err = newArmID(t.TurnID); err != nil {
		return nil, err
	}
	o.ArtifactID = arm.Numbered(o.TurnID)
	draft, err := arm.Draft(v, o)
	if err != nil {
		return nil, err
	}
	d := drafted(draft)
	if err := a.checkTexts(ctx, v, draft); err != nil {
		return d, err
	}
	if decision := draft.Text("decision"); draft.Text("respondsToTurnId") == "" && (decision == "counter" || decision == "reject") {
		d.Unanswered = arm.OpenTurn(v, d.Anchor, draft.Text("authorPartyId"))
	}
	odd, err := arm.CheckAnswer(v, draft)
	if err == nil {
		d.Odd = odd
	}
	return d, err
}

// Redraft makes a draft of an older head again at the head of the record. from is its file, "-" for stdin.
func (a *Arm) Redraft(ctx context.Context, from string, stdin io.Reader) (*ArmDrafted, error) {
	v, err := a.record()
	if err != nil {
		return nil, err
	}
	draft, err := ReadArmValue(from, stdin)
	if err != nil {
		return nil, err
	}
	draft, counters, err := arm.Remake(v, draft)
	if err != nil {
		return nil, err
	}
	d := drafted(draft)
	d.Counters = counters
	return d, a.checkTexts(ctx, v, draft)
}

func drafted(draft arm.Value) *ArmDrafted {
	return &ArmDrafted{JSON: append(draft.Canonical(), '\n'), Anchor: draft.Text("anchorId")}
}

// checkTexts refuses a draft about words that the document does not have (arm.CheckTexts). Of a sidecar whose document
// is not there nothing can be said.
func (a *Arm) checkTexts(ctx context.Context, v, draft arm.Value) error {
	d, err := a.shown(ctx)
	if d == nil || err != nil {
		return err
	}
	return arm.CheckTexts(v, draft, d)
}

// ArmApproval is an approval that was signed, and what it approves. It counts once somebody who read that keeps it.
type ArmApproval struct {
	JSON      []byte
	By        string // the approver: the name with the id, the id alone without a document
	Draft     ArmShown
	Artifacts []ArmShownArtifact
}

// ArmShown is a draft as a human reads it: the parts that are there, with names in front of ids.
type ArmShown struct {
	Author, Decision, Topic, Anchor, Mandate, Answers, Session, Manifest string
}

// ArmShownArtifact is a change that a draft would make.
type ArmShownArtifact struct {
	Kind, OldText, Text string
	Anchor              string     // "" for that of the draft
	Place               string     // where it stands, as JSON; "" when the draft does not say
	Clause              *ArmClause // nil without a document
}

// ArmClause is the text around the words that an artifact is about.
type ArmClause struct {
	Before, Quoted, Behind string // Quoted is "" when the words are not there; Behind is the whole text then
	Found                  bool   // the anchor is in the document
}

// ApproveArm signs the approval of an agent's draft. a is the document, nil for none; with it, names and clauses are shown,
// and what no turn of the record could carry is refused: the key of an agent, or of a party that may not approve, and a
// draft that is not at the head.
func ApproveArm(ctx context.Context, a *Arm, draft arm.Value, key arm.Signer, o arm.ApproveOptions) (*ArmApproval, error) {
	var err error
	if o.ApprovalID, err = newArmID(o.ApprovalID); err != nil {
		return nil, err
	}
	approval, err := arm.Approve(draft, key, o)
	if err != nil {
		return nil, err
	}
	in := showing{}
	if a != nil {
		if in.record, err = a.record(); err != nil {
			return nil, err
		}
		if err := arm.CheckApproval(in.record, draft, approval); err != nil {
			return nil, err
		}
		if in.shown, err = a.shown(ctx); err != nil {
			return nil, err
		}
		in.parties = arm.Summarize(in.record).Parties
	}
	out := &ArmApproval{JSON: append(approval.Canonical(), '\n'), By: in.name(approval.Text("approvedBy")), Draft: ArmShown{
		Author: in.name(draft.Text("authorPartyId")), Decision: draft.Text("decision"), Topic: draft.Text("clauseTopic"), Anchor: in.anchor(draft.Text("anchorId")),
		Mandate: draft.Get("authority").Text("mandateId"), Answers: draft.Text("respondsToTurnId"), Session: draft.Text("sessionId"), Manifest: draft.Text("manifestHash"),
	}}
	for _, v := range draft.Items("visibleArtifacts") {
		out.Artifacts = append(out.Artifacts, in.artifact(v, draft.Text("anchorId")))
	}
	return out, nil
}

// showing is what the document adds to a draft that is shown; zero without one.
type showing struct {
	record  arm.Value
	parties []arm.PartyName
	shown   *wml.Document
}

func (in *showing) name(party string) string {
	for _, p := range in.parties {
		if p.PartyID == party && p.DisplayName != "" {
			return p.DisplayName + " (" + party + ")"
		}
	}
	return party
}

func (in *showing) anchor(id string) string {
	if label := arm.AnchorLabel(in.record, id); label != "" {
		return label + " (" + id + ")"
	}
	return id
}

func (in *showing) artifact(v arm.Value, home string) ArmShownArtifact {
	a := ArmShownArtifact{Kind: v.Text("kind"), OldText: v.Text("oldText"), Text: v.Text("text")}
	at := v.Text("anchorId")
	if at != home {
		a.Anchor = at
	}
	place := v.Get("placement")
	if place != nil {
		a.Place = string(place.Canonical())
	}
	if in.shown != nil {
		quote := place.Text("exact")
		switch a.Kind {
		case "replacement":
			quote = a.OldText
		case "deletion":
			quote = a.Text
		}
		a.Clause = &ArmClause{}
		a.Clause.Before, a.Clause.Quoted, a.Clause.Behind, a.Clause.Found = arm.Clause(in.record, in.shown, at, quote)
	}
	return a
}
