package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Lines of code: every character counts, and none is markup.

// codeLine changes one line of code, which came back as one or was split into several.
func (s *paragraphs) codeLine(p *layout.Para, rets []*wml.Paragraph, by ruling) {
	slot, r := p.Segs[0].Slot, rets[0]
	var lines []string
	for _, x := range rets {
		if slices.ContainsFunc(x.Runs, func(x wml.Run) bool { return x.Kind == wml.Math || isObject(&x) }) {
			s.refuse(sayObjectInCode, p.Node, shown(p), said(x.Runs)).at(x)
			return
		}
		lines = append(lines, codeText(x))
	}
	now := s.indented(p, strings.Join(lines, "\n"))
	if !slot.Origin.Text.Placed() {
		s.generated(p, r, by)
		return
	}
	if now == strings.TrimRight(slot.Value, " ") {
		return // it differs in formatting, which is reported, or not at all
	}
	if !codeSafe(p.Node, now) || !codeSafe(p.Node, slot.Value) {
		s.refuse(sayEndsCode, p.Node, slot.Value, now).at(r)
		return
	}
	f := s.apply(sayCodeEdited, p.Node, slot.Value, now).by(by).at(r)
	s.edit(f, p.Node, replaceText(s.doc.File, slot.Origin.Text, now)...)
}

// codeLines returns a paragraph of code as the paragraphs that its line breaks make of it: a line of the source is one.
func codeLines(p *wml.Paragraph) []wml.Block {
	runs, points := p.Runs, p.Points
	p.Points = nil
	out, line, from := []wml.Block{p}, p, 0
	for i := range runs {
		if r := &runs[i]; r.Kind != wml.Break || r.Ins != nil || r.Del != nil {
			continue
		}
		next := line.Like(runs[i+1:])
		next.PageBreakBefore = false
		line.Runs, line.SectionBreak, line.MarkIns, line.MarkDel = runs[from:i:i], false, nil, nil
		line, from = next, i+1
		out = append(out, line)
	}
	for _, x := range points { // a point stands before the run it counts
		k, at := 0, x.At
		for k < len(out)-1 && at > len(out[k].(*wml.Paragraph).Runs) {
			at -= len(out[k].(*wml.Paragraph).Runs) + 1
			k++
		}
		x.At = at
		line := out[k].(*wml.Paragraph)
		line.Points = append(line.Points, x)
	}
	return out
}

// indented returns a line of code that came back with the indent that was sent when the program that saved the file shortens indents, and
// reports that.
func (s *paragraphs) indented(p *layout.Para, now string) string {
	was := p.Segs[0].Slot.Value
	space, came := indentOf(was), indentOf(now)
	if len(came) >= len(space) || s.returned.keepsFormatting() {
		return now
	}
	if s.shortened == nil {
		n := s.returned.shortIndents()
		s.shortened = &n
	}
	if *s.shortened == indentsKept {
		return now
	}
	s.habit(once(sayIndents, p.Node, strings.TrimRight(was, " "), now), s.returned.program())
	return space + now[len(came):]
}

// indentsKept says that lines of code came back with the white space before them that they were sent with.
const indentsKept = -1

// shortIndents returns how many lines of code that were not edited came back with less white space before them than they were sent with,
// and [indentsKept] where these are few, and not all. Lines that stand in the code with several indents do not count.
func (in *normalized) shortIndents() int {
	sent := map[string]int{} // the lengths of indents by the words, -1 for several
	in.eachAsSent(func(p *layout.Para) {
		if p.Part != layout.PartCode {
			return
		}
		line := strings.TrimRight(p.Segs[0].Slot.Value, " ")
		n := len(indentOf(line))
		if was, ok := sent[line[n:]]; ok && was != n {
			n = -1
		}
		sent[strings.TrimLeft(line, " \t")] = n
	})
	came, less := 0, 0
	for p := range in.texts() {
		line := codeText(p)
		n := len(indentOf(line))
		if was := sent[line[n:]]; was > 0 && n < len(line) {
			if came++; n < was {
				less++
			}
		}
	}
	if less <= fewFields && less < came {
		return indentsKept
	}
	return less
}

// indentOf returns the white space that a line begins with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// codeLine is a line of code that came back with formatting, and what it says with that.
type codeLine struct {
	para *wml.Paragraph
	says string
}

// undressCode takes bold, italic and links from the lines of code of a document, so that they are compared by what they
// say, and returns those that had some.
func undressCode(d *wml.Document) (lines []codeLine) {
	for _, st := range d.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			if p.Style != layout.StyleCode {
				continue
			}
			if plain := unformatted(p.Runs); plain != nil {
				lines = append(lines, codeLine{p, saidLinked(p.Runs)})
				p.Runs = plain
			}
		}
	}
	return lines
}

// codeFormatting reports the lines of code that came back with formatting.
func (s *formatting) codeFormatting() {
	for _, l := range s.returned.code {
		if p := l.para; !s.copies[p] && !s.base.foreign {
			s.refuse(sayCodeFormatting, s.owner.Get(p), text(p.Runs), l.says).at(p)
		}
	}
}

// unformatted returns runs without the formatting and links that code cannot have, nil when they have none.
func unformatted(runs []wml.Run) []wml.Run {
	var out []wml.Run
	for i := range runs {
		if r := &runs[i]; !r.Kind.IsText() || r.Style&(wml.Content&^wml.Code) == 0 && r.Link == nil {
			continue
		}
		if out == nil {
			out = slices.Clone(runs)
		}
		out[i].Style &= wml.Code
		out[i].Link = nil
	}
	return out
}

// codeText returns a paragraph as lines of code: every character counts.
func codeText(r *wml.Paragraph) string {
	return strings.TrimRight(r.Text(wml.Original), " ")
}

// codeSafe reports whether a line can stand in a block of code, or can go from it: a fence would open
// or close the block, and in the body of a directive so would a line of colons, or a comment that begins or ends.
func codeSafe(n noma.Node, line string) bool {
	_, fenced := n.(*noma.Code)
	for _, l := range strings.Split(line, "\n") {
		if strings.HasPrefix(l, "```") || !fenced && strings.HasPrefix(l, "::") {
			return false
		}
		bare := strings.TrimSpace(l)
		if opens, ends := strings.HasPrefix(bare, "<!--"), strings.HasSuffix(bare, "-->"); !fenced && opens != ends {
			return false
		}
	}
	return true
}
