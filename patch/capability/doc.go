// Package capability reads the descriptor that says what agents may do to a document (Agent Protocol,
// Annex A), and compares operations with it.
//
//	d, err := capability.Load("report.noma")          // report.noma.capabilities.yml; never nil without an error
//	advice := capability.Check(d, doc, ops)           // what the descriptor does not grant
//
// The descriptor lies beside the document, not in it: an agent that may edit the document must not be
// able to widen its own rights. It grants what it names; without a descriptor, or with one of a version
// that is not known, an agent may only read.
//
// Version 1.0 of the Protocol forbids to refuse a patch because of it (A.4). So everything here is
// advice, and its texts say so.
package capability
