package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// How a comment that came back is compared with the one that was sent.
//
// Comments saved by programs that keep only their words: LibreOffice drops equations, links and the formatting of
// code there. What it drops by itself is no edit, and a paragraph with the same words keeps its source; other
// formatting that differs is reported.

// wordsOnly reports whether the program that saved the file may have dropped what a comment has besides words.
func (s *annotations) wordsOnly() bool {
	return !s.keepsMarks() && (s.base.foreign || s.returned.Producer != "")
}

// keepsMarks reports whether the program that saved the file last is one that keeps what comments hold.
func (s *annotations) keepsMarks() bool { return s.returned.byWord() }

// annotationGlyphs returns the content of a comment, as it was sent and as it came back.
func annotationGlyphs(sent []layout.Block, returned []*wml.Paragraph) (was, now []layout.Glyph) {
	for _, b := range sent {
		layout.EachPara(b, func(p *layout.Para) {
			if !layout.IsStatus(p) {
				was = append(was, layout.Glyphs(p.Runs(), wml.Original)...)
			}
		})
	}
	for _, r := range returned {
		now = append(now, layout.Glyphs(r.Runs, wml.Original)...)
	}
	return was, now
}

// sameWords compares letters alone: no blanks, no equations, no formatting. formatted reports whether the same
// letters were given formatting or a link, or lost what every program keeps, bold and italic.
func sameWords(a, b []layout.Glyph) (same, formatted bool) {
	skip := func(g []layout.Glyph) []layout.Glyph {
		for len(g) > 0 && (g[0].Rune <= ' ' || layout.IsEquation(g[0])) {
			g = g[1:]
		}
		return g
	}
	for {
		a, b = skip(a), skip(b)
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b), formatted
		}
		if a[0].Rune != b[0].Rune {
			return false, false
		}
		gained := b[0].Style&^a[0].Style != 0 || b[0].Link != "" && b[0].Link != a[0].Link
		formatted = formatted || gained || (a[0].Style&^b[0].Style)&^wml.Code != 0
		a, b = a[1:], b[1:]
	}
}

// formattedElsewhere reports formatting of a comment or note that differs in a file whose program may have changed it by itself.
func (s *annotations) formattedElsewhere(kind string, n noma.Node, was, now []layout.Glyph) *finding {
	return s.refuse(sayAnnotationDressing.with(kind), n,
		s.names.Markup(was, false), s.names.Markup(now, false))
}

// losesEquation reports whether the source of a paragraph has an equation that did not come back.
func losesEquation(p *layout.Para, returned []layout.Glyph) bool {
	count := func(g []layout.Glyph) int {
		n := 0
		for i := range g {
			if layout.IsEquation(g[i]) {
				n++
			}
		}
		return n
	}
	return count(layout.Glyphs(p.Runs(), wml.Original)) > count(returned)
}

// markerEdited: a comment that shows a change request to programs without tracked changes. The request
// itself is what can be edited.
func (s *comments) markerEdited(x *sentComment, g *gotComment) {
	if g.text == x.text {
		return
	}
	if v := s.base.mark(layout.MarkName(x.c.Node), layout.Contents(x.c.Blocks), contentOfParas(g.paras)); v == reviewer || v == both {
		s.refuse(sayCommentOfRequest, x.c.Node, x.text, g.text).comment(g.c)
	}
}

// sameParas compares the paragraphs of a comment or note with what came back, markup included.
func sameParas(sent []layout.Block, returned []*wml.Paragraph) bool {
	return slices.Equal(layout.Contents(sent), contentOfParas(returned))
}

func contentOfParas(paras []*wml.Paragraph) []uint64 {
	var out []uint64
	for _, p := range paras {
		if k := layout.Fingerprint(p.Runs, wml.Original); k != 0 {
			out = append(out, k)
		}
	}
	return out
}

// commentParagraphs parts the paragraphs of comments again that pandoc has put into one, with a pilcrow between them.
func (in *normalized) commentParagraphs() {
	const pilcrow = "¶ "
	if in.byWord() || len(in.Comments) == 0 {
		return
	}
	for _, c := range in.plan.Comments {
		if strings.Contains(blocksText(c.Blocks), strings.TrimSpace(pilcrow)) {
			return
		}
	}
	for i, c := range in.Comments {
		if len(c.Blocks) != 1 {
			continue
		}
		p, ok := c.Blocks[0].(*wml.Paragraph)
		if !ok || !slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return strings.Contains(r.Text, pilcrow) }) {
			continue
		}
		own := *c
		own.Blocks = nil
		var runs []wml.Run
		end := func() {
			own.Blocks = append(own.Blocks, p.WithRuns(runs))
			runs = nil
		}
		for _, r := range p.Runs {
			for before, rest, found := strings.Cut(r.Text, pilcrow); found; before, rest, found = strings.Cut(r.Text, pilcrow) {
				part := r
				part.Text = strings.TrimSuffix(before, " ")
				runs = append(runs, part)
				end()
				r.Text = rest
			}
			runs = append(runs, r)
		}
		end()
		in.Comments[i] = &own
	}
}
