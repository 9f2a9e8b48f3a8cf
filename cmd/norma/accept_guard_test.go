package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// watched returns a project with an ignored file, whose do step does something beside its folder.
func watched(t *testing.T, do play) *project {
	t.Helper()
	p := newProject(t)
	p.write(".gitignore", ".norma/\n*.ignored\n")
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "ignore")
	p.write("x.ignored", "old\n")
	p.task("a")
	p.play(script{"do": do, "check": {Verdict: "PASS"}})
	return p
}

// TestGuardSeesEverything lets an agent write where it must not: each is the agent's failure, named with the way back.
func TestGuardSeesEverything(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for name, c := range map[string]struct {
		do   play
		want []string // in the last line
	}{
		"tracked":          {play{Outside: map[string]string{"a.txt": "x\n"}}, []string{": a.txt.", "git restore --staged --worktree a.txt"}},
		"new":              {play{Outside: map[string]string{"new file": "x\n"}}, []string{"rm 'new file'"}},
		"staged":           {play{Outside: map[string]string{"n.txt": "x\n"}, Git: [][]string{{"add", "n.txt"}}}, []string{"git rm -f n.txt", ".git/index"}},
		"ignored, new":     {play{Outside: map[string]string{"y.ignored": "x\n"}}, []string{"rm y.ignored"}},
		"ignored, changed": {play{Outside: map[string]string{"x.ignored": "new\n"}}, []string{"norma keeps no copy: x.ignored"}},
		"configuration":    {play{Outside: map[string]string{".norma/config.json": "{}"}}, []string{"cp .norma/runs/", "/config.json .norma/config.json"}},
		"hook":             {play{Outside: map[string]string{".git/hooks/pre-commit": "#!/bin/sh\n"}}, []string{"rm .git/hooks/pre-commit"}},
		"git settings":     {play{Git: [][]string{{"config", "core.fsmonitor", "touch owned; false"}}}, []string{"norma keeps no copy: .git/config"}},
		"exclusions":       {play{Outside: map[string]string{".git/info/exclude": "a.txt\n"}}, []string{".git/info/exclude"}},
		"overlooked":       {play{Git: [][]string{{"update-index", "--assume-unchanged", "a.txt"}}, Outside: map[string]string{"a.txt": "x\n"}}, []string{".git/index"}},
		"commit":           {play{Git: [][]string{{"commit", "-q", "--allow-empty", "-m", "x"}}}, []string{"git reflog", ".git/refs/heads/"}},
		"booked step":      {play{Run: map[string]string{"steps/001-plan/output.json": "{}"}}, []string{"/steps/001-plan/output.json"}},
		"run":              {play{Run: map[string]string{"norma.md": "# PASS\n"}}, []string{"/norma.md"}},
		"next step":        {play{Run: map[string]string{"steps/003-check/output.json": "{}"}}, []string{"the agent made steps/003-check", "kept in 002-do"}},
		"far step":         {play{Run: map[string]string{"steps/999-plan/output.json": "{}"}}, []string{"the agent made steps/999-plan"}},
		"a file in steps":  {play{Run: map[string]string{"steps/note.txt": "x"}}, []string{"the agent made steps/note.txt"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := watched(t, c.do)
			_, errs := p.want(3, "run", "1")
			lines := strings.Split(strings.TrimSpace(errs), "\n")
			for _, want := range c.want {
				if last := lines[len(lines)-1]; !strings.Contains(last, want) {
					t.Errorf("%q is not in %s", want, last)
				}
			}
			if p.status() != "failed||1" || !strings.Contains(p.events(), "workspace_violation") || p.has("owned") {
				t.Errorf("%s, %s", p.status(), p.events())
			}
			if got := p.rows(`SELECT step_index, status FROM steps ORDER BY 1`); strings.Join(got, " ") != "1|ok 2|fail" {
				t.Errorf("steps: %v", got)
			}
			if out, _ := p.want(0, "doctor"); out != "all is in order\n" {
				t.Errorf("doctor: %s", out)
			}
		})
	}
}

