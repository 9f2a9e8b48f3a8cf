package wml

// Document is what a .docx says, read once.
type Document struct {
	Stories   []*Story // main story first, then headers, then footers, each by part number
	Comments  []*Comment
	Footnotes []*Note
	Endnotes  []*Note
	// Separators are what stands between text and notes: usually a line, without words.
	Separators []Block
	// Controls are all content controls of all stories that carry a tag, a data binding or a form
	// type: headers, then footers, then the body (contract docx-data.md).
	Controls []*Control
	// Bound is the custom XML of urn:noma:controls, in package order.
	Bound []BoundValue
	// Manifest is the custom XML part in the namespace urn:noma:manifest, nil when absent.
	Manifest []byte
	// Properties are the custom document properties (docProps/custom.xml), text values only.
	Properties map[string]string
	// Pages are the paper and margins of the sections, in order.
	Pages []Page
	// Files are the files of pictures that whoever compares has kept, by their CRC-32; a reader keeps none.
	Files map[uint32][]byte
	// Producer is the Application of docProps/app.xml ("Microsoft Office Word", "LibreOffice/7.4…"), or the program that left its own
	// property in the file instead.
	Producer string
	// HasComments tells a package without a comments part from one with an empty part;
	// HasCommentState whether a commentsExtended part is there.
	HasComments, HasCommentState bool
	// HasFootnotes and HasEndnotes are the same for notes.
	HasFootnotes, HasEndnotes bool
}

// StoryKind is a kind of text flow.
type StoryKind uint8

const (
	MainStory StoryKind = iota
	HeaderStory
	FooterStory
)

// Story is one text flow: the body, a header or a footer.
type Story struct {
	Kind   StoryKind
	Part   string // part name without leading slash, "word/header1.xml"
	Blocks []Block
}

// Block is *Paragraph or *Table. Block-level content controls and custom XML are searched.
type Block interface{ block() }

func (*Paragraph) block() {}
func (*Table) block()     {}

// ListKind is how a paragraph is numbered, resolved through numbering.xml.
type ListKind uint8

const (
	NoList ListKind = iota
	Bullet
	Number
)

// Box is the state of the check box that a list item begins with.
type Box uint8

const (
	NoBox Box = iota
	OpenBox
	DoneBox
)

// Paragraph is one w:p. Style is the style's identity for us (see canonicalStyle), "" for the
// default paragraph style or none.
type Paragraph struct {
	Style string
	// Flags stand together: a long report has hundreds of thousands of paragraphs.
	Framed bool // has paragraph shading or borders of its own (not from its style)
	Shaded bool // any shading or border in the paragraph, run shading included (contract B21)
	// RightToLeft reverses left and right in the alignments.
	RightToLeft bool
	// Formatting tells that the paragraph or one of its runs has a tracked formatting change.
	FormatChange bool
	SectionBreak bool
	// PageBreakBefore begins a page. Rule draws a line below and no others.
	PageBreakBefore, Rule bool

	List        ListKind
	Box         Box  // of a list item; the control or character that shows it is not in Runs
	SentBox     Box  // what the control says that the box was when nomadocx wrote it, NoBox when it does not say
	BoxIns      bool // the box is put in by a tracked change
	NumID       int
	Level       int // list level, from 0
	Indent      int // left, in twips, as the paragraph itself says
	RightIndent int // as Indent
	Align       string
	StyleAlign  string // the alignment the style gives
	ParaID      string
	Runs        []Run
	Points      []Point
	// Mark is the revision of the paragraph mark: an inserted or deleted paragraph end (§17.13.5.15, .20).
	MarkIns, MarkDel *Revision

	number int        // of a paragraph that was read: its place among those of its document, from 1
	of     *Paragraph // of a copy: the paragraph it stands for
}

// WithRuns returns a copy of a paragraph with other content, which stands for it: a [ParagraphMap] does not tell them apart.
func (p *Paragraph) WithRuns(runs []Run) *Paragraph {
	out := *p
	out.Runs = runs
	if out.of == nil {
		out.of = p
	}
	return &out
}

