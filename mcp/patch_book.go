package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/transcript"
)

var patchBookTool = tool{
	name: "patch_book", effect: writes,
	description: "Applies operations to the chapters of a book manifest (.yml), all or none: each goes to the chapter that owns its id (chapter/id where several have it). Not recorded; no replace_text.",
}

type patchBookInput struct {
	File   string      `json:"file"`
	Ops    []operation `json:"ops"`
	DryRun bool        `json:"dry_run,omitempty"`
}

type patchedBook struct {
	OK       bool          `json:"ok"`
	DryRun   bool          `json:"dry_run,omitempty"`
	Recorded bool          `json:"recorded"` // never
	Files    []patchedFile `json:"files"`
	Errors   int           `json:"errors"` // of the book as it is now
}

type patchedFile struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Diff   string `json:"diff,omitempty"`
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
	rq, err := request(in.Ops)
	if err != nil {
		return nil, err
	}
	if rq.Bad != nil {
		return refusal(rq.Bad, in.File), nil
	}
	book, err := pipeline.PatchBook(ctx, path, rq.Transaction(), false, pipeline.PatchOptions{Strict: true})
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
		p := patchedFile{File: name, SHA256: transcript.Hash(f.Text)}
		if in.DryRun {
			p.Diff = shortDiff(f.Before(), f.Text)
		}
		answer.Files = append(answer.Files, p)
	}
	if in.DryRun {
		return answer, nil
	}
	err = book.Write(ctx, s.o.LockTimeout)
	if refused := refusal(err, in.File); refused != nil {
		return refused, nil
	}
	return answer, err
}
