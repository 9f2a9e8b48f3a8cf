package files

import (
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// The functions are those of packages os and path/filepath, with their errors.

// Open opens a file for reading.
func Open(path string) (*os.File, error) { return OpenFile(path, os.O_RDONLY, 0) }

// OpenFile opens a file, and may make it. A confined process must not give O_TRUNC: what the file is, is examined when it is
// open.
func OpenFile(path string, flag int, perm fs.FileMode) (*os.File, error) {
	root, rel, err := locate("open", path)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return os.OpenFile(path, flag, perm)
	}
	return openInside(root, path, rel, flag&^os.O_TRUNC, perm)
}

// OpenRoot opens a folder as one that nothing leads out of.
func OpenRoot(path string) (*os.Root, error) {
	root, rel, err := locate("open", path)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return os.OpenRoot(path)
	}
	return root.OpenRoot(rel)
}

// Stat describes the file behind a name and its symbolic links.
func Stat(path string) (fs.FileInfo, error) { return describe("stat", path, os.Stat, (*os.Root).Stat) }

// Lstat describes what has a name.
func Lstat(path string) (fs.FileInfo, error) {
	return describe("lstat", path, os.Lstat, (*os.Root).Lstat)
}

func describe(op, path string, free func(string) (fs.FileInfo, error), inside func(*os.Root, string) (fs.FileInfo, error)) (fs.FileInfo, error) {
	root, rel, err := locate(op, path)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return free(path)
	}
	return inside(root, rel)
}

// ReadFile reads a whole file.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadDir lists a folder, sorted by name.
func ReadDir(path string) ([]fs.DirEntry, error) {
	root, rel, err := locate("open", path)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return os.ReadDir(path)
	}
	return fs.ReadDir(root.FS(), filepath.ToSlash(rel))
}

// Remove removes a file or an empty folder.
func Remove(path string) error {
	root, rel, err := locate("remove", path)
	if err != nil {
		return err
	}
	if root == nil {
		return os.Remove(path)
	}
	return root.Remove(rel)
}

// Rename gives a file another name, and takes that from the file that had it. Where a file that is open cannot be replaced it
// waits for a moment, and fails with an error that InUse knows.
func Rename(from, to string) error {
	root, old, err := locate("rename", from)
	if err != nil {
		return err
	}
	if root == nil {
		return patiently(from, to, func() error { return rename(from, to) })
	}
	other, now, err := locate("rename", to)
	if err != nil {
		return err
	}
	if other != root {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: ErrOutside}
	}
	return patiently(from, to, func() error { return root.Rename(old, now) })
}

// MkdirAll makes a folder and those it lies in.
func MkdirAll(path string, perm fs.FileMode) error {
	root, rel, err := locate("mkdir", path)
	if err != nil {
		return err
	}
	if root == nil {
		return os.MkdirAll(path, perm)
	}
	return root.MkdirAll(rel, perm)
}

// URL returns the file URL of an absolute path. A drive of Windows stands behind a slash (file:///C:/a.noma), and a network
// folder keeps its own (file:////server/share/a.noma), which programs that know no hosts read too.
func URL(path string) *url.URL {
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return &url.URL{Scheme: "file", Path: path}
}

// Real returns the absolute or relative path of the file behind a name and its symbolic links. It opens nothing: what a
// confined process does with the answer is resolved again, inside.
func Real(path string) (string, error) {
	if _, _, err := locate("open", path); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	if _, _, err := locate("open", real); err != nil {
		return "", &fs.PathError{Op: "open", Path: path, Err: ErrOutside}
	}
	return real, nil
}
