package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// description is what the head of a page says about it: <meta name="author">, description, keywords.
// Chromium writes the title and the language into the file, but not these. The page is asked for them by
// ready.
type description struct {
	Author   string `json:"author"`
	Subject  string `json:"description"`
	Keywords string `json:"keywords"`
}

// maxInfo bounds each text, in UTF-16 units.
const maxInfo = 4000

// addTo appends the description to a file as an incremental update (ISO 32000-1 §7.5.6): the
// information dictionary again, with more entries, and a cross-reference section for it alone. A file
// that is not laid out as expected stays as it is, for the description is not worth a document.
func (d description) addTo(file []byte) []byte {
	var extra strings.Builder
	for _, e := range []struct{ key, value string }{{"Author", d.Author}, {"Subject", d.Subject}, {"Keywords", d.Keywords}} {
		if v := strings.Join(strings.Fields(e.value), " "); v != "" {
			extra.WriteString("/" + e.key + " " + textString(v) + "\n")
		}
	}
	at := bytes.LastIndex(file, []byte("trailer\n<<"))
	if extra.Len() == 0 || at < 0 {
		return file
	}
	trailer := file[at:]
	size, okSize := after(trailer, "/Size ")
	root, okRoot := reference(trailer, "/Root")
	info, okInfo := reference(trailer, "/Info")
	start, okStart := after(trailer, "startxref\n")
	old, found := objects(file)[info]
	if !okSize || !okRoot || !okInfo || !okStart || !found || !bytes.HasPrefix(old, []byte("<<")) {
		return file
	}
	out := bytes.TrimRight(file, "\n")
	out = append(out[:len(out):len(out)], '\n')
	object := len(out)
	out = fmt.Appendf(out, "%d 0 obj\n<<%s%s\nendobj\n", info, extra.String(), old[len("<<"):])
	table := len(out)
	// Entries of the table are 20 bytes long, the line end included (§7.5.4).
	out = fmt.Appendf(out, "xref\n%d 1\n%010d 00000 n \n", info, object)
	return fmt.Appendf(out, "trailer\n<</Size %d\n/Root %d 0 R\n/Info %d 0 R\n/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", size, root, info, start, table)
}

// after returns the number behind a key.
func after(text []byte, key string) (int, bool) {
	_, rest, ok := bytes.Cut(text, []byte(key))
	if !ok {
		return 0, false
	}
	return leadingInt(rest)
}

// textString returns a text as PDF holds it: UTF-16 with a byte order mark, in hexadecimal (§7.9.2.2).
func textString(s string) string {
	units := utf16.Encode([]rune(s))
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, u := range units[:min(len(units), maxInfo)] {
		fmt.Fprintf(&b, "%04X", u)
	}
	b.WriteByte('>')
	return b.String()
}
