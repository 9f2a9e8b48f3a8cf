package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Programs that drop all of a kind. What counts is what was sent: a reviewer may add one of the kind to the file that such a program
// saved.

// dropsCharts reports whether no chart came back, from a program that may not know charts.
func (in *normalized) dropsCharts() bool { return !in.charted && !in.byWord() }

// keeps reports whether a program that is not known to keep a kind has kept it: one of those that were sent came back, or of a file that
// does not say what was sent, more than half of those that the source has.
func (b *base) keeps(back, of int) bool { return back > 0 && (!b.foreign || 2*back > of) }

// keepsMarks does so for n comments or notes: mark returns the id of one, "" for none, and whether it came back.
func (b *base) keepsMarks(n int, mark func(i int) (id string, came bool)) bool {
	back, of := 0, 0
	for i := range n {
		if id, came := mark(i); id != "" && b.sentMark(id) {
			of++
			if came {
				back++
			}
		}
	}
	return b.keeps(back, of)
}

// dropsTracked reports whether no tracked change that was sent came back, from a program that is not known to keep them.
func (in *normalized) dropsTracked() bool {
	if in.keepsFormatting() {
		return false
	}
	if in.tracked == nil {
		kept := in.keepsTracked()
		in.tracked = &kept
	}
	return !*in.tracked
}

// keepsTracked looks for tracked changes with the author and words of a change request, and without words with its author and day.
func (in *normalized) keepsTracked() bool {
	var came []*wml.Revision
	words := map[*wml.Revision]string{}
	note := func(r *wml.Revision, text string) {
		if r != nil {
			came = append(came, r)
			words[r] = plainQuotes(text)
		}
	}
	for _, p := range in.marked {
		note(p.MarkIns, "")
		note(p.MarkDel, "")
		for _, r := range p.Runs {
			note(r.Ins, r.Text)
			note(r.Del, r.Text)
		}
	}
	back, of := 0, 0
	for _, d := range requestsOf(in.asked.Doc) {
		q := layout.ReadRequest(d)
		if !q.Open() || !in.base.sentMark(layout.MarkName(d)) {
			continue
		}
		of++
		text := plainMarkup(in.asked.Names, q.From) + "\n" + plainMarkup(in.asked.Names, q.To)
		if slices.ContainsFunc(came, func(r *wml.Revision) bool {
			if w := words[r]; w != "" {
				return sameAuthor(q.Author, r.Author) && strings.Contains(text, w)
			}
			return sameAuthor(q.Author, r.Author) && sameDate(q.Date, r.Date)
		}) {
			back++
		}
	}
	return in.base.keeps(back, of)
}

// dropsComments reports whether no comment that was sent came back: the file has no part for them, or comes from a program that is not
// known to keep them.
func (s *comments) dropsComments(sent []*sentComment) bool {
	if s.returned.keepsFormatting() || !s.returned.HasComments {
		return !s.returned.HasComments
	}
	return !s.base.keepsMarks(len(sent), func(i int) (string, bool) {
		if sent[i].d == nil {
			return "", false
		}
		return sent[i].d.ID, sent[i].match != nil
	})
}

// dropsNotes reports whether notes are gone because of the program that saved the file: it dropped the part that
// holds them, or all their marks and kept the part, or is not known to keep them. Who deletes the last note in Word leaves a part without
// notes; LibreOffice writes none then.
func (s *notes) dropsNotes(sent []*layout.Note, matched []bool, part, unmarked bool) bool {
	if !part && !s.base.foreign && s.returned.byLibreOffice() {
		return false
	}
	if !part || unmarked || s.returned.keepsFormatting() {
		return !part || unmarked
	}
	return !s.base.keepsMarks(len(sent), func(i int) (string, bool) { return sent[i].Node.ID, matched[i] })
}
