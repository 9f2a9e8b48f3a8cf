package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// What waits for a task that failed is named, and is no success.
func TestRunSaysWhatWaits(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	if _, errs := p.want(0, "run"); !strings.Contains(errs, "no task is to do; add one") {
		t.Error(errs)
	}
	for range 3 {
		p.task("a")
	}
	p.want(0, "task", "link", "2", "--depends-on", "1")
	p.want(0, "task", "link", "3", "--depends-on", "2")
	p.play(script{"do": {Exit: 7}})
	p.want(3, "run")
	failed := p.lastRun()
	out, errs := p.want(3, "run")
	for _, want := range []string{"task 2 waits for 1, which failed: norma runs show " + failed + ", then norma run 1\n", "task 3 waits for 2, which is to do\n", "task 1 failed; run it again with: norma run 1\n"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q is not in\n%s", want, errs)
		}
	}
	if out != "" {
		t.Errorf("stdout: %s", out)
	}
	if out, _ := p.want(3, "run", "--json"); !strings.Contains(out, `{"task_id":2,"waits_for":1,"status":"failed","run_id":"`+failed+`"}`) {
		t.Error(out)
	}
	// Another task that passes does not make it a success.
	p.play(script{"check": {Verdict: "PASS"}})
	p.task("b")
	if out, errs := p.want(3, "run"); !strings.Contains(out, " passed\n") || !strings.Contains(errs, "task 2 waits for 1") {
		t.Errorf("%s%s", out, errs)
	}
	// A task that is named is run, with a warning.
	if _, errs := p.want(0, "run", "2"); !strings.Contains(errs, "warning: task 2 waits for 1, which failed") || !strings.Contains(errs, "because you named it") {
		t.Error(errs)
	}
	// Task 3 is ready now; task 1 still failed.
	p.want(0, "run")
	if got := strings.Join(p.rows(`SELECT status FROM tasks ORDER BY id`), " "); got != "failed done done done" {
		t.Errorf("tasks: %s", got)
	}
}

// A run that a signal stops is printed like any other, with how to go on.
func TestStoppedRunIsPrinted(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for _, c := range []struct {
		signal syscall.Signal
		args   []string
		code   int
	}{{syscall.SIGINT, []string{"run", "1"}, 130}, {syscall.SIGTERM, []string{"run"}, 143}} {
		p := newProject(t)
		p.task("a")
		p.play(script{"do": {DelayMS: 60000}})
		cmd := p.process(nil, c.args...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		p.until(func() bool { return p.one(`SELECT count(*) FROM steps`) == "1" })
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		var ended *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != c.code {
			t.Errorf("ended with %v", err)
		}
		if out.String() != "run "+p.lastRun()+" stopped\n" || !strings.HasSuffix(errs.String(), "run it again with: norma run 1\n") || strings.Contains(errs.String(), "context") {
			t.Errorf("%s%s", out.String(), errs.String())
		}
		if _, errs := p.want(0, "run"); !strings.Contains(errs, "task 1 was stopped; run it again with: norma run 1") {
			t.Error(errs)
		}
	}
}

// A killed run and its task are listed as stopped before anybody has put them in order, a living one as running.
func TestKilledRunIsListedAsStopped(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"do": {DelayMS: 60000}})
	cmd := p.process(nil, "run", "1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.one(`SELECT count(*) FROM steps`) == "1" })
	lists := func(status, task string) {
		t.Helper()
		run := p.lastRun()
		for _, args := range [][]string{{"runs", "list"}, {"runs", "list", "--status", status}, {"runs", "show", run}, {"runs", "list", "--json"}} {
			if out, _ := p.want(0, args...); !strings.Contains(out, run) || !strings.Contains(out, status) {
				t.Errorf("norma %v: %s", args, out)
			}
		}
		if out, _ := p.want(0, "task", "list", "--status", task); !strings.Contains(out, task) {
			t.Errorf("tasks that are %s: %s", task, out)
		}
	}
	lists("running", "doing")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	lists("stopped", "stopped")
	if out, _ := p.want(0, "runs", "list", "--status", "running"); out != "" || p.one(`SELECT status FROM runs`) != "running" {
		t.Errorf("running: %s", out)
	}
	p.property()
	lists("stopped", "stopped")
}

