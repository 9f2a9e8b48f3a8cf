package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/source"
)

// codeGap is what stands before a line of code: the line before it in the same block that has words, and how many empty lines between.
type codeGap struct {
	after *layout.Para
	lines int
}

// codeSpace brings in what changed in the space of code: the indent of a line that has its words still, and the empty lines between two
// lines. Empty lines have no words that could be paired; the lines around them say which they are. Other programs make space of their own:
// of theirs only shorter indents count, see [paragraphs.indented].
func (s *paragraphs) codeSpace(st *story, sent []layout.Block, returned []wml.Block) {
	gaps, code := codeGaps(sent)
	if !code || s.base.foreign {
		return
	}
	keeps := s.returned.keepsFormatting()
	sentAs := map[wml.Block]*layout.Para{}
	for j, i := range st.match {
		if i >= 0 && st.items[i].para != nil {
			sentAs[st.got[j].block] = st.items[i].para
		}
	}
	var now codeGap
	for _, b := range returned {
		r, ok := b.(*wml.Paragraph)
		p := sentAs[b]
		switch {
		case !keeps:
			if ok && isCode(p) && !r.Revised() && layout.Fingerprint(r.Runs, wml.Original) == p.Fingerprint() && s.shorter(p, codeText(r)) &&
				s.indented(p, codeText(r)) == codeText(r) {
				s.indent(p, r)
			}
		case !ok || r.Style != layout.StyleCode || r.Revised():
			now = codeGap{}
		case p == nil && codeText(r) == "":
			now.lines++
		default:
			if was, ok := gaps[p]; ok && was.after == now.after && was.lines != now.lines {
				s.spaceLines(was, now.lines, p, r)
			}
			if p != nil && p.Part == layout.PartCode && layout.Fingerprint(r.Runs, wml.Original) == p.Fingerprint() {
				s.indent(p, r)
			}
			now = codeGap{after: p}
		}
	}
	if keeps && !s.opts.data { // data have no empty lines
		s.spaceOfEdges(st)
	}
}

// spaceOfEdges reports the empty lines that were added or deleted before the first line of a block of code or behind its last one.
func (s *paragraphs) spaceOfEdges(st *story) {
	for j := range len(st.got) + 1 {
		i := len(st.items)
		if j < len(st.got) {
			i = st.match[j]
		}
		if i < 0 || j == 0 && i > 0 || j > 0 && (i == 0 || st.match[j-1] != i-1) {
			continue
		}
		var before, after *layout.Para
		was := st.tail
		if i > 0 {
			before = st.items[i-1].para
		}
		if i < len(st.items) {
			after, was = st.items[i].para, st.items[i].space
		}
		at, now := before, st.spaceBefore(j)
		if !isCode(at) {
			at = after
		}
		if was == now || !isCode(at) || isCode(before) && isCode(after) && before.Node == after.Node {
			continue
		}
		if sent, ok := s.base.emptyNear(before, after); s.base.moved && (!ok || sent == now) {
			continue // the author's
		}
		s.refuse(sayCodeEdges, at.Node, strconv.Itoa(was), strconv.Itoa(now))
	}
}

// shorter reports whether a line of code came back with less white space before it than it was sent with.
func (s *paragraphs) shorter(p *layout.Para, now string) bool {
	if sent := s.base.asSent(p); isCode(sent) {
		p = sent
	}
	return len(indentOf(now)) < len(indentOf(strings.TrimRight(p.Segs[0].Slot.Value, " ")))
}

