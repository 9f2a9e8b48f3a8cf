package noma

// InlineKind is the kind of an inline construct (Format spec, "Inline content" and "Math").
type InlineKind uint8

const (
	InlineText       InlineKind = iota // characters; Text is what a reader sees
	InlineCode                         // `code`; Text is the content
	InlineStrong                       // **x**
	InlineEmph                         // *x* or _x_
	InlineStrongEmph                   // ***x***
	InlineLink                         // [label](target); Children is the label
	InlineWiki                         // [[target]] or [[target|label]]; Text is the label shown, Target the id
	InlineMath                         // $x$, $$x$$, \(x\), \[x\]; Text is the LaTeX source
	InlineBreak                        // a hard line break: two spaces or a backslash before a line end
	InlineSoftBreak                    // a line end inside text; shown as a space
	InlineSpan                         // formatted text: ~~x~~, ~x~, ^x^, ==x==, [x]{.underline}; Format says how
	InlineCite                         // [@key, p. 3; @other] or @key; Text is the source text, which [ReadCite] takes apart; of [[key]] it is [@key]
	InlineNote                         // [^id], the mark of a note, or ^[text]; Text is the source text; Target the id, "" for ^[text], whose text the Children are
	InlinePicture                      // ![alt](file){width=3cm}; Text is the description, Target the address, Attrs the braces
)

// Inline is one inline construct. Start and End are byte offsets into the string that was parsed
// and cover the construct with its markers; the children (or Text) lie between Open and Close.
// In an InlineText node len(Text) equals End-Start, but for an escape (`\*`), which is a node of its own.
type Inline struct {
	Kind        InlineKind
	Display     bool // math in display form
	Format      Format
	Start, End  int
	Open, Close int
	Text        string
	Target      string
	Attrs       string // the braces behind a picture with all they hold, "" for none; see [Inline.Attr]
	Children    []Inline
}
