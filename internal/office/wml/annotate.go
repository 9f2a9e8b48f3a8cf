package wml

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Annotator puts comments and tracked changes into a document that exists. It works on the text of the
// main part and touches nothing but the runs at the place; whatever else an editor wrote there, known
// to us or not, stays as it is.
type Annotator struct {
	pkg      *opc.Package
	main     string
	prefix   string // of WordprocessingML names, colon included
	outside  []string
	paras    []*annotated
	styles   *styleTable
	nextID   int // for revisions
	comments []newComment
	nextNote int // for comments
}

// annotated is a paragraph of the main story, read anew after every change.
type annotated struct {
	xml    string
	pieces []textPiece
	text   string
	marks  []string // bookmarks that begin in it or right before it
	style  string
}

// AnnotatorParagraph is what a paragraph says: insertions in, deletions out, without the results of
// fields and the text of objects. Heading is its level, 0 for other paragraphs.
type AnnotatorParagraph struct {
	Text      string
	Bookmarks []string
	Heading   int
}

// Spot is a place in the text of a paragraph. Offset counts bytes of [AnnotatorParagraph].Text.
type Spot struct{ Paragraph, Offset int }

// NewComment is a comment to be added. Initials may be empty.
type NewComment struct {
	Author, Initials, Date, Text string
	Resolved                     bool
}

type newComment struct {
	id string
	NewComment
}

