package wml

import (
	"bytes"
	"encoding/base64"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// The words of parts that are no text of the document itself: diagrams, shapes on charts, and files that Word
// takes in when it opens the document (w:altChunk, ECMA-376 §17.17.2). They are only reported, so it is enough
// to find them; how they appear does not matter.

// maxWordParts bounds the bytes of such parts that are read of a document; of what is beyond it no words are known.
const maxWordParts = 16 << 20

// insertedFile keeps what a file that is taken in says: its words, or its name when there are none that can be read.
func (r *reader) insertedFile(what string) {
	id := r.value("id")
	part := r.charts[id]
	words := r.wordsOf(part)
	if words == "" {
		words = path.Base(part)
		if part == "" {
			words = r.links[id]
		}
	}
	r.opaque(what, words)
	r.x.Skip()
}

// wordsOf returns the words of a part, each part read once.
func (r *reader) wordsOf(part string) string {
	if part == "" || !r.pkg.Has(part) {
		return ""
	}
	words, known := r.partWords[part]
	if known {
		return words
	}
	if size := r.pkg.Size(part); size <= int64(maxWordParts-r.wordBytes) {
		r.wordBytes += int(size)
		if data, err := r.pkg.Part(part); err == nil {
			words = clipped(fileWords(r.pkg.ContentType(part), part, data))
		}
	}
	if r.partWords == nil {
		r.partWords = map[string]string{}
	}
	r.partWords[part] = words
	return words
}

// shapesOn returns the words of text boxes that were drawn on a chart (§21.2.2.220, userShapes).
func (r *reader) shapesOn(chart string) string {
	if chart == "" || !r.pkg.Has(chart) {
		return ""
	}
	part, _ := r.pkg.Related(chart, "chartUserShapes")
	return r.wordsOf(part)
}

func clipped(s string) string {
	if len(s) > maxControlText {
		s = strings.ToValidUTF8(s[:maxControlText], "")
	}
	return strings.TrimSpace(s)
}

// fileWords returns the words of a file of a kind that Word takes in.
func fileWords(contentType, name string, data []byte) string {
	kind, _, _ := mime.ParseMediaType(contentType)
	ext := strings.ToLower(path.Ext(name))
	is := func(kinds ...string) bool { return slices.Contains(kinds, kind) || slices.Contains(kinds, ext) }
	switch {
	case bytes.HasPrefix(data, []byte("PK")):
		return packageWords(data)
	case is("text/html", "application/xhtml+xml", ".html", ".htm", ".xhtml"):
		return htmlWords(decoded(data))
	case is("application/rtf", "text/rtf", ".rtf"):
		return rtfWords(string(data))
	case is("message/rfc822", "multipart/related", ".mht", ".mhtml", ".eml"):
		return mailWords(data)
	case is("text/plain", ".txt"):
		return decoded(data)
	case strings.HasSuffix(kind, "xml") || ext == ".xml":
		return PartWords(decoded(data), true)
	}
	return ""
}

// decoded returns a text in UTF-8, UTF-16 with a mark, or else in the Latin alphabet of one byte a letter.
func decoded(data []byte) string {
	if len(data) > 1 && (data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) {
		big := 0
		if data[0] == 0xff {
			big = 1
		}
		var b strings.Builder
		for i := 2; i+1 < len(data); i += 2 {
			b.WriteRune(rune(data[i+big])<<8 | rune(data[i+1-big]))
		}
		return b.String()
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// PartWords returns the words of an XML part, a paragraph a line: texts of WordprocessingML and DrawingML and, with
// data, the names in the data of charts.
func PartWords(part string, data bool) string {
	x := opc.NewScanner(part, names)
	var b strings.Builder
	line := 0
	for x.Next() {
		switch {
		case x.Opened() && x.Local() == "t" && x.Space() != nsOther:
			b.WriteString(x.Text())
		case data && x.Opened() && (x.Local() == "v" && x.Space() != nsW || x.Local() == "pt" && x.Space() == nsKnown): // of a chart
			text := x.Text()
			if _, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
				if b.Len() > line {
					b.WriteByte('\n')
				}
				b.WriteString(text + "\n")
				line = b.Len()
			}
		case x.Opened() && x.Local() == "p" && b.Len() > line:
			b.WriteByte('\n')
			line = b.Len()
		}
		if b.Len() > maxControlText {
			break
		}
	}
	return strings.TrimSpace(b.String())
}

// packageWords returns the words of another Word document: its text, notes and comments.
func packageWords(data []byte) string {
	pkg, err := opc.ReadBytes(data, opc.Limits{PartBytes: maxWordParts, TotalBytes: 4 * maxWordParts})
	if err != nil {
		return ""
	}
	var out []string
	for _, name := range pkg.Names() {
		switch stem := strings.TrimRight(strings.TrimSuffix(path.Base(name), ".xml"), "0123456789"); stem {
		case "document", "footnotes", "endnotes", "comments", "header", "footer":
			if text, err := pkg.Text(name); err == nil && strings.HasSuffix(name, ".xml") {
				out = append(out, PartWords(text, false))
			}
		}
	}
	return strings.Join(out, "\n")
}

// htmlWords returns what a page shows.
func htmlWords(s string) string {
	var b strings.Builder
	for s != "" {
		text, rest, found := strings.Cut(s, "<")
		b.WriteString(text)
		if !found {
			break
		}
		if comment, ok := strings.CutPrefix(rest, "!--"); ok {
			_, s, _ = strings.Cut(comment, "-->")
			continue
		}
		var tag string
		tag, s, _ = strings.Cut(rest, ">")
		name := strings.ToLower(strings.TrimLeft(tag, "/"))
		if end := strings.IndexAny(name, " \t\r\n/"); end >= 0 {
			name = name[:end]
		}
		switch name {
		case "script", "style":
			if tag[0] != '/' {
				end := strings.Index(strings.ToLower(s), "</"+name)
				if end < 0 {
					end = len(s)
				}
				s = s[end:]
			}
		case "b", "i", "em", "strong", "span", "a", "u", "code", "sup", "sub", "font":
		default:
			b.WriteByte('\n')
		}
	}
	var lines []string
	for line := range strings.Lines(html.UnescapeString(b.String())) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// rtfWords returns what a file in the Rich Text Format shows, near enough to be found.
func rtfWords(s string) string {
	var b strings.Builder
	depth, skip := 0, -1 // groups that hold no text are left out: skip is the depth of one
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '{':
			depth++
			continue
		case c == '}':
			if depth--; depth < skip {
				skip = -1
			}
			continue
		case c == '\r', c == '\n':
			continue
		case c != '\\' || i+1 == len(s):
			if skip < 0 {
				b.WriteRune(rune(c))
			}
			continue
		}
		i++
		word, j := "", i
		for j < len(s) && (s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z') {
			j++
		}
		word = s[i:j]
		k := j
		for k < len(s) && (s[k] == '-' && k == j || s[k] >= '0' && s[k] <= '9') {
			k++
		}
		n, _ := strconv.Atoi(s[j:k])
		switch {
		case word == "" && s[i] == '\'' && i+2 < len(s):
			code, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if i += 2; skip < 0 {
				b.WriteRune(rune(code))
			}
			continue
		case word == "" && s[i] == '*':
			skip = depth
			continue
		case word == "":
			if skip < 0 && strings.IndexByte(`\{}`, s[i]) >= 0 {
				b.WriteByte(s[i])
			}
			continue
		case slices.Contains([]string{"fonttbl", "colortbl", "stylesheet", "info", "pict", "themedata"}, word):
			if skip < 0 {
				skip = depth
			}
		case skip >= 0:
		case word == "par" || word == "line" || word == "cell" || word == "row":
			b.WriteByte('\n')
		case word == "tab":
			b.WriteByte('\t')
		case word == "u":
			if n < 0 {
				n += 1 << 16
			}
			b.WriteRune(rune(n))
			if k < len(s) && s[k] == '?' { // what stands for it in older programs
				k++
			}
		}
		if i = k - 1; k < len(s) && s[k] == ' ' {
			i = k
		}
	}
	return b.String()
}

// mailWords returns the words of the pages in an archive of one (MHTML).
func mailWords(data []byte) string {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return ""
	}
	kind, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if !strings.HasPrefix(kind, "multipart/") {
		return mailPart(kind, m.Header.Get("Content-Transfer-Encoding"), m.Body)
	}
	var out []string
	for r := multipart.NewReader(m.Body, params["boundary"]); len(out) < 64; {
		p, err := r.NextRawPart()
		if err != nil {
			break
		}
		kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if words := mailPart(kind, p.Header.Get("Content-Transfer-Encoding"), p); words != "" {
			out = append(out, words)
		}
	}
	return strings.Join(out, "\n")
}

func mailPart(kind, encoding string, body io.Reader) string {
	if !strings.HasPrefix(kind, "text/") || kind == "text/css" {
		return ""
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	data, _ := io.ReadAll(io.LimitReader(body, maxWordParts)) // what is there of a part that breaks off
	return fileWords(kind, "", data)
}
