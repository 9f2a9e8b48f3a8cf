// Package patch turns operations on blocks into edits of the source text, and proves the result.
//
// An [Op] says in the words of the Agent Protocol what should change: replace the body of a block,
// set an attribute, insert a row. Resolving it against a parsed document gives [source.Edit] values;
// applying those to the bytes and parsing again *is* the operation. There is no second
// implementation on the tree, and bytes outside the edits cannot change.
//
//	tx, err := patch.DecodeOps(data)                       // one op, a list, or {"ops": [...]}
//	res, err := patch.Apply(file, tx.Ops, patch.Options{}) // all or nothing
//
// A list of operations means one after the other: each sees what the earlier ones did. The work is
// batched all the same. A stage holds one parse and collects operations for as long as each of them
// would give the same bytes on the text after the earlier ones; it keeps account of the lines that
// have been touched, the ids that have come or gone and how child lists have shifted. The first
// operation that depends on any of these starts the next stage with a new parse. Fifty edits in fifty
// places are one stage.
//
// Where to find what:
//
//	op.go, catalogue.go, decode.go  operations, their fields, their JSON
//	apply.go, stage.go, reads.go    stages and what may share one
//	lines.go                        changes of lines as bytes
//	local.go                        several operations on one block within a stage
//	attrs.go, headings.go           writing attributes and headings, keeping automatic ids
//	fragment.go                     checking source text that an operation brings along
//	blocks.go, annotate.go, child.go with gaps.go, rename.go, move.go, grid.go   the operations by family
//
// Errors are [*Error] values with the Protocol's codes (§3.5).
package patch
