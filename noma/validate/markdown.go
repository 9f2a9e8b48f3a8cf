package validate

import (
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Markdown that the language does not have is text, and would be printed as it is typed.

var markdownRules = []documentRule{
	{rule{"markdown-not-read", diag.Warning}, func(c *checker, r reporter) {
		block, inline := blockNotations, inlineNotations
		if f := c.doc.File; f != nil && c.opts.FileOf == nil { // most documents have none of them
			block, inline = inText(block, f.Text), inText(inline, f.Text)
		}
		if len(block)+len(inline) == 0 {
			return
		}
		said := map[string]int{}
		for n := range noma.Walk(c.doc) {
			text, found := prose(n)
			if !found || text == "" || verbatim(n) || excused(n) {
				continue
			}
			if _, ok := n.(*noma.Paragraph); ok {
				for _, x := range block {
					if x.in(text) && said[x.instead] < maxPerBlock && x.is.MatchString(text) {
						said[x.instead]++
						r.at(n, x.instead)
						break
					}
				}
			}
			shown := ""
			for _, x := range inline {
				if !x.in(text) || said[x.instead] >= maxPerBlock {
					continue
				}
				if shown == "" {
					shown = plainText(nil, noma.ParseInline(text))
				}
				if m := x.is.FindString(shown); m != "" {
					said[x.instead]++
					r.at(n, quote(strings.TrimRight(m, "\x00"))+" "+x.instead)
				}
			}
		}
	}},
}

// prose returns the text of a node that holds inline markup.
func prose(n noma.Node) (string, bool) {
	switch n := n.(type) {
	case *noma.Section:
		return n.Title.S, true
	case *noma.Paragraph:
		return n.Content.S, true
	case *noma.Quote:
		return n.Content.S, true
	case *noma.ListItem:
		return n.Content.S, true
	}
	return "", false
}

// plainText returns the characters outside code, formulas and links, with a NUL for each of these.
func plainText(b []byte, nodes []noma.Inline) string {
	var add func(nodes []noma.Inline)
	add = func(nodes []noma.Inline) {
		for _, n := range nodes {
			switch {
			case n.Kind == noma.InlineText && len(n.Text) == n.End-n.Start:
				b = append(b, n.Text...)
			case n.Kind == noma.InlineSoftBreak:
				b = append(b, '\n')
			case n.Kind == noma.InlineStrong || n.Kind == noma.InlineEmph || n.Kind == noma.InlineStrongEmph || n.Kind == noma.InlineSpan:
				add(n.Children)
			default:
				b = append(b, 0)
			}
		}
	}
	add(nodes)
	return string(b)
}

// notation is a construct of Markdown and what to write instead. A text without the hint has none, nor has a text that does not
// begin with one of the characters of first.
type notation struct {
	first, hint string
	is          *regexp.Regexp
	instead     string
}

func (x notation) in(text string) bool {
	return (x.first == "" || strings.IndexByte(x.first, text[0]) >= 0) && strings.Contains(text, x.hint)
}

// inText returns the notations whose hints a text has.
func inText(all []notation, text string) (found []notation) {
	for _, x := range all {
		if strings.Contains(text, x.hint) {
			found = append(found, x)
		}
	}
	return found
}

// blockNotations are found at the start of a paragraph; the first that fits is reported.
var blockNotations = []notation{
	{" \t", "", regexp.MustCompile(`^[ \t]+([-*+]|\d{1,9}[.)])[ \t]`), "An indented item is text, as lists are not nested; begin the item at the margin, or write it as a sentence of the item above."},
	{"0123456789", ")", regexp.MustCompile(`^\d{1,9}\)[ \t]`), "This list is text; write its numbers with a full stop, as in \"1. First\"."},
	{"+", "+ ", regexp.MustCompile(`^\+ `), "This list is text; begin its items with a hyphen, as in \"- First\"."},
	{"", "|", regexp.MustCompile(`^[^\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(\n|$)`),
		"This table is text: its rows need a | at both ends, and the row of hyphens below the head as many cells as the head."},
	{"", "\n: ", regexp.MustCompile(`^[^\n]+\n: `), "This definition list is text; write \"**Term**: definition\"."},
	{"", "\n==", regexp.MustCompile(`^[^\n]+\n={2,}[ \t]*(\n|$)`), "This heading is text; write it as \"# Heading\"."},
	{"~", "~~~", regexp.MustCompile(`^~~~`), "This code is text; put it between lines of three back-ticks."},
	{"[", "[^", regexp.MustCompile(`^\[\^[^\]\s]+\]:`), "This footnote is text; write it as ::footnote{for=\"ID\"} with the id of the block it belongs to."},
	{"[", "]:", regexp.MustCompile(`^\[[^\]\n]+\]:[ \t]`), "This address is text; write it where it is used, as in \"[words](address)\"."},
	{"\\", "", regexp.MustCompile(`^\\(newpage|pagebreak|clearpage)\b`), "LaTeX is text here; write ::pagebreak and a line with :: below it."},
}

// inlineNotations are found anywhere in the text of a block.
var inlineNotations = []notation{
	{"", "[^", regexp.MustCompile(`\[\^[^\]\s]+\](?:[^:]|$)`), "marks no footnote; write ::footnote{for=\"ID\"} behind the block, with the id of the block."},
	{"", "^[", regexp.MustCompile(`\^\[[^\]\n]+\]`), "is no footnote; write ::footnote{for=\"ID\"} behind the block, with the id of the block."},
	{"", "@", regexp.MustCompile(`\[-?@[\pL\d_][^\]\n]*\]`), "is no reference to a source; write ::citation{id=\"ID\"} and [[ID]]."},
	{"", "][", regexp.MustCompile(`\[[^\]\[\n]+\]\[[^\]\n]*\]`), "is no link; write \"[words](address)\"."},
	{"", "<", regexp.MustCompile(`(?i)<(/?(b|i|u|s|em|strong|sub|sup|span|div|p|br|hr|a|img|font|table|tr|td|th|ul|ol|li|mark|small|center|details|summary)(\s[^>]*)?/?|!--[^>]*--)>`),
		"is shown as it is typed, as HTML is not read."},
	{"", "<http", regexp.MustCompile(`<https?://[^>\s]+>`), "is shown with its brackets; write \"[words](address)\"."},
	{"", "![", regexp.MustCompile(`!\x00`), "before a link makes no picture; write ::figure{src=\"file.png\" alt=\"what it shows\"}."},
	{"", "[[", regexp.MustCompile(`\[\[[^\]\[\n]*\n[^\]\[]*\]\]`), "is broken over two lines and no reference; write it on one line."},
}
