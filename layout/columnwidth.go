package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How wide the columns of a table of data are, and where numbers stand in them. Columns share the
// width of the text equally as long as every cell fits on one line; when one does not, columns that
// need less give room to those that need more, as a typesetter would do it.

const (
	charWidth   = 110  // of text in tables, on average, in twips
	cellMargins = 240  // left and right of the text in a cell, with some air
	maxNatural  = 6600 // what is longer than about sixty characters wraps in any case
	minColumn   = 500  // narrower columns break words; then all are alike

	wideFaces    = 7                  // words are longer by one part in so many in wide faces, which a template may bring
	tightMargins = 2*TightMargin + 20 // as cellMargins, in a tight table
	// TightMargin is the space beside the text of a cell in a tight table.
	TightMargin = 50
	mostAside   = 120 // see [Grid.aside]
)

// fit makes the most of a text width for a table whose rows are known.
func (g *Grid) fit(width int) {
	var words []columnNeed
	g.Widths, g.Tight = fitted(width, g.needs(g.unspanned(), false), func() []columnNeed {
		words = g.needs(g.unspanned(), true)
		return words
	})
	if g.alignCells(); g.Tight {
		g.Aside = g.aside(words)
	}
}

// aside returns for each column of a tight table how far its text stands from its right side, besides the margin: a number does not
// read on in the words of the next column, if the longest word has room for that.
func (g *Grid) aside(words []columnNeed) []int {
	out := make([]int, len(g.Widths))
	for j, w := range g.Widths[:len(out)-1] {
		if next := g.Side(j + 1); g.Side(j) == "right" && next != "right" && next != "center" {
			out[j] = min(max(w-words[j].word-tightMargins, 0), mostAside)
		}
	}
	return out
}

// needs returns what the columns need; words tells whether for their longest words, too, which takes longer.
func (g *Grid) needs(rows [][]*Para, words bool) []columnNeed {
	out := make([]columnNeed, len(g.Widths))
	for i, row := range rows {
		for j, p := range row {
			if j < len(out) && p != nil {
				out[j].add(measured(p, words), g.Header && i == 0)
			}
		}
	}
	return out
}

// unspanned returns the rows without the cells that are several columns wide.
func (g *Grid) unspanned() [][]*Para {
	rows := g.Rows
	for _, r := range g.Merges {
		if r.Left == r.Right {
			continue
		}
		if &rows[0] == &g.Rows[0] {
			rows = slices.Clone(rows)
		}
		rows[r.Top] = slices.Clone(rows[r.Top])
		rows[r.Top][r.Left] = nil
	}
	return rows
}

// columnNeed is what a column needs, in twips: to show each cell on one line, the same with its head on two lines, and for its longest
// word, without the sides of a cell.
type columnNeed struct{ natural, folded, word int }

// add adds a cell to a column.
func (n *columnNeed) add(m measure, head bool) {
	natural := min(m.letters*charWidth+cellMargins, maxNatural)
	n.natural = max(n.natural, natural)
	if head {
		natural = min((m.letters+1)/2*charWidth+cellMargins, maxNatural)
	}
	n.folded = max(n.folded, natural)
	n.word = max(n.word, m.longest)
}

// fitted returns the widths of the columns of a table, in twips; together they are total. It is tight when no word is broken only with
// little space at the sides of the cells. The longest words are asked for when they are needed.
func fitted(total int, needs []columnNeed, words func() []columnNeed) (widths []int, tight bool) {
	n := len(needs)
	equal := equalWidths(total, n)
	share := total / n
	if share < minColumn {
		return equal, false
	}
	fits, all := true, 0
	for _, c := range needs {
		w := max(c.natural, minColumn)
		fits = fits && w <= share
		all += w
	}
	if fits {
		return equal, false
	}
	natural, least, sum := make([]int, n), make([]int, n), 0
	needs, air := words(), 0
	for _, c := range needs {
		sum += max(c.word+c.word/wideFaces+cellMargins, minColumn)
	}
	if sum <= total {
		air = 1
	}
	sum = 0
	for j, c := range needs {
		least[j] = max(c.word+air*c.word/wideFaces+cellMargins, minColumn)
		if natural[j] = c.natural; all > total {
			natural[j] = c.folded // heads give room to what is below them
		}
		natural[j] = max(natural[j], least[j])
		sum += least[j]
	}
	if tight = sum > total; tight {
		sum = 0
		for j := range least {
			least[j] = max(least[j]-cellMargins+tightMargins, minColumn)
			natural[j] = max(natural[j]-cellMargins+tightMargins, least[j])
			sum += least[j]
		}
	}
	if sum > total {
		return shared(total, minColumn, least), true
	}
	return roomy(total, sum, natural, least), tight
}

// ColumnShares returns how much of the width of a page each column of a table gets, in thousandths; nil when all cells fit on their lines
// anyway. Page is the width of its text in twips. Head tells that the first row is one.
func ColumnShares(rows [][]string, columns, page int, head bool) []int {
	needs := func(words bool) []columnNeed {
		out := make([]columnNeed, columns)
		for i, row := range rows {
			for j, text := range row {
				var m measure
				m.add(text, words)
				out[j].add(m, head && i == 0)
			}
		}
		return out
	}
	letters, all := needs(false), 0
	for _, c := range letters {
		all += c.natural
	}
	if all < page*9/10 || page/columns < minColumn {
		return nil
	}
	widths, _ := fitted(page, letters, func() []columnNeed { return needs(true) })
	for j := range widths {
		widths[j] = (widths[j]*1000 + page/2) / page
	}
	return widths
}