// What only looks, or what git does when somebody only looks, is no violation.
func TestGuardLetsLooking(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := watched(t, play{Git: [][]string{{"status"}, {"diff"}, {"log"}, {"hash-object", "-w", "a.txt"}}})
	old := filepath.Join(p.root, "a.txt") // so that git writes its index anew
	if err := os.Chtimes(old, timeOf(1), timeOf(1)); err != nil {
		t.Fatal(err)
	}
	p.want(0, "run", "1")
}

// A database that an agent wrote into is noticed; a task that is added meanwhile is not its affair.
func TestGuardOfTheDatabase(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := watched(t, play{Hold: true})
	done := make(chan int)
	go func() {
		code, _, _ := p.norma("run", "1")
		done <- code
	}()
	p.until(func() bool { return p.one(`SELECT count(*) FROM steps`) == "1" })
	p.held(func() { p.want(0, "task", "add", "another") })
	if code := <-done; code != 0 {
		t.Fatalf("a task added meanwhile: exit %d", code)
	}
	p.task("b")
	go func() {
		code, _, _ := p.norma("run", "3")
		done <- code
	}()
	p.until(func() bool { return p.one(`SELECT count(*) FROM steps`) == "4" })
	p.held(func() { p.exec(`UPDATE runs SET verdict = 'PASS' WHERE status = 'running'`) })
	if code := <-done; code != 3 || !strings.Contains(p.one(`SELECT message FROM events WHERE type = 'workspace_violation'`), ".norma/norma.db") {
		t.Errorf("a changed database: exit %d, %s", code, p.events())
	}
}

// With another configuration than the one it began with, norma does not go on to the next task.
func TestConfigurationChangedBetweenTasks(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.task("b")
	p.play(script{"do": {Outside: map[string]string{".norma/config.json": strings.Replace(p.read(".norma/config.json"), `"max_iterations":3`, `"max_iterations":9`, 1)}}, "check": {Verdict: "PASS"}})
	if _, errs := p.want(2, "run", "--continue"); !strings.Contains(errs, "config.json was changed while norma worked") {
		t.Error(errs)
	}
	if got := p.one(`SELECT count(*) FROM runs`); got != "1" {
		t.Errorf("%s runs", got)
	}
}

// Without git, norma's own folder is watched all the same.
func TestGuardWithoutGit(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := &project{t, t.TempDir()}
	p.begin()
	p.task("a")
	p.play(script{"do": {Run: map[string]string{"norma.md": "# PASS\n"}}})
	p.want(3, "run", "1")
	if !strings.Contains(p.events(), "guard_off") || !strings.Contains(p.events(), "workspace_violation") {
		t.Error(p.events())
	}
}

// Agents get what programs need, what the configuration names, and nothing else of the caller's environment.
func TestAgentsGetAChosenEnvironment(t *testing.T) {
	slow.Test(t, "processes")
	p := newProject(t)
	p.task("a")
	for name, value := range map[string]string{"MY_SECRET_TOKEN": "1", "NOMADOCX_TOKEN": "2", "NAMED": "3", "GROUP_ONE": "4", "OPENAI_API_KEY": "5", "LC_TEST": "6"} {
		t.Setenv(name, value)
	}
	p.configure(func(c map[string]any) {
		agents := c["agents"].(map[string]any)
		agents["do"].(map[string]any)["env"] = []string{"NAMED", "GROUP_*", "MODE=fast"}
		agents["check"].(map[string]any)["env"] = []string{"*"}
	})
	p.want(0, "run", "1")
	has := func(step, name string) bool {
		return strings.Contains("\n"+p.read(p.step(step)+"/files/env.txt"), "\n"+name+"=")
	}
	for name, want := range map[string]string{"PATH": "123", "LC_TEST": "123", "NORMA_RUN_ID": "123", "NORMA_ROLE": "123", "NORMA_STEP_DIR": "123", "NAMED": "23", "GROUP_ONE": "23", "MODE": "2",
		"MY_SECRET_TOKEN": "3", "NOMADOCX_TOKEN": "3", "OPENAI_API_KEY": "3"} {
		got := ""
		for i, step := range []string{"001-plan", "002-do", "003-check"} {
			if has(step, name) {
				got += string(rune('1' + i))
			}
		}
		if got != want {
			t.Errorf("%s is known to the steps %q, want %q", name, got, want)
		}
	}
}

func timeOf(seconds int64) time.Time { return time.Unix(seconds, 0) }
