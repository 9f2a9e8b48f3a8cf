package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MaxResource is the largest dataset or picture that is read, in bytes.
const MaxResource = 64 << 20

// errEscapes is the contract's wording for a path that leaves the document's folder (cli.md §2).
var errEscapes = errors.New("path escapes the document directory (use --allow-external-paths to permit)")

// Resources reads the files a document refers to: datasets and pictures. They are confined to the
// folder of the document; a symbolic link that leads out of it is refused like a `..` path.
type Resources struct {
	Dir      string // the document's folder
	External bool   // files outside the folder may be read too
}

// Read is the content of a file named by a document.
func (r Resources) Read(name string) ([]byte, error) {
	if strings.ContainsRune(name, 0) {
		return nil, errors.New("the file name holds a NUL byte")
	}
	name = filepath.FromSlash(name)
	if r.External {
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Dir, name)
		}
		return r.readRegular(func() (fs.FileInfo, error) { return os.Stat(name) },
			func() (*os.File, error) { return os.Open(name) })
	}
	if !filepath.IsLocal(name) {
		return nil, errEscapes
	}
	// os.Root resolves every step inside the folder, links included, so that a name which looks
	// local cannot lead elsewhere, even when the folder changes while we read.
	root, err := os.OpenRoot(r.Dir)
	if err != nil {
		return nil, cause(err)
	}
	defer root.Close()
	data, err := r.readRegular(func() (fs.FileInfo, error) { return root.Stat(name) },
		func() (*os.File, error) { return root.Open(name) })
	if err != nil && strings.Contains(err.Error(), "escapes") {
		return nil, errEscapes
	}
	return data, err
}

// readRegular opens nothing but regular files: reading a pipe could wait for ever.
func (r Resources) readRegular(stat func() (fs.FileInfo, error), open func() (*os.File, error)) ([]byte, error) {
	info, err := stat()
	if err != nil {
		return nil, cause(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > MaxResource {
		return nil, fmt.Errorf("larger than %d MB", MaxResource>>20)
	}
	f, err := open()
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	return readBounded(info.Name(), f, MaxResource)
}
