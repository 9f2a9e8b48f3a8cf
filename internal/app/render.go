package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/render/html"
	"github.com/nomadocx/nomadocx/render/llm"
	"github.com/nomadocx/nomadocx/render/markdown"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

// Target is a format a document can be rendered to.
type Target string

const (
	HTML Target = "html"
	Word Target = "docx"
	PDF  Target = "pdf"
	JSON Target = "json" // the tree (contract ast.md)
	Noma Target = "noma" // normalised source

	Site     Target = "site"     // a folder of pages; see [RenderSite]
	LLM      Target = "llm"      // context for a language model
	Markdown Target = "markdown" // portable Markdown; "md" names it too
)

// Targets are the names of all targets.
var Targets = []string{string(HTML), string(Word), string(PDF), string(Site), string(JSON), string(Noma), string(LLM), string(Markdown)}

// ParseTarget returns the target with a name.
func ParseTarget(name string) (Target, bool) {
	if name == "md" {
		return Markdown, true
	}
	for _, t := range Targets {
		if t == name {
			return Target(t), true
		}
	}
	return "", false
}

// Audiences are the names of whom a document can be made for.
var Audiences = layout.Audiences

// Binary reports whether a target's result is no text.
func (t Target) Binary() bool { return t == Word || t == PDF }

// LLMOptions say what of a document goes into a context for a language model.
type LLMOptions = llm.Options

// Themes are the names of the themes of pages.
var Themes = html.Themes

// RenderOptions say what is made of a document. Options of other targets are ignored.
type RenderOptions struct {
	Target Target
	// Audience is whom it is made for, "review" or "client"; "" is whom the frontmatter names.
	Audience string
	// Comments is "keep" for comments and change requests in what a client gets.
	Comments string
	Title    string // instead of the document's own
	Theme    string // HTML and PDF
	CSS      string // HTML and PDF: more style rules
	MathFont string // HTML and PDF: "embed" (the default) brings the font of formulas along, "system" does not
	Fragment bool   // HTML: no page around the content
	NoUnsafe bool   // HTML: leave html, svg and script blocks out
	Strict   bool   // HTML: nothing active, nothing from outside
	// Assets is the folder with mermaid.min.js, for HTML and PDF; "" means $NOMADOCX_ASSETS.
	Assets string
	Page   PageOptions
	LLM    LLMOptions
	Word   WordOptions

	// Replaces is the file that a Word file will take the place of, when it is there; see [findRecord].
	Replaces string
	// Warn hears why a signed record cannot come along, and what a reference document loses; nil is fine.
	Warn func(message string)
	// Note hears where a document and its reference document say different things, and which of the two is shown; nil is fine.
	Note func(message string)
	// Faults hears what is wrong with the document before it is rendered, when something is; nil: nobody asks. The targets json
	// and noma are the document itself, with all its mistakes.
	Faults func(diag.List)
	// FailOnWarning refuses to render then, with a *[FaultsError].
	FailOnWarning bool
	IgnoreRules   []string // codes that are nothing wrong

	// Printer prints a PDF; nil starts a browser for this document alone. Whoever makes several
	// documents makes one with [NewPrinter].
	Printer *Printer
}

// PageOptions say how a PDF is made. The paper is what they say where the document does not say it; lengths have a unit (20mm).
type PageOptions struct {
	Size                     string
	Margin                   string // all sides
	Top, Right, Bottom, Left string
	NoBackground             bool
	Profiles                 []string `json:",omitempty" name:"pdf-profile" validate:"dive,oneof=a ua"` // standards that the file keeps: PDF/A, PDF/UA
	Attach                   []string `json:",omitempty" name:"attach" validate:"dive,oneof=source data"`
}

