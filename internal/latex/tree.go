package latex

// Kind says what a node is.
type Kind uint8

const (
	Row     Kind = iota // Kids, one after the other
	Symbol              // one character or a number: Text, Class, Variant
	Name                // an upright word: "log"; Limits tells that scripts stand above and below
	Words               // \text: Text, Variant
	Frac                // Kids[0] over Kids[1]; NoBar without a line, Size for \tfrac and \dfrac
	Script              // Kids[0] with Sub and Sup; Limits when they stand below and above it
	Root                // Kids[0]; Kids[1] is the degree, when there is one
	Fence               // \left … \middle … \right: Open, Close, Kids the parts, Text between them; Size Small when it does not grow
	Accent              // Kids[0] under (Below: over) the mark Text
	Brace               // Kids[0] under (Below: over) a stretched Text: braces, arrows, lines
	Matrix              // Cells; Text is the environment; Align one letter for each column
	Box                 // \boxed
	Phantom             // the room Kids[0] takes; Text is the command
	Space               // Text is the command: `\,` or `\quad`
)

// Class is what a symbol does in a formula (TeXbook, chapter 17).
type Class uint8

const (
	Ord   Class = iota // a letter, a number
	Big                // a large operator: ∑, ∫
	Bin                // a binary operation: +
	Rel                // a relation: =
	Open               // an opening delimiter
	Close              // a closing delimiter
	Punct              // a comma
)

// Variant is the alphabet of letters. The zero value is what mathematics uses by itself: letters in
// italics, digits upright.
type Variant uint8

const (
	Plain Variant = iota
	Upright
	Bold       // upright and bold
	Italic     // also for words
	BoldItalic // \boldsymbol
	Double     // blackboard bold
	Script1    // calligraphic
	Fraktur
	Sans
	Mono
)

// Size is how large a fraction is set.
type Size uint8

const (
	AsIs Size = iota
	Small
	Large
)

// Node is one node of a formula. Which fields count depends on the Kind.
type Node struct {
	Kind    Kind
	Class   Class
	Variant Variant
	Size    Size
	Text    string
	Kids    []*Node
	Sub     *Node // of a Script, nil for none
	Sup     *Node
	Open    string // delimiters of a Fence, "" for none
	Close   string
	Limits  bool
	NoBar   bool
	Below   bool
	Cells   [][]*Node // of a Matrix: rows of cells
	Align   string    // of a Matrix: l, c or r for each column
}

func row(kids ...*Node) *Node { return &Node{Kind: Row, Kids: kids} }

func symbol(text string, c Class) *Node { return &Node{Kind: Symbol, Text: text, Class: c} }

// Single returns a row of one node as that node.
func (n *Node) Single() *Node {
	for n != nil && n.Kind == Row && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return n
}

// Empty reports whether a node shows nothing.
func (n *Node) Empty() bool { return n == nil || n.Kind == Row && len(n.Kids) == 0 }

// Items returns the nodes of a row, or the node itself.
func (n *Node) Items() []*Node {
	if n == nil {
		return nil
	}
	if n.Kind == Row {
		return n.Kids
	}
	return []*Node{n}
}
