package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nomadocx/nomadocx/proof"
	"github.com/nomadocx/nomadocx/transcript"
)

var patchBlockListTool = tool{
	name: "patch_block_list", title: "Patch several blocks at once", effect: writes,
	description: "Applies a list of operations to a .noma document, one after the other, all or none, and records each in FILE.patches. A refused list answers {ok: false, code, error, op_index} and changes nothing. With prevalidate a document with errors is not touched; with postvalidate nothing is written that would have errors.",
}

// maxList is the longest list of operations.
const maxList = 1000

type patchBlockListInput struct {
	File         string      `json:"file" jsonschema:"absolute path of the .noma file, or a path relative to the server's root"`
	Ops          []operation `json:"ops" jsonschema:"the operations, at least one"`
	PreValidate  bool        `json:"prevalidate,omitempty" jsonschema:"refuse a document that has errors"`
	PostValidate bool        `json:"postvalidate,omitempty" jsonschema:"refuse a result that would have errors"`
	Reason       string      `json:"reason,omitempty" jsonschema:"why, for the record"`
	ExpectedSHA  string      `json:"expected_sha,omitempty" jsonschema:"the first 8 or more hex digits of the file's SHA-256; another file is not patched"`
	Actor        *actorInput `json:"actor,omitempty"`
	BaseSHA256   string      `json:"base_sha256,omitempty" jsonschema:"SHA-256 of the file the operations were made for; another file is patched and the difference recorded"`
	ParentOpID   string      `json:"parent_op_id,omitempty" jsonschema:"op_id of the record that caused these operations"`
}

type patchedList struct {
	OK             bool                `json:"ok"`
	PostValidation proof.Summary       `json:"post_validation"`
	Entries        []transcript.Record `json:"transcript_entries"`
	Diagnostics    json.RawMessage     `json:"diagnostics"`
}

func (s *server) patchBlockList(ctx context.Context, in patchBlockListInput) (any, error) {
	if n := len(in.Ops); n == 0 || n > maxList {
		return nil, fmt.Errorf("ops: %d operations; give 1 to %d", n, maxList)
	}
	rq, err := request(in.Ops)
	if err != nil {
		return nil, err
	}
	rq.ExpectedSHA, rq.BaseSHA256 = in.ExpectedSHA, in.BaseSHA256
	rq.PreValidate, rq.PostValidate = in.PreValidate, in.PostValidate
	done, refused, err := s.patch(ctx, in.File, rq, in.Actor, in.Reason, in.ParentOpID)
	if err != nil {
		return nil, err
	}
	if refused != nil {
		return refused, nil
	}
	list, err := diagnostics(done.Post)
	return patchedList{OK: true, PostValidation: proof.Summarize(done.Post), Entries: done.Records, Diagnostics: list}, err
}
