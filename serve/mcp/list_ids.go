package mcp

import (
	"context"
	"encoding/json"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/astjson"
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
	registry := astjson.Registry(src.Doc)
	answer := noma.Map{{Key: "ids", Value: registry.Get("ids")}, {Key: "aliases", Value: registry.Get("aliases")}}
	return json.RawMessage(astjson.AppendValue(nil, answer)), nil
}
