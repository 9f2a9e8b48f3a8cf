package app

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// revisions puts tracked changes in: those of the source's change requests where the data change
// them, all others in the paragraphs they were made in.
func (o *overlay) revisions() {
	for i := range o.data.Revisions {
		d := &o.data.Revisions[i]
		if !o.sameRequest(d) && !o.request(d) && !o.track(d) {
			o.left.SkippedRevisions = append(o.left.SkippedRevisions, *d)
			o.refused(nowhere(true), d.Anchors, d.OldText+d.NewText)
		}
	}
	o.unmentioned()
}

// unmentioned reports the change requests that the data leave out, though they have other tracked changes of the same
// block: whether they were decided, or only not listed, the data do not say.
func (o *overlay) unmentioned() {
	for i := range o.sent.Revisions {
		s := &o.sent.Revisions[i]
		there, touched := false, false
		for k := range o.data.Revisions {
			d := &o.data.Revisions[k]
			same := o.key(d.SourceAnchors, "") == o.key(s.SourceAnchors, "") && len(d.SourceAnchors) > 0
			alike := d.Action == s.Action && d.OldText == s.OldText && d.NewText == s.NewText
			there = there || same || alike && o.target(d) == o.target(s)
			touched = touched || o.target(d) != nil && o.target(d) == o.target(s)
		}
		if len(s.SourceAnchors) > 0 && touched && !there {
			o.refused(reviewsync.Finding{Code: reviewsync.CodeUnmatched, Was: s.OldText + s.NewText,
				Message: "The data have other tracked changes of this block and not this change request, which stays; accept or reject it with nomadocx review."}, s.SourceAnchors, "")
		}
	}
}

// target is the paragraph that a tracked change is about: by the id in its label, else by its bookmarks.
func (o *overlay) target(d *extract.Revision) *wml.Paragraph {
	if d.TargetID != "" {
		if p := o.place([]string{o.names.Of(d.TargetID)}); p != nil {
			return p
		}
	}
	return o.place(d.Anchors)
}

// sameRequest reports whether the sent document already shows the tracked change.
func (o *overlay) sameRequest(d *extract.Revision) bool {
	for i := range o.sent.Revisions {
		s := &o.sent.Revisions[i]
		if s.Action == d.Action && s.OldText == d.OldText && s.NewText == d.NewText && s.Author == d.Author &&
			o.key(s.Anchors, "") == o.key(d.Anchors, "") && o.key(s.SourceAnchors, "") == o.key(d.SourceAnchors, "") {
			return true
		}
	}
	return false
}

// request changes the text of a change request of the source.
func (o *overlay) request(d *extract.Revision) bool {
	if len(d.SourceAnchors) == 0 {
		return false
	}
	for i := range o.sent.Revisions {
		if o.key(o.sent.Revisions[i].SourceAnchors, "") != o.key(d.SourceAnchors, "") {
			continue
		}
		if p := o.paragraph(extract.Revisions, i); p != nil {
			p.Runs = o.tracked(d)
			return true
		}
	}
	return false
}

// track marks text of a paragraph as deleted or inserted. The paragraph is the first one of the
// block that holds the old text; an insertion, of which the data do not say where, goes to the end of the block's text.
func (o *overlay) track(d *extract.Revision) bool {
	p := o.target(d)
	if p == nil {
		return false
	}
	if d.Action == extract.Insert || d.OldText == "" {
		for _, q := range o.order {
			if p.Framed && q.Framed && o.owned[q] == o.owned[p] && q.Style == "" && plain(q) != "" {
				p = q // not the label
			}
		}
		p.Runs = append(append([]wml.Run(nil), p.Runs...), o.tracked(d)...)
		return true
	}
	old := layout.PlainText(o.names.Reads(d.OldText))
	for _, q := range o.order {
		if o.owned[q] != o.owned[p] {
			continue
		}
		if i := strings.Index(plain(q), old); i >= 0 && old != "" {
			q.Points = append([]wml.Point(nil), q.Points...)
			splice(q, i, i+len(old), o.tracked(d))
			return true
		}
	}
	return false
}

// tracked are the runs of a tracked change.
func (o *overlay) tracked(d *extract.Revision) []wml.Run {
	deleted, inserted := d.NativeID, d.NativeID
	if a, b, ok := strings.Cut(d.NativeID, "/"); ok && !strings.Contains(b, "/") {
		deleted, inserted = a, b
	}
	var runs []wml.Run
	for _, r := range o.markup(d.OldText) {
		if r.Text != "" {
			r.Del = &wml.Revision{Kind: wml.Delete, ID: deleted, Author: d.Author, Date: d.Date}
			runs = append(runs, r)
		}
	}
	for _, r := range o.markup(d.NewText) {
		if r.Text != "" {
			r.Ins = &wml.Revision{Kind: wml.Insert, ID: inserted, Author: d.Author, Date: d.Date}
			runs = append(runs, r)
		}
	}
	return runs
}
