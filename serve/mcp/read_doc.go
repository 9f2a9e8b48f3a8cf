package mcp

import (
	"context"
	"errors"

	"github.com/nomadocx/nomadocx/internal/app"
)

var readDocTool = tool{
	name: "read_doc", effect: reads,
	description: "Lists the blocks of a .noma document: id, type, name, attributes, lines, hash (for baseHash); those without an id have parent and index, as replace_child takes them. sha256 is the whole file's.",
}

// fileInput is the input of tools that need nothing but a document.
type fileInput struct {
	File string `json:"file" jsonschema:"path of the .noma file: absolute, or relative to the server's root"`
}

type readDocInput struct {
	fileInput
	ID     string `json:"id,omitempty" jsonschema:"only this block and what is in it, with text"`
	Text   *bool  `json:"text,omitempty" jsonschema:"add the source of blocks"`
	Offset int    `json:"offset,omitempty" jsonschema:"blocks to skip: next_offset of the answer before"`
	Budget int    `json:"budget,omitempty" jsonschema:"about so many bytes"`
}

// usualBudget is how long an answer gets unless the client says how long it may be, in bytes.
const usualBudget = 400_000

func (s *server) readDoc(ctx context.Context, in readDocInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	if in.Budget < 0 || in.Offset < 0 {
		return nil, errors.New("offset and budget: give numbers from 0")
	}
	budget := min(in.Budget, maxAnswer/2)
	if budget == 0 {
		budget = usualBudget
	}
	text := in.ID != ""
	if in.Text != nil {
		text = *in.Text
	}
	return app.Blocks(src, app.BlockOptions{ID: in.ID, Text: text, Offset: in.Offset, Budget: budget})
}

// load reads a document. raw leaves the datasets it names unread, as for patching.
func (s *server) load(ctx context.Context, file string, raw bool) (*app.Source, error) {
	path, err := s.folder.document(file)
	if err != nil {
		return nil, err
	}
	return app.Load(ctx, path, app.LoadOptions{Raw: raw})
}
