package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Errors of a confined process, inside an *[fs.PathError].
var (
	ErrOutside   = errors.New("it is outside the folder that may be used")
	errHardLink  = errors.New("it has a second name (a hard link), which may lie outside the folder that may be used; copy the file to write to it")
	errIrregular = errors.New("it is not a regular file")
)

// held is a folder that a confined process reaches.
type held struct {
	dir  string // absolute, without symbolic links
	root *os.Root
}

var (
	mu       sync.RWMutex
	confined []held // empty for an ordinary process
)

// Confine lets the process reach only what lies below a folder from now on, for as long as it runs. dir is absolute and without
// symbolic links. When release is called the folder is out of reach too; the process stays confined. Of several folders each
// can be reached.
func Confine(dir string) (release func(), err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	mu.Lock()
	defer mu.Unlock()
	confined = append(slices.DeleteFunc(confined, func(h held) bool { return h.dir == dir }), held{dir, root})
	return func() { _ = root.Close() }, nil // nothing was written to a folder
}

// locate finds the handle through which a path is reached, and the path below it. The handle is nil in a process that is not
// confined.
func locate(op, path string) (*os.Root, string, error) {
	mu.RLock()
	defer mu.RUnlock()
	if len(confined) == 0 {
		return nil, path, nil
	}
	if abs, err := filepath.Abs(path); err == nil {
		for _, h := range confined {
			if rel, err := filepath.Rel(h.dir, abs); err == nil && filepath.IsLocal(rel) {
				return h.root, rel, nil
			}
		}
	}
	return nil, "", &fs.PathError{Op: op, Path: path, Err: ErrOutside}
}

// Writable refuses a file that a confined process must not write to, nor replace.
func Writable(path string, info fs.FileInfo) error {
	mu.RLock()
	free := len(confined) == 0
	mu.RUnlock()
	if !free && info.Mode().IsRegular() && names(path, info) > 1 {
		return &fs.PathError{Op: "write", Path: path, Err: errHardLink}
	}
	return nil
}

// openInside opens a file through a handle. Nothing but regular files and folders is opened, and nothing is waited for, as a
// pipe would have to be.
func openInside(root *os.Root, path, rel string, flag int, perm fs.FileMode) (*os.File, error) {
	f, err := root.OpenFile(rel, flag|NonBlocking, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular() && !info.IsDir():
		err = &fs.PathError{Op: "open", Path: path, Err: errIrregular}
	case flag&(os.O_WRONLY|os.O_RDWR) != 0:
		err = Writable(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