// Like returns a paragraph with the properties of another one and other content, which stands for none that was read.
func (p *Paragraph) Like(runs []Run) *Paragraph {
	out := *p
	out.Runs, out.Points, out.of, out.number = runs, nil, nil, 0
	return &out
}

// Original returns the paragraph that a copy stands for, and a paragraph that is no copy itself.
func (p *Paragraph) Original() *Paragraph {
	if p != nil && p.of != nil {
		return p.of
	}
	return p
}

// RunKind tells what a run shows.
type RunKind uint8

const (
	Text          RunKind = iota // characters
	Tab                          // Text "\t"
	Break                        // a line break, Text "\n"
	NoBreakHyphen                // Text "-": a hyphen at which no line ends, which is U+2011 when it is written as a character
	PageBreak                    // a page or column break
	Field                        // a field; Text is its result, Field.Instr its instruction
	Math                         // an equation; Text is its linear text
	Picture                      // a drawing; Image says which
	Input                        // an inline content control; Text is the text shown
	NoteMark                     // a footnote or endnote reference; Note says which
	CommentMark                  // a comment reference; Ref is the comment's id
	Opaque                       // something that stands apart from the text, such as a text box; Text says what it is, Ref its words
	CommentFrom                  // writer: where the words of a comment begin; Ref is its id. A reader gives a Point
	CommentTo                    // writer: where they end
)

// IsText reports whether runs of the kind are characters.
func (k RunKind) IsText() bool { return k <= NoBreakHyphen }

// Style is a set of run properties that are content.
type Style uint16

const (
	Bold Style = 1 << iota
	Italic
	Code
	Strike
	Underline
	Superscript
	Subscript
	Highlight
	SmallCaps

	// Content are the properties that the text of a source can have.
	Content = Bold | Italic | Code | Beyond
	// Beyond are those of them that are no emphasis: a run has them by itself or by its character style.
	Beyond = Strike | Underline | Superscript | Subscript | Highlight | SmallCaps
)

// Run is a stretch of text with one formatting, or one inline object. A long report has hundreds of thousands.
type Run struct {
	Kind     RunKind
	Style    Style
	Display  bool  // of an equation: it stands alone
	Limits   bool  // of an equation in a line: limits stand above and below their signs
	Changed  bool  // of an equation: who compares has found that it is not the one that was sent
	ID       int32 // reader: nothing; writer: drawing id
	Text     string
	Look     *Look // formatting beyond that of the styles, nil for none; of it, the writer has the colour
	Link     *Link
	Object   any       // what goes with the kind: *FieldCode, *Control, *Image, *NoteRef or Ref
	Ins, Del *Revision // the run is inside an insertion, a deletion, or both (nested)
}

// Ref is what a run of one of the kinds that say so refers to.
type Ref string

// Field returns the code of a field, nil for other runs.
func (r *Run) Field() *FieldCode { f, _ := r.Object.(*FieldCode); return f }

// Control returns the control a run shows, nil for other runs.
func (r *Run) Control() *Control { c, _ := r.Object.(*Control); return c }

// Image returns a picture, nil for other runs.
func (r *Run) Image() *Image { im, _ := r.Object.(*Image); return im }

// Note returns what a note's mark points at, nil for other runs.
func (r *Run) Note() *NoteRef { n, _ := r.Object.(*NoteRef); return n }

// Ref returns what a comment's mark, an equation or an opaque element refers to, "" for other runs.
func (r *Run) Ref() string { ref, _ := r.Object.(Ref); return string(ref) }

// color returns the colour of a run's look, RRGGBB, "" for that of the styles.
func (r *Run) color() string {
	if r.Look == nil {
		return ""
	}
	return r.Look.Color
}

// Link is a hyperlink: an external address, or a bookmark of this document.
type Link struct {
	URL    string // external target, with "#fragment" joined on
	Anchor string // bookmark name
}

// FieldCode is a field other than HYPERLINK: SEQ, REF, PAGE, NUMPAGES, PAGEREF, TOC …
type FieldCode struct {
	Instr string // instruction text, trimmed
	// Result is on writing what the field shows, where its parts have links of their own; nil: the text of the run.
	Result []Run
	// Part tells that the run is a part of the result only: another run is the field.
	Part bool
}

