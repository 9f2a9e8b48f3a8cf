// Package dataset reads the tabular bodies of a document as grids, and edits them in place.
//
// Two directives hold tables as text. The body of a ::dataset is YAML, CSV, TSV or JSON ([Parse]
// gives a [Grid]); the body of a ::table is lines of cells between pipes ([Table] gives a
// [TableGrid]). A grid says for every cell what a reader sees, what the source spells and where.
//
// An edit is never a reprint of the body. Each of the five operations (set a cell, insert or delete
// a row, insert or delete a column) is written once per format and returns [source.Edit] values that
// touch the rows concerned and nothing else: comments, blank lines, indentation and the form of
// other rows stay. What a format cannot express in place is an error, never a guess; the caller may
// then replace the whole body.
//
//	g, err := dataset.Parse(directive)
//	edits, err := g.SetCell(0, 1, "42")
//	text, err := source.Apply(file.Text, edits)
//
// Values that are written are single lines, but a CSV cell in quotes that is read may go over several,
// as in files that other programs save. What short rows are filled with is bounded (maxPadding).
//
// The files: grid.go has the types and the checks that all formats share, body.go the lines of a
// body, csv.go, yaml.go with flow.go and scalar.go, and json.go with json_tree.go one format each,
// value.go the typing of new cells, table.go and pipes.go the ::table directive.
package dataset
