package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Markup prints content as inline markup. inCell escapes the pipes that would end a table cell. Characters that would be
// read as marks are escaped, no others.
// The result need not read back as the same content: emphasis and links can meet in ways that no markup says. Callers
// check with Spells.
func (n *Names) Markup(g []Glyph, inCell bool) string {
	spells := n.Spells
	if inCell {
		spells = n.SpellsCell
	}
	right := func(s string) bool { return spells(s, g) }
	if linked, some := n.withLinkTexts(g); some {
		if s, ok := n.written(inCell, right, func(m manner) string { return n.printed(linked, inCell, m) }); ok {
			return s
		}
	}
	first := n.printed(g, inCell, manner{})
	if unmarked(g) && !(inCell && strings.Contains(first, "<")) {
		return first
	}
	s, _ := n.written(inCell, right, func(m manner) string { return n.printed(g, inCell, m) })
	return s
}

// unmarked reports whether no character of a content can be read as a mark.
func unmarked(g []Glyph) bool {
	for i := range g {
		if x := &g[i]; x.Style != 0 || x.Link != "" || x.Object != "" || x.Rune < 0x80 && markup[x.Rune] {
			return false
		}
	}
	return true
}

// printed prints content in one manner.
func (n *Names) printed(g []Glyph, inCell bool, m manner) string {
	p := &printer{names: n, inCell: inCell, manner: m}
	g = p.linkTexts(g)
	worded := false // a reference is next whose word stands before it
	for i := 0; i < len(g); {
		if n != nil {
			n.look.Now()
		}
		j := i
		for j < len(g) && linkAt(g, j) == linkAt(g, i) && g[j].Object == g[i].Object {
			j++
			if g[i].Object != "" {
				break
			}
		}
		if latex, ok := strings.CutPrefix(g[i].Object, equationObject); ok {
			p.equation(latex, j < len(g) && unicode.IsDigit(g[j].Rune))
		} else if s, ok := strings.CutPrefix(g[i].Object, citeObject); ok {
			p.cite(s, g, i)
		} else if IsPicture(g[i]) {
			p.picture(g[i].Object)
		} else {
			end := j - n.wordBefore(g[i:j], g[j:])
			if end > i {
				p.link(g[i:end], linkAt(g, i), worded)
			}
			worded = end < j
		}
		i = j
	}
	return p.b.String()
}

// cite writes the mark of sources that stands at a place.
func (p *printer) cite(s string, g []Glyph, at int) {
	c, ok := p.names.citeKnown(s)
	if !ok {
		p.b.WriteRune(objectRune)
		return
	}
	var before, after rune
	if at > 0 {
		before = g[at-1].Rune
	}
	if at+1 < len(g) {
		after = g[at+1].Rune
	}
	p.b.WriteString(citeSpelled(c, before, after))
}

// linkAt returns the link at a glyph; white space belongs to a link that stands on both sides of it.
func linkAt(g []Glyph, i int) string {
	if g[i].Link != "" || !isBlank(g[i].Rune) {
		return g[i].Link
	}
	l, r := i-1, i+1
	for l >= 0 && isBlank(g[l].Rune) {
		l--
	}
	for r < len(g) && isBlank(g[r].Rune) {
		r++
	}
	if l >= 0 && r < len(g) && g[l].Link == g[r].Link && g[l].Object == "" && g[r].Object == "" {
		return g[l].Link
	}
	return ""
}

type printer struct {
	names  *Names
	inCell bool
	manner
	links []string // the markup of links that Word cannot follow; in content they are runes behind [softRune]
	b     strings.Builder
}

func (p *printer) link(g []Glyph, link string, worded bool) {
	if o := g[0].Object; o != "" {
		if name, ok := strings.CutPrefix(o, "REF "); ok {
			if id := p.names.ID(name); id != "" {
				if p.names.Counted(name) && !worded {
					id += p.bar() + OnlyNumber
				}
				p.b.WriteString("[[" + id + "]]")
				return
			}
		}
		if mark, ok := strings.CutPrefix(o, noteObject); ok {
			if said, in := InPlace(g[0]); in {
				p.note(said)
			} else {
				p.b.WriteString("[^" + mark + "]")
			}
			return
		}
		p.b.WriteRune(objectRune)
		return
	}
	if link == "" {
		p.styled(g, false)
		return
	}
	bare := make([]Glyph, len(g))
	for i, x := range g {
		x.Link = ""
		bare[i] = x
	}
	if name, ok := strings.CutPrefix(link, "#"); ok {
		id := p.names.ID(name)
		if id == "" {
			p.styled(bare, false) // leads to no block of this program
			return
		}
		if label := PlainText(bare); label == id && uniform(bare) && bare[0].Style == 0 {
			p.b.WriteString("[[" + id + "]]")
			return
		}
		link = "#" + id
	} else {
		link = p.names.inForm(link)
	}
	p.b.WriteByte('[')
	p.styled(bare, true)
	p.b.WriteString("](" + linkTarget(link) + ")")
}

// bar divides the inside of a reference.
func (p *printer) bar() string {
	if p.inCell {
		return `\|`
	}
	return "|"
}

// equation writes an equation between dollars; where those would be read as money, before a digit,
// between the other marks.
func (p *printer) equation(latex string, beforeDigit bool) {
	latex = p.names.inForm(latex)
	if beforeDigit || strings.Contains(latex, "$") {
		p.b.WriteString(`\(` + p.latex(latex) + `\)`)
		return
	}
	p.b.WriteString("$" + p.latex(latex) + "$")
}

