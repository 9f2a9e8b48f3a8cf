// Package noma parses .noma source into a tree in which every node and attribute knows its bytes.
//
// [Parse] makes a [Document] of a [source.File]. The tree is an index into the source, never a
// replacement for it: values read as the format asks (CRLF as LF, `\|` left alone), spans stay on
// the original bytes. Nothing in the tree is printed back to change a document; package patch edits
// the bytes that the spans point at.
//
// Blocks and inline markup are two separate steps. Parse stops at blocks: a paragraph's Content is
// source text. [ParseInline] reads such a text, with offsets into it; [Text.Span] leads from there to
// the source.
//
// Where to find what:
//
//	ast.go          the nodes; inline_types.go the inline constructs; text.go content and its place
//	parse.go        the parser's state and its one pass over the lines
//	line.go         what a single line is: fence, heading, item …
//	block.go        constructs of several lines; section.go and table.go likewise
//	frontmatter.go  the YAML head; yaml.go and timestamp.go what its values mean
//	attrs.go        {key="value" flag}
//	slug.go         automatic ids
//	diagnostics.go      what Parse says about fences and attributes that it mended
//	inline.go       inline constructs; link.go those in brackets, emphasis.go the pairing of * and _
//	tree.go         walking and looking up
//
// The grammar is that of the Format spec, made exact by the wire contract (ast.md). It accepts every
// text. Where a document surprises a reader (a `# comment` in the body of a code directive becomes a
// heading), the tree shows what all implementations show, and [Directive.RawBody] what was written.
package noma
