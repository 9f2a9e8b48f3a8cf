package html

import (
	"bytes"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// Options of Render. The zero value is right for a page to be opened in a browser or printed.
type Options struct {
	// Look ends the work when it should not go on.
	Look halt.Look
	// Title replaces the title in the head of the page: by default that of the frontmatter, else
	// the first section's.
	Title string
	// Theme is one of Themes; "" is "default".
	Theme string
	// CSS comes after the theme.
	CSS string
	// Stylesheet is the address of a style sheet to link instead of writing the theme into the page.
	Stylesheet string
	// Head, Before and After are markup of the caller's: at the end of the head, before and after the
	// document. A document never gets there.
	Head, Before, After string
	// Fragment leaves out the page around the document: no head, no styles.
	Fragment bool
	// Strict is for publishing: no escape hatches, nothing from other places, controls switched off.
	Strict bool
	// Paper shows what form fields hold as text: nobody fills them in.
	Paper bool
	// NoUnsafe closes the escape hatches ::html, ::svg and ::script.
	NoUnsafe bool

	// MathFont is "system" for formulas in the reader's own fonts. Otherwise a page with formulas brings
	// its font along (0.9 MB), or links MathStylesheet, the address of [MathCSS], when that is set.
	MathFont       string
	MathStylesheet string

	// Resources reads the picture a figure names, to be written into the page. It decides what may
	// be read at all. A picture of the web keeps its address; a relative address only without Resources:
	// what cannot be read now would be missing later too.
	Resources func(src string) (data []byte, mime string, err error)
	// Diagram draws the source of a ::diagram, or of a ::plotly as the kind "plotly", as an SVG picture.
	// Without it or without a picture a simple ::plotly is drawn here, and of all else the source is shown;
	// an error is given as the reason.
	Diagram func(kind, source string) (svg []byte, err error)
	// Undrawn hears of a ::diagram whose source is shown, and why; nil is fine. Clients see no reason.
	Undrawn func(block *noma.Directive, reason error)
	// Book is the document this one is a part of, nil for none. Data and formulas of its other parts
	// count; references to them lead where Link says.
	Book *noma.Document
	// Link is the address of a block that is not in this document, for documents of several pages.
	Link func(id string) (href string, ok bool)
}

// Render writes a document as HTML.
func Render(w io.Writer, d *noma.Document, opts Options) error {
	css, err := themeCSS(opts.Theme)
	if err != nil {
		return err
	}
	r := newRenderer(w, d, opts)
	r.survey()
	if opts.Fragment {
		r.document()
		return r.close()
	}
	r.page(css)
	return r.close()
}

func newRenderer(w io.Writer, d *noma.Document, opts Options) *renderer {
	return &renderer{writer: writer{to: w}, opts: opts, doc: d, client: d.Audience.Client, used: map[string]bool{}}
}

// renderer is the state of one Render.
type renderer struct {
	writer
	preview *Live // notes the blocks, nil when nobody asks
	opts    Options
	doc     *noma.Document
	survey_
	client     bool            // without metadata and the words that name kinds of blocks
	used       map[string]bool // ids that are anchors already
	inLink     bool            // inside <a>, which must not be nested
	depth      int             // nesting of blocks
	tracks     int             // blocks side by side, 0 for none
	pageName   string          // named page of the blocks to come
	flowPage   string          // that of the last flow that was begun
	bylined    bool            // author and date have been given
	env        *compute.Env    // made by computed
	noticeDone bool            // the notice on switched-off controls has been given
	live       program         // what the runtime recalculates
	formulas   bool            // a formula has been written
	placed     *placement      // what stands in the texts, nil for nothing
	cut        *cut            // the text that is being written, when something stands in it
	notesInPlace
	markEnd int // where the last mark of a note ends
	front
	shownPictures map[string]string // the addresses of pictures in sentences, by their files; "" for one that is not there
	repeated      int               // bytes of those that were written more than once
	inCell        bool              // inside the part of a computed block that it replaces
}

// StrictPolicy says to the browser what strict means, as an element of the head.
const StrictPolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'">` + "\n"

// page writes the whole page. The document is made first, because the head tells what is in it: a style
// sheet, and so the font of formulas, may stand nowhere else (HTML 4.2.6).
func (r *renderer) page(css string) {
	var body bytes.Buffer
	if f := r.doc.File; f != nil {
		body.Grow(2 * len(f.Text)) // about what markup makes of a report
	}
	to := r.to
	r.to = &body
	r.document()
	r.flush()
	r.to = to
	lang := layout.DocumentLanguage(r.doc.Meta)
	r.raw("<!DOCTYPE html>\n<html lang=\"" + lang + `"`)
	if layout.RightToLeft(lang) {
		r.raw(` dir="rtl"`)
	}
	r.raw(">\n<head>\n<meta charset=\"utf-8\">\n")
	if r.opts.Strict {
		r.raw(StrictPolicy)
	}
	r.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"nomadocx\">\n<title>")
	r.text(r.title())
	r.raw("</title>\n")
	for _, m := range []struct{ name, value string }{
		{"author", firstMeta(r.doc.Meta, "author", "authors", "creator")},
		{"description", firstMeta(r.doc.Meta, "description", "summary", "abstract")},
		{"keywords", firstMeta(r.doc.Meta, "tags", "keywords")},
	} {
		if m.value != "" {
			r.raw(`<meta name="` + m.name + `"`)
			r.attr("content", m.value)
			r.raw(">\n")
		}
	}
	if r.opts.Stylesheet != "" {
		r.stylesheet(r.opts.Stylesheet)
		css = ""
	}
	if r.opts.MathStylesheet != "" && r.ownFont() {
		r.stylesheet(r.opts.MathStylesheet)
	}
	r.raw("<style>\n")
	r.raw(css)
	r.frontCSS()
	r.pageRules()
	r.raw(safeCSS(r.opts.CSS))
	r.mathFont()
	r.raw("</style>\n")
	r.sectionStyle()
	r.raw(r.opts.Head + "</head>\n<body>\n" + r.opts.Before)
	r.flush()
	if r.err == nil {
		_, r.err = body.WriteTo(r.to)
	}
	r.raw(r.opts.After)
	r.runtime()
	r.raw("</body>\n</html>\n")
}

