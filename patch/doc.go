// Package patch turns operations on blocks into edits of the source text, and proves the result.
//
// An [Op] says in the words of the Agent Protocol what should change: replace the body of a block,
// set an attribute, insert a row. Resolving it against a parsed document gives [source.Edit] values;
// applying those to the bytes *is* the operation. There is no second implementation on the tree, and
// bytes outside the edits cannot change.
//
//	tx, err := patch.DecodeOps(data)                       // one op, a list, or {"ops": [...]}
//	res, err := patch.Apply(file, tx.Ops, patch.Options{}) // all or nothing
//
// A list of operations means one after the other: each sees what the earlier ones did. The work is
// batched all the same. A stage holds one parse and collects operations for as long as each of them
// would give the same bytes on the text after the earlier ones; it notes the lines that
// have been touched, the ids that have come or gone and how child lists have shifted. The first
// operation that depends on any of these starts the next stage with a new parse. Fifty edits in fifty
// places are one stage. The result is parsed where an operation may mean more in its place than
// alone, else only when [Result.Document] asks for it.
//
// An operation never changes the id of a block that it does not name. Where a heading's automatic id
// would move, it is written into the heading, and [Result.Notes] says so.
//
// Where to find what:
//
//	op.go, catalogue.go, decode.go  operations, their fields, their JSON
//	apply.go, stage.go, reads.go    stages and what may share one
//	lines.go                        changes of lines as bytes
//	local.go                        several operations on one block within a stage
//	attrs.go, headings.go           writing attributes and headings, keeping automatic ids
//	identity.go                     ids and aliases of blocks that no operation names
//	fragment.go                     checking source text that an operation brings along
//	blocks.go, annotate.go, child.go with gaps.go, rename.go, move.go, grid.go   the operations by family
//	outline.go, movesection.go      headings with their sections
//
// The laws of single operations are in pairs_test.go. They are tried on 10,000 generated documents with
// one operation each; the full number is
//
//	go test ./patch -run TestPairs -pairs 100000 -v
//
// and laws_test.go holds lists of operations against one operation at a time.
//
// Errors are [*Error] values with the Protocol's codes (§3.5).
package patch
