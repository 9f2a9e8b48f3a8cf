package validate

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Repairs of text: what the language can write in one way is written in it. Nothing is repaired when the words would change.

// rewritten returns the operation that puts a text in the place of a span, nil where it cannot be: in a book each file is another one.
func (c *checker) rewritten(span source.Span, text string) map[string]any {
	f := c.doc.File
	if c.opts.FileOf != nil || f == nil || span.Len() > maxCorrected {
		return nil
	}
	return diag.Rewriting(f, span, text)
}

// lineSpan returns the lines from one to another, without the end of the last.
func lineSpan(f *source.File, from, to int) source.Span {
	return source.Span{Start: f.LineSpan(from).Start, End: f.LineSpan(to).End}
}

// instead returns the operation that puts lines in the place of a stretch of a text.
func (c *checker) instead(t noma.Text, from, to int, lines string) map[string]any {
	if !t.Placed() {
		return nil
	}
	span := t.Span(from, to)
	if was := span.Of(c.doc.File.Text); !strings.Contains(was, "\n") && was != t.S[from:to] {
		return nil // a cell, whose text is not as it is typed
	}
	return c.rewritten(span, strings.ReplaceAll(lines, "\n", "\n"+t.LinePrefix))
}

// stretch is a part of a text that is written otherwise, with what it shows then; "" when that is not known.
type stretch struct {
	from, to    int
	with, shows string
}

// inlineMend returns how the notation from one place in a text to another is written, false when that is not known.
type inlineMend func(c *checker, t text, from, to int) (stretch, bool)

// mended returns the operation that writes a notation as the language has it, nil when there is none, or when more would change.
func (c *checker) mended(n noma.Node, t text, x notation, from, to int) repair {
	return func() map[string]any {
		if x.mend == nil || len(t.S) > maxCorrected {
			return nil
		}
		y, ok := x.mend(c, t, from, to)
		if _, paragraph := n.(*noma.Paragraph); !ok || strings.Contains(y.with, "\n") && !paragraph {
			return nil
		}
		if y.shows != "" {
			const mark = "\uE000"
			plain := func(s string) string { return noma.PlainText(noma.ParseInline(t.S[:y.from] + s + t.S[y.to:])) }
			if strings.ReplaceAll(plain(mark), mark, y.shows) != plain(y.with) {
				return nil
			}
		}
		return c.instead(t.Text, y.from, y.to, y.with)
	}
}

// character writes what stands for a character of HTML as the character.
func character(_ *checker, t text, from, to int) (stretch, bool) {
	was := t.S[from:to]
	is := html.UnescapeString(was)
	if is == was || utf8.RuneCountInString(is) != 1 || is < " " {
		return stretch{}, false
	}
	with := is
	if strings.Contains("\\`*_[]<~^=$|!#", is) {
		with = `\` + is
	}
	return stretch{from, to, with, is}, true
}

// address writes <https://…> as a link.
func address(_ *checker, t text, from, to int) (stretch, bool) {
	a := t.S[from+1 : to-1]
	return stretch{from, to, "[" + a + "](" + encoded(a) + ")", a}, !strings.HasSuffix(t.S[:from], "]: ")
}

// mailbox writes the address of a mailbox in angle brackets as a link.
func mailbox(_ *checker, t text, from, to int) (stretch, bool) {
	a := t.S[from+1 : to-1]
	return stretch{from, to, "[" + a + "](mailto:" + a + ")", a}, true
}

// encoded returns an address as a link can have it.
func encoded(address string) string {
	return strings.NewReplacer(" ", "%20", "\t", "%20", "(", "%28", ")", "%29").Replace(address)
}

// elements are the elements of HTML that the language can write, with what stands around their text.
var elements = map[string][2]string{
	"b": {"**", "**"}, "strong": {"**", "**"}, "i": {"*", "*"}, "em": {"*", "*"}, "u": {"[", "]{.underline}"}, "s": {"~~", "~~"}, "del": {"~~", "~~"},
	"mark": {"==", "=="}, "sub": {"[", "]{.sub}"}, "sup": {"[", "]{.sup}"}, "code": {"`", "`"}, "kbd": {"`", "`"},
}

// element writes an element of HTML, from its start tag to its end tag, and a line break.
func element(_ *checker, t text, from, to int) (stretch, bool) {
	name := strings.ToLower(strings.Trim(t.S[from+1:to-1], " /"))
	if name == "br" {
		rest := strings.TrimLeft(t.S[to:], " ")
		to = len(t.S) - len(strings.TrimPrefix(rest, "\n"))
		return stretch{from, to, "\\\n", "\n"}, to < len(t.S)
	}
	marks, ok := elements[name]
	length := strings.Index(strings.ToLower(t.S[to:]), "</"+name+">")
	if !ok || length <= 0 {
		return stretch{}, false
	}
	inner := t.S[to : to+length]
	if strings.TrimSpace(inner) != inner || strings.ContainsAny(inner, "<>\n") || strings.Contains(inner, marks[1]) {
		return stretch{}, false
	}
	end := to + length + len("</>") + len(name)
	if marks[0] == "`" {
		return stretch{from, end, "`" + inner + "`", inner}, !strings.ContainsAny(inner, `\*_[&`)
	}
	return stretch{from, end, marks[0] + inner + marks[1], noma.PlainText(noma.ParseInline(inner))}, true
}

