package opc

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// holdBytes is how much deflated data a Writer keeps back so that [Content_Types].xml, known last,
// can stand first, where programs that guess a file's kind search for it. A larger package gets it at
// the end, which is as legal.
const holdBytes = 32 << 20

// Writer writes a package part by part. Errors of the underlying writer surface at Create or Close.
type Writer struct {
	zip     *zip.Writer
	entries []*entry // made and not yet written
	open    *entry   // the part being written
	held    int64    // bytes of the parts in entries, before deflating
	spilled bool     // parts have been written before the content types were
	rels    []relations
	types   map[string]string // part name → content type
	order   []string          // part names in order
	names   map[string]bool   // folded
	err     error
	hold    *Held // what the package is written to when it is not packed
}

// relations are the relationships of one source.
type relations struct {
	source string
	part   *entry // what was written of them
	xml    []byte // what was not yet
	count  int
}

// maxRelationsHeld is how much of one source's relationships is held before it is compressed, in bytes.
const maxRelationsHeld = 32 << 10

// NewWriter returns a Writer that makes a package on w. Nothing is complete before Close.
func NewWriter(w io.Writer) *Writer {
	out := &Writer{types: map[string]string{}, names: map[string]bool{}}
	if h, ok := w.(*Held); ok {
		out.hold = h
	} else {
		out.zip = zip.NewWriter(w)
	}
	return out
}

// entry starts an entry of the package.
func (w *Writer) entry(name string, deflated bool) *entry {
	e := newEntry(name, deflated)
	if w.hold != nil {
		e.held = &strings.Builder{}
	}
	return e
}

// Create starts a part; the previous one is complete. The name has no leading slash. The returned
// writer never fails.
func (w *Writer) Create(name, contentType string) (io.Writer, error) {
	if problem := checkName(name); problem != "" {
		return nil, fmt.Errorf("part %q %s", name, problem)
	}
	if w.names[fold(name)] || fold(name) == fold(contentTypes) {
		return nil, fmt.Errorf("part %q is written twice", name)
	}
	w.finish()
	if w.err != nil {
		return nil, w.err
	}
	w.names[fold(name)] = true
	w.types[name] = contentType
	w.order = append(w.order, name)
	w.open = w.entry(name, compressible(contentType))
	return w.open, nil
}

// AddPart does what Create does for a part whose bytes are known.
func (w *Writer) AddPart(name, contentType string, data []byte) error {
	e, err := w.Create(name, contentType)
	if err == nil {
		_, err = e.Write(data)
	}
	return err
}

// AddRel adds a relationship of the source part, or of the package when source is empty, and
// returns its id: rId1, rId2, … for each source. The target is a part name, or any URI when
// external. Relationships may be added at any time before Close.
func (w *Writer) AddRel(source, relType, target string, external bool) (id string) {
	i := slices.IndexFunc(w.rels, func(r relations) bool { return r.source == source })
	if i < 0 {
		i = len(w.rels)
		w.rels = append(w.rels, relations{source: source, part: w.entry(relsName(source), true), xml: []byte(xmlHeader + `<Relationships xmlns="` + nsRelationships + `">`)})
	}
	r := &w.rels[i]
	r.count++
	id = "rId" + strconv.Itoa(r.count)
	if !external {
		target = relative(source, target)
	}
	b := r.xml
	b = append(b, `<Relationship Id="`...)
	b = append(b, id...)
	b = append(b, `" Type="`...)
	b = appendEscaped(b, relType)
	b = append(b, `" Target="`...)
	b = appendEscaped(b, target)
	if external {
		b = append(b, `" TargetMode="External`...)
	}
	if r.xml = append(b, `"/>`...); len(r.xml) > maxRelationsHeld {
		_, _ = r.part.Write(r.xml)
		r.xml = r.xml[:0]
	}
	return id
}

