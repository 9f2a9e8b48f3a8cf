package docfile

import (
	"io/fs"
	"os"

	"github.com/nomadocx/nomadocx/internal/files"
)

// In a page the files are its own, in its memory: nobody else could hold them.

func take(path string) (held, error) {
	f, err := files.Open(path)
	if err != nil {
		return held{}, err
	}
	info, err := f.Stat()
	return held{f, info}, err
}

func identify(path string) (fs.FileInfo, error) { return files.Stat(path) }

// TryLock locks an open file.
func TryLock(*os.File) (bool, error) { return true, nil }

// Release unlocks a file that TryLock has locked, and closes it.
func Release(f *os.File) error { return f.Close() }
