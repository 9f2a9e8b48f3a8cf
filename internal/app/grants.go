package app

import (
	"context"

	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/capability"
)

// Granted is what a descriptor lets agents do to a document, and what of some operations it does not.
type Granted struct {
	*capability.Descriptor
	Path   string // of the descriptor
	State  string // known, missing or unknown-version; only a known one grants anything
	Known  int    // the version of descriptors that this program knows
	Advice []capability.Advice
}

// GrantsPath returns the path of the descriptor of a document.
func GrantsPath(document string) string { return capability.PathOf(document) }

// Grants compares operations with the descriptor beside a document. It fails when the descriptor cannot be read.
func Grants(s *Source, ops []patch.Op) (*Granted, error) {
	d, err := capability.Load(s.Path)
	if err != nil {
		return nil, err
	}
	g := &Granted{Descriptor: d, Path: GrantsPath(s.Path), State: "known", Known: capability.Version, Advice: capability.Check(d, s.Doc, ops)}
	switch {
	case d.Missing:
		g.State = "missing"
	case d.Unknown:
		g.State = "unknown-version"
	}
	return g, nil
}

// Advise lists what the descriptor of a file does not grant of a request, and reports whether it wants to hear of errors
// in the result. A file without one, or that cannot be read, gets no advice: the patch itself says what matters.
func Advise(ctx context.Context, file string, rq *Request) (advice []capability.Advice, required bool, err error) {
	d, err := capability.Load(file)
	if err != nil || d.Missing {
		return nil, false, err
	}
	s, err := Load(ctx, file, LoadOptions{Raw: true})
	if err != nil {
		return nil, false, nil
	}
	return capability.Check(d, s.Doc, rq.Ops), d.Validation.Required, nil
}