// The logs of a step that failed stand where people look first.
func TestShowHasTheLogsOfAFailure(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"do": {Exit: 7, Stdout: ptr(strings.Repeat("many words\n", 2000) + "the last \x1b[31mword\n")}})
	_, errs := p.want(3, "run", "1")
	log := p.step("002-do") + "/logs/"
	if !strings.Contains(errs, "exit code 7; see "+log+"stderr.txt") {
		t.Error(errs)
	}
	out, _ := p.want(0, "runs", "show", p.lastRun())
	if !strings.Contains(out, log+"stderr.txt\n             | a word on stderr\n") || !strings.Contains(out, log+"stdout.txt (the last 12 lines)\n             | many words\n") ||
		!strings.Contains(out, "| the last \uFFFD[31mword\n") || strings.Count(out, "many words") != 11 {
		t.Error(out)
	}
	if strings.Contains(out, "001-plan/logs") {
		t.Error("a step that went well shows its logs")
	}
}

func TestTaskEditRetryRemove(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.want(0, "task", "add", "first\nmore", "--ac", "a", "--ac", "b")
	p.task("c")
	p.want(0, "task", "link", "2", "--depends-on", "1")
	p.want(0, "task", "edit", "1", "--goal", "second", "--ac", "AC9: d")
	if out, _ := p.want(0, "task", "show", "1"); out != "task 1: second\nstatus: todo\nlatest run: none\nAC1: d\n" {
		t.Error(out)
	}
	p.want(0, "task", "edit", "1", "--title", "short")
	if out, _ := p.want(0, "task", "show", "1"); !strings.HasPrefix(out, "task 1: short\n") || !strings.Contains(out, "goal: second\n") {
		t.Error(out)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"task", "edit", "1"}, "nothing is to be changed"}, {[]string{"task", "edit", "9", "--goal", "x"}, "there is no task 9"}, {[]string{"task", "edit", "1", "--goal", " "}, "needs a goal"},
		{[]string{"task", "edit", "1", "--ac", "x => ls"}, "only nomadocx commands"}, {[]string{"task", "edit", "x"}, "is not the id"}, {[]string{"task", "remove", "1"}, "norma task unlink 2 --depends-on 1"},
		{[]string{"task", "remove", "9"}, "there is no task 9"}, {[]string{"task", "retry", "9"}, "there is no task 9"}, {[]string{"task", "unlink", "1", "--depends-on", "2"}, "task 1 does not depend on 2"},
		{[]string{"task", "unlink", "2"}, "usage: norma task unlink"}, {[]string{"task", "retry"}, "usage: norma task retry ID"},
	} {
		if _, errs := p.want(2, c.args...); !strings.Contains(errs, c.want) {
			t.Errorf("%v: %s", c.args, errs)
		}
	}
	p.play(script{"do": {Exit: 7}})
	p.want(3, "run", "1")
	p.play(script{"check": {Verdict: "PASS"}})
	p.want(0, "task", "retry", "1")
	p.want(0, "run")
	if got := strings.Join(p.rows(`SELECT status FROM tasks ORDER BY id`), " "); got != "done done" {
		t.Errorf("tasks: %s", got)
	}
	p.want(0, "task", "unlink", "2", "--depends-on", "1")
	p.want(0, "task", "remove", "1")
	if got := p.one(`SELECT group_concat(id) FROM tasks`); got != "2" || p.one(`SELECT count(*) FROM runs`) != "3" {
		t.Errorf("tasks: %s", got)
	}
	// A task in work is left alone.
	p.exec(`UPDATE tasks SET status = 'doing'`)
	for _, args := range [][]string{{"edit", "2", "--goal", "x"}, {"remove", "2"}, {"retry", "2"}, {"done", "2"}} {
		if _, errs := p.want(2, append([]string{"task"}, args...)...); !strings.Contains(errs, "is being worked on") {
			t.Errorf("%v: %s", args, errs)
		}
	}
}

