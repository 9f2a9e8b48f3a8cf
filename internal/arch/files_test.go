package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// byName finds files that are opened, examined or changed by their names.
var byName = regexp.MustCompile(`\b(os\.(Open|OpenFile|OpenRoot|Create|Stat|Lstat|ReadFile|WriteFile|ReadDir|Remove|Rename|Mkdir|MkdirAll|Link|Symlink|Readlink|Truncate|Chmod|Chown)\b|filepath\.(EvalSymlinks|Walk|WalkDir|Glob)\()`)

// TestFilesByHandle keeps the packages that a server of one folder uses at package files, which reaches nothing else.
func TestFilesByHandle(t *testing.T) {
	noticeChanges(t)
	but := []string{ // files of the program or the system, and commands that mcp has not
		"serve/mcp/folder.go", "patch/transcript/holder.go", "internal/app/diagram.go", "internal/app/layoutpass.go", "internal/app/armdrafts.go",
		"internal/app/preview.go", "internal/app/verify.go",
	}
	for _, dir := range []string{"serve/mcp", "internal/app", "patch/transcript", "patch/capability", "noma/book", "patch/proof", "arm", "internal/docfile"} {
		sources, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil || len(sources) == 0 {
			t.Fatalf("%s: no sources, %v", dir, err)
		}
		for _, path := range sources {
			name := dir + "/" + filepath.Base(path)
			if strings.HasSuffix(name, "_test.go") || slices.Contains(but, name) {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if found := byName.FindString(line); found != "" {
					t.Errorf("%s:%d: %s reaches files by their names; use package internal/files", name, i+1, found)
				}
			}
		}
	}
}

// inPlace finds files that are written or replaced under the name others know them by.
var inPlace = regexp.MustCompile(`\b(os\.(WriteFile|Rename|Create|CreateTemp|Truncate)|files\.Rename)\(|O_TRUNC`)

// TestOneWayToChangeFiles: package docfile changes files; what else is written nobody else has.
func TestOneWayToChangeFiles(t *testing.T) {
	noticeChanges(t)
	but := map[string]string{
		"internal/docfile": "", "internal/files": "", "golden": "tests", "internal/demo": "a program of the makefile", "internal/wine": "as above", "internal/engine": "as above",
		"internal/editors":        "as above",
		"examples/library/render": "shows the library alone", "examples/library/sync": "as above",
		"internal/app/layoutpass.go": "a folder of its own", "internal/app/book_record.go": "the rename that a journal told of", "internal/proc/proc_linux.go": "the system's",
		"norma/lock.go": "says who holds the lock", "norma/trial.go": "a folder of its own", "norma/process.go": "the record of an attempt",
		"norma/step.go": "the folder of a step", "norma/guard.go": "as above", "norma/agent/agent.go": "as above", "norma/agent/documents.go": "as above",
		"patch/transcript/intent.go": "cuts a log back to what is whole", "serve/batch/store.go": "made once, in a folder of its own",
	}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel("../..", path)
		if err != nil {
			return err
		}
		_, known := but[filepath.ToSlash(name)]
		switch {
		case d.IsDir() && (known || d.Name() == "testdata" || d.Name() == ".git" || d.Name() == "testkit" || d.Name() == "arch"):
			return fs.SkipDir
		case known || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		for i, line := range strings.Split(readFile(t, path), "\n") {
			if found := inPlace.FindString(line); found != "" {
				t.Errorf("%s:%d: %s changes a file; use package internal/docfile", name, i+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
