package reviewsync

import "github.com/nomadocx/nomadocx/patch"

// Outcome is what became of one difference between what was sent and what came back.
type Outcome string

const (
	Applied   Outcome = "applied"   // it is in the operations
	Proposed  Outcome = "proposed"  // a change request for it is in the source, which the author accepts or rejects
	Unchanged Outcome = "unchanged" // it needs none: it is there already, or belongs to another command
	Refused   Outcome = "refused"   // it has no safe place in the source; the text is in the report
	Conflict  Outcome = "conflict"  // the author changed the same place since the file went out
	Later     Outcome = "later"     // the author has not decided on it yet; it is found again
	Rejected  Outcome = "rejected"  // the author has decided against it
	Editor    Outcome = "editor"    // the program that saved the file changed all of a kind by itself; it was undone for the comparison
)

// Code is the stable reason of a finding. Scripts may match on it; the message is for people.
type Code string

const (
	CodeText         Code = "text"              // running text was edited
	CodeEquation     Code = "equation-changed"  // an equation was edited
	CodeInserted     Code = "text-inserted"     // a paragraph, item or line was added
	CodeDeleted      Code = "text-deleted"      // a paragraph, item, line or block was deleted
	CodeSplit        Code = "text-split"        // paragraphs were split or joined
	CodeHeading      Code = "heading"           // a heading's title
	CodeField        Code = "field"             // a value in a label or metadata line
	CodeValue        Code = "value"             // a metric's value
	CodeCaption      Code = "caption"           // a caption
	CodeTable        Code = "table"             // cells, rows or columns of a table or dataset
	CodeComment      Code = "comment"           // a comment was added, changed, resolved or deleted
	CodeNote         Code = "note"              // a footnote or endnote was added, changed or deleted
	CodeTracked      Code = "tracked-change"    // a tracked change became a change request
	CodeRequest      Code = "change-request"    // a change request of the source was edited or decided
	CodeNoSpelling   Code = "no-spelling"       // the source has no way to write this text
	CodeGenerated    Code = "generated-text"    // the text is made by the tool, not written in the source
	CodeAmbiguous    Code = "ambiguous-line"    // a line can be read as several different edits
	CodeForeign      Code = "changed-label"     // the fixed words of a line were changed
	CodeRevisions    Code = "has-revisions"     // edited next to a tracked change in the same paragraph
	CodeLabelGone    Code = "label-deleted"     // part of a block was deleted, the rest is there
	CodeMoved        Code = "block-moved"       // a block was moved to another place
	CodeBlockGone    Code = "block-deleted"     // a block or section was deleted as a whole
	CodeReferenced   Code = "still-referenced"  // a deleted block is still referred to
	CodeNewHeading   Code = "new-heading"       // a heading was typed
	CodeLevel        Code = "heading-level"     // a heading's level was changed
	CodeNewTable     Code = "new-table"         // a table was inserted
	CodeTableGone    Code = "table-deleted"     // a table was deleted, its block is there
	CodeTableShape   Code = "table-shape"       // rows and columns changed in a way that has several readings
	CodeMultiline    Code = "multiline-cell"    // a cell has several lines
	CodeAuthorMoved  Code = "author-changed"    // the author changed the same place
	CodeNoBase       Code = "base-unknown"      // the source moved on and the file does not say what was sent
	CodeDamaged      Code = "damaged-by-editor" // an editor mixes this up by itself
	CodeEditor       Code = "editor-habit"      // a program changed all of a kind in the same way
	CodePartGone     Code = "part-missing"      // all comments or notes are gone, with their part
	CodeNoPlace      Code = "no-place"          // nothing in the source says where it would go
	CodeUnmatched    Code = "unmatched"         // several things in the source could be meant
	CodeProtocol     Code = "needs-newer-op"    // version 1.0 of the Protocol has no operation for it
	CodeChart        Code = "chart"             // the numbers of a chart were edited
	CodeHeaderFooter Code = "header-differs"    // parts that show one header or footer were edited in different ways
	CodeAlt          Code = "alt-text"          // the alternative text of a picture
	CodePicture      Code = "picture"           // a picture was added or deleted
	CodeStyle        Code = "paragraph-style"   // a paragraph's alignment, style, or kind of list
	CodePage         Code = "page-setup"        // the paper or its margins
	CodeEmpty        Code = "empty"             // a comment or note without text
	CodeForm         Code = "form-field"        // a form field shows another value
	CodeTask         Code = "task"              // the check box of a task has another state
)

// Strategy says whose text stays where author and reviewer changed the same place.
type Strategy string

const (
	KeepBoth   Strategy = ""       // nothing is decided: a conflict is reported
	KeepOurs   Strategy = "ours"   // the author's
	KeepTheirs Strategy = "theirs" // the reviewer's
)

// Finding is one difference, with its outcome. Was and Now are the texts a reader sees.
type Finding struct {
	// Hash is the name of the finding: of its code, block, texts and reviewer, with a number for those that are alike.
	Hash    string  `json:"hash,omitempty"`
	Outcome Outcome `json:"outcome"`
	Code    Code    `json:"code"`
	Message string  `json:"message"`
	BlockID string  `json:"blockId,omitempty"`
	Line    int     `json:"line,omitempty"` // in the source, from 1
	Was     string  `json:"was,omitempty"`
	Now     string  `json:"now,omitempty"`
	// Near are the words of the place, cut around the difference: what a reader can search for. For what
	// stands in no text it is "between “…” and “…”".
	Near string `json:"near,omitempty"`
	// Waits says that the source now holds something for the author to accept, reject or answer.
	Waits bool `json:"waits,omitempty"`
	// Base is the text that was sent, of conflicts where it is known.
	Base string     `json:"base,omitempty"`
	Ops  []patch.Op `json:"ops,omitempty"`
	// Decided says which strategy settled a conflict, "" for none.
	Decided Strategy `json:"decided,omitempty"`
	// Reviewer is who did it in Word, as far as the file tells. Against is the reviewer whose edit,
	// brought in before, it contradicts; conflicts only.
	Reviewer string `json:"reviewer,omitempty"`
	Against  string `json:"against,omitempty"`

	// Referrers are the lines of the source that refer to a block that was deleted.
	Referrers []int `json:"-"`
	// With are the names of findings without which this one is not brought in.
	With []string `json:"-"`

	merged string // what the paragraph reads with the author's edits in it, when both changed it
}
