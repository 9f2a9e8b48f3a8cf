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
// lines. Empty lines have no words that could be paired; the lines around them say which they are. Other programs make space of their own.
func (s *paragraphs) codeSpace(st *story, sent []layout.Block, returned []wml.Block) {
	gaps, code := codeGaps(sent)
	if !code || s.base.foreign || !s.returned.keepsFormatting() {
		return
	}
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
}

// indent brings in the indent of a line of code that has the same words.
func (s *paragraphs) indent(p *layout.Para, r *wml.Paragraph) {
	line := func(p *layout.Para) string { return strings.TrimRight(p.Segs[0].Slot.Value, " ") }
	was, now := line(p), codeText(r)
	sent := s.base.asSent(p)
	switch {
	case indentOf(was) == indentOf(now): // signs that no file of Word can hold may differ
	case !s.base.moved:
		s.codeLine(p, r, ruling{})
	case sent == nil || sent.Part != layout.PartCode:
		s.find(Conflict, sayNoBase, p.Node, was, now).at(r)
	case line(sent) == now: // the author's
	case line(sent) == was:
		s.codeLine(p, r, ruling{})
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
	first, last := strings.IndexByte(between, '\n'), strings.LastIndexByte(between, '\n')
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
	end := strings.TrimSuffix(between[:first], "\r")
	s.edit(f, p.Node, source.Edit{Span: span, New: end + strings.Repeat(file.EOL(), lines+1) + between[last+1:]})
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
// empty lines that the source has between those two are before the new line.
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
	lead, trail, between := st.got[j].space, 0, 0
	if isCode(after) && next < len(st.got) {
		if trail = st.got[next].space; isCode(before) && after.Node == before.Node {
			between = s.emptyLines(before, after)
		}
	}
	above := !isCode(before) || between > 0 && between == st.got[first].space && trail == 0
	if !above {
		trail -= max(0, between)
	}
	if j+1 < next || s.base.moved && trail < 0 {
		trail = 0
	}
	if !above {
		return s.insertLine(before, st.got[j].para, lead, trail, true)
	}
	if j == first {
		lead = 0
	}
	return s.insertLine(after, st.got[j].para, lead, trail, false)
}

// emptyLines returns how many empty lines the source has between two lines of code with none but such between them.
func (s *insertions) emptyLines(before, after *layout.Para) int {
	from, to := before.Segs[0].Slot.Origin.Text, after.Segs[0].Slot.Origin.Text
	if !from.Placed() || !to.Placed() || to.All().Start < from.All().End {
		return -1
	}
	return strings.Count(s.doc.File.Text[from.All().End:to.All().Start], "\n") - 1
}

// insertLine adds a line of code next to another one, with empty lines before and behind it; trail below 0 takes out some behind it.
func (s *insertions) insertLine(p *layout.Para, r *wml.Paragraph, lead, trail int, behind bool) bool {
	t, line := p.Segs[0].Slot.Origin.Text, codeText(r)
	if !t.Placed() || !codeSafe(p.Node, line) {
		return false
	}
	f := s.apply(sayLineAdded, p.Node, "", line).at(r)
	all, end := t.All(), s.doc.File.EOL()
	eol := end + t.LinePrefix
	if behind {
		to := all.End
		for ; trail < 0; trail++ {
			to += strings.IndexByte(s.doc.File.Text[to:], '\n') + 1
		}
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: all.End, End: to}, New: strings.Repeat(end, lead) + eol + line + strings.Repeat(end, trail)})
	} else {
		s.editBefore(f, p.Node, source.Edit{Span: source.Span{Start: all.Start, End: all.Start}, New: strings.Repeat(eol, lead) + line + strings.Repeat(end, trail) + eol})
	}
	s.owner.Set(r, p.Node)
	return true
}
