package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Rewriting inline markup: what the reviewer left alone keeps its form, its line breaks and its
// markers; what they changed is printed anew, in place.

// paragraphRune stands for the end of a paragraph in a passage of several.
const paragraphRune = '\u2029'

// Passage is source text that shows as one or more paragraphs: each is Text[Paras[i][0]:Paras[i][1]].
type Passage struct {
	Text  string
	Paras [][2]int
	// InCell: pipes are escaped and line breaks are written <br>.
	InCell bool
	// InNote: it is the text of a note ^[text].
	InNote bool
}

// OnePara returns the passage of a single paragraph.
func OnePara(text string) Passage { return Passage{Text: text, Paras: [][2]int{{0, len(text)}}} }

// hunk replaces marks [i,j) by now[a:b].
type hunk struct{ i, j, a, b int }

// Rewrite returns the passage as it has to read for its paragraphs to show now. ok is false when the
// result would show something else: then the content has no representation.
func (n *Names) Rewrite(p Passage, now [][]Glyph) (text string, ok bool) {
	marks, tops := n.trace(p)
	var flat []Glyph
	for i, g := range now {
		if i > 0 {
			flat = append(flat, Glyph{Rune: paragraphRune})
		}
		flat = append(flat, g...)
	}
	w := &rewriter{names: n, p: p, marks: marks, tops: tops, now: flat}
	if linked := *w; linked.keepLinkTexts() {
		if text, ok = linked.rewrite(now); ok {
			return text, true
		}
	}
	return w.rewrite(now)
}

func (w *rewriter) rewrite(now [][]Glyph) (text string, ok bool) {
	n, p := w.names, w.p
	w.manner = w.inside(manner{})
	hunks := w.joined(w.diff())
	if len(now) != 1 || len(p.Paras) != 1 {
		return w.made(hunks), true
	}
	spells := n.Spells
	if p.InCell {
		spells = n.SpellsCell
	}
	if p.InNote {
		whole := spells
		spells = func(s string, g []Glyph) bool { return whole("^["+s+"]", []Glyph{placed(g)}) }
	}
	reads := func(s string) bool {
		return spells(s, now[0]) && (!p.InCell || !strings.ContainsAny(s, "\n\r"))
	}
	text = w.made(hunks)
	if spells(text, now[0]) && (!p.InCell || noma.IsCell(text)) {
		return text, reads(text)
	}
	for _, print := range []func(manner) string{
		func(m manner) string { return w.madeIn(m, hunks) },
		// White space is not shown beside a line end: where the reviewer has some, the line goes on.
		func(m manner) string {
			w.oneLine = true
			defer func() { w.oneLine = false }()
			return w.madeIn(m, w.beside(hunks))
		},
		func(m manner) string {
			return n.printed(w.lined(hunk{0, len(w.marks), 0, len(w.now)}), p.InCell, w.inside(m))
		},
		func(m manner) string { return n.printed(w.now, p.InCell, w.inside(m)) },
	} {
		if text, ok = n.written(p.InCell, reads, print); ok {
			return text, true
		}
	}
	return "", false
}

type rewriter struct {
	names *Names
	p     Passage
	marks []mark
	tops  []construct
	now   []Glyph
	hunks []hunk // settled, in order, not touching
	// oneLine prints what is printed anew without the line ends it had.
	oneLine bool
	manner
}

