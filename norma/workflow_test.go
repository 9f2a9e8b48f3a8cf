package norma

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/norma/contract"
)

func TestPrompts(t *testing.T) {
	kb := 200
	for _, role := range contract.Roles() {
		q := &contract.Request{Version: 1, RunID: "20260501-101500-1a2b3c", Goal: "a goal", Step: contract.Step{Index: 3, Role: role, Iteration: 1},
			Norma: contract.Terms{Criteria: []contract.Criterion{{ID: "AC1", Text: "one"}, {ID: "AC2", Text: "two"}}, Budgets: contract.Budgets{MaxIterations: 5, MaxPatchKB: &kb}},
			Paths: contract.Paths{RepoRoot: "/home/project", RunDir: "/home/project/.norma/runs/r", StepDir: "/home/project/.norma/runs/r/steps/003-x.tmp-abc", FinalStepDir: "/home/project/.norma/runs/r/steps/003-x"}}
		input, err := indented(q)
		if err != nil {
			t.Fatal(err)
		}
		broken := ""
		if role == contract.Do {
			broken = "protocol_error: stdout is not UTF-8"
		}
		golden.Check(t, filepath.Join("testdata", "prompt-"+string(role)+".md"), []byte(promptFor(q, input, broken)))
	}
}

func TestConfigurations(t *testing.T) {
	good, err := defaultConfig(TypeExec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeConfig(good); err != nil {
		t.Errorf("the default: %v", err)
	}
	for from, c := range map[string]struct{ to, want string }{
		`"guard": "fail"`:     {`"guard": "maybe"`, "guard must be one of"},
		`"max_iterations": 5`: {`"max_iterations": 0`, "budgets.max_iterations must be 1"},
		`"budgets"`:           {`"Budgets"`, "unknown key Budgets"},
		`"max_patch_kb"`:      {`"max_patch_mb"`, "unknown key budgets.max_patch_mb"},
		`"type": "exec"`:      {`"type": "codex"`, "agents.plan.cmd is only for type exec"},
		`"timeout_sec": 600`:  {`"timeout_sec": -1`, "agents.plan.timeout_sec"},
		`".github/**"`:        {`"[a"`, "risky_globs"},
		"{\n  \"agents\"":     {"{\n  \"agents\": {}, \"agents\"", "duplicate"},
		`"stdout_mb": 8`:      {`"stdout_mb": 0`, "limits.stdout_mb"},
		`"log_mb": 64`:        {`"log_mb": "64"`, "limits.log_mb must be a whole number"},
		`"keep_last": 0`:      {`"keep_last": 0,,`, "it is not valid JSON: line "},
		`"max_changed_files"`: {`"max_risky_files": {}, "max_changed_files"`, "budgets.max_risky_files must be a whole number"},
		`"risky_globs": [`:    {`"risky_globs": [3, `, "patch.risky_globs.0 must be a string"},
		`"nomadocx",`:         {`"nomadocx", 3,`, "agents.plan.cmd.1 must be a string"},
		"\"plan\": {":         {"\"plan\": null, \"x\": {", "unknown key agents.x"},
		`"cmd": [`:            {`"path": ".", "cmd": [`, "agents.plan.path is not for type exec"},
	} {
		text := strings.Replace(string(good), from, c.to, 1)
		if _, err := decodeConfig([]byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
	if _, err := decodeConfig([]byte(`{"agents":{},"budgets":{"max_iterations":1}}`)); err == nil || !strings.Contains(err.Error(), "agents.plan is required") {
		t.Errorf("no agents: %v", err)
	}
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"go.mod", "go.mod", true}, {"go.mod", "a/go.mod", false}, {"**/go.mod", "go.mod", true}, {"**/go.mod", "a/b/go.mod", true},
		{".github/**", ".github/x/y", true}, {".github/**", ".github", true}, {"**/*.sh", "a/b.sh", true}, {"**/*.sh", "a/b.shx", false},
		{"a/**/z", "a/z", true}, {"a/**/z", "a/b/c/z", true}, {"a/*/z", "a/b/c/z", false}, {"**", "x/y", true},
	} {
		if got, err := matchGlob(c.pattern, c.name); err != nil || got != c.want {
			t.Errorf("%s on %s: %v %v", c.pattern, c.name, got, err)
		}
	}
	// Without ** a pattern means what path.Match says, segment by segment.
	rapid.Check(t, func(t *rapid.T) {
		pattern, name := strings.ReplaceAll(rapid.StringMatching(`[ab*?/]{1,8}`).Draw(t, "pattern"), "**", "*a"), rapid.StringMatching(`[ab/]{1,8}`).Draw(t, "name")
		got, err := matchGlob(pattern, name)
		want, err2 := path.Match(pattern, name)
		if got != want || (err == nil) != (err2 == nil) {
			t.Fatalf("%s on %s: %v, path.Match says %v", pattern, name, got, want)
		}
	})
}

func TestTerminalsAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Plain(rapid.String().Draw(t, "s"))
		if strings.ContainsAny(s, "\x1b\x07\r\x00\u202e\u009b") || Plain(s) != s {
			t.Fatalf("%q", s)
		}
	})
}

