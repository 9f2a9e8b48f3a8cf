package reviewsync

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The words of one paragraph as tracked changes: which runs belong together, and how its end was split or joined.

// join collects the end of a paragraph that is taken out; blocks are what stands behind it.
func (r *trackedReader) join(p *wml.Paragraph, blocks []wml.Block) {
	next := following(p, blocks)
	if p.MarkDel == nil || next == nil || putInBehind(p, next) && next.MarkDel == nil {
		return
	}
	end := len(layout.Glyphs(p.Runs, wml.Original))
	r.out = append(r.out, &tracked{unit: layout.UnitBreak, action: "delete", para: p, start: end, end: end,
		author: p.MarkDel.Author, date: p.MarkDel.Date, revs: []*wml.Revision{p.MarkDel}, blocks: []*wml.Paragraph{next}})
}

// following returns the next paragraph that a paragraph is joined to when its end goes, nil when nothing of one of the two
// would stay. One that is put in has the end that there is instead, unless that goes, too.
func following(of *wml.Paragraph, blocks []wml.Block) *wml.Paragraph {
	for i, b := range blocks {
		p, ok := b.(*wml.Paragraph)
		if !ok {
			return nil
		}
		switch was, now := shows(p, wml.Original), shows(p, wml.Current); {
		case !was && p.MarkIns != nil && (p.MarkDel == nil || now && !putInBehind(of, p)):
			return p
		case !was:
		case !now && p.MarkDel != nil && following(of, blocks[i+1:]) != nil: // it is joined to that
			return p
		case !now && of.List != wml.NoList && p.List != wml.NoList && (of.List != p.List || of.Level != p.Level):
			return p // its end stays, and says what kind of item that is
		case !now:
			return nil
		default:
			return p
		}
	}
	return nil
}

// putInBehind reports whether a paragraph whose end is taken out gets the words of one that is put in behind it, and its end if that
// stays.
func putInBehind(p, next *wml.Paragraph) bool {
	return p.MarkDel != nil && next.MarkIns != nil && sameKind(p, next) && shows(p, wml.Current) && !shows(next, wml.Original)
}

// shows reports whether a paragraph has content in a view of it: words, or pictures.
func shows(p *wml.Paragraph, v wml.View) bool { return len(layout.Glyphs(p.Runs, v)) > 0 }

// blanksBehind returns the blanks at the end of a paragraph: content once words are put in behind them.
func blanksBehind(p *wml.Paragraph) []layout.Glyph {
	var out []layout.Glyph
	for i := len(p.Runs) - 1; i >= 0 && p.Runs[i].Ins == nil && p.Runs[i].Del == nil; i-- {
		glyphs := layout.AllGlyphs(p.Runs[i:i+1], wml.Original)
		n := len(glyphs)
		for n > 0 && glyphs[n-1].Object == "" && isSpace(glyphs[n-1].Rune) {
			n--
		}
		out = slices.Concat(glyphs[n:], out)
		if n > 0 {
			break
		}
	}
	return out
}

// note adds a revision to those a change is made of. Who and when is that of the last.
func (c *tracked) note(rev *wml.Revision) {
	if c.author == "" || rev.Author != "" {
		c.author, c.date = rev.Author, rev.Date
	}
	if rev.Kind == wml.MoveTo || rev.Kind == wml.MoveFrom {
		c.moved = rev.Kind
	}
	if !slices.ContainsFunc(c.revs, func(x *wml.Revision) bool { return x.ID == rev.ID }) {
		c.revs = append(c.revs, rev)
	}
}

