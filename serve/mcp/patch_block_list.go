package mcp

import (
	"context"
	"fmt"
)

var patchBlockListTool = tool{
	name: "patch_block_list", effect: writes,
	description: "patch_block for a list of operations, one after the other, all or none. A refusal has op_index.",
}

// maxList is the longest list of operations.
const maxList = 1000

type patchBlockListInput struct {
	patchInput
	Ops          []operation `json:"ops" jsonschema:"the operations, at least one"`
	PreValidate  bool        `json:"prevalidate,omitempty" jsonschema:"refuse a document that has errors"`
	PostValidate bool        `json:"postvalidate,omitempty" jsonschema:"refuse a result that would have errors"`
}

func (s *server) patchBlockList(ctx context.Context, in patchBlockListInput) (any, error) {
	if n := len(in.Ops); n == 0 || n > maxList {
		return nil, fmt.Errorf("ops: %d operations; give 1 to %d", n, maxList)
	}
	rq, err := request(in.Ops)
	if err != nil {
		return nil, err
	}
	rq.PreValidate, rq.PostValidate = in.PreValidate, in.PostValidate
	return s.patch(ctx, &in.patchInput, rq, false)
}
