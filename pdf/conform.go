package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// The standards that a file can be asked to keep, and what is read in it before it says that it does. It is no validator: docs/pdf.md says
// what is not checked.

// archivePart returns the part of ISO 19005 that the file keeps: other files may go along only from the third on.
func (o Options) archivePart() string {
	switch {
	case !o.Archive:
		return ""
	case len(o.Attachments) > 0:
		return "3"
	}
	return "2"
}

func (o Options) archiveLevel() string {
	if o.Archive {
		return "B"
	}
	return ""
}

func (o Options) accessiblePart() string {
	if o.Accessible {
		return "1"
	}
	return ""
}

// extensionSchema describes the property pdfuaid:part, which is none of those that PDF/A knows (ISO 19005-2 §6.6.2.3).
const extensionSchema = `<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"` +
	` xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">` +
	`<rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>` +
	`<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>` +
	`<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>` +
	`<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>` +
	`<pdfaProperty:description>Part of PDF/UA</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag>` +
	"</pdfaExtension:schemas>\n"

// unfinished returns the error for a file that cannot be worked on, nil when nothing was asked for that needs it.
func (o Options) unfinished(why string) error {
	if o.Archive || o.Accessible || len(o.Attachments) > 0 {
		return fmt.Errorf("%w: %s", ErrConformance, why)
	}
	return nil
}

// maxFaults bounds how many faults an error names.
const maxFaults = 8

// faults are the reasons for which a file does not keep a standard, each once.
type faults struct {
	list []string
	more int
}

func (f *faults) add(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	switch {
	case slices.Contains(f.list, s):
	case len(f.list) < maxFaults:
		f.list = append(f.list, s)
	default:
		f.more++
	}
}

func (f *faults) err(standard string) error {
	if len(f.list) == 0 {
		return nil
	}
	more := ""
	if f.more > 0 {
		more = fmt.Sprintf("; and %d more", f.more)
	}
	return fmt.Errorf("%w to %s: %s%s", ErrConformance, standard, strings.Join(f.list, "; "), more)
}

// conforms returns an error when a file does not keep the standards that were asked for.
func (c *content) conforms(o Options) error {
	if o.Accessible {
		f := c.inaccessible()
		if err := f.err("PDF/UA-1"); err != nil {
			return err
		}
	}
	if o.Archive {
		f := c.unarchivable()
		return f.err("PDF/A-" + o.archivePart() + "b")
	}
	return nil
}

// unarchivable returns what PDF/A-2b forbids (ISO 19005-2 §6).
func (c *content) unarchivable() (f faults) {
	version, comment, _ := bytes.Cut(c.head, []byte("\n"))
	if !bytes.HasPrefix(version, []byte("%PDF-1.")) || len(comment) < 5 || comment[1] < 128 || comment[4] < 128 {
		f.add("the head of the file is not that of a binary file")
	}
	c.checkFonts(&f)
	used := c.used()
	for n, o := range c.objects {
		d := c.dict(n)
		if d == nil || !used[n] {
			continue
		}
		c.checkObject(&f, d)
		checkLengths(&f, o.body)
	}
	for _, p := range c.pageObjects() {
		c.checkOperators(&f, c.dict(p).get("Contents"))
	}
	return f
}

// checkObject looks for what no object of PDF/A may be or have.
func (c *content) checkObject(f *faults, d dict) {
	for _, key := range []string{"TR", "HTP", "OPI", "Ref", "PS", "JavaScript", "AA", "XFA", "Encrypt"} {
		if d.get(key) != nil {
			f.add("an object has /%s", key)
		}
	}
	if s := d.name("S"); d.get("URI") == nil && slices.Contains([]string{"JavaScript", "Launch", "Sound", "Movie", "ResetForm", "ImportData", "Hide", "SetOCGState", "Rendition", "Trans", "GoTo3DView"}, s) {
		f.add("an action of the kind %s", s)
	}
	switch filter := d.get("Filter"); {
	case bytes.Contains(filter, []byte("LZW")), bytes.Contains(filter, []byte("Crypt")):
		f.add("a stream is packed by %s", filter)
	}
	switch d.name("Subtype") {
	case "Link":
		if flags, _ := integer(d.get("F")); flags&4 == 0 || flags&(1|2|32|256) != 0 {
			f.add("a link that is not printed")
		}
	case "Image":
		if bytes.Contains(c.resolve(d.get("ColorSpace")), []byte("CMYK")) {
			f.add("a picture in CMYK")
		}
		if string(d.get("Interpolate")) == "true" {
			f.add("a picture that is interpolated")
		}
	case "PS":
		f.add("a program in PostScript")
	}
	if d.name("Type") == "Annot" && d.name("Subtype") != "Link" {
		f.add("an annotation of the kind %s", d.name("Subtype"))
	}
}

// checkLengths holds names and strings to the limits of PDF/A (ISO 19005-2 §6.1.13).
func checkLengths(f *faults, body []byte) {
	for tok, rest := token(body); len(tok) > 0; tok, rest = token(rest) {
		switch {
		case tok[0] == '/' && len(tok) > 128:
			f.add("a name of more than 127 bytes, such as that of a place: %.40s…", tok[1:])
		case tok[0] == '(' && len(tok) > 32767, tok[0] == '<' && len(tok) > 2*32767:
			f.add("a string of more than 32767 bytes")
		}
	}
}

// checkOperators looks for colours of printing inks and for too deep nesting in the content of a page (§6.1.13 and §6.2.4).
func (c *content) checkOperators(f *faults, contents []byte) {
	n, _ := ref(contents)
	data, err := c.data(n)
	if err != nil {
		f.add("%v", err)
		return
	}
	depth := 0
	for tok, rest := token(data); len(tok) > 0; tok, rest = token(rest) {
		switch string(tok) {
		case "q":
			if depth++; depth > 28 {
				f.add("graphics states are nested more than 28 deep")
				return
			}
		case "Q":
			depth--
		case "k", "K":
			f.add("colours in CMYK")
		}
	}
}

// checkFonts holds that all fonts are in the file, with what says which characters their glyphs are.
func (c *content) checkFonts(f *faults) {
	used := c.used()
	for n := range c.objects {
		d := c.dict(n)
		if !used[n] || d.name("Type") != "Font" {
			continue
		}
		name := d.name("BaseFont")
		if d.get("ToUnicode") == nil && !strings.HasPrefix(d.name("Subtype"), "CIDFont") {
			f.add("the font %s does not say what its letters are", name)
		}
		switch d.name("Subtype") {
		case "Type0":
			inner, _ := readDict(c.resolve(first(c.resolve(d.get("DescendantFonts")))))
			if !c.embedded(inner) {
				f.add("the font %s is not in the file", name)
			}
			if inner.name("Subtype") == "CIDFontType2" && inner.get("CIDToGIDMap") == nil {
				f.add("the font %s has no CIDToGIDMap", name)
			}
		case "Type3":
			if d.get("CharProcs") == nil {
				f.add("a font without its letters")
			}
		case "CIDFontType0", "CIDFontType2":
		default:
			if !c.embedded(d) {
				f.add("the font %s is not in the file", name)
			}
		}
	}
}

// embedded reports whether the program of a font is in the file.
func (c *content) embedded(font dict) bool {
	d := c.sub(font, "FontDescriptor")
	return d.get("FontFile") != nil || d.get("FontFile2") != nil || d.get("FontFile3") != nil
}

func first(array []byte) []byte {
	if list := items(array); len(list) > 0 {
		return list[0]
	}
	return nil
}
