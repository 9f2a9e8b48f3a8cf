// Package markdown prints a document as portable Markdown, the output of `render --to markdown` and
// `--to md` (Format spec, "Markdown export"; contract text-renders.md §2).
//
// The result is for places that show Markdown: a repository, a chat, a wiki. What Markdown has no
// construct for becomes a readable label, a line of metadata and the content; hidden comments around
// every directive keep its name, id and attributes for programs. The source stays the .noma file.
//
//	render.go     the blocks Markdown has too
//	directive.go  anchors and comments of a directive, and its metadata line
//	content.go    what is shown for which directive
//	inline.go     wikilinks and escapes in running text
package markdown
