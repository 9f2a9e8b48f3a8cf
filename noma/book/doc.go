// Package book reads a book: a manifest that lists chapters, and the chapters as one document
// (Format spec, "Book manifests"; Protocol §2.3; contract ast.md §8).
//
//	m, err := book.Decode("book.noma.yml", data)                  // title, chapters, where each is written
//	b, err := book.Assemble(m, os.DirFS("."), book.Options{})     // one noma.Document
//	file := b.FileOf(node)                                        // the chapter a node stands in
//
// The chapters stay what they are: each is parsed by itself and keeps its lines and spans. Their
// blocks become the children of one document, and every heading of level 2 or deeper is known by
// `chapter/heading`, with its own id as an alias, so that thirty chapters may each have "Risks".
//
// A manifest and what it names are input from outside. Chapters are read through an [fs.FS], which
// the caller confines to the manifest's folder; sizes and counts are bounded; every mistake is an
// [*Error] that names the manifest, the line and the way out. A manifest cannot list another
// manifest, so there are no cycles to search for.
//
//	manifest.go  the YAML, strictly read
//	rules.go     what the values must be like
//	assemble.go  reading the chapters, one document
//	scope.go     ids within the book
package book
