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

// EquationMeaning is what of an equation, given as LaTeX, is compared when a program has made it anew.
type EquationMeaning struct {
	Says    string // its meaning, "" for one that is not understood
	Linear  string // and the meaning in which a fraction is a slash
	Letters string // its letters and digits in their order, each as the plain letter whatever its alphabet
	Slash   bool   // it has a slash, of which LibreOffice makes a fraction
	Fragile bool   // nothing but its letters survives every program
}

// MeaningOf returns the meaning of an equation. Programs keep the meaning of nearly all equations; of others LibreOffice drops operators,
// brackets or the cells, and only their letters are left.
func MeaningOf(src string) EquationMeaning {
	n, err := latex.Parse(src)
	if err != nil {
		var b strings.Builder
		plainLetters(&b, src) // in Word it is the text of its source, in which editors mask brackets
		return EquationMeaning{Letters: b.String(), Fragile: true}
	}
	var b strings.Builder
	letters(&b, n)
	out := EquationMeaning{Says: latex.Meaning(n, false), Letters: b.String(), Slash: strings.Contains(src, "/"), Fragile: fragile(n)}
	out.Linear = out.Says
	if strings.Contains(out.Says, "⁄") || out.Slash {
		out.Linear = latex.Meaning(n, true)
	}
	return out
}

// fragile reports whether a formula has what programs drop or write as something else.
func fragile(n *latex.Node) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case latex.Symbol:
		if n.Class == latex.Big && !strings.Contains(keptOperators, n.Text) || strings.Contains(`#\_&`, n.Text) {
			return true
		}
	case latex.Words: // LibreOffice reads these signs in them as its own
		if strings.ContainsAny(n.Text, `{}"`) {
			return true
		}
	case latex.Frac:
		if n.NoBar {
			return true
		}
	case latex.Script:
		base := n.Kids[0].Single()
		if n.Kids[0].Empty() || n.Limits && base.Kind == latex.Symbol && base.Class == latex.Rel || endsOpen(n.Sub) || endsOpen(n.Sup) {
			return true
		}
	case latex.Fence:
		if !strings.Contains(keptBrackets, n.Open) || !strings.Contains(keptBrackets, n.Close) {
			return true
		}
	case latex.Brace:
		if n.Text != "¯" && n.Text != "_" {
			return true
		}
	case latex.Matrix:
		if n.Text == "aligned" {
			return true
		}
	}
	for _, k := range n.Kids {
		if fragile(k) {
			return true
		}
	}
	for _, r := range n.Cells {
		for _, c := range r {
			if fragile(c) {
				return true
			}
		}
	}
	return fragile(n.Sub) || fragile(n.Sup)
}

// endsOpen reports whether a row ends in an operator: LibreOffice looks for what it applies to.
func endsOpen(n *latex.Node) bool {
	items := n.Items()
	if len(items) == 0 {
		return false
	}
	last := items[len(items)-1]
	return last.Kind == latex.Symbol && (last.Class == latex.Bin || last.Class == latex.Rel)
}

// keptOperators and keptBrackets are the large operators and the brackets that every program keeps.
const (
	keptOperators = "∑∏∐∫∬∭∮∯"
	keptBrackets  = "()[]{}|‖⟨⟩⌊⌋⌈⌉"
)

// officeBraces are LibreOffice's words for brackets, which it writes into formulas that it does not understand.
var officeBraces = strings.NewReplacer("lbrace", "", "rbrace", "")

func plainLetters(b *strings.Builder, s string) {
	s = officeBraces.Replace(s)
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
