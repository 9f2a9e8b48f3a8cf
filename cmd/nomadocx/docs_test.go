package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestEveryFlagIsDocumented holds the pages in docs against the commands.
func TestEveryFlagIsDocumented(t *testing.T) {
	pages := map[string]string{"export": "parse", "version": "shell", "help": "shell", "completion": "shell", "docx template": "template"}
	index := page(t, "README")
	var all []*cobra.Command
	for _, cmd := range newRoot(&terminal{}).Commands() {
		if all = append(all, cmd); cmd.Name() == "docx" { // its verbs have little in common
			all = append(all, cmd.Commands()...)
		}
	}
	for _, cmd := range all {
		name := strings.TrimPrefix(cmd.CommandPath(), "nomadocx ")
		first, _, _ := strings.Cut(name, " ")
		file := cmp.Or(pages[name], pages[first], first)
		text := page(t, file)
		if !strings.Contains(text, "nomadocx "+name) || !strings.Contains(index, "("+file+".md)") {
			t.Errorf("docs do not show how to call %s, or do not list its page %s.md", name, file)
		}
		if cmd.Example == "" && file != "shell" {
			t.Errorf("the help of %s has no example", name)
		}
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("docs/%s.md does not mention --%s", file, f.Name)
			}
		})
	}
}

// TestJobIsTested: the job that the page of git shows is the one that the script of that page runs.
func TestJobIsTested(t *testing.T) {
	script, err := os.ReadFile("testdata/script/git.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, job, found := strings.Cut(page(t, "git"), "run: |\n")
	job, _, ends := strings.Cut(job, "      - uses:")
	if !found || !ends {
		t.Fatal("docs/git.md shows no job")
	}
	for line := range strings.Lines(job) {
		if !strings.Contains(string(script), "\n"+strings.TrimPrefix(line, strings.Repeat(" ", 10))) {
			t.Errorf("no test runs %q", line)
		}
	}
}

// TestEveryFindingCodeIsDocumented reads the codes where they are declared.
func TestEveryFindingCodeIsDocumented(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../review/sync/finding.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, codes := page(t, "report"), 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Code") {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			code, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			codes++
			if !strings.Contains(text, "`"+code+"`") {
				t.Errorf("docs/report.md does not explain %s", code)
			}
		}
		return true
	})
	if codes < 10 {
		t.Errorf("found only %d codes in review/sync/finding.go", codes)
	}
}

func page(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../docs/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
