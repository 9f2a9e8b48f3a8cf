package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
	"github.com/nomadocx/nomadocx/wml"
)

// Running text: paragraphs, list items, quotes, headings, the content of blocks, lines of code.

// prose rewrites one paragraph's inline content.
func (s *session) prose(p *layout.Para, r *wml.Paragraph) {
	slot := p.Segs[0].Slot
	now := layout.Glyphs(r.Runs, wml.Original)
	was := layout.Glyphs(p.Runs(), wml.Original)
	if slices.Equal(was, now) {
		return
	}
	if len(now) == 0 {
		s.emptied(p, r)
		return
	}
	markup, ok := s.names.Rewrite(layout.OnePara(slot.Value), [][]layout.Glyph{now})
	if ok {
		markup, ok = spell(p, markup)
	}
	code, message, before, after := CodeText, "Text was edited.", layout.PlainText(was), layout.PlainText(now)
	if sameBesideEquations(was, now) {
		code, message = CodeEquation, "An equation was edited."
	} else if before == after {
		message = "Words were made bold, italic or code, or plain again, or a link leads somewhere else."
	}
	if !ok {
		s.refuse(CodeNoSpelling, p.Node, "The text has no spelling in the source (a mark that would be read as markup); write it there in other words.", before, after).at(r)
		return
	}
	if sec, isHeading := p.Node.(*noma.Section); isHeading {
		s.heading(sec, p, r, markup)
		return
	}
	if before == after { // the words are the same: what they are in the source tells them apart
		before, after = strings.TrimSpace(slot.Value), strings.TrimSpace(markup)
	}
	f := s.apply(code, p.Node, message, before, after).at(r)
	s.edit(f, p.Node, replaceText(s.doc.File, slot.Origin.Text, markup)...)
}

// spell makes sure that markup is read as the same kind of block in its place: a line that would
// start a block of its own gets a leading space, which is not shown.
func spell(p *layout.Para, markup string) (string, bool) {
	switch p.Node.(type) {
	case *noma.ListItem:
		return markup, !strings.ContainsAny(markup, "\r\n") && strings.TrimSpace(markup) != ""
	case *noma.Section:
		d := parse("# " + markup)
		if len(d.Children) != 1 || strings.ContainsAny(markup, "\r\n") {
			return "", false
		}
		sec, ok := d.Children[0].(*noma.Section)
		return markup, ok && sec.Title.S == markup && len(sec.Attrs) == 0
	case *noma.Quote:
		return markup, !strings.ContainsAny(markup, "\r\n")
	}
	return guard(markup)
}

// guard keeps every line of running text from being read as something else.
func guard(markup string) (string, bool) {
	lines := strings.Split(markup, "\n")
	for i, l := range lines {
		if l == "" || startsBlock(l) {
			lines[i] = " " + l
			if strings.TrimSpace(l) == "" || startsBlock(lines[i]) {
				return "", false
			}
		}
	}
	out := strings.Join(lines, "\n")
	d := parse(out)
	if len(d.Children) != 1 {
		return "", false
	}
	p, ok := d.Children[0].(*noma.Paragraph)
	return out, ok && p.Content.S == out
}

func startsBlock(line string) bool {
	if strings.HasPrefix(line, "::") {
		return true
	}
	d := parse(line)
	if len(d.Children) != 1 {
		return true
	}
	_, ok := d.Children[0].(*noma.Paragraph)
	return !ok
}

// parse reads a snippet. A first line `---` would be frontmatter, so it is kept off line 1.
func parse(snippet string) *noma.Document {
	d, _, err := noma.Parse(source.NewFile("", "\n"+snippet), noma.Options{})
	if err != nil {
		return &noma.Document{}
	}
	return d
}

// replaceText is the smallest edit that makes a text read now.
func replaceText(f *source.File, t noma.Text, now string) []source.Edit {
	was := t.S
	if was == now {
		return nil
	}
	a := commonPrefix(was, now)
	z := commonSuffix(was[a:], now[a:])
	mid := now[a : len(now)-z]
	eol := f.EOL()
	if eol != "\n" || t.LinePrefix != "" {
		mid = strings.ReplaceAll(mid, "\n", eol+t.LinePrefix)
	}
	return []source.Edit{{Span: t.Span(a, len(was)-z), New: mid}}
}

// commonPrefix and commonSuffix count bytes, never cutting a character.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && a[n]&0xc0 == 0x80 || n > 0 && n < len(b) && b[n]&0xc0 == 0x80 {
		n--
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for n > 0 && (a[len(a)-n]&0xc0 == 0x80 || b[len(b)-n]&0xc0 == 0x80) {
		n--
	}
	return n
}

// emptied: all text of a paragraph was deleted, the paragraph mark stayed.
func (s *session) emptied(p *layout.Para, r *wml.Paragraph) {
	if _, ok := p.Node.(*noma.Section); ok {
		s.refuse(CodeLabelGone, p.Node, "The heading's text was deleted, its section is there; delete the section in the source, if that was meant.", shown(p), "").at(r)
		return
	}
	s.remove(p)
}

