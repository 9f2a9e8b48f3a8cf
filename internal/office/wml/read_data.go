package wml

import (
	"path"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// manifestNamespace is the root namespace of the custom XML part that says what was sent.
const manifestNamespace = "urn:noma:manifest"

// Custom XML parts and document properties: what travels in a document beside its text.

// nsControls and nsManifest are distinguished in custom XML only.
const (
	nsControls opc.Namespace = iota + 1
	nsManifest
)

var dataNames = opc.Names{URI: map[string]opc.Namespace{ControlNamespace: nsControls, manifestNamespace: nsManifest}}

// readCustomXML reads the parts customXml/item<digits>.xml, in package order, that are ours.
func readCustomXML(p *opc.Package, d *Document) error {
	for _, name := range p.Names() {
		if !isDataPart(name) {
			continue
		}
		text, err := p.Text(name)
		if err != nil {
			return err
		}
		// Others' data is none of our business, well-formed or not.
		if strings.Contains(text, ControlNamespace) {
			bound, err := readBound(text)
			if err != nil {
				return &opc.PartError{Part: name, Err: err}
			}
			d.Bound = append(d.Bound, bound...)
		}
		if d.Manifest == nil && isManifest(text) {
			d.Manifest = []byte(text)
		}
	}
	return nil
}

func isManifest(text string) bool {
	if !strings.Contains(text, manifestNamespace) {
		return false
	}
	x := opc.NewScanner(text, dataNames)
	return x.Next() && x.Space() == nsManifest
}

// ManifestOf returns the part that says what was sent, nil when a file has none.
func ManifestOf(p *opc.Package) []byte {
	for _, name := range p.Names() {
		if !isDataPart(name) {
			continue
		}
		if text, err := p.Text(name); err == nil && isManifest(text) {
			return []byte(text)
		}
	}
	return nil
}

func isDataPart(name string) bool {
	dir, file := path.Split(strings.ToLower(name))
	if dir != "customxml/" {
		return false
	}
	digits, ok := strings.CutPrefix(file, "item")
	if !ok {
		return false
	}
	digits, ok = strings.CutSuffix(digits, ".xml")
	return ok && isDigits(digits)
}

// readBound reads the entries of the controls part (contract docx-data.md): elements named control,
// with an id, and their children label and value.
func readBound(text string) ([]BoundValue, error) {
	var out []BoundValue
	r := &reader{x: opc.NewScanner(text, dataNames)}
	x := r.x
	for r.in(1) {
		id, there := x.Value("id")
		if x.Local() != "control" || !there || id == "" {
			continue // searched
		}
		b := BoundValue{ID: id}
		if t, there := x.Value("type"); there {
			b.Type = &t
		}
		valued := false
		for depth := x.Depth(); r.in(depth); {
			switch x.Local() {
			case "label":
				if b.Label == nil {
					label := x.Text()
					b.Label = &label
					continue
				}
			case "value":
				if !valued {
					b.Value, valued = x.Text(), true
					continue
				}
			}
			x.Skip()
		}
		out = append(out, b)
	}
	return out, x.Err()
}

// PropertiesOf returns the custom document properties of a package, see [Document.Properties].
func PropertiesOf(p *opc.Package) map[string]string {
	d := &Document{Properties: map[string]string{}}
	readProperties(p, d)
	return d.Properties
}

// readProperties reads docProps. They are about the document, not part of it: what cannot be read is
// passed over.
func readProperties(p *opc.Package, d *Document) {
	texts := func(relType, usual string, each func(r *reader)) {
		part, ok := p.Related("", relType)
		if !ok {
			part = usual
		}
		if !p.Has(part) {
			return
		}
		text, err := p.Text(part)
		if err != nil {
			return
		}
		r := &reader{x: opc.NewScanner(text, opc.Names{})}
		for r.in(1) {
			each(r)
		}
	}
	texts(opc.TypeExtended, "docProps/app.xml", func(r *reader) {
		if r.x.Local() == "Application" && d.Producer == "" {
			d.Producer = r.x.Text()
		}
	})
	// Part 1 §22.3: each property holds one element of a variant type.
	name := ""
	texts(opc.TypeCustomProperties, "docProps/custom.xml", func(r *reader) {
		switch r.x.Local() {
		case "property":
			name = r.value("name")
		case "lpwstr", "lpstr", "bstr":
			text := r.x.Text()
			if _, twice := d.Properties[name]; name != "" && !twice {
				d.Properties[name] = text
			}
		}
	})
	if v := d.Properties["SuperdocVersion"]; v != "" { // it leaves the name of the program before it
		d.Producer = "SuperDoc " + v
	}
}
