package mcp

import (
	"context"

	"github.com/nomadocx/nomadocx/internal/app"
)

var transcriptRevertTool = tool{
	name: "transcript_revert", effect: writes,
	description: "Undoes one recorded operation by a new patch; what later operations did elsewhere stays. Refused when a later one changed the same place.",
}

type transcriptRevertInput struct {
	commonInput
	OpID string `json:"op_id"`
}

func (s *server) transcriptRevert(ctx context.Context, in transcriptRevertInput) (any, error) {
	all := patchInput{commonInput: in.commonInput}
	path, err := s.document(&all)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, path, &all, true, func(o app.PatchFileOptions) (*app.Patched, error) {
		return app.RevertFile(ctx, path, in.OpID, o)
	})
}
