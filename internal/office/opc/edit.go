package opc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unsafe"
)

// Edit is a package with some parts changed or added. All other entries are copied as they lie in
// the file, compressed bytes and order included.
type Edit struct {
	p     *Package
	texts map[string][]byte // new content by folded name
	added []string          // names of new parts, in order
	rels  map[string]string // relationship parts by folded name, as text
	types string            // the content types, as text; "" while they are unchanged
	err   error
}

// Edit starts a change of the package. The package itself stays as it is.
func (p *Package) Edit() *Edit {
	return &Edit{p: p, texts: map[string][]byte{}, rels: map[string]string{}}
}

// has reports whether the part is there, or was added.
func (e *Edit) has(name string) bool {
	_, there := e.texts[fold(name)]
	return there || e.p.Has(name)
}

// Set replaces a part, or adds it behind all others. The content type is for a new part.
func (e *Edit) Set(name, contentType string, data []byte) {
	if problem := checkName(name); problem != "" {
		e.fail(fmt.Errorf("part %q %s", name, problem))
		return
	}
	if !e.has(name) {
		e.added = append(e.added, name)
		e.declare(name, contentType)
	}
	e.texts[fold(name)] = data
}

// Part returns a part that was set.
func (e *Edit) Part(name string) ([]byte, bool) {
	data, ok := e.texts[fold(name)]
	return data, ok
}

// declare gives a new part its content type, unless the default of its extension is that type.
func (e *Edit) declare(name, contentType string) {
	if strings.HasSuffix(fold(name), ".rels") && e.p.types[".rels"] != "" || e.p.types["."+extension(name)] == contentType {
		return
	}
	if e.types == "" {
		if !e.p.Has(contentTypes) {
			e.fail(errors.New("the package has no " + contentTypes))
			return
		}
		text, err := e.p.Text(contentTypes)
		if err != nil {
			e.fail(err)
			return
		}
		e.types = text
	}
	b := appendEscaped([]byte(`PartName="/`), name)
	b = appendEscaped(append(b, `" ContentType="`...), contentType)
	e.types = e.append(contentTypes, e.types, "Override", string(b)+`"`)
}

// AddRel adds a relationship of a part, or of the package when source is "", and returns its id. The
// target is a part name.
func (e *Edit) AddRel(source, relType, target string) (id string) {
	name := relsName(source)
	text, known := e.rels[fold(name)]
	if !known {
		if e.p.Has(name) {
			var err error
			if text, err = e.p.Text(name); err != nil {
				e.fail(err)
				return ""
			}
		} else {
			text = xmlHeader + `<Relationships xmlns="` + nsRelationships + `"></Relationships>`
			e.added = append(e.added, name)
			e.declare(name, "application/vnd.openxmlformats-package.relationships+xml")
		}
	}
	taken := map[string]bool{}
	x := NewScanner(text, Names{})
	for x.Next() {
		if v, ok := x.Value("Id"); ok && x.Opened() {
			taken[v] = true
		}
	}
	n := len(taken) + 1
	for taken["rId"+strconv.Itoa(n)] {
		n++
	}
	id = "rId" + strconv.Itoa(n)
	b := appendEscaped([]byte(`Id="`+id+`" Type="`), relType)
	b = appendEscaped(append(b, `" Target="`...), relative(source, target))
	e.rels[fold(name)] = e.append(name, text, "Relationship", string(b)+`"`)
	return id
}

// SetRels replaces the relationships of a part.
func (e *Edit) SetRels(source string, rels []Relationship) {
	b := []byte(xmlHeader + `<Relationships xmlns="` + nsRelationships + `">`)
	for _, r := range rels {
		b = appendEscaped(append(b, `<Relationship Id="`...), r.ID)
		b = appendEscaped(append(b, `" Type="`...), r.Type)
		b = append(b, `" Target="`...)
		if r.External {
			b = append(appendEscaped(b, r.Target), `" TargetMode="External"/>`...)
		} else {
			b = append(appendEscaped(b, relative(source, r.Target)), `"/>`...)
		}
	}
	e.Set(relsName(source), "application/vnd.openxmlformats-package.relationships+xml", append(b, "</Relationships>"...))
}

// append adds an empty element at the end of a document's root, with the prefix the root has.
func (e *Edit) append(part, text, element, attributes string) string {
	out, err := AppendToRoot(text, func(prefix string) string { return "<" + prefix + element + " " + attributes + "/>" })
	if err != nil {
		e.fail(partError(part, err))
	}
	return out
}

// AppendToRoot puts markup at the end of the root element of an XML text. The markup is made with the
// root's prefix, colon included.
func AppendToRoot(text string, markup func(prefix string) string) (string, error) {
	x := NewScanner(text, Names{})
	name := ""
	for x.Next() {
		from, to := x.Span()
		if x.Opened() {
			if name == "" {
				name = text[from+1 : to]
				name = name[:strings.IndexAny(name, " \t\r\n/>")]
			}
			continue
		}
		if x.Depth() > 0 {
			continue
		}
		prefix := name[:strings.IndexByte(name, ':')+1]
		if start := strings.TrimSuffix(text[from:to], "/>"); len(start) < to-from { // <root/>
			return text[:from] + start + ">" + markup(prefix) + "</" + name + ">" + text[to:], nil
		}
		return text[:from] + markup(prefix) + text[from:], nil
	}
	return text, x.Err()
}

func (e *Edit) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Bytes returns the changed package.
func (e *Edit) Bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := e.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Write writes the changed package.
func (e *Edit) Write(w io.Writer) error {
	if e.err != nil {
		return e.err
	}
	for name, text := range e.rels {
		e.texts[name] = UTF8(text)
	}
	if e.types != "" {
		e.texts[fold(contentTypes)] = UTF8(e.types)
	}
	z := zip.NewWriter(w)
	put := func(name string, deflated bool, data []byte) error {
		entry := newEntry(name, deflated)
		entry.whole(data)
		return entry.writeTo(z)
	}
	for _, f := range e.p.all {
		data, changed := e.texts[fold(f.Name)]
		text, held := e.p.held[fold(f.Name)]
		var err error
		switch {
		case changed:
			err = put(f.Name, true, data)
		case held:
			err = put(f.Name, f.Method == zip.Deflate, bytesOf(text))
		default:
			err = z.Copy(f)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range e.added {
		if err := put(name, true, e.texts[fold(name)]); err != nil {
			return err
		}
	}
	return z.Close()
}

// UTF8 returns an XML text as the bytes of a part, which are not to be changed. One that was read from UTF-16 is made to say that it
// is UTF-8 now.
func UTF8(text string) []byte {
	if strings.HasPrefix(text, "<?xml") {
		if end := strings.Index(text, "?>"); end > 0 && strings.Contains(strings.ToLower(text[:end]), "utf-16") {
			text = strings.TrimSuffix(xmlHeader, "\n") + text[end+2:]
		}
	}
	return bytesOf(text)
}

// bytesOf returns the bytes of a string without a copy. They are not to be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
