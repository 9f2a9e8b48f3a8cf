package noma

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Cite is a reference to sources in running text: [see @key, ch. 2; @other], or @key in a sentence.
type Cite struct {
	// InText: the author belongs to the sentence: @key says.
	InText bool
	Items  []CiteItem
}

// CiteItem is one source of a reference, with the words before its key and behind it.
type CiteItem struct {
	Prefix, Key, Suffix string
	OnlyYear            bool // -@key: the author is named in the sentence
}

// String returns the reference as it is written, on one line.
func (c Cite) String() string {
	if c.InText {
		return "@" + c.Items[0].Key
	}
	var b strings.Builder
	for i, it := range c.Items {
		b.WriteString([]string{"[", "; "}[min(i, 1)])
		if it.Prefix != "" {
			b.WriteString(it.Prefix + " ")
		}
		if it.OnlyYear {
			b.WriteByte('-')
		}
		b.WriteString("@" + it.Key)
		if it.Suffix != "" {
			b.WriteString(", " + it.Suffix)
		}
	}
	return b.String() + "]"
}

// How long a reference may be, in bytes, and to how many sources.
const (
	maxCite      = 2000
	maxCiteItems = 50
)

// ReadCite takes a reference to sources apart. ok is false for other text.
func ReadCite(s string) (c Cite, ok bool) {
	if key, ok := strings.CutPrefix(s, "@{"); ok && strings.HasSuffix(key, "}") {
		key = key[:len(key)-1]
		return Cite{InText: true, Items: []CiteItem{{Key: key}}}, key != "" && citeKey("@"+key) == key
	}
	if key := citeKey(s); key != "" && len(key)+1 == len(s) {
		return Cite{InText: true, Items: []CiteItem{{Key: key}}}, true
	}
	if len(s) < 4 || len(s) > maxCite || s[0] != '[' || s[len(s)-1] != ']' {
		return c, false
	}
	inside := s[1 : len(s)-1]
	if strings.ContainsAny(inside, "[]\\|`*$<\r") || endsParagraph(inside) || !utf8.ValidString(inside) {
		return c, false
	}
	for part := range strings.SplitSeq(inside, ";") {
		it, ok := citeItem(part)
		if !ok || len(c.Items) == maxCiteItems {
			return Cite{}, false
		}
		c.Items = append(c.Items, it)
	}
	return c, true
}

// endsParagraph reports whether a paragraph ends within a text.
func endsParagraph(s string) bool {
	lines := strings.Split(s, "\n")
	for _, l := range lines[1:] {
		if TrimSpace(l) == "" {
			return true
		}
	}
	return false
}

func citeItem(s string) (it CiteItem, ok bool) {
	at := strings.IndexByte(s, '@')
	if at < 0 || strings.Count(s, "@") > 1 {
		return it, false
	}
	before := s[:at]
	if v, minus := strings.CutSuffix(before, "-"); minus {
		it.OnlyYear, before = true, v
	}
	if before != "" && before[len(before)-1] != ' ' && before[len(before)-1] != '\n' && before[len(before)-1] != '\t' {
		return it, false
	}
	it.Key = citeKey(s[at:])
	rest := s[at+min(1+len(it.Key), len(s)-at):]
	switch {
	case it.Key == "":
		return it, false
	case rest == "":
	case rest[0] == ',':
		rest = rest[1:]
	case rest[0] != ' ' && rest[0] != '\n' && rest[0] != '\t':
		return it, false
	}
	it.Prefix, it.Suffix = inOneLine(before), inOneLine(rest)
	return it, true
}

func inOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// CiteRune reports whether a character beside @key would be taken for a part of it, or of an address.
func CiteRune(r rune) bool {
	return isWordRune(r) || strings.ContainsRune("@/.:%+-_\\#&=~?", r) && r > 0
}

// citeKey returns the key behind the @ a text begins with, "" for none: letters, digits and underscores, with punctuation between
// them, as in BibTeX.
func citeKey(s string) string {
	if s == "" || s[0] != '@' {
		return ""
	}
	end := 1
	for i, r := range s[1:] {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			end = 1 + i + utf8.RuneLen(r)
		case i > 0 && i+1 == end && strings.ContainsRune(":.#%&-+?/", r): // one sign between two characters
		default:
			return s[1:end]
		}
	}
	return s[1:end]
}

