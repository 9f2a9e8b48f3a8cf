package patch

import "strings"

// Op is one operation. Op names it; which of the other fields count is said by the catalogue
// (contract patch.md §1). In Go an empty optional field is an absent one.
type Op struct {
	Op string

	ID     string // the block that changes
	Parent string // the block that gets a child; for operations on children and sections "" is the document
	Target string // what a comment, note or change request is about
	From   string // rename_id: the old id; add_change_request: the old text
	To     string // rename_id: the new id; add_change_request: the new text

	Content string   // source text of a body or a block
	Title   string   // of a heading, with its markup
	Key     string   // of an attribute
	Value   any      // string, float64, bool or nil; nil removes the attribute
	Row     int      // from 0, the header not counted
	Column  Column   // of a table or dataset
	Header  *string  // of a new column; nil for none
	Cells   []string // of a new row or column
	// Position among the children of Parent, from 0; nil for the end.
	Position *int
	Index    int // child operations: place among the children of Parent, from 0
	// Level of a heading, from 1; nil for one below the section that is its parent.
	Level *int

	Action     string // insert, delete or replace
	Text       string
	Author     string
	Initials   string
	Date       string
	ReplyTo    string
	Label      string
	ResolvedBy string
	ResolvedAt string
	// Exact, Prefix and Suffix are the words an annotation is about: a text quote selector (W3C Web Annotation Data
	// Model §4.2.4) in the text of Target. Unit says what a change request puts in or takes out besides words, Move
	// names the move it is half of.
	Exact, Prefix, Suffix, Unit, Move string

	// At and Length are the bytes of the document that the Content of replace_source replaces, OpID the operation that it
	// takes back, if any.
	OpID       string
	At, Length int

	// BaseHash is the SHA-256 of the target's source in hex, 8 digits or more (see [BlockHash]). The
	// operation is refused when the target has changed since. "" does not check.
	BaseHash string
}

// Column names a column by its place, from 0, or by its header.
type Column struct {
	Index  int
	Name   string
	ByName bool
}

// At returns the column at a place, from 0.
func At(index int) Column { return Column{Index: index} }

// Transaction is a list of operations with the checks that were asked for.
type Transaction struct {
	Ops []Op
	// PreValidate refuses to patch a document that has validation errors, PostValidate to write one
	// that would have them. Both are for the caller to do; this package does not validate.
	PreValidate, PostValidate bool
}

// Place returns the field that names the block where the operation is done: for an operation that adds something, the
// block that gets it. Its baseHash is about that block (contract patch.md §2).
func (o *Op) Place() *string {
	switch s := shapes[o.Op]; {
	case s.has("target"):
		return &o.Target
	case s.has("id") && !s.adds:
		return &o.ID
	case s.has("parent"):
		return &o.Parent
	case s.has("to"):
		return &o.From
	}
	return &o.ID
}

// Annotation returns the name of the directive that the operation adds about its target, such as "comment", or "".
func (o *Op) Annotation() string {
	if !shapes[o.Op].has("target") {
		return ""
	}
	return strings.TrimPrefix(o.Op, "add_")
}

// level returns the level of a heading, 0 for none.
func (o *Op) level() int {
	if o.Level == nil {
		return 0
	}
	return *o.Level
}

// MakesIDs reports whether the operation can give a block an id that no block had.
func (o *Op) MakesIDs() bool {
	s := shapes[o.Op]
	return s.has("content") || s.has("to")
}

// mentions returns the ids whose meaning the operation depends on.
func (o *Op) mentions() []string {
	s, ids := shapes[o.Op], []string{*o.Place()}
	switch {
	case s.has("target") || s != nil && s.adds:
		ids = append(ids, o.ID)
	case s.has("id") && s.has("parent"):
		ids = append(ids, o.Parent)
	case s.has("to"):
		ids = append(ids, o.To)
	}
	return ids
}
