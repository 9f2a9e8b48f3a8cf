package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
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

// kills is how many runs the loop of TestAC30 kills; the full loop is -kills=200.
var kills = flag.Int("kills", 12, "runs that TestAC30KillLoop kills at random")

// crash runs a task in a norma that kills itself at a fail point.
func (p *project) crash(point string) {
	p.t.Helper()
	cmd := exec.Command(deadly(p.t), "run", "1", "--root", p.root)
	cmd.Env = append(os.Environ(), "NORMA_FAILPOINT="+point)
	out, err := cmd.CombinedOutput()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); err == nil || !ok || status.Signal() != syscall.SIGKILL {
		p.t.Fatalf("norma was not killed at %s: %v\n%s", point, err, out)
	}
}

// property is what must hold after every crash and one doctor (notes, section 20).
func (p *project) property() {
	p.t.Helper()
	p.want(0, "doctor")
	if left := p.temporaries(); len(left) > 0 {
		p.t.Errorf("temporary folders: %v", left)
	}
	found, err := filepath.Glob(filepath.Join(p.root, ".norma/runs/*/steps/*"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, dir := range found {
		run := filepath.Base(filepath.Dir(filepath.Dir(dir)))
		index, _, _ := strings.Cut(filepath.Base(dir), "-")
		n, err := strconv.Atoi(index)
		if err != nil {
			p.t.Fatal(err)
		}
		known := p.one(`SELECT count(*) FROM runs WHERE run_id = ?`, run) == "1"
		if known && p.one(`SELECT count(*) FROM steps WHERE run_id = ? AND step_index = ?`, run, n) != "1" {
			p.t.Errorf("%s has no row", dir)
		}
	}
	for query, what := range map[string]string{
		`SELECT run_id FROM runs WHERE status = 'running'`:                      "running runs",
		`SELECT run_id FROM kv_run WHERE key = 'patch_intent'`:                  "intents",
		`SELECT id FROM tasks WHERE status = 'doing'`:                           "tasks in work",
		`PRAGMA foreign_key_check`:                                              "broken foreign keys",
		`SELECT run_id FROM events GROUP BY run_id HAVING max(seq) <> count(*)`: "gaps in seq",
		`SELECT run_id FROM events WHERE type IN ('run_passed', 'run_failed', 'run_stopped', 'run_interrupted') GROUP BY run_id HAVING count(*) <> 1`:          "runs that end twice",
		`SELECT run_id FROM runs WHERE run_id NOT IN (SELECT run_id FROM events WHERE type IN ('run_passed', 'run_failed', 'run_stopped', 'run_interrupted'))`: "runs without an end",
	} {
		if rows := p.rows(query); len(rows) > 0 {
			p.t.Errorf("%s: %v", what, rows)
		}
	}
	if got := p.one(`PRAGMA integrity_check`); got != "ok" {
		p.t.Errorf("integrity: %s", got)
	}
	before, events := snapshotOf(p.t.(*testing.T), p.root), p.one(`SELECT count(*) FROM events`)
	out, _ := p.want(0, "doctor", "--json")
	after := snapshotOf(p.t.(*testing.T), p.root)
	for f, text := range after {
		if before[f] != text && !strings.HasSuffix(f, "run.lock") {
			p.t.Errorf("a second doctor changed %s", f)
		}
	}
	if len(before) != len(after) || p.one(`SELECT count(*) FROM events`) != events || strings.Contains(out, "tmp_removed") {
		p.t.Errorf("a second doctor did something: %s", out)
	}
}

func TestAC25CrashBeforeTheRename(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for _, point := range []string{"tmp-made", "agent-running", "before-rename", "run-row-committed"} {
		p := newProject(t)
		p.task("a")
		if point == "agent-running" {
			p.play(script{"plan": {DelayMS: 60000, Grandchild: true}})
		}
		p.crash(point)
		p.property()
		if p.status() != "stopped||1" || p.one(`SELECT status FROM tasks`) != "stopped" || p.one(`SELECT count(*) FROM steps`) != "0" {
			t.Errorf("%s: %s", point, p.status())
		}
		if point == "agent-running" && p.has(".norma/grandchild") {
			p.gone(".norma/grandchild")
		}
	}
}

// TestAC25OrphanIsKilled kills a norma from outside while its agent and a process of the agent run.
func TestAC25OrphanIsKilled(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"plan": {DelayMS: 60000, Grandchild: true}})
	cmd := p.process(nil, "run", "1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.has(".norma/grandchild") && p.read(".norma/grandchild") != "" })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	p.property()
	p.gone(".norma/grandchild")
}

func TestAC26CrashAfterTheRename(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.crash("after-rename:3") // the check, which says PASS
	p.property()
	if got := p.one(`SELECT role, status, iteration FROM steps WHERE step_index = 3`); got != "check|fail|1" || p.status() != "stopped||1" {
		t.Errorf("step: %s, run: %s", got, p.status())
	}
	if got := p.one(`SELECT message FROM events WHERE type = 'reconciled_step'`); got != "Step dir exists but DB record was missing; inserted during recovery" {
		t.Errorf("message: %s", got)
	}
	if p.one(`SELECT current_step_index FROM runs`) != "3" {
		t.Error("the cursor was not raised")
	}
}

// crashPatch crashes while a patch of three files is applied.
func crashPatch(t *testing.T, point string) *project {
	t.Helper()
	p := newProject(t)
	p.task("a")
	p.play(script{"check": {Verdict: "FAIL"}, "act": {Swap: true}})
	p.crash(point)
	return p
}

func (p *project) texts() string { return p.read("a.txt") + p.read("b.txt") + p.read("c.txt") }

func TestAC27CrashDuringThePatch(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for _, c := range []struct{ point, event, texts, status string }{
		{"patch-intent-committed", "patch_rolled_back", "one\none\none\n", "stopped|FAIL|1"},
		{"patch-half", "patch_rolled_back", "one\none\none\n", "stopped|FAIL|1"},
		{"patch-done", "patch_recovered", "two\ntwo\ntwo\n", "stopped|FAIL|2"},
		{"patch-recorded", "patch_applied", "two\ntwo\ntwo\n", "stopped|FAIL|2"},
	} {
		p := crashPatch(t, c.point)
		if c.point == "patch-half" && p.texts() != "two\none\none\n" {
			t.Errorf("the patch is not half done: %q", p.texts())
		}
		p.property()
		if p.texts() != c.texts || !strings.Contains(p.events(), c.event) || p.status() != c.status {
			t.Errorf("%s: %q, %s, %s", c.point, p.texts(), p.events(), p.status())
		}
	}
}

func TestAC28UserEditsBeforeRecovery(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := crashPatch(t, "patch-half")
	p.write("b.txt", "the user's\n")
	p.property()
	if p.texts() != "one\nthe user's\none\n" || p.status() != "failed|FAIL|1" {
		t.Errorf("%q, %s", p.texts(), p.status())
	}
	if got := p.one(`SELECT message FROM events WHERE type = 'run_failed'`); !strings.Contains(got, "b.txt") {
		t.Errorf("message: %s", got)
	}
}

func TestAC29FoldersWithoutRuns(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.crash("run-dir-made")
	p.write(".norma/runs/x/steps/001-plan/output.json", "{}")
	out, _ := p.want(0, "doctor")
	if strings.Count(out, "unknown_run_dir") != 2 {
		t.Errorf("doctor: %s", out)
	}
	p.want(0, "run", "1")
	p.property()
	if !p.has(".norma/runs/x/steps/001-plan/output.json") {
		t.Error("an unknown folder was removed")
	}
}

func TestCrashAfterTheStepAndTheRun(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	for point, want := range map[string]string{"step-committed:2": "stopped||1", "run-ended": "passed|PASS|1"} {
		p := newProject(t)
		p.task("a")
		p.crash(point)
		p.property()
		if p.status() != want {
			t.Errorf("%s: %s", point, p.status())
		}
	}
}

func TestAC30KillLoop(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.configure(budget(4, nil))
	p.play(script{"check": {Verdict: "FAIL"}, "act": {Swap: true}})
	random := rand.New(rand.NewPCG(1, 2))
	for i := range *kills {
		p.git("checkout", "-q", "--", ".") // norma takes only files as the last commit has them
		cmd := p.process(nil, "run", "1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		p.property()
		if texts := p.texts(); texts != "one\none\none\n" && texts != "two\ntwo\ntwo\n" {
			t.Errorf("the files are mixed: %q", texts)
		}
		if t.Failed() {
			t.Fatalf("in round %d, run %s: %s", i, p.lastRun(), p.events())
		}
	}
	fmt.Fprintln(t.Output(), "runs:", p.rows(`SELECT status, count(*) FROM runs GROUP BY 1`), "events:", p.rows(`SELECT type, count(*) FROM events GROUP BY 1 ORDER BY 2 DESC`))
}
