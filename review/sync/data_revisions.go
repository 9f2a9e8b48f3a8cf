package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// revisions puts tracked changes in: those of the source's change requests where the data change
// them, all others in the paragraphs they were made in.
func (o *dataDoc) revisions() {
	for i := range o.data.Revisions {
		d := &o.data.Revisions[i]
		if !o.sameRequest(d) && !o.request(d) && !o.track(d) {
			o.refuse(sayDataNoPlace, extract.Ref{List: extract.Revisions, Index: i})
		}
	}
	o.unmentioned()
}

// unmentioned reports the change requests that the data leave out, though they have other tracked changes of the same
// block: whether they were decided, or only not listed, the data do not say.
func (o *dataDoc) unmentioned() {
	for i := range o.sent.Revisions {
		s := &o.sent.Revisions[i]
		there, touched := false, false
		for k := range o.data.Revisions {
			d := &o.data.Revisions[k]
			same := o.key(d.SourceAnchors, "") == o.key(s.SourceAnchors, "") && len(d.SourceAnchors) > 0
			there = there || same || sameWording(d, s) && o.target(d) == o.target(s)
			touched = touched || o.target(d) != nil && o.target(d) == o.target(s)
		}
		if len(s.SourceAnchors) > 0 && touched && !there {
			o.find(sayDataOthers, s.OldText+s.NewText, "", s.SourceAnchors)
		}
	}
}

func sameWording(a, b *extract.Revision) bool {
	return a.Action == b.Action && a.OldText == b.OldText && a.NewText == b.NewText
}

// target returns the paragraph that a tracked change is about: by the id in its label, else by its bookmarks.
func (o *dataDoc) target(d *extract.Revision) *wml.Paragraph {
	return o.place(slices.Insert(slices.Clone(d.Anchors), 0, o.names.Of(d.TargetID)))
}

// sameRequest reports whether the sent document already shows the tracked change.
func (o *dataDoc) sameRequest(d *extract.Revision) bool {
	return slices.ContainsFunc(o.sent.Revisions, func(s extract.Revision) bool {
		return sameWording(&s, d) && s.Author == d.Author &&
			o.key(s.Anchors, "") == o.key(d.Anchors, "") && o.key(s.SourceAnchors, "") == o.key(d.SourceAnchors, "")
	})
}

// request changes the text of a change request of the source. It reports whether the source has that request, with one paragraph.
func (o *dataDoc) request(d *extract.Revision) bool {
	for i := range o.sent.Revisions {
		if len(d.SourceAnchors) == 0 || o.key(o.sent.Revisions[i].SourceAnchors, "") != o.key(d.SourceAnchors, "") {
			continue
		}
		if from := o.from[extract.Ref{List: extract.Revisions, Index: i}]; len(from) == 1 {
			o.says(from[0], o.tracked(d))
			return true
		}
	}
	return false
}

// track marks text of a paragraph as deleted or inserted. The paragraph is the first one of the
// block that holds the old text; an insertion, of which the data do not say where, goes to the end of the block's text.
// It reports whether there is a place for it.
func (o *dataDoc) track(d *extract.Revision) bool {
	p := o.target(d)
	if p == nil {
		return false
	}
	if d.Action == extract.Insert || d.OldText == "" {
		for _, q := range o.order {
			if p.Framed && q.Framed && o.owned[q] == o.owned[p] && q.Style == "" && typed(q.Runs) != "" {
				p = q // not the label
			}
		}
		o.says(p, o.paras[p].Runs(), o.tracked(d))
		return true
	}
	old := layout.PlainText(o.names.Reads(d.OldText))
	for _, q := range o.order {
		if o.owned[q] != o.owned[p] {
			continue
		}
		runs := o.paras[q].Runs()
		if i := strings.Index(typed(runs), old); i >= 0 && old != "" {
			before, rest := cut(runs, i)
			inside, behind := cut(rest, len(old))
			o.says(q, before, o.tracked(d), slices.DeleteFunc(inside, isTyped), behind)
			return true
		}
	}
	return false
}

// cut cuts runs at a byte of the text that a reviewer types.
func cut(runs []wml.Run, at int) (before, behind []wml.Run) {
	for i, r := range runs {
		switch {
		case at <= 0:
			return before, runs[i:]
		case isTyped(r) && len(r.Text) > at:
			left, right := cutRun(r, at)
			return append(before, left), append([]wml.Run{right}, runs[i+1:]...)
		case isTyped(r):
			at -= len(r.Text)
		}
		before = append(before, r)
	}
	return before, nil
}

// tracked returns the runs of a tracked change.
func (o *dataDoc) tracked(d *extract.Revision) []wml.Run {
	deleted, inserted := d.NativeID, d.NativeID
	if a, b, ok := strings.Cut(d.NativeID, "/"); ok && !strings.Contains(b, "/") {
		deleted, inserted = a, b
	}
	o.native[deleted], o.native[inserted] = true, true
	del := &wml.Revision{Kind: wml.Delete, ID: deleted, Author: d.Author, Date: d.Date}
	ins := &wml.Revision{Kind: wml.Insert, ID: inserted, Author: d.Author, Date: d.Date}
	runs := o.markup(d.OldText)
	for i := range runs {
		runs[i].Del = del
	}
	for _, r := range o.markup(d.NewText) {
		r.Ins = ins
		runs = append(runs, r)
	}
	return slices.DeleteFunc(runs, func(r wml.Run) bool { return r.Text == "" })
}
