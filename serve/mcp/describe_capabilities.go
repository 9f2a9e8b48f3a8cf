package mcp

import (
	"context"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/capability"
)

var describeCapabilitiesTool = tool{
	name: "describe_capabilities", effect: reads,
	description: "What FILE.capabilities.yml grants agents, and which of ops it does not. Advice: no patch is refused for it, but a person asked for it to be kept.",
}

type describeCapabilitiesInput struct {
	File string      `json:"file" jsonschema:"path of the .noma file"`
	Ops  []operation `json:"ops,omitempty"`
}

// capabilitiesAnswer is the descriptor of Annex A, with what it says of the operations in question.
type capabilitiesAnswer struct {
	Advisory           bool                  `json:"advisory"`   // always: version 1.0 enforces nothing (A.4)
	Descriptor         string                `json:"descriptor"` // known, missing or unknown-version; only a known one grants anything
	Profile            string                `json:"profile,omitempty"`
	Blocks             map[string]blockGrant `json:"blocks"`
	RenameIDs          bool                  `json:"rename_ids"`
	ValidationRequired bool                  `json:"validation_required"`
	Advice             []capability.Advice   `json:"advice"`
}

type blockGrant struct {
	Ops   []string             `json:"ops"`
	Attrs map[string]attrLimit `json:"attrs,omitempty"`
}

type attrLimit struct {
	Type string   `json:"type,omitempty"`
	Min  *float64 `json:"min,omitempty"`
	Max  *float64 `json:"max,omitempty"`
	Enum []any    `json:"enum,omitempty"`
}

func (s *server) describeCapabilities(ctx context.Context, in describeCapabilitiesInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	if err := regular(app.GrantsPath(src.Path)); err != nil {
		return nil, err
	}
	rq := &app.Request{}
	if len(in.Ops) > 0 {
		if rq, err = request(in.Ops); err != nil {
			return nil, err
		}
		if rq.Bad != nil {
			return &patchRefused{Error: rq.Bad.Message, Code: string(rq.Bad.Code), At: &rq.Bad.OpIndex}, nil
		}
	}
	d, err := app.Grants(src, rq.Ops)
	if err != nil {
		return nil, err
	}
	answer := capabilitiesAnswer{Advisory: true, Descriptor: d.State, Profile: d.Profile, Blocks: map[string]blockGrant{},
		RenameIDs: d.IDs.Rename, ValidationRequired: d.Validation.Required, Advice: []capability.Advice{}}
	for name, b := range d.Blocks {
		grant := blockGrant{Ops: append([]string{}, b.Ops...)}
		for key, a := range b.Attrs {
			if grant.Attrs == nil {
				grant.Attrs = map[string]attrLimit{}
			}
			grant.Attrs[key] = attrLimit(a)
		}
		answer.Blocks[name] = grant
	}
	if len(in.Ops) > 0 {
		answer.Advice = append(answer.Advice, d.Advice...)
	}
	return answer, nil
}
