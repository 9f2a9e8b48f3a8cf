package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// called are methods that libraries and templates call by their names.
var called = []string{"CanAcceptIndentedLine", "CanInterruptParagraph", "Close", "Code", "Continue", "Error", "Flush", "GoString", "Is", "MarshalJSON", "MarshalText", "NextRetry", "Read", "ReadAt", "ReadFrom", "Seek", "ServeHTTP",
	"State", "String", "Transform", "Trigger", "Unwrap", "UnmarshalJSON", "UnmarshalText", "Write", "WriteHeader", "WriteString", "WriteTo"}

// TestExportedMethodsAreUsed: a method that no other package calls by its name, and no interface has, is not exported.
func TestExportedMethodsAreUsed(t *testing.T) {
	noticeChanges(t)
	declared := map[string][]string{}    // by name: the packages whose types have the method
	used := map[string]map[string]bool{} // by name: the packages that select it
	kept := map[string]bool{}            // of interfaces
	mention := func(name, from string) {
		if used[name] == nil {
			used[name] = map[string]bool{}
		}
		used[name][from] = true
	}
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(file) != ".go":
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
		own := dir + " " + parsed.Name.Name
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				mention(n.Sel.Name, own)
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, name := range m.Names {
						kept[name.Name] = true
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil && n.Name.IsExported() && !slices.Contains(public, dir) && !strings.HasSuffix(file, "_test.go") {
					declared[n.Name.Name] = append(declared[n.Name.Name], own)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(declared) < 100 {
		t.Fatalf("%d methods, %v", len(declared), err)
	}
	for name, packages := range declared {
		for _, p := range packages {
			if others := len(used[name]); !kept[name] && !slices.Contains(called, name) && (others == 0 || others == 1 && used[name][p]) {
				t.Errorf("%s: the method %s is exported, and no other package calls it", p, name)
			}
		}
	}
}