// indent brings in the indent of a line of code that has the same words.
func (s *paragraphs) indent(p *layout.Para, r *wml.Paragraph) {
	line := func(p *layout.Para) string { return strings.TrimRight(p.Segs[0].Slot.Value, " ") }
	was, now := line(p), codeText(r)
	sent := s.base.asSent(p)
	switch {
	case indentOf(was) == indentOf(now): // signs that no file of Word can hold may differ
	case !s.base.moved:
		s.codeLine(p, []*wml.Paragraph{r}, ruling{})
	case sent == nil || sent.Part != layout.PartCode:
		s.find(Conflict, sayNoBase, p.Node, was, now).at(r)
	case line(sent) == now: // the author's
	case line(sent) == was:
		s.codeLine(p, []*wml.Paragraph{r}, ruling{})
	default:
		s.conflict(p.Node, was, now).at(r)
	}
}

// codeGaps returns what stands before each line of code that has words but the first of its block, and whether there is code.
func codeGaps(sent []layout.Block) (gaps map[*layout.Para]codeGap, code bool) {
	gaps = map[*layout.Para]codeGap{}
	var now codeGap
	for _, b := range sent {
		p, ok := b.(*layout.Para)
		switch {
		case !ok || p.Part != layout.PartCode:
			now = codeGap{}
		case p.Fingerprint() == 0:
			now.lines++
		default:
			if now.after != nil && now.after.Node == p.Node {
				gaps[p] = now
			}
			now, code = codeGap{after: p}, true
		}
	}
	return gaps, code
}

// spaceLines makes a number of empty lines of those before a line of code.
func (s *paragraphs) spaceLines(was codeGap, lines int, p *layout.Para, r *wml.Paragraph) {
	from, to := was.after.Segs[0].Slot.Origin.Text, p.Segs[0].Slot.Origin.Text
	if !from.Placed() || !to.Placed() {
		return
	}
	file := s.doc.File
	span := source.Span{Start: from.All().End, End: to.All().Start}
	between := span.Of(file.Text)
	first, last := strings.IndexAny(between, "\r\n"), strings.LastIndexAny(between, "\r\n")
	if first < 0 {
		return
	}
	if s.base.moved {
		switch sent, known := s.base.emptyBetween(was.after, p); {
		case !known || sent == lines:
			return // the author's
		case sent != was.lines:
			s.conflict(p.Node, strconv.Itoa(was.lines), strconv.Itoa(lines)).at(r)
			return
		}
	}
	f := s.apply(sayCodeEmptyLines, p.Node, strconv.Itoa(was.lines), strconv.Itoa(lines)).at(r)
	s.edit(f, p.Node, source.Edit{Span: span, New: between[:first] + strings.Repeat(file.EOL(), lines+1) + between[last+1:]})
}

// emptyBetween returns how many empty lines a text was sent with between two lines; false when it had others between them, too.
func (b *base) emptyBetween(first, last *layout.Para) (n int, ok bool) {
	from, one := b.placeOf(first)
	to, both := b.placeOf(last)
	if !one || !both || to <= from || slices.Contains(b.empty[from+1:to], false) {
		return 0, false
	}
	return to - from - 1, true
}

func isCode(p *layout.Para) bool { return p != nil && p.Part == layout.PartCode }

// newLine adds a line of code, with the empty lines around it, behind the line before it, or before the one behind it: there, when the
// empty lines that were sent between those two are before the new line. Where the author has other empty lines, or a program may have made
// these, the line comes alone, and that is reported.
func (s *insertions) newLine(st *story, j int, before, after *layout.Para) bool {
	added := func(k int) bool {
		return k >= 0 && k < len(st.got) && st.match[k] == match.None && st.got[k].para != nil && st.got[k].para.Style == layout.StyleCode
	}
	first, next := j, j+1
	for added(first - 1) {
		first--
	}
	for added(next) {
		next++
	}
	at := st.got[first].space // empty lines before the first new line,
	came := at                // and all that came
	for k := first + 1; k <= next; k++ {
		came += st.spaceBefore(k)
	}
	lead, trail := st.got[j].space, st.spaceBefore(next)
	sent, known := s.emptyAround(st, before, after)
	inside := isCode(before) && isCode(after) && before.Node == after.Node
	above := !isCode(before) || inside && sent > 0 && at == sent && trail == 0
	if known = known && (came == sent || !s.base.foreign && s.returned.keepsFormatting()) && (!above || at >= sent); !known {
		lead, trail = 0, 0
	} else if !above {
		trail -= sent
	} else if j == first {
		lead -= sent
	}
	if j+1 < next {
		trail = 0
	}
	to := before
	if above {
		to = after
	}
	if !s.insertLine(to, st.got[j].para, lead, trail, !above) {
		return false
	}
	if !known && j == first && (came != sent || above && at < sent) {
		s.refuse(sayCodeSpace, to.Node, strconv.Itoa(max(sent, 0)), strconv.Itoa(came)).at(st.got[j].para)
	}
	return true
}