// codeLine changes one line of code.
func (s *session) codeLine(p *layout.Para, r *wml.Paragraph) {
	now := codeText(r)
	slot := p.Segs[0].Slot
	if !slot.Origin.Text.Placed() {
		s.generated(p, r)
		return
	}
	if s.base.moved && s.hasLines(slot.Origin.Text, now) {
		return // its line breaks have become lines of the source
	}
	if now == slot.Value {
		s.refuse(CodeNoSpelling, p.Node, "Lines of code have no bold, italic or links; write such words as running text.", shown(p), text(r.Runs)).at(r)
		return
	}
	if !codeSafe(p.Node, now) || !codeSafe(p.Node, slot.Value) {
		s.refuse(CodeNoSpelling, p.Node, "The line would end the block of code.", slot.Value, now).at(r)
		return
	}
	f := s.apply(CodeText, p.Node, "A line of code was edited.", slot.Value, now).at(r)
	s.edit(f, p.Node, replaceText(s.doc.File, slot.Origin.Text, now)...)
}

// hasLines reports whether the source has several lines of code from the place of one on.
func (s *session) hasLines(at noma.Text, lines string) bool {
	file := s.doc.File
	n := file.Line(at.All().Start)
	if !strings.Contains(lines, "\n") {
		return false
	}
	for line := range strings.SplitSeq(lines, "\n") {
		if n > file.Lines() || strings.TrimRight(file.LineSpan(n).Of(file.Text), " ") != strings.TrimRight(at.LinePrefix+line, " ") {
			return false
		}
		n++
	}
	return true
}

// codeText is a paragraph as lines of code: every character counts.
func codeText(r *wml.Paragraph) string {
	return strings.TrimRight(r.Text(wml.Original), " ")
}

// codeSafe reports whether a line can stand in a block of code, or can go from it: a fence would open
// or close the block, and in the body of a directive so would a line of colons.
func codeSafe(n noma.Node, line string) bool {
	_, fenced := n.(*noma.Code)
	for _, l := range strings.Split(line, "\n") {
		if strings.HasPrefix(l, "```") || !fenced && strings.HasPrefix(l, "::") {
			return false
		}
	}
	return true
}

// regroup finds paragraphs that were split or joined: one side of a pair fits much better together
// with its unmatched neighbour. They are rewritten as one passage.
func (s *session) regroup(st *story) {
	for j := range st.got {
		i := st.match[j]
		if i >= 0 && st.items[i].para != nil && st.items[i].para.Part == layout.PartGenerated && !st.Equal(i, j) {
			st.pieces(i, j)
			continue
		}
		if i < 0 || st.got[j].para == nil || st.Equal(i, j) || !splittable(st.items[i].para) || s.base.moved || st.got[j].para.Revised() {
			continue
		}
		p := st.items[i].para
		var paras = []*layout.Para{p}
		rets := []*wml.Paragraph{st.got[j].para}
		best := similarity(paras, rets)
		// Split: the next returned paragraphs have no partner.
		lastJ := j
		for k := j + 1; k < len(st.got) && st.match[k] < 0 && st.got[k].para != nil && !st.got[k].para.Revised(); k++ {
			if sim := similarity(paras, append(rets[:len(rets):len(rets)], st.got[k].para)); sim > best+100 {
				rets, best, lastJ = append(rets, st.got[k].para), sim, k
			} else {
				break
			}
		}
		firstJ := j
		for k := j - 1; lastJ == j && k >= 0 && st.match[k] < 0 && st.got[k].para != nil && !st.got[k].para.Revised(); k-- {
			if sim := similarity(paras, append([]*wml.Paragraph{st.got[k].para}, rets...)); sim > best+100 {
				rets, best, firstJ = append([]*wml.Paragraph{st.got[k].para}, rets...), sim, k
			} else {
				break
			}
		}
		// Join: the neighbouring sent paragraphs have no partner.
		firstI, lastI := i, i
		if len(rets) == 1 {
			for k := i + 1; k < len(st.items) && st.back[k] < 0 && sameFlow(p, st.items[k].para); k++ {
				if sim := similarity(append(paras[:len(paras):len(paras)], st.items[k].para), rets); sim > best+100 {
					paras, best, lastI = append(paras, st.items[k].para), sim, k
				} else {
					break
				}
			}
			for k := i - 1; lastI == i && k >= 0 && st.back[k] < 0 && sameFlow(p, st.items[k].para); k-- {
				if sim := similarity(append([]*layout.Para{st.items[k].para}, paras...), rets); sim > best+100 {
					paras, best, firstI = append([]*layout.Para{st.items[k].para}, paras...), sim, k
				} else {
					break
				}
			}
		}
		s.seq = j
		if len(paras) == 1 && len(rets) == 1 || !s.passage(paras, rets) {
			continue
		}
		for k := firstJ; k <= lastJ; k++ {
			st.match[k] = handled
		}
		for k := firstI; k <= lastI; k++ {
			st.back[k] = 0
		}
	}
}

