package html

import (
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// survey_ is what must be known before the first byte is written.
type survey_ struct {
	headings []heading
	chapter  int           // see chapterLevel, 0 until it is asked for
	unlisted *noma.Section // contents leave it out
	titled   bool          // there is a heading of level 1
	captions map[noma.Node]caption
	numbers  layout.SectionNumbers
	listing  bool                       // there is a list of captions
	lists    map[string][]noma.Node     // captioned blocks by kind: Figure, Table, Plot
	refs     *layout.References         // the sources
	notes    map[*noma.Directive]string // the mark of each foot- and endnote
	noted    map[noma.Node][]*noma.Directive
	linked   map[*noma.Directive]bool // the notes at blocks whose marks are written
	// lastNoted is the line of the block that the last note is at.
	lastNoted int
	inText    map[string]*noma.Directive // the notes whose marks stand in sentences, by id
	inPlace   map[textKey][]int          // the numbers of notes ^[text] in each text of the page
	places    bool                       // something says where in the text it stands, or has to be found first
	header    *noma.Directive
	footer    *noma.Directive
	setups    []*noma.Directive          // ::page_setup
	sheets    []sheet                    // the different pages, the default page first
	pages     map[*noma.Directive]string // the name of the page from a ::page_setup on
}

// heading is an entry of the contents.
type heading struct {
	level     int
	id, title string
	number    string // with a blank behind it, "" for none
	covered   bool   // it stands on the cover, or is the title: contents leave it out
}

// caption is a numbered caption.
type caption struct {
	kind   string // Figure, Table, Plot or Equation
	number int
	title  string
	word   string // before the number in a reference
}

func (c caption) label() string {
	if c.number == 0 {
		return "" // of a block that is not in the document yet
	}
	if c.kind == "Equation" {
		return c.word + " " + layout.EquationNumber(c.number)
	}
	return c.word + " " + strconv.Itoa(c.number)
}

// survey goes through the document once.
func (r *renderer) survey() {
	r.captions = map[noma.Node]caption{}
	r.lists = map[string][]noma.Node{}
	r.notes = map[*noma.Directive]string{}
	r.noted = map[noma.Node][]*noma.Directive{}
	r.linked = map[*noma.Directive]bool{}
	r.refs = layout.ReferencesOf(r.doc)
	if r.numbers = layout.NumberSections(r.doc); r.opts.Book != nil {
		r.numbers = layout.NumberSections(r.opts.Book)
	} else {
		r.unlisted = layout.ContentsTitle(r.doc, r.numbers)
	}
	r.surveyFront()
	r.visit(r.doc.Children, &counts{}, true, 0)
	r.planPages()
	if r.places || len(r.notes) > 0 && len(noma.MarkedNotes(r.doc)) > 0 || noma.HasInlineNotes(r.doc.File.Text) {
		r.place()
	}
}

// counts are running numbers.
type counts struct{ foot, end int }

// visit goes through sibling blocks; running says that they are part of the running text, so that
// their headings belong into the contents.
func (r *renderer) visit(nodes []noma.Node, c *counts, running bool, depth int) {
	if depth > maxDepth {
		return
	}
	for _, n := range r.doc.Shown(nodes) {
		switch n := n.(type) {
		case *noma.Section:
			if running {
				r.headings = append(r.headings, heading{n.Level, n.ID, n.Title.S, r.numbers.Before(n), r.onCover(n) || n == r.unlisted})
				r.titled = r.titled || n.Level == 1
			}
			r.visit(n.Children, c, running, depth+1)
		case *noma.Table:
			if title := n.CaptionText(); title != "" {
				r.numberCaption(n, "Table", title)
			}
		case *noma.Directive:
			r.visitDirective(n, c)
			if verbatim(n) || r.unshown(n) {
				continue
			}
			r.visit(n.Children, c, running && n != r.header && n != r.footer, depth+1)
		}
	}
}

// numberCaption gives a block the next number of its kind.
func (r *renderer) numberCaption(n noma.Node, kind, title string) {
	list := append(r.lists[kind], n)
	r.lists[kind] = list
	word := kind
	if kind == "Equation" {
		word = "equation" // it stands in a sentence
	}
	r.captions[n] = caption{kind, len(list), title, layout.WordOf(r.doc, word)}
}

func (r *renderer) visitDirective(d *noma.Directive, c *counts) {
	r.places = r.places || layout.HasPlace(d)
	if kind, title, ok := captioned(d); ok {
		if r.client && title == d.ID {
			title = "" // no ids
		}
		r.numberCaption(d, kind, title)
	}
	switch d.Name {
	case "footnote":
		if !layout.Withdrawn(d) {
			c.foot++
			r.note(d, strconv.Itoa(c.foot))
		}
	case "endnote":
		if !layout.Withdrawn(d) {
			c.end++
			r.note(d, layout.Roman(c.end))
		}
	case "header":
		if r.header == nil {
			r.header = d
		}
	case "footer":
		if r.footer == nil {
			r.footer = d
		}
	case "page_setup":
		r.setups = append(r.setups, d)
	case "toc":
		r.listing = r.listing || layout.CaptionsListed(d) != ""
	}
}

// unshown reports whether a directive shows nothing of its content.
func (r *renderer) unshown(d *noma.Directive) bool {
	switch d.Name {
	case "doc_protection":
		return true
	case "header":
		return d != r.header
	case "footer":
		return d != r.footer
	}
	return d.Is(noma.Annotates) && layout.Withdrawn(d)
}

// verbatim reports whether a directive shows its lines as they are. The tree has blocks for them
// all the same (contract ast.md §1.1): a `# comment` in a program is no heading of the report.
func verbatim(d *noma.Directive) bool {
	if d.Is(noma.Raw) {
		return true
	}
	if s := layout.Lookup(d.Name); s != nil {
		_, code := asCode(s, d)
		return code
	}
	return false
}

// note gives a note its mark: its own short label or a running number.
func (r *renderer) note(d *noma.Directive, number string) {
	mark := number
	if l := d.AttrText("label"); l != "" && len([]rune(l)) <= 4 {
		mark = l
	}
	r.notes[d] = mark
	if t := r.target(d); t != nil {
		r.noted[t] = append(r.noted[t], d)
		// Notes are numbered in the order of their blocks. The way back of one above its block is written before the mark, and one without
		// an id has to get one. Lines of a book are those of its files.
		at := t.At().Line
		r.places = r.places || d.ID == "" || r.doc.Line == 0 || at >= d.At().Line || at < r.lastNoted
		r.lastNoted = at
	}
}

// captioned says which directives have a numbered caption (contract docx-package.md §5.2).
func captioned(d *noma.Directive) (kind, title string, ok bool) {
	switch d.Name {
	case "figure":
		t, _ := d.First("caption", "title")
		return "Figure", t, true
	case "plot":
		t, _ := d.First("title", "label", "name", "caption")
		return "Plot", t, true
	case "diagram":
		t := stringAttr(d, "title", "caption")
		return "Figure", t, t != ""
	case "plotly":
		t := stringAttr(d, "title", "caption")
		return "Plot", t, t != ""
	case "computed_plot", "computed_table":
		kind = "Plot"
		if d.Name == "computed_table" {
			kind = "Table"
		}
		return kind, fieldValue(d, computedTitle), true
	case "math":
		return "Equation", "", layout.NumberedEquation(d)
	case "table":
		t := stringAttr(d, "title", "caption") // as in Word, which has no caption that is a number
		return "Table", t, t != ""
	}
	return "", "", false
}

var computedTitle = layout.Field{Keys: []string{"label", "title", "name"}, Body: []string{"label", "title"}, ID: true}

// target returns the block a note or comment belongs to, nil when there is none.
func (r *renderer) target(d *noma.Directive) noma.Node {
	for _, k := range []string{"for", "parent", "target", "block", "ref"} {
		if id := d.AttrText(k); id != "" {
			if n, ok := r.doc.Block(id); ok {
				return n
			}
		}
	}
	return nil
}