// spaceBefore returns how many empty lines of code are right before an element that came back, or at the end of all.
func (s *story) spaceBefore(j int) int {
	if j < len(s.got) {
		return s.got[j].space
	}
	return s.space
}

// emptyAround returns how many empty lines were sent between two lines of code, or at the edge of a block when one is not of it, and
// whether the source has just these there. The two are the neighbours that were sought last.
func (s *insertions) emptyAround(st *story, before, after *layout.Para) (sent int, known bool) {
	item := func(side int) int {
		if k := st.walks[side].to; k >= 0 && k < len(st.got) {
			return st.match[k]
		}
		return -1
	}
	i, k := item(0), item(1)
	switch {
	case !isCode(before):
		sent, known = st.items[max(k, 0)].space, k >= 0
	case i < 0:
	case !isCode(after) && i+1 == len(st.items):
		sent, known = st.tail, true
	default:
		sent, known = st.items[min(i+1, len(st.items)-1)].space, !isCode(after) || k == i+1 && (before.Node == after.Node || st.items[k].space == 0)
	}
	if !s.base.moved {
		return sent, known
	}
	was, ok := s.base.emptyNear(before, after)
	return was, known && ok && was == sent
}

// emptyNear returns how many empty lines a text was sent with between two lines, or next to the one that is code; false when that is
// unknown.
func (b *base) emptyNear(first, last *layout.Para) (n int, ok bool) {
	if isCode(first) && isCode(last) {
		return b.emptyBetween(first, last)
	}
	p, step := first, 1
	if !isCode(first) {
		p, step = last, -1
	}
	at, ok := b.placeOf(p)
	for at += step; ok && at >= 0 && at < len(b.empty) && b.empty[at]; at += step {
		n++
	}
	return n, ok
}

// insertLine adds a line of code next to another one, with empty lines before and behind it; trail below 0 takes out some behind it.
func (s *insertions) insertLine(p *layout.Para, r *wml.Paragraph, lead, trail int, behind bool) bool {
	t, line := p.Segs[0].Slot.Origin.Text, codeText(r)
	if !t.Placed() || !codeSafe(p.Node, line) {
		return false
	}
	f := s.apply(sayLineAdded, p.Node, "", line).at(r)
	if slices.ContainsFunc(layout.Glyphs(r.Runs, wml.Original), func(g layout.Glyph) bool { return g.Object != "" && !layout.IsNoteMark(g) }) {
		s.refuse(sayCodeFormatting, p.Node, "", saidLinked(r.Runs)).at(r)
	}
	all, end := t.All(), s.doc.File.EOL()
	eol := end + t.LinePrefix
	if behind {
		to := all.End
		if trail < 0 {
			to = s.doc.File.LineSpan(s.doc.File.Line(to) - trail).End
		}
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: all.End, End: to}, New: strings.Repeat(end, lead) + eol + line + strings.Repeat(end, max(0, trail))})
	} else {
		s.editBefore(f, p.Node, source.Edit{Span: source.Span{Start: all.Start, End: all.Start}, New: strings.Repeat(eol, lead) + line + strings.Repeat(end, trail) + eol})
	}
	s.owner.Set(r, p.Node)
	return true
}
