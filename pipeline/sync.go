package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// SyncResult is what a returned file makes of a source.
type SyncResult struct {
	Text   string // the new source; equal to the old one when there was nothing to do
	Report []byte // JSON: what was done and what was not
}

// SyncReview brings a reviewer's edits into a source. file is the returned Word document, or the
// JSON of docx-review-data; "-" is stdin. Nothing is written.
func SyncReview(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	back, err := readReturned(ctx, file, stdin)
	if err != nil {
		return nil, err
	}
	plan := s.plan("", true)
	var review *extract.Review
	if back.word != nil {
		review = extract.Extract(back.word)
	} else {
		if review, err = extract.DecodeReview(back.json); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		return nil, fmt.Errorf("%s: review data without its Word file cannot be reconciled; give the .docx", file)
	}
	found, err := reviewsync.Reconcile(plan, back.word, review, reviewsync.Options{})
	if err != nil {
		return nil, err
	}
	report, err := JSONText(found.Report)
	if err != nil {
		return nil, err
	}
	return &SyncResult{Text: found.Text, Report: report}, nil
}

// SyncForm brings form fields and task check boxes into a source. file is the returned Word
// document, or the JSON of docx-data; "-" is stdin. Nothing is written.
func SyncForm(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	back, err := readReturned(ctx, file, stdin)
	if err != nil {
		return nil, err
	}
	var data controls.Data
	if back.word != nil {
		data = controls.DecodeFor(back.word, s.Doc)
	} else if data, err = controls.DecodeData(back.json); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	found := controls.Ops(s.Doc, data, controls.Options{})
	text, err := s.apply(ctx, found.Ops)
	if err != nil {
		return nil, err
	}
	report, err := JSONText(found.Report)
	if err != nil {
		return nil, err
	}
	return &SyncResult{Text: text, Report: report}, nil
}

func (s *Source) apply(ctx context.Context, ops []patch.Op) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(ops) == 0 {
		return s.File.Text, nil
	}
	opts := s.patchOptions()
	opts.ProtectBodies = true // a reviewer types text, never the end of a block
	result, err := patch.Apply(s.File, ops, opts)
	if err != nil {
		return "", err
	}
	return result.Text, nil
}
