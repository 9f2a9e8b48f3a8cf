package html

import (
	"encoding/base64"
	"strings"
)

// linkURL is the address a link may have, "" when it may have none: http, https, mailto, a
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
		case "http", "https", "mailto":
			return t
		}
		return ""
	}
	if t[0] == ':' || strings.HasPrefix(t, "//") || strings.HasPrefix(t, `\`) || strings.HasPrefix(t, `/\`) {
		return "" // another host, with the scheme of this page
	}
	return t
}

// scheme is the scheme of an address in lower case (RFC 3986 §3.1).
func scheme(u string) (string, bool) {
	i := strings.IndexAny(u, ":/?#")
	if i <= 0 || u[i] != ':' {
		return "", false
	}
	return strings.ToLower(u[:i]), true
}

// external reports whether an address leads out of the document to the web or to mail.
func external(u string) bool {
	s, ok := scheme(u)
	return ok && (s == "http" || s == "https" || s == "mailto") && len(u) > len(s)+1
}

// doiURL is the address a DOI resolves at, "" when the text is no DOI.
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

// Fragment is an id as it stands behind the "#" of an address.
func Fragment(id string) string { return fragment(id) }

// fragment escapes an id for use behind a "#": a percent sign and what would end the fragment.
func fragment(id string) string {
	id = clean(id)
	if strings.IndexFunc(id, func(r rune) bool { return r <= ' ' || r == '%' || r == '"' || r == '<' || r == '>' || r == '`' }) < 0 {
		return id
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(id); i++ {
		switch c := id[i]; {
		case c <= ' ' || c == '%' || c == '"' || c == '<' || c == '>' || c == '`':
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

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
