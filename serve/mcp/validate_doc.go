package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var validateDocTool = tool{
	name: "validate_doc", effect: reads,
	description: "Finds what is wrong with a .noma document: broken references, ids given twice, claims without evidence, and more. ok is false when one finding is an error. fix is an operation that mends it.",
}

// validity is the answer of validate_doc (Annex B.5).
type validity struct {
	OK          bool            `json:"ok"`
	Diagnostics json.RawMessage `json:"diagnostics"`
	Total       int             `json:"total"` // of all findings
}

type validateDocInput struct {
	fileInput
	Offset int `json:"offset,omitempty" jsonschema:"findings to skip: 100 are answered at once"`
}

func (s *server) validateDoc(ctx context.Context, in validateDocInput) (any, error) {
	src, err := s.load(ctx, in.File, false)
	if err != nil {
		return nil, err
	}
	found, err := app.Check(ctx, src, app.CheckOptions{Now: s.o.Now()})
	if err != nil {
		return nil, err
	}
	if in.Offset < 0 {
		return nil, errors.New("offset: give a number from 0")
	}
	if len(found) > maxDiagnostics { // the worst first, or they may never be read
		slices.SortStableFunc(found, func(a, b diag.Diagnostic) int { return rank(a.Severity) - rank(b.Severity) })
	}
	list, err := diagnostics(found[min(in.Offset, len(found)):])
	return validity{OK: !found.HasErrors(), Diagnostics: list, Total: len(found)}, err
}

func rank(s diag.Severity) int {
	return slices.Index([]diag.Severity{diag.Error, diag.Warning, diag.Info}, s)
}

// diagnostics returns the first findings of a list in the shape of Protocol §4.3.
func diagnostics(l diag.List) (json.RawMessage, error) {
	var b bytes.Buffer
	err := app.WriteDiagnosticsJSON(&b, l[:min(len(l), maxDiagnostics)])
	return b.Bytes(), err
}
