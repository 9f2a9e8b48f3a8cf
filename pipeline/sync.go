package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// SyncResult is what a returned file makes of a source.
type SyncResult struct {
	Text   string // the new source; equal to the old one when there was nothing to do
	Report []byte // JSON: what was done and what was not

	changes []reviewsync.Change // what was done, for [ArmDrafts]
}

// SyncReview brings a reviewer's edits into a source, as [Review.Sync] does without options.
func SyncReview(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	return Review{}.Sync(ctx, s, file, stdin)
}

// Review says how a reviewer's edits are brought in.
type Review struct {
	AllowDelete bool    // blocks deleted in Word leave the source; without it they are reported
	Protocol10  bool    // only operations of the Protocol's version 1.0; other edits are reported
	Base        *Source // the source that was sent; nil: what the file says of it
}

// Sync brings a reviewer's edits into a source. file is the returned Word document, or the JSON of
// docx-review-data; "-" is stdin. Nothing is written.
func (r Review) Sync(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	back, err := readReturned(ctx, file, stdin)
	if err != nil {
		return nil, err
	}
	plan := s.plan("", back.word != nil)
	var sent *layout.Plan
	if r.Base != nil {
		sent = r.Base.plan("", back.word != nil)
	}
	var left *reviewsync.Report // what the data say of places the source does not have
	if back.word == nil {
		data, err := extract.DecodeReview(back.json)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		o, err := s.returnedAs(plan, data)
		if err != nil {
			return nil, err
		}
		back.word, left = o.doc, &o.left
	}
	found, err := reviewsync.Reconcile(plan, back.word, extract.Extract(back.word), reviewsync.Options{Sent: sent, AllowDelete: r.AllowDelete, Protocol10: r.Protocol10})
	if err != nil {
		return nil, err
	}
	if left != nil {
		addSkipped(&found.Report, left)
	}
	report, err := JSONText(found.Report)
	if err != nil {
		return nil, err
	}
	return &SyncResult{Text: found.Text, Report: report, changes: found.Report.Changes}, nil
}

// addSkipped joins the lists of what was not done. A reconciliation never reports what it did not see.
func addSkipped(r, left *reviewsync.Report) {
	r.Skipped = append(r.Skipped, left.Skipped...)
	r.SkippedRevisions = append(r.SkippedRevisions, left.SkippedRevisions...)
	r.SkippedFootnotes = append(r.SkippedFootnotes, left.SkippedFootnotes...)
	r.SkippedEndnotes = append(r.SkippedEndnotes, left.SkippedEndnotes...)
	r.SkippedTables = append(r.SkippedTables, left.SkippedTables...)
	r.SkippedHeadings = append(r.SkippedHeadings, left.SkippedHeadings...)
	r.SkippedCaptions = append(r.SkippedCaptions, left.SkippedCaptions...)
	r.SkippedLabels = append(r.SkippedLabels, left.SkippedLabels...)
	r.SkippedBlockBodies = append(r.SkippedBlockBodies, left.SkippedBlockBodies...)
	r.SkippedMetricValues = append(r.SkippedMetricValues, left.SkippedMetricValues...)
	r.SkippedMetricMetadata = append(r.SkippedMetricMetadata, left.SkippedMetricMetadata...)
	r.SkippedBlockMetadata = append(r.SkippedBlockMetadata, left.SkippedBlockMetadata...)
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
	result, err := patch.Apply(s.File, ops, s.patchOptions())
	if err != nil {
		return "", err
	}
	return result.Text, nil
}
