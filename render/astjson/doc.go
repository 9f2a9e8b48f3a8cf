// Package astjson prints a document's tree as JSON, the output of `parse` and `render --to json`, and
// the registry of its ids, the output of `ids`.
//
// The bytes are a contract with other implementations (contract ast.md §1, cli.md `ids`): two-space
// indentation, a fixed order of fields, absent instead of null, and strings and numbers as
// ECMAScript's JSON.stringify prints them. encoding/json differs in the last two (it escapes < > &,
// U+2028 and U+2029, and prints 1e21 in full), so the few lines of an encoder are here.
package astjson
