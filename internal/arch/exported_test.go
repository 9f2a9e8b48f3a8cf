package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// public are the packages with an entry for Go programs (docs/library.md): what they export needs no user here.
var public = []string{"noma", "patch", "layout", "render/docx", "render/html", "review/extract", "review/sync", "controls", "pdf"}

// TestExportedNamesAreUsed: functions, variables and constants that no other package uses, and no example shows, are not
// exported. Constants declared together count as one; types come with the functions that
// return them, and their values with them.
func TestExportedNamesAreUsed(t *testing.T) {
	noticeChanges(t)
	declared := map[string][]string{} // "dir.Name" and those it was declared with
	used := map[string]bool{}
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel("../..", filepath.Dir(file))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		if !strings.HasSuffix(file, "_test.go") && !slices.Contains(public, dir) && parsed.Name.Name != "main" {
			for _, names := range exported(parsed) {
				for _, n := range names {
					declared[dir+"."+n] = names
				}
			}
		}
		for _, n := range uses(parsed, dir) {
			used[n] = true
		}
		return nil
	})
	if err != nil || len(declared) < 300 {
		t.Fatalf("%d names, %v", len(declared), err)
	}
	for name, with := range declared {
		dir := strings.TrimSuffix(name, path.Ext(name))
		if !slices.ContainsFunc(with, func(n string) bool { return used[dir+"."+n] }) {
			t.Errorf("%s is exported, and no other package uses it", name)
		}
	}
}

// exported returns the functions, variables and constants a file exports, each with those it is declared with.
func exported(file *ast.File) (out [][]string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				out = append(out, []string{d.Name.Name})
			}
		case *ast.GenDecl:
			var names []string
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					if v.Type != nil && d.Tok == token.CONST { // values of a type come with it
						names = nil
						break
					}
					for _, n := range v.Names {
						if n.IsExported() {
							names = append(names, n.Name)
						}
					}
				}
			}
			if d.Tok == token.CONST {
				out = append(out, names)
				continue
			}
			for _, n := range names {
				out = append(out, []string{n})
			}
		}
	}
	return out
}

// uses returns the names of other packages that a file mentions, and those its examples are about.
func uses(file *ast.File, dir string) (out []string) {
	imported := map[string]string{}
	for _, i := range file.Imports {
		to, _ := strconv.Unquote(i.Path.Value)
		local := path.Base(to)
		if i.Name != nil {
			local = i.Name.Name
		}
		imported[local] = own(to)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && imported[x.Name] != "" {
				out = append(out, imported[x.Name]+"."+n.Sel.Name)
			}
		case *ast.FuncDecl:
			if name, ok := strings.CutPrefix(n.Name.Name, "Example"); ok {
				out = append(out, dir+"."+name)
			}
		}
		return true
	})
	return out
}
