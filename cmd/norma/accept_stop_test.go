package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// until waits for something another process does.
func (p *project) until(ok func() bool) {
	p.t.Helper()
	for range 1000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatal("it did not happen within ten seconds")
}

// held waits for a step that holds, calls f and lets the step go.
func (p *project) held(f func()) {
	p.t.Helper()
	var steps []string
	p.until(func() bool {
		steps, _ = filepath.Glob(filepath.Join(p.root, filepath.FromSlash(p.step("*")), "files", "held"))
		return len(steps) > 0
	})
	f()
	save(filepath.Join(filepath.Dir(steps[0]), "go"), "")
}

func budget(iterations int, more map[string]any) func(map[string]any) {
	return func(c map[string]any) {
		b := map[string]any{"max_iterations": iterations}
		for k, v := range more {
			b[k] = v
		}
		c["budgets"] = b
	}
}

func TestAC08Iterations(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for _, hold := range []bool{false, true} {
		t.Run(fmt.Sprintf("hold=%v", hold), func(t *testing.T) {
			p := newProject(t)
			p.task("a")
			p.configure(func(c map[string]any) {
				budget(2, nil)(c)
				c["patch"] = map[string]any{"hold_on_last_iteration": hold}
			})
			p.play(script{"check": {Verdict: "FAIL"}, "act": {Swap: true}})
			_, errs := p.want(4, "run", "1")
			if p.status() != "stopped|FAIL|2" || strings.Count(p.events(), "run_stopped") != 1 || p.one(`SELECT status FROM tasks`) != "stopped" {
				t.Errorf("run: %s, events: %s", p.status(), p.events())
			}
			d := p.data("run_stopped")
			want, unchecked := "one\n", d["unchecked_patch"] == true
			if hold {
				want, unchecked = "two\n", !unchecked && d["held_patch"] == true
			}
			if p.read("a.txt") != want || !unchecked {
				t.Errorf("a.txt: %q, event: %v", p.read("a.txt"), d)
			}
			if !hold && !strings.Contains(errs, "nobody has checked it") {
				t.Errorf("stderr does not say that the patch is unchecked: %s", errs)
			}
		})
	}
}

// padded returns a patch of a.txt with exactly so many bytes: what stands before the first header is ignored.
func padded(size int) string {
	patch := "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"
	return strings.Repeat("#", size-len(patch)-1) + "\n" + patch
}

func TestAC09PatchSize(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for _, over := range []int{0, 1} {
		p := newProject(t)
		p.task("a")
		p.configure(budget(2, map[string]any{"max_patch_kb": 1}))
		p.play(script{"check/1": {Verdict: "FAIL"}, "check/2": {Verdict: "PASS"}, "act": {Files: map[string]string{"patch.diff": padded(1024 + over)}}})
		if over == 0 {
			p.want(0, "run", "1")
			if p.read("a.txt") != "two\n" {
				t.Error("a patch of exactly the limit was not applied")
			}
			continue
		}
		if _, errs := p.want(4, "run", "1"); !strings.HasSuffix(errs, "max_patch_kb is 1 (1,024 bytes); the patch has 1,025 bytes\n") {
			t.Error(errs)
		}
		if d := p.data("budget_exceeded"); d["budget"] != "max_patch_kb" || d["limit"] != 1024.0 || d["actual"] != 1025.0 || p.read("a.txt") != "one\n" {
			t.Errorf("event: %v, a.txt: %q", d, p.read("a.txt"))
		}
		if p.one(`SELECT status FROM steps WHERE role = 'act'`) != "fail" {
			t.Error("the act step is not fail")
		}
	}
}

func TestAC10ChangedAndRiskyFiles(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.configure(budget(2, map[string]any{"max_changed_files": 1}))
	p.play(script{"check": {Verdict: "FAIL"}, "act": {Swap: true}})
	p.want(4, "run", "1")
	if d := p.data("budget_exceeded"); d["budget"] != "max_changed_files" || d["actual"] != 3.0 || p.read("a.txt") != "one\n" {
		t.Errorf("event: %v", d)
	}
	p.configure(func(c map[string]any) {
		budget(2, map[string]any{"max_risky_files": 0})(c)
		c["patch"] = map[string]any{"risky_globs": []string{"**/go.mod"}}
	})
	p.play(script{"check": {Verdict: "FAIL"}, "act": {Files: map[string]string{"patch.diff": "--- /dev/null\n+++ b/go.mod\n@@ -0,0 +1 @@\n+module x\n"}}})
	p.want(4, "run", "1")
	if d := p.data("budget_exceeded"); d["budget"] != "max_risky_files" || p.has("go.mod") {
		t.Errorf("event: %v", d)
	}
}

func TestAC11AgentFails(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"do": {Exit: 7}})
	p.want(3, "run", "1")
	if d := p.data("agent_failed"); d["exit_code"] != 7.0 || p.status() != "failed||1" {
		t.Errorf("event: %v, run: %s", d, p.status())
	}
	if out := p.read(p.step("002-do") + "/output.json"); !strings.Contains(out, `"norma_generated": true`) || !strings.Contains(p.read(p.step("002-do")+"/logs/stderr.txt"), "a word") {
		t.Errorf("output: %s", out)
	}
	p.configure(func(c map[string]any) { c["retries"] = map[string]any{"do": 2} })
	p.play(script{"do": {Stdout: ptr(`{"version":1,"status":"fail","summary":"no"}`)}})
	p.want(3, "run", "1")
	if got := strings.Count(p.events(), "step_committed"); got != 2 {
		t.Errorf("%d steps: an agent that says fail is tried again", got)
	}
	p.play(script{"do": {Exit: 7}})
	p.want(3, "run", "1")
	if got := p.rows(`SELECT step_index, status FROM steps WHERE run_id = ? ORDER BY 1`, p.lastRun()); strings.Join(got, " ") != "1|ok 2|fail 3|fail 4|fail" {
		t.Errorf("steps with two retries: %v", got)
	}
}

func TestAC12Timeout(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.configure(func(c map[string]any) {
		c["agents"].(map[string]any)["do"].(map[string]any)["timeout_sec"] = 1
	})
	p.play(script{"do": {DelayMS: 60000, IgnoreTerm: true, Grandchild: true}})
	began := time.Now()
	if _, errs := p.want(3, "run", "1"); !strings.Contains(errs, "002-do failed: timeout_sec is 1; the agent was asked to stop and killed after 11 s\n") {
		t.Error(errs)
	}
	if took := time.Since(began); took > 15*time.Second { // the criterion's own bound
		t.Errorf("it took %s", took)
	}
	if !strings.Contains(p.events(), "agent_timeout") {
		t.Errorf("events: %s", p.events())
	}
	p.gone(".norma/grandchild")
}

// gone fails if the process whose number is in a file still runs.
func (p *project) gone(file string) {
	p.t.Helper()
	pid, err := strconv.Atoi(p.read(file))
	if err != nil {
		p.t.Fatal(err)
	}
	p.until(func() bool { return !alive(pid) })
}

func alive(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(data), ") Z ")
}

func TestAC13Interrupt(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"do": {DelayMS: 60000, Grandchild: true}})
	cmd := p.process(nil, "run", "1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.has(".norma/grandchild") && p.read(".norma/grandchild") != "" })
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 130 {
		t.Errorf("ended with %v", err)
	}
	if p.status() != "stopped||1" || !strings.HasSuffix(p.events(), "run_interrupted") || len(p.temporaries()) > 0 {
		t.Errorf("run: %s, events: %s, left: %v", p.status(), p.events(), p.temporaries())
	}
	p.gone(".norma/grandchild")
}
