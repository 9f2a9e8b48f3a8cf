package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"

	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// RevertFile undoes one operation that the transcript of a document tells of, by a new patch with a record of its own. What
// later operations did elsewhere stays. It fails with a [*patch.Error] when there is nothing to undo, or no way to.
func RevertFile(ctx context.Context, path, opID string, o PatchFileOptions) (*Patched, error) {
	if o.TranscriptRefused != nil {
		return nil, o.TranscriptRefused
	}
	// What a killed process left is settled first: when there is nothing to undo, nothing else would.
	healed := ""
	if !o.DryRun {
		var err error
		if healed, err = transcript.Heal(ctx, o.Transcript, o.LockTimeout); err != nil {
			return nil, err
		}
	}
	for attempt := 1; ; attempt++ {
		s, err := Load(ctx, path, LoadOptions{External: o.External, Raw: true})
		if err != nil {
			return nil, err
		}
		entries, _, err := transcript.ReadFile(ctx, o.Transcript, o.LockTimeout)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &patch.Error{Code: patch.TargetMissing, Message: path + " has no transcript, so nothing is known that could be undone"}
		}
		if err != nil {
			return nil, err
		}
		undo, err := transcript.Revert(entries, opID, s.File.Text)
		var refused *transcript.RevertError
		var done *Patched
		if errors.As(err, &refused) {
			err = &patch.Error{Code: patch.InvalidContent, Message: refused.Message}
		} else if err == nil {
			var rq *Request
			rq, err = requestOf([]patch.Op{{Op: "replace_source", OpID: opID, At: undo.At, Length: undo.Length, Content: undo.Text, BaseHash: transcript.Hash(s.File.Text)}})
			if err != nil {
				return nil, err
			}
			again := o
			if again.Attribution.ParentOpID == "" {
				again.Attribution.ParentOpID = opID
			}
			if done, err = PatchFile(ctx, path, rq, again); done != nil {
				done.Healed = cmp.Or(done.Healed, healed)
			}
		}
		// Another patch may have come between reading and writing.
		var e *patch.Error
		if drifted := errors.As(err, &e) && (e.Code == patch.SHAMismatch || refused != nil); !drifted || attempt >= maxDrifts || !changedSince(ctx, path, s) {
			return done, err
		}
	}
}

// changedSince reports whether a document is not what was read of it.
func changedSince(ctx context.Context, path string, s *Source) bool {
	now, err := Load(ctx, path, LoadOptions{Raw: true})
	return err == nil && now.File.Text != s.File.Text
}
