package validate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// A reference shows a word and a number, as "Table 2" or "equation (1)". An author who is used to write the word has it twice.

var referenceWordRules = []documentRule{
	{rule{"reference-word", diag.Warning}, func(c *checker, r reporter) {
		var numbers layout.SectionNumbers
		counted := false
		p := noma.InlineParser{Known: c.citable()}
		for n, t := range c.texts {
			if !strings.Contains(t.S, "[[") {
				continue
			}
			if !counted {
				numbers, counted = layout.NumberSections(c.doc), true
			}
			eachReference(t.inline(&p), func(ref *noma.Inline) {
				to, ok := c.doc.Target(ref.Target)
				number := ref.Text == layout.OnlyNumber
				if !ok || ref.Labelled() && !number {
					return
				}
				d, _ := to.(*noma.Directive)
				equation := d != nil && d.Name == "math"
				if equation && !layout.NumberedEquation(d) {
					c.unnumbered(r, n, t, ref, d)
					return
				}
				if s, ok := to.(*noma.Section); number {
					if ok && numbers.Of(s) == "" || !ok && !equation {
						c.withoutNumber(r, n, t, ref)
					}
					return
				}
				word := layout.ReferenceWord(c.doc, numbers, to)
				before, blank := lastWord(t.S[:ref.Start])
				if word == "" || !strings.EqualFold(before, word) {
					return
				}
				const twice = "shows a word before the number, so the word before it is there twice; leave it out."
				c.withoutWord(r, n, t, ref, to, len(before)+blank, quote(t.S[ref.Start:ref.End])+" "+twice)
			})
		}
	}},
}

// unnumbered reports a reference to an equation without a number, which shows what it is called in the source.
func (c *checker) unnumbered(r reporter, n noma.Node, t text, ref *noma.Inline, d *noma.Directive) {
	const kind = "a reference to an equation without a number"
	r.mendIn(kind, n, t.Text, ref.Start, quote(t.S[ref.Start:ref.End])+" shows no number, as the equation has none; write numbered behind its id.",
		func() map[string]any { return setAttribute(d, "numbered", true) })
}

// withoutNumber reports a reference that shows a number alone, to a block that has none: readers see the sign.
func (c *checker) withoutNumber(r reporter, n noma.Node, t text, ref *noma.Inline) {
	const kind = "a reference to the number of a block without one"
	written := t.S[ref.Start:ref.End]
	with := "[[" + ref.Target + "]]"
	r.mendIn(kind, n, t.Text, ref.Start, quote(written)+` shows "#", which is for sections and equations that have a number; write `+quote(with)+".",
		func() map[string]any { return c.instead(t.Text, ref.Start, ref.End, with) })
}

// withoutWord reports a word that stands before a reference that shows it. Sections and equations keep the word of the author, and the
// reference shows the number alone.
func (c *checker) withoutWord(r reporter, n noma.Node, t text, ref *noma.Inline, to noma.Node, length int, msg string) {
	from, with := ref.Start-length, t.S[ref.Start:ref.End]
	_, section := to.(*noma.Section)
	if d, ok := to.(*noma.Directive); section || ok && d.Name == "math" {
		from, with = ref.Start, strings.TrimSuffix(with, "]]")+"|"+layout.OnlyNumber+"]]"
		msg = strings.Replace(msg, "leave it out", "write "+quote(with), 1)
	}
	r.mendIn("a word twice", n, t.Text, ref.Start, msg, func() map[string]any { return c.instead(t.Text, from, ref.End, with) })
}

// eachReference calls f for the references to blocks in a text, in order.
func eachReference(nodes []noma.Inline, f func(*noma.Inline)) {
	for i := range nodes {
		if nodes[i].Kind == noma.InlineWiki {
			f(&nodes[i])
		}
		eachReference(nodes[i].Children, f)
	}
}

// lastWord returns the word that a text ends with before one blank, and the length of the blank; "" for none.
func lastWord(s string) (word string, blank int) {
	if !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\u00a0") {
		return "", 0
	}
	_, blank = utf8.DecodeLastRuneInString(s)
	s = s[:len(s)-blank]
	return s[strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })+1:], blank
}