// latex spells a formula for its place. In a cell of a table a bar would end the cell, and behind a
// backslash it would be another sign: there bars have names.
func (p *printer) latex(s string) string {
	if p.in != sentence && !paired(s) {
		s = strings.NewReplacer(`\\`, `\\`, "[", `\lbrack `, "]", `\rbrack `).Replace(s)
	}
	if !p.inCell {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '|':
			b.WriteString(`\vert `)
		case s[i] == '\\' && i+1 < len(s):
			i++
			if s[i] == '|' {
				b.WriteString(`\Vert `)
			} else {
				b.WriteString(s[i-1 : i+1])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// linkTarget spells an address so that it ends where it should.
func linkTarget(u string) string {
	var b strings.Builder
	for _, r := range u {
		switch {
		case r == '(':
			b.WriteString("%28")
		case r == ')':
			b.WriteString("%29")
		case r == ' ':
			b.WriteString("%20")
		case r == '\t':
			b.WriteString("%09")
		case r == '\n':
			b.WriteString("%0A")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func uniform(g []Glyph) bool {
	return !slices.ContainsFunc(g, func(x Glyph) bool { return x.Style != g[0].Style && !isBlank(x.Rune) })
}

// styled prints glyphs of one link, style by style. White space between two words of one style
// takes that style, so that **two words** stay one span.
func (p *printer) styled(g []Glyph, inLabel bool) {
	style := func(i int) wml.Style {
		if !isBlank(g[i].Rune) {
			return g[i].Style
		}
		l, r := i-1, i+1
		for l >= 0 && isBlank(g[l].Rune) {
			l--
		}
		for r < len(g) && isBlank(g[r].Rune) {
			r++
		}
		if l < 0 || r >= len(g) || g[l].Style != g[r].Style || g[l].Style&(wml.Superscript|wml.Subscript) != 0 {
			return 0 // what is raised holds no blank
		}
		for k := l + 1; k < r; k++ {
			if g[k].Rune == '\n' && g[l].Style&wml.Code != 0 {
				return 0
			}
		}
		return g[l].Style
	}
	for i := 0; i < len(g); {
		s := style(i)
		j := i + 1
		for j < len(g) && style(j) == s {
			j++
		}
		p.span(g[i:j], s, inLabel)
		i = j
	}
}

func (p *printer) span(g []Glyph, s wml.Style, inLabel bool) {
	shut := p.open(s, inLabel)
	if s&wml.Code != 0 {
		content := &printer{names: p.names, inCell: p.inCell}
		for _, x := range g {
			content.char(x.Rune, true, false)
		}
		p.b.WriteString(noma.Ticked(content.b.String()))
	} else {
		for _, x := range g {
			p.char(x.Rune, false, inLabel || strings.Contains(shut, "]"))
		}
	}
	p.b.WriteString(shut)
}

// open writes the markers that words of a style begin with, and returns those they end with.
func (p *printer) open(s wml.Style, inLabel bool) (shut string) {
	open := ""
	switch {
	case s&(wml.Bold|wml.Italic) == wml.Bold|wml.Italic:
		open = "***"
	case s&wml.Bold != 0:
		open = "**"
	case s&wml.Italic != 0:
		open = "*"
		if out := p.b.String(); strings.HasSuffix(out, "*") {
			open = "_"
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		shut += open[i : i+1]
	}
	before, after := spanMarks(formatOf(s), p.spans && !inLabel)
	p.b.WriteString(open + before)
	return after + shut
}

func (p *printer) char(r rune, code, inLabel bool) {
	switch {
	case r > softRune:
		p.b.WriteString(p.links[r-softRune-1])
	case r == paragraphRune:
		p.b.WriteString("\n\n")
	case r == softRune && code:
		p.b.WriteByte(' ') // a span of code is a line
	case r == softRune:
		p.b.WriteByte('\n')
	case r == '\n' && p.inCell:
		p.b.WriteString("<br>")
	case r == '\n':
		p.b.WriteString("\\\n") // a line break a person made is a hard one
	case r == '|' && !code && p.inCell:
		p.b.WriteString(`\|`)
	case (r == '[' || r == ']') && !inLabel && p.in != sentence && !code:
		if p.in == unpairedNote {
			p.b.WriteByte('\\')
		} else if p.bracket != 0 {
			p.b.WriteByte(mayEscape)
		}
		p.b.WriteRune(r)
	case (r == '[' || r == ']' || r == '\\') && inLabel && !code:
		p.b.WriteByte('\\')
		p.b.WriteRune(r)
	case (p.escapes(r) || r == '<' && p.inCell && p.bracket != 0) && !code:
		p.b.WriteByte(mayEscape)
		p.b.WriteRune(r)
	default:
		p.b.WriteRune(r)
	}
}

// Reads returns the content that markup shows.
func (n *Names) Reads(markup string) []Glyph {
	b := &builder{names: n, arena: &arena{}}
	return Glyphs(b.inline(markup), wml.All)
}

// Spells reports whether markup shows a content.
func (n *Names) Spells(markup string, content []Glyph) bool {
	b := &builder{names: n, arena: &arena{}}
	return sameContent(b.inline(markup), content)
}

// SpellsCell reports whether the text of a table cell shows a content.
func (n *Names) SpellsCell(markup string, content []Glyph) bool {
	b := &builder{names: n, arena: &arena{}}
	return sameContent(b.inlineCell(noma.TrimSpace(markup)), content) // white space beside pipes is not shown
}

// Inline returns what inline markup shows in Word.
func (n *Names) Inline(markup string) []wml.Run {
	b := &builder{names: n, arena: &arena{}}
	return b.inline(markup)
}

// CodeSpan writes text as a code span, for readers that do not know the source.
func CodeSpan(text string) string { return noma.Ticked(text) }
