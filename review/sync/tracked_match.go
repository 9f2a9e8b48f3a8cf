package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Which tracked change of the file is which change request of the source.

// alikeKey is what a tracked change and a request have in common when they may be the same. Words are those of a change
// of words.
type alikeKey struct {
	para   *wml.Paragraph
	unit   layout.Unit
	action string
	words  string
}

// surely is a score beyond which no other change is the request: it is at its place.
const surely = 9

func blockUnit(u layout.Unit) layout.Unit {
	if u == layout.UnitItem {
		return layout.UnitParagraph
	}
	return u
}

func (c *tracked) words() string {
	if c.unit != layout.UnitText {
		return ""
	}
	return plainGlyphs(c.from) + "\x00" + plainGlyphs(c.to)
}

// chains pairs the requests of words that came back joined, as programs do with neighbours of one author and time, and
// those that came back in parts, as the two sides of the edge of a link are.
func chains(sent []*sentRequest, changes []*tracked, back map[*layout.Para]*wml.Paragraph) {
	of := map[*wml.Paragraph][]*sentRequest{} // the deletions that did not come back, by their paragraphs
	for _, q := range sent {
		if q.got == nil && q.para != nil && q.t.Deletes() && (q.t.Unit == layout.UnitText || q.t.Unit == layout.UnitBreak) {
			of[back[q.para]] = append(of[back[q.para]], q)
		}
	}
	for _, c := range changes {
		if c.request == nil && c.action == "delete" && (c.unit == layout.UnitParagraph || c.unit == layout.UnitItem) {
			joinWhole(of[c.para], c)
		}
	}
	for _, q := range sent {
		if q.got != nil || q.para == nil || q.t.Unit != layout.UnitText || back[q.para] == nil {
			continue
		}
		var parts []*tracked
		for _, c := range changes {
			if c.para == back[q.para] && c.unit == layout.UnitText && c.request == nil {
				parts = append(parts, c)
			}
		}
		var run []*sentRequest
		for _, x := range sent {
			if x.para == q.para && x.got == nil && x.t.Unit == layout.UnitText && (x == q || len(run) > 0 && x.t.Start == run[len(run)-1].t.End) {
				run = append(run, x)
			}
		}
		join(run, parts)
	}
}

// joinWhole pairs the deletion of a paragraph or item with the requests to delete its words and its end, which Word shows so.
func joinWhole(sent []*sentRequest, c *tracked) {
	var all []*sentRequest
	words, ends := "", false
	for _, q := range sent {
		if q.got != nil || !sameAuthor(q.t.Request.Author, c.author) {
			continue
		}
		if q.t.Unit == layout.UnitBreak {
			ends = true
		} else {
			words += q.rawFrom
		}
		all = append(all, q)
	}
	if !ends || plainGlyphs(c.from) != plainQuotes(words) {
		return
	}
	c.request = all[0].t
	for _, q := range all {
		q.got, q.inChain = c, true
	}
}

// join pairs as many of the first requests as one change is made of, or as many changes in a row as the first request is.
func join(run []*sentRequest, parts []*tracked) {
	from, to := "", ""
	for n, q := range run {
		from, to = from+q.rawFrom, to+q.rawTo
		for _, c := range parts {
			if n > 0 && sameAuthor(q.t.Request.Author, c.author) && plainGlyphs(c.from) == plainQuotes(from) && plainGlyphs(c.to) == plainQuotes(to) {
				c.request = q.t
				for _, x := range run[:n+1] {
					x.got, x.inChain = c, true
				}
				return
			}
		}
	}
	if len(run) == 0 {
		return
	}
	for i := range parts {
		from, to = "", ""
		for n, c := range parts[i:] {
			if !sameAuthor(run[0].t.Request.Author, c.author) || n > 0 && c.start != parts[i+n-1].end {
				break
			}
			from, to = from+layout.PlainText(c.from), to+layout.PlainText(c.to)
			if n > 0 && plainQuotes(from) == run[0].from && plainQuotes(to) == run[0].to {
				for _, c := range parts[i : i+n+1] {
					c.request = run[0].t
				}
				run[0].got, run[0].inChain = c, true
				return
			}
		}
	}
}

func plainGlyphs(g []layout.Glyph) string { return plainQuotes(layout.PlainText(g)) }

// sameChange says how surely a tracked change is a request that was sent, 0 for not at all.
func (s *requests) sameChange(q *sentRequest, c *tracked, r *wml.Paragraph) int {
	if blockUnit(q.t.Unit) != blockUnit(c.unit) || q.t.Request.Action != c.action {
		return 0
	}
	if !sameAuthor(q.t.Request.Author, c.author) {
		return 0
	}
	switch c.unit {
	case layout.UnitText:
		if q.from != plainQuotes(layout.PlainText(c.from)) || q.to != plainQuotes(layout.PlainText(c.to)) {
			return 0
		}
	case layout.UnitParagraph, layout.UnitItem:
		if c.action == "insert" && s.blocksText(q) != plainQuotes(layout.PlainText(c.to)) && plainQuotes(q.t.Request.To) != plainQuotes(layout.PlainText(c.to)) || c.action == "delete" && q.from != plainQuotes(layout.PlainText(c.from)) {
			return 0
		}
	case layout.UnitRow, layout.UnitColumn:
		from, _ := s.rowMarkup(c.rows[0])
		to, _ := s.rowMarkup(c.rows[1])
		if !slices.Equal(layout.SplitCells(from), layout.SplitCells(q.t.Request.From)) || !slices.Equal(layout.SplitCells(to), layout.SplitCells(q.t.Request.To)) {
			return 0
		}
	}
	score := 0
	if r != nil && r == c.para || c.unit != layout.UnitText && c.table != nil && s.grids[c.table] == q.grid {
		score += 4
		if c.start == q.t.Start {
			score += 5
		}
	}
	if c.date != "" && sameDate(c.date, q.t.Request.Date) {
		score += 2
	}
	if t := s.targetOf(c); t != nil && t == s.names.Target(q.t.Node) {
		score += 2
	}
	return score
}

// blocksText returns the text of the paragraphs that a request puts in.
func (s *requests) blocksText(q *sentRequest) string {
	var out []string
	for n := range noma.Walk(noma.Snippet(layout.ItemsOf(q.t.Request.To))) {
		markup := ""
		switch n := n.(type) {
		case *noma.Paragraph:
			markup = n.Content.S
		case *noma.Section:
			markup = n.Title.S
		case *noma.Quote:
			markup = n.Content.S
		case *noma.List:
			for _, it := range n.Items {
				out = append(out, layout.PlainText(s.names.Reads(it.Content.S)))
			}
		}
		out = append(out, layout.PlainText(s.names.Reads(markup)))
	}
	return plainQuotes(strings.Join(out, " "))
}

// revisedBlocks returns the blocks of the source of which a paragraph came back with a tracked change. They may be those by which requests
// without a place are shown.
func (s *requests) revisedBlocks() map[noma.Node]bool {
	out := map[noma.Node]bool{}
	for p := range s.returned.texts() {
		if line := s.planned.Get(p); p.Revised() && line != nil {
			out[line.Node] = true
		}
	}
	return out
}
