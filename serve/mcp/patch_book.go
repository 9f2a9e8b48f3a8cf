package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
)

var patchBookTool = tool{
	name: "patch_book", effect: writes,
	description: "patch_block_list for a book manifest (.yml): each operation goes to the chapter that owns its id (chapter/id if several do). No replace_text.",
}

type patchBookInput struct {
	File   string      `json:"file"`
	Ops    []operation `json:"ops"`
	DryRun bool        `json:"dry_run,omitempty"`
	Reason string      `json:"reason,omitempty"`
	Actor  *actorInput `json:"actor,omitempty"`
}

type patchedBook struct {
	OK       bool          `json:"ok"`
	DryRun   bool          `json:"dry_run,omitempty"`
	Recorded bool          `json:"recorded"` // all of it
	Files    []patchedFile `json:"files"`
	Errors   int           `json:"errors"` // of the book as it is now
}

type patchedFile struct {
	File        string   `json:"file"`
	SHA256      string   `json:"sha256"`
	Diff        string   `json:"diff,omitempty"`
	OpIDs       []string `json:"op_ids,omitempty"`       // of its records, for transcript_revert
	NotRecorded string   `json:"not_recorded,omitempty"` // why
}

func (s *server) patchBook(ctx context.Context, in patchBookInput) (any, error) {
	if ext := strings.ToLower(filepath.Ext(in.File)); ext != ".yml" && ext != ".yaml" {
		return nil, fmt.Errorf("%s is not a book manifest (.yml); use patch_block for documents", in.File)
	}
	path, err := s.folder.file(in.File, maxDocument)
	if err != nil {
		return nil, err
	}
	if n := len(in.Ops); n == 0 || n > maxList {
		return nil, fmt.Errorf("ops: %d operations; give 1 to %d", n, maxList)
	}
	by := patchInput{commonInput: commonInput{Reason: in.Reason, Actor: in.Actor}}
	if err := by.check(); err != nil {
		return nil, err
	}
	rq, err := request(in.Ops)
	if err != nil {
		return nil, err
	}
	if rq.Bad != nil {
		return refusal(rq.Bad, in.File), nil
	}
	book, err := app.PatchBook(ctx, path, rq.Transaction(), false, app.PatchOptions{Strict: true})
	if refused := refusal(err, in.File); refused != nil {
		return refused, nil
	}
	if err != nil {
		return nil, err
	}
	answer := patchedBook{OK: true, DryRun: in.DryRun, Files: []patchedFile{}, Errors: len(book.Errors)}
	for i := range book.Files {
		f := &book.Files[i]
		if _, err := s.folder.document(f.Path); err != nil { // a chapter may lie anywhere
			return nil, err
		}
		name := f.Path
		if rel, err := filepath.Rel(s.folder.real, f.Path); err == nil {
			name = filepath.ToSlash(rel)
		}
		p := patchedFile{File: name, SHA256: app.SourceHash(f.Text)}
		if in.DryRun {
			p.Diff = shortDiff(f.Before(), f.Text)
		}
		answer.Files = append(answer.Files, p)
	}
	if in.DryRun {
		return answer, nil
	}
	// As for patch_block, a transcript that cannot be written is no failure (§B.6).
	if err := book.Record(s.patchOptions(path, &by).Attribution, true); err != nil {
		return nil, err
	}
	err = book.Write(ctx, s.o.LockTimeout)
	if refused := refusal(err, in.File); refused != nil {
		return refused, nil
	}
	answer.Recorded = true
	for i := range book.Files {
		f, p := &book.Files[i], &answer.Files[i]
		if f.Untold != nil {
			answer.Recorded, p.NotRecorded = false, f.Untold.Error()
			s.o.Notice(p.File + ": not recorded: " + p.NotRecorded)
			continue
		}
		for _, r := range f.Records {
			p.OpIDs = append(p.OpIDs, r.OpID)
		}
	}
	return answer, err
}
