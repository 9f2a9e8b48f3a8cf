// Package html renders a document as one self-contained HTML page that reads well on a screen and
// prints well; package pdf makes its PDF from it.
//
// [Render] walks the tree once and only ever appends to its output. What a block is called, which
// fields it shows and in which colours comes from the table in package layout, so that the page and
// the Word file say the same; this package decides only how that appears in HTML.
//
// Where to find what:
//
//	html.go       Options, Render, the page around the document
//	survey.go     what must be known before the first byte: headings, captions, notes, pages
//	writer.go     escaping and tags; urls.go which addresses may be links and pictures
//	inline.go     inline markup
//	blocks.go     sections, paragraphs, lists, quotes, code, pipe tables
//	directive.go  which function renders which directive
//	panel.go      blocks that the table describes; labels.go the values of their fields
//	others        one family of directives each: tables, data, figures, controls, notes, contents …
//	runtime.go    what the script of a page (runtime.js) recalculates when a control moves
//	paged.go      @page rules, headers and footers; theme.go the style sheets
//
// What comes from the document is escaped without exception, but for the three escape hatches
// (::html, ::svg, ::script), which [Options.Strict] and [Options.NoUnsafe] close. Addresses are
// limited to http, https, mailto, tel, fragments and relative paths.
//
// Classes are called noma-<thing>. Ids of blocks are anchors as they are; aliases are hidden
// anchors before the block.
package html