// stylesheet links a style sheet.
func (r *renderer) stylesheet(address string) {
	r.raw(`<link rel="stylesheet"`)
	r.attr("href", address)
	r.raw(">\n")
}

// document writes the document between its header and footer band.
func (r *renderer) document() {
	r.band(r.header, "header")
	r.raw("<main class=\"noma-document\">\n")
	r.frontPages()
	if r.cover == nil && r.lacksTitle() {
		if t := r.doc.Meta.String("title"); t != "" {
			r.raw("<header class=\"noma-cover\">\n<h1 class=\"noma-document-title\">")
			r.text(t)
			r.raw("</h1>\n")
			r.byline()
			r.raw("</header>\n")
		}
	}
	r.blocks(r.doc.Children)
	r.impliedReferences()
	r.raw("</main>\n")
	r.band(r.footer, "footer")
}

// lacksTitle reports whether no heading stands for the title of the document. In a book the titles of the chapters do.
func (r *renderer) lacksTitle() bool {
	return layout.TitleSection(r.doc) == nil && (r.opts.Book == nil || !r.titled)
}

// byline writes the subtitle, who wrote the document and when, below its title.
func (r *renderer) byline() {
	m := r.doc.Meta
	r.bylined = true
	subtitle := firstMeta(m, "subtitle")
	r.standfirst(subtitle)
	var parts []string
	for _, v := range []string{firstMeta(m, "author", "authors", "creator"), layout.DayShown(r.doc), firstMeta(m, "version"), firstMeta(m, "status")} {
		if v != "" {
			parts = append(parts, v)
		}
	}
	if len(parts) > 0 {
		r.raw(`<p class="noma-byline">`)
		r.text(strings.Join(parts, " · "))
		r.raw("</p>\n")
	}
	if subtitle == "" {
		r.standfirst(firstMeta(m, "description"))
	}
}

// standfirst writes what stands large below the title, if there is such a thing.
func (r *renderer) standfirst(s string) {
	if s != "" {
		r.raw(`<p class="noma-standfirst">`)
		r.text(s)
		r.raw("</p>\n")
	}
}

// title returns the title of the page.
func (r *renderer) title() string {
	candidates := []string{r.opts.Title, r.doc.Meta.String("title")}
	if len(r.headings) > 0 {
		candidates = append(candidates, noma.PlainText(noma.ParseInline(noma.WithoutNotes(r.headings[0].title))))
	}
	for _, t := range candidates {
		if strings.TrimSpace(t) != "" {
			return t
		}
	}
	return layout.Untitled(r.doc) // a title must say something (HTML 4.2.2)
}

// firstMeta returns the first of the frontmatter's entries that has a text; lists are joined.
func firstMeta(m noma.Map, keys ...string) string {
	for _, k := range keys {
		switch v := m.Get(k).(type) {
		case string:
			if strings.TrimSpace(v) != "" {
				return v
			}
		case float64:
			return noma.FormatNumber(v)
		case []any:
			var parts []string
			for _, x := range v {
				if s, ok := x.(string); ok && s != "" {
					parts = append(parts, s)
				}
			}
			if len(parts) > 0 {
				return strings.Join(parts, ", ")
			}
		}
	}
	return ""
}
