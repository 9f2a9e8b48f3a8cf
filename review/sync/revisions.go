package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
)

// Change requests without a place, which the file shows as blocks of their own: they can be edited, accepted, rejected
// or deleted there.

// requestEdited handles the paragraph that shows a request of the source as a tracked change: r is
// what it became, nil when it is gone.
func (s *requests) requestEdited(p *layout.Para, r *wml.Paragraph) {
	d, ok := p.Node.(*noma.Directive)
	if !ok {
		return
	}
	q := layout.ReadRequest(d)
	var from, to, plain []wml.Run
	others := "" // what somebody else proposes inside the proposal
	if r != nil {
		for _, run := range r.Runs {
			switch {
			case !run.Kind.IsText() && run.Kind != wml.Field && run.Kind != wml.Math && !inSentence(&run):
			case anotherWriter(&run, q.Author):
				others += layout.Characters(&run)
				if run.Del != nil { // it is reported, and stays
					run.Del = nil
					plain = append(plain, run)
				}
			case run.Del != nil && run.Ins == nil:
				run.Del = nil
				from = append(from, run)
			case run.Ins != nil && run.Del == nil:
				run.Ins = nil
				to = append(to, run)
			default:
				plain = append(plain, run)
			}
		}
	}
	now := ""
	if r != nil {
		now = layout.PlainText(layout.Glyphs(r.Runs, wml.All))
	}
	if others = strings.TrimSpace(others); others != "" {
		s.refuse(sayTrackedInTracked, d, "", others).at(r)
	}
	tracked, shownNow := len(from)+len(to) > 0, layout.Glyphs(plain, wml.Current)
	var by ruling
	if r != nil && q.Open() {
		var mine bool
		if by, mine = s.mineRequest(d, q, from, to, layout.PlainText(layout.Glyphs(p.Runs(), wml.All)), now); !mine && !(tracked && len(shownNow) > 0) {
			return
		}
	}
	switch {
	case !tracked && q.Open() && s.movedAway(q):
		s.refuse(sayRequestUnclear, d, shown(p), now).at(r)
	case !tracked && q.To != "" && slices.Equal(shownNow, s.names.Reads(q.To)),
		!tracked && q.Action == "delete" && len(shownNow) == 0:
		s.decide(d, r, "accepted", by)
	case !tracked && q.From != "" && slices.Equal(shownNow, s.names.Reads(q.From)),
		!tracked && q.Action == "insert" && len(shownNow) == 0:
		s.decide(d, r, "rejected", by)
	case !tracked && q.Open() && s.acceptedAnd(q, r):
		s.requestText(d, r, q.To, q.ToKey, plain, s.names.Reads(q.To), by)
		s.decide(d, r, "accepted", by)
	case tracked && len(shownNow) == 0:
		if q.From != "" && len(from) > 0 {
			s.requestText(d, r, q.From, q.FromKey, from, layout.Glyphs(layout.DeletedRuns(s.names.Inline(q.From)), wml.All), by)
		}
		if q.To != "" && len(to) > 0 {
			s.requestText(d, r, q.To, q.ToKey, to, s.names.Reads(q.To), by)
		}
		if (q.From != "") != (len(from) > 0) || (q.To != "") != (len(to) > 0) {
			s.refuse(sayRequestInPart, d, shown(p), now).at(r)
		}
	default:
		s.refuse(sayRequestUnclear, d, shown(p), now).at(r)
	}
}

// movedAway reports whether the file has as many tracked changes of the words of a request as the source has such open requests: one that
// its paragraph does not show any more is at another place.
func (s *requests) movedAway(q layout.Request) bool {
	key, open := requestKey(q.Action, q.From, q.To), 0
	for _, d := range requestsOf(s.doc) {
		if x := layout.ReadRequest(d); x.Open() && requestKey(x.Action, x.From, x.To) == key && sameAuthor(x.Author, q.Author) {
			open++
		}
	}
	return s.openInFile(q) >= open
}

