package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// byName finds files that are opened, looked at or changed by their names.
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
