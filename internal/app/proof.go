package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/proof"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/nomadocx/nomadocx/render/llm"
)

// proofBudget is how much of the LLM context a proof shows unless the caller says otherwise, in
// UTF-16 units (contract cli.md, proof).
const proofBudget = 12000

// ProofOptions of Prove.
type ProofOptions struct {
	PatchOptions
	LLM llm.Options // the context; a budget of 0 is proofBudget
	Now time.Time   // for rules about age; zero: nothing is stale
}

// Difference returns what lies between two texts, line by line, as the field diff of a proof holds it.
func Difference(before, after string) string { return proof.Diff(before, after) }

// Prove says what a request would do to a source, and writes nothing. The source is loaded Raw.
func Prove(ctx context.Context, s *Source, rq *Request, o ProofOptions) (*proof.Proof, error) {
	if o.LLM.Budget == 0 {
		o.LLM.Budget = proofBudget
	}
	path := absolute(s.Path)
	var failure error // of the run itself, not of the request
	request := proof.Request{Ops: rq.Raw, Apply: func() (string, *proof.Refusal) {
		plain := *rq
		plain.PostValidate = false // the question is what the result would be
		text, _, err := PatchText(ctx, s, &plain, o.PatchOptions)
		var refused *patch.Error
		var invalid *ValidationError
		switch {
		case err == nil:
			return text, nil
		case errors.As(err, &refused):
			at := refused.OpIndex
			if !strings.HasPrefix(transcript.Hash(s.File.Text), strings.ToLower(strings.TrimSpace(rq.ExpectedSHA))) {
				at = -1 // no operation's turn came
			}
			return "", &proof.Refusal{Code: string(refused.Code), Message: refused.Message, Op: at}
		case errors.As(err, &invalid):
			return "", &proof.Refusal{Code: string(invalid.Code()), Op: -1,
				Message: "the document has errors, and the transaction asks for one without"}
		case ctx.Err() != nil:
			failure = err
		}
		return "", &proof.Refusal{Code: "patch_error", Message: err.Error(), Op: -1}
	}}
	p, err := proof.Simulate(s.File.Text, request, proof.Options{
		File: path, URI: transcript.FileURI(path), Now: o.Now,
		Load: func(text string) (*noma.Document, error) {
			d, err := s.with(text)
			if err != nil {
				return nil, err
			}
			d.bringIn()
			return d.Doc, ctx.Err()
		},
		Context: func(d *noma.Document) (string, error) {
			var b strings.Builder
			err := llm.Render(&b, d, o.LLM)
			return b.String(), err
		},
	})
	return p, errors.Join(err, failure)
}

// with returns a document with another text in the place of this one.
func (s *Source) with(text string) (*Source, error) {
	other, err := fromText(s.Path, text, noma.Options{Look: s.parse.Look})
	if err != nil {
		return nil, err
	}
	other.Resources, other.library = s.Resources, s.library
	return other, nil
}