// diff compares word by word, so that a changed word is replaced as a whole and the white space
// around it, line breaks included, stays.
func (w *rewriter) diff() []hunk {
	ids := map[string]rune{}
	encode := func(g []Glyph) (runes []rune, ends []int) {
		for i := 0; i < len(g); {
			j := i + 1
			if wordRune(g[i]) {
				for j < len(g) && wordRune(g[j]) {
					j++
				}
			}
			var key strings.Builder
			for _, x := range g[i:j] {
				key.WriteRune(x.Rune)
				key.WriteRune(rune(x.Style))
				key.WriteString(x.Link)
				key.WriteByte(0)
				key.WriteString(x.Object)
				key.WriteByte(1)
			}
			id, ok := ids[key.String()]
			if !ok {
				id = rune(len(ids) + 1)
				if id >= 0xd800 {
					id += 0x800 // step over the surrogates, which no Go string can hold
				}
				ids[key.String()] = id
			}
			runes, ends = append(runes, id), append(ends, j)
			i = j
		}
		return runes, ends
	}
	a, aEnds := encode(contentOf(w.marks))
	b, bEnds := encode(w.now)
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the same answer on every machine
	var out []hunk
	end := func(ends []int, k int) int {
		if k == 0 {
			return 0
		}
		return ends[k-1]
	}
	ai, bi := 0, 0
	for _, x := range d.DiffMainRunes(a, b, false) {
		k := utf8.RuneCountInString(x.Text)
		h := hunk{end(aEnds, ai), end(aEnds, ai), end(bEnds, bi), end(bEnds, bi)}
		switch x.Type {
		case diffmatchpatch.DiffEqual:
			ai, bi = ai+k, bi+k
			continue
		case diffmatchpatch.DiffDelete:
			ai += k
			h.j = end(aEnds, ai)
		case diffmatchpatch.DiffInsert:
			bi += k
			h.b = end(bEnds, bi)
		}
		if last := len(out) - 1; last >= 0 && out[last].j == h.i && out[last].b == h.a {
			out[last].j, out[last].b = h.j, h.b
			continue
		}
		out = append(out, h)
	}
	for i := range out {
		out[i] = w.slide(out[i])
	}
	return out
}

// slide moves an insertion to the other side of the white space before it, when there are the words
// it resembles: typed at the end of a link, it belongs to the link and not behind the line end.
func (w *rewriter) slide(h hunk) hunk {
	if h.i != h.j || h.i < 2 || h.i >= len(w.marks) || h.b-h.a < 2 || h.a < 1 {
		return h
	}
	like := func(x, y Glyph) bool { return x.Style == y.Style && x.Link == y.Link }
	blank, first := w.marks[h.i-1].Glyph, w.now[h.a]
	if isBlank(blank.Rune) && w.now[h.b-1] == blank && w.now[h.a-1] == blank &&
		like(w.marks[h.i-2].Glyph, first) && !like(w.marks[h.i].Glyph, first) {
		return hunk{h.i - 1, h.j - 1, h.a - 1, h.b - 1}
	}
	return h
}

// joined makes one hunk of two that need markers and have only white space between them, so that two
// words that became bold become one bold span.
func (w *rewriter) joined(hunks []hunk) []hunk {
	var out []hunk
	for _, h := range hunks {
		if n := len(out); n > 0 {
			prev := out[n-1]
			_, _, before := w.splice(prev)
			_, _, here := w.splice(h)
			if !before && !here && w.blankBetween(prev.j, h.i) {
				out[n-1].j, out[n-1].b = h.j, h.b
				continue
			}
		}
		out = append(out, h)
	}
	return out
}

func (w *rewriter) blankBetween(i, j int) bool {
	for ; i < j; i++ {
		if m := &w.marks[i]; !isBlank(m.Rune) || m.eol {
			return false
		}
	}
	return true
}

func wordRune(g Glyph) bool {
	return g.Object == "" && (unicode.IsLetter(g.Rune) || unicode.IsDigit(g.Rune) || unicode.IsMark(g.Rune))
}

// settle grows a hunk until it cuts no construct it may not cut, and joins it with those before it
// that it then overlaps.
func (w *rewriter) settle(h hunk) {
	if _, _, ok := w.splice(h); !ok {
		h = w.grow(h)
	}
	for k := len(w.hunks) - 1; k >= 0 && w.hunks[k].j > h.i; k-- {
		prev := w.hunks[k]
		w.hunks = w.hunks[:k]
		h = w.grow(hunk{min(prev.i, h.i), max(prev.j, h.j), min(prev.a, h.a), max(prev.b, h.b)})
	}
	w.hunks = append(w.hunks, h)
}

