package extract

import (
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// requestWords begin the label line of a change request.
const requestWords = "Change request: "

// request is what a label line says about the tracked changes in the paragraph after it.
type request struct {
	target string
	names  []string
}

// requestOf reads the label line "Change request: replace clm"; nil when the paragraph is none.
func requestOf(p *para) *request {
	if !begins(p.Paragraph, requestWords[0]) {
		return nil
	}
	rest, ok := strings.CutPrefix(p.text(), requestWords)
	if !ok {
		return nil
	}
	action, target, _ := strings.Cut(rest, " ")
	switch Action(action) {
	case Insert, Delete, Replace:
		return &request{trim(target), p.names}
	}
	return nil
}

// piece is a stretch of one tracked change in a paragraph; to is behind its last run.
type piece struct {
	insert   bool
	rev      *wml.Revision
	from, to int
	text     string
}

// revisions lists the tracked changes of a paragraph.
func (m *markReader) revisions(p *para, names []string) {
	asked := m.request
	m.request = requestOf(p)
	if m.request != nil {
		asked = nil
	}
	pieces := m.pieces(p)
	for i := 0; i < len(pieces); i++ {
		a := pieces[i]
		r := Revision{NativeID: m.prefix + a.rev.ID, Anchors: names, Author: a.rev.Author, Date: a.rev.Date, At: p.at}
		switch {
		case a.insert:
			r.Action, r.NewText = Insert, a.text
		case i+1 < len(pieces) && pieces[i+1].insert && !textBetween(p, a.to, pieces[i+1].from):
			b := pieces[i+1]
			i++
			r.Action, r.OldText, r.NewText = Replace, a.text, b.text
			r.NativeID += "/" + b.rev.ID
			if b.rev.Author != "" {
				r.Author = b.rev.Author
			}
			if b.rev.Date != "" {
				r.Date = b.rev.Date
			}
		default:
			r.Action, r.OldText = Delete, a.text
		}
		if asked != nil {
			r.SourceAnchors, r.TargetID = asked.names, asked.target
		}
		m.review.note(p.Paragraph, Revisions, len(m.review.Revisions))
		m.review.Revisions = append(m.review.Revisions, r)
	}
}

// pieces returns the insertions and deletions of a paragraph by position; a move counts as the two
// halves it consists of. Text that one person inserted and another deleted is in both. Changes
// without text (a paragraph mark, a picture) are none of text.
func (m *markReader) pieces(p *para) []piece {
	var ins, del []piece
	for i := range p.Runs {
		r := &p.Runs[i]
		ins = m.extend(ins, p, true, r.Ins, i)
		del = m.extend(del, p, false, r.Del, i)
	}
	all := append(ins, del...)
	sort.SliceStable(all, func(i, j int) bool { return all[i].from < all[j].from })
	out := all[:0]
	for _, a := range all {
		if a.text = trim(m.markdown(p.Runs[a.from:a.to], wml.All)); a.text != "" {
			out = append(out, a)
		}
	}
	return out
}

// extend adds run i to the parts of one kind. Editors split a change at every change of formatting;
// stretches of one change with no text between them are one part.
func (x *extractor) extend(pieces []piece, p *para, insert bool, rev *wml.Revision, i int) []piece {
	if rev == nil || rev.Kind == wml.Format {
		return pieces
	}
	if n := len(pieces); n > 0 && x.sameChange(pieces[n-1].rev, rev) && !textBetween(p, pieces[n-1].to, i) {
		pieces[n-1].to = i + 1
		return pieces
	}
	return append(pieces, piece{insert: insert, rev: rev, from: i, to: i + 1})
}

// sameChange reports whether two revisions are one act of one person. Word gives the parts of a
// change one id; LibreOffice and our own writer number them anew, and only who and when are left.
func (x *extractor) sameChange(a, b *wml.Revision) bool {
	return a == b || (a.ID == b.ID || x.libreOffice || x.own) && a.Author == b.Author && a.Date == b.Date
}

// textBetween reports whether runs [from, to) have text that is not blank. Our own writer sets a
// space between the halves of a replacement.
func textBetween(p *para, from, to int) bool {
	for i := from; i < to; i++ {
		switch p.Runs[i].Kind {
		case wml.Text, wml.Field, wml.Input, wml.Math:
			if !blank(p.Runs[i].Text) {
				return true
			}
		}
	}
	return to < from // one lies inside the other: two changes
}