// An agent is tried as a run would call it, and nothing is recorded.
func TestAgentTest(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a", "b")
	for name, c := range map[string]struct {
		role string
		play play
		code int
		want string
	}{
		"good":        {"plan", play{}, 0, "✓ plan answered"},
		"verdict":     {"check", play{Verdict: "PASS"}, 0, "✓ check answered"},
		"patch":       {"act", play{Swap: true}, 0, "✓ act answered"},
		"no patch":    {"act", play{}, 0, "note: there is no patch.diff"},
		"refusal":     {"act", play{Stdout: ptr(`{"version":1,"status":"fail","summary":"no idea"}`)}, 0, "note: the agent says it failed: no idea"},
		"bad patch":   {"act", play{Files: map[string]string{"patch.diff": "--- a/.gitmodules\n+++ b/.gitmodules\n@@ -1 +1 @@\n-a\n+b\n"}}, 3, "the patch would not be applied"},
		"no verdict":  {"check", play{}, 3, `protocol_error: "verdict.json" does not exist`},
		"no JSON":     {"do", play{Stdout: ptr("hello")}, 3, `the agent's stdout is not one JSON object (it begins "hello")`},
		"exit":        {"do", play{Exit: 7}, 3, "exit code 7"},
		"beside":      {"do", play{Outside: map[string]string{"a.txt": "one\n", "new.txt": "x"}}, 3, "new.txt"},
		"wrong role":  {"eat", play{}, 2, ""},
		"made a step": {"do", play{Run: map[string]string{"steps/009-do/x": "x"}}, 3, "the agent made steps/009-do"},
	} {
		p.play(script{c.role: c.play})
		out, _ := p.want(c.code, "agent", "test", c.role, "--task", "1")
		if !strings.Contains(out, c.want) || p.one(`SELECT count(*) FROM runs`) != "0" || p.read("a.txt") != "one\n" {
			t.Errorf("%s: %s", name, out)
		}
		if _, dir, kept := strings.Cut(strings.TrimSpace(out), "the step's folder is kept: "); kept {
			if _, err := os.Stat(filepath.Join(dir, "logs", "stdout.txt")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if err := os.RemoveAll(filepath.Dir(filepath.Dir(dir))); err != nil {
				t.Error(err)
			}
		}
		_ = os.Remove(filepath.Join(p.root, "new.txt"))
	}
}

// The agents that init writes play all roles: a document with a mistake is repaired.
func TestStarters(t *testing.T) {
	slow.Test(t, "processes")
	bin := programs(t)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for kind, file := range map[string]string{"python": "agents/norma-agent.py", "sh": "agents/norma-agent.sh"} {
		p := &project{t, t.TempDir()}
		p.git("init", "-q")
		if out, _ := p.want(0, "init", "--agent", kind); !strings.Contains(out, "made "+file) {
			t.Errorf("init: %s", out)
		}
		p.write("report.noma", "# Fuel report\n\n::claim{id=\"claim-fuel\" confidence=0.8}\nFuel use fell.\n::\n\n::evidence{id=\"meter\" for=\"claim-fule\"}\nReadings of May.\n::\n")
		p.git("add", "-A")
		p.git("commit", "-q", "-m", "begin")
		for _, role := range []string{"plan", "do", "check", "act"} {
			if out, _ := p.want(0, "agent", "test", role); !strings.Contains(out, "✓ "+role) {
				t.Errorf("%s %s: %s", kind, role, out)
			}
		}
		p.task("no errors => nomadocx check report.noma => nomadocx ids report.noma", `it's "right" = so => nomadocx version`)
		p.want(0, "run", "1")
		if p.status() != "passed|PASS|2" || !strings.Contains(p.read("report.noma"), `for="claim-fuel"`) {
			t.Errorf("%s: %s\n%s", kind, p.status(), p.read("report.noma"))
		}
		p.task("in words")
		p.want(3, "run", "2")
		// What the user made of it stays.
		p.write(file, "mine\n")
		p.want(0, "init", "--agent", kind)
		if p.read(file) != "mine\n" {
			t.Errorf("%s was overwritten", file)
		}
	}
}
