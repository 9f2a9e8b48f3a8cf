package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/wml"
)

// Content is what counts of a paragraph: the characters a reader sees, for each whether it is
// bold, italic or code and where its link goes, and the objects between them. Two paragraphs with
// equal content are the same to us, however an editor split their runs.

// Glyph is one character of content, or one object.
type Glyph struct {
	Rune  rune
	Style wml.Style // Bold, Italic, Code only; 0 on white space
	// Link is "" or the normal form of a link: "#bookmark" or an address.
	Link string
	// Object is "" for a character, else what stands here: "math", "picture", "input", "field SEQ
	// Table", "ref bookmark", "opaque name". Rune is U+FFFC then.
	Object string
}

const objectRune = '\uFFFC'

const contentStyles = wml.Bold | wml.Italic | wml.Code

// Glyphs is the content of runs. Deleted runs do not count in the current view, inserted ones not
// in the original. Outer white space is dropped.
func Glyphs(runs []wml.Run, v wml.View) []Glyph {
	var out []Glyph
	eachPiece(runs, v, func(r *wml.Run, object string) {
		link := linkKey(r.Link)
		style := r.Style & contentStyles
		if object != "" {
			out = append(out, Glyph{Rune: objectRune, Object: object, Link: link})
			return
		}
		for _, c := range r.Text {
			g := Glyph{Rune: c, Style: style, Link: link}
			if isBlank(c) {
				g = Glyph{Rune: c}
			}
			out = append(out, g)
		}
	})
	for len(out) > 0 && isBlank(out[len(out)-1].Rune) {
		out = out[:len(out)-1]
	}
	for len(out) > 0 && isBlank(out[0].Rune) {
		out = out[1:]
	}
	return out
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// eachPiece calls f for every run that is content, with the name of the object it is.
func eachPiece(runs []wml.Run, v wml.View, f func(r *wml.Run, object string)) {
	for i := range runs {
		r := &runs[i]
		if !v.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break:
			if r.Text != "" {
				f(r, "")
			}
		case wml.Field:
			f(r, fieldObject(r))
		case wml.Math:
			f(r, "math")
		case wml.Picture:
			f(r, "picture")
		case wml.Input:
			f(r, "input")
		case wml.Opaque:
			f(r, "opaque "+r.Text)
		}
	}
}

// fieldObject names a field by what it is, never by its result: editors recalculate results.
func fieldObject(r *wml.Run) string {
	words := strings.Fields(r.Field.Instr)
	if len(words) == 0 {
		return "field"
	}
	code := strings.ToUpper(words[0])
	if len(words) > 1 && (code == "REF" || code == "PAGEREF" || code == "SEQ") {
		return code + " " + plainBookmark(strings.Trim(words[1], `"`))
	}
	return code
}

// plainBookmark is a bookmark name without the suffix editors give to copies.
func plainBookmark(name string) string {
	if i := strings.Index(name, "_Copy_"); i > 0 {
		return name[:i]
	}
	return name
}

// linkKey is the normal form of a link. Editors lower the case of scheme and host and add the
// slash of an empty path.
func linkKey(l *wml.Link) string {
	switch {
	case l == nil:
		return ""
	case l.Anchor != "" && l.URL == "":
		return "#" + plainBookmark(l.Anchor)
	}
	u := l.URL
	if l.Anchor != "" {
		u += "#" + l.Anchor
	}
	i := strings.Index(u, "://")
	if i < 0 {
		return u
	}
	end := len(u)
	if j := strings.IndexAny(u[i+3:], "/?#"); j >= 0 {
		end = i + 3 + j
	}
	head, tail := u[:end], u[end:]
	if tail == "/" {
		tail = ""
	}
	for k := 0; k < len(head); k++ {
		if c := head[k]; c >= 'A' && c <= 'Z' {
			return strings.ToLower(head) + tail
		}
	}
	if tail == "" {
		return head
	}
	return u
}

// Fingerprint is a 64-bit hash of the content of runs: FNV-1a over the same facts as Glyphs,
// computed without building them. Empty content has the fingerprint 0.
func Fingerprint(runs []wml.Run, v wml.View) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	some := false
	var style wml.Style
	var link string
	blanks := 0 // white space seen since the last character, hashed only when more follows
	var pending [16]byte
	put := func(c byte) { h = (h ^ uint64(c)) * prime }
	puts := func(s string) {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint64(s[i])) * prime
		}
		put(0xff)
	}
	flush := func() {
		if some {
			for i := range min(blanks, len(pending)) {
				put(pending[i])
			}
			for i := len(pending); i < blanks; i++ {
				put(' ')
			}
		}
		blanks = 0
	}
	eachPiece(runs, v, func(r *wml.Run, object string) {
		key := ""
		if r.Link != nil {
			key = linkKey(r.Link)
		}
		if object != "" {
			flush()
			put(0xfe)
			puts(object)
			puts(key)
			some, style, link = true, 0, ""
			return
		}
		s := r.Style & contentStyles
		text := r.Text
		for i := 0; i < len(text); i++ {
			c := text[i]
			if c == ' ' || c == '\t' || c == '\n' {
				if blanks < len(pending) {
					pending[blanks] = c
				}
				blanks++
				continue
			}
			if blanks > 0 {
				flush()
			}
			if s != style || key != link {
				put(0xfd)
				put(byte(s))
				puts(key)
				style, link = s, key
			}
			put(c)
			some = true
		}
	})
	if !some {
		return 0
	}
	if h == 0 {
		h = 1
	}
	return h
}

// PlainText is the characters of glyphs; objects are left out.
func PlainText(g []Glyph) string {
	var b strings.Builder
	for _, x := range g {
		if x.Object == "" {
			b.WriteRune(x.Rune)
		}
	}
	return b.String()
}

// SameContent reports whether two runs lists have equal content.
func SameContent(a, b []Glyph) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// RunsOf is glyphs as runs again, for hashing and printing.
func RunsOf(g []Glyph) []wml.Run {
	var out []wml.Run
	for i := 0; i < len(g); {
		if g[i].Object != "" {
			out = append(out, wml.Run{Kind: wml.Opaque, Text: g[i].Object})
			i++
			continue
		}
		var b strings.Builder
		j := i
		for j < len(g) && g[j].Object == "" && g[j].Style == g[i].Style && g[j].Link == g[i].Link {
			b.WriteRune(g[j].Rune)
			j++
		}
		r := wml.Run{Text: b.String(), Style: g[i].Style}
		if name, ok := strings.CutPrefix(g[i].Link, "#"); ok {
			r.Link = &wml.Link{Anchor: name}
		} else if g[i].Link != "" {
			r.Link = &wml.Link{URL: g[i].Link}
		}
		out = append(out, r)
		i = j
	}
	return out
}
