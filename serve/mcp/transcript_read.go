package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

var transcriptReadTool = tool{
	name: "transcript_read", effect: reads,
	description: "The last records of FILE.patches: each operation that was tried, by whom, why, with what result; with op_id the whole record. problems: where the log is broken, or the document was changed without one.",
}

// Numbers of records a client may ask for, and gets unless it asks.
const (
	maxRecords   = 500
	usualRecords = 10
)

type transcriptReadInput struct {
	File  string `json:"file" jsonschema:"path of the .noma file"`
	Limit *int   `json:"limit,omitempty" jsonschema:"1 to 500; 10 if not given"`
	OpID  string `json:"op_id,omitempty"`
}

type transcriptAnswer struct {
	Total    int                  `json:"total"` // lines in the transcript
	Entries  []json.RawMessage    `json:"entries"`
	Problems []transcript.Problem `json:"problems"`
}

func (s *server) transcriptRead(ctx context.Context, in transcriptReadInput) (any, error) {
	path, err := s.folder.document(in.File)
	if err != nil {
		return nil, err
	}
	log, err := s.folder.transcript(path)
	if err != nil {
		return nil, err
	}
	limit := usualRecords
	if in.Limit != nil {
		limit = *in.Limit
	}
	if limit < 1 || limit > maxRecords {
		return nil, errors.New("limit: give a number from 1 to 500")
	}
	answer := transcriptAnswer{Entries: []json.RawMessage{}, Problems: []transcript.Problem{}}
	entries, problems, err := app.VerifyTranscript(ctx, log, nil, s.o.LockTimeout)
	if errors.Is(err, fs.ErrNotExist) {
		return answer, nil // nothing was ever patched
	}
	if err != nil {
		return nil, err
	}
	answer.Total = len(entries)
	if n := len(problems); n > 0 { // the last are the ones that concern the document as it is
		answer.Problems = problems[max(0, n-maxDiagnostics):]
	}
	if in.OpID == "" {
		var records []transcript.Record
		for _, e := range entries[max(0, len(entries)-limit):] {
			if e.Err == nil {
				records = append(records, e.Record)
			}
		}
		for _, r := range brief(records) {
			raw, err := json.Marshal(r)
			if err != nil {
				return nil, err
			}
			answer.Entries = append(answer.Entries, raw)
		}
		return answer, nil
	}
	for _, e := range entries {
		if e.Err == nil && e.Record.OpID == in.OpID {
			answer.Entries = append(answer.Entries, json.RawMessage(e.Raw))
		}
	}
	return answer, nil
}
