package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// maxFolders bounds how many folders are watched: a document may lie in a home folder.
const maxFolders = 4096

// watchedTypes are the extensions of files a document is made of.
var watchedTypes = map[string]bool{
	".noma": true, ".yml": true, ".yaml": true, ".csv": true, ".tsv": true, ".md": true, ".json": true, ".css": true,
	".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".svg": true,
}

// watch sees changes in a folder and the folders below it, also in those made later. Hidden folders
// and node_modules are left out. It watches folders and not files, because most editors save by putting
// a new file in the place of the old one.
type watch struct {
	*fsnotify.Watcher
	root    string // without symbolic links
	out     string // the file that is written, as given; "" for none
	folders int
	partial bool // there are more than maxFolders
}

func newWatch(dir, out string) (*watch, error) {
	root, err := filepath.Abs(dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watch{Watcher: notify, root: root, out: out}
	if err := w.Add(root); err != nil { // the folder itself must be there, those below it may go at any time
		w.Close()
		return nil, err
	}
	if _, err := w.below(root); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// below watches a folder and those below it, and tells whether there are files in them that count.
func (w *watch) below(dir string) (files bool, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // it went away, or is not ours to read
		case !d.IsDir():
			files = files || w.counts(path)
			return nil
		case path != w.root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case w.folders == maxFolders:
			w.partial = true
			return fs.SkipAll
		}
		w.folders++
		if err := w.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		return nil
	})
	return files, err
}

// counts reports whether a change of a file can change the result. Hidden files do not: they are what
// editors keep while a file is open.
func (w *watch) counts(path string) bool {
	name := filepath.Base(path)
	return !strings.HasPrefix(name, ".") && watchedTypes[strings.ToLower(filepath.Ext(name))] && !w.isOutput(path)
}

// take examines an event: whether it counts as a change, and whether there is a folder more or less.
func (w *watch) take(e fsnotify.Event) (counts bool, err error) {
	gone := e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	if e.Name == w.root && gone {
		return false, errors.New("the folder " + w.root + " is gone")
	}
	if e.Op == fsnotify.Chmod {
		return false, nil
	}
	if e.Has(fsnotify.Create) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			return w.below(e.Name) // files may be in it already
		}
	}
	return w.counts(e.Name), nil
}

// isOutput reports whether a path is the file the command writes; its own work must not wake it.
func (w *watch) isOutput(path string) bool {
	if w.out == "" || w.out == "-" {
		return false
	}
	out, err := filepath.Abs(w.out)
	if err != nil {
		return false
	}
	if target, err := filepath.EvalSymlinks(out); err == nil && target == path {
		return true // a link stays a link, what it points to is written
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(out)); err == nil {
		out = filepath.Join(dir, filepath.Base(out))
	}
	return out == path
}
