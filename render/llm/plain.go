package llm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// plainText takes the inline markup out of a text, step by step as contract text-renders.md §0 has
// it: this is not how package noma reads inline markup, and the difference shows (`2 * 3 * 4` loses
// its asterisks). Each step reads one buffer into the other; all are linear in the text.
type plainText struct {
	in, out []byte
	aside   []string // code spans in order; a NUL byte stands for each
}

// append appends a text without its markup.
func (p *plainText) append(dst []byte, s string) []byte {
	if !strings.ContainsAny(s, "`*_[\\~^=\x00") {
		return append(dst, s...)
	}
	if strings.ContainsAny(s, `\~^=[`) {
		if nodes := noma.ParseInline(s); beyondContract(nodes, "|") {
			return appendPlain(dst, s, nodes)
		}
	}
	p.out = p.setCodeAside(p.out[:0], s)
	p.step('*', strong)
	p.step('*', emphasis)
	p.step('_', underscores)
	p.step('[', links)
	p.step('[', p.wikilinks)
	rest := p.out
	for _, code := range p.aside {
		i := bytes.IndexByte(rest, 0)
		dst = append(append(dst, rest[:i]...), code...)
		rest = rest[i+1:]
	}
	return append(dst, rest...)
}

// beyondContract reports whether a text has escapes, spans or pictures, which that reduction does not know but for the escapes of
// known characters.
func beyondContract(nodes []noma.Inline, known string) bool {
	return slices.ContainsFunc(nodes, func(n noma.Inline) bool {
		escape := n.Kind == noma.InlineText && n.Open == n.Start+1 && !strings.Contains(known, n.Text)
		if n.Kind == noma.InlineLink {
			return beyondContract(n.Children, `\[]|`)
		}
		return escape || n.Kind == noma.InlineSpan || n.Kind == noma.InlinePicture || n.InPlace() || beyondContract(n.Children, known)
	})
}

// appendPlain appends such a text: what a reader sees, formulas and pictures as they are written, links with where they lead.
func appendPlain(dst []byte, s string, nodes []noma.Inline) []byte {
	for _, n := range nodes {
		switch n.Kind {
		case noma.InlineText, noma.InlineCode, noma.InlineWiki:
			dst = append(dst, n.Text...)
		case noma.InlineMath, noma.InlineBreak, noma.InlineSoftBreak, noma.InlinePicture:
			dst = append(dst, s[n.Start:n.End]...)
		case noma.InlineNote:
			if n.InPlace() {
				dst = append(appendPlain(append(dst, "^["...), s, n.Children), ']')
			} else {
				dst = append(dst, n.Text...)
			}
		case noma.InlineLink:
			dst = append(appendPlain(dst, s, n.Children), " ("+n.Target+")"...)
		default:
			dst = appendPlain(dst, s, n.Children)
		}
	}
	return dst
}

// step applies a rewriting if the character it is about occurs at all.
func (p *plainText) step(mark byte, rewrite func(dst, s []byte) []byte) {
	if bytes.IndexByte(p.out, mark) >= 0 {
		p.in, p.out = p.out, p.in
		p.out = rewrite(p.out[:0], p.in)
	}
}

// setCodeAside replaces `code` by a placeholder and \| by |. A NUL byte of the text itself is set
// aside too, so that no placeholder is ever taken for text.
func (p *plainText) setCodeAside(dst []byte, s string) []byte {
	p.aside = p.aside[:0]
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '`':
			code, end, ok := noma.CodeSpan(s, i)
			if ok {
				p.aside = append(p.aside, code.Of(s))
				dst = append(dst, 0)
			} else {
				dst = append(dst, s[i:end]...)
			}
			i = end - 1
			continue
		case s[i] == 0:
			p.aside = append(p.aside, s[i:i+1])
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '|':
			i++
		}
		dst = append(dst, s[i])
	}
	return dst
}

// strong drops the marks of **x**, where x has no asterisk.
func strong(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		if s[i] == '*' && i+2 < len(s) && s[i+1] == '*' && s[i+2] != '*' {
			if n := bytes.IndexByte(s[i+2:], '*'); n > 0 && i+2+n+1 < len(s) && s[i+2+n+1] == '*' {
				dst = append(dst, s[i+2:i+2+n]...)
				i += n + 4
				continue
			}
		}
		dst = append(dst, s[i])
		i++
	}
	return dst
}

