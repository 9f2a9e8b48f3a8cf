package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// Options are what the layout needs beside the document. The zero value lays out everything but
// pictures of files and form fields.
type Options struct {
	// Title overrides the document's own title.
	Title string
	// Page is the page of a document without ::page_setup, that of a template; nil for Letter.
	Page *Geometry
	// Image reads the picture a figure or a sentence names; nil or an error: the figure shows its source, the sentence a rectangle.
	Image func(src string) ([]byte, error)
	// Pages are the page numbers the contents show, by bookmark name, where a layout pass has found them;
	// nil leaves them to Word, which then asks to update the fields when it opens the file.
	Pages map[string]string
	// ChartPictures makes pictures of plots, for programs that cannot show charts.
	ChartPictures bool
	// Accents are the colours of such pictures, RRGGBB, those of the theme of a template; nil for ours.
	Accents []string
	// Diagram draws a diagram, nil when it cannot: its source is shown. It is asked whenever the body is
	// iterated and must answer the same every time.
	Diagram func(d *noma.Directive) *Drawing
	// Sketch leaves the drawing of charts and diagrams out: the plan is for comparing, not for writing.
	Sketch bool
	// Drawn says of a sketch which diagrams are pictures in the file it is compared with; nil for none.
	Drawn func(d *noma.Directive) bool
	// Control is the content control of a form field or task (package controls).
	Control func(d *noma.Directive) (wml.Control, bool)
	// Look ends the work when it should not go on: Build, and all that iterates or reads the plan.
	Look halt.Look
}

// Build lays a document out for Word. The work that needs the whole document (names, numbers of
// captions, what belongs to which block) is done here; the blocks themselves are made while the
// plan's Body is iterated.
func Build(d *noma.Document, opts Options) *Plan {
	b := &builder{doc: d, opts: opts, names: NameNodes(d), listNo: map[*noma.ListItem]int{},
		captionNo: map[noma.Node]int{}, counted: map[sequence]int{}, arena: &arena{}, snippets: &arena{}, files: &pictureFiles{known: map[string]*wml.Image{}}}
	b.names.look = opts.Look
	p := &Plan{Doc: d, Names: b.names, Look: opts.Look, captionNo: b.captionNo}
	b.plan = p
	p.picture = b.readPicture
	b.page = defaultGeometry
	if opts.Page != nil {
		b.page = *opts.Page
	}
	b.firstPage = b.page
	b.room = pictureRoom{b.page.TextWidth(), b.page.Height}
	b.survey(d)
	p.Page, p.FirstPage = b.page, b.firstPage
	b.attach()
	b.cover = CoverOf(d)
	b.firstToc, b.lastToc = ContentsPage(d)
	p.Settings.PlainFirstPage = b.wants("plain-first-page") || b.cover != nil
	p.Settings.Watermark = Watermark(d)
	b.headingLevels()
	p.Settings.NumberedFrom = b.names.sections.Top
	p.Settings.UpdateFields = opts.Pages == nil && b.countsPages()
	p.Properties = b.properties()
	if b.header != nil {
		p.Header = b.headerFooter(b.header)
	}
	if b.footer != nil {
		p.Footer = b.headerFooter(b.footer)
	}
	p.body = func(yield func(Block) bool, recycle bool) {
		own := *b
		own.arena, own.snippets = &arena{recycle: recycle}, &arena{}
		if out := yield; b.opts.Look != nil {
			yield = func(x Block) bool {
				b.opts.Look.Now()
				return out(x)
			}
		}
		if b.marks != nil {
			n, next := b.firstMark, yield
			yield = func(x Block) bool {
				n = b.mark(x, n)
				return next(x)
			}
		}
		e := &emitter{builder: &own, yield: b.opened(yield), page: b.firstPage}
		f := flow{width: b.firstPage.TextWidth(), open: true}
		e.frontMatter(f)
		e.requests(d, f)
		e.nodes(d.Children, f)
		e.impliedReferences()
	}
	b.place(p)
	p.Settings.Review = len(p.Comments) > 0 || b.tracked
	p.lines = func(d *noma.Directive) (lines []*Para) {
		own := *b
		own.arena, own.snippets = &arena{}, &arena{}
		e := &emitter{builder: &own, yield: func(Block) bool { return true }, page: b.firstPage}
		e.empty = func(x *Para) {
			if x.Node == noma.Node(d) && x.Part == PartMeta {
				lines = append(lines, x)
			}
		}
		e.directive(d, flow{width: b.firstPage.TextWidth()})
		return lines
	}
	return p
}

