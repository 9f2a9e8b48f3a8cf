package proof

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// wireProof is the contract's object: these fields in this order (cli.md, proof).
type wireProof struct {
	Status          Status            `json:"status"`
	PatchResult     PatchResult       `json:"patchResult"`
	CanWrite        bool              `json:"canWrite"`
	File            string            `json:"file"`
	DocURI          string            `json:"docUri"`
	Ops             []json.RawMessage `json:"ops"`
	PreHash         wireHash          `json:"preHash"`
	PostHash        wireHash          `json:"postHash"`
	PreValidation   Summary           `json:"preValidation"`
	PostValidation  Summary           `json:"postValidation"`
	PreDiagnostics  json.RawMessage   `json:"preDiagnostics"`
	PostDiagnostics json.RawMessage   `json:"postDiagnostics"`
	IDRegistry      json.RawMessage   `json:"idRegistry"`
	SourceMetrics   Metrics           `json:"sourceMetrics"`
	Diff            string            `json:"diff"`
	LLMContext      string            `json:"llmContext"`
	Error           *wireRefusal      `json:"error,omitempty"`
}

type wireHash struct {
	SHA256 string `json:"sha256"`
	SHA    string `json:"sha"` // the first 8 digits, for people
}

type wireRefusal struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Op      json.RawMessage `json:"op,omitempty"`
}

// WriteJSON writes the proof as indented JSON with a final line feed.
func (p *Proof) WriteJSON(w io.Writer) error {
	out := wireProof{
		Status: p.Status, PatchResult: p.Result, CanWrite: p.CanWrite(), File: p.File, DocURI: p.URI, Ops: []json.RawMessage{},
		PreHash: p.Before.hash(), PostHash: p.After.hash(),
		PreValidation: p.Before.Validation, PostValidation: p.After.Validation,
		IDRegistry:    astjson.AppendValue(nil, p.IDs),
		SourceMetrics: p.Metrics, Diff: p.Diff, LLMContext: p.Context,
	}
	for _, op := range p.Ops {
		out.Ops = append(out.Ops, op.Raw)
	}
	var err error
	if out.PreDiagnostics, err = diagnosticsJSON(p.Before.Diagnostics); err != nil {
		return err
	}
	if out.PostDiagnostics, err = diagnosticsJSON(p.After.Diagnostics); err != nil {
		return err
	}
	if r := p.Refusal; r != nil {
		out.Error = &wireRefusal{Code: r.Code, Message: r.Message}
		if r.Op >= 0 && r.Op < len(p.Ops) {
			out.Error.Op = p.Ops[r.Op].Raw
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (s State) hash() wireHash { return wireHash{SHA256: s.SHA256, SHA: s.SHA256[:8]} }

func diagnosticsJSON(l diag.List) (json.RawMessage, error) {
	var b bytes.Buffer
	err := validate.WriteJSON(&b, l)
	return b.Bytes(), err
}
