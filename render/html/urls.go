package html

import (
	"encoding/base64"
	"regexp"
	"strings"
	"unicode/utf8"
)

// linkURL returns the address a link may have, "" when it may have none: http, https, mailto, tel, a
// fragment, or a path relative to the page. Everything else could run a script or reach into the
// reader's machine.
func linkURL(target string) string {
	t := strings.TrimSpace(target)
	// Browsers drop these characters wherever they stand and would see another scheme than we do
	// (URL Standard 4.4, "remove all ASCII tab or newline").
	if t == "" || strings.ContainsAny(t, "\t\n\r") || strings.IndexFunc(t, func(r rune) bool { return r < 0x20 }) >= 0 {
		return ""
	}
	if strings.HasPrefix(t, "#") {
		return "#" + fragment(t[1:])
	}
	if s, ok := scheme(t); ok {
		switch s {
		case "http", "https", "mailto", "tel":
			return validURL(t)
		}
		return ""
	}
	if t[0] == ':' || strings.HasPrefix(t, "//") || strings.HasPrefix(t, `\`) || strings.HasPrefix(t, `/\`) {
		return "" // another host, with the scheme of this page
	}
	return validURL(t)
}

// scheme returns the scheme of an address in lower case (RFC 3986 §3.1).
func scheme(u string) (string, bool) {
	i := strings.IndexAny(u, ":/?#")
	if i <= 0 || u[i] != ':' {
		return "", false
	}
	return strings.ToLower(u[:i]), true
}

// external reports whether an address leads out of the document, to the web, to mail or to a telephone.
func external(u string) bool {
	s, ok := scheme(u)
	return ok && (s == "http" || s == "https" || s == "mailto" || s == "tel") && len(u) > len(s)+1
}

// doiURL returns the address a DOI resolves at, "" when the text is no DOI.
func doiURL(v string) string {
	v = strings.TrimSpace(v)
	switch {
	case v == "" || strings.ContainsAny(v, " \t\n"):
		return ""
	case external(v):
		return v
	}
	return "https://doi.org/" + strings.TrimPrefix(v, "doi:")
}

// AnchorID returns an id as the page has it: blanks, which no id may hold (HTML 3.2.3.2), are underscores.
func AnchorID(id string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case ' ', '\t', '\n', '\r', '\f':
			return '_'
		}
		return c
	}, clean(id))
}

// Fragment returns an id as it stands behind the "#" of an address.
func Fragment(id string) string { return fragment(id) }

// fragment escapes an id for use behind a "#".
func fragment(id string) string { return urlEscape(AnchorID(id), true) }

// validURL escapes what an address may not hold (URL Standard 4.3), so that all readers of the page
// understand it alike. Escapes that are there stay.
func validURL(u string) string {
	main, frag, ok := strings.Cut(clean(u), "#")
	host := ipv6Host.FindString(main) // the one place for brackets
	main = host + urlEscape(main[len(host):], false)
	if ok {
		main += "#" + urlEscape(frag, false)
	}
	return main
}

var ipv6Host = regexp.MustCompile(`^(?i:https?)://\[[0-9A-Fa-f:.]{2,45}\]`)

// urlEscape escapes all that is no URL code point, and percent signs: all, or those that begin no escape.
func urlEscape(s string, percent bool) string {
	const hex = "0123456789ABCDEF"
	digit := func(i int) bool { return i < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0 }
	var b strings.Builder
	for i, c := range s {
		size := utf8.RuneLen(c)
		switch {
		case c == '%' && !percent && digit(i+1) && digit(i+2), c < 0x80 && codePoint[c], c >= 0xa0 && c != utf8.RuneError && c&0xfffe != 0xfffe && !(c >= 0xfdd0 && c <= 0xfdef):
			b.WriteRune(c)
		default:
			for k := i; k < i+size; k++ {
				b.WriteByte('%')
				b.WriteByte(hex[s[k]>>4])
				b.WriteByte(hex[s[k]&15])
			}
		}
	}
	return b.String()
}

// codePoint are the ASCII characters among the URL code points.
var codePoint = func() (ok [128]bool) {
	for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:;=?@_~" {
		ok[c] = true
	}
	return ok
}()

// pictureTypes are the media types a picture in the page may have. An SVG in <img> runs no scripts.
var pictureTypes = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/svg+xml": true,
	"image/webp": true, "image/avif": true, "image/bmp": true,
}

// dataPicture reports whether an address is a data URI of a picture.
func dataPicture(src string) bool {
	if len(src) < 5 || !strings.EqualFold(src[:5], "data:") {
		return false
	}
	mime, _, ok := strings.Cut(src[5:], ",")
	mime, _, _ = strings.Cut(mime, ";")
	return ok && pictureTypes[strings.ToLower(strings.TrimSpace(mime))]
}

// dataURI writes a picture as a data URI.
func dataURI(data []byte, mime string) string {
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(data)
}