// acceptedAnd reports whether a request was accepted and then edited or split: its paragraph and those behind it that were not
// sent are mostly made of the words it puts in, and not of those it takes out.
func (s *requests) acceptedAnd(q layout.Request, r *wml.Paragraph) bool {
	if r == nil || q.To == "" {
		return false
	}
	_, behind := s.notSentBeside(r)
	now := append([]*wml.Paragraph{r}, behind...)
	return madeOf(plainMarkup(s.names, q.To), now) && !madeOf(plainMarkup(s.names, q.From), now)
}

// anotherWriter reports whether a run was put in or taken out with tracking by somebody else than the author of a request.
func anotherWriter(run *wml.Run, name string) bool {
	switch {
	case run.Ins != nil && run.Del == nil:
		return !sameAuthor(name, run.Ins.Author)
	case run.Del != nil && run.Ins == nil:
		return !sameAuthor(name, run.Del.Author)
	}
	return false
}

// decide records that a reviewer accepted or rejected a request. Laid out again, the request shows
// the text that came of it, which is what the reviewer saw.
func (s *requests) decide(d *noma.Directive, r *wml.Paragraph, status string, by ruling) {
	if s.returned.dropsTracked() {
		s.habit(once(sayTrackedDropped, d, "open", status), s.returned.program())
		return
	}
	f := s.apply(sayRequestDecided.with(status), d, d.AttrText("status"), status).by(by).at(r)
	f.change = &Change{Action: "update_change_request", ID: d.ID, NativeID: s.revisionID(r), Key: "status"}
	s.attribute(f, d, "status", status)
}

// revisionID returns the native id of the first tracked change of a paragraph.
func (s *requests) revisionID(p *wml.Paragraph) string {
	if p != nil {
		for _, ref := range s.review().ByParagraph(p) {
			if ref.List == extract.Revisions {
				return s.review().Revisions[ref.Index].NativeID
			}
		}
	}
	return ""
}

// requestText brings an edit of a proposal's text into the source; sent is what the text showed as.
func (s *requests) requestText(d *noma.Directive, r *wml.Paragraph, was, key string, runs []wml.Run, sent []layout.Glyph, by ruling) {
	gl := layout.Glyphs(runs, wml.Current)
	switch {
	case slices.Equal(gl, sent), !s.returned.exactEquations() && sameBesideEquations(gl, sent):
		return
	case !slices.Equal(sent, s.names.Reads(was)):
		s.refuse(sayDeletedAsText, d, was, layout.PlainText(gl)).at(r)
		return
	}
	markup := s.names.Markup(gl, false)
	if strings.ContainsAny(markup, "\r\n") || bothQuotes(markup) || !s.names.Spells(markup, gl) || key == "" && d.ID == "" {
		s.refuse(sayRequestMarkup, d, was, layout.PlainText(gl)).at(r)
		return
	}
	f := s.apply(sayRequestText, d, was, layout.PlainText(gl)).by(by).at(r)
	f.change = &Change{Action: "update_change_request", ID: d.ID, NativeID: s.revisionID(r), Key: key}
	if key == "" {
		f.change.Key = "body"
		s.op(f, patch.Op{Op: "replace_body", ID: d.ID, Content: markup})
		return
	}
	s.attribute(f, d, key, markup)
}

// requestGone: label and text of a request were deleted.
func (s *requests) requestGone(d *noma.Directive, was string, by ruling) {
	// A file that does not say what was sent, synced again: its tracked change became this request.
	if q := layout.ReadRequest(d); s.openInFile(q) > 0 && s.movedAway(q) {
		if sent := s.base.sentMark(layout.RequestMark(d)) && !s.base.foreign; sent && !q.BodyIsText && len(d.Children) > 0 { // it is in the text, where nobody sees the note
			s.refuse(sayRequestCannotHold, d, was, "")
		}
		return
	}
	f := s.apply(sayRequestDeleted, d, was, "").by(by)
	f.change = &Change{Action: "delete_change_request", ID: d.ID, Target: rawRequestTarget(d)}
	s.attribute(f, d, "status", "deleted")
}

func rawRequestTarget(d *noma.Directive) string {
	v, _ := d.First(layout.TargetKeys["change_request"]...)
	return v
}
