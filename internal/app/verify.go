package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// Fixture is the verdict on one conformance fixture.
type Fixture struct {
	Path    string // as it is reported: below the folder the user named
	Reason  string // why it failed or cannot be judged, "" when it passed
	Skipped bool   // it cannot be judged: there is no input.noma
}

// fixtureFiles are the files a fixture may hold beside input.noma (Protocol C.3).
var fixtureFiles = []string{"expected.ids.json", "expected.diagnostics.json", "expected.roundtrip.noma",
	"expected.spans.json", "patch.json", "expected.post.noma", "expected.error.json"}

// tracks are the folders that fixtures are sorted into (Protocol C.2).
var tracks = []string{"valid", "invalid", "patch", "patch-error"}

// maxFixtureFile is the largest file of a fixture that is read, in bytes.
const maxFixtureFile = 64 << 20

// Verify judges every fixture below a folder, in the order of their paths (Protocol Annex C). A
// folder that holds input.noma is a fixture, however deep it lies. One that holds expectations or
// stands where a fixture should, and has no input.noma, is reported as skipped
// (differences.md A14). Nothing outside the folder is read, whatever symbolic links say.
func Verify(ctx context.Context, dir string) ([]Fixture, error) {
	info, err := files.Stat(dir)
	if err != nil {
		return nil, cannotRead(dir, err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	root, err := files.OpenRoot(dir)
	if err != nil {
		return nil, cannotRead(dir, err)
	}
	defer root.Close()
	found, err := fixtures(dir)
	if err != nil {
		return nil, err
	}
	for i := range found {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f := &found[i]; !f.Skipped {
			below, err := filepath.Rel(dir, f.Path)
			if err != nil {
				return nil, err
			}
			f.Reason = judge(root, below)
		}
	}
	return found, nil
}

// fixtures finds the fixtures of a folder, sorted by path.
func fixtures(dir string) ([]Fixture, error) {
	files := map[string][]string{} // of every folder
	parents := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return cannotRead(path, err)
		}
		if d.IsDir() {
			files[path] = nil
			if path != dir {
				parents[filepath.Dir(path)] = true
			}
		} else {
			parent := filepath.Dir(path)
			files[parent] = append(files[parent], d.Name())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var found []Fixture
	for path, names := range files {
		expects := slices.ContainsFunc(names, func(n string) bool { return slices.Contains(fixtureFiles, n) })
		shown := filepath.ToSlash(path)
		where, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		placed := !parents[path] && slices.Contains(tracks, filepath.Base(filepath.Dir(where)))
		switch {
		case slices.Contains(names, "input.noma"):
			found = append(found, Fixture{Path: shown})
		case expects, placed:
			found = append(found, Fixture{Path: shown, Skipped: true, Reason: "there is no input.noma"})
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Path < found[j].Path })
	return found, nil
}

// judge returns the first reason why a fixture fails, "" when it passes. The checks have the order of the
// contract (cli.md, verify).
func judge(root *os.Root, dir string) string {
	f := fixture{root: root, dir: dir}
	if reason := f.load(); reason != "" {
		return reason
	}
	for _, check := range []func() string{f.files, f.ids, f.diagnostics, f.roundtrip, f.spans, f.patched} {
		if reason := check(); reason != "" {
			return reason
		}
	}
	return ""
}

// bytes returns a file of the fixture; ok is false when there is none.
func (f *fixture) bytes(name string) (data []byte, ok bool, reason string) {
	path := filepath.Join(f.dir, name)
	info, err := f.root.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := f.root.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, false, ""
		}
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err == nil {
		var file *os.File
		if file, err = f.root.Open(path); err == nil {
			defer file.Close()
			data, err = readBounded(name, file, maxFixtureFile)
		}
	}
	if err != nil {
		return nil, false, name + ": " + oneLine(docfile.Cause(err))
	}
	return data, true, ""
}

// files refuses expectations that nothing would examine: a fixture must not pass by a misspelt name
// or by an outcome of operations that are not there.
func (f *fixture) files() string {
	dir, err := f.root.Open(f.dir)
	if err != nil {
		return oneLine(docfile.Cause(err))
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return oneLine(docfile.Cause(err))
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	for _, name := range names {
		if strings.HasPrefix(name, "expected.") && !slices.Contains(fixtureFiles, name) {
			return "unknown expectation " + name
		}
		if (name == "expected.post.noma" || name == "expected.error.json") && !slices.Contains(names, "patch.json") {
			return "fixture declares " + name + " but no patch.json"
		}
	}
	return ""
}
