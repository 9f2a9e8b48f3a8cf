package revise

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Accept accepts tracked changes in all parts of a document. The edit has the parts that change; nothing else is touched.
func Accept(p *opc.Package, s Select) (*opc.Edit, *Report, error) { return decide(p, s, true) }

// Reject rejects tracked changes, see [Accept].
func Reject(p *opc.Package, s Select) (*opc.Edit, *Report, error) { return decide(p, s, false) }

// revisedParts are the relationships of the document to parts that can have tracked changes. Building blocks (the glossary)
// are documents of their own.
var revisedParts = []string{opc.TypeHeader, opc.TypeFooter, opc.TypeFootnotes, opc.TypeEndnotes, opc.TypeComments, opc.TypeStyles, opc.TypeNumbering}

// document is a package while its changes are decided.
type document struct {
	pkg    *opc.Package
	main   string
	rels   []opc.Relationship
	parts  []string
	before map[string]string // texts
	after  map[string]string // those that differ
}

func decide(p *opc.Package, s Select, accept bool) (*opc.Edit, *Report, error) {
	d, err := open(p)
	if err != nil {
		return nil, nil, err
	}
	pick := newPicker(s)
	texts := make([]string, len(d.parts))
	for i, name := range d.parts {
		texts[i] = d.before[name]
	}
	if err := pick.expand(texts); err != nil {
		return nil, nil, err
	}
	report := &Report{}
	gone := lost{}
	for i, name := range d.parts {
		pick.ranges = map[string]bool{}
		w := &rewriter{accept: accept, pick: pick, report: report, name: name, text: texts[i], lost: &gone}
		text, err := w.rewrite()
		if err != nil {
			return nil, nil, &opc.PartError{Part: name, Err: err}
		}
		if text != w.text {
			d.after[name] = text
		}
	}
	report.Unknown = pick.unknown()
	if err := d.settle(&gone, report); err != nil {
		return nil, nil, err
	}
	e := p.Edit()
	for _, name := range d.parts {
		if text, changed := d.after[name]; changed {
			e.Set(name, "", opc.UTF8(text))
		}
	}
	return e, report, nil
}

// open reads the texts of the parts that can have changes.
func open(p *opc.Package) (*document, error) {
	main, ok := wml.MainPart(p)
	if !ok {
		return nil, wml.ErrNoDocument
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	d := &document{pkg: p, main: main, rels: rels, before: map[string]string{}, after: map[string]string{}}
	if err := d.read(main); err != nil {
		return nil, err
	}
	for _, kind := range revisedParts {
		for _, name := range d.named(kind) {
			if err := d.read(name); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

func (d *document) read(name string) error {
	if slices.Contains(d.parts, name) {
		return nil
	}
	text, err := d.pkg.Text(name)
	if err == nil {
		d.parts = append(d.parts, name)
		d.before[name] = text
	}
	return err
}

// text returns a part as it is now, "" when it is not there.
func (d *document) text(name string) string {
	if text, changed := d.after[name]; changed {
		return text
	}
	return d.before[name]
}

// named returns the parts that the document has for a type of relationship.
func (d *document) named(relType string) (names []string) {
	for _, r := range d.rels {
		if r.Is(relType) && !r.External && d.pkg.Has(r.Target) {
			names = append(names, d.pkg.Name(r.Target))
		}
	}
	return names
}
