package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/transcript"
)

// ReplaceText makes the text of a source another one, provided that it still is the one before. It
// takes the lock that patches take, waiting at most so long, and keeps no account. The file holds the
// old text or the new one at any moment.
func ReplaceText(ctx context.Context, path, before, after string, wait time.Duration) (err error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return cannotRead(path, err)
	}
	lock, err := transcript.LockFile(ctx, target, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	r, err := prepare(lock, target, "", after)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.discard()) }()
	ok, err := r.commit(lock, transcript.Hash(before))
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s: %w; nothing was written", path, errDrift)
	}
	return transcript.SyncFolder(target)
}
