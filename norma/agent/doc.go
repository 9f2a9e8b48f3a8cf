// Package agent plays the four roles of norma for documents, without a model: everything it does follows
// from the document, the criteria and the files beside it (norma notes, section 18).
//
//	plan   which blocks the findings of the validator point at
//	do     evidence: the document as Word, what the validator says, what a returned file says, and what
//	       the verifier says of a signed record
//	check  every criterion by its command (… => nomadocx check report.noma)
//	act    operations that make failed criteria pass, tried on a copy, as one patch for the document
//	       and its transcript
//
// Only act proposes changes, and only those it can derive: repairs that the validator knows, and the edits
// and filled-in form fields of a returned Word file. It never signs anything: where the document has a signed record (package record),
// every edit that shows in an anchor comes with a draft turn for a human to approve.
//
//	a := &agent.Agent{Nomadocx: run, Version: version}
//	response := a.Play(ctx, request)
//
// Files: agent.go the roles; documents.go which documents; evidence.go do; judge.go check; operations.go
// and act.go act; signed.go records and drafts;
// diff.go the patch.
package agent
