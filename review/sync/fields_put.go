package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// isField reports whether what stands at a byte of the text of a paragraph is a field.
func isField(p *wml.Paragraph, at int) bool {
	for i := range p.Runs {
		n := len(flatOf(p.Runs[i]))
		if at < n {
			return p.Runs[i].Kind == wml.Field
		}
		at -= n
	}
	return false
}

// putField puts a field in the place of n bytes of the text of a paragraph, which begin at a place of it. What begins or ends within
// them does so at the field. It reports false when they are not text alone, and returns what was inserted within them, with tracking,
// which is no text of the field. A field is deleted when all of its text is; one that is made by the tool only together with what
// stands beside it.
func putField(p *wml.Paragraph, at, n int, f *flatField, made bool) (typed string, ok bool) {
	size := func(i int) int { return len(flatOf(p.Runs[i])) }
	i := 0
	for i < len(p.Runs) && (at > size(i) || at == size(i) && (n > 0 || at == 0)) {
		at -= size(i)
		i++
	}
	if i == len(p.Runs) {
		return "", false
	}
	j, rest := i, at+n
	for j < len(p.Runs) && p.Runs[j].Kind.IsText() && rest > size(j) {
		rest -= size(j)
		j++
	}
	if j == len(p.Runs) || !p.Runs[j].Kind.IsText() && (rest < size(j) || n > 0) {
		return "", false
	}
	in, field := p.Runs[i], f.run
	field.Style, field.Ins, field.Del = in.Style, in.Ins, in.Del
	for k := i; k <= j; k++ {
		switch r := &p.Runs[k]; {
		case r.Ins != nil && n > 0:
			typed += r.Text
		case r.Del == nil:
			field.Del = nil
		}
	}
	if made && !(at > 0 || i > 0 && p.Runs[i-1].Del != nil) && !(rest < size(j) || j+1 < len(p.Runs) && p.Runs[j+1].Del != nil) {
		for field.Del != nil && rest == size(j) && j+1 < len(p.Runs) && p.Runs[j+1].Ins != nil && p.Runs[j+1].Kind.IsText() {
			j, rest = j+1, 0
			typed += p.Runs[j].Text // in the place of what is made again
		}
		field.Del = nil
	}
	var now []wml.Run
	if at > 0 {
		before := in
		if at < size(i) {
			before.Text = before.Text[:at]
		}
		now = append(now, before)
	}
	if f.word != "" {
		word := field
		word.Kind, word.Text, word.Object = wml.Text, f.word, nil
		now = append(now, word)
	}
	index := i + len(now)
	now = append(now, field)
	if behind := p.Runs[j]; rest < size(j) {
		behind.Text = behind.Text[rest:]
		now = append(now, behind)
	}
	grown := len(now) - (j + 1 - i)
	p.Points = slices.Clone(p.Points)
	for k := range p.Points {
		switch pt := &p.Points[k]; {
		case pt.At > j:
			pt.At += grown
		case pt.At > i && pt.Kind == wml.CommentStart:
			pt.At = index
		case pt.At > i:
			pt.At = index + 1
		}
	}
	p.Runs = slices.Concat(p.Runs[:i], now, p.Runs[j+1:])
	return typed, true
}

// showsToo reports whether another line of a block came back as it was, with the value of a slot of p in it.
func (s *fields) showsToo(p *layout.Para, slot *layout.Slot) bool {
	for _, st := range s.returned.Stories {
		for r := range wml.Paragraphs(st.Blocks...) {
			x := s.planned.Get(r)
			if x == nil || x == p || x.Node != p.Node || x.Line == nil || layout.Fingerprint(r.Runs, wml.Original) != x.Fingerprint() {
				continue
			}
			if slices.ContainsFunc(x.Line.Groups, func(g layout.Group) bool {
				return g.Slot != nil && len(g.Runs) > 0 && g.Slot.Origin.Key != "" && g.Slot.Origin.Key == slot.Origin.Key
			}) {
				return true
			}
		}
	}
	return false
}
