// Package extract reads the review data out of a Word document that came back: comments, tracked
// changes, notes, tables, headings, captions, labels, bodies and metadata lines. It needs no source
// and knows none; what a place means is read from bookmarks, styles and frames alone.
//
//	d, _ := wml.Read(pkg, wml.Options{})
//	r := extract.Extract(d)
//	r.WriteJSON(os.Stdout)
//
// The result is the docx-review-data of the wire contract: twelve lists whose names, fields and
// order are fixed (wire.go). Each list has a file of its own, and each file tells one rule set:
//
//	comments.go   threads, resolution        captions.go   numbered captions
//	notes.go      footnotes and endnotes     labels.go     label lines, buttons, form fields
//	revisions.go  tracked changes            bodies.go     text under a label
//	tables.go     data tables                metrics.go    a metric's value and fields
//	headings.go   titles                     metadata.go   fields of all other blocks
//
// They share three things. story.go turns a story into a tree of paragraphs, tables and cells with
// the facts every rule asks for. anchors.go says which bookmarks a mark belongs to when its own
// paragraph has none. markdown.go writes runs in the light markup of the source.
//
// Everything here works on the typed model of package wml: there is no XML and no source tree in
// sight. An entry can be found again from the paragraph or table it was read from, with
// [Review.ByParagraph] and [Review.ByTable].
package extract
