package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// FaultsError refuses to render a document in which something is wrong.
type FaultsError struct{ Count int }

func (e *FaultsError) Error() string {
	if e.Count == 1 {
		return "there is a warning, so nothing was written"
	}
	return fmt.Sprintf("there are %d warnings, so nothing was written", e.Count)
}

// faultsOf returns what is wrong with a document for an audience in a way that its readers see: mistakes in the text, names and values that
// nothing reads, missing files, references to nothing. What [Check] says of its matter (a claim without evidence) is left out,
// and so are the codes that are ignored.
func faultsOf(ctx context.Context, s *Source, audience string, ignored []string) (diag.List, error) {
	found, err := Check(ctx, s, CheckOptions{Files: true, IgnoreRules: ignored, Audience: audience})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity == diag.Info || validate.Editorial(d.Code) }), nil
}

// faults tells o.Faults what is wrong, and refuses when o.FailOnWarning asks for it.
func (s *Source) faults(ctx context.Context, o RenderOptions) error {
	if o.Faults == nil && !o.FailOnWarning || o.Target == JSON || o.Target == Noma {
		return nil
	}
	found, err := faultsOf(ctx, s, o.Audience, o.IgnoreRules)
	if err != nil {
		return err
	}
	if o.Faults != nil && len(found) > 0 {
		o.Faults(found)
	}
	if o.FailOnWarning && len(found) > 0 {
		return &FaultsError{len(found)}
	}
	return nil
}