// EmptyLines returns the metadata lines that a block could have and has not, as no field of theirs has a value.
func (p *Plan) EmptyLines(d *noma.Directive) []*Para {
	if p.lines == nil {
		return nil
	}
	return p.lines(d)
}

// builder holds what is known of the document as a whole.
type builder struct {
	doc   *noma.Document
	opts  Options
	plan  *Plan
	names *Names
	env   *compute.Env
	arena *arena
	// snippets is the arena of what requests put in, which is kept while that of a stream is recycled.
	snippets *arena
	aside    *emitter // of comments and notes, one for all of them

	attachments map[noma.Node]*attachments
	opening     attachments            // what shows on the first paragraph of the body
	listNo      map[*noma.ListItem]int // the instances of numbered lists, by their first item
	headings    []*noma.Section
	captioned   []noma.Node
	captionNo   map[noma.Node]int
	counted     map[sequence]int // captions so far
	tocs        []*noma.Directive
	cover       *Cover            // nil for none
	firstToc    *noma.Directive   // the contents on a page of their own, from here
	lastToc     *noma.Directive   // … to here
	attached    []*noma.Directive // comments, notes and change requests, in document order
	header      *noma.Directive
	footer      *noma.Directive
	tracked     bool
	requested   bool // change requests are shown as blocks behind others

	placing    []*noma.Directive // change requests that say where in their target they stand
	commenting []*Comment        // comments that do
	noting     []*Note           // notes that do
	marking    []*Note           // notes whose marks stand in sentences
	inPlace    map[int][]*Note   // notes ^[text], by paragraph and in the order of the text
	noNotes    bool              // what is laid out stands where Word has no notes
	noPictures bool              // … where programs show no pictures
	room       pictureRoom       // of a picture in a sentence
	files      *pictureFiles     // of such pictures
	shown      int               // how many there have been
	marks      map[int]*Marks    // by paragraph, once they are placed
	firstMark  int               // the number of the first paragraph of the body

	page, firstPage Geometry
	pages           map[*noma.Directive]Geometry
}

// countsPages reports whether some list of contents shows page numbers, which nobody knows yet.
func (b *builder) countsPages() bool {
	for _, d := range b.tocs {
		if len(b.contents(d)) > 0 {
			return true
		}
	}
	return (b.wants("toc") || WantsContentsPage(b.doc)) && len(b.contents(&noma.Directive{Name: "toc"})) > 0
}

// listTargets returns the bookmark that a caption gets for lists of captions: of a block without an id, in a document with such a list.
func (b *builder) listTargets(n noma.Node) []string {
	if n.At().ID != "" || !slices.ContainsFunc(b.tocs, func(d *noma.Directive) bool { return CaptionsListed(d) != "" }) {
		return nil
	}
	return []string{b.bookmark(n)}
}

// attachments is what belongs to a block: it shows at the block, wherever the source has it.
type attachments struct {
	comments []*Comment
	notes    []*Note
	requests []*noma.Directive
	names    []string // bookmarks of the sources of comments and notes
}

// computed evaluates the document's formulas once, when the first of them is shown.
func (b *builder) computed() *compute.Env {
	if b.env == nil {
		b.env = compute.Eval(b.doc)
	}
	return b.env
}

// survey walks the document once and notes what has numbers or hangs elsewhere.
func (b *builder) survey(n noma.Node) {
	b.opts.Look.Now()
	switch n := n.(type) {
	case *noma.Section:
		b.headings = append(b.headings, n)
	case *noma.List:
		b.numberList(n)
		return
	case *noma.Directive:
		b.surveyDirective(n)
	}
	for _, k := range b.doc.Shown(n.Kids()) {
		b.survey(k)
	}
}

