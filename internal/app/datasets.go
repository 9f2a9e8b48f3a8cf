package app

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// maxInlined bounds the text that all datasets of a document bring in together, in bytes: a short
// document could name one large file a thousand times.
const maxInlined = 4 * maxResource

// inlineDatasets gives every ::dataset that names a file, and has no rows of its own, the text of
// that file as its body. What goes wrong becomes the body too, so that the reader of any target and
// the validator see it (cli.md §2).
func (s *Source) inlineDatasets() { s.inlineWithin(maxInlined) }

// DatasetFiles lists the files below the document's folder that its datasets name, relative to the folder.
func (s *Source) DatasetFiles() (names []string) {
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Data) {
			continue
		}
		for _, a := range noma.Effective(d.Attrs) {
			if a.Key == "src" && filepath.IsLocal(a.Value.Text()) {
				names = append(names, a.Value.Text())
			}
		}
	}
	return names
}

// inlineWithin reads no more than a number of bytes; each use of a file counts.
func (s *Source) inlineWithin(limit int) {
	room := limit
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Data) || strings.TrimSpace(d.RawBody.S) != "" {
			continue
		}
		src, ok := d.Attr("src")
		if !ok || src.Value.Kind != noma.String || strings.TrimSpace(src.Value.Raw) == "" {
			continue
		}
		name := src.Value.Raw
		var data []byte
		var err error
		if room >= 0 {
			data, err = s.resourcesOf(d).Read(name)
			room -= len(data)
		}
		if err == nil && room < 0 {
			err = fmt.Errorf("the datasets of the document are larger than %d MB together", limit>>20)
		}
		if err == nil && !utf8.Valid(data) {
			err = errors.New("not UTF-8 text")
		}
		d.HasBody = true
		if err != nil {
			d.Body = "# error loading " + name + ": " + oneLine(err)
			setAttr(d, "format", "error")
			continue
		}
		d.Body = fileText(data)
		if _, given := d.Attr("format"); !given {
			setAttr(d, "format", datasetFormat(name, d.Body))
		}
	}
}

// fileText returns the text of a file with LF for line ends and without the byte order mark that some
// programs put in front when they save CSV.
func fileText(data []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
}

// datasetFormat is known by the extension, failing that by the first characters.
func datasetFormat(name, text string) string {
	switch ext := strings.ToLower(strings.TrimPrefix(path.Ext(filepath.ToSlash(name)), ".")); ext {
	case "csv", "tsv", "json", "yaml":
		return ext
	case "yml":
		return "yaml"
	}
	trimmed := strings.TrimSpace(text)
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case strings.HasPrefix(trimmed, "{"), strings.HasPrefix(trimmed, "["):
		return "json"
	case strings.Contains(first, ","):
		return "csv"
	}
	return "yaml"
}

// setAttr sets an attribute of the tree only: its spans are empty, for it stands nowhere in the source.
func setAttr(d *noma.Directive, key, value string) {
	at := source.Span{Start: d.AttrSpan.End, End: d.AttrSpan.End}
	attr := noma.Attr{Key: key, Value: noma.Value{Kind: noma.String, Raw: value}, Span: at, ValueSpan: at}
	for i := range d.Attrs {
		if d.Attrs[i].Key == key {
			d.Attrs[i] = attr
			return
		}
	}
	d.Attrs = append(d.Attrs, attr)
}
