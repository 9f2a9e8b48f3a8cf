package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
)

// maxDocuments is how many documents one run works on.
const maxDocuments = 50

// documents returns the sources the criteria name, or, if they name none, those in the project's root. Paths
// are relative to the root, with slashes, in the order they are named.
func (t *task) documents() ([]string, error) {
	list, err := t.named(".noma")
	if err != nil {
		return nil, err
	}
	return t.sources(list)
}

// sources returns the documents a list names, or those in the project's root.
func (t *task) sources(list []string) ([]string, error) {
	if len(list) == 0 {
		entries, err := os.ReadDir(t.Paths.RepoRoot)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".noma") {
				list = append(list, e.Name())
			}
		}
		sort.Strings(list)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no criterion names a .noma file, and there is none in %s", t.Paths.RepoRoot)
	}
	if len(list) > maxDocuments {
		return nil, fmt.Errorf("%d documents are too many for one run (%d)", len(list), maxDocuments)
	}
	return list, nil
}

// named lists the files with an extension that the criteria's commands name. Files outside the project
// are refused.
func (t *task) named(extension string) ([]string, error) {
	var list []string
	for _, c := range t.Norma.Criteria {
		commands, err := c.Commands()
		if err != nil {
			return nil, err
		}
		for _, args := range commands {
			files, err := t.files(args, extension)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.ID, err)
			}
			for _, name := range files {
				if !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list, nil
}

// files lists the files with an extension that one command names.
func (t *task) files(args []string, extension string) (list []string, err error) {
	for _, w := range args[1:] {
		if !strings.HasSuffix(strings.ToLower(w), extension) || strings.HasPrefix(w, "-") {
			continue
		}
		name, err := t.inside(w)
		if err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	return list, nil
}

// inside returns a file's path from the project's root; links may not lead out.
func (t *task) inside(name string) (string, error) {
	at := name
	if !filepath.IsAbs(at) {
		at = filepath.Join(t.Paths.RepoRoot, at)
	}
	real := at
	if r, err := filepath.EvalSymlinks(at); err == nil {
		real = r
	}
	rel, err := filepath.Rel(t.Paths.RepoRoot, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s lies outside the project", name)
	}
	return filepath.ToSlash(rel), nil
}

// root returns a path of the repository, absolute.
func (t *task) root(name string) string {
	return filepath.Join(t.Paths.RepoRoot, filepath.FromSlash(name))
}

func (t *task) load(ctx context.Context, name string) (*app.Source, error) {
	return app.Load(ctx, t.root(name), app.LoadOptions{})
}

// copyInto copies a document to a folder of the step, with its transcript and the datasets it names, so
// that what is tried there is judged as it will be judged at home.
func (t *task) copyInto(s *app.Source, name, dir string) (string, error) {
	to := filepath.Join(dir, filepath.Base(name))
	files := map[string]string{t.root(name): to, t.root(name) + ".patches": to + ".patches"}
	for _, local := range s.DatasetFiles() {
		files[filepath.Join(filepath.Dir(t.root(name)), local)] = filepath.Join(dir, local)
	}
	for from, to := range files {
		data, err := os.ReadFile(from)
		if err != nil && from != t.root(name) {
			continue // what is not there is not there for the validator either
		}
		if err != nil {
			return "", err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return "", err
		}
	}
	return to, nil
}
