package mcp

import (
	"context"

	"github.com/nomadocx/nomadocx/internal/app"
)

var reviewDataTool = tool{
	name: "review_data", effect: reads,
	description: "What a Word file says, comments and tracked changes too, as JSON. To bring a reviewer's edits into the source, use review_sync.",
}

type reviewDataInput struct {
	Docx string `json:"docx"`
}

func (s *server) reviewData(ctx context.Context, in reviewDataInput) (any, error) {
	path, err := s.folder.file(in.Docx, maxReturned)
	if err != nil {
		return nil, err
	}
	done, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return app.ReviewData(ctx, path, nil)
}
