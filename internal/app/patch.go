package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// ValidationError says that a transaction asked for validation and the document has errors.
type ValidationError struct {
	Stage  string // "pre" or "post"
	File   string // absolute
	Errors diag.List
}

func (e *ValidationError) Error() string { return e.Stage + "-validation failed" }

// Code returns the machine-readable reason, as transcripts have it.
func (e *ValidationError) Code() patch.Code {
	if e.Stage == "post" {
		return transcript.PostRejected
	}
	return patch.PreValidationBlocked
}

// PatchOptions of [PatchText]. The zero value is right.
type PatchOptions struct {
	// Protocol10 refuses operations that the Protocol's version 1.0 does not have.
	Protocol10 bool
	// Strict is [patch.Options].Strict, for operations that people and agents write.
	Strict bool
}

// PatchText applies a request to a source and returns the new text; nothing is written. The notes say what it did to the
// identity of blocks that the operations do not name.
func PatchText(ctx context.Context, s *Source, rq *Request, o PatchOptions) (string, []patch.Note, error) {
	p := &patching{source: s, rq: rq, o: o}
	if err := p.run(ctx); err != nil {
		return "", nil, p.original(err)
	}
	return p.text, p.notes, nil
}

// patching is one request on one document: all of what happens between reading and writing.
type patching struct {
	source *Source
	rq     *Request
	o      PatchOptions
	// Of each operation of rq, when others were made of those that were given: the place of the given one in the list, and
	// what it was where it is another.
	origin []int
	asked  []json.RawMessage
	// logged says that the operations will be recorded: documents are validated before and after, and hashed.
	logged bool
	judge  bool // the result is validated, whoever asks
	now    func() time.Time

	hash      string // of the document
	text      string // the result; the document itself when there is an error
	base      string // hash of the text the request was made for, when it was given
	drifted   bool   // the document is not the one the request was made for
	pre, post diag.List
	began     bool          // the operations' turn came
	result    *patch.Result // nil when an operation could not be done
	took      time.Duration
	notes     []patch.Note
}

// run applies the request. The order of the checks is the Protocol's (§3.4): what the document must be
// first, then the document's own errors, then the operations.
func (p *patching) run(ctx context.Context) (err error) {
	whole := p.source
	p.source = p.source.under(ctx)
	defer func() {
		if p.source = whole; err != nil {
			p.text = whole.File.Text
		}
	}()
	defer halt.Catch(&err)
	if err := ctx.Err(); err != nil {
		return err
	}
	p.text = p.source.File.Text
	if p.logged || p.rq.ExpectedSHA != "" || p.rq.BaseSHA256 != "" {
		p.hash = transcript.Hash(p.text)
	}
	if p.logged || p.rq.PreValidate {
		p.pre = p.source.diagnostics(p.source.parse.Look)
	}
	if err := p.expected(); err != nil {
		return err
	}
	if p.rq.PreValidate {
		if err := failed("pre", p.source.Path, p.pre); err != nil {
			return err
		}
	}
	if err := p.lay(ctx); err != nil {
		return err
	}
	if err := p.apply(); err != nil {
		return err
	}
	if p.rq.PostValidate || p.logged || p.judge {
		after, err := p.source.with(p.text)
		if err != nil {
			return err
		}
		p.post = after.diagnostics(p.source.parse.Look)
	}
	if p.rq.PostValidate {
		return failed("post", p.source.Path, p.post)
	}
	return nil
}

// expected compares the document with what the caller believes it to be.
func (p *patching) expected() error {
	if want := strings.ToLower(strings.TrimSpace(p.rq.ExpectedSHA)); want != "" {
		if len(want) < 8 || len(want) > 64 || strings.Trim(want, "0123456789abcdef") != "" {
			return &patch.Error{Code: patch.InvalidContent, Message: fmt.Sprintf("expected_sha must be the first 8 or more hex digits of the file's SHA-256 (got %q)", want)}
		}
		if !strings.HasPrefix(p.hash, want) {
			return &patch.Error{Code: patch.SHAMismatch, Message: fmt.Sprintf("the document changed since it was read: expected_sha is %s, the file is %s; read it again", want, p.hash[:max(8, len(want))])}
		}
	}
	if base := strings.ToLower(strings.TrimSpace(p.rq.BaseSHA256)); base != "" {
		if !source.IsHash(base) {
			return &patch.Error{Code: patch.InvalidContent, Message: fmt.Sprintf("base_sha256 must be the SHA-256 of the file in 64 hex digits (got %q)", base)}
		}
		p.base, p.drifted = base, base != p.hash
	}
	return nil
}

// apply does the operations, all or none.
func (p *patching) apply() error {
	opts := p.source.patchOptions()
	opts.Protocol10, opts.Strict = p.o.Protocol10, p.o.Strict
	p.began = true
	if p.rq.Bad != nil && !p.logged {
		return p.rq.Bad
	}
	var start time.Time
	if p.logged {
		start = p.now()
	}
	result, err := patch.Apply(p.source.File, p.rq.Ops, opts)
	if err != nil {
		return err
	}
	if p.rq.Bad != nil {
		return p.rq.Bad // those before it count as tried
	}
	p.result, p.text, p.notes = result, result.Text, result.Notes
	if p.logged {
		p.took = p.now().Sub(start)
	}
	return nil
}

// patchOptions make patching see the same ids and aliases as every other verb.
func (s *Source) patchOptions() patch.Options {
	return patch.Options{Parse: s.parse}
}

// diagnostics returns what the validator says of the document, its datasets read in.
func (s *Source) diagnostics(look halt.Look) diag.List {
	s.bringIn()
	return validate.Document(s.Doc, validate.Options{Look: look})
}

// Brought returns the findings after a patch that were not there before it. Where they are does not count: a block that
// moved down is no news.
func Brought(before, after diag.List) diag.List {
	type key struct {
		severity          diag.Severity
		code, message, id string
	}
	of := func(d diag.Diagnostic) key { return key{d.Severity, d.Code, d.Message, d.NodeID} }
	times := map[key]int{}
	for _, d := range before {
		times[of(d)]++
	}
	out := diag.List{}
	for _, d := range after {
		if times[of(d)]--; times[of(d)] < 0 {
			out = append(out, d)
		}
	}
	return out
}

// failed returns a *ValidationError when a list has errors.
func failed(stage, path string, list diag.List) error {
	e := &ValidationError{Stage: stage, File: absolute(path)}
	for _, d := range list {
		if d.Severity == diag.Error {
			e.Errors = append(e.Errors, d)
		}
	}
	if len(e.Errors) > 0 {
		return e
	}
	return nil
}
