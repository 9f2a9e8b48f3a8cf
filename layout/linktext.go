package layout

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Links that Word cannot follow, such as [label](data/a.csv), are shown as their label with the address behind it, and a file that comes
// back has nothing but these words. So where they stand, also in text that is written anew, they are that link. In content that is written
// into the source, the glyphs of one have linkText and the address as their link.

const linkText = "("

// How many characters the label of such a link can have, how many opening brackets, and how long its address can be, in bytes.
const maxLabel, maxBrackets, maxTarget = 400, 4, 2000

// linkTexts has the hashes of what links show that Word cannot follow.
type linkTexts struct {
	once sync.Once
	here map[uint32]bool // of the document
	sent map[uint32]bool // of the files that came back, see [Manifest.Links]
}

// WithLinks returns the same names, knowing what links show that stood in other versions of the document, as [Manifest.Links] has them.
func (n *Names) WithLinks(sent []uint32) *Names {
	own := *n
	own.links = &linkTexts{sent: map[uint32]bool{}}
	for _, h := range sent {
		own.links.sent[h] = true
	}
	return &own
}

// LinkTexts returns the hashes of what links of the document show that Word cannot follow, sorted.
func (n *Names) LinkTexts() []uint32 {
	if n.doc == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(n.linkTextsOf(n.doc.File.Text)))
}

func (n *Names) linkTextsOf(source string) map[uint32]bool {
	out := map[uint32]bool{}
	for at := 0; ; {
		i := strings.Index(source[at:], "](")
		if i < 0 {
			return out
		}
		i += at
		at = i + len("](")
		end := strings.IndexAny(source[at:min(len(source), at+maxTarget)], " \t\r\n()")
		if end <= 0 || source[at+end] != ')' || n.behindLabel(source[at:at+end]) == "" || linkTo(n, source[at:at+end]) != nil {
			continue
		}
		for open, tries := i-1, 0; open >= max(0, i-maxLabel) && tries < maxBrackets; open-- {
			if source[open] != '[' {
				continue
			}
			tries++
			nodes := noma.ParseInline(source[open : at+end+1])
			if len(nodes) == 1 && nodes[0].Kind == noma.InlineLink {
				out[linkTextHash([]rune(clean(noma.PlainText(nodes[0].Children))), nodes[0].Target)] = true
				break
			}
		}
	}
}

// linkTextHash returns the hash of a label with an address behind it: from the address to the left, as it is looked for.
func linkTextHash(label []rune, address string) uint32 {
	h := hashOfAddress(address)
	for _, r := range slices.Backward(label) {
		h = leftward(h, r)
	}
	return h
}

func hashOfAddress(address string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(address)) // a hash takes all
	return h.Sum32()
}

func leftward(h uint32, r rune) uint32 {
	if isBlank(r) {
		r = ' '
	}
	return (h ^ uint32(r)) * 16777619
}

// knowsLinkTexts reports whether there are links that Word cannot follow.
func (n *Names) knowsLinkTexts() bool {
	if n == nil || n.doc == nil || n.links == nil {
		return false
	}
	n.links.once.Do(func() { n.links.here = n.linkTextsOf(n.doc.File.Text) })
	return len(n.links.here)+len(n.links.sent) > 0
}

// withLinkTexts returns content in which the words of links that Word cannot follow are those links; some tells whether there are any.
func (n *Names) withLinkTexts(g []Glyph) (out []Glyph, some bool) {
	if !n.knowsLinkTexts() {
		return g, false
	}
	free := 0 // behind the last link
	for i := range g {
		end, address := addressAt(g, i)
		if end == 0 || !loose(g[i]) {
			continue
		}
		start, h := -1, hashOfAddress(address)
		for k := i - 2; k >= max(free, i-1-maxLabel) && loose(g[k]); k-- {
			h = leftward(h, g[k].Rune)
			if (n.links.here[h] || n.links.sent[h]) && (k == free || !wordRune(g[k-1]) || !wordRune(g[k])) {
				start = k
			}
		}
		if start < 0 {
			continue
		}
		if !some {
			out, some = slices.Clone(g), true
		}
		setLink(out[start:end], linkText+address)
		free = end
	}
	if !some {
		return g, false
	}
	return out, true
}

