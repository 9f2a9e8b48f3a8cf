// Package schema holds JSON Schemas (draft 2020-12) of what the program reads and writes as JSON, for
// tools that check their data before they call it, and for people who want to know what a field means.
//
//	ast                a document's tree (contract ast.md §1)
//	patch-op           one operation (Protocol §3, §1.5; contract patch.md §1)
//	patch-transaction  what `patch --ops` takes (Format spec, "Patch transactions")
//	transcript         one line of a transcript (Protocol §5)
//	decisions          what `docx-review-sync --decisions` takes
//	capability         what agents may do (Protocol, Annex A)
//
// A schema refers to another one by its file name, such as patch-op.schema.json: store them under
// these names in one place. The files are written by hand; the tests hold them against the parser, the
// patch engine and the contract's cases.
package schema
