package pipeline

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/transcript"
)

// replacement is a new text on its way to become a document. It lies in a temporary file beside the
// document, complete and on disk, until commit renames it.
type replacement struct {
	target string
	temp   string
	done   bool
}

// tempPrefix begins the names of temporary files of a document. The name of the transcript is part of
// it: an interrupted patch is judged by whether its temporary file is still there (package
// transcript), so only a patch with the same transcript may clear it away.
func tempPrefix(target, account string) string {
	sum := sha256.Sum256([]byte(account))
	return "." + filepath.Base(target) + "." + hex.EncodeToString(sum[:4]) + "."
}

// prepare writes the text to a temporary file, with the mode and, where we may, the owner of the
// document. The file is locked together with the document, so that others who wait for the document
// find it locked under either inode.
func prepare(lock *transcript.Lock, target, account, text string) (*replacement, error) {
	info, err := os.Stat(target)
	if err != nil {
		return nil, cannotWrite(target, err)
	}
	var f *os.File
	r := &replacement{target: target}
	for range 10 {
		r.temp = filepath.Join(filepath.Dir(target), tempPrefix(target, account)+rand.Text()[:12]+transcript.TempSuffix)
		f, err = os.OpenFile(r.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return nil, cannotWrite(target, err)
		}
		// Another patcher that tidies up may have been quicker than our lock, then the file is gone.
		locked, err := lock.Add(r.temp)
		if err != nil {
			return nil, errors.Join(err, f.Close(), r.discard())
		}
		if locked {
			break
		}
		_ = f.Close()
		f = nil
	}
	if f == nil {
		return nil, fmt.Errorf("cannot write %s: its temporary files disappear", target)
	}
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
	now, err := readFile(r.target, nil, MaxSource)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if transcript.Hash(now) != hash || !lock.Holds(r.target) {
		return false, nil
	}
	if err := os.Rename(r.temp, r.target); err != nil {
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
	if err := os.Remove(r.temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cannotWrite(r.target, err)
	}
	return nil
}

// sweep removes the temporary files that killed patchers have left. Those of living ones are locked.
func sweep(lock *transcript.Lock, target, account string) {
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		return // a folder that cannot be listed can still be written to
	}
	prefix := tempPrefix(target, account)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(e.Name(), transcript.TempSuffix) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(filepath.Dir(target), e.Name())
		if ours, err := lock.Add(path); err == nil && ours {
			// What cannot be removed is left for the next patch.
			_ = os.Remove(path)
		}
	}
}
