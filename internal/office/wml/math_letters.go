package wml

import (
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/latex"
)

// spaceCharacters are the characters for the spaces of LaTeX; those that are negative have none.
var spaceCharacters = map[string]string{`\,`: "\u2009", `\thinspace`: "\u2009", `\:`: "\u205F", `\>`: "\u205F", `\medspace`: "\u205F", `\;`: "\u2005", `\thickspace`: "\u2005",
	`\quad`: "\u2003", `\qquad`: "\u2003\u2003", `\enspace`: "\u2002", `\enskip`: "\u2002", `\ `: "\u00A0", "~": "\u00A0", `\space`: "\u00A0", `\nobreakspace`: "\u00A0"}

var characterSpaces = map[rune]string{'\u2009': `\,`, '\u205F': `\:`, '\u2005': `\;`, '\u2003': `\quad`, '\u2002': `\enspace`, '\u00A0': "~"}

// EquationLetters returns what of an equation, given as LaTeX, survives every editor: its letters and
// digits in their order, each as the plain letter whatever its alphabet. Brackets, operators, accents,
// phantoms and the cells of aligned equations do not: LibreOffice drops some of them and writes others
// as other characters.
func EquationLetters(src string) string {
	var b strings.Builder
	n, err := latex.Parse(src)
	if err != nil {
		plainLetters(&b, src) // in Word it is the text of its source, in which editors mask brackets
		return b.String()
	}
	letters(&b, n)
	return b.String()
}

func plainLetters(b *strings.Builder, s string) {
	for _, r := range s {
		if r = latex.BaseLetter(r); unicode.IsLetter(r) || unicode.IsNumber(r) {
			b.WriteRune(r)
		}
	}
}

// letters adds the letters of a tree in the order in which Office Math has them.
func letters(b *strings.Builder, n *latex.Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case latex.Symbol, latex.Name, latex.Words:
		plainLetters(b, n.Text)
		return
	case latex.Phantom:
		return
	case latex.Root:
		if len(n.Kids) > 1 {
			letters(b, n.Kids[1])
		}
		letters(b, n.Kids[0])
		return
	}
	for _, k := range n.Kids {
		letters(b, k)
	}
	letters(b, n.Sub)
	letters(b, n.Sup)
	for _, r := range n.Cells {
		for _, c := range r {
			letters(b, c)
		}
	}
}
