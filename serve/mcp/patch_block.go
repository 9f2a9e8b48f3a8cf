package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

var patchBlockTool = tool{
	name: "patch_block", effect: writes,
	description: "Applies one operation to a .noma document, writes it, and records it in FILE.patches. Everything else stays as it is. A refused operation answers {ok: false, code, error} and changes nothing.",
}

// patchBlockInput is the input of patch_block (Annex B.6).
type patchBlockInput struct {
	patchInput
	Op operation `json:"op"`
}

// commonInput is what every tool takes that changes a document and records it.
type commonInput struct {
	File   string      `json:"file" jsonschema:"path of the .noma file: absolute, or relative to the server's root"`
	DryRun bool        `json:"dry_run,omitempty" jsonschema:"write nothing; answer with the difference"`
	Reason string      `json:"reason,omitempty" jsonschema:"why, for the record"`
	Actor  *actorInput `json:"actor,omitempty"`
}

// patchInput is what the tools take besides that make operations a client gives.
type patchInput struct {
	commonInput
	Diagnostics string `json:"diagnostics,omitempty" jsonschema:"findings to answer with: new (those the patch brought), all or none"`
	ExpectedSHA string `json:"expected_sha,omitempty" jsonschema:"first 8 or more hex digits of the file's SHA-256; another file is not patched"`
	BaseSHA256  string `json:"base_sha256,omitempty" jsonschema:"SHA-256 of the file this is made for; another one is patched and noted"`
	ParentOpID  string `json:"parent_op_id,omitempty" jsonschema:"op_id of the record that caused this"`
}

// actorInput is who asks, for the record.
type actorInput struct {
	Kind    string `json:"kind" jsonschema:"human, agent or tool"`
	Name    string `json:"name" jsonschema:"who asks"`
	Model   string `json:"model,omitempty" jsonschema:"of an agent"`
	Version string `json:"version,omitempty"`
}

// maxReason is the longest text of a caller that goes into each record, in bytes.
const maxReason = 4096

// check refuses what the record could not hold, before anything is written.
func (in *patchInput) check() error {
	for _, f := range []struct{ name, value string }{{"reason", in.Reason}, {"actor.name", in.actor().Name},
		{"actor.model", in.actor().Model}, {"actor.version", in.actor().Version}} {
		if len(f.value) > maxReason {
			return fmt.Errorf("%s has %d bytes; give at most %d", f.name, len(f.value), maxReason)
		}
	}
	switch a := in.actor(); {
	case a.Kind != "human" && a.Kind != "agent" && a.Kind != "tool":
		return fmt.Errorf(`actor.kind must be "human", "agent" or "tool", not %q`, a.Kind)
	case a.Name == "":
		return errors.New("actor.name must not be empty")
	case in.ParentOpID != "" && !app.IsOpID(in.ParentOpID):
		return fmt.Errorf("parent_op_id must be the op_id of a record, a UUID of version 4, not %q", in.ParentOpID)
	case in.Diagnostics != "" && in.Diagnostics != "new" && in.Diagnostics != "all" && in.Diagnostics != "none":
		return fmt.Errorf("diagnostics must be new, all or none, not %q", in.Diagnostics)
	}
	return nil
}

// actor returns who asks; an agent that does not say is called unknown (§B.6).
func (in *patchInput) actor() transcript.Actor {
	if in.Actor == nil {
		return transcript.Actor{Kind: "agent", Name: "unknown"}
	}
	return transcript.Actor(*in.Actor)
}

func (s *server) patchBlock(ctx context.Context, in patchBlockInput) (any, error) {
	rq, err := request([]operation{in.Op})
	if err != nil {
		return nil, err
	}
	return s.patch(ctx, &in.patchInput, rq, true)
}

// patch makes a request in a file and logs it. Single tells that the request is one operation, whose answer
// has one record.
func (s *server) patch(ctx context.Context, in *patchInput, rq *app.Request, single bool) (any, error) {
	path, err := s.document(in)
	if err != nil {
		return nil, err
	}
	rq.ExpectedSHA, rq.BaseSHA256 = in.ExpectedSHA, in.BaseSHA256
	return s.answer(ctx, path, in, single, func(o app.PatchFileOptions) (*app.Patched, error) {
		return app.PatchFile(ctx, path, rq, o)
	})
}

// document returns the file that a patch is for.
func (s *server) document(in *patchInput) (string, error) {
	path, err := s.folder.document(in.File)
	if err != nil {
		return "", err
	}
	return path, in.check()
}

// answer makes a patch of a document and tells what became of it. A refusal is an answer, not an error, and what was
// written is no error either, whatever else went wrong: the agent would do it again.
func (s *server) answer(ctx context.Context, path string, in *patchInput, single bool, run func(app.PatchFileOptions) (*app.Patched, error)) (any, error) {
	before := ""
	if in.DryRun {
		src, err := app.Load(ctx, path, app.LoadOptions{Raw: true})
		if err != nil {
			return nil, err
		}
		before = src.File.Text
	}
	done, err := run(s.patchOptions(path, in))
	if done != nil && done.Untold != nil {
		s.o.Notice(in.File + ": not recorded: " + done.Untold.Error())
	}
	if done != nil && done.Healed != "" {
		s.o.Notice(in.File + ": " + done.Healed)
	}
	if refused := refusal(err, in.File); refused != nil {
		if single {
			refused.At = nil
		}
		return refused, nil
	}
	if err != nil && (done == nil || !done.Changed) {
		return nil, err
	}
	answer, problem := patchAnswer(done, in, single)
	if problem != nil {
		return nil, problem
	}
	if err != nil {
		answer.Warning = err.Error()
	}
	if in.DryRun {
		answer.Diff = shortDiff(before, done.Text)
	}
	return answer, nil
}

// patchOptions returns how a document is patched for a client.
func (s *server) patchOptions(path string, in *patchInput) app.PatchFileOptions {
	log, refused := s.folder.transcript(path)
	return app.PatchFileOptions{
		DryRun:       in.DryRun,
		PatchOptions: app.PatchOptions{Strict: true},
		LockTimeout:  s.o.LockTimeout,
		Transcript:   log, TranscriptOptional: true, TranscriptRefused: refused, // §B.6: a transcript that cannot be written is no failure
		Attribution: app.Attribution{Actor: in.actor(), Reason: in.Reason, ParentOpID: in.ParentOpID,
			ToolVersion: s.o.Version, Now: s.o.Now, Random: s.o.Random},
	}
}
