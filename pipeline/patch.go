package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/validate"
)

// maxOps is the largest file of operations that is read, in bytes.
const maxOps = 64 << 20

// ValidationError says that a transaction asked for validation and the document has errors.
type ValidationError struct {
	Stage  string // "pre" or "post"
	File   string // absolute
	Errors diag.List
}

func (e *ValidationError) Error() string { return e.Stage + "-validation failed" }

// ReadOps reads the operations of a patch: op is JSON, file names a file with more ("-" is stdin).
// Either may be empty; the operation given directly comes first.
func ReadOps(op, file string, stdin io.Reader) (patch.Transaction, error) {
	var all patch.Transaction
	if op != "" {
		tx, err := patch.DecodeOps([]byte(op))
		if err != nil {
			return all, err
		}
		all = tx
	}
	if file == "" {
		return all, nil
	}
	data, err := readFile(file, stdin, maxOps)
	if err != nil {
		return all, err
	}
	tx, err := patch.DecodeOps(data)
	if err != nil {
		return all, fmt.Errorf("%s: %w", file, err)
	}
	tx.Ops = append(all.Ops, tx.Ops...)
	return tx, nil
}

// PatchOptions of Patch. The zero value is right.
type PatchOptions struct {
	// Protocol10 refuses operations that the Protocol's version 1.0 does not have.
	Protocol10 bool
}

// Patch applies a transaction to a source and returns the new text. Nothing is written.
func Patch(ctx context.Context, s *Source, tx patch.Transaction, o PatchOptions) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if tx.PreValidate {
		if err := s.validated("pre"); err != nil {
			return "", err
		}
	}
	opts := s.patchOptions()
	opts.Protocol10 = o.Protocol10
	result, err := patch.Apply(s.File, tx.Ops, opts)
	if err != nil {
		return "", err
	}
	if tx.PostValidate {
		after, err := FromText(s.Path, result.Text)
		if err != nil {
			return "", err
		}
		after.Resources = s.Resources
		if err := after.validated("post"); err != nil {
			return "", err
		}
	}
	return result.Text, nil
}

// patchOptions make patching see the same ids and aliases as every other verb.
func (s *Source) patchOptions() patch.Options {
	return patch.Options{Parse: s.parse}
}

// validated is a *ValidationError when the document, its datasets read in, has errors.
func (s *Source) validated(stage string) error {
	s.inlineDatasets()
	e := &ValidationError{Stage: stage, File: absolute(s.Path)}
	for _, d := range validate.Document(s.Doc, validate.Options{}) {
		if d.Severity == diag.Error {
			e.Errors = append(e.Errors, d)
		}
	}
	if len(e.Errors) > 0 {
		return e
	}
	return nil
}
