package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

const okAnswer = `{"version":1,"status":"ok","summary":"s","files":[],"next_actions":[],"errors":[]}`

func TestAC14Stdout(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	for name, out := range map[string]string{
		"empty": "", "text": "not json", "two": "{} {}", "fenced": "```json\n" + okAnswer + "\n```\n", "array": "[" + okAnswer + "]",
		"version": strings.Replace(okAnswer, ":1,", ":2,", 1), "status": strings.Replace(okAnswer, `"ok"`, `"done"`, 1),
		"duplicate": strings.Replace(okAnswer, `"summary":"s"`, `"summary":"s","summary":"t"`, 1), "utf8": strings.Replace(okAnswer, `"s"`, "\"\xff\"", 1),
		"case": strings.Replace(okAnswer, `"status"`, `"Status"`, 1), "number": strings.Replace(okAnswer, `"s"`, `1`, 1),
	} {
		p.play(script{"plan": {Raw: append([]byte{}, out...), Stdout: &out}})
		p.want(3, "run", "1")
		if p.status() != "failed||1" || !strings.Contains(p.events(), "protocol_error") {
			t.Errorf("%s: %s %s", name, p.status(), p.events())
		}
		if got := p.read(p.step("001-plan") + "/logs/stdout.txt"); got != out {
			t.Errorf("%s: the log has %q", name, got)
		}
	}
}

func TestAC15Files(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	for _, bad := range []string{"/etc/passwd", "../x", "a/../../x", "", "missing", "link", "folder", "logs/stdout.txt", "./ok", `a\b`} {
		p.play(script{"plan": {Files: map[string]string{"ok": "", "folder/x": ""}, Links: map[string]string{"link": "/etc/passwd"}, Answer: []string{bad}}})
		p.want(3, "run", "1")
		if !strings.Contains(p.events(), "protocol_error") {
			t.Errorf("%q: %s", bad, p.events())
		}
	}
	p.play(script{"plan": {Files: map[string]string{"..name": "", "files/a b.txt": ""}, Answer: []string{"..name", "files/a b.txt"}}, "check": {Verdict: "PASS"}})
	p.want(0, "run", "1")
}

func TestAC16Verdicts(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a", "b")
	verdict := func(word, criteria, more string) string {
		return fmt.Sprintf(`{"version":1,"verdict":%q,"criteria":[%s]%s}`, word, criteria, more)
	}
	const both = `{"id":"AC1","pass":true},{"id":"AC2","pass":true}`
	for name, files := range map[string]map[string]string{
		"no verdict":   {"scorecard.md": "x"},
		"not json":     {"scorecard.md": "x", "verdict.json": "{"},
		"lower case":   {"scorecard.md": "x", "verdict.json": verdict("pass", both, "")},
		"no scorecard": {"verdict.json": verdict("PASS", both, "")},
		"empty card":   {"scorecard.md": " \n", "verdict.json": verdict("PASS", both, "")},
		"missing":      {"scorecard.md": "x", "verdict.json": verdict("PASS", `{"id":"AC1","pass":true}`, "")},
		"extra":        {"scorecard.md": "x", "verdict.json": verdict("PASS", both+`,{"id":"AC3","pass":true}`, "")},
		"twice":        {"scorecard.md": "x", "verdict.json": verdict("PASS", both+`,{"id":"AC1","pass":true}`, "")},
		"one fails":    {"scorecard.md": "x", "verdict.json": verdict("PASS", strings.Replace(both, "true", "false", 1), "")},
		"blockers":     {"scorecard.md": "x", "verdict.json": verdict("PASS", both, `,"blockers":["b"]`)},
		"evidence":     {"scorecard.md": "x", "verdict.json": verdict("PASS", strings.Replace(both, "}", `,"evidence":"../x"}`, 1), "")},
		"no evidence":  {"scorecard.md": "x", "verdict.json": verdict("PASS", strings.Replace(both, "}", `,"evidence":"files/none"}`, 1), "")},
		"pass is text": {"scorecard.md": "x", "verdict.json": verdict("PASS", strings.Replace(both, "true", `"true"`, 1), "")},
	} {
		p.play(script{"check": {Files: files}})
		p.want(3, "run", "1")
		if p.status() != "failed||1" || strings.Contains(p.events(), " verdict") || !strings.Contains(p.events(), "protocol_error") {
			t.Errorf("%s: %s %s", name, p.status(), p.events())
		}
	}
	p.play(script{"check": {Files: map[string]string{"scorecard.md": "x", "files/log": "", "verdict.json": verdict("PASS",
		`{"id":"AC1","pass":true,"evidence":"files/log"},{"id":"AC2","pass":true,"evidence":"steps/001-plan/output.json"}`, "")}}})
	p.want(0, "run", "1")
}