// loose reports whether a glyph is a character outside of links.
func loose(g Glyph) bool { return g.Object == "" && g.Link == "" && g.Rune != paragraphRune }

func setLink(g []Glyph, link string) {
	for i := range g {
		if !isBlank(g[i].Rune) {
			g[i].Link = link
		}
	}
}

// addressAt returns the address between parentheses that begins at a glyph behind a blank, and where it ends; end is 0 when there is none.
// All of it has one style, as links have no other.
func addressAt(g []Glyph, i int) (end int, address string) {
	if g[i].Rune != '(' || i < 2 || !isBlank(g[i-1].Rune) || g[i].Object != "" {
		return 0, ""
	}
	var b strings.Builder
	for k := i + 1; k < len(g) && g[k].Object == "" && g[k].Link == g[i].Link && g[k].Style == g[i].Style && b.Len() < maxTarget; k++ {
		switch r := g[k].Rune; {
		case r == ')' && b.Len() > 0:
			return k + 1, b.String()
		case r == '(' || r == ')' || unicode.IsSpace(r):
			return 0, ""
		default:
			b.WriteRune(r)
		}
	}
	return 0, ""
}

// linkTexts returns content in which each link that Word cannot follow is one character, which the printer writes as the link.
func (p *printer) linkTexts(g []Glyph) []Glyph {
	if !slices.ContainsFunc(g, func(x Glyph) bool { return strings.HasPrefix(x.Link, linkText) }) {
		return g
	}
	var out []Glyph
	for i := 0; i < len(g); {
		end, style, markup := p.linkText(g, i)
		if end == 0 {
			x := g[i]
			if strings.HasPrefix(x.Link, linkText) {
				x.Link = ""
			}
			out, i = append(out, x), i+1
			continue
		}
		p.links = append(p.links, markup)
		out, i = append(out, Glyph{Rune: softRune + rune(len(p.links)), Style: style}), end
	}
	return out
}

// linkText returns the link that Word cannot follow that begins at a glyph, and the style of the address behind it, with which all of it
// is written; end is 0 when there is none.
func (p *printer) linkText(g []Glyph, i int) (end int, style wml.Style, markup string) {
	address, ok := strings.CutPrefix(g[i].Link, linkText)
	if !ok {
		return 0, 0, ""
	}
	for k := i + 1; k < len(g) && (g[k].Link == g[i].Link || isBlank(g[k].Rune)); k++ {
		var shown string
		if end, shown = addressAt(g, k); end == 0 || shown != address {
			continue
		}
		style = g[k].Style
		label := slices.Clone(g[i : k-1])
		for j := range label {
			label[j].Link, label[j].Style = "", label[j].Style&^style
		}
		inner := &printer{names: p.names, inCell: p.inCell, manner: p.manner}
		inner.styled(label, true)
		return end, style, "[" + inner.b.String() + "](" + linkTarget(address) + ")"
	}
	return 0, 0, ""
}

func (r *Recorder) writeLinks(b *bytes.Buffer) {
	if !r.names.doc.Audience.Client { // what a file does not show is no business of its readers
		b.WriteString(linksElement(r.names.LinkTexts()))
	}
}

func linksElement(links []uint32) string {
	if len(links) == 0 {
		return ""
	}
	var data []byte
	for _, h := range links {
		data = binary.BigEndian.AppendUint32(data, h)
	}
	return linksOpen + base64.StdEncoding.EncodeToString(data) + linksClose
}

const linksOpen, linksClose = "<links>", "</links>"

func readLinks(part string) (out []uint32) {
	data, _ := base64.StdEncoding.DecodeString(between(part, linksOpen, linksClose))
	for ; len(data) >= 4; data = data[4:] {
		out = append(out, binary.BigEndian.Uint32(data))
	}
	return out
}

// AddLinks returns the custom XML part of a manifest with the links of another one, see [Manifest.Links].
func AddLinks(part, other []byte) []byte {
	s, more := string(part), readLinks(string(other))
	if len(more) == 0 {
		return part
	}
	own := readLinks(s)
	s = strings.Replace(s, linksElement(own), "", 1)
	all := append(own, more...)
	slices.Sort(all)
	return []byte(strings.Replace(s, "</manifest>", linksElement(slices.Compact(all))+"</manifest>", 1))
}
