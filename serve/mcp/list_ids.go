package mcp

import (
	"context"

	"github.com/nomadocx/nomadocx/internal/app"
)

var listIDsTool = tool{
	name: "list_ids", effect: reads,
	description: "The ids of a .noma document, and which id each alias stands for: operations take ids only.",
}

// listIDs answers as Annex B.4 says: the ids, and the map from alias to id.
func (s *server) listIDs(ctx context.Context, in fileInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	return app.Registry(src), nil
}
