package redline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
)

// Options say how changes are shown.
type Options struct {
	Author string
	Date   string // an xsd:dateTime, "" for none
	// Steps are the versions from BEFORE to AFTER, which is the last of them. Each change stands under the name of the step that made it.
	Steps []Step
	// Characters compares words character by character; else a word is changed as a whole.
	Characters   bool
	NoFormatting bool // formatting is not compared
	// Rendered says that both versions were rendered from sources: what of the formatting only follows from what stands beside a
	// paragraph, see [beside], is no change. It is that of AFTER.
	Rendered bool
	NoMoves  bool // what was moved is deleted in one place and inserted in the other
	// Ignore lists what is not compared, of these: case, whitespace, tables, headers, notes,
	// boxes, fields, comments.
	Ignore []string
	// Plain says which versions must have no tracked changes: one that has is a [*RevisedError].
	Plain struct{ Before, After bool }
	Look  halt.Look // at every block
}

// ignorable is what need not be compared.
var ignorable = []string{"case", "whitespace", "tables", "headers", "notes", "boxes", "fields", "comments"}

// Report says what was found.
type Report struct {
	Changes   []Change    `json:"changes"`
	Untracked []Untracked `json:"untracked"`
	Proof     Proof       `json:"proof"`
	// Gone are the ids of the comments that the newer file has no longer, Copies those of comments that stand twice.
	Gone, Copies []string `json:"-"`
}

// Change is a tracked change as a reader counts them: what stands together is one.
type Change struct {
	ID   int    `json:"id"`            // the w:id of its first revision
	IDs  []int  `json:"ids,omitempty"` // of all of them
	Kind string `json:"kind"`          // insert, delete, replace, move, format, row-insert, row-delete, column-insert, column-delete, split, merge, section, comment
	// Part is where it is: "" for the text itself, else "header", "footer", "footnote", "endnote".
	Part string `json:"part,omitempty"`
	// Anchor is the last bookmark that begins before it in its story.
	Anchor string `json:"-"`
	Block  string `json:"block,omitempty"` // the id of the block of the source
	File   string `json:"file,omitempty"`  // the chapter of a book that it is in
	Line   int    `json:"line,omitempty"`  // of that block in the source of AFTER, else of BEFORE
	Was    string `json:"was,omitempty"`
	Now    string `json:"now,omitempty"`
	Author string `json:"author"`
	Date   string `json:"date,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// Untracked is a difference that Word cannot show as a tracked change.
type Untracked struct {
	Code    string `json:"code"` // see docs/redline.md
	Message string `json:"message"`
	// Comment is the id of the comment that says so where it is, "" when it is nowhere in the text.
	Comment string `json:"comment,omitempty"`
}

// Proof says what accepting and rejecting all changes gives: "equal" to AFTER and BEFORE.
type Proof struct {
	Accept string `json:"accept"`
	Reject string `json:"reject"`
}

// rules say what of a text is compared.
type rules struct {
	characters, noFormatting, rendered                                           bool
	noCase, noSpace, noTables, noHeaders, noNotes, noBoxes, noFields, noComments bool

	steps bool              // blocks say in which steps their parts came or went
	notes noteTexts         // what references to notes stand for
	spare []byte            // memory of [rules.text] and [rules.hash]
	alike map[string]string // see [side.alike], of the story that is read or written

	hashes map[string]uint64   // by markup
	texts  map[string]string   // likewise, see [rules.text]
	kids   map[string][]inRoot // by text, see [rules.children]
	quick  *quick              // for the texts of both packages, nil when they have to be read
}

// rules returns the rules, or an error about what cannot be ignored.
func (o *Options) rules() (*rules, error) {
	r := &rules{characters: o.Characters, noFormatting: o.NoFormatting, rendered: o.Rendered && !o.NoFormatting, hashes: map[string]uint64{}, texts: map[string]string{}, kids: map[string][]inRoot{}}
	flags := []*bool{&r.noCase, &r.noSpace, &r.noTables, &r.noHeaders, &r.noNotes, &r.noBoxes, &r.noFields, &r.noComments}
	for _, name := range o.Ignore {
		i := slices.Index(ignorable, name)
		if i < 0 {
			return nil, fmt.Errorf("%q cannot be ignored; use %s", name, strings.Join(ignorable, ", "))
		}
		*flags[i] = true
	}
	return r, nil
}

// reading returns what counts of character data.
func (r *rules) reading(s string) string {
	if r.noCase {
		s = strings.ToLower(s)
	}
	if r.noSpace {
		s = strings.Join(strings.Fields(s), "")
	}
	return s
}
