package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestFrontEndsCallVerbs: front ends use types, constants and variables of the packages below internal/app, so that what a
// verb means stands in one place.
func TestFrontEndsCallVerbs(t *testing.T) {
	noticeChanges(t)
	functions := map[string][]string{} // of each package of values
	for _, dir := range values {
		for _, file := range parsed(t, dir) {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
					functions[dir] = append(functions[dir], f.Name.Name)
				}
			}
		}
	}
	if !slices.Contains(functions["arm"], "Verify") {
		t.Error("the functions of the packages of values were not found")
	}
	for _, dir := range frontEnds {
		for name, file := range parsed(t, dir) {
			imported := map[string]string{} // by the name in this file
			for _, i := range file.Imports {
				to, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				local := path.Base(to)
				if i.Name != nil {
					local = i.Name.Name
				}
				imported[local] = own(to)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				x, ok := s.X.(*ast.Ident)
				if !ok {
					return true
				}
				from := imported[x.Name]
				if slices.Contains(functions[from], s.Sel.Name) && !slices.Contains(valueFunctions, from+"."+s.Sel.Name) {
					t.Errorf("%s calls %s.%s; a front end calls verbs of internal/app", name, from, s.Sel.Name)
				}
				return true
			})
		}
	}
}

// parsed returns the files of a package but its tests, by their names.
func parsed(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no sources, %v", dir, err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[dir+"/"+filepath.Base(name)] = f
	}
	return files
}
