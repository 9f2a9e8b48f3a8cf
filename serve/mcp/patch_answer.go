package mcp

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/proof"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// The answer of a patch that was made is bounded in its details only: an agent that reads an error would make the
// patch again.

// patched is the answer when the engine did its work, patchRefused when it would not (Annex B.6).
type patched struct {
	OK             bool                `json:"ok"`
	DryRun         bool                `json:"dry_run,omitempty"`
	PostValidation proof.Summary       `json:"post_validation"`
	SHA256         string              `json:"sha256"` // of the document now
	Recorded       bool                `json:"recorded"`
	NotRecorded    string              `json:"not_recorded,omitempty"` // why
	Warning        string              `json:"warning,omitempty"`
	Entry          *transcript.Record  `json:"transcript_entry,omitempty"`   // of one operation
	Entries        []transcript.Record `json:"transcript_entries,omitempty"` // of a list
	Diagnostics    json.RawMessage     `json:"diagnostics"`
	Count          diagnosticCount     `json:"diagnostics_count"`
	Notes          []patch.Note        `json:"notes,omitempty"`
	Diff           string              `json:"diff,omitempty"` // of a dry run
}

// diagnosticCount says how many findings there are, beside the first of them.
type diagnosticCount struct {
	New      int `json:"new"` // brought by the patch
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

type patchRefused struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
	Code  string `json:"code"`
	At    *int   `json:"op_index,omitempty"` // of a list: the operation at fault, from 0
}

// Bounds of an answer: findings, notes, bytes of a difference, and bytes of an operation in its record.
const (
	maxDiagnostics = 100
	maxNotes       = 100
	maxDiff        = 64 << 10
	maxOpShown     = 64 << 10
	maxEntries     = 1 << 20 // of all operations of a list
)

// refusal returns the answer for a request that was refused; nil for any other error.
func refusal(err error, file string) *patchRefused {
	var engine *patch.Error
	var invalid *app.ValidationError
	switch {
	case errors.As(err, &engine):
		return &patchRefused{Error: engine.Message, Code: string(engine.Code), At: &engine.OpIndex}
	case errors.As(err, &invalid):
		text := invalid.Error()
		for _, d := range invalid.Errors[:min(len(invalid.Errors), maxDiagnostics)] {
			text += "\n" + app.FormatDiagnostic(d, file)
		}
		return &patchRefused{Error: text, Code: string(invalid.Code())}
	}
	return nil
}

// patchAnswer says what became of a patch.
func patchAnswer(done *app.Patched, in *patchInput, single bool) (*patched, error) {
	brought := app.Brought(done.Pre, done.Post)
	answer := &patched{OK: true, DryRun: in.DryRun, PostValidation: done.Summary(), SHA256: app.SourceHash(done.Text),
		Recorded: done.Untold == nil && !in.DryRun, Count: countOf(done.Post), Notes: done.Notes[:min(len(done.Notes), maxNotes)]}
	answer.Count.New = len(brought)
	if done.Untold != nil {
		answer.NotRecorded = done.Untold.Error()
	}
	shown := brought
	switch in.Diagnostics {
	case "all":
		shown = done.Post
	case "none":
		shown = nil
	}
	var err error
	if answer.Diagnostics, err = diagnostics(shown); err != nil || in.DryRun {
		return answer, err
	}
	entries := brief(done.Records)
	if single && len(entries) == 1 {
		answer.Entry = &entries[0]
	} else {
		answer.Entries = entries
	}
	return answer, nil
}

// brief returns records for an answer: the findings of the validator stand beside them, and what is very long is in the
// transcript.
func brief(records []transcript.Record) []transcript.Record {
	out := append([]transcript.Record{}, records...)
	size := 0
	for i := range out {
		r := &out[i]
		engine := false
		for _, d := range r.Diagnostic {
			engine = engine || strings.Contains(d.Code, "_")
		}
		if !engine { // else the summaries would not follow from the list (§4.2)
			r.Diagnostic = nil
		}
		r.Undo = nil
		if size += len(r.Op); len(r.Op) > maxOpShown || size > maxEntries {
			var op struct {
				Op      string `json:"op"`
				ID      string `json:"id,omitempty"`
				Omitted int    `json:"omitted_bytes"`
			}
			_ = json.Unmarshal(r.Op, &op) // an operation that was applied has a name
			if len(op.ID) > 200 {
				op.ID = ""
			}
			op.Omitted = len(r.Op)
			r.Op, _ = json.Marshal(op) // strings and a number
		}
	}
	return out
}

func countOf(l diag.List) (c diagnosticCount) {
	for _, d := range l {
		switch d.Severity {
		case diag.Error:
			c.Errors++
		case diag.Warning:
			c.Warnings++
		}
	}
	return c
}

// shortDiff returns a difference that a client can read.
func shortDiff(before, after string) string {
	diff := app.Difference(before, after)
	if len(diff) > maxDiff {
		diff = strings.ToValidUTF8(diff[:maxDiff], "") + "\n… (cut)\n"
	}
	return diff
}
