package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma"
)

// maxResource is the largest dataset or picture that is read, in bytes.
const maxResource = 64 << 20

// errEscapes is the contract's wording for a path that leaves the document's folder (cli.md §2).
var errEscapes = errors.New("path escapes the document directory (use --allow-external-paths to permit)")

// Resources reads the files a document refers to: datasets and pictures. They are confined to the
// folder of the document; a symbolic link that leads out of it is refused like a `..` path.
type Resources struct {
	Dir      string // the document's folder
	External bool   // files outside the folder may be read too

	// at reads the files as they were in a revision, by absolute paths; nil: as they are.
	at func(path string) ([]byte, error)

	// Observe, when set, is called for every file that was asked for: its path, what it holds, or why it
	// could not be read. So a caller can tell later whether a document would come out the same.
	Observe func(path string, data []byte, err error)
}

// Read returns the content of a file named by a document.
func (r Resources) Read(name string) ([]byte, error) { return r.within(name, maxResource) }

// within is Read for files of at most limit bytes.
func (r Resources) within(name string, limit int64) ([]byte, error) {
	data, err := r.read(name, limit)
	// A name that is refused says nothing about the file it would lead to.
	if r.Observe != nil && !errors.Is(err, errEscapes) {
		path := filepath.FromSlash(name)
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.Dir, path)
		}
		r.Observe(path, data, err)
	}
	return data, err
}

func (r Resources) read(name string, limit int64) ([]byte, error) {
	if strings.ContainsRune(name, 0) {
		return nil, errors.New("the file name holds a NUL byte")
	}
	name = filepath.FromSlash(name)
	if r.at != nil {
		if !filepath.IsLocal(name) {
			return nil, errEscapes
		}
		return r.at(filepath.Join(r.Dir, name))
	}
	if r.External {
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Dir, name)
		}
		return readRegular(name, limit, files.Stat, files.OpenFile)
	}
	if !filepath.IsLocal(name) {
		return nil, errEscapes
	}
	// os.Root resolves every step inside the folder, links included, so that a name which looks
	// local cannot lead elsewhere, even when the folder changes while we read.
	root, err := files.OpenRoot(r.Dir)
	if err != nil {
		return nil, docfile.Cause(err)
	}
	defer root.Close()
	data, err := readRegular(name, limit, root.Stat, root.OpenFile)
	if err != nil && strings.Contains(err.Error(), "escapes") {
		return nil, errEscapes
	}
	return data, err
}

// readRegular reads nothing but regular files: reading a pipe or a device could wait for ever. What
// was opened is examined again, for it may have taken the place of what was there before; opened
// without waiting, for a pipe waits for its writer.
func readRegular(name string, limit int64, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error)) ([]byte, error) {
	info, err := stat(name)
	if err != nil {
		return nil, docfile.Cause(err)
	}
	if err := readable(info, limit); err != nil {
		return nil, err
	}
	f, err := open(name, os.O_RDONLY|files.NonBlocking, 0)
	if err != nil {
		return nil, docfile.Cause(err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, docfile.Cause(err)
	}
	if err := readable(info, limit); err != nil {
		return nil, err
	}
	return readBounded(info.Name(), f, limit)
}

func readable(info fs.FileInfo, limit int64) error {
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if info.Size() > limit {
		return fmt.Errorf("larger than %d MB", limit>>20)
	}
	return nil
}

// incomplete reports whether a picture or dataset that the source names is not there.
func (s *Source) incomplete() bool {
	for n := range noma.Walk(s.Doc) {
		d, ok := n.(*noma.Directive)
		if !ok {
			continue
		}
		switch src := d.AttrText("src"); {
		case src == "" || strings.HasPrefix(src, "data:"):
		case d.Is(noma.Picture):
			if pictureTypes[strings.ToLower(path.Ext(src))] != "" && !strings.Contains(src, "://") && !s.resourcesOf(d).has(src) {
				return true
			}
		case d.Is(noma.Data) && d.AttrText("format") == "error":
			return true
		}
	}
	return false
}

// has reports whether a file that a document names can be examined, without reading it.
func (r Resources) has(name string) bool {
	name = filepath.FromSlash(name)
	if r.External {
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Dir, name)
		}
		info, err := files.Stat(name)
		return err == nil && readable(info, maxResource) == nil
	}
	if !filepath.IsLocal(name) || strings.ContainsRune(name, 0) {
		return false
	}
	root, err := files.OpenRoot(r.Dir)
	if err != nil {
		return false
	}
	defer root.Close()
	info, err := root.Stat(name)
	return err == nil && readable(info, maxResource) == nil
}
