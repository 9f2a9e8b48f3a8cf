package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/norma/contract"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// lockWait is how long a copy in our own folder could be locked by somebody: not at all.
const lockWait = 10 * time.Second

// act tries the operations for the failed criteria on a copy and proposes the difference. Document and
// transcript change together, so that the transcript still replays to the document.
func (t *task) act(ctx context.Context) error {
	verdict, err := t.lastCheck()
	if err != nil {
		return err
	}
	var failed []contract.Criterion
	for _, id := range verdict.Failed() {
		failed = append(failed, t.only(id)...)
	}
	w, err := t.wanted(ctx, failed)
	if err != nil {
		return err
	}
	var diff bytes.Buffer
	applied := 0
	for i, name := range w.order {
		n, err := t.try(ctx, name, i, w, &diff)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		applied += n
	}
	t.answer.NextActions = append(t.answer.NextActions, w.left...)
	var ids []string
	for _, c := range failed {
		ids = append(ids, c.ID)
	}
	if diff.Len() == 0 {
		// Trying again would find nothing either: the same document gives the same answer.
		t.answer.Summary = fmt.Sprintf("No change is known that would help %s", strings.Join(ids, ", "))
		t.answer.Status = contract.StatusFail
		t.answer.Errors = append(t.answer.Errors, w.left...)
		return nil
	}
	t.answer.Summary = fmt.Sprintf("For %s: %d operation(s) on %s.", strings.Join(ids, ", "), applied, strings.Join(w.order, ", "))
	return t.write("patch.diff", diff.Bytes())
}

// try applies the operations of one document to a copy, one by one: one that is refused stops no other.
func (t *task) try(ctx context.Context, name string, number int, w *wishes, diff io.Writer) (applied int, err error) {
	s, err := app.Load(ctx, t.root(name), app.LoadOptions{Raw: true})
	if err != nil {
		return 0, err
	}
	drafts, err := t.drafting(ctx, name, s)
	if err != nil {
		return 0, err
	}
	folder := fmt.Sprintf("files/%d", number+1)
	copied, err := t.copyInto(s, name, t.path(folder))
	if err != nil {
		return 0, err
	}
	log := app.TranscriptOf(copied)
	var ops []json.RawMessage
	who := t.attribution(name)
	for _, c := range w.changes[name] {
		rq, err := app.DecodeRequest(c.op)
		if err != nil {
			return 0, err
		}
		who.Reason = c.reason
		done, err := app.PatchFile(ctx, copied, rq, app.PatchFileOptions{LockTimeout: lockWait, Transcript: log,
			Attribution: who, Document: t.root(name)})
		if err != nil && done == nil {
			return 0, err
		}
		if err != nil { // a refusal: it is in the transcript
			w.left = append(w.left, fmt.Sprintf("%s: %v", name, err))
			continue
		}
		if done.Changed {
			applied++
			ops = append(ops, c.op)
			if err := drafts.edited(ctx, copied, done.Records[0].OpID); err != nil {
				return applied, err
			}
		}
	}
	if applied == 0 {
		return 0, nil
	}
	if err := t.record(ctx, copied, folder, ops); err != nil {
		return 0, err
	}
	if err := t.difference(diff, name, copied); err != nil {
		return 0, err
	}
	_, err = io.WriteString(diff, drafts.patch())
	return applied, err
}

// record keeps what was done to the copy, and what the validator says of the result.
func (t *task) record(ctx context.Context, copied, folder string, ops []json.RawMessage) error {
	if err := t.writeJSON(folder+".ops.json", map[string]any{"ops": ops}); err != nil {
		return err
	}
	s, err := app.Load(ctx, copied, app.LoadOptions{})
	if err != nil {
		return err
	}
	var findings bytes.Buffer
	found, err := app.Check(ctx, s, app.CheckOptions{Now: t.now()})
	if err != nil {
		return err
	}
	if err := app.WriteDiagnosticsJSON(&findings, found); err != nil {
		return err
	}
	t.answer.Files = append(t.answer.Files, folder+"/"+filepath.Base(copied))
	return t.write(folder+".check.json", findings.Bytes())
}

// difference adds a document and its transcript to the patch.
func (t *task) difference(diff io.Writer, name, copied string) error {
	for _, suffix := range []string{"", ".patches"} {
		before, err := os.ReadFile(t.root(name) + suffix)
		created := errors.Is(err, fs.ErrNotExist)
		if err != nil && !created {
			return err
		}
		after, err := os.ReadFile(copied + suffix)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(diff, fileDiff(name+suffix, string(before), string(after), created)); err != nil {
			return err
		}
	}
	return nil
}

// attribution says who did it. Ids follow from the step, so that the same step gives the same bytes.
func (t *task) attribution(name string) app.Attribution {
	seed := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%d\x00%s", t.RunID, t.Step.Index, name)))
	return app.Attribution{
		Actor:       transcript.Actor{Kind: "agent", Name: "nomadocx agent", Version: t.Agent.Version},
		ToolVersion: t.Agent.Version, Now: t.now, Random: rand.NewChaCha8(seed),
	}
}
