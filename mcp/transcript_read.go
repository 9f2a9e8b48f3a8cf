package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/nomadocx/nomadocx/transcript"
)

var transcriptReadTool = tool{
	name: "transcript_read", title: "Read what was done to a document", effect: reads,
	description: "The last records of FILE.patches, oldest first: each operation that was tried, by whom, why, and what became of it. problems says where the account is broken, or where the document was changed by something that keeps none.",
}

// Numbers of records a client may ask for, and gets unless it asks.
const (
	maxRecords   = 500
	usualRecords = 20
)

type transcriptReadInput struct {
	File  string `json:"file" jsonschema:"absolute path of the .noma file (not of the transcript), or a path relative to the server's root"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many of the last records, 1 to 500; 20 if not given"`
	OpID  string `json:"op_id,omitempty" jsonschema:"only the record with this id"`
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
	log, err := s.folder.account(path)
	if err != nil {
		return nil, err
	}
	if in.Limit < 0 || in.Limit > maxRecords {
		return nil, errors.New("limit: give a number from 1 to 500")
	}
	if in.Limit == 0 {
		in.Limit = usualRecords
	}
	answer := transcriptAnswer{Entries: []json.RawMessage{}, Problems: []transcript.Problem{}}
	entries, _, err := transcript.ReadFile(ctx, log, s.o.LockTimeout)
	if errors.Is(err, fs.ErrNotExist) {
		return answer, nil // nothing was ever patched
	}
	if err != nil {
		return nil, err
	}
	answer.Total = len(entries)
	if found := transcript.Verify(entries); len(found) > 0 {
		answer.Problems = found[:min(len(found), maxRecords)]
	}
	if in.OpID == "" {
		entries = entries[max(0, len(entries)-in.Limit):]
	}
	for _, e := range entries {
		if e.Err == nil && (in.OpID == "" || e.Record.OpID == in.OpID) {
			answer.Entries = append(answer.Entries, json.RawMessage(e.Raw))
		}
	}
	return answer, nil
}
