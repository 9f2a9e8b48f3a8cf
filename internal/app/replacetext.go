package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// lockTarget locks the file behind a path and its links, waiting at most so long for others. irregular is what it says of a path
// that is no regular file: opening a pipe to lock it would wait for ever.
func lockTarget(ctx context.Context, path, irregular string, wait time.Duration) (target string, lock *transcript.Lock, err error) {
	if target, err = files.Real(path); err != nil {
		return "", nil, cannotRead(path, err)
	}
	if info, err := files.Stat(target); err != nil || !info.Mode().IsRegular() {
		return "", nil, errors.Join(err, fmt.Errorf(irregular, path))
	}
	lock, err = transcript.LockFile(ctx, target, wait)
	return target, lock, err
}

// ReplaceText makes the text of a source another one, provided that it still is the one before. It
// takes the lock that patches take, waiting at most so long, and records nothing. The file holds the
// old text or the new one at any moment.
func ReplaceText(ctx context.Context, path, before, after string, wait time.Duration) (err error) {
	target, lock, err := lockTarget(ctx, path, "cannot change %s in place: it is not a regular file", wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	docfile.Sweep(target, "", &lock.Locks)
	r, err := docfile.Prepare(&lock.Locks, target, "", after)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Discard()) }()
	ok, err := r.Commit(&lock.Locks, transcript.Hash(before))
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s was saved by another program since it was read; nothing was written, run the command again", path)
	}
	return docfile.SyncFolder(target)
}
