package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// description is what the head of a page says about it: its title and language, <meta name="author">, description, keywords.
// Chromium writes title and language into the file, but not the others, and none of it as metadata in XMP. The page is asked for them
// by ready.
type description struct {
	Title    string `json:"title"`
	Language string `json:"lang"`
	Author   string `json:"author"`
	Subject  string `json:"description"`
	Keywords string `json:"keywords"`
}

// maxInfo bounds each text, in UTF-16 units.
const maxInfo = 4000

// addTo appends the description to a file as an incremental update (ISO 32000-1 §7.5.6): the information dictionary again, with more
// entries, in tagged files XMP metadata and the roles of elements that only PDF 2.0 knows, and a cross-reference section for them. A file
// that is not laid out as expected stays as it is, for the description is not worth a document.
func (d description) addTo(file []byte) []byte {
	var extra strings.Builder
	for _, e := range []struct{ key, value string }{{"Author", d.Author}, {"Subject", d.Subject}, {"Keywords", d.Keywords}} {
		if v := strings.Join(strings.Fields(e.value), " "); v != "" {
			extra.WriteString("/" + e.key + " " + textString(v) + "\n")
		}
	}
	at := bytes.LastIndex(file, []byte("trailer\n<<"))
	if extra.Len() == 0 && d.Title == "" || at < 0 {
		return file
	}
	trailer := file[at:]
	size, okSize := after(trailer, "/Size ")
	root, okRoot := reference(trailer, "/Root")
	info, okInfo := reference(trailer, "/Info")
	start, okStart := after(trailer, "startxref\n")
	if !okSize || !okRoot || !okInfo || !okStart {
		return file
	}
	u := update{file: file, objects: objects(file)}
	if extra.Len() > 0 && !u.extend(info, extra.String()) {
		return file
	}
	if tree, tagged := reference(u.objects[root], "/StructTreeRoot"); tagged &&
		u.extend(tree, "/RoleMap <</Strong /Span /Em /Span>>\n") && u.extend(root, fmt.Sprintf("/Metadata %d 0 R\n", size)) {
		packet := d.xmp()
		u.add(size, fmt.Sprintf("<</Type /Metadata\n/Subtype /XML\n/Length %d>> stream\n%s\nendstream", len(packet), packet))
		size++
	}
	if len(u.added) == 0 {
		return file
	}
	return u.close(fmt.Sprintf("<</Size %d\n/Root %d 0 R\n/Info %d 0 R\n/Prev %d>>", size, root, info, start))
}

// update is what is appended to a file.
type update struct {
	file    []byte
	objects map[int][]byte // those of the file
	text    []byte
	added   []struct{ object, at int }
}

// extend adds entries to a dictionary of the file. It returns false when there is none.
func (u *update) extend(object int, entries string) bool {
	old, ok := u.objects[object]
	if ok = ok && bytes.HasPrefix(old, []byte("<<")); ok {
		u.add(object, "<<"+entries+string(old[len("<<"):]))
	}
	return ok
}

func (u *update) add(object int, body string) {
	if u.text == nil {
		u.file = bytes.TrimRight(u.file, "\n")
		u.text = []byte{'\n'}
	}
	u.added = append(u.added, struct{ object, at int }{object, len(u.file) + len(u.text)})
	u.text = fmt.Appendf(u.text, "%d 0 obj\n%s\nendobj\n", object, body)
}

// close writes the cross-reference section and the trailer behind what was added.
func (u *update) close(trailer string) []byte {
	table := len(u.file) + len(u.text)
	slices.SortFunc(u.added, func(a, b struct{ object, at int }) int { return a.object - b.object })
	u.text = append(u.text, "xref\n"...)
	for _, x := range u.added {
		// Entries of the table are 20 bytes long, the line end included (§7.5.4).
		u.text = fmt.Appendf(u.text, "%d 1\n%010d 00000 n \n", x.object, x.at)
	}
	u.text = fmt.Appendf(u.text, "trailer\n%s\nstartxref\n%d\n%%%%EOF\n", trailer, table)
	return slices.Concat(u.file, u.text)
}

// xmp returns the description as metadata (ISO 16684-1). It does not claim PDF/UA, whose rules the file keeps but in part.
func (d description) xmp() string {
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` + "\n")
	for _, e := range []struct{ name, open, shut, value string }{
		{"dc:title", `<rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt>", d.Title},
		{"dc:creator", "<rdf:Seq><rdf:li>", "</rdf:li></rdf:Seq>", d.Author},
		{"dc:description", `<rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt>", d.Subject},
		{"dc:language", "<rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag>", d.Language},
		{"pdf:Keywords", "", "", d.Keywords},
	} {
		v := []rune(strings.Join(strings.Fields(e.value), " "))
		if len(v) == 0 {
			continue
		}
		b.WriteString("<" + e.name + ">" + e.open)
		b.WriteString(xmlText(string(v[:min(len(v), maxInfo)])))
		b.WriteString(e.shut + "</" + e.name + ">\n")
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return b.String()
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// xmlText returns a text as XML holds it, without the characters that it cannot hold (XML 1.0 §2.2).
func xmlText(s string) string {
	return xmlEscapes.Replace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0xfffe || c == 0xffff {
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, "")))
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
