package mcp

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/files"
)

// Bounds of the files a client can name, in bytes.
const (
	maxDocument = 16 << 20
	maxReturned = 256 << 20
)

// folder is the part of the file system a client can reach. The whole process is confined to it ([files.Confine]), so that paths
// that were examined here lead nowhere else when they are used later.
type folder struct {
	given string // absolute, as the user named it
	real  string // the same without symbolic links
	close func()
}

func openFolder(dir string) (*folder, error) {
	given, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, fmt.Errorf("cannot serve %s: %w", dir, plain(err))
	}
	release, err := files.Confine(real)
	if err != nil {
		return nil, fmt.Errorf("cannot serve %s: %w", dir, plain(err))
	}
	return &folder{given: given, real: real, close: release}, nil
}

// local returns a client's path relative to the root.
func (f *folder) local(name string) (string, error) {
	if name == "" || strings.ContainsRune(name, 0) {
		return "", errors.New("file: a path is needed")
	}
	rel := filepath.FromSlash(name)
	if filepath.IsAbs(rel) {
		for _, base := range []string{f.given, f.real} {
			if r, err := filepath.Rel(base, rel); err == nil && filepath.IsLocal(r) {
				return r, nil
			}
		}
	} else if filepath.IsLocal(rel) {
		return filepath.Clean(rel), nil
	}
	return "", fmt.Errorf("%s is outside the folder this server may use (%s)", name, f.given)
}

// file returns the absolute path of an existing file below the root, without symbolic links.
func (f *folder) file(name string, limit int64) (string, error) {
	rel, err := f.local(name)
	if err != nil {
		return "", err
	}
	path := filepath.Join(f.real, rel)
	info, err := files.Stat(path) // follows links, none of them out of the folder
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: there is no such file", name)
	case outside(err):
		return "", fmt.Errorf("%s is outside the folder this server may use (%s)", name, f.given)
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, plain(err))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a regular file", name)
	case info.Size() > limit:
		return "", fmt.Errorf("%s is larger than %d MB", name, limit>>20)
	}
	if path, err = files.Real(path); err != nil {
		return "", fmt.Errorf("%s: %w", name, plain(err))
	}
	return path, nil
}

// outside reports whether a path was refused because it leads out of the folder; package os has no error value for its own refusal.
func outside(err error) bool {
	return err != nil && (errors.Is(err, files.ErrOutside) || strings.Contains(plain(err).Error(), "escapes"))
}

// document returns the path of a .noma file, by its own name and by the name of what it may link to. Book manifests are not
// valid here (§B.3 to §B.6), and other text files are no documents: scripts have headings with ids too.
func (f *folder) document(name string) (string, error) {
	if ext := strings.ToLower(filepath.Ext(name)); ext == ".yml" || ext == ".yaml" {
		return "", fmt.Errorf("unsupported_op: %s is a book manifest; name the chapter's .noma file, or use patch_book", name)
	}
	path, err := f.file(name, maxDocument)
	if err == nil && !(isNoma(name) && isNoma(path)) {
		return "", fmt.Errorf("%s is not a .noma file; this server opens documents only", name)
	}
	return path, err
}

func isNoma(name string) bool { return strings.EqualFold(filepath.Ext(name), ".noma") }

// transcript returns where the transcript of a document lies. refused is why it cannot be used.
func (f *folder) transcript(path string) (log string, refused error) {
	log = app.TranscriptOf(path)
	return log, errors.Join(regular(log), regular(log+".pending"))
}

// regular refuses a file beside a document that is there and is no regular file: a link could lead
// out of the root.
func regular(path string) error {
	if info, err := files.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", filepath.Base(path))
	}
	return nil
}

// output returns the absolute path of a file that may be made or replaced: below the root, with the
// extension, and no link.
func (f *folder) output(name, ext string) (string, error) {
	if !strings.EqualFold(filepath.Ext(name), ext) {
		return "", fmt.Errorf("out: %s must end in %s", name, ext)
	}
	rel, err := f.local(name)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(f.real, filepath.Dir(rel))
	if info, err := files.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("out: there is no folder %s", filepath.Dir(name))
	}
	if dir, err = files.Real(dir); err != nil {
		return "", fmt.Errorf("out: %w", plain(err))
	}
	path := filepath.Join(dir, filepath.Base(rel))
	return path, regular(path)
}

// plain returns a system error without the operation and path around it.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
