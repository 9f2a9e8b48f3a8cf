// Package blocks describes the blocks of the format: what each is for, its attributes with their values and defaults, and an
// example (Format spec, "Core block types"). `check` compares documents with it, `explain` and docs/blocks.md print it.
package blocks

import (
	"slices"
	"strings"
	"sync"
)

// Block is one kind of directive.
type Block struct {
	Name    string
	Family  string // the heading it stands under in docs/blocks.md
	Says    string // what it is for, one sentence
	Body    string // what stands between the fences; "" for text
	Attrs   []Attr // besides Common
	Example string
}

// Kind is what the value of an attribute must be.
type Kind string

// The kinds of values. A value of any kind may be empty.
const (
	Text      Kind = "text"
	Number    Kind = "number"
	Share     Kind = "number from 0 to 1"
	Date      Kind = "date, such as 2026-03-31"
	Length    Kind = "length, such as 25mm, 1in or 36pt"
	Size      Kind = "size, such as 8cm, 60% or 320px"
	Flag      Kind = "flag"
	Reference Kind = "id of a block"
	File      Kind = "file beside the document"
	Link      Kind = "address"
	Language  Kind = "language tag, such as fr or de-CH"
	Columns   Kind = "l, c, r or - for each column, separated by commas"
	Word      Kind = "word" // one of Values
)

// Attr is an attribute of a block.
type Attr struct {
	Name    string
	Also    []string // other names that mean the same
	Kind    Kind
	Values  []string // of Word, the ones to write
	Accept  []string // of Word, other values that are understood
	Default string
	Says    string
}

// Common are the attributes that every block has.
var Common = []Attr{
	{Name: "id", Kind: Text, Says: "the name by which references, patches and reviews find the block"},
	{Name: "aliases", Kind: Text, Says: "other ids of the block, separated by commas"},
	{Name: "variant", Kind: Text, Says: "a variant that themes know: important, subtle, success, danger or info"},
	{Name: "audience", Kind: Word, Values: []string{"internal", "client"}, Says: "internal: left out of what clients get; client: in it, also where blocks of its kind are not"},
	{Name: "lang", Kind: Language, Says: "the language of the text in it, where it is not that of the document"},
	{Name: "noverify", Kind: Flag, Says: "check says nothing about the block, but for ids given twice"},
}

// All returns the blocks by family, in the order of the documentation.
func All() []*Block { return index().list }

// Lookup returns the block with a name, nil for none.
func Lookup(name string) *Block { return index().byName[name] }

// Prose reports whether a block is a panel, a step of reasoning, a task, a decision, a comment or a note: its text is shown in its own
// place alone, and what refers to it shows what its attributes say.
func Prose(name string) bool {
	switch name {
	case "comment", "footnote", "endnote":
		return true
	}
	b := Lookup(name)
	return b != nil && (b.Family == panelFamily || b.Family == reasoningFamily || b.Family == taskFamily)
}

// Own reports whether the block has an attribute of this name besides [Common].
func (b *Block) Own(name string) bool {
	return slices.ContainsFunc(b.Attrs, func(a Attr) bool { return a.Name == name || slices.Contains(a.Also, name) })
}

// Attr returns the attribute with a name or another name, and whether the block has it.
func (b *Block) Attr(name string) (Attr, bool) {
	for _, list := range [][]Attr{b.Attrs, Common} {
		for _, a := range list {
			if a.Name == name || slices.Contains(a.Also, name) {
				return a, true
			}
		}
	}
	return Attr{}, false
}

// Takes reports whether a value is one that the attribute has: of Word, one of its values, whatever its case, and whether
// blanks, hyphens or underscores part its words.
func (a Attr) Takes(value string) bool {
	if a.Kind != Word {
		return true
	}
	same := func(v string) bool { return plain(v) == plain(value) }
	return slices.ContainsFunc(a.Values, same) || slices.ContainsFunc(a.Accept, same)
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

type lookup struct {
	list   []*Block
	byName map[string]*Block
}

var index = sync.OnceValue(func() lookup {
	x := lookup{byName: map[string]*Block{}}
	for _, f := range families {
		for i := range f.blocks {
			b := &f.blocks[i]
			b.Family = f.name
			x.list = append(x.list, b)
			x.byName[b.Name] = b
		}
	}
	return x
})

type family struct {
	name   string
	blocks []Block
}

const (
	panelFamily     = "Panels"
	reasoningFamily = "Reasoning"
	taskFamily      = "Tasks and decisions"
)

var families = []family{
	{panelFamily, panels}, {"Figures, tables and data", data}, {"Charts and computed values", computed},
	{reasoningFamily, reasoning}, {taskFamily, tasks}, {"Comments, notes and change requests", review},
	{"Sources", sources}, {"Pages", pages}, {"Columns, tabs and buttons", layout}, {"Technical documentation", technical},
	{"Memory of agents", memory}, {"Raw markup", raw},
}

// attr makes an attribute; further names follow the first, separated by "|".
func attr(names string, kind Kind, says string) Attr {
	all := strings.Split(names, "|")
	return Attr{Name: all[0], Also: all[1:], Kind: kind, Says: says}
}

// word makes an attribute with a closed list of values; those after "/" are understood and not advertised.
func word(names, values, standard, says string) Attr {
	a := attr(names, Word, says)
	shown, more, _ := strings.Cut(values, "/")
	a.Values, a.Accept, a.Default = strings.Fields(shown), strings.Fields(more), standard
	return a
}

// or sets what stands for an attribute that is missing.
func (a Attr) or(standard string) Attr {
	a.Default = standard
	return a
}
