package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nomadocx/nomadocx/internal/app"
)

var reviewSyncTool = tool{
	name: "review_sync", effect: writes,
	description: "Compares a .noma source with the Word file that came back from a reviewer: the lines that change, and every difference with its outcome. Written only with apply, and not in the transcript.",
}

type reviewSyncInput struct {
	File  string `json:"file" jsonschema:"path of the .noma file"`
	Docx  string `json:"docx" jsonschema:"the Word file that came back"`
	Apply bool   `json:"apply,omitempty" jsonschema:"write the result into the source"`

	AllowDelete bool `json:"allow_delete,omitempty" jsonschema:"also delete blocks, and many paragraphs"`
	Force       bool `json:"force,omitempty" jsonschema:"also a file that was not made from this source"`
}

type reviewSyncAnswer struct {
	OK      bool            `json:"ok"`
	Applied bool            `json:"applied"` // the source was written
	Changed bool            `json:"changed"` // the edits change the source
	SHA256  string          `json:"sha256"`  // of the result
	Diff    string          `json:"diff"`
	Report  json.RawMessage `json:"report"` // as docx-review-sync --report writes it
}

func (s *server) reviewSync(ctx context.Context, in reviewSyncInput) (any, error) {
	returned, err := s.folder.file(in.Docx, maxReturned)
	if err != nil {
		return nil, err
	}
	done, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	src, err := s.load(ctx, in.File, false)
	if err != nil {
		return nil, err
	}
	decided, err := s.folder.transcript(src.Path)
	if err != nil {
		return nil, err
	}
	result, err := app.Review{AllowDelete: in.AllowDelete, Force: in.Force, Remembered: decided}.Sync(ctx, src, returned, nil)
	var wrong *app.WrongFileError
	var deleted *app.ManyDeletedError
	switch {
	case errors.As(err, &wrong):
		return nil, errors.New(err.Error() + " Set force to true to sync it anyway.")
	case errors.As(err, &deleted):
		return nil, errors.New(err.Error() + " Set allow_delete to true if that was meant.")
	case err != nil:
		return nil, err
	}
	before := src.File.Text
	answer := reviewSyncAnswer{OK: true, Changed: result.Text != before, SHA256: app.SourceHash(result.Text),
		Diff: app.Difference(before, result.Text), Report: result.Report}
	if !in.Apply || !answer.Changed {
		return answer, nil
	}
	if err := app.ReplaceText(ctx, src.Path, before, result.Text, s.o.LockTimeout); err != nil {
		return nil, err
	}
	answer.Applied = true
	return answer, nil
}
