package app

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/patch"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Several reviewers' copies of one export are brought in one after the other. Each was made from the
// text that was sent, not from what the copies before it made of that, so the text that was sent is
// the base of all of them: two reviewers who changed the same place are distinguished like reviewer
// and author.

// SyncAll brings the edits of several copies of one export into a source; the findings of all stand in
// one report, in the order of the files, each with its reviewer. Nothing is written.
func (r Review) SyncAll(ctx context.Context, s *Source, files []string, stdin io.Reader) (result *SyncResult, err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	if r.Base != nil {
		r.Base = r.Base.under(ctx)
	}
	if r.Earlier != nil {
		r.Earlier = r.Earlier.under(ctx)
	}
	if err := r.recall(ctx); err != nil {
		return nil, err
	}
	if r.choose = r.known; len(r.settled) == 0 {
		r.choose = nil
	}
	if r.Decisions != nil {
		return r.decided(ctx, s, files, stdin)
	}
	result, err = r.bringAll(ctx, s, files, stdin)
	if err != nil {
		return nil, err
	}
	return result, result.report()
}

// bringAll brings in several files. The result has no report yet.
func (r Review) bringAll(ctx context.Context, s *Source, files []string, stdin io.Reader) (*SyncResult, error) {
	m := &merging{review: r, original: s, now: s, writer: map[string]string{}, names: map[string]bool{}, fields: hasFields(s.Doc)}
	for _, file := range files {
		if err := m.bring(ctx, file, stdin, len(files) > 1); err != nil {
			return nil, err
		}
	}
	out := &m.result
	out.Text, out.changes, out.Forgets = m.now.File.Text, m.report.Changes, r.forgets
	if m.text != nil {
		out.Text = *m.text
	}
	if err := m.forms(ctx, out); err != nil {
		return nil, err
	}
	out.Findings, out.joined = m.report.Findings, m.report
	for i := range out.Each {
		out.Each[i].Counts = reviewsync.Count(out.Each[i].Findings)
	}
	return out, nil
}

// report makes the report of a sync.
func (r *SyncResult) report() (err error) {
	r.joined.Findings, r.joined.Counts = r.Findings, reviewsync.Count(r.Findings)
	r.Report, err = JSONText(r.joined)
	return err
}

// merging is the bringing in of several files.
type merging struct {
	review        Review
	original, now *Source
	text          *string           // the last result, not parsed yet
	writer        map[string]string // a text that is shown → the reviewer it came with
	names         map[string]bool   // of the findings so far
	fields        bool              // the source has form fields or tasks
	filled        []form            // what the files say of them
	report        reviewsync.Report
	result        SyncResult
}

func (m *merging) bring(ctx context.Context, file string, stdin io.Reader, several bool) error {
	back, err := readReturned(ctx, file, stdin)
	if err != nil {
		return err
	}
	back.against(m.original)
	review, before := m.review, m.now
	if e := review.Earlier; review.Base == nil && e != nil && e.File.Hash() != m.original.File.Hash() && back.sentAs() == e.File.Hash() && !e.incomplete() {
		review.Base = e // where its data are missing, the file says more of what was sent
	}
	if !review.Force {
		if err := back.belongs(file, m.original, review.Base); err != nil {
			return err
		}
	}
	if m.text != nil {
		if m.now, err = m.original.WithText(*m.text); err != nil {
			return err
		}
		before, m.text = m.now, nil
	}
	if review.Base == nil && m.now != m.original && back.sentAs() == m.original.File.Hash() {
		review.Base = m.original
	}
	who := first(back.editor, m.review.Actor, reviewerOf(file))
	if m.fields && back.word != nil {
		m.fill(&back, review.Base, who)
	}
	found, err := review.one(m.now, file, &back, who, m.names)
	if err != nil {
		return err
	}
	m.names = maps.Clone(m.names)
	for i := range found.Findings {
		f := &found.Findings[i]
		m.names[f.Hash] = true
		if rival := m.writer[f.Was]; f.Outcome == reviewsync.Conflict && rival != "" && f.Code == reviewsync.CodeAuthorMoved {
			f.Against = rival
			f.Message = fmt.Sprintf("%s and %s changed this place in different ways; the source has the text of %s.", rival, f.Reviewer, rival)
		}
	}
	if several && found.Text != before.File.Text {
		after, err := m.original.WithText(found.Text)
		if err != nil {
			return err
		}
		m.credit(before.plan("", true), after.plan("", true), who)
	}
	m.text = &found.Text
	m.result.Told = append(m.result.Told, tellings(halt.Of(ctx), found, func(f *reviewsync.Finding) string { return f.Reviewer })...)
	m.result.Ops = append(m.result.Ops, found.Ops...)
	found.Report.Findings = found.Findings
	m.result.Each = append(m.result.Each, found.Report)
	if len(m.report.Changes)+len(m.report.Findings) == 0 && m.report.Changes == nil {
		m.report = found.Report
		return nil
	}
	m.report.Changes = append(slices.Clip(m.report.Changes), found.Report.Changes...)
	m.report.SkippedText = append(slices.Clip(m.report.SkippedText), found.Report.SkippedText...)
	m.report.Findings = append(slices.Clip(m.report.Findings), found.Report.Findings...)
	m.report.Skip(&found.Report)
	return nil
}

// fill reads the form fields of a file.
func (m *merging) fill(back *returned, base *Source, who string) {
	f := form{data: controls.DecodeFor(back.word, m.original.Doc), who: who, file: len(m.result.Each)}
	if base == nil && back.sentAs() == m.original.File.Hash() {
		base = m.original
	}
	if base != nil {
		sent := controls.Expected(base.Doc)
		f.sent = &sent
	}
	m.filled = append(m.filled, f)
}

// credit notes which texts came with a reviewer.
func (m *merging) credit(before, after *layout.Plan, who string) {
	old := shownTexts(before)
	for text := range shownTexts(after) {
		if !old[text] {
			m.writer[text] = who
		}
	}
}

// shownTexts returns the texts of a plan's paragraphs, and those of its tables, as conflicts have them.
func shownTexts(p *layout.Plan) map[string]bool {
	out := map[string]bool{}
	for b := range p.Body() {
		layout.EachPara(b, func(x *layout.Para) { out[layout.Text(x.Runs(), wml.Original)] = true })
		if g, ok := b.(*layout.Grid); ok {
			out[g.Text()] = true
		}
	}
	delete(out, "")
	return out
}

// reviewerOf names a reviewer by the file, when the file does not tell.
func reviewerOf(file string) string {
	if file == "-" {
		return "reviewer"
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// RecordSync makes the operations of a sync in the file that the source was read from, each with its
// reviewer and its finding in the transcript.
func RecordSync(ctx context.Context, s *Source, r *SyncResult, o PatchFileOptions) (*Patched, error) {
	var err error
	if o.Attribution.Refused, err = r.kept(); err != nil {
		return nil, err
	}
	return patchWith(ctx, s, r.Ops, r.Told, o)
}

// UnifiedDiff returns what changed in a text, as diff -u writes it; "" when nothing did.
func UnifiedDiff(name, before, after string) string {
	return udiff.Unified(name, name, before, after)
}

// PatchList is operations as patch --ops takes them, with the text they were made for.
type PatchList struct {
	BaseSHA256 string     `json:"base_sha256"`
	Ops        []patch.Op `json:"ops"`
}
