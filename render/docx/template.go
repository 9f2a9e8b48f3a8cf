package docx

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Template is what a Word file gives to the formatting of the documents made with it: its styles, theme,
// fonts, lists, page, headers and footers. Everything else in the file is left behind: its text,
// comments, notes, macros, protection and the links to other templates. A Template is not changed
// by rendering and may be used for many documents, one after the other or at once.
type Template struct {
	styles, numbering *etree.Document // numbering is nil without lists
	theme, fonts      *carried        // nil when the template has none
	edges             []edgePart      // headers and footers of its last section
	page              page
	settings          templateSettings
	accent            string      // the colour of its headings, "" for automatic
	palette           wml.Palette // the colours that stand for ours, nil for none
	ownHeader         bool        // its tables of data have formatting of their own for header rows
	filledHeader      bool        // … and shading
	spaced            bool        // its body text has spacing of its own, which wins over that of a table style

	// Its lists: their ids, and the last ones; nsid is added to ours, to keep them apart.
	numbers                  map[string]bool
	lastNumber, lastAbstract int
	nsid                     uint32

	lost         map[string]bool // codes of the fields that did not come along, "" for what is none
	names        map[string]bool // of its styles, folded
	headerFooter string          // the texts of its headers and footers, as layout.HeaderFooterKeys has them
}

// edgePart is a header or footer of a template.
type edgePart struct {
	footer bool
	kind   string // default, first, even
	carried
}

// carried is a part of the template and the files it refers to, by relationship id.
type carried struct {
	tree  *etree.Document
	files map[string]resource
}

// resource is what a relationship of a carried part leads to: a picture, a font, or a link.
type resource struct {
	relType, url     string // url only for links
	ext, contentType string
	data             []byte
}

// maxTemplatePart bounds each XML part of a template; a tree takes ten times the memory of its text.
const maxTemplatePart = 8 << 20

// errNoTemplate says that a file cannot be a template.
var errNoTemplate = errors.New("this is not a Word document or template")

// ReadTemplate reads a .docx, .dotx, .docm or .dotm file as a template. Errors fit on one line.
func ReadTemplate(r io.ReaderAt, size int64) (*Template, error) {
	p, err := opc.Read(r, size, opc.Limits{PartBytes: 64 << 20, TotalBytes: 256 << 20})
	if err != nil {
		return nil, err
	}
	main, ok := p.Related("", opc.TypeOfficeDocument)
	if kind := p.ContentType(main); !ok || !strings.HasSuffix(kind, ".main+xml") ||
		!strings.Contains(kind, "wordprocessingml.") && !strings.Contains(kind, "ms-word.") {
		return nil, errNoTemplate
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	t := &Template{lost: map[string]bool{}}
	in := &templateReader{pkg: p, rels: rels, lost: t.lost}
	if t.styles, err = in.tree("styles"); err != nil {
		return nil, err
	}
	if t.styles == nil || t.styles.Root().FullTag() != "w:styles" {
		return nil, errors.New("the template has no styles")
	}
	if t.numbering, err = in.tree("numbering"); err != nil {
		return nil, err
	}
	if t.numbering != nil && t.numbering.Root().FullTag() != "w:numbering" {
		t.numbering = nil
	}
	if t.theme, err = in.part("theme"); err != nil {
		return nil, err
	}
	if t.fonts, err = in.part("fontTable"); err != nil {
		return nil, err
	}
	settings, err := in.tree("settings")
	if err != nil {
		return nil, err
	}
	t.readSettings(settings)
	if err := t.readSections(in, main); err != nil {
		return nil, err
	}
	t.adopt()
	return t, t.keyHeaderFooter()
}

// Page returns the page of the template's last section, for [layout.Options].
func (t *Template) Page() *layout.Geometry {
	g := t.page.geometry
	return &g
}

// LostFields returns the codes of the fields in its headers and footers of which only the text comes along, sorted.
func (t *Template) LostFields() []string {
	var out []string
	for code := range t.lost {
		switch {
		case code == "":
			code = "unknown"
		case len(code) > 20: // none of Word's
			code = code[:20] + "…"
		}
		out = append(out, code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// templateReader finds and reads the parts of a template.
type templateReader struct {
	pkg  *opc.Package
	rels []opc.Relationship // of the main part
	lost map[string]bool    // as in Template
}

// find returns the part of a kind, "" when there is none.
func (in *templateReader) find(kind string) string {
	for _, r := range in.rels {
		if !r.External && path.Base(r.Type) == kind && in.pkg.Has(r.Target) {
			return in.pkg.Name(r.Target)
		}
	}
	return ""
}

// tree returns the part of a kind without its relationships, nil when there is none.
func (in *templateReader) tree(kind string) (*etree.Document, error) {
	name := in.find(kind)
	if name == "" {
		return nil, nil
	}
	d, err := readTree(in.pkg, name)
	if err == nil {
		clean(d.Root())
		inOrder(d.Root())
		dropReferences(d.Root(), nil)
	}
	return d, err
}

// part returns the part of a kind with the files it refers to, nil when there is none.
func (in *templateReader) part(kind string) (*carried, error) {
	name := in.find(kind)
	if name == "" {
		return nil, nil
	}
	c, err := in.carry(name)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// carry reads a part with the files it refers to.
func (in *templateReader) carry(name string) (carried, error) {
	d, err := readTree(in.pkg, name)
	if err != nil {
		return carried{}, err
	}
	c := carried{tree: d}
	if c.files, err = in.files(name); err != nil {
		return carried{}, err
	}
	clean(d.Root())
	harmlessFields(d.Root(), in.lost)
	inOrder(d.Root())
	dropReferences(d.Root(), c.files)
	return c, nil
}

// files returns the pictures, fonts and links a part refers to, as far as they are harmless: nothing
// that Word would fetch from elsewhere when the document is opened.
func (in *templateReader) files(part string) (map[string]resource, error) {
	rels, err := in.pkg.Rels(part)
	if err != nil {
		return nil, err
	}
	out := map[string]resource{}
	for _, r := range rels {
		kind := path.Base(r.Type)
		switch {
		case r.External && kind == "hyperlink" && safeLink(r.Target):
			out[r.ID] = resource{relType: kind, url: r.Target}
		case !r.External && (kind == "image" || kind == "font") && in.pkg.Has(r.Target):
			data, err := in.pkg.Part(r.Target)
			if err != nil {
				return nil, fmt.Errorf("the %s %s cannot be read: %w", kind, path.Base(r.Target), err)
			}
			if kind == "font" {
				out[r.ID] = resource{relType: kind, ext: "odttf", contentType: fontType, data: data}
			} else if ext := pictureType(data); ext != "" {
				out[r.ID] = resource{relType: kind, ext: ext, contentType: imageTypes[ext], data: data}
			}
		}
	}
	return out, nil
}

const fontType = "application/vnd.openxmlformats-officedocument.obfuscatedFont"

// safeLink reports whether a link of a template may stand in our documents.
func safeLink(url string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(url), ":")
	return scheme == "http" || scheme == "https" || scheme == "mailto" || scheme == "tel"
}
