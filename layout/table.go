package layout

import "github.com/nomadocx/nomadocx/noma"

// This file is the vocabulary of the table: what a block can be made of. The table itself is in
// table_data.go. It is data without closures, so that one value can lay a block out, read
// an edited block back, check itself and generate tests.

// Spec says how one directive appears in Word: an ordered list of parts, in Word's order.
type Spec struct {
	Name  string
	Frame FrameRule
	Parts []Part
	Code  CodeRule
}

// Part is Label, Body, Meta, Value or Result.
type Part interface{ part() }

// Label is the first line of a block, style NomaDirective: a fixed text, perhaps a badge in
// parentheses, perhaps a title.
type Label struct {
	Text  string  // "Risk"
	By    *Choice // the text follows an attribute: "Warning" for tone=warning
	Badge *Field  // " (high)"
	Title *Field  // ": Careful"
	// Route: "METHOD path" of an endpoint stands in the title's place when there is either.
	Route []Field
	// Check: a check box content control stands before the text (tasks), and a task that is done
	// shows no badge.
	Check bool
	// Bare: the title, when there is one, stands alone and Text is only the fallback.
	Bare bool
	// Kind: Text only says what kind of block it is, which clients are not shown.
	Kind bool
	// Headed: directly below a heading clients are not shown Text.
	Headed bool
	// BareFor is the text for which alone Bare holds; "" for all.
	BareFor string
}

// Body is the content of the block: its children, or the lines of its raw body as code.
type Body struct{}

// Meta is one metadata line, style NomaMeta: `label: value` parts joined by " · ". It is left
// out when no field has a value.
type Meta []Field

// Value is the value line of a metric: a number and its unit.
type Value struct{ Number, Unit Field }

// Result is the value line of a computed metric.
type Result struct{}

func (Label) part()  {}
func (Result) part() {}
func (Body) part()   {}
func (Meta) part()   {}
func (Value) part()  {}

// Field is one value a block shows.
type Field struct {
	Label string // printed before the value in a Meta line
	// Keys are the attributes it is read from: the first that is set wins, Keys[0] is written
	// when none is.
	Keys []string
	// Body are keys of `key: value` body lines, consulted after Keys.
	Body []string
	// Text: without a key the whole body text is the value.
	Text bool
	// ID: without all of them the id is shown.
	ID bool
	// Or is shown when nothing else is.
	Or     string
	Kind   Kind
	Access Access
	// Prefix is printed before the value inside a badge: "confidence=" in "Claim (confidence=0.8)".
	Prefix string
	// StringOnly: a value that is a number or a flag does not count (contract §5.1, titles).
	StringOnly bool
	// Client: clients get the field of a Meta line, too.
	Client bool
	// pre is what stands before the value in a Meta line, put together once.
	pre string
}

// Shown returns what stands before the value for clients.
func (f *Field) Shown(doc *noma.Document) string { return WordOf(doc, f.Label+":") }

// before returns what stands before the value in a Meta line.
func (f *Field) before() string {
	if f.pre != "" {
		return f.pre
	}
	return f.Label + ": "
}

// Choice picks a text by the value of an attribute.
type Choice struct {
	Key   string
	Texts map[string]string
}

// FrameRule picks a frame by the value of an attribute; Key "" means always Else.
type FrameRule struct {
	Key   string
	Cases map[string]*Frame
	Else  *Frame
}

// CodeRule says when a block's body is shown as lines of code instead of as content.
type CodeRule uint8

const (
	NotCode    CodeRule = iota
	AlwaysCode          // code, code_cell, output: the raw body, verbatim
	CodeIfLang          // example, query: when a language is given
)

// Constructors, to keep the table readable.

func text(label string, keys ...string) Field {
	if len(keys) == 0 {
		keys = []string{label}
	}
	return Field{Label: label, Keys: keys, pre: label + ": "}
}

func ref(label string, keys ...string) Field     { f := text(label, keys...); f.Kind = Ref; return f }
func address(label string, keys ...string) Field { f := text(label, keys...); f.Kind = URL; return f }
func doi(label string) Field                     { f := text(label); f.Kind = DOI; return f }
func shown(f Field) Field                        { f.Client = true; return f }
func flag(label string) Field                    { f := text(label); f.Kind = Flag; return f }

func title(keys ...string) *Field {
	return &Field{Keys: keys, StringOnly: true}
}

func titleOrID(keys ...string) *Field {
	return &Field{Keys: keys, StringOnly: true, ID: true}
}

func echo(keys ...string) *Field { return &Field{Keys: keys, Access: Echo} }

func always(f *Frame) FrameRule { return FrameRule{Else: f} }

func by(key string, cases map[string]*Frame, otherwise *Frame) FrameRule {
	return FrameRule{Key: key, Cases: cases, Else: otherwise}
}
