package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/validate"
)

// CheckOptions say how strictly a document is judged.
type CheckOptions struct {
	StaleDays   float64 // age at which a citation is stale; 0: as the document says, or a year
	Profiles    []string
	IgnoreRules []string
	Now         time.Time
}

// Check is what is wrong with a document, in document order.
func Check(s *Source, o CheckOptions) diag.List {
	opts := validate.Options{StaleDays: o.StaleDays, Profiles: o.Profiles, IgnoreRules: o.IgnoreRules, Now: o.Now}
	return s.checked(opts)
}

// FormatDiagnostic is one finding as `check` prints it, without a line end.
func FormatDiagnostic(d diag.Diagnostic, file string) string { return validate.Line(d, file) }

// WriteDiagnosticsJSON prints findings as a JSON array.
func WriteDiagnosticsJSON(w io.Writer, list diag.List) error { return validate.WriteJSON(w, list) }

// Fix applies the repairs that findings carry and returns the new text and how many were applied.
// A repair that has become impossible through an earlier one is left out.
func Fix(ctx context.Context, s *Source, found diag.List) (string, int, error) {
	text, n := s.File.Text, 0
	for _, d := range found {
		if d.Fix == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return "", 0, err
		}
		op, err := json.Marshal(d.Fix)
		if err != nil {
			return "", 0, fmt.Errorf("repair of %s: %w", d.Code, err)
		}
		tx, err := patch.DecodeOps(op)
		if err != nil {
			return "", 0, fmt.Errorf("repair of %s: %w", d.Code, err)
		}
		now, err := FromText(s.Path, text)
		if err != nil {
			return "", 0, err
		}
		result, err := patch.ApplyTo(now.Doc, tx.Ops, now.patchOptions())
		if err != nil {
			continue
		}
		text = result.Text
		n++
	}
	return text, n, nil
}