// NewAnnotator reads the main part.
func NewAnnotator(p *opc.Package) (*Annotator, error) {
	main, ok := MainPart(p)
	if !ok {
		return nil, ErrNoDocument
	}
	text, err := p.Text(main)
	if err != nil {
		return nil, err
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	pool, err := newPool(p, &Document{}, main, rels)
	if err != nil {
		return nil, err
	}
	a := &Annotator{pkg: p, main: main, styles: pool.styles}
	if err := a.split(text); err != nil {
		return nil, &opc.PartError{Part: main, Err: err}
	}
	for _, c := range commentIDs(p, main, rels) {
		a.nextNote = max(a.nextNote, number(c)+1)
	}
	return a, nil
}

// split cuts the part into paragraphs and what is between them.
func (a *Annotator) split(text string) error {
	x := opc.NewScanner(text, names)
	from := 0
	var pending []string
	for x.Next() {
		if !x.Opened() || x.Space() != nsW {
			continue
		}
		start, to := x.Span()
		if x.Depth() == 1 {
			name, _, _ := strings.Cut(strings.TrimRight(text[start+1:to], ">/"), " ")
			a.prefix = name[:strings.IndexByte(name, ':')+1]
			if x.Local() != "document" || a.prefix == "" {
				return fmt.Errorf("the root is not a document with a namespace prefix")
			}
			continue
		}
		if id, ok := x.Value("id"); ok {
			a.nextID = max(a.nextID, number(id)+1)
		}
		switch x.Local() {
		case "bookmarkStart":
			name, _ := x.Value("name")
			pending = append(pending, name)
		case "p":
			depth := x.Depth()
			for x.Depth() >= depth && x.Next() {
				if id, ok := x.Value("id"); ok && x.Opened() {
					a.nextID = max(a.nextID, number(id)+1)
				}
			}
			if x.Err() != nil {
				return x.Err()
			}
			_, end := x.Span()
			p := &annotated{xml: text[start:end], marks: pending}
			pending = nil
			p.read(a.prefix, a.styles)
			a.outside = append(a.outside, text[from:start])
			a.paras = append(a.paras, p)
			from = end
		}
	}
	a.outside = append(a.outside, text[from:])
	return x.Err()
}

func commentIDs(p *opc.Package, main string, rels []opc.Relationship) (ids []string) {
	part := related(p, main, rels, opc.TypeComments, "comments.xml")
	if part == "" {
		return nil
	}
	text, err := p.Text(part)
	if err != nil {
		return nil
	}
	for x := opc.NewScanner(text, names); x.Next(); {
		if id, ok := x.Value("id"); ok && x.Opened() && x.Local() == "comment" {
			ids = append(ids, id)
		}
	}
	return ids
}

// Len returns the number of paragraphs, those in tables included.
func (a *Annotator) Len() int { return len(a.paras) }

// Paragraph i, as it is now.
func (a *Annotator) Paragraph(i int) AnnotatorParagraph {
	p := a.paras[i]
	out := AnnotatorParagraph{Text: p.text, Bookmarks: p.marks}
	if m := headingStyle.FindStringSubmatch(p.style); m != nil {
		out.Heading = int(m[1][0] - '0')
	}
	return out
}

var headingStyle = regexp.MustCompile(`^Heading([1-9])$`)

// Change replaces the text [from, to) of a paragraph as a tracked change: an insertion when the range
// is empty, a deletion when with is "". It returns the ids of the revisions.
func (a *Annotator) Change(paragraph, from, to int, with, author, date string) []string {
	p := a.paras[paragraph]
	var ids []string
	open := func(element string) string {
		id := strconv.Itoa(a.nextID)
		a.nextID++
		ids = append(ids, id)
		return a.tag(element, [2]string{"id", id}, [2]string{"author", limit(author, 255)}, [2]string{"date", date})
	}
	del, ins := "", ""
	if to > from {
		del = open("del")
	}
	if with != "" {
		ins = open("ins") + a.run(p.look(from), with) + "</" + a.prefix + "ins>"
	}
	p.xml = p.change(a.prefix, from, to, del, ins)
	p.read(a.prefix, a.styles)
	return ids
}

// Comment puts a comment on the text between two places, which may be in different paragraphs.
func (a *Annotator) Comment(from, to Spot, c NewComment) (id string) {
	id = strconv.Itoa(a.nextNote)
	a.nextNote++
	a.comments = append(a.comments, newComment{id, c})
	end := a.tag("commentRangeEnd", [2]string{"id", id}) + "</" + a.prefix + "commentRangeEnd>" +
		"<" + a.prefix + "r>" + a.tag("commentReference", [2]string{"id", id}) + "</" + a.prefix + "commentReference></" + a.prefix + "r>"
	start := a.tag("commentRangeStart", [2]string{"id", id}) + "</" + a.prefix + "commentRangeStart>"
	for _, m := range []struct {
		at  Spot
		xml string
	}{{to, end}, {from, start}} { // the end first: the start would move it
		p := a.paras[m.at.Paragraph]
		p.xml = p.mark(a.prefix, m.at.Offset, m.xml)
		p.read(a.prefix, a.styles)
	}
	return id
}

// tag returns a start tag with attributes of the namespace.
func (a *Annotator) tag(element string, attributes ...[2]string) string {
	b := NewBuilder(nil)
	b.Markup("<" + a.prefix + element)
	for _, at := range attributes {
		if at[1] != "" {
			b.Attr(a.prefix+at[0], at[1])
		}
	}
	b.Markup(">")
	return string(b.buf)
}

// run returns a run with a text; props is the w:rPr element it gets.
func (a *Annotator) run(props, text string) string {
	b := NewBuilder(nil)
	b.Markup("<" + a.prefix + "r>" + props)
	b.characters(a.prefix, "t", text)
	b.Markup("</" + a.prefix + "r>")
	return string(b.buf)
}

// characters writes text with its tabs and line breaks as the elements Word has for them.
func (b *Builder) characters(prefix, element, text string) {
	for len(text) > 0 {
		i := strings.IndexAny(text, "\t\n")
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			b.Markup("<" + prefix + element + ` xml:space="preserve">`)
			b.Text(text[:i])
			b.Markup("</" + prefix + element + ">")
		}
		if i < len(text) {
			b.Markup("<" + prefix + map[byte]string{'\t': "tab/>", '\n': "br/>"}[text[i]])
			i++
		}
		text = text[i:]
	}
}

// Text is the main part as it is now.
func (a *Annotator) text() string {
	var b strings.Builder
	for i, p := range a.paras {
		b.WriteString(a.outside[i])
		b.WriteString(p.xml)
	}
	b.WriteString(a.outside[len(a.paras)])
	return b.String()
}

// Store puts the changed parts into an edit of the package.
func (a *Annotator) Store(e *opc.Edit) error {
	text := a.text()
	if old, err := a.pkg.Text(a.main); err == nil && old == text {
		return nil
	}
	e.Set(a.main, "", opc.UTF8(text))
	return a.storeComments(e)
}
