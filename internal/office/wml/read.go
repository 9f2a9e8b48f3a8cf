package wml

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Options of Read. There is nothing to choose yet.
type Options struct {
	piece int // how many bytes of a part are unpacked at once; 0 is what is usual
}

// ErrNoDocument says that a package has no main document part: a spreadsheet, say, or a zip file of
// anything. Read returns it together with what the package has nonetheless, its form data.
var ErrNoDocument = errors.New("this is not a Word document: it has no main document part")

// Read reads a Word document. A part that belongs to the text and cannot be understood is an error:
// a document read in part would look as if the rest had been deleted.
func Read(p *opc.Package, o Options) (*Document, error) {
	d := &Document{Properties: map[string]string{}}
	if err := readCustomXML(p, d); err != nil {
		return nil, err
	}
	readProperties(p, d)
	main, ok := MainPart(p)
	if !ok {
		return d, ErrNoDocument
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	// The body is by far the largest part: it is unpacked from now on.
	body := p.Scan(main, names, o.piece)
	defer body.Close()
	pool, err := newPool(p, d, main, rels)
	if err != nil {
		return nil, err
	}
	pool.piece = o.piece
	if err := pool.comments(p, main, rels); err != nil {
		return nil, err
	}
	if d.Footnotes, err = pool.notes(p, opc.TypeFootnotes, "footnote", main, rels); err != nil {
		return nil, err
	}
	if d.Endnotes, err = pool.notes(p, opc.TypeEndnotes, "endnote", main, rels); err != nil {
		return nil, err
	}
	d.Controls = nil // those of comments and notes are not form data
	// Controls are listed in the order headers, footers, body (contract docx-data.md), stories with
	// the body first.
	stories := []*Story{nil}
	for _, k := range [...]struct {
		kind    StoryKind
		relType string
		name    string
	}{{HeaderStory, opc.TypeHeader, "header"}, {FooterStory, opc.TypeFooter, "footer"}} {
		for _, part := range numberedParts(p, main, rels, k.relType, k.name) {
			s, err := pool.story(p, k.kind, part, p.Scan(part, names, o.piece))
			if err != nil {
				return nil, err
			}
			stories = append(stories, s)
		}
	}
	if stories[0], err = pool.story(p, MainStory, main, body); err != nil {
		return nil, err
	}
	d.Stories = stories
	return d, nil
}

// MainPart finds the main document: by relationship, else by content type, else by the name Word
// gives it, for packages that were put together by hand.
func MainPart(p *opc.Package) (string, bool) {
	isMain := func(part string) bool {
		t := p.ContentType(part)
		// document, template, and both with macros
		return strings.HasSuffix(t, "wordprocessingml.document.main+xml") || strings.HasSuffix(t, "wordprocessingml.template.main+xml") ||
			strings.HasPrefix(t, "application/vnd.ms-word.") && strings.HasSuffix(t, ".main+xml")
	}
	if part, ok := p.Related("", opc.TypeOfficeDocument); ok {
		// A spreadsheet has a main part as well, of another type.
		t := p.ContentType(part)
		return part, isMain(part) || t == "" || t == "application/xml" || t == "text/xml"
	}
	for _, part := range p.Names() {
		if isMain(part) {
			return part, true
		}
	}
	const usual = "word/document.xml"
	return p.Name(usual), p.Has(usual)
}

// related returns the part of a type that the main part points at, else the part beside it with the
// usual name; "" when there is neither.
func related(p *opc.Package, main string, rels []opc.Relationship, relType, name string) string {
	for _, r := range rels {
		if !r.External && r.Is(relType) && p.Has(r.Target) {
			return p.Name(r.Target)
		}
	}
	if usual := path.Join(path.Dir(main), name); p.Has(usual) {
		return p.Name(usual)
	}
	return ""
}

// numberedParts returns the headers or footers, sorted by the number in their name.
func numberedParts(p *opc.Package, main string, rels []opc.Relationship, relType, stem string) []string {
	var parts []string
	for _, r := range rels {
		if !r.External && r.Is(relType) && p.Has(r.Target) {
			parts = append(parts, p.Name(r.Target))
		}
	}
	if len(rels) == 0 {
		prefix := path.Join(path.Dir(main), stem)
		for _, name := range p.Names() {
			if digits, ok := strings.CutPrefix(name, prefix); ok {
				if digits, ok = strings.CutSuffix(digits, ".xml"); ok && isDigits(digits) {
					parts = append(parts, name)
				}
			}
		}
	}
	slices.SortFunc(parts, func(a, b string) int {
		return cmp.Or(cmp.Compare(partNumber(a), partNumber(b)), cmp.Compare(a, b))
	})
	return slices.Compact(parts)
}

// partNumber returns the number at the end of a part's name, header12.xml → 12.
func partNumber(part string) int {
	stem := strings.TrimSuffix(path.Base(part), path.Ext(part))
	i := len(stem)
	for i > 0 && stem[i-1] >= '0' && stem[i-1] <= '9' {
		i--
	}
	return number(stem[i:])
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// newPool reads the parts that the others need to be understood.
func newPool(p *opc.Package, d *Document, main string, rels []opc.Relationship) (*pool, error) {
	pool := &pool{doc: d, main: main, mainRels: rels, monospace: map[string]bool{}, styles: &styleTable{byID: map[string]*style{}}, numbering: &numberingTable{}}
	if part := related(p, main, rels, opc.TypeStyles, "styles.xml"); part != "" {
		text, err := p.Text(part)
		if err != nil {
			return nil, err
		}
		if pool.styles, err = readStyles(text); err != nil {
			return nil, fmt.Errorf("%s: %w", part, err)
		}
	}
	if part := related(p, main, rels, opc.TypeNumbering, "numbering.xml"); part != "" {
		text, err := p.Text(part)
		if err != nil {
			return nil, err
		}
		if pool.numbering, err = readNumbering(text, pool.styles); err != nil {
			return nil, fmt.Errorf("%s: %w", part, err)
		}
	}
	return pool, nil
}

// open starts reading a part.
func (p *pool) open(pkg *opc.Package, part string) (*reader, error) {
	return p.openScan(pkg, part, pkg.Scan(part, names, p.piece))
}

func (p *pool) openScan(pkg *opc.Package, part string, x *opc.Scanner) (*reader, error) {
	rels := p.mainRels
	if part != p.main {
		var err error
		if rels, err = pkg.Rels(part); err != nil {
			x.Close()
			return nil, err
		}
	}
	r := &reader{pool: p, part: part, pkg: pkg, x: x, links: make(map[string]string, len(rels))}
	for _, rel := range rels {
		if rel.Is("hyperlink") || rel.Is("subDocument") {
			r.links[rel.ID] = rel.Target
		} else if rel.Is("image") && !rel.External {
			if r.pictures == nil {
				r.pictures = map[string]string{}
			}
			r.pictures[rel.ID] = rel.Target
		} else if !rel.External && (rel.Is("chart") || rel.Is("diagramData") || rel.Is("aFChunk") || rel.Is("chartEx")) {
			if r.charts == nil {
				r.charts = map[string]string{}
			}
			r.charts[rel.ID] = rel.Target
		}
	}
	return r, nil
}

// bodyBlock is how much XML a block of the body is at least, as a rule, in bytes.
const bodyBlock = 1 << 10

// story reads the main part, a header or a footer.
func (p *pool) story(pkg *opc.Package, kind StoryKind, part string, x *opc.Scanner) (*Story, error) {
	r, err := p.openScan(pkg, part, x)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s := &Story{Kind: kind, Part: part}
	root := "document"
	switch kind {
	case HeaderStory:
		root = "hdr"
	case FooterStory:
		root = "ftr"
	}
	if !r.in(1) || r.x.Space() != nsW || r.x.Local() != root {
		if err := r.err(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: it does not hold a Word %s", part, map[string]string{"document": "document", "hdr": "header", "ftr": "footer"}[root])
	}
	if kind != MainStory {
		s.Blocks = r.blocks(nil)
	} else {
		for r.in(1) {
			if r.x.Space() == nsW && r.x.Local() == "body" {
				s.Blocks = r.blocks(slices.Grow(s.Blocks, int(pkg.Size(part)/bodyBlock)))
			} else {
				r.x.Skip() // w:background
			}
		}
	}
	return s, r.end()
}

// err returns what stopped the walk before the end of the part.
func (r *reader) err() error {
	err := r.x.Err()
	if part := (*opc.PartError)(nil); err == nil || errors.As(err, &part) {
		return err
	}
	return fmt.Errorf("%s: %w", r.part, err)
}

// end completes a story: marks that no paragraph followed go to the last one.
func (r *reader) end() error {
	if err := r.err(); err != nil {
		return err
	}
	if r.last != nil && len(r.pending) > 0 {
		points := slices.Clone(r.last.Points)
		for _, p := range r.pending {
			p.At = len(r.last.Runs)
			points = append(points, p)
		}
		r.last.Points = points
		r.pending = nil
	}
	return nil
}
