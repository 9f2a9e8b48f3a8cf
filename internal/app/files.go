package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// maxSource is the largest source text that is read, in bytes.
const maxSource = 256 << 20

// NotFoundError says that an input file is not there.
type NotFoundError struct{ Path string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("cannot read %s: no such file", e.Path)
}

// Is makes errors.Is(err, fs.ErrNotExist) hold.
func (e *NotFoundError) Is(target error) bool { return target == fs.ErrNotExist }

// readFile reads a whole regular file of at most limit bytes. path may be "-" for stdin.
func readFile(path string, stdin io.Reader, limit int64) ([]byte, error) {
	if path == "-" {
		if stdin == nil {
			return nil, errors.New("cannot read -: there is no standard input here")
		}
		return readBounded("standard input", stdin, limit)
	}
	info, err := files.Stat(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("cannot read %s: it is a folder", path)
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	defer f.Close()
	return readBounded(path, f, limit)
}

func readBounded(name string, r io.Reader, limit int64) ([]byte, error) {
	var data bytes.Buffer
	if f, ok := r.(fs.File); ok { // a file says how much there is to come, and may be wrong
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			data.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
		}
	}
	_, err := data.ReadFrom(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, docfile.Cause(err))
	}
	if int64(data.Len()) > limit {
		return nil, fmt.Errorf("cannot read %s: it is larger than %d MB", name, limit>>20)
	}
	return data.Bytes(), nil
}

func cannotRead(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return &NotFoundError{absolute(path)}
	}
	if files.InUse(err) {
		return docfile.InUse(path)
	}
	return fmt.Errorf("cannot read %s: %w", path, docfile.Cause(err))
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// SameFile reports whether two paths are one file that is there.
func SameFile(a, b string) bool {
	at, err := files.Stat(a)
	if err != nil {
		return false
	}
	other, err := files.Stat(b)
	return err == nil && os.SameFile(at, other)
}