// Close completes the package. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.finish()
	for i := range w.rels {
		r := &w.rels[i]
		_, _ = r.part.Write(append(r.xml, "</Relationships>"...))
		r.part.finish()
		// The relationships of the package come first, those of a part behind it.
		at := 0
		if r.source != "" {
			at = 1 + slices.IndexFunc(w.entries, func(o *entry) bool { return o.name == r.source })
			if at == 0 {
				at = len(w.entries)
			}
		}
		w.entries = slices.Insert(w.entries, at, r.part)
	}
	at := 0
	if w.spilled {
		at = len(w.entries)
	}
	w.entries = slices.Insert(w.entries, at, w.contentTypes())
	if w.hold != nil {
		w.hold.entries = w.entries
		return w.err
	}
	w.spill()
	if err := w.zip.Close(); w.err == nil {
		w.err = err
	}
	return w.err
}

// finish completes the open part, and writes what is held when it has become too much.
func (w *Writer) finish() {
	if w.open == nil {
		return
	}
	w.open.finish()
	w.entries = append(w.entries, w.open)
	w.held += w.open.size
	w.open = nil
	if w.hold != nil || w.held <= holdBytes {
		return // most documents: nobody waits for the blocks here
	}
	held := 0
	for _, e := range w.entries {
		held += e.wait()
	}
	if held > holdBytes {
		w.spilled = true
		w.spill()
	}
}

// spill writes the held entries to the zip file.
func (w *Writer) spill() {
	for _, e := range w.entries {
		if w.err == nil {
			w.err = e.writeTo(w.zip)
		}
	}
	w.entries, w.held = nil, 0
}

// contentTypes makes the stream of that name: a default for each extension whose parts are all of
// one type and are media, and an override for everything else.
func (w *Writer) contentTypes() *entry {
	e := w.entry(contentTypes, true)
	e.text(xmlHeader + `<Types xmlns="` + nsContentTypes + `">`)
	line := func(element, key, name, contentType string) {
		b := append([]byte("<"), element...)
		b = append(append(append(b, ' '), key...), `="`...)
		b = appendEscaped(b, name)
		b = append(b, `" ContentType="`...)
		b = appendEscaped(b, contentType)
		_, _ = e.Write(append(b, `"/>`...))
	}
	line("Default", "Extension", "rels", "application/vnd.openxmlformats-package.relationships+xml")
	line("Default", "Extension", "xml", "application/xml")
	byExtension := map[string]string{"rels": "", "xml": "application/xml"}
	for _, name := range w.order {
		ext := extension(name)
		if _, known := byExtension[ext]; known || ext == "" || !strings.HasPrefix(w.types[name], "image/") {
			continue
		}
		byExtension[ext] = w.types[name]
		line("Default", "Extension", ext, w.types[name])
	}
	for _, name := range w.order {
		if t := w.types[name]; t != byExtension[extension(name)] {
			line("Override", "PartName", "/"+name, t)
		}
	}
	e.text(`</Types>`)
	e.finish()
	return e
}

// extension returns the lower-case extension of a part name without its dot.
func extension(name string) string { return strings.TrimPrefix(fold(path.Ext(name)), ".") }

// compressible tells formats that deflate makes smaller from those that are compressed already.
func compressible(contentType string) bool {
	switch contentType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return false
	}
	return true
}

const xmlHeader = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// appendEscaped appends s as the content of a double-quoted attribute.
func appendEscaped(b []byte, s string) []byte {
	special := false
	for i := 0; i < len(s) && !special; i++ {
		c := s[i]
		special = c < ' ' || c >= utf8.RuneSelf || c == '&' || c == '<' || c == '>' || c == '"'
	}
	if !special {
		return append(b, s...) // most addresses
	}
	from := 0
	for i, r := range s { // invalid bytes become U+FFFD
		if r >= ' ' && r < utf8.RuneError && r != '&' && r != '<' && r != '>' && r != '"' {
			continue
		}
		b = append(b, s[from:i]...)
		_, n := utf8.DecodeRuneInString(s[i:])
		from = i + n
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\t' || r == '\n' || r == '\r':
			b = append(b, "&#"...)
			b = strconv.AppendInt(b, int64(r), 10)
			b = append(b, ';')
		case r < 0x20 || r == 0xfffe || r == 0xffff: // not a character of XML 1.0 (§2.2)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, s[from:]...)
}
