package revise

import (
	"strings"

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

// Decided is the text of a part after tracked changes in it were decided.
type Decided struct {
	Stretches []Stretch // of which it consists; nil for a text that was changed as a whole
	text      string    // "" while there are only stretches
}

// Stretch is a piece of a text.
type Stretch struct {
	Text  string
	Story int // in which it is; -1 for what stands between stories, as it stood
	Block int // of the story, as it stood; -1 for what was written
}

// Text returns the text.
func (d *Decided) Text() string {
	if d.text == "" {
		size := 0
		for i := range d.Stretches {
			size += len(d.Stretches[i].Text)
		}
		var b strings.Builder
		b.Grow(size)
		for i := range d.Stretches {
			b.WriteString(d.Stretches[i].Text)
		}
		d.text = b.String()
	}
	return d.text
}

// decision is a document while its changes are decided.
type decision struct {
	*Document
	after map[string]*Decided // the texts that were written
	more  map[string]string   // parts that were read besides
}

// set replaces a text as a whole.
func (d *decision) set(name, text string) { d.after[name] = &Decided{text: text} }

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
	for name, decided := range after {
		if was, read := d.Text(name); !read || decided.Text() != was {
			e.Set(name, "", opc.UTF8(decided.Text()))
		}
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

// Decide accepts or rejects tracked changes and returns the texts of the parts that have some.
func (d *Document) Decide(s Select, accept bool) (map[string]*Decided, *Report, error) {
	pick := newPicker(s)
	if err := pick.expand(d); err != nil {
		return nil, nil, err
	}
	report := &Report{}
	gone := lost{}
	to := &decision{d, map[string]*Decided{}, map[string]string{}}
	for _, name := range d.parts {
		pick.ranges = map[string]bool{}
		w := &rewriter{accept: accept, pick: pick, report: report, name: name, part: d.texts[name], text: d.texts[name].Text, lost: &gone}
		stretches, err := w.rewrite()
		if err != nil {
			return nil, nil, &opc.PartError{Part: name, Err: err}
		}
		if stretches != nil {
			to.after[name] = &Decided{Stretches: stretches}
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
	if after := d.after[name]; after != nil {
		return after.Text(), nil
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
