package mcp

import (
	"context"

	"github.com/nomadocx/nomadocx/pipeline"
)

var reviewDataTool = tool{
	name: "review_data", title: "Read a reviewed Word file", effect: reads,
	description: "What a Word file says: headings, paragraphs, tables, comments, tracked changes, notes, form fields, as JSON. To bring a reviewer's edits into the source, use review_sync.",
}

type reviewDataInput struct {
	Docx string `json:"docx" jsonschema:"absolute path of the .docx file, or a path relative to the server's root"`
}

func (s *server) reviewData(ctx context.Context, in reviewDataInput) (any, error) {
	path, err := s.folder.file(in.Docx, maxReturned)
	if err != nil {
		return nil, err
	}
	return pipeline.ReviewData(ctx, path, nil)
}
