package app

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// ArmEdits drafts the turns that an agent's edits of a source stand for. What counts as edited is what
// Word shows: the source is laid out before and after each edit, and the anchors are compared.
type ArmEdits struct {
	arm     *Arm
	v       arm.Value
	author  string
	mandate string
	now     string
	shown   *wml.Document
}

// ArmEditOptions of [NewArmEdits].
type ArmEditOptions struct {
	Party   string // whose agent it is; "" for the only party with an agent's key
	Mandate string // id of the mandate the agent acts under
	Now     time.Time
}

// NewArmEdits begins with the source before the first edit. It gives nil when the file is not there or has
// no record. A record that does not verify gets no drafts: that is an error.
func NewArmEdits(ctx context.Context, file string, s *Source, o ArmEditOptions) (*ArmEdits, error) {
	a, err := OpenArm(ctx, file, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if a.pkg != nil && !a.carriage.Found() {
		return nil, nil
	}
	e := &ArmEdits{arm: a, author: o.Party, mandate: o.Mandate, now: arm.Timestamp(o.Now)}
	if e.v, err = a.appendable(""); err != nil {
		return nil, err
	}
	if e.author == "" {
		if e.author, err = arm.AgentParty(e.v); err != nil {
			return nil, err
		}
	}
	e.shown, err = wordOf(ctx, s)
	return e, err
}

// Draft returns the turn of the edit that led to s: the JSON of a draft that a human has to approve. It is nil
// when no anchor of the record reads differently.
func (e *ArmEdits) Draft(ctx context.Context, s *Source, turnID string) ([]byte, error) {
	after, err := wordOf(ctx, s)
	if err != nil {
		return nil, err
	}
	o, edited := arm.FromEdit(e.v, e.author, e.shown, after)
	e.shown = after
	if !edited {
		return nil, nil
	}
	o.TurnID, o.CreatedAt, o.Mandate, o.ArtifactID = turnID, e.now, e.mandate, arm.Numbered(turnID)
	draft, err := arm.Draft(e.v, o)
	if err != nil {
		return nil, err
	}
	return append(draft.Canonical(), '\n'), nil
}

// wordOf returns a source as Word shows it, with the sources of diagrams: edits of them are edits of text.
func wordOf(ctx context.Context, s *Source) (*wml.Document, error) {
	var b bytes.Buffer
	if err := Render(ctx, &b, s, RenderOptions{Target: Word, Word: WordOptions{sources: true}}); err != nil {
		return nil, err
	}
	p, err := opc.ReadBytes(b.Bytes(), opc.Limits{})
	if err != nil {
		return nil, err
	}
	return wml.Read(p, wml.Options{})
}
