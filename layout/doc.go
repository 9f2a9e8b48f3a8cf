// Package layout says how each construct of a document appears in Word, once, for both directions.
//
// Build lays a document out as a [Plan]: the paragraphs and tables Word will show, each made of
// literal text and slots, each slot knowing the source bytes it came from. render/docx writes the
// plan; review/sync lays the same source out again, compares it with what came back and looks only
// at slots that differ. An untouched document is therefore quiet by construction.
//
// Where to find what:
//
//   - The table of directives, each with what it shows: table.go (what a block can be made of), table_data.go (the table),
//     directive.go, kind.go (how a value is shown and read).
//   - From a document to a plan: build.go, content.go, list.go, grid.go, picture.go, special.go, attach.go (comments, notes and
//     requests), cover.go and frontpage.go, page.go, headerfooter.go, number.go, references.go, cite.go.
//   - What a plan is made of: plan.go, line.go and slot.go (lines of literals and slots), marks.go, names.go (bookmarks).
//   - Text between markup and characters: inline.go, span.go, escape.go, markup.go, rewrite.go (the reviewer's text as markup that
//     keeps what was left alone), fingerprint.go.
//   - What was sent: manifest.go, entry.go.
//   - For whom: audience.go, readable.go.
package layout