func (b *builder) surveyDirective(d *noma.Directive) {
	if d.Is(noma.Annotates) {
		b.attached = append(b.attached, d)
	}
	switch d.Name {
	case "header":
		if b.header == nil {
			b.header = d
		}
	case "footer":
		if b.footer == nil {
			b.footer = d
		}
	case "toc":
		b.tocs = append(b.tocs, d)
	case "page_setup":
		b.pageSetup(d)
	case "doc_protection":
		b.protection(d)
	case "control":
		b.boundField(d)
	}
}

// properties returns the document's properties (contract §1).
func (b *builder) properties() Properties {
	meta := b.doc.Meta
	first := func(keys ...string) string {
		for _, k := range keys {
			if s := strings.TrimSpace(meta.String(k)); s != "" {
				return clean(s)
			}
		}
		return ""
	}
	p := Properties{
		Title: clean(b.opts.Title), Description: first("description", "summary", "abstract"), Author: clean(says(b.doc, "author", "authors", "creator")),
		Status: first("status"), Language: first("lang", "language"), Keywords: list(meta, "tags"),
		Version: clean(says(b.doc, "version")), Company: clean(says(b.doc, organisation, "organization")),
	}
	if p.Title == "" {
		p.Title = first("title")
	}
	if p.Title == "" && len(b.headings) > 0 {
		p.Title = SectionTitle(b.headings[0])
	}
	if p.Title == "" {
		p.Title = Untitled(b.doc)
	}
	if p.Keywords == "" {
		p.Keywords = list(meta, "keywords")
	}
	if b.doc.Audience.Client {
		return p
	}
	if s := first("profile"); s != "" {
		p.Category = "profile: " + s
	} else if s := list(meta, "profiles"); s != "" {
		p.Category = "profiles: " + s
	}
	return p
}

// Untitled returns the title of a document that has none.
func Untitled(d *noma.Document) string {
	if d.Audience.Client {
		return "Document"
	}
	return "Noma Document"
}

// list returns a metadata value that may be a string or a list of strings.
func list(meta noma.Map, key string) string {
	switch v := meta.Get(key).(type) {
	case string:
		return clean(v)
	case []any:
		var out []string
		for _, x := range v {
			if s, ok := x.(string); ok {
				out = append(out, clean(s))
			}
		}
		return strings.Join(out, ", ")
	}
	return ""
}

func (b *builder) protection(d *noma.Directive) {
	edit, _ := d.First("edit", "mode")
	switch squash(edit) {
	case "readonly":
		b.plan.Settings.Protection = "readOnly"
	case "comment", "comments":
		b.plan.Settings.Protection = "comments"
	case "trackedchange", "trackedchanges", "trackchanges", "revision", "revisions":
		b.plan.Settings.Protection = "trackedChanges"
	default:
		b.plan.Settings.Protection = "forms"
	}
	on, _ := d.First("enforcement", "enforced")
	switch squash(on) {
	case "false", "0", "no", "off":
		b.plan.Settings.Enforcement = false
	default:
		b.plan.Settings.Enforcement = true
	}
}

// squash returns a word without case, spaces, underscores and hyphens.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func (b *builder) boundField(d *noma.Directive) {
	if d.ID == "" || b.names.Node(d.ID) != noma.Node(d) {
		return
	}
	f := &BoundField{ID: d.ID, Type: d.AttrText("type"), Label: controlLabel(d).Value, Value: d.AttrText("default")}
	if f.Type == "" {
		f.Type = "text"
	}
	if f.Value == "" {
		if values := bodyLines(d, "default"); len(values) > 0 {
			f.Value = values[0].S
		}
	}
	f.Type, f.Label, f.Value = clean(f.Type), clean(f.Label), clean(f.Value)
	b.plan.Controls = append(b.plan.Controls, f)
}
