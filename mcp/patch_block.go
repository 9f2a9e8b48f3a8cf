package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/proof"
	"github.com/nomadocx/nomadocx/transcript"
)

var patchBlockTool = tool{
	name: "patch_block", title: "Patch a block", effect: writes,
	description: "Applies one operation to a .noma document, writes it, and records it in FILE.patches. Everything outside the block stays as it is. A refused operation answers {ok: false, code, error} and changes nothing: target_missing, parent_missing, id_conflict, invalid_content, id_attribute_protected, sha_mismatch or unsupported_op.",
}

// patchBlockInput is the input of patch_block (Annex B.6).
type patchBlockInput struct {
	File        string      `json:"file" jsonschema:"absolute path of the .noma file, or a path relative to the server's root"`
	Op          operation   `json:"op"`
	Reason      string      `json:"reason,omitempty" jsonschema:"why, for the record"`
	ExpectedSHA string      `json:"expected_sha,omitempty" jsonschema:"the first 8 or more hex digits of the file's SHA-256; another file is not patched"`
	Actor       *actorInput `json:"actor,omitempty"`
	BaseSHA256  string      `json:"base_sha256,omitempty" jsonschema:"SHA-256 of the file the operation was made for; another file is patched and the difference recorded"`
	ParentOpID  string      `json:"parent_op_id,omitempty" jsonschema:"op_id of the record that caused this operation"`
}

// actorInput is who asks, for the record.
type actorInput struct {
	Kind    string `json:"kind" jsonschema:"human, agent or tool"`
	Name    string `json:"name" jsonschema:"who asks, for the record"`
	Model   string `json:"model,omitempty" jsonschema:"of an agent"`
	Version string `json:"version,omitempty"`
}

// patchedBlock is the answer when the engine did its work, patchRefused when it would not.
type patchedBlock struct {
	OK             bool              `json:"ok"`
	PostValidation proof.Summary     `json:"post_validation"`
	Entry          transcript.Record `json:"transcript_entry"`
	Diagnostics    json.RawMessage   `json:"diagnostics"`
}

type patchRefused struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
	Code  string `json:"code"`
	At    *int   `json:"op_index,omitempty"` // of a list: the operation at fault, from 0
}

func (s *server) patchBlock(ctx context.Context, in patchBlockInput) (any, error) {
	rq, err := request([]operation{in.Op})
	if err != nil {
		return nil, err
	}
	rq.ExpectedSHA, rq.BaseSHA256 = in.ExpectedSHA, in.BaseSHA256
	done, refused, err := s.patch(ctx, in.File, rq, in.Actor, in.Reason, in.ParentOpID)
	if err != nil {
		return nil, err
	}
	if refused != nil {
		refused.At = nil
		return refused, nil
	}
	list, err := diagnostics(done.Post)
	return patchedBlock{OK: true, PostValidation: proof.Summarize(done.Post), Entry: done.Records[0], Diagnostics: list}, err
}

// patch applies a request to a file and keeps account of it. A refusal is an answer, not an error.
func (s *server) patch(ctx context.Context, file string, rq *pipeline.Request, actor *actorInput, reason, parent string) (*pipeline.Patched, *patchRefused, error) {
	path, err := s.folder.document(file)
	if err != nil {
		return nil, nil, err
	}
	log, refused := s.folder.account(path)
	who := transcript.Actor{Kind: "agent", Name: "unknown"}
	if actor != nil {
		who = transcript.Actor(*actor)
		if who.Kind != "human" && who.Kind != "agent" && who.Kind != "tool" {
			return nil, nil, errors.New(`actor.kind must be "human", "agent" or "tool"`)
		}
	}
	done, err := pipeline.PatchFile(ctx, path, rq, pipeline.PatchFileOptions{
		PatchOptions: pipeline.PatchOptions{Protocol10: true},
		LockTimeout:  s.o.LockTimeout,
		Transcript:   log, TranscriptOptional: true, TranscriptRefused: refused, // §B.6: a transcript that cannot be written is no failure
		Account: pipeline.Account{Actor: who, Reason: reason, ParentOpID: parent,
			ToolVersion: s.o.Version, Now: s.o.Now, Random: s.o.Random},
	})
	if done != nil && done.Untold != nil {
		s.o.Notice(file + ": not recorded: " + done.Untold.Error())
	}
	if done != nil && done.Healed != "" {
		s.o.Notice(file + ": " + done.Healed)
	}
	var engine *patch.Error
	var invalid *pipeline.ValidationError
	switch {
	case errors.As(err, &engine):
		return nil, &patchRefused{Error: engine.Message, Code: string(engine.Code), At: &engine.OpIndex}, nil
	case errors.As(err, &invalid):
		text := invalid.Error()
		for _, d := range invalid.Errors {
			text += "\n" + pipeline.FormatDiagnostic(d, file)
		}
		return nil, &patchRefused{Error: text, Code: string(invalid.Code())}, nil
	}
	return done, nil, err
}