// cites reads [@key; see @other, p. 3], whose keys are all known.
func (p *inlineScanner) cites(i int) (Inline, bool) {
	if p.known == nil {
		return Inline{}, false
	}
	j := p.labelEnd(i)
	if j >= len(p.s) || p.s[j] != ']' || j-i > maxCite || strings.IndexByte(p.s[i:j], '@') < 0 {
		return Inline{}, false
	}
	c, ok := ReadCite(p.s[i : j+1])
	for k := 0; ok && k < len(c.Items); k++ {
		if ok = p.known(c.Items[k].Key); !ok {
			p.literal = j // with one unknown key all of it is text
		}
	}
	return Inline{Kind: InlineCite, Start: i, End: j + 1, Open: i, Close: j + 1, Text: p.s[i : j+1]}, ok
}

// names reads @key in a sentence. A key that nobody knows is a handle, and what stands behind a character part of an address.
func (p *inlineScanner) names(i int) (Inline, bool) {
	if p.known == nil || i < p.literal {
		return Inline{}, false
	}
	if strings.HasPrefix(p.s[i:], "@{") { // the key ends where it says
		key := citeKey("@" + p.s[i+2:min(len(p.s), i+2+maxCite)])
		end := i + 3 + len(key)
		ok := key != "" && end <= len(p.s) && p.s[end-1] == '}' && p.known(key)
		return Inline{Kind: InlineCite, Start: i, End: end, Open: i, Close: end, Text: p.s[i:min(end, len(p.s))]}, ok
	}
	if i > p.from {
		before, _ := utf8.DecodeLastRuneInString(p.s[p.from:i])
		if CiteRune(before) {
			return Inline{}, false
		}
	}
	key := citeKey(p.s[i:])
	if key == "" || len(key) > maxCite || !p.known(key) {
		return Inline{}, false
	}
	end := i + 1 + len(key)
	return Inline{Kind: InlineCite, Start: i, End: end, Open: i, Close: end, Text: p.s[i:end]}, true
}

// Citable reports whether a key is that of a source: a ::citation block or an entry of a file.
func (d *Document) Citable(key string) bool {
	if d.Library.Source(key) != nil {
		return true
	}
	n, ok := d.Block(key)
	c, is := n.(*Directive)
	return ok && is && c.Name == "citation"
}

// CiteSpans returns where in a text the key of a source stands behind an @, as it does in references to it.
func CiteSpans(text, key string) (out []source.Span) {
	for at := 0; ; {
		n := strings.Index(text[at:], "@")
		if n < 0 {
			return out
		}
		at += n + 1
		rest := strings.TrimPrefix(text[at:], "{")
		from := len(text) - len(rest)
		if strings.HasPrefix(rest, key) && citeKey("@"+rest[:min(len(rest), len(key)+8)]) == key {
			out = append(out, source.Span{Start: from, End: from + len(key)})
		}
	}
}

// Cites reports whether a text refers to the source with a key.
func Cites(text, key string) bool { return len(CiteSpans(text, key)) > 0 }

// MayCite reports whether a text can have references to sources.
func MayCite(text string) bool {
	return strings.IndexByte(text, '@') >= 0 || strings.Contains(text, "[[")
}

// CitesID reports whether a reference to a source is written as one to a block, [[key]].
func (n *Inline) CitesID() bool { return n.Kind == InlineCite && len(n.Text) != n.End-n.Start }

// CiteLinks lists the keys in the references to sources of a text, with their places.
func (d *Document) CiteLinks(text string) (links []WikiLink) {
	if strings.IndexByte(text, '@') < 0 {
		return nil
	}
	p := InlineParser{Known: d.Citable}
	var visit func([]Inline)
	visit = func(nodes []Inline) {
		for i := range nodes {
			n := &nodes[i]
			if c, ok := ReadCite(n.Text); ok && n.Kind == InlineCite && !n.CitesID() {
				for _, it := range c.Items {
					for _, span := range CiteSpans(n.Text, it.Key) {
						links = append(links, WikiLink{it.Key, source.Span{Start: n.Start + span.Start, End: n.Start + span.End}})
					}
				}
			}
			visit(n.Children)
		}
	}
	visit(p.Parse(text))
	return slices.CompactFunc(links, func(a, b WikiLink) bool { return a.Span == b.Span })
}
