package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// What version 1.0 of the Protocol has no operations for.

// outline10 refuses the edits of the outline, for which version 1.0 of the Protocol has no operations.
func (s *schedule) outline10() {
	var finds []*finding
	for _, x := range s.operations {
		if x.phase == sectional || x.phase == leveling {
			finds = append(finds, x.f)
		}
	}
	for _, o := range s.dissolves {
		finds = append(finds, o.f)
	}
	for _, f := range finds {
		if s.applied(f) {
			s.fail(f, sayProtocolOutline)
		}
	}
}

// beyond10 refuses the edits whose operations version 1.0 of the Protocol does not have, and reports
// whether there were any.
func (s *schedule) beyond10(steps []step) bool {
	known, found := patch.Operations(true), false
	for _, x := range steps {
		if slices.Contains(known, x.op.Op) && x.op.Target != noma.WholeDocument {
			continue
		}
		found = true
		for _, f := range x.finds {
			s.fail(f, sayProtocolBlock)
		}
	}
	return found
}
