package docfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/nomadocx/nomadocx/internal/files"
)

// Replacement is a new text on its way to become a document. It lies in a temporary file beside the
// document, complete and on disk, until Commit renames it.
type Replacement struct {
	Target string
	Temp   string
	done   bool
}

// Prepare writes a text to a temporary file, with the mode and, where we may, the owner of the
// document. The file is locked together with the document, so that others who wait for the document
// find it locked under either inode. The tag of the temporary file is the transcript: an interrupted patch
// is judged by whether its temporary file is still there, so only a patch with the same transcript may clear it away.
func Prepare(locks *Locks, target, tag, text string) (*Replacement, error) {
	info, err := files.Stat(target)
	if err != nil {
		return nil, CannotWrite(target, err)
	}
	f, err := beside(target, tag, info, locks)
	if err != nil {
		return nil, CannotWrite(target, err)
	}
	r := &Replacement{Target: target, Temp: f.Name()}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, errors.Join(CannotWrite(target, err), r.Discard())
	}
	return r, nil
}

// beside makes the temporary file that will replace a file.
func beside(target, tag string, replaced fs.FileInfo, locks *Locks) (*os.File, error) {
	if err := files.Writable(target, replaced); err != nil {
		return nil, err
	}
	f, err := Create(target, tag, 0o600, locks)
	if err != nil {
		return nil, err
	}
	keepOwner(f, replaced)
	if err := f.Chmod(replaced.Mode().Perm()); err != nil {
		return nil, errors.Join(err, f.Close(), files.Remove(f.Name()))
	}
	return f, nil
}

// Commit gives the text its name, unless the document has another SHA-256 by now, or is another file than the one that was
// locked first: then it reports false, and nothing has changed.
func (r *Replacement) Commit(locks *Locks, sha256 string) (bool, error) {
	now, err := hashOf(r.Target)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, CannotWrite(r.Target, err)
	}
	if now != sha256 || !locks.holds(r.Target) {
		return false, nil
	}
	if err := files.Rename(r.Temp, r.Target); err != nil {
		return false, CannotWrite(r.Target, err)
	}
	r.done = true
	return true, nil
}

func hashOf(path string) (string, error) {
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}

// Discard removes the temporary file if it has not become the document.
func (r *Replacement) Discard() error {
	if r.done {
		return nil
	}
	if err := files.Remove(r.Temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return CannotWrite(r.Target, err)
	}
	return nil
}
