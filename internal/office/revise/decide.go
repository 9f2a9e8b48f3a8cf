package revise

import (
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

// Document is a package whose tracked changes can be decided. It is read once, however often.
type Document struct {
	pkg   *opc.Package
	main  string
	rels  []opc.Relationship
	parts []string
	texts map[string]*Part
}

// decision is a document while its changes are decided.
type decision struct {
	*Document
	after map[string]string // the texts that differ
	more  map[string]string // parts that were read besides
}

func decide(p *opc.Package, s Select, accept bool) (*opc.Edit, *Report, error) {
	d, err := Open(p, func(name string) (*Part, error) {
		text, err := p.Text(name)
		if err != nil {
			return nil, err
		}
		part, err := Reader{Look: s.Look}.Split(text)
		if err != nil {
			return nil, &opc.PartError{Part: name, Err: err}
		}
		return part, nil
	})
	if err != nil {
		return nil, nil, err
	}
	after, report, err := d.Decide(s, accept)
	if err != nil {
		return nil, nil, err
	}
	e := p.Edit()
	for name, text := range after {
		e.Set(name, "", opc.UTF8(text))
	}
	return e, report, nil
}

// Open reads the parts of a document that can have changes with a function.
func Open(p *opc.Package, read func(name string) (*Part, error)) (*Document, error) {
	main, ok := wml.MainPart(p)
	if !ok {
		return nil, wml.ErrNoDocument
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	d := &Document{pkg: p, main: main, rels: rels, texts: map[string]*Part{}}
	names := []string{main}
	for _, kind := range revisedParts {
		names = append(names, d.Named(kind)...)
	}
	for _, name := range names {
		if d.texts[name] != nil {
			continue
		}
		if d.texts[name], err = read(name); err != nil {
			return nil, err
		}
		d.parts = append(d.parts, name)
	}
	return d, nil
}

// Text returns the text of a part that can have changes, and whether it is one.
func (d *Document) Text(name string) (string, bool) {
	p := d.texts[name]
	if p == nil {
		return "", false
	}
	return p.Text, true
}

// Decide accepts or rejects tracked changes and returns the texts of the parts that change.
func (d *Document) Decide(s Select, accept bool) (map[string]string, *Report, error) {
	pick := newPicker(s)
	if err := pick.expand(d); err != nil {
		return nil, nil, err
	}
	report := &Report{}
	gone := lost{}
	to := &decision{d, map[string]string{}, map[string]string{}}
	for _, name := range d.parts {
		pick.ranges = map[string]bool{}
		w := &rewriter{accept: accept, pick: pick, report: report, name: name, part: d.texts[name], text: d.texts[name].Text, lost: &gone}
		text, err := w.rewrite()
		if err != nil {
			return nil, nil, &opc.PartError{Part: name, Err: err}
		}
		if text != w.text {
			to.after[name] = text
		}
	}
	report.Unknown = pick.unknown()
	if err := to.settle(&gone, report); err != nil {
		return nil, nil, err
	}
	return to.after, report, nil
}

// Named returns the parts that the document has for a type of relationship.
func (d *Document) Named(relType string) (names []string) {
	for _, r := range d.rels {
		if r.Is(relType) && !r.External && d.pkg.Has(r.Target) {
			names = append(names, d.pkg.Name(r.Target))
		}
	}
	return names
}

// text returns a part as it is now.
func (d *decision) text(name string) (string, error) {
	if text, changed := d.after[name]; changed {
		return text, nil
	}
	if text, ok := d.Text(name); ok {
		return text, nil
	}
	if _, known := d.more[name]; !known {
		text, err := d.pkg.Text(name)
		if err != nil {
			return "", err
		}
		d.more[name] = text
	}
	return d.more[name], nil
}
