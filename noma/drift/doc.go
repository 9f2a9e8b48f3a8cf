// Package drift tells how the values of a document changed from one state to the next, the output of
// the command diff.
//
//	fragment, err := drift.Between(before, after, drift.Options{At: "2026-05-01"})
//
// The answer is a fragment of .noma source, one ::state_change for each attribute that differs
// (Format spec, "Compatibility promises (v0.7)"; contract cli.md, diff): it can be pasted into a weekly
// review as it is. Only blocks with an id in both documents count. Text, blocks without an id, and
// blocks that came or went are not drift.
package drift
