package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Bounds of what a reader has to keep in mind, in lines.
const (
	maxFile     = 400
	maxFunction = 80
	maxComment  = 140 // characters of a line, as in .golangci.yml
)

// TestSizes: files and functions stay short; tests may be long.
func TestSizes(t *testing.T) {
	noticeChanges(t)
	check := func(name string, lines, most int) {
		if lines > most {
			t.Errorf("%s has %d lines, more than %d; split it by what it does", name, lines, most)
		}
	}
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("../..", path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		check(name, set.File(file.Pos()).LineCount(), maxFile)
		for _, group := range file.Comments {
			for _, c := range group.List {
				at := set.Position(c.Pos())
				for i, line := range strings.Split(c.Text, "\n") {
					if n := utf8.RuneCountInString(line); n > maxComment {
						t.Errorf("%s:%d has a comment of %d characters, more than %d", name, at.Line+i, n, maxComment)
					}
				}
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1
				check(filepath.ToSlash(filepath.Dir(name))+"."+f.Name.Name, lines, maxFunction)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
