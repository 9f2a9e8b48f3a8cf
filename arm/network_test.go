package arm

import (
	imports "go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Acceptance criteria 2 and 16: nothing here can open a socket or start a program, nor can the files of
// the verbs and of the command that work with records. autoCall and serverRef are read, never followed.
func TestNoNetwork(t *testing.T) {
	files := 0
	for _, pattern := range []string{"*.go", "../internal/app/arm*.go", "../cmd/nomadocx/arm*.go"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			files++
			f, err := imports.ParseFile(token.NewFileSet(), file, nil, imports.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range f.Imports {
				name, _ := strconv.Unquote(i.Path.Value)
				if name == "net" || strings.HasPrefix(name, "net/") || name == "os/exec" || name == "plugin" || name == "unsafe" {
					t.Errorf("%s imports %s", file, name)
				}
			}
		}
	}
	if files < 25 {
		t.Errorf("only %d files were looked at", files)
	}
}