// grow widens a hunk to whole constructs; the marks around it are unchanged, so the new side
// widens by the same number.
func (w *rewriter) grow(h hunk) hunk {
	left := func(i int) int {
		for i > 0 && i < len(w.marks) && !w.marks[i].flat && w.marks[i-1].top == w.marks[i].top {
			i--
		}
		return i
	}
	right := func(j int) int {
		for j > 0 && j < len(w.marks) && !w.marks[j-1].flat && w.marks[j-1].top == w.marks[j].top {
			j++
		}
		return j
	}
	i, j := left(h.i), right(h.j)
	a, b := h.a-(h.i-i), h.b+(j-h.j)
	return hunk{i, j, max(0, a), min(len(w.now), b)}
}

// splice tells how a hunk can be made by typing inside the place it is in: the source span to
// replace and the characters. ok is false when markers are involved.
func (w *rewriter) splice(h hunk) (span [2]int, glyphs []Glyph, ok bool) {
	glyphs = w.now[h.a:h.b]
	if h.i == h.j {
		return w.insertion(h.i, glyphs)
	}
	first := &w.marks[h.i]
	if h.j == h.i+1 && len(glyphs) == 1 && first.inner[1] > 0 && strings.HasPrefix(glyphs[0].Object, equationObject) {
		return first.inner, glyphs, true
	}
	if h.j == h.i+1 && len(glyphs) == 1 && samePicture(first.Glyph, glyphs[0]) {
		return [2]int{first.start, first.end}, glyphs, true
	}
	if _, note := InPlace(first.Glyph); note && h.j == h.i+1 && len(glyphs) == 1 {
		_, note = InPlace(glyphs[0])
		return first.inner, glyphs, note
	}
	for k := h.i; k < h.j; k++ {
		m := &w.marks[k]
		if m.whole || m.style != first.style || m.link != first.link || m.flat != first.flat || !m.flat && m.top != first.top {
			return span, nil, false
		}
	}
	if !first.flat && len(glyphs) == 0 {
		t := w.tops[first.top]
		if (h.i == 0 || w.marks[h.i-1].top != first.top) && (h.j == len(w.marks) || w.marks[h.j].top != first.top) {
			return [2]int{t.start, t.end}, nil, true // nothing is left between the markers
		}
	}
	if !w.fits(glyphs, first) {
		return span, nil, false
	}
	return [2]int{first.start, w.marks[h.j-1].end}, glyphs, true
}

// insertion finds the side of a gap whose style new characters have.
func (w *rewriter) insertion(i int, glyphs []Glyph) (span [2]int, out []Glyph, ok bool) {
	var sides []int
	switch {
	case len(w.marks) == 0:
		return [2]int{w.p.Paras[0][0], w.p.Paras[0][1]}, glyphs, false
	case i == 0:
		sides = []int{0}
	case i == len(w.marks):
		sides = []int{i - 1}
	default:
		sides = []int{i - 1, i}
		if !w.marks[i-1].flat && w.marks[i].flat && allBlank(glyphs) {
			sides = []int{i, i - 1}
		}
	}
	for _, k := range sides {
		m := &w.marks[k]
		if m.whole || m.Object != "" || !w.fits(glyphs, m) {
			continue
		}
		if k < i {
			return [2]int{m.end, m.end}, glyphs, true
		}
		return [2]int{m.start, m.start}, glyphs, true
	}
	return span, nil, false
}

func allBlank(g []Glyph) bool {
	return !slices.ContainsFunc(g, func(x Glyph) bool { return !isBlank(x.Rune) || x.Object != "" })
}

// fits: the characters can be typed at the place of m without any markup.
func (w *rewriter) fits(g []Glyph, m *mark) bool {
	if t := w.tops[m.top]; m.style&wml.Code != 0 && strings.Contains(w.p.Text[t.start:t.end], "``") {
		return false // how long the runs around the code are depends on what it holds
	}
	for _, x := range g {
		if x.Object != "" || x.Rune == paragraphRune && !m.flat {
			return false
		}
		if !isBlank(x.Rune) && x.Rune != paragraphRune && (x.Style != styleOf(m.style, m.link) || x.Link != m.link) {
			return false
		}
		if m.style&wml.Code != 0 && (x.Rune == '`' || x.Rune == '\n') {
			return false
		}
	}
	return true
}
