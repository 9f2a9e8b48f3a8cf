package agent

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// A criterion looks. What would write, listen or never end is refused before it runs.
func TestCriteriaThatWouldWork(t *testing.T) {
	for command, runs := range map[string]bool{
		"check report.noma": true, "render report.noma --to llm --out -": false, "render report.noma --out=-": true, "render report.noma --out x.docx": false, "render report.noma -o x.docx": false,
		"patch report.noma --inplace": false, "check report.noma --fix": false, "check report.noma --watch": false, "init new": false, "mcp --root .": false, "serve .": false, "batch status": false,
		"docx-review-sync report.noma r.docx --arm drafts": false, "docx-review-sync report.noma r.docx --debug-bundle=b.zip": false, "docx-review-sync report.noma r.docx --patch-out ops.json": false,
		"arm verify r.docx": true, "arm commit r.docx d.json": false, "arm": false,
	} {
		ran := false
		q := &contract.Request{Paths: contract.Paths{RepoRoot: t.TempDir(), StepDir: t.TempDir()}, Step: contract.Step{Role: contract.Check},
			Norma: contract.Terms{Criteria: []contract.Criterion{{ID: "AC1", Text: "x => nomadocx " + command}}}}
		a := &Agent{Nomadocx: func(context.Context, []string, io.Writer, io.Writer) int { ran = true; return 0 }}
		answer := a.Play(context.Background(), q)
		if refused := strings.Contains(answer.Summary, "a criterion only looks"); ran != runs || refused == runs {
			t.Errorf("%s: ran %v, %q", command, ran, answer.Summary)
		}
	}
}

// A patch of names with blanks, and of files that end without a line feed, is one git understands.
func TestFileDiff(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		created             bool
		want                string
	}{
		{"a.noma", "x\n", "x\n", false, ""},
		{"a b.noma", "x\n", "y\n", false, "diff --git a/a b.noma b/a b.noma\n--- a/a b.noma\t\n+++ b/a b.noma\t\n@@ -1 +1 @@\n-x\n+y\n"},
		{"n", "", "y", true, "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n"},
	} {
		if got := fileDiff(c.name, c.before, c.after, c.created); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}
