package app

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Form fields and check boxes of tasks: the work of docx-sync, which a review names and, when it is asked to,
// does as well.

// FormReport is the report of docx-sync: what the contract has, with findings like those of a review and their
// counts at its end.
type FormReport struct {
	controls.Report
	Findings []reviewsync.Finding `json:"findings"`
	Counts   reviewsync.Counts    `json:"counts"`
}

// SyncForm brings form fields into a source, as [Form.Sync] does without options.
func SyncForm(ctx context.Context, s *Source, file string, stdin io.Reader) (*SyncResult, error) {
	return Form{}.Sync(ctx, s, file, stdin)
}

// Form says how form fields are brought in.
type Form struct {
	Force bool // also from a file that was not made from the source
}

// Sync brings form fields and task check boxes into a source. file is the returned Word document, or the
// JSON of docx-data; "-" is stdin. It fails with a [WrongFileError] for a file that was not made from the
// source. Nothing is written.
func (o Form) Sync(ctx context.Context, s *Source, file string, stdin io.Reader) (result *SyncResult, err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	back, err := readReturned(ctx, file, stdin)
	if err != nil {
		return nil, err
	}
	back.against(s)
	if !o.Force {
		if err := back.belongs(file, s, nil); err != nil {
			return nil, err
		}
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
	findings := formFindings(s, found, true)
	report, err := JSONText(FormReport{found.Report, findings, reviewsync.Count(findings)})
	if err != nil {
		return nil, err
	}
	return &SyncResult{Text: text, Report: report, Ops: found.Ops, Findings: findings, Form: found.Report}, nil
}

// hasFields reports whether a source has a form field or a task.
func hasFields(d *noma.Document) bool {
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok && (controls.IsControl(b) || controls.IsTask(b)) {
			return true
		}
	}
	return false
}

// form is what one returned file says of the fields of a source.
type form struct {
	data controls.Data
	sent *controls.Data // what the fields showed when the file was sent, nil when nobody knows
	who  string         // who filled it in
	file int            // which of the files it is
}

// forms brings the form fields of returned files into the text of a review, or names those that differ.
func (m *merging) forms(ctx context.Context, out *SyncResult) error {
	now := m.original
	if len(m.filled) > 0 { // they say more than the review does
		m.report.Findings = slices.DeleteFunc(m.report.Findings, func(f reviewsync.Finding) bool {
			return f.Code == reviewsync.CodeForm && f.Outcome == reviewsync.Unchanged && f.BlockID != ""
		})
	}
	for _, f := range m.filled {
		if m.review.Controls && out.Text != now.File.Text {
			var err error
			if now, err = m.original.WithText(out.Text); err != nil {
				return err
			}
		}
		found := controls.Ops(now.Doc, f.data, controls.Options{Sent: f.sent})
		found.Report.Unmatched, found.Report.UnmatchedTasks = nil, nil // the review tells of what was added
		findings := formFindings(now, found, m.review.Controls)
		for i := range findings {
			findings[i].Reviewer = f.who
			findings[i].Name(m.names)
		}
		if m.review.Controls {
			found.Ops = m.review.chosen(findings, found.Ops)
		}
		m.report.Findings = append(slices.Clip(m.report.Findings), findings...)
		each := &m.result.Each[f.file]
		each.Findings = append(slices.Clip(each.Findings), findings...)
		if !m.review.Controls {
			continue
		}
		text, err := now.apply(ctx, found.Ops)
		if err != nil {
			return err
		}
		out.Text, out.Ops = text, append(out.Ops, found.Ops...)
		for _, op := range found.Ops {
			k := slices.IndexFunc(findings, func(x reviewsync.Finding) bool { return x.BlockID == op.ID && x.Done() })
			if k < 0 {
				out.Told = append(out.Told, Telling{Actor: f.who})
				continue
			}
			out.Told = append(out.Told, Telling{Actor: f.who, Reason: reasonOf(&findings[k])})
		}
	}
	return nil
}

// chosen says of fields what was decided on them, and returns the operations of those that come in.
func (r Review) chosen(findings []reviewsync.Finding, ops []patch.Op) []patch.Op {
	if r.choose == nil {
		return ops
	}
	left := map[string]bool{}
	for i := range findings {
		if f := &findings[i]; !f.Choose(r.choose(f)) {
			left[f.BlockID], f.Ops = true, nil
		}
	}
	return slices.DeleteFunc(ops, func(op patch.Op) bool { return left[op.ID] })
}

// formFindings returns the fields and tasks of a source that came back with other values. Without applied they are
// left to docx-sync.
func formFindings(s *Source, found *controls.Result, applied bool) []reviewsync.Finding {
	list := []reviewsync.Finding{}
	add := func(o reviewsync.Outcome, c reviewsync.Code, id, message, was, now string) {
		f := reviewsync.Finding{Outcome: o, Code: c, BlockID: id, Message: message, Was: was, Now: now}
		if n, ok := s.Doc.Block(id); ok {
			at := n.At()
			f.Line, f.Near = at.Line, reviewsync.Excerpt(s.File.LineSpan(at.Line).Of(s.File.Text), 0, 0)
		}
		if o == reviewsync.Applied {
			for _, op := range found.Ops {
				if op.ID == id {
					f.Ops = append(f.Ops, op)
				}
			}
		}
		list = append(list, f)
	}
	done, how := reviewsync.Applied, "."
	if !applied {
		done, how = reviewsync.Unchanged, "; docx-sync applies it, or docx-review-sync with --controls."
	}
	for _, c := range found.Report.Changes {
		was := ""
		if n, ok := s.Doc.Block(c.ID); ok {
			if d, ok := n.(*noma.Directive); ok {
				was = controls.Untouched(d)
			}
		}
		add(done, reviewsync.CodeForm, c.ID, "A form field was filled in"+how, was, c.Value)
	}
	for _, c := range found.Report.TaskChanges {
		add(done, reviewsync.CodeTask, c.ID, "The check box of a task was changed"+how, taskState(!c.Checked), taskState(c.Checked))
	}
	for _, c := range found.Conflicts {
		add(reviewsync.Conflict, reviewsync.CodeForm, c.ID, "The author changed the value of this form field after the file was sent; the source keeps the author's.", c.Now, c.Returned)
		list[len(list)-1].Base = c.Sent
	}
	for _, c := range found.Refused {
		add(reviewsync.Refused, reviewsync.CodeForm, c.ID, "The form field came back with a value that it cannot have: "+c.Reason+".", "", c.Returned)
	}
	for _, v := range found.Report.Unmatched {
		add(reviewsync.Refused, reviewsync.CodeForm, v.ID, "The source has no form field with this id.", "", v.Value)
	}
	for _, v := range found.Report.UnmatchedTasks {
		add(reviewsync.Refused, reviewsync.CodeTask, v.ID, "The source has no task with this id.", "", taskState(v.Checked))
	}
	return list
}

func taskState(checked bool) string {
	if checked {
		return "done"
	}
	return "open"
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
