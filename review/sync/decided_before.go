package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Change requests that were decided in the source after the file went out: by its author, or by a reviewer whose file came first.

// closedRequest is such a request about words: what it was decided, and the words that the source has now and would have otherwise, with
// those beside them.
type closedRequest struct {
	node            *noma.Directive
	author          string
	decision, other string
	before, behind  string
	kept, left      string
}

// decidedOtherwise returns a request of a paragraph that the reviewer of the file decided in another way than the source, nil for none.
func (s *requests) decidedOtherwise(p *layout.Para, r *wml.Paragraph) *closedRequest {
	if !s.base.moved {
		return nil
	}
	if s.closed == nil {
		s.closed = s.closedSince()
	}
	if len(s.closed) == 0 {
		return nil
	}
	if d, ok := p.Node.(*noma.Directive); ok && d.Is(noma.Request) { // a line of its own, which shows what came of it
		settled := slices.DeleteFunc(slices.Clone(r.Runs), func(x wml.Run) bool { return x.Ins != nil || x.Del != nil }) // one half of it may be open
		for _, q := range s.closed[rawRequestTarget(d)] {
			if q.node == d && strings.TrimSpace(foldedText(p.Runs())) == q.kept && strings.TrimSpace(foldedText(settled)) == q.left {
				return q
			}
		}
		return nil
	}
	var was, now string
	for n := p.Node; n != nil; n = n.At().Parent {
		of := s.closed[n.At().ID]
		if len(of) > 0 && was == "" {
			was, now = foldedText(p.Runs()), foldedText(r.Runs)
		}
		for _, q := range of {
			edited := slices.ContainsFunc(r.Runs, func(x wml.Run) bool { // it is open there, in other words
				return x.Ins != nil && sameAuthor(q.author, x.Ins.Author) || x.Del != nil && sameAuthor(q.author, x.Del.Author)
			})
			if !edited && q.beside(was, q.kept) && (strings.Contains(now, q.before+q.left+q.behind) || q.beside(now, q.left) && !q.beside(now, q.kept)) {
				return q
			}
		}
	}
	return nil
}

// beside reports whether a text has words where those of a request are: before or behind what it says.
func (q *closedRequest) beside(text, words string) bool {
	return q.before != "" && strings.Contains(text, q.before+words) || q.behind != "" && strings.Contains(text, words+q.behind)
}

// closedSince returns these requests by the ids of their blocks, but for those that are open in the file.
func (s *requests) closedSince() map[string][]*closedRequest {
	out := map[string][]*closedRequest{}
	for n := range noma.Walk(s.plan.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Request) || !s.base.sentMark(layout.RequestMark(d)) {
			continue
		}
		r, unit := layout.ReadRequest(d), layout.UnitOf(d)
		if !r.Valid || unit != layout.UnitText {
			continue
		}
		q := &closedRequest{node: d, author: r.Author, decision: d.AttrText(decisionKey)}
		if q.decision == "" {
			q.decision = r.Status
		}
		from, to := plainMarkup(s.names, r.From), plainMarkup(s.names, r.To)
		place := layout.ReadQuote(d)
		q.before, q.behind = layout.Folded(place.Prefix), layout.Folded(place.Suffix)
		from, to = layout.Folded(withBlanks(from, r.From)), layout.Folded(withBlanks(to, r.To))
		switch q.decision {
		case "accepted":
			q.other, q.kept, q.left = "rejected", to, from
		case "rejected":
			q.other, q.kept, q.left = "accepted", from, to
		default:
			continue
		}
		if s.openInFile(r) == 0 {
			target := rawRequestTarget(d)
			out[target] = append(out[target], q)
		}
	}
	return out
}

// openInFile returns how many tracked changes of the file have the words and the author of a request.
func (s *requests) openInFile(q layout.Request) (n int) {
	shows := func(markup string) string { return plainQuotes(flatOf(s.names.Inline(markup)...)) }
	from, to := shows(q.From), shows(q.To)
	for _, r := range s.review().Revisions {
		if q.Action == string(r.Action) && from == plainQuotes(r.OldText) && to == plainQuotes(r.NewText) && sameAuthor(q.Author, r.Author) {
			n++
		}
	}
	return n
}

// foldedText returns a text in that form, with every object as one character.
func foldedText(runs []wml.Run) string {
	return layout.Folded(charactersIn(layout.Glyphs(runs, wml.Original)))
}