// NoteRef points at a note.
type NoteRef struct {
	Endnote bool
	ID      string
	// Mark is the id in the source of a note whose mark `[^id]` stands in a sentence, which makes it part of the text. The writer of a
	// layout has it; in what was read it is set by who compares.
	Mark string
	// Text is on writing what a note says whose text stands at its mark in the source.
	Text []Run
	// Bookmark is on writing the bookmark around the reference. A further mark of the note is a cross-reference to it that shows Number.
	Bookmark, Number string
}

// RevisionKind is a kind of tracked change.
type RevisionKind uint8

const (
	Insert RevisionKind = iota
	Delete
	MoveTo
	MoveFrom
	Format // of what is content: the text before goes, the same text as it is now comes
)

// Revision is the tracked change a run, paragraph mark or table row is part of. Parts of one
// change that Word writes in several elements have equal ID, Author and Date.
type Revision struct {
	Kind             RevisionKind
	ID, Author, Date string
}

// PointKind is a kind of zero-width mark in a paragraph.
type PointKind uint8

const (
	BookmarkStart PointKind = iota
	BookmarkEnd
	CommentStart
	CommentEnd
	CommentAt // the reference mark
)

// Point is a zero-width mark before Runs[At].
type Point struct {
	Kind PointKind
	ID   string // w:id
	Name string // bookmark name
	At   int
}

// Table is one w:tbl. Style as in Paragraph.
type Table struct {
	Style              string
	Rows               []Row
	Points             []Point // marks that stand between rows or cells, at row At; Read gives them to the next paragraph instead
	Title, Description string  // on reading, the alternative text of the table
	// FormatChange tells of a tracked change of the formatting of the table, a row or a cell.
	FormatChange bool
}

// Row is a table row; Ins and Del are row revisions (w:trPr/w:ins, w:del). Its first cell stands behind Before columns of the grid
// in which it has none (w:gridBefore).
type Row struct {
	Header   bool
	Before   int
	Ins, Del *Revision
	Cells    []TableCell
}

// TableCell is a cell; it spans Span grid columns, 0 for one that the cell before it spans (see [Table.Square]), and Merged says
// that it continues the cell above, Begins that the one below may continue it.
type TableCell struct {
	Span   int
	Merged bool
	Begins bool
	Blocks []Block
	// Ins and Del are revisions of the cell itself (w:cellIns, w:cellDel).
	Ins, Del *Revision
}

// Comment is a native comment. Resolved is nil when the package does not say (no entry, or an
// entry without w15:done).
type Comment struct {
	ID, Author, Initials, Date string
	Blocks                     []Block
	Parent                     string // ID of the comment this one answers
	Resolved                   *bool
}

// Note is a footnote or an endnote; separators are left out.
type Note struct {
	ID     string
	Blocks []Block
}

// ControlKind is the kind of a content control.
type ControlKind uint8

const (
	PlainText ControlKind = iota
	CheckBox
	DropDown
	Date
	RichText
)

// Control is a content control (w:sdt, §17.5.2). On reading Text is the text of its content and
// Known says which of the optional facts were there.
type Control struct {
	Part                 string
	Kind                 ControlKind
	HasCheckBox          bool // the native check box element was there
	Tag, Alias           string
	Lock                 string // sdtLocked, contentLocked, sdtContentLocked, unlocked
	Items                []Item // drop-down entries
	Checked              *bool  // native state, nil when undeterminable
	FullDate             string // w:fullDate
	DateFormat, Language string
	Binding              *Binding
	Text                 string
	ID                   int32 // writer: w:id
}

// Item is an entry of a drop-down.
type Item struct{ Value, Label string }

// Binding is a w:dataBinding.
type Binding struct{ XPath, StoreItemID, Prefixes string }

// BoundValue is one entry of the urn:noma:controls custom XML. The pointers are nil where the
// attribute or element is absent.
type BoundValue struct {
	ID          string
	Type, Label *string
	Value       string
}
