package app

import (
	"bytes"
	"context"
	_ "embed" // the sample text of the template
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/docx"
)

// WordOptions say how a Word file is made. What is empty the frontmatter says, under `docx:`.
type WordOptions struct {
	// ReferenceDoc is a Word file whose styles, page, headers and footers the document takes, as a path
	// on this machine. The one a frontmatter names is confined to the document's folder.
	ReferenceDoc string `name:"reference-doc"`
	// Charts says whether plots are charts a reader can edit, or pictures.
	Charts string `name:"charts" validate:"omitempty,oneof=native image"`
	// LayoutPass fills in the page numbers of the contents as LibreOffice lays the file out. Without it
	// Word does, and asks its reader first.
	LayoutPass bool `name:"layout-pass"`

	sources bool                 // diagrams are not drawn
	warn    func(message string) // as RenderOptions.Warn
	note    func(message string) // as RenderOptions.Note
	theme   string               // as RenderOptions.Theme
}

// wordFrontmatter is what a frontmatter may say under `docx:`. How title block and contents appear
// is layout's business; here the values are only checked.
type wordFrontmatter struct {
	ReferenceDoc any `name:"reference-doc"`
	Charts       any `name:"charts" validate:"omitempty,oneof=native image"`
	TitleBlock   any `name:"title-block"`
	Toc          any `name:"toc"`
	PlainFirst   any `name:"plain-first-page"`
}

// word writes the document as a Word file.
func (s *Source) word(ctx context.Context, w io.Writer, title, assets string, o WordOptions) error {
	if err := validOptions(o); err != nil {
		return err
	}
	front, err := s.wordFrontmatter()
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	t, name, err := s.template(ctx, o, front)
	if err != nil {
		return err
	}
	if o.Charts == "" {
		o.Charts, _ = front.Charts.(string)
	}
	opts := s.layoutOptions(title)
	opts.ChartPictures = o.Charts == "image"
	diagrams := newDrawer(ctx, assets)
	diagrams.plain = true
	defer func() {
		diagrams.close()
		diagrams.tell(o.warn)
	}()
	if !o.sources {
		opts.Diagram = diagrams.picture
	}
	if t != nil {
		opts.Page, opts.Accents = t.Page(), t.Accents()
	}
	plan := layout.Build(s.Doc, opts)
	if o.LayoutPass && plan.Settings.UpdateFields {
		var first bytes.Buffer
		if err := docx.Render(&first, plan, docx.Options{Template: t, CountPages: true}); err != nil {
			return err
		}
		if opts.Pages, err = layoutPass(ctx, first.Bytes()); err != nil {
			return err
		}
		plan = layout.Build(s.Doc, opts)
	}
	if t != nil && o.note != nil {
		for _, said := range t.Decided(plan, name) {
			o.note(said)
		}
	}
	return docx.Render(w, plan, docx.Options{Template: t})
}

// wordFrontmatter reads the `docx:` options of the frontmatter.
func (s *Source) wordFrontmatter() (o wordFrontmatter, err error) {
	v := s.Doc.Meta.Get(layout.WordMeta)
	if v == nil {
		return o, nil
	}
	m, ok := v.(noma.Map)
	if !ok {
		return o, fmt.Errorf("frontmatter: docx must be a list of options such as \"reference-doc: brand.docx\"")
	}
	known := map[string]*any{"reference-doc": &o.ReferenceDoc, "charts": &o.Charts, "title-block": &o.TitleBlock, "toc": &o.Toc, "plain-first-page": &o.PlainFirst}
	for _, e := range m {
		to := known[e.Key]
		if to == nil {
			names := make([]string, 0, len(known))
			for k := range known {
				names = append(names, k)
			}
			sort.Strings(names)
			return o, fmt.Errorf("frontmatter: docx has no option %q; use %s", e.Key, choices(strings.Join(names, " ")))
		}
		*to = e.Value
	}
	if _, text := o.Charts.(string); o.Charts != nil && !text { // the rule below is one on text alone
		return o, fmt.Errorf("frontmatter: docx.charts %q is not known; use native or image", fmt.Sprint(o.Charts))
	}
	if err := validOptions(o); err != nil {
		return o, fmt.Errorf("frontmatter: docx.%v", err) // not the option of a caller
	}
	for _, is := range [...]struct {
		name  string
		value any
	}{{"title-block", o.TitleBlock}, {"toc", o.Toc}, {"plain-first-page", o.PlainFirst}} {
		if _, truth := is.value.(bool); is.value != nil && !truth {
			return o, fmt.Errorf("frontmatter: docx.%s must be true or false, not %q", is.name, fmt.Sprint(is.value))
		}
	}
	if _, text := o.ReferenceDoc.(string); o.ReferenceDoc != nil && !text {
		return o, fmt.Errorf("frontmatter: docx.reference-doc must be the name of a Word file")
	}
	return o, nil
}

// template reads the reference document and says what it is called; nil when there is none.
func (s *Source) template(ctx context.Context, o WordOptions, front wordFrontmatter) (t *docx.Template, name string, err error) {
	var data []byte
	inFront, _ := front.ReferenceDoc.(string)
	switch name = o.ReferenceDoc; {
	case name != "":
		data, err = readFile(name, nil, maxResource)
		if s.Resources.Observe != nil {
			s.Resources.Observe(absolute(name), data, err)
		}
		if err != nil {
			return nil, "", err
		}
	case layout.DesignOf(o.theme) != nil:
		var b bytes.Buffer
		if err := WordTemplate(ctx, &b, o.theme); err != nil {
			return nil, "", err
		}
		data, name = b.Bytes(), "the theme "+o.theme
	case inFront != "":
		name = inFront
		data, err = s.Resources.Read(name)
		if err != nil {
			return nil, "", fmt.Errorf("%s: frontmatter: docx.reference-doc %q: %w", s.Path, name, err)
		}
	default:
		return nil, "", nil
	}
	t, err = docx.ReadTemplate(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, "", fmt.Errorf("reference document %s: %w", name, err)
	}
	if lost := t.LostFields(); len(lost) > 0 && o.warn != nil {
		o.warn(fmt.Sprintf("reference document %s: of the fields %s in its headers and footers only the text is taken over, as such fields can run programs or read other files", name, strings.Join(lost, ", ")))
	}
	return t, name, nil
}

//go:embed template.noma
var templateText string

// WordTemplate writes the template a document without a reference document is made with, or one in a theme with a design: a Word file
// that shows every style, to change in Word and to give back as a reference document.
func WordTemplate(ctx context.Context, w io.Writer, theme string) error {
	design := layout.DesignOf(theme)
	if theme != "" && design == nil {
		return fmt.Errorf("there is no Word template for the theme %q; there are %s", theme, choices(strings.Join(DesignNames(), " ")))
	}
	s, err := FromText("template.noma", templateText)
	if err != nil {
		return err
	}
	s = s.under(ctx)
	opts := s.layoutOptions("")
	if design != nil {
		opts.Page = &design.Page
	}
	plan := layout.Build(s.Doc, opts)
	// The cover is for its styles. A first page without header and footer would be one in all documents with this template.
	plan.Settings.PlainFirstPage = false
	return docx.Render(w, plan, docx.Options{Design: design})
}

// DesignNames are the themes that there is a Word template for.
func DesignNames() []string {
	var out []string
	for i := range layout.Designs {
		out = append(out, layout.Designs[i].Name)
	}
	return out
}
