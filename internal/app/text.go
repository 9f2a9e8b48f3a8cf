package app

import (
	"github.com/nomadocx/nomadocx/noma/drift"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

// Format returns the text of a source with its pipe tables laid out.
func Format(s *Source) string { return nomatext.Format(s.Doc) }

// Drift returns the values that changed between two states of a document as a fragment of source, "" for none. at is the
// date it gives for all of them. It fails for a document whose ids are not unique.
func Drift(before, after *Source, at, reason string) (string, error) {
	return drift.Between(before.Doc, after.Doc, drift.Options{At: at, Reason: reason})
}