// pieces takes the paragraphs around a line of ours that was split for parts of it: they are no
// text of the reviewer.
func (st *story) pieces(i, j int) {
	line := shown(st.items[i].para)
	for _, step := range []int{-1, 1} {
		for k := j + step; k >= 0 && k < len(st.got) && st.match[k] == -1 && st.got[k].para != nil; k += step {
			if t := text(st.got[k].para.Runs); t == "" || !strings.Contains(line, t) {
				break
			}
			st.match[k] = handled
		}
	}
}

// handled marks a returned element that needs no further attention.
const handled = -2

// splittable: an ordinary paragraph of the source.
func splittable(p *layout.Para) bool {
	if p == nil || p.Part != layout.PartText || p.Line != nil {
		return false
	}
	_, ok := p.Node.(*noma.Paragraph)
	return ok
}

func sameFlow(a, b *layout.Para) bool {
	return splittable(a) && splittable(b) && a.Node.At().Parent == b.Node.At().Parent
}

func similarity(paras []*layout.Para, rets []*wml.Paragraph) int {
	a, b := map[string]int{}, map[string]int{}
	for _, p := range paras {
		countWords(a, p.Runs())
	}
	for _, r := range rets {
		countWords(b, r.Runs)
	}
	common, total := overlap(a, b)
	if total == 0 {
		return 0
	}
	return 2000 * common / total
}

// passage rewrites several paragraphs as one stretch of source.
func (s *session) passage(paras []*layout.Para, rets []*wml.Paragraph) bool {
	first, last := paras[0].Segs[0].Slot.Origin.Text.All(), paras[len(paras)-1].Segs[0].Slot.Origin.Text.All()
	for k := 1; k < len(paras); k++ { // nothing but blank lines may stand between them
		a, b := paras[k-1].Segs[0].Slot.Origin.Text.All(), paras[k].Segs[0].Slot.Origin.Text.All()
		if a.End > b.Start || strings.TrimSpace(s.doc.File.Text[a.End:b.Start]) != "" {
			return false
		}
	}
	span := source.Span{Start: first.Start, End: last.End}
	if strings.Contains(span.Of(s.doc.File.Text), "\r") {
		return false // line ends of one kind only
	}
	p := layout.Passage{Text: span.Of(s.doc.File.Text)}
	var was, now []string
	for _, x := range paras {
		t := x.Segs[0].Slot.Origin.Text.All()
		p.Paras = append(p.Paras, [2]int{t.Start - span.Start, t.End - span.Start})
		was = append(was, shown(x))
	}
	var glyphs [][]layout.Glyph
	for _, r := range rets {
		glyphs = append(glyphs, layout.Glyphs(r.Runs, wml.Original))
		now = append(now, text(r.Runs))
	}
	out, ok := s.names.Rewrite(p, glyphs)
	if !ok {
		return false
	}
	d := parse(out)
	if len(d.Children) != len(rets) {
		return false
	}
	for k, c := range d.Children {
		para, ok := c.(*noma.Paragraph)
		if !ok || !slices.Equal(s.names.Reads(para.Content.S), glyphs[k]) {
			return false
		}
	}
	f := s.apply(CodeSplit, paras[0].Node, "Paragraphs were split or joined.", strings.Join(was, "¶"), strings.Join(now, "¶")).at(rets[0])
	for _, r := range rets {
		s.owner.Set(r, paras[0].Node)
	}
	if unitOf(paras[0].Node) != paras[0].Node {
		s.edit(f, paras[0].Node, trimEdit(span, p.Text, out)) // inside a block without id: one edit does it
		return true
	}
	// Each paragraph is a child of its own: the first ones are replaced, the others come or go.
	for k, x := range paras {
		if k < len(rets) {
			content := d.Children[k].(*noma.Paragraph).Content.S
			s.edit(f, x.Node, replaceText(s.doc.File, x.Segs[0].Slot.Origin.Text, content)...)
		} else {
			s.deleteNode(f, x.Node)
		}
	}
	last0 := paras[min(len(paras), len(rets))-1].Node.At()
	for k := len(paras); k < len(rets); k++ {
		s.addChild(f, last0.Parent, last0.Index+1, d.Children[k].(*noma.Paragraph).Content.S)
	}
	f.change = &Change{Action: "update_child"}
	f.change.place(paras[0].Node.At().Parent.At().ID, paras[0].Node.At().Index, paras[0].Node)
	return true
}

// trimEdit is the smallest edit from one text to another.
func trimEdit(span source.Span, was, now string) source.Edit {
	a := commonPrefix(was, now)
	z := commonSuffix(was[a:], now[a:])
	return source.Edit{Span: source.Span{Start: span.Start + a, End: span.End - z}, New: now[a : len(now)-z]}
}

// marker is what a new item of a list starts with.
func marker(l *noma.List, after *noma.ListItem, text string) string {
	m := after.Marker.Of(text)
	if !l.Ordered {
		return m
	}
	digits := strings.TrimRight(m, " \t.")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return m
	}
	return strconv.Itoa(n+1) + m[len(digits):]
}
