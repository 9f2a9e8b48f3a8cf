package mcp

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/pipeline"
)

var validateDocTool = tool{
	name: "validate_doc", title: "Find mistakes", effect: reads,
	description: "Finds what is wrong with a .noma document: broken references, ids given twice, formulas that cannot be computed, claims without evidence, and more. ok is false when one finding is an error. A finding may carry fix, an operation that mends it.",
}

// validity is the answer of validate_doc (Annex B.5).
type validity struct {
	OK          bool            `json:"ok"`
	Diagnostics json.RawMessage `json:"diagnostics"`
}

func (s *server) validateDoc(ctx context.Context, in fileInput) (any, error) {
	src, err := s.load(ctx, in.File, false)
	if err != nil {
		return nil, err
	}
	found := pipeline.Check(src, pipeline.CheckOptions{Now: s.o.Now()})
	list, err := diagnostics(found)
	return validity{OK: !found.HasErrors(), Diagnostics: list}, err
}

// diagnostics are findings in the shape of Protocol §4.3.
func diagnostics(l diag.List) (json.RawMessage, error) {
	var b bytes.Buffer
	err := pipeline.WriteDiagnosticsJSON(&b, l)
	return b.Bytes(), err
}
