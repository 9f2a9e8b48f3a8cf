package noma

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// labelEnd returns the bracket (or the end of the text) at which a label that starts after i ends. An
// escaped bracket that is tried as an opening one afterwards ends at the same place.
func (p *inlineScanner) labelEnd(i int) int {
	if p.labelScan.Start <= i && i < p.labelScan.End {
		return p.labelScan.End
	}
	s := p.s
	j := i + 1
	for j < len(s) && s[j] != '[' && s[j] != ']' {
		switch s[j] {
		case '\\':
			if j++; j < len(s) && isPunct(s[j]) {
				j++
			}
		case '`':
			_, j, _ = CodeSpan(s, j)
		default:
			j++
		}
	}
	p.labelScan = source.Span{Start: i, End: j}
	return j
}

// link reads [label](target). A label has no brackets but escaped ones and those in code spans;
// a target has no white space and no closing parenthesis. Neither is empty.
func (p *inlineScanner) link(i int) (Inline, bool) {
	s := p.s
	j := p.labelEnd(i)
	if j == i+1 || !strings.HasPrefix(s[j:], "](") {
		return Inline{}, false
	}
	end, ok := p.targetEnd(j + 2)
	if !ok {
		return Inline{}, false
	}
	n := Inline{Kind: InlineLink, Start: i, End: end + 1, Open: i + 1, Close: j, Target: s[j+2 : end]}
	n.Children = parseInline(s[:j], i+1, context{label: true, cell: p.cell}, p.room)
	return n, true
}

// targetEnd returns the parenthesis at which the address that starts at i ends. It is not empty.
func (p *inlineScanner) targetEnd(i int) (end int, ok bool) {
	s := p.s
	if i < p.noTarget {
		return 0, false
	}
	end = i
	for end < len(s) && s[end] != ')' && leadingSpace(s[end:]) == 0 {
		end++
	}
	if end == len(s) || s[end] != ')' {
		p.noTarget = end
		return 0, false
	}
	return end, end > i
}

// wikilink reads [[target]] or [[target|label]] (contract text-renders.md §0). There are no brackets
// and no line end within, and the target is not blank. Without a label, one to a source is [@target].
func (p *inlineScanner) wikilink(i int) (Inline, bool) {
	s := p.s
	if i+1 >= len(s) || s[i+1] != '[' {
		return Inline{}, false
	}
	j := strings.IndexAny(s[i+2:], "[]\n")
	if j < 0 || !strings.HasPrefix(s[i+2+j:], "]]") {
		return Inline{}, false
	}
	inside := source.Span{Start: i + 2, End: i + 2 + j}
	target, label := wikiParts(s, inside)
	if target.Empty() {
		return Inline{}, false
	}
	n := Inline{Kind: InlineWiki, Start: i, End: inside.End + 2, Target: target.Of(s)}
	if label.Empty() {
		n.Open, n.Close = target.Start, target.End
		n.Text = targetText(n.Target)
		if n.Text == "" { // [[#]] would show nothing
			return Inline{}, false
		}
		if p.known != nil && p.known(n.Target) && citeKey("@"+n.Target) == n.Target {
			return Inline{Kind: InlineCite, Start: i, End: n.End, Open: i, Close: n.End, Text: Cite{Items: []CiteItem{{Key: n.Target}}}.String()}, true
		}
	} else {
		n.Open, n.Close = label.Start, label.End
		n.Text = label.Of(s)
	}
	return n, true
}

// targetText returns what a wikilink without a label shows when nothing is known of its target.
func targetText(target string) string {
	return strings.ReplaceAll(strings.TrimPrefix(target, "#"), "#", " > ")
}

// Labelled reports whether a wikilink says which words it shows; else its target decides.
func (n *Inline) Labelled() bool { return n.Text != targetText(n.Target) }

// wikiParts divides the inside of a wikilink at its first pipe, which a table cell has to escape.
func wikiParts(s string, inside source.Span) (target, label source.Span) {
	target = inside
	if i := strings.IndexByte(inside.Of(s), '|'); i >= 0 {
		label = trimSpan(s, source.Span{Start: inside.Start + i + 1, End: inside.End})
		target.End = inside.Start + i
		if i > 0 && s[target.End-1] == '\\' {
			target.End--
		}
	}
	return trimSpan(s, target), label
}

// WikiLink is a wikilink in a text; Span is where its target stands in that text.
type WikiLink struct {
	Target string
	Span   source.Span
}

// WikiLinks lists the wikilinks of a text in order. Those in code spans and math do not count.
func WikiLinks(s string) []WikiLink {
	if !strings.Contains(s, "[[") {
		return nil
	}
	return appendWikiLinks(nil, s, ParseInline(s))
}

func appendWikiLinks(links []WikiLink, s string, nodes []Inline) []WikiLink {
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == InlineWiki {
			target, _ := wikiParts(s, source.Span{Start: n.Start + 2, End: n.End - 2})
			links = append(links, WikiLink{n.Target, target})
		}
		links = appendWikiLinks(links, s, n.Children)
	}
	return links
}
