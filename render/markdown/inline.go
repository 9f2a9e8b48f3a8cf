package markdown

import (
	"html"
	"strconv"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// linked makes Markdown of running text: wikilinks become links to an anchor, \| a pipe, and formatting and sizes of pictures that
// Markdown lacks HTML. All other markup is Markdown already. Code spans stay as they are.
func (p *printer) linked(s string) string {
	if strings.ContainsAny(s, "~^=") || strings.Contains(s, "]{.") || strings.Contains(s, "){") && strings.Contains(s, "![") {
		s = withTags(s)
	}
	if !strings.Contains(s, "[[") && !strings.Contains(s, `\|`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		switch {
		case s[i] == '`':
			_, end, _ := noma.CodeSpan(s, i)
			b.WriteString(s[i:end])
			i = end
		case strings.HasPrefix(s[i:], `\|`):
			b.WriteByte('|')
			i += 2
		case strings.HasPrefix(s[i:], `\`+"`"):
			b.WriteString(s[i : i+2])
			i += 2
		case strings.HasPrefix(s[i:], "[["):
			n, link := p.wikilink(s[i:])
			b.WriteString(link)
			i += n
		default:
			n := strings.IndexAny(s[i+1:], "`\\[")
			if n < 0 {
				n = len(s) - i - 1
			}
			b.WriteString(s[i : i+1+n])
			i += 1 + n
		}
	}
	return b.String()
}

// withTags writes spans as HTML, but for struck out words, and pictures with a size.
func withTags(s string) string {
	var b strings.Builder
	at := 0
	var spans func([]noma.Inline)
	spans = func(nodes []noma.Inline) {
		for i := range nodes {
			n := &nodes[i]
			if n.Kind == noma.InlinePicture && n.Attrs != "" {
				b.WriteString(s[at:n.Start] + sized(n, s[n.Start:n.End-len(n.Attrs)]))
				at = n.End
				continue
			}
			if n.Kind != noma.InlineSpan || s[n.Start] == '~' && n.Format == noma.Strikeout {
				spans(n.Children)
				continue
			}
			open, shut := n.Format.Tags()
			b.WriteString(s[at:n.Start] + open)
			at = n.Open
			spans(n.Children)
			b.WriteString(s[at:n.Close] + shut)
			at = n.End
		}
	}
	spans(noma.ParseInline(s))
	return b.String() + s[at:]
}

// sized returns a picture with its size in pixels or its share of the width, or as it is written without its braces when it has no size.
func sized(n *noma.Inline, written string) string {
	size := ""
	for _, key := range [...]string{"width", "height"} {
		if share := layout.Share(n.Attr(key)); share != "" && key == "width" {
			size += ` width="` + share + `"`
		} else if twips, ok := layout.Length(n.Attr(key)); ok && twips > 0 {
			size += ` ` + key + `="` + strconv.Itoa(max(1, (twips+7)/15)) + `"`
		}
	}
	if size == "" {
		return written
	}
	return `<img src="` + html.EscapeString(n.Target) + `" alt="` + html.EscapeString(n.Text) + `"` + size + `>`
}

// wikilink reads the link a text starts with as Markdown. What is none is given back as it is.
func (p *printer) wikilink(s string) (n int, link string) {
	n = strings.IndexAny(s[2:], "[]\n")
	if n < 0 || !strings.HasPrefix(s[2+n:], "]]") {
		return 2, s[:2]
	}
	n += 4
	links := noma.ParseInline(s[:n])
	if len(links) != 1 || links[0].Kind != noma.InlineWiki {
		return 2, s[:2]
	}
	return n, "[" + p.label(&links[0]) + "](#" + uriComponent(p.anchor(links[0].Target)) + ")"
}

// anchor returns where a reference leads: an id, or for the words of a heading the anchor that GitHub makes of it, where nothing else
// has it.
func (p *printer) anchor(target string) string {
	if _, ok := p.doc.Block(strings.TrimPrefix(target, "#")); ok {
		return target
	}
	s, ok := p.doc.Titled(target)
	if !ok {
		return target
	}
	if p.titles == nil {
		p.titles = map[string]int{}
		for n := range noma.Walk(p.doc) {
			if x, ok := n.(*noma.Section); ok {
				p.titles[p.headingAnchor(x)]++
			}
		}
	}
	a := p.headingAnchor(s)
	if other, taken := p.doc.Block(a); a == "" || p.titles[a] > 1 || taken && other != noma.Node(s) {
		return s.ID
	}
	return a
}

// headingAnchor returns the anchor that GitHub makes of a heading: its letters and digits in lower case, with hyphens for blanks.
func (p *printer) headingAnchor(s *noma.Section) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, p.numbers.Before(s)+layout.SectionTitle(s))
}

// label returns what a reference shows.
func (p *printer) label(link *noma.Inline) string {
	b, _ := p.doc.Target(link.Target)
	shown := p.labels[b]
	number := layout.NumberOfEquation(b, shown)
	if s, ok := b.(*noma.Section); ok && p.numbers.Of(s) != "" {
		shown, number = p.numbers.Title(s), p.numbers.Of(s)
	}
	switch {
	case !link.Labelled() && shown != "":
		return shown
	case link.Text == layout.OnlyNumber && number != "":
		return number
	}
	return link.Text
}

// uriComponent escapes what ECMAScript's encodeURIComponent does.
func uriComponent(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("-_.!~*'()", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}

// inline returns running text with the marks of sources.
func (p *printer) inline(s string) string { return p.linked(p.marks(s, false)) }

// cell writes the text of a table cell. Pipes are escaped again, those in code too: GFM takes that backslash away before it reads code.
func (p *printer) cell(s string) string {
	s = p.linked(p.marks(s, true))
	if !strings.Contains(s, "|") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '`':
			_, end, _ := noma.CodeSpan(s, i)
			b.WriteString(strings.ReplaceAll(s[i:end], "|", `\|`))
			i = end - 1
			continue
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte('\\')
			i++
		case s[i] == '|':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
