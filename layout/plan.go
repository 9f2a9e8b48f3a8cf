package layout

import (
	"iter"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Plan is a document laid out for Word.
type Plan struct {
	Doc        *noma.Document
	Look       halt.Look      // see [Options]
	Names      *Names         // bookmark names
	Header     *Story         // nil when the document has none
	Footer     *Story         // nil when the document has none
	Comments   []*Comment     // w:id is the index
	Footnotes  []*Note        // w:id is the index + 1, in reading order of their references
	Endnotes   []*Note        // likewise
	Controls   []*BoundField  // the form fields that have an id, in document order
	Lists      []NumberedList // the numbering instances, which are counted from 1
	Boxes      bool           // whether an item without a number has a check box
	Page       Geometry       // of the last section, for the final sectPr
	FirstPage  Geometry
	Properties Properties
	Settings   Settings
	// Placed are the open change requests that are shown as tracked changes in the text. Lost are the requests, comments
	// and notes whose place was not found: they are shown at their target, as those without a place are.
	Placed    []*Tracked
	Lost      []*noma.Directive
	captionNo map[noma.Node]int
	Equations int     // how many have numbers
	marked    bool    // something stands in the text of a paragraph
	texts     *TextOf // of the blocks that what is lost is about

	body  func(yield func(Block) bool, recycle bool)
	lines func(d *noma.Directive) []*Para
	// picture reads the file of a picture, nil for none that can be shown.
	picture func(src string) *wml.Image
}

// PictureFile returns the picture in the file that a picture in a sentence names, read again; nil when it cannot be shown.
func (p *Plan) PictureFile(target string) *wml.Image {
	return p.picture((&noma.Inline{Target: target}).PictureFile())
}

// Body returns the blocks of the main story in order. They are made while iterating, so that a large
// document is never held as a whole; every iteration yields equal blocks.
func (p *Plan) Body() iter.Seq[Block] {
	return func(yield func(Block) bool) { p.body(yield, false) }
}

// Stream yields what Body does for who examines a block once, as a writer does: a block is good until the second
// one after it is asked for, then its memory is used again.
func (p *Plan) Stream() iter.Seq[Block] {
	return func(yield func(Block) bool) { p.body(yield, true) }
}

// Story is a header or footer.
type Story struct {
	Node   *noma.Directive
	Blocks []Block
}

// Properties are the document properties (contract docx-package.md §1).
type Properties struct {
	Title, Description, Author, Keywords, Category, Status, Language, Version, Company string
}

// Settings of the document part word/settings.xml.
type Settings struct {
	Review      bool   // comments or tracked changes are there: show markup
	Protection  string // "", or forms, readOnly, comments, trackedChanges
	Enforcement bool
	// UpdateFields asks Word to refresh fields when it opens the file: there are page numbers in a
	// table of contents.
	UpdateFields bool
	// NumberedFrom is the level of headings that Word numbers first, 0 when it numbers none.
	NumberedFrom int
	// PlainFirstPage leaves header and footer out of the first page (titlePg, §17.10.6).
	PlainFirstPage bool
	// Chapter is the level of the headings that headers and footers name, 0 in a document without headings; Headings are the levels there are.
	Chapter  int
	Headings [7]bool
	// SectionTitles tells that header or footer show the title of the section.
	SectionTitles bool
	// Watermark are the words across each page, "" for none.
	Watermark string
}

// Geometry is a page in twentieths of a point.
type Geometry struct {
	Width, Height            int
	Landscape                bool
	Top, Right, Bottom, Left int
	// What only a template says: how far header and footer stand from the edge (0: half an inch), the
	// room for the binding, and text columns of equal width.
	HeaderGap, FooterGap, Gutter int
	Columns, ColumnGap           int
	ColumnLine                   bool // a line between the columns
}

// TextWidth returns the width of a line of text: what lies between the margins, or one column of it; at
// least an inch.
func (g Geometry) TextWidth() int {
	if g.Columns < 2 {
		return g.LineWidth()
	}
	return max(1440, (g.between()-(g.Columns-1)*g.ColumnGap)/g.Columns)
}

// LineWidth returns the width of the lines of a header or footer, which has no columns, in twips.
func (g Geometry) LineWidth() int { return max(1440, g.between()) }

// between returns the distance between the margins.
func (g Geometry) between() int { return g.Width - g.Left - g.Right - g.Gutter }

// Block is *Para, *Grid or *Columns.
type Block interface{ block() }

func (*Para) block()    {}
func (*Grid) block()    {}
func (*Columns) block() {}

// Para is one Word paragraph.
type Para struct {
	Style string // a style id of this package: StyleDirective, "Heading1", "" for body text
	Frame *Frame // nil when unframed
	List  wml.ListKind
	Box   wml.Box // of a list item
	Level int     // of a list item, from 0
	Inner int     // of a block in a list item: the level of that, from 1; 0 for none
	// ListNo is the numbering instance of an ordered item, from 1.
	ListNo int
	Align  string // "", left, center, right
	Indent int    // left, in twips
	Hangs  bool   // its lines but the first are indented
	Beside bool   // on the line of the next paragraph, at its right end
	Rule   bool   // bottom border: a thematic break
	Tab    int    // position of a right tab with a dot leader, in twips; 0 for none
	Middle int    // half the width of a line: its text has a tab stop there, and one at the end of the line; 0 for none
	// SectionEnd is the geometry of the section that ends with this paragraph, nil when none does.
	SectionEnd *Geometry
	// Anchors are bookmark names. The bookmarks enclose Segs[:AnchorSegs], or all when that is 0.
	Anchors    []string
	AnchorSegs int
	AnchorFrom int        // the segment they begin with
	Targets    []string   // more bookmarks, of which no block is known
	Comments   []*Comment // comments whose range is this paragraph's content
	Notes      []*Note    // references at the end of the paragraph
	Segs       []Seg
	KeepNext   bool
	Opens      bool // the first of a panel that has no label
	Outermost  bool // of a panel in others: the first of the outermost one, which has no label
	Follows    bool // it stays on the page of the block before, as evidence does below its claim
	Unnumbered bool // a heading that does not count, though others of its style do
	// Loose tells that it is of a change request without a target, which shows where it stands.
	Loose bool
	// Line is the generated line the segments were made of; nil for prose, code and pictures.
	Line *Line
	// Marks are what stands in its text besides words; nil for nothing.
	Marks *Marks
	// Ins and Del are the tracked change of the paragraph's end, in blocks that [Resolve] made.
	Ins, Del *wml.Revision

	Node noma.Node // the block this paragraph belongs to
	Part PartKind
	// Index tells apart several paragraphs of one part: the item, line or paragraph number from 0.
	Index int
}

// PartKind says which part of its block a paragraph shows.
type PartKind uint8

const (
	PartText      PartKind = iota // a source paragraph, list item, paragraph of a quote or body paragraph
	PartHeading                   // a section's title
	PartLabel                     // a directive's label line
	PartMeta                      // a metadata line
	PartValue                     // a metric's value
	PartCaption                   // a numbered caption
	PartCode                      // a line of code
	PartCell                      // the paragraph of a table cell
	PartRevision                  // the tracked text of a change request
	PartPicture                   // a picture
	PartAnchor                    // an empty paragraph that carries a bookmark
	PartBreak                     // page break, rule, section break
	PartGenerated                 // generated text: contents, row counts, bibliography
	PartComment                   // a paragraph of a comment
	PartNote                      // a paragraph of a note
)

// Seg is a stretch of a paragraph: literal text (Slot nil) or what a slot shows.
type Seg struct {
	Runs []wml.Run
	Slot *Slot
}

// Grid is a Word table that shows data: a pipe table, ::table, ::dataset or computed table.
type Grid struct {
	Node     noma.Node
	Header   bool // Rows[0] is a header row
	Align    []string
	numeric  []bool            // columns aligned to the right because they hold numbers, where Align says nothing
	spans    map[[2]int]string // how cells that are several columns wide are aligned, where they are not as their first column
	Widths   []int             // column widths in twips
	Rows     [][]*Para
	Title    string          // w:tblCaption
	KeepNext bool            // its last row stays on the page of the line below it
	Editable bool            // cells go back to the source
	Inner    int             // as of a Para
	Frame    *Frame          // of the panel it is a part of, nil for none
	Tight    bool            // no word is broken only with little space at the sides of cells
	Aside    []int           // how far the text of each column of a tight table stands from its right side, in twips
	Merges   []dataset.Range // merged cells, in order; what they cover is in Rows and empty
	// RowChanges and CellChanges are tracked changes of whole rows and cells, in tables that [Resolve] made.
	RowChanges  []*wml.Revision
	CellChanges map[*Para]*wml.Revision

	lay  func() [][]*Para // lays Rows out again; nil for a table that cannot be released
	gone bool             // it is released
	// Of a released table: its fingerprint, and how many rows it has, all with as many cells.
	key, blanks uint64
	rows, cols  int
}

// Text returns what a table shows without what is proposed: a line a row, with bars between its cells.
func (g *Grid) Text() string {
	var rows []string
	for _, r := range g.Rows {
		var cells []string
		for _, c := range r {
			cells = append(cells, Text(c.Runs(), wml.Original))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return strings.Join(rows, "\n")
}

// Columns is a Word table that only arranges blocks: ::grid and ::columns.
type Columns struct {
	Node   noma.Node
	Frame  *Frame // of the panel it is a part of, nil for none
	Widths []int
	Rows   [][][]Block // row, cell, blocks
}

// Comment is a native comment.
type Comment struct {
	Node                   noma.Node // the ::comment, or the change request it marks
	Index                  int       // w:id
	Author, Initials, Date string    // Date is a full xsd:dateTime, "" when unknown
	Parent                 *Comment
	Resolved               bool
	Target                 noma.Node
	Placed                 bool // it is about words of its target, which [Para.Marks] say, and not about the whole
	Near                   bool // the words are only like those that the source names
	Blocks                 []Block

	thread []*Comment // of the first: all that answer it, itself first
}

// Note is a native footnote or endnote.
type Note struct {
	Node   *noma.Directive
	Index  int // position in reading order, from 0
	End    bool
	Target noma.Node
	Placed bool // its reference stands where [Para.Marks] say, and not at the end of a paragraph
	// InPlace: it is written ^[text] in the sentence that its reference stands in; it is InText, and no block of the source is its Node.
	InPlace bool
	InText  bool // its reference is a mark `[^id]` in a sentence, and Target is what the sentence stands in; further marks refer to it
	Near    bool // what stands there is only like what the source names
	Blocks  []Block

	bookmark string // of a note with marks in sentences
}

// BoundField is a form field with an id, for the custom XML part its control is bound to.
type BoundField struct{ ID, Type, Label, Value string }
