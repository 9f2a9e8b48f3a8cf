package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/tempfile"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// ReplaceText makes the text of a source another one, provided that it still is the one before. It
// takes the lock that patches take, waiting at most so long, and keeps no account. The file holds the
// old text or the new one at any moment.
func ReplaceText(ctx context.Context, path, before, after string, wait time.Duration) (err error) {
	target, err := files.Real(path)
	if err != nil {
		return cannotRead(path, err)
	}
	// Opening a pipe to lock it would wait for ever.
	if info, err := files.Stat(target); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, fmt.Errorf("cannot change %s in place: it is not a regular file", path))
	}
	lock, err := transcript.LockFile(ctx, target, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	tempfile.Sweep(target, "", &lock.Locks)
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
		return fmt.Errorf("%s was saved by another program since it was read; nothing was written, run the command again", path)
	}
	return tempfile.SyncFolder(target)
}