// shared gives each column the least and of the rest in proportion to what it lacks.
func shared(total, least int, want []int) []int {
	out, lacking := make([]int, len(want)), 0
	for _, w := range want {
		lacking += w - least
	}
	rest := total - least*len(want)
	for j, w := range want {
		out[j] = least + rest*(w-least)/lacking
		total -= out[j]
	}
	out[len(out)-1] += total
	return out
}

// roomy gives columns that need less than their share what they need, which raises the share of the others; none gets less than its
// longest word, and all of these together need sum.
func roomy(total, sum int, natural, least []int) []int {
	n := len(natural)
	out := make([]int, n)
	rest, open := total, n
	for changed := true; changed && open > 0; {
		changed = false
		for j, w := range natural {
			if out[j] == 0 && w <= rest/open && rest-w >= sum-least[j] {
				out[j] = w
				rest -= w
				sum -= least[j]
				open--
				changed = true
			}
		}
	}
	lacking := 0
	for j, w := range natural {
		if out[j] == 0 {
			lacking += w - least[j]
		}
	}
	last := n - 1
	for j, w := range natural {
		switch {
		case open == 0: // all fit: what is left over goes to all
			out[j] += rest / n
		case out[j] == 0:
			out[j] = least[j] + (rest-sum)*(w-least[j])/max(1, lacking)
			last = j
		}
	}
	for j := range out {
		total -= out[j]
	}
	out[last] += total
	return out
}

// measure is how long the text of a cell is, in letters, and its longest word, in twips.
type measure struct{ letters, word, longest int }

func (m *measure) add(text string, words bool) {
	if m.letters += utf8.RuneCountInString(text); !words {
		return
	}
	for _, r := range text {
		if r < utf8.RuneSelf {
			m.word += asciiWidths[r]
		} else {
			m.word += letterWidth(r)
		}
		if r == ' ' || r == '-' || r == '\n' || r >= '\u2e80' { // these scripts break anywhere
			m.word = 0
		}
		m.longest = max(m.longest, m.word)
	}
}

// measured measures a paragraph.
func measured(p *Para, words bool) (m measure) {
	for i := range p.Segs {
		for k := range p.Segs[i].Runs {
			m.add(p.Segs[i].Runs[k].Text, words)
			if im := p.Segs[i].Runs[k].Image(); im != nil {
				m.letters += im.Width / emuPerTwip / charWidth
			}
		}
	}
	return m
}

// asciiWidths has the widths of the letters that most words are made of.
var asciiWidths = func() (out [utf8.RuneSelf]int) {
	for r := range out {
		out[r] = letterWidth(rune(r))
	}
	return out
}()

// letterWidth estimates how wide a letter of a table is, bold as in its head, in twips.
func letterWidth(r rune) int {
	switch {
	case strings.ContainsRune("iljtfrI.,:;'|!()[]/ ", r):
		return charWidth * 6 / 10
	case strings.ContainsRune("mwMW%@", r):
		return charWidth * 16 / 10
	case unicode.IsUpper(r):
		return charWidth * 13 / 10
	}
	return charWidth * 11 / 10
}

// fitPictures makes pictures in cells no wider than these.
func (g *Grid) fitPictures() {
	wide := map[[2]int]int{}
	for _, r := range g.Merges {
		for j := r.Left + 1; j <= r.Right; j++ {
			wide[[2]int{r.Top, r.Left}] += g.Widths[j]
		}
	}
	for i, row := range g.Rows {
		for j, p := range row {
			if j >= len(g.Widths) || p == nil {
				continue
			}
			for k := range p.Segs {
				for l := range p.Segs[k].Runs {
					if im := p.Segs[k].Runs[l].Image(); im != nil {
						fitPicture(im, g.Widths[j]+wide[[2]int{i, j}]-cellMargins)
					}
				}
			}
		}
	}
}

// alignCells aligns cells where their column does not say it.
func (g *Grid) alignCells() {
	g.alignNumbers()
	for at, side := range g.spans {
		if p := g.Rows[at[0]][at[1]]; p != nil {
			p.Align = side
		}
	}
}

// alignNumbers aligns columns of numbers to the right, their heads too, where the author left the
// alignment open: digits of one value stand under each other.
func (g *Grid) alignNumbers() {
	for j := range g.Widths {
		if at(g.Align, j) != "" || !g.numbers(j) {
			continue
		}
		if g.numeric == nil {
			g.numeric = make([]bool, len(g.Widths))
		}
		g.numeric[j] = true
		for _, row := range g.Rows {
			if j < len(row) && row[j] != nil {
				row[j].Align = "right"
			}
		}
	}
}

// Side returns the alignment of a column's cells: "", left, center, right.
func (g *Grid) Side(col int) string {
	if col < len(g.numeric) && g.numeric[col] {
		return "right"
	}
	return at(g.Align, col)
}

// SideAt returns the alignment of a cell, which is that of its column but for some that are several columns wide.
func (g *Grid) SideAt(row, col int) string {
	if side, ok := g.spans[[2]int{row, col}]; ok {
		return side
	}
	return g.Side(col)
}

// Sided reports whether the author says how the cells of a column are aligned.
func (g *Grid) Sided(col int) bool { return at(g.Align, col) != "" }

// numbers reports whether the cells of a column below the head are numbers ([Numbers]).
func (g *Grid) numbers(col int) bool {
	body := g.Rows
	if g.Header && len(body) > 0 {
		body = body[1:]
	}
	return Numbers(func(yield func(string) bool) {
		for _, row := range body {
			if col >= len(row) || row[col] == nil {
				continue
			}
			text := ""
			switch runs := row[col].Runs(); {
			case len(runs) == 1 && runs[0].Text != "":
				text = runs[0].Text
			case len(runs) > 0:
				text = "\x00" // no number, whatever they say
			}
			if !yield(text) {
				return
			}
		}
	})
}
