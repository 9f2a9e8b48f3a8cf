package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// revision is a state of the files of a folder that git keeps.
type revision struct {
	ctx context.Context
	dir string // absolute
	rev string
}

// read returns a file, by its absolute path, as it was.
func (r *revision) read(file string) ([]byte, error) {
	name, err := filepath.Rel(r.dir, file)
	if err != nil {
		return nil, err
	}
	data, err := gitFile(r.ctx, r.dir, r.rev+":./"+filepath.ToSlash(name))
	if err != nil && strings.Contains(err.Error(), "outside working tree") { // of a bare repository, or in its .git
		data, err = gitFile(r.ctx, r.dir, r.rev+":"+filepath.ToSlash(name))
	}
	if err != nil && (strings.Contains(err.Error(), "does not exist") || strings.Contains(err.Error(), "exists on disk")) {
		err = &missingError{err}
	}
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w", filepath.ToSlash(name), r.rev, err)
	}
	return data, nil
}

// missingError says that a revision has no such file.
type missingError struct{ error }

// reader returns read, nil for no revision.
func (r *revision) reader() func(string) ([]byte, error) {
	if r == nil {
		return nil
	}
	return r.read
}

// Open makes a revision the folder of a book.
func (r *revision) Open(name string) (fs.File, error) {
	data, err := r.read(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil {
		if missing := (*missingError)(nil); errors.As(err, &missing) {
			err = fs.ErrNotExist
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &keptFile{name: path.Base(name), size: int64(len(data)), Reader: bytes.NewReader(data)}, nil
}

// keptFile is a file of a revision; it is its own description.
type keptFile struct {
	io.Reader
	name string
	size int64
}

func (f *keptFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *keptFile) Close() error               { return nil }
func (f *keptFile) Name() string               { return f.name }
func (f *keptFile) Size() int64                { return f.size }
func (f *keptFile) Mode() fs.FileMode          { return 0o444 }
func (f *keptFile) ModTime() time.Time         { return time.Time{} }
func (f *keptFile) IsDir() bool                { return false }
func (f *keptFile) Sys() any                   { return nil }
