package app

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// replaceText is the operation that names its place by what Word shows.
const replaceText = "replace_text"

// lay puts other operations in the place of each replace_text: those of an accepted change request at that place. They are
// what the transcript can repeat without laying the document out; the records keep what was asked for beside them.
func (p *patching) lay(ctx context.Context) error {
	some := false
	for i := range p.rq.Ops {
		some = some || p.rq.Ops[i].Op == replaceText
	}
	if !some || p.o.Protocol10 {
		return nil
	}
	all := p.rq
	laid := *all
	laid.Ops, laid.Raw, laid.Bad = nil, nil, nil
	add := func(i int, op patch.Op, raw, asked json.RawMessage) {
		laid.Ops, laid.Raw = append(laid.Ops, op), append(laid.Raw, raw)
		p.origin, p.asked = append(p.origin, i), append(p.asked, asked)
	}
	s, applied := p.source, 0 // the document after so many of laid.Ops
	for i, op := range all.Ops {
		if op.Op != replaceText {
			add(i, op, all.Raw[i], nil)
			continue
		}
		next, err := p.after(s, laid.Ops[applied:])
		var ops []patch.Op
		if err == nil {
			s, applied = next, len(laid.Ops)
			ops, err = p.replacing(ctx, s, &op)
		}
		var refused *patch.Error
		switch {
		case errors.As(err, &refused) && next != nil: // it is this operation that cannot be done
			refused.OpIndex = len(laid.Ops)
			laid.Bad = refused
		case err == nil:
		case errors.As(err, &refused): // an earlier one, which is refused again when its turn comes
		default:
			return err
		}
		if err != nil {
			laid.Raw = append(laid.Raw, all.Raw[i:]...)
			for k := i; k < len(all.Raw); k++ {
				p.origin = append(p.origin, k)
			}
			p.rq = &laid
			return nil
		}
		made, err := requestOf(ops)
		if err != nil {
			return err
		}
		for k := range ops {
			add(i, ops[k], made.Raw[k], all.Raw[i])
		}
	}
	if all.Bad != nil {
		bad := *all.Bad
		bad.OpIndex = len(laid.Ops)
		laid.Bad = &bad
	}
	for k := len(all.Ops); k < len(all.Raw); k++ {
		laid.Raw = append(laid.Raw, all.Raw[k])
		p.origin = append(p.origin, k)
	}
	p.rq = &laid
	return nil
}

// after returns the document with operations in it.
func (p *patching) after(s *Source, ops []patch.Op) (*Source, error) {
	if len(ops) == 0 {
		return s, nil
	}
	opts := s.patchOptions()
	opts.Strict = p.o.Strict
	result, err := patch.Apply(s.File, ops, opts)
	if err != nil {
		return nil, err
	}
	return s.with(result.Text)
}

// replacing returns the operations of a replace_text in a document.
func (p *patching) replacing(ctx context.Context, s *Source, op *patch.Op) ([]patch.Op, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fresh, err := s.with(s.File.Text)
	if err != nil {
		return nil, err
	}
	opts := s.patchOptions()
	opts.Strict = p.o.Strict
	if err := patch.CheckTarget(fresh.Doc, op, opts); err != nil {
		return nil, err
	}
	plan := fresh.plan("", true)
	target := plan.Names.Node(op.ID)
	if target == nil {
		return nil, &patch.Error{Code: patch.TargetMissing, Message: "block " + op.ID + " has no text of its own in Word"}
	}
	if d, ok := target.(*noma.Directive); ok && d.Is(noma.Comment|noma.Request) {
		return nil, &patch.Error{Code: patch.InvalidContent, Message: "the text of a " + d.Name + " is no text of the document; use replace_body"}
	}
	found, err := reviewsync.ReplaceText(plan, target, layout.Quote{Exact: op.Exact, Prefix: op.Prefix, Suffix: op.Suffix}, op.Text)
	var place *reviewsync.PlaceError
	if errors.As(err, &place) {
		return nil, &patch.Error{Code: patch.InvalidContent, Message: place.Message}
	}
	if err != nil {
		return nil, err
	}
	if len(found.Ops) == 0 {
		return nil, &patch.Error{Code: patch.InvalidContent, Message: "the words are in a section without an id; give it one, as # Title {id=\"…\"}, and try again"}
	}
	return found.Ops, nil
}

// original gives a refusal the place that its operation has in the list as it was given.
func (p *patching) original(err error) error {
	var e *patch.Error
	if p.origin != nil && errors.As(err, &e) && e.OpIndex < len(p.origin) {
		moved := *e
		moved.OpIndex = p.origin[e.OpIndex]
		return &moved
	}
	return err
}
