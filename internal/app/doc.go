// Package app is the facade: the verbs a user has, each one function.
//
// A front end (the command line, a server) turns its input into a call here and the answer into its
// output; it knows nothing of parsers, plans or packages. The verbs are
//
//	Load        read a source or a book, parse it, bring in the files it refers to
//	Render      a document to HTML, PDF, Word, Markdown, text for a model, JSON or normalised source
//	Ingest      a Markdown file as a source
//	Check       what is wrong with a document
//	Patch       operations on a source text
//	PatchBook   operations on the chapters of a book
//	Prove       what operations would do to a source, without writing it
//	Verify      the conformance fixtures of a folder
//	Extract     what a returned Word file says: review data
//	FormData    the values of its form fields and tasks
//	SyncReview  review data back into the source
//	SyncForm    form data back into the source
//
// Review data may come as JSON without its Word file; they end in the same comparison as a file (reviewsync.SyncData).
//
// Everything that touches the file system for a document is here: source files, datasets and
// pictures (confined to the document's folder, see [Resources]) and outputs, which appear whole or
// not at all (see package docfile). The layers below work on bytes and values.
package app