// reference writes @fig:id as [[id]] when there is such a block.
func reference(c *checker, t text, from, to int) (stretch, bool) {
	id, ok := c.labelled(t.S[from+1 : to])
	return stretch{from, to, "[[" + id + "]]", ""}, ok
}

// labelled returns the id of the block that a label of pandoc or LaTeX means.
func (c *checker) labelled(label string) (id string, ok bool) {
	_, short, _ := strings.Cut(label, ":")
	for _, id := range []string{label, strings.ReplaceAll(label, ":", "-"), short} {
		if _, ok := c.doc.Block(id); ok && id != "" {
			return id, true
		}
		if f := c.doc.File; f != nil && id == label && (strings.Contains(f.Text, "{#"+id+"}") || strings.Contains(f.Text, "{#"+id+" ")) {
			return id, true // which another repair makes the id
		}
	}
	return "", false
}

// command writes a command of LaTeX.
func command(c *checker, t text, from, to int) (stretch, bool) {
	name, inner, _ := strings.Cut(t.S[from+1:to-1], "{")
	shows := noma.PlainText(noma.ParseInline(inner))
	switch name {
	case "ref", "eqref", "autoref", "cref":
		id, ok := c.labelled(inner)
		return stretch{from, to, "[[" + id + "]]", ""}, ok
	case "cite", "citep":
		return stretch{from, to, "[@" + inner + "]", ""}, c.citable() != nil && c.doc.Citable(inner)
	case "textbf":
		return stretch{from, to, "**" + inner + "**", shows}, inner != ""
	case "textit", "emph":
		return stretch{from, to, "*" + inner + "*", shows}, inner != ""
	case "footnote":
		return stretch{from, to, "^[" + inner + "]", ""}, inner != "" && !t.bare
	}
	return stretch{}, false
}

// dash writes the dash that hyphens stand for in pandoc and LaTeX.
func dash(_ *checker, t text, from, to int) (stretch, bool) {
	with := strings.NewReplacer("---", "—", "--", "–").Replace(t.S[from:to])
	return stretch{from, to, with, with}, true
}

// spaced writes an address with blanks, or between < and >, as a link can have it; one with a title has more than an address.
func spaced(_ *checker, t text, from, to int) (stretch, bool) {
	at := strings.LastIndex(t.S[from:to], "](")
	if at < 0 {
		return stretch{}, false
	}
	at += from + len("](")
	a := strings.TrimSpace(t.S[at : to-1])
	if strings.HasPrefix(a, "<") {
		a = strings.TrimSuffix(a[1:], ">")
	}
	return stretch{at, to - 1, encoded(a), ""}, a != "" && !strings.ContainsAny(a, "\"'<>\n")
}

// parenthesised encodes the parentheses in an address that ended at the first of them, before from.
func parenthesised(_ *checker, t text, from, to int) (stretch, bool) {
	at := strings.LastIndex(t.S[:from], "](")
	if at < 0 {
		return stretch{}, false
	}
	at += len("](")
	a := t.S[at : to-1]
	return stretch{at, to - 1, encoded(a), ""}, strings.Count(a, "(") == strings.Count(a, ")") && !strings.ContainsAny(a, " \n")
}

// oneLine joins the lines of a reference.
func oneLine(_ *checker, t text, from, to int) (stretch, bool) {
	return stretch{from, to, strings.Join(strings.Fields(t.S[from:to]), " "), ""}, true
}

// byLabel writes [words][label] with the address that the label stands for.
func byLabel(c *checker, t text, from, to int) (stretch, bool) {
	words, label, _ := strings.Cut(t.S[from+1:to-1], "][")
	a, ok := c.definitions()[strings.ToLower(strings.TrimSpace(label))]
	if label == "" {
		a, ok = c.definitions()[strings.ToLower(words)]
	}
	return stretch{from, to, "[" + words + "](" + encoded(a) + ")", ""}, ok
}
