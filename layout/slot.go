package layout

import "github.com/nomadocx/nomadocx/noma"

// Access says who owns the text of a slot.
type Access uint8

const (
	// Editable: what a reviewer writes goes back to the place the text came from.
	Editable Access = iota
	// Echo: repeats a value that another slot owns (the "high" in "Risk (high)"), or shows one that
	// nothing in the source spells out. A change is reported, never applied.
	Echo
	// Volatile: Word or we recompute it (numbers of captions, pages). Ignored both ways.
	Volatile
)

// OriginKind says where in the source a slot's text stands.
type OriginKind uint8

const (
	FromNothing  OriginKind = iota // absent; Key is the attribute to add
	FromText                       // inline content, at Text
	FromAttr                       // attribute Key
	FromBodyLine                   // the value of a `key: value` line of the body, at Text
	FromBody                       // the whole body, at Text
	FromID                         // the block's id stands in for the missing attribute Key
	FromConst                      // a fixed text stands in for the missing attribute Key
	FromCell                       // a cell of a table or dataset: Row, Col
	FromCode                       // a line of code, at Text
)

// Origin is where the text of a slot came from, and where a change of it goes.
type Origin struct {
	Kind OriginKind
	Key  string
	Text noma.Text
	// Row and Col of a cell; Row is -1 in a header row.
	Row, Col int
	// Clear are the further attributes that would shine through if Key alone were removed.
	Clear []string
	// Lines are the values of the body lines that would do so then.
	Lines []noma.Text
}

// Slot is a stretch of a Word paragraph that shows something of the source.
type Slot struct {
	Name   string // what a person would call it: "owner", "title", "body"
	Access Access
	Kind   Kind
	// StringOnly is that of the [Field].
	StringOnly bool

	Value  string // as it stands in the source, markup included; "" when absent
	Unit   string // of a Quantity: the unit shown behind the number
	Origin Origin
	Node   noma.Node
}
