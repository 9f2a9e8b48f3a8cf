package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// made returns the passage with its hunks settled and printed.
func (w *rewriter) made(hunks []hunk) string {
	w.hunks = nil
	for _, h := range hunks {
		w.settle(h)
	}
	return w.print()
}

// madeIn returns what made gives, with what is new printed in a manner.
func (w *rewriter) madeIn(m manner, hunks []hunk) string {
	w.manner = w.inside(m)
	defer func() { w.manner = w.inside(manner{}) }()
	return w.made(hunks)
}

// beside returns the hunks with the white space around them.
func (w *rewriter) beside(hunks []hunk) []hunk {
	var out []hunk
	blank := func(k int) bool { return isBlank(w.marks[k].Rune) && w.marks[k].Object == "" }
	for _, h := range hunks {
		for h.i > 0 && h.a > 0 && blank(h.i-1) && w.marks[h.i-1].Rune != '\n' {
			h.i, h.a = h.i-1, h.a-1
		}
		for h.j < len(w.marks) && h.b < len(w.now) && blank(h.j) && w.marks[h.j].Rune != '\n' {
			h.j, h.b = h.j+1, h.b+1
		}
		if n := len(out); n > 0 && out[n-1].j >= h.i {
			out[n-1].j, out[n-1].b = h.j, h.b
			continue
		}
		out = append(out, h)
	}
	return out
}

// print makes the new text.
func (w *rewriter) print() string {
	var b strings.Builder
	at := 0
	for _, h := range w.hunks {
		span, glyphs, ok := w.splice(h)
		var s string
		if ok {
			p := &printer{names: w.names, inCell: w.p.InCell, manner: w.manner}
			inLabel := h.i < len(w.marks) && w.marks[h.i].link != "" || h.i > 0 && h.i == h.j && w.marks[h.i-1].link != ""
			code := h.i < len(w.marks) && w.marks[h.i].style&wml.Code != 0 && h.i < h.j
			for _, g := range glyphs {
				if latex, ok := strings.CutPrefix(g.Object, equationObject); ok {
					p.b.WriteString(spacedAs(w.p.Text[span[0]:span[1]], latex, p.latex(latex)))
					continue
				}
				if IsPicture(g) {
					p.respelled(w.p.Text[span[0]:span[1]], g.Object)
					continue
				}
				if said, in := InPlace(g); in {
					p.b.WriteString(w.noteText(w.p.Text[span[0]:span[1]], said))
					continue
				}
				p.char(g.Rune, code, inLabel)
			}
			s = p.b.String()
		} else {
			span = w.outer(h)
			s = w.names.printed(w.lined(h), w.p.InCell, w.manner)
		}
		b.WriteString(w.p.Text[at:max(at, span[0])])
		b.WriteString(s)
		at = max(at, span[1])
	}
	b.WriteString(w.p.Text[at:])
	return b.String()
}

// softRune stands for a line end of the source in content to print. No text has it: it is no character.
const softRune = unicode.MaxRune + 1

// lined returns the new content of a hunk with the line ends of the source, as far as the characters before or
// behind them are the same: a link that leads somewhere else stands on the lines it stood on.
func (w *rewriter) lined(h hunk) []Glyph {
	was, now := w.marks[h.i:h.j], slices.Clone(w.now[h.a:h.b])
	if w.oneLine {
		return now
	}
	same := func(i, k int) bool { return was[i].Rune == w.now[h.a+k].Rune && was[i].Object == w.now[h.a+k].Object }
	keep := func(i, k int) {
		if was[i].eol && now[k].Rune == ' ' {
			now[k].Rune = softRune
		}
	}
	lo := 0
	for ; lo < len(was) && lo < len(now) && same(lo, lo); lo++ {
		keep(lo, lo)
	}
	for i, k := len(was)-1, len(now)-1; i >= lo && k >= lo && same(i, k); i, k = i-1, k-1 {
		keep(i, k)
	}
	return now
}

// outer returns the source of whole constructs.
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

// spacedAs returns an equation with the blanks of the one in whose place it comes, around it and where both begin and end alike. latex is
// the equation as Word shows it, spelled as it is written.
func spacedAs(was, latex, spelled string) string {
	const blanks = " \t\r\n"
	core := strings.Trim(was, blanks)
	if core == "" {
		return spelled
	}
	i, j := 0, 0
	for i < len(core) && j < len(spelled) && (core[i] == spelled[j] || strings.IndexByte(blanks, core[i]) >= 0) {
		if core[i] == spelled[j] {
			j++
		}
		i++
	}
	x, y := len(core), len(spelled)
	for x > i && y > j && (core[x-1] == spelled[y-1] || strings.IndexByte(blanks, core[x-1]) >= 0) {
		if core[x-1] == spelled[y-1] {
			y--
		}
		x--
	}
	out := core[:i] + spelled[j:y] + core[x:]
	if wml.EquationText(out, false) != latex {
		return spelled
	}
	from := strings.Index(was, core)
	return was[:from] + out + was[from+len(core):]
}