// words collects the changes of words in a paragraph.
func (r *trackedReader) words(p *wml.Paragraph) {
	if !p.Revised() {
		return
	}
	runs := p.Runs
	total := len(layout.Glyphs(runs, wml.Original))
	lead := leading(runs)
	at := -lead // characters that stay or are taken out so far
	var open *tracked
	// Blanks at the edges of a paragraph are no content, unless something is put in behind or before them.
	var outer []layout.Glyph
	var first *tracked
	had := len(r.out)
	parts, next, begins := r.partsOf[p], 0, false // where the next part behind an end that was put in begins
	for i := range runs {
		run := &runs[i]
		for len(parts) > 0 && next <= i {
			next, parts, begins = next+len(parts[0].Runs), parts[1:], true
		}
		glyphs := layout.AllGlyphs(runs[i:i+1], wml.All)
		if len(glyphs) == 0 {
			continue
		}
		if begins && run.Ins != nil {
			open = nil
		}
		begins = false
		switch {
		case run.Ins == nil && run.Del == nil:
			for _, g := range glyphs {
				switch {
				case at < 0 && first != nil:
					first.to = append(first.to, g)
				case at >= total:
					outer = append(outer, g)
				}
				at++
			}
			open = nil
			continue
		case run.Ins != nil && run.Del != nil: // see [trackedReader.undone]
			continue
		}
		rev, goes := run.Ins, false
		if rev == nil {
			rev, goes = run.Del, true
		}
		indent := at < 0 && p.Style == layout.StyleCode
		if open == nil || !r.joins(open, rev, goes) {
			place := min(max(at, 0), total)
			open = &tracked{para: p, start: place, end: place, run: i}
			r.out = append(r.out, open)
			if !goes && at < 0 {
				first = open
			}
		}
		open.note(rev)
		open.indent = open.indent || indent
		if goes {
			for _, g := range glyphs { // blanks at the edges are no content
				if at >= 0 && at < total {
					open.from = append(open.from, g)
				}
				at++
			}
			open.end = min(max(at, 0), total)
		} else {
			if len(open.to) == 0 {
				open.to, outer = outer, nil
			}
			open.to = append(open.to, glyphs...)
		}
	}
	for _, c := range r.out[had:] {
		c.act()
	}
}

// joins reports whether a revision goes on with a change: another part of it, or what is put in for what it takes out.
func (r *trackedReader) joins(c *tracked, rev *wml.Revision, goes bool) bool {
	last := c.revs[len(c.revs)-1]
	same := (last.ID == rev.ID || r.sameIDs) && last.Author == rev.Author && last.Date == rev.Date && last.Kind == rev.Kind
	switch {
	case goes:
		return len(c.to) == 0 && same
	case len(c.to) > 0:
		return same
	}
	return last.Kind != wml.MoveFrom && rev.Kind != wml.MoveTo // what is moved is not in the place of what is taken out
}

// undone reports words of a paragraph that were put in and taken out again, or stand in a row or cell that was: no change request says
// both. Paragraphs that show change requests are compared with these.
func (r *trackedReader) undone(p *wml.Paragraph) {
	if planned := r.planned.Get(p); r.copies[p] || r.requests.labelled[p] != nil || planned != nil && planned.Part == layout.PartRevision {
		return
	}
	words := slices.DeleteFunc(slices.Clone(p.Runs), func(x wml.Run) bool { return x.Ins == nil || x.Del == nil })
	if now := layout.Text(words, wml.All); strings.TrimSpace(now) != "" {
		whole := cmp.Or(r.wholeOf[p], p)
		r.refuse(sayInsertedAndDeleted, r.owner.Get(whole), "", now).at(whole)
	}
}

// leading returns how many characters before the content of a paragraph do not count.
func leading(runs []wml.Run) int {
	n := 0
	for _, g := range layout.AllGlyphs(runs, wml.Original) {
		if g.Object != "" || !isSpace(g.Rune) {
			return n
		}
		n++
	}
	return n
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\u00ad' }

// splits collects the ends of paragraphs that were put into one.
func (r *trackedReader) splits(whole *wml.Paragraph, parts []*wml.Paragraph) {
	at, total := -leading(whole.Runs), len(layout.Glyphs(whole.Runs, wml.Original))
	had, run := len(r.out), 0
	for _, p := range parts[:len(parts)-1] {
		at, run = at+len(layout.AllGlyphs(p.Runs, wml.Original)), run+len(p.Runs)
		if at <= 0 && whole.Box == wml.NoBox || at >= total || p.MarkIns == nil {
			continue
		}
		r.out = append(r.out, &tracked{unit: layout.UnitBreak, action: "insert", para: whole, run: run, start: max(at, 0), end: max(at, 0), author: p.MarkIns.Author, date: p.MarkIns.Date, revs: []*wml.Revision{p.MarkIns}})
	}
	// What was typed before Enter stays before it.
	for had > 0 && r.out[had-1].para == whole {
		had--
	}
	slices.SortStableFunc(r.out[had:], func(a, b *tracked) int {
		if a.run == b.run {
			return cmp.Compare(b.unit, a.unit)
		}
		return a.run - b.run
	})
}