func TestNamesThatLeadOut(t *testing.T) {
	for patch, want := range map[string]bool{
		"--- a/x\n+++ /etc/x\n@@ -1 +1 @@\n": true, "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n": false, "diff --git /a /b\n": true, "rename to /x\n": true,
		"--- ../a\n+++ ../a\n@@ -1 +1 @@\n": true, "--- /dev/null\n+++ \"\\056\\056/x\"\n@@ -0,0 +1 @@\n": true, "diff --git a/x b/../x\n": true, "rename from ../x\n": true,
		"diff --git a/a..b b/a..b\n": false, "diff --git a/a .. b b/x\n": true, "copy to x/..y\n": false,
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- /x\n+++ /y\n": false, "--- /dev/null\t2026\n+++ b/x\n@@ -0,0 +1 @@\n": false,
	} {
		if got := leadingOut([]byte(patch)) != ""; got != want {
			t.Errorf("%q: %v", patch, got)
		}
	}
}

// TestPageEscapes writes a page of a run whose texts are all hostile.
func TestPageEscapes(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	p, _, err := Init(ctx, root, "")
	if err != nil {
		t.Fatal(err)
	}
	const evil = `<script>alert(1)</script>"'`
	message := evil
	a := &History{Run: Run{RunID: evil, Goal: evil, Status: Failed, RunDir: ".norma/runs/x"},
		Steps:  []Step{{Index: 1, Role: "act", Iteration: 1, Status: "fail", Dir: ".norma/runs/x/steps/001-act", Summary: &message}},
		Events: []Event{{Seq: 1, Type: evil, Message: evil, Data: json.RawMessage(`{"step_index":1,"x":"<b>"}`)}}}
	step := filepath.Join(p.Root, ".norma/runs/x/steps/001-act")
	if err := errors.Join(os.MkdirAll(step, 0o755), os.WriteFile(filepath.Join(step, "patch.diff"), []byte("+++ b/"+evil+"\n+"+evil+"\n"), 0o644),
		os.WriteFile(filepath.Join(step, `a"<b>.txt`), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WritePage(&b, p, a, root); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "<script") || strings.Contains(text, "<b>.txt") || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("something got through:\n%s", text)
	}
}

// TestPagePatch takes a patch apart into files, with and without git's headers.
func TestPagePatch(t *testing.T) {
	const body = "@@ -1,2 +1,2 @@\n same\n--- gone\n+++ come\n"
	p := &Project{Root: t.TempDir()}
	step := Step{Dir: "."}
	for patch, want := range map[string]string{
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n" + body + "diff --git a/y.patches b/y.patches\nnew file mode 100644\n--- /dev/null\n+++ b/y.patches\n@@ -0,0 +1 @@\n+one\n": "x +1-1 open 7, y.patches +1-0 folded 6",
		"--- a/x\n+++ b/x\n" + body + "--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n":                                                                                       "x +1-1 open 6, z +0-1 open 4",
		"diff --git a/a b/b\nrename from a\nrename to b\ndiff --git a/x b/x\nold mode 100644\nnew mode 100755\n":                                                            "b +0-0 open 3, x +0-0 open 3",
		"no patch": " +0-0 open 1",
	} {
		if err := os.WriteFile(filepath.Join(p.Root, "patch.diff"), []byte(patch), 0o644); err != nil {
			t.Fatal(err)
		}
		files, _ := p.diff(step)
		var got []string
		for _, f := range files {
			state := map[bool]string{true: "folded", false: "open"}[f.Folded]
			got = append(got, fmt.Sprintf("%s +%d-%d %s %d", f.Name, f.Added, f.Removed, state, len(f.Lines)))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q:\n%s, want\n%s", patch, s, want)
		}
	}
}
