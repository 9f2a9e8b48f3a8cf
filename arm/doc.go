// Package arm keeps signed revision records, Agent Revision Markup: who changed what in a document,
// under what authority, and what a human approved.
//
// A record is JSON: a manifest (parties, their public keys, anchors) and a ledger of turns, each signed
// and chained to the one before it. A turn's visible artifacts are what it shows in the document:
// comments and tracked changes. Values are hashed as they were read, in canonical form (RFC 8785).
//
//	v, err := record.Parse(data, record.Limits{})   // strict JSON: what could be read two ways is refused
//	report := record.Verify(v, record.Limits{})     // every rule, one code each
//
//	draft, err := record.Draft(v, record.DraftOptions{…})        // a turn at the head of the record
//	approval := record.Approve(draft, signer, record.ApproveOptions{…}) // what a human adds
//	v, err = record.Commit(v, draft, &approval, signer, at)      // sealed, verified, appended
//
// In a Word file the record lies in custom XML parts ([ReadCarriage], [Carriage.Store]); beside a
// source it is a file of its own. [Cover] says which comments and tracked changes of a document the
// record knows, [TurnsFrom] makes drafts of the others, and [Rebuild] puts those back that are missing.
//
// The package reads no clock, no files and no network: times, ids and randomness are given. Writers
// refuse to touch a record that does not verify.
//
// What a valid record does not prove: who a party is; that times are true; that the last turn is
// really the last; that the visible text of the document is what the record describes; that the
// manifest is the one agreed on, since whoever controls the file can replace all of it (arm-notes §14).
package arm
