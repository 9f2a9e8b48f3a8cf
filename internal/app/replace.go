package app

import (
	"errors"
	"io/fs"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/tempfile"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// replacement is a new text on its way to become a document. It lies in a temporary file beside the
// document, complete and on disk, until commit renames it.
type replacement struct {
	target string
	temp   string
	done   bool
}

// prepare writes the text to a temporary file, with the mode and, where we may, the owner of the
// document. The file is locked together with the document, so that others who wait for the document
// find it locked under either inode.
func prepare(lock *transcript.Lock, target, account, text string) (*replacement, error) {
	info, err := files.Stat(target)
	if err == nil {
		err = files.Writable(target, info)
	}
	if err != nil {
		return nil, cannotWrite(target, err)
	}
	// The tag of the temporary file is the transcript: an interrupted patch is judged by whether its temporary
	// file is still there, so only a patch with the same transcript may clear it away.
	f, err := tempfile.Create(target, account, 0o600, &lock.Locks)
	if err != nil {
		return nil, cannotWrite(target, err)
	}
	r := &replacement{target: target, temp: f.Name()}
	_, err = f.WriteString(text)
	keepOwner(f, info)
	if err := errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close()); err != nil {
		return nil, errors.Join(cannotWrite(target, err), r.discard())
	}
	return r, nil
}

// commit gives the text its name, unless the document is not the one it was made from any more: then
// it reports false, and nothing has changed.
func (r *replacement) commit(lock *transcript.Lock, hash string) (bool, error) {
	now, err := readFile(r.target, nil, maxSource)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if transcript.Hash(now) != hash || !lock.Holds(r.target) {
		return false, nil
	}
	if err := files.Rename(r.temp, r.target); err != nil {
		return false, cannotWrite(r.target, err)
	}
	r.done = true
	return true, nil
}

// discard removes the temporary file if it has not become the document.
func (r *replacement) discard() error {
	if r.done {
		return nil
	}
	if err := files.Remove(r.temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cannotWrite(r.target, err)
	}
	return nil
}
