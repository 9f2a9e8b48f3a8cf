// Package contract is what norma and its agents say to each other: one JSON object each way
// (norma.md §7), and the verdict of the check role (§8.3).
//
//	request, err := contract.DecodeRequest(stdin)       // an agent reads what it shall do
//	response, err := contract.DecodeResponse(stdout)    // norma reads what came of it
//	verdict, err := contract.DecodeVerdict(data)        // verdict.json
//	err = verdict.Check(criteria)                       // the rules that need no files
//
// Decoding is strict: one object, no duplicate members, UTF-8, names in their own letter case. Members
// that are not known are kept out of the way but refuse nothing, so that agents may add their own.
//
// Nothing here touches files. Package norma holds answers against the step's folder; package agent
// is one implementation of the other side.
package contract
