// Package docx writes a laid-out document (a layout.Plan) as a Word package.
//
// The plan says what stands in every paragraph; this package decides how it appears and puts it into
// the parts of a .docx. It knows styles, frames and relationships, but no directives: those are
// layout's. How an element is written is the business of wml.Builder.
//
//	render.go       the order in which the parts are written
//	story.go        blocks one after the other: body, header, footer, comments, notes
//	paragraph.go    the properties of a paragraph, panels included
//	table.go        tables of data and tables that arrange blocks
//	document.go     the main part, with its sections
//	styles.go       the style sheet: what a report looks like
//	template*.go    what a reference document gives: styles, theme, lists, page, headers, footers
//	theme.go, charts.go   the colours charts take, and the charts
//	comments.go, notes.go, headers.go, settings.go, numbering.go, properties.go, media.go
//	controls.go     the custom XML the form fields are bound to
//	manifest.go     what the file says about its own export
//
// The body is streamed: a paragraph is deflated soon after it was laid out, so memory does not grow
// with the document. The same plan gives the same bytes, on every machine.
package docx
