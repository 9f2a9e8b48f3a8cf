package pdf

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"
)

// description is what the head of a page says about it: its title and language, <meta name="author">, description, keywords.
// Chromium writes title and language into the file, but not the others, and none of it as metadata in XMP. The page is asked for them
// by prepare.js, and for its links.
type description struct {
	Title    string `json:"title"`
	Language string `json:"lang"`
	Author   string `json:"author"`
	Subject  string `json:"description"`
	Keywords string `json:"keywords"`
	Links    []link `json:"links"`
}

// maxInfo bounds each text, in UTF-16 units.
const maxInfo = 4000

// finish writes into a file what Chromium leaves out: the rest of the description, metadata in XMP, the tags of retag, and what the
// options ask for. A file that is not laid out as expected stays as it is, unless the options ask for more than that.
func (d description) finish(file []byte, o Options) ([]byte, error) {
	c, ok := readContent(file)
	if !ok {
		return file, o.unfinished("Chromium writes files of another form than this program knows")
	}
	info := c.dict(c.info)
	if d.Title == "" {
		info = info.with("Title", "") // else it is the address of an empty page
	}
	info = info.with("Creator", "(nomadocx)") // not every Chromium writes its user agent there
	for _, e := range []struct{ key, value string }{{"Author", d.Author}, {"Subject", d.Subject}, {"Keywords", d.Keywords}} {
		if v := strings.Join(strings.Fields(e.value), " "); v != "" {
			info = info.with(e.key, textString(v))
		}
	}
	c.objects[c.info].body = info.bytes()
	if s, ok := readStructure(c); ok {
		decorations := s.decorations()
		if err := c.markArtifacts(decorations); err != nil {
			return file, o.unfinished(err.Error())
		}
		s.drop(decorations)
		s.retag(d.Links)
		s.write()
		c.objects[s.root].body = c.dict(s.root).with("RoleMap", "<</Strong /Span /Em /Span>>").bytes()
	}
	c.attach(o.Attachments, info)
	if o.Archive {
		c.addOutputIntent()
	}
	packet := d.xmp(info, o)
	n := c.add(fmt.Sprintf("<</Type /Metadata\n/Subtype /XML\n/Length %d>>", len(packet)))
	c.objects[n].stream = []byte(packet)
	c.objects[c.root].body = c.dict(c.root).with("Metadata", refText(n)).bytes()
	if err := c.conforms(o); err != nil {
		return nil, err
	}
	return c.write(), nil
}

// xmp returns the description as metadata (ISO 16684-1), with what the information dictionary says and the standards that the file keeps.
func (d description) xmp(info dict, o Options) string {
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"` +
		` xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">` + "\n")
	for _, e := range []struct{ name, open, shut, value string }{
		{"dc:title", `<rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt>", d.Title},
		{"dc:creator", "<rdf:Seq><rdf:li>", "</rdf:li></rdf:Seq>", d.Author},
		{"dc:description", `<rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt>", d.Subject},
		{"dc:language", "<rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag>", d.Language},
		{"pdf:Keywords", "", "", d.Keywords},
		{"pdf:Producer", "", "", readText(info.get("Producer"))},
		{"xmp:CreatorTool", "", "", readText(info.get("Creator"))},
		{"xmp:CreateDate", "", "", xmpDate(info.get("CreationDate"))},
		{"xmp:ModifyDate", "", "", xmpDate(info.get("ModDate"))},
		{"pdfaid:part", "", "", o.archivePart()},
		{"pdfaid:conformance", "", "", o.archiveLevel()},
		{"pdfuaid:part", "", "", o.accessiblePart()},
	} {
		v := []rune(strings.Join(strings.Fields(e.value), " "))
		if len(v) == 0 {
			continue
		}
		b.WriteString("<" + e.name + ">" + e.open)
		b.WriteString(xmlText(string(v[:min(len(v), maxInfo)])))
		b.WriteString(e.shut + "</" + e.name + ">\n")
	}
	if o.Archive && o.Accessible {
		b.WriteString(extensionSchema)
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return b.String()
}

// xmpDate returns a date of PDF as one of ISO 8601; Chromium writes D:YYYYMMDDHHmmSS+00'00'.
func xmpDate(v []byte) string {
	s, ok := strings.CutPrefix(readText(v), "D:")
	if !ok || len(s) < 14 || !allDigits([]byte(s[:14])) {
		return ""
	}
	return s[:4] + "-" + s[4:6] + "-" + s[6:8] + "T" + s[8:10] + ":" + s[10:12] + ":" + s[12:14] + "+00:00"
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

// readText returns what a string of PDF says: UTF-16 with a byte order mark, else a byte a character.
func readText(v []byte) string {
	var raw []byte
	switch {
	case len(v) >= 2 && v[0] == '(':
		raw = literal(v[1 : len(v)-1])
	case len(v) >= 2 && v[0] == '<':
		digits := strings.Join(strings.Fields(string(v[1:len(v)-1])), "")
		raw, _ = hex.DecodeString(digits + strings.Repeat("0", len(digits)%2))
	}
	if rest, ok := strings.CutPrefix(string(raw), "\xfe\xff"); ok {
		units := make([]uint16, len(rest)/2)
		for i := range units {
			units[i] = uint16(rest[2*i])<<8 | uint16(rest[2*i+1])
		}
		return string(utf16.Decode(units))
	}
	runes := make([]rune, len(raw))
	for i, c := range raw {
		runes[i] = rune(c)
	}
	return string(runes)
}

// literal returns the bytes of a string between its parentheses (§7.3.4.2).
func literal(v []byte) (out []byte) {
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' || i+1 >= len(v) {
			out = append(out, v[i])
			continue
		}
		i++
		switch c := v[i]; {
		case c == 'n':
			out = append(out, '\n')
		case c == 'r':
			out = append(out, '\r')
		case c == 't':
			out = append(out, '\t')
		case c == '\n':
		case c >= '0' && c <= '7':
			n := 0
			for end := i + 3; i < end && i < len(v) && v[i] >= '0' && v[i] <= '7'; i++ {
				n = n*8 + int(v[i]-'0')
			}
			i--
			out = append(out, byte(n))
		default:
			out = append(out, c)
		}
	}
	return out
}
