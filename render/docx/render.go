package docx

import (
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Options say how to write a document. The zero value is right.
type Options struct {
	// Application is the producer named in the document properties, "nomadocx" by default.
	Application string
	// Template is what gives the document its formatting; nil for ours. The plan must have been laid out for
	// its page ([Template.Page]).
	Template *Template
	// Design is the design of a file without a template, nil for the usual one.
	Design *layout.Design
	// CountPages ends the document with its number of pages, which nobody sees. It is for a layout pass:
	// without such a field LibreOffice saves a short file before it has laid it out.
	CountPages bool
}

// Names of the parts of a package.
const (
	mainPart       = "word/document.xml"
	stylesPart     = "word/styles.xml"
	numberingPart  = "word/numbering.xml"
	settingsPart   = "word/settings.xml"
	fontsPart      = "word/fontTable.xml"
	commentsPart   = "word/comments.xml"
	statePart      = "word/commentsExtended.xml"
	commentIDsPart = "word/commentsIds.xml"
	peoplePart     = "word/people.xml"
	footnotesPart  = "word/footnotes.xml"
	endnotesPart   = "word/endnotes.xml"
	themePart      = "word/theme/theme1.xml"
)

const (
	officeRel   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	packageRel  = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/"
	wordType    = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	packageType = "application/vnd.openxmlformats-package."
	officeType  = "application/vnd.openxmlformats-officedocument."
)

// Render writes the plan as a .docx package to w. It iterates the plan's body once.
func Render(w io.Writer, p *layout.Plan, opts Options) error {
	if opts.Application == "" {
		opts.Application = "nomadocx"
	}
	r := &renderer{plan: p, opts: opts, pkg: opc.NewWriter(w), ids: &wml.IDs{}, record: layout.NewRecorder(p), media: newMedia()}
	r.palette = opts.palette()
	r.languages = layout.Languages(p.Doc)
	if err := r.write(); err != nil {
		return fmt.Errorf("write docx: %w", err)
	}
	return nil
}

// renderer is the state of one rendering.
type renderer struct {
	plan   *layout.Plan
	opts   Options
	pkg    *opc.Writer
	ids    *wml.IDs
	record *layout.Recorder
	media  *media
	// palette has the colours that stand for those of the layout.
	palette wml.Palette
	fields  fields
	// languages of the blocks that are not in that of the document.
	languages map[noma.Node]string

	edges, laterEdges   []wml.PageEdge // headers and footers of the first section, and of those behind it
	parts               []edgeFile     // with headers and footers
	charts              []*wml.Image
	sectioned           bool // a section has been written
	stamped             int  // headers with the watermark
	firstNumber         int  // the numbering instances of the template come before ours
	lists               int  // the highest numbering instance of an ordered list
	keys                *commentKeys
	commented           []bool // comments whose marks are in the document, by index
	footnoted, endnoted []bool // likewise notes
}

// write puts the parts in the order in which they become known. The main part comes first, and with
// it everything it refers to by relationship id; what it collects (pictures, form values, the
// manifest) follows.
func (r *renderer) write() error {
	r.pkg.AddRel("", officeRel+"officeDocument", mainPart, false)
	r.mainRelationships()
	for _, part := range []struct {
		present bool
		write   func() error
	}{
		{true, r.document},
		{true, r.styles},
		{true, r.numbering},
		{len(r.parts) > 0, r.writeEdges},
		{true, r.theme},
		{len(r.plan.Comments) > 0, r.comments},
		{len(r.plan.Comments) > 0, r.commentStates},
		{len(r.plan.Comments) > 0, r.commentIDs},
		{len(r.plan.Comments) > 0, r.people},
		{len(r.plan.Footnotes) > 0, r.footnotes},
		{len(r.plan.Endnotes) > 0, r.endnotes},
		{true, r.settings},
		{true, r.fontTable},
		{true, r.pictures},
		{true, r.writeCharts},
		{true, r.formData},
		{true, r.manifest},
		{true, r.coreProperties},
		{true, r.appProperties},
		{true, r.customProperties},
	} {
		if !part.present {
			continue
		}
		if err := part.write(); err != nil {
			return err
		}
	}
	return r.pkg.Close()
}

// mainRelationships takes the relationship ids of the main part. rId1 and rId2 are styles and
// numbering; parts follow in a fixed order, links and pictures as the body meets them, the rest
// behind them (contract docx-package.md §1).
func (r *renderer) mainRelationships() {
	r.pkg.AddRel(mainPart, officeRel+"styles", stylesPart, false)
	r.pkg.AddRel(mainPart, officeRel+"numbering", numberingPart, false)
	r.ownEdges()
	if t := r.opts.Template; t != nil {
		r.templateEdges()
		r.firstNumber = t.lastNumber
		for _, e := range r.edges {
			if e.Type != "first" { // only the first section has a first page of its own
				r.laterEdges = append(r.laterEdges, e)
			}
		}
	}
	if r.plan.Settings.NumberedFrom > 0 {
		r.firstNumber++
	}
	if len(r.plan.Comments) > 0 {
		r.pkg.AddRel(mainPart, officeRel+"comments", commentsPart, false)
		r.pkg.AddRel(mainPart, "http://schemas.microsoft.com/office/2011/relationships/commentsExtended", statePart, false)
		r.pkg.AddRel(mainPart, "http://schemas.microsoft.com/office/2016/09/relationships/commentsIds", commentIDsPart, false)
		r.pkg.AddRel(mainPart, "http://schemas.microsoft.com/office/2011/relationships/people", peoplePart, false)
	}
	if len(r.plan.Footnotes) > 0 {
		r.pkg.AddRel(mainPart, officeRel+"footnotes", footnotesPart, false)
	}
	if len(r.plan.Endnotes) > 0 {
		r.pkg.AddRel(mainPart, officeRel+"endnotes", endnotesPart, false)
	}
}

// part starts a part and gives the builder that writes it. The builder must be flushed before the
// next part starts.
func (r *renderer) part(name, contentType string) (*wml.Builder, error) {
	w, err := r.pkg.Create(name, contentType)
	if err != nil {
		return nil, err
	}
	b := wml.NewBuilder(w)
	b.IDs = r.ids
	b.Bind = r.fields.bind
	b.Palette = r.palette
	links := map[string]string{}
	b.LinkID = func(url string) string {
		id := links[url]
		if id == "" {
			target := "about:blank" // a link that Word would not open the file for
			if wml.ValidTarget(url) {
				target = wml.TargetURI(url)
			}
			id = r.pkg.AddRel(name, officeRel+"hyperlink", target, true)
			links[url] = id
		}
		return id
	}
	b.ChartID = r.chartID(name)
	b.PictureIDs = r.media.ids(func(target string) string { return r.pkg.AddRel(name, officeRel+"image", target, false) })
	return b, nil
}

// simple writes a part that has no text flow of its own.
func (r *renderer) simple(name, contentType string, write func(b *wml.Builder)) error {
	b, err := r.part(name, contentType)
	if err != nil {
		return err
	}
	write(b)
	return b.Flush()
}