// emphasis drops the marks of *x*, where x has no asterisk.
func emphasis(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		if s[i] == '*' {
			n := bytes.IndexByte(s[i+1:], '*')
			if n < 0 {
				return append(dst, s[i:]...)
			}
			if n > 0 {
				dst = append(dst, s[i+1:i+1+n]...)
				i += n + 2
				continue
			}
		}
		dst = append(dst, s[i])
		i++
	}
	return dst
}

// underscores drops the marks of _x_, where x has none and both marks stand at a word's edge.
func underscores(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		if s[i] == '_' && (i == 0 || !isWord(s[i-1])) {
			n := bytes.IndexByte(s[i+1:], '_')
			if n < 0 {
				return append(dst, s[i:]...)
			}
			if end := i + 1 + n + 1; n > 0 && (end == len(s) || !isWord(s[end])) {
				dst = append(dst, s[i+1:i+1+n]...)
				i = end
				continue
			}
		}
		dst = append(dst, s[i])
		i++
	}
	return dst
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// links writes [label](target) as `label (target)`.
func links(dst, s []byte) []byte {
	stop := -1     // where the last search for the end of a label stopped: one from inside stops there too
	noTarget := -1 // no target that starts before this offset is closed
	for i := 0; i < len(s); {
		if s[i] != '[' {
			dst = append(dst, s[i])
			i++
			continue
		}
		if stop <= i {
			stop = labelEnd(s, i+1)
		}
		start := stop + 2
		if stop > i+1 && bytes.HasPrefix(s[stop:], []byte("](")) && start >= noTarget {
			end := targetEnd(s, start)
			if end < len(s) && s[end] == ')' && end > start {
				dst = appendLabel(dst, s[i+1:stop])
				dst = append(append(append(dst, " ("...), s[start:end]...), ')')
				i = end + 1
				continue
			}
			if end == len(s) || s[end] != ')' {
				noTarget = end
			}
		}
		dst = append(dst, '[')
		i++
	}
	return dst
}

// labelEnd returns the offset of the bracket that ends a label, or the length of the text.
func labelEnd(s []byte, i int) int {
	for i < len(s) && s[i] != '[' && s[i] != ']' {
		if s[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(s))
}

// targetEnd returns the offset of the first closing parenthesis or white space.
func targetEnd(s []byte, i int) int {
	n := bytes.IndexFunc(s[i:], func(r rune) bool { return r == ')' || noma.IsSpace(r) })
	if n < 0 {
		return len(s)
	}
	return i + n
}

func appendLabel(dst, label []byte) []byte {
	for i := 0; i < len(label); i++ {
		if label[i] == '\\' && i+1 < len(label) && bytes.IndexByte([]byte(`\[]|`), label[i+1]) >= 0 {
			i++
		}
		dst = append(dst, label[i])
	}
	return dst
}

// wikilinks writes [[target]] and [[target|label]] as the label a reader sees. Code in a target that has a label goes with it.
func (p *plainText) wikilinks(dst, s []byte) []byte {
	met, kept := 0, 0 // placeholders of code
	for i := 0; i < len(s); {
		if s[i] == '[' && i+1 < len(s) && s[i+1] == '[' {
			if n := bytes.IndexAny(s[i+2:], "[]\n"); n > 0 && bytes.HasPrefix(s[i+2+n:], []byte("]]")) {
				if label := wikiLabel(string(s[i+2 : i+2+n])); label != "" {
					met += bytes.Count(s[i+2:i+2+n], placeholder)
					shown := strings.Count(label, string(placeholder))
					kept += copy(p.aside[kept:], p.aside[met-shown:met]) // the label is what comes last
					dst = append(dst, label...)
					i += n + 4
					continue
				}
			}
		}
		if s[i] == placeholder[0] {
			p.aside[kept] = p.aside[met]
			met, kept = met+1, kept+1
		}
		dst = append(dst, s[i])
		i++
	}
	p.aside = p.aside[:kept]
	return dst
}

var placeholder = []byte{0}

// wikiLabel returns the label for the inside of a wikilink, "" when there is no target.
func wikiLabel(inside string) string {
	target, label, _ := strings.Cut(inside, "|")
	target, label = noma.TrimSpace(target), noma.TrimSpace(label)
	switch {
	case target == "":
		return ""
	case label != "":
		return label
	}
	return strings.ReplaceAll(strings.TrimPrefix(target, "#"), "#", " > ")
}