// Render writes a document in the target format.
func Render(ctx context.Context, w io.Writer, s *Source, o RenderOptions) (err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.faults(ctx, o); err != nil {
		return err
	}
	if err := s.present(o); err != nil {
		return err
	}
	doc, undo := s.forRendering(o.Target)
	defer undo()
	switch o.Target {
	case JSON:
		return astjson.Render(w, doc, s.parse.Look)
	case Noma:
		return nomatext.Render(w, doc, s.parse.Look)
	case LLM:
		o.LLM.Look = s.parse.Look
		return llm.Render(w, s.readable(doc), o.LLM)
	case Markdown:
		return markdown.Render(w, s.readable(doc), s.parse.Look)
	case Word:
		return s.wordWithRecord(ctx, w, o)
	case HTML:
		page := s.htmlOptions(o)
		defer drawing(ctx, o, &page)()
		return html.Render(w, s.Doc, page)
	case PDF:
		o.Fragment = false
		var page bytes.Buffer
		options := s.htmlOptions(o)
		options.Paper = true
		defer drawing(ctx, o, &options)()
		if err := html.Render(&page, s.Doc, options); err != nil {
			return err
		}
		return s.printPDF(ctx, w, page.Bytes(), o)
	}
	return errors.New("unknown target " + string(o.Target))
}

// WriteIDs prints the registry of ids and aliases.
func WriteIDs(w io.Writer, s *Source) error { return astjson.WriteIDs(w, s.Doc) }

// present makes the document one for the audience that is asked for, or that its frontmatter names.
func (s *Source) present(o RenderOptions) error {
	if err := validOptions(struct {
		Audience string `name:"audience" validate:"omitempty,oneof=review client"`
		Comments string `name:"comments" validate:"omitempty,oneof=keep"`
		Page     PageOptions
	}{o.Audience, o.Comments, o.Page}); err != nil {
		return err
	}
	a, err := layout.ReadAudience(cmp.Or(o.Audience, s.Doc.Meta.String(layout.AudienceKey)))
	if err != nil { // a slip of the author's must not send a client what is internal
		return fmt.Errorf("%s: frontmatter: audience: %w", s.Path, err)
	}
	a.Comments = o.Comments != ""
	layout.Present(s.Doc, a)
	return nil
}

// readable returns what a client reads of the document, for formats that print the tree with its ids and attributes.
// A review gets all of it.
func (s *Source) readable(doc *noma.Document) *noma.Document {
	if !s.Doc.Audience.Client {
		return doc
	}
	return layout.Readable(layout.Build(s.Doc, s.layoutOptions("")))
}

// plan lays the document out for Word, as a review is shown it. A file that is sent out and a file that comes back must be
// compared with the same plan, so this is the only place where one is made.
// A sketch lacks what only a written file needs.
func (s *Source) plan(title string, sketch bool) *layout.Plan {
	return s.planFor(title, sketch, nil, noma.Audience{})
}

// planFor lays the document out for an audience as in a file that was sent with some diagrams as pictures: whether this
// machine could draw them does not matter.
func (s *Source) planFor(title string, sketch bool, drawn func(*noma.Directive) bool, a noma.Audience) *layout.Plan {
	layout.Present(s.Doc, a)
	o := s.layoutOptions(title)
	o.Sketch, o.Drawn = sketch, drawn
	return layout.Build(s.Doc, o)
}

func (s *Source) layoutOptions(title string) layout.Options {
	return layout.Options{Look: s.parse.Look, Title: title, Image: s.picture, Control: controls.Of}
}

// htmlOptions returns the options of a page.
func (s *Source) htmlOptions(o RenderOptions) html.Options {
	return html.Options{Look: s.parse.Look, Title: o.Title, Theme: o.Theme, CSS: o.CSS, MathFont: o.MathFont, Fragment: o.Fragment, Strict: o.Strict || s.Book != nil && s.Book.Manifest.Trusted, NoUnsafe: o.NoUnsafe,
		Resources: func(src string) ([]byte, string, error) {
			data, err := s.picture(src)
			if err != nil {
				return nil, "", err
			}
			return data, pictureTypes[strings.ToLower(path.Ext(src))], nil
		}}
}

// pictureTypes are the media types of pictures, by extension.
var pictureTypes = map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml"}

// picture reads a picture a figure names.
func (s *Source) picture(src string) ([]byte, error) {
	if pictureTypes[strings.ToLower(path.Ext(src))] == "" || strings.Contains(src, "://") {
		return nil, errors.New("not a picture file")
	}
	return s.Resources.Read(src)
}
