// Package proof shows what a list of operations would do to a source before anyone writes it.
//
// [Simulate] applies the operations to a text, validates before and after, and compares the two.
// The [Proof] it returns is written for three readers:
//
//	WriteJSON      a program: the contract's fields in the contract's order (cli.md, proof)
//	WriteMarkdown  a person in a pull request
//	WriteHTML      a person with a browser: one page, no script, nothing from the network
//
// Nothing here reads or writes files or the clock. How a text becomes a complete document (datasets
// read in), what an agent would be shown of it and how it appears as a page are functions the caller
// passes in [Options], because they live in higher layers.
//
// Where to find what:
//
//	proof.go    Simulate and the verdict
//	blocks.go   which blocks changed, told by their own lines
//	lines.go    line by line: the longest common subsequence
//	diff.go     the diff as text; words.go the words that differ within a line
//	json.go, markdown.go, html.go with page.html and page.css   the three outputs
package proof