func TestAC17OnlyActPatches(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"plan": {Swap: true}, "do": {Swap: true}, "check": {Swap: true, Verdict: "PASS"}})
	p.want(0, "run", "1")
	if p.read("a.txt") != "one\n" || !p.has(p.step("001-plan")+"/patch.diff") {
		t.Errorf("a.txt: %q", p.read("a.txt"))
	}
}

func TestAC18Guard(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for guard, want := range map[string]int{"fail": 3, "warn": 0, "off": 0} {
		p := newProject(t)
		p.task("a")
		p.configure(func(c map[string]any) { c["guard"] = guard })
		p.write("b.txt", "the user's\n")
		p.play(script{"do": {Outside: map[string]string{"a.txt": "agent\n"}}, "check": {Verdict: "PASS"}})
		p.want(want, "run", "1")
		if p.read("a.txt") != "agent\n" || p.read("b.txt") != "the user's\n" {
			t.Error("the guard changed files")
		}
		if seen := strings.Contains(p.events(), "workspace_violation"); seen != (guard != "off") {
			t.Errorf("%s: %s", guard, p.events())
		}
		if guard != "fail" {
			continue
		}
		// A second edit of a file that is changed already is seen as well.
		p.play(script{"do": {Outside: map[string]string{"b.txt": "agent's!!!\n"}}, "check": {Verdict: "PASS"}})
		p.want(3, "run", "1")
	}
}

func TestAC19ModelTools(t *testing.T) {
	slow.Test(t, "processes")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, tool := range []string{"codex", "opencode", "gemini"} {
		if err := os.Symlink(self, filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	p := newProject(t)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	tool := func(kind string, more map[string]any) {
		p.configure(func(c map[string]any) {
			a := map[string]any{"type": kind}
			for k, v := range more {
				a[k] = v
			}
			c["agents"].(map[string]any)["plan"] = a
		})
	}
	call := func() (argv []string, stdin string) {
		var c struct {
			Argv  []string
			Stdin string
		}
		if err := json.Unmarshal([]byte(p.read(p.step("001-plan")+"/files/call.json")), &c); err != nil {
			t.Fatal(err)
		}
		return c.Argv, c.Stdin
	}
	p.task("a")
	p.play(script{"check": {Verdict: "PASS"}})
	for kind, want := range map[string]string{
		"codex": "exec --model m --full-auto --skip-git-repo-check", "opencode": "run --model m PROMPT", "gemini": "--model m --prompt PROMPT",
	} {
		p.exec(`UPDATE tasks SET status = 'todo'`)
		tool(kind, map[string]any{"model": "m", "path": "."})
		p.want(0, "run", "1")
		argv, stdin := call()
		prompt := p.read(p.step("001-plan") + "/prompt.md")
		if got := strings.Join(argv, " "); got != strings.Replace(want, "PROMPT", prompt, 1) || (stdin == prompt) != (kind == "codex") {
			t.Errorf("%s: %s, stdin has %d bytes", kind, got, len(stdin))
		}
	}
	long := strings.Repeat("long goal ", 20<<10)
	p.want(0, "task", "add", long, "--title", "long")
	tool("gemini", nil)
	p.want(0, "run", "2")
	if argv, _ := call(); len(argv) != 2 || !strings.HasPrefix(argv[1], "Read the file ") || len(p.read(p.step("001-plan")+"/prompt.md")) < 200<<10 {
		t.Errorf("a long prompt goes by argument: %d", len(argv[1]))
	}
	fence := "```json\n" + okAnswer + "\n```\n"
	for out, want := range map[string]int{"Here you are:\n" + fence: 0, "log {x}\n" + okAnswer + "\nbye {y}\n": 0, fence + fence: 3, "see {" + okAnswer: 3} {
		p.exec(`UPDATE tasks SET status = 'todo'`)
		p.play(script{"plan": {Stdout: &out}, "check": {Verdict: "PASS"}})
		p.want(want, "run", "1")
		if recovered := strings.Contains(p.events(), "response_recovered"); recovered != (want == 0) {
			t.Errorf("%q: %s", out, p.events())
		}
	}
	p.exec(`UPDATE tasks SET status = 'todo'`)
	tool("codex", map[string]any{"cmd": []string{"x"}})
	if _, errs := p.want(2, "run", "1"); !strings.Contains(errs, "agents.plan.cmd") {
		t.Errorf("cmd on codex: %s", errs)
	}
	tool("opencode", nil)
	if err := os.Remove(filepath.Join(bin, "opencode")); err != nil {
		t.Fatal(err)
	}
	if _, errs := p.want(3, "run", "1"); !strings.Contains(errs, `"opencode"`) {
		t.Errorf("a missing program: %s", errs)
	}
}
