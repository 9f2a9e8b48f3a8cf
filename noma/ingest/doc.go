// Package ingest makes .noma source of Markdown, the command ingest (contract text-renders.md §5).
//
//	source, err := ingest.Markdown(text, ingest.Options{})
//
// Text that Noma reads as Markdown does is copied byte for byte; only headings get an id. Everything
// else is rewritten, so that nothing of the Markdown is lost and no text turns into markup it was not:
// docs/ingest.md has the table. Each block is handled in the same way:
//
//  1. its Markdown tree is written as .noma (blocks.go, list.go, tables.go, verbatim.go, inline.go);
//  2. its own bytes are read as .noma, and so is what was written (reading.go);
//  3. if both readings are the same the bytes stay, else the written form takes their place.
//
// So a rewriting can be plain: it never has to guess what the author's form already says. The
// same holds inside a paragraph: inline.go writes a text in several ways, from the natural to the
// guarded one, and takes the first that reads as the Markdown does.
package ingest
