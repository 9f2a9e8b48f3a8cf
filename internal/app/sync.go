package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// SyncResult is what returned files make of a source.
type SyncResult struct {
	Text   string // the new source; equal to the old one when there was nothing to do
	Report []byte // JSON: what was done and what was not

	Form controls.Report // of form fields, see [Form.Sync]

	changes []reviewsync.Change // what was done, for [ArmDrafts]
	// Of a review: every difference, the operations that bring in those that were applied, and who asked
	// for each of them.
	Findings []reviewsync.Finding
	Ops      []patch.Op
	Told     []Telling
	// Each has the reports of the files one by one, in their order; Report joins them.
	Each []reviewsync.Report

	// Of a sync with decisions: those of them that are about no finding, and what was decided against. Forgets says that what was
	// decided against before is offered again.
	Unknown []string
	Refused []RefusedEdit
	Forgets bool

	joined reviewsync.Report
}

// Conflicts counts the conflicts that no strategy decided.
func (r *SyncResult) Conflicts() int { return Undecided(r.Findings) }

// Undecided counts the conflicts among findings that no strategy decided.
func Undecided(findings []reviewsync.Finding) int {
	n := 0
	for i := range findings {
		if findings[i].Outcome == reviewsync.Conflict && findings[i].Decided == "" {
			n++
		}
	}
	return n
}

// SyncReview brings a reviewer's edits into a source, as [Review.Sync] does without options.
func SyncReview(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	return Review{}.Sync(ctx, s, file, stdin)
}

// Review says how reviewers' edits are brought in.
type Review struct {
	AllowDelete bool    // blocks deleted in Word leave the source; without it they are reported
	Protocol10  bool    // only operations of the Protocol's version 1.0; other edits are reported
	Base        *Source // the source that was sent; nil: what the file says of it
	Earlier     *Source // the base of files that say they were made from it; may be nil
	Strategy    reviewsync.Strategy
	Controls    bool   // form fields and tasks too, as SyncForm brings them in; without it they are named
	Force       bool   // files that were not made from the source are brought in all the same
	Actor       string // who edited files that do not name their reviewer; "": the files' names

	// Decisions says which edits come in; nil: all that can. Author is who decided, and Now the time of the comments that this makes.
	Decisions *Decisions
	Author    string
	Now       func() time.Time
	// Remembered is the transcript that has what was decided against before, "" for none. Forget offers that again.
	Remembered string
	Forget     bool

	settled map[string]bool // what was decided against before
	forgets bool            // some of it was forgotten
	choose  func(*reviewsync.Finding) reviewsync.Choice

	// distort, set by tests, is a defect: the second look sees another text than the one that was made.
	distort func(text string) string
}

// Sync brings a reviewer's edits into a source. file is the returned Word document, or the JSON of
// docx-review-data; "-" is stdin. It fails with a [WrongFileError] for a file that was not made from the
// source, and with a [ManyDeletedError] for one that takes much of it out. Nothing is written.
func (r Review) Sync(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	return r.SyncAll(ctx, s, []string{file}, stdin)
}

func (r Review) options(s *Source, sent *layout.Plan) reviewsync.Options {
	return reviewsync.Options{Sent: sent, Incomplete: s.incomplete(), AllowDelete: r.AllowDelete, Protocol10: r.Protocol10, Strategy: r.Strategy, Choose: r.choose}
}

// one brings one reviewer's edits into a source, and looks whether all of them arrived. who made them, as far as they do not tell, and
// names are those of findings of other files.
func (r Review) one(s *Source, file string, back *returned, who string, names map[string]bool) (*reviewsync.Result, error) {
	drawn := back.diagrams()
	plan := s.planFor("", true, drawn, back.shown(s))
	var sent *layout.Plan
	if r.Base != nil {
		sent = r.Base.planFor("", true, drawn, back.audience(r.Base))
	}
	lay := func(text string) (*layout.Plan, error) {
		if r.distort != nil {
			text = r.distort(text)
		}
		now, err := s.WithText(text)
		if err != nil {
			return nil, err
		}
		return now.planFor("", true, drawn, back.shown(now)), nil
	}
	opts := r.options(s, sent)
	opts.Reviewer, opts.Taken = who, names
	found, err := back.sync(file, plan, lay, opts)
	var lost *reviewsync.LostError
	if errors.As(err, &lost) {
		return nil, &LostEditError{File: file, Found: lost.Result, What: lost.Error(), Mistakes: s.misplacing()}
	}
	if err != nil {
		return nil, err
	}
	if back.word != nil && !r.AllowDelete {
		if err := manyDeleted(file, s, plan, found, lay, back.word); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// sync compares what came back with the plan of a source.
func (r *returned) sync(file string, plan *layout.Plan, lay func(text string) (*layout.Plan, error), opts reviewsync.Options) (*reviewsync.Result, error) {
	if r.word != nil {
		return reviewsync.Sync(plan, lay, r.word, opts)
	}
	data, err := extract.DecodeReview(r.json)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return reviewsync.SyncData(plan, lay, data, opts)
}

// LostEditError says that a result does not show what the reviewer saw and does not say so.
type LostEditError struct {
	File  string // the returned file
	Found *reviewsync.Result
	What  string
	// Mistakes are what is wrong with the source, as [FormatDiagnostic] has it, where that may be the cause; without any it is this program.
	Mistakes []string
}

func (e *LostEditError) Error() string {
	if len(e.Mistakes) > 0 {
		return fmt.Sprintf("an edit in %s has no safe place in the source (%s); nothing was written. Correct in the source what may be the cause, and sync again:\n%s", e.File, e.What,
			strings.Join(e.Mistakes, "\n"))
	}
	return fmt.Sprintf("internal error: an edit in %s is neither in the result nor in the report (%s); nothing was written", e.File, e.What)
}

// misplacing returns the mistakes of a source by which text stands in another block than its author meant, or two blocks have one name.
func (s *Source) misplacing() (out []string) {
	for _, d := range append(slices.Clone(s.mended()), s.checked(validate.Options{})...) {
		switch d.Code {
		case "unclosed-directive", "unclosed-code", "unclosed-frontmatter", "broken-fence", "hidden-content", "duplicate-id":
			out = append(out, FormatDiagnostic(d, s.File.Name))
		}
	}
	return out
}

// Counts says what became of the findings.
func (r *SyncResult) Counts() reviewsync.Counts { return reviewsync.Count(r.Findings) }

// MovedLines returns a function that gives, for a line of a text, its number in the text that was made of it. A line
// that is no more gives the one that stands in its place.
func MovedLines(before, after string) func(int) int {
	if before == after {
		return func(line int) int { return line }
	}
	edits := udiff.Lines(before, after)
	starts := []int{0} // of the lines
	for i := range len(before) {
		if before[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return func(line int) int {
		if line < 1 || line > len(starts) {
			return line
		}
		at, now := starts[line-1], line
		for _, e := range edits {
			switch {
			case e.End <= at:
				now += strings.Count(e.New, "\n") - strings.Count(before[e.Start:e.End], "\n")
			case e.Start < at: // the line is among those that were replaced
				gone, came := strings.Count(before[e.Start:at], "\n"), strings.Count(e.New, "\n")
				now -= max(0, gone-max(came-1, 0))
			}
		}
		return max(now, 1)
	}
}
