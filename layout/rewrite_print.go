package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/wml"
)

// print makes the new text.
func (w *rewriter) print() string {
	var b strings.Builder
	at := 0
	for _, h := range w.hunks {
		span, glyphs, ok := w.splice(h)
		var s string
		if ok {
			p := &printer{names: w.names, inCell: w.p.InCell}
			inLabel := h.i < len(w.marks) && w.marks[h.i].link != "" || h.i > 0 && h.i == h.j && w.marks[h.i-1].link != ""
			code := h.i < len(w.marks) && w.marks[h.i].style&wml.Code != 0 && h.i < h.j
			for _, g := range glyphs {
				if latex, ok := strings.CutPrefix(g.Object, equationObject); ok {
					p.b.WriteString(p.latex(latex))
					continue
				}
				p.char(g.Rune, code, inLabel)
			}
			s = p.b.String()
		} else {
			span = w.outer(h)
			s = w.names.Markup(w.now[h.a:h.b], w.p.InCell)
		}
		b.WriteString(w.p.Text[at:max(at, span[0])])
		b.WriteString(s)
		at = max(at, span[1])
	}
	b.WriteString(w.p.Text[at:])
	return b.String()
}

// outer is the source of whole constructs.
func (w *rewriter) outer(h hunk) [2]int {
	edge := func(k int, end bool) int {
		m := &w.marks[k]
		if m.flat {
			if end {
				return m.end
			}
			return m.start
		}
		if end {
			return w.tops[m.top].end
		}
		return w.tops[m.top].start
	}
	if h.i < h.j {
		return [2]int{edge(h.i, false), edge(h.j-1, true)}
	}
	switch {
	case len(w.marks) == 0:
		return w.p.Paras[0]
	case h.i == len(w.marks):
		e := edge(h.i-1, true)
		return [2]int{e, e}
	}
	s := edge(h.i, false)
	return [2]int{s, s}
}
