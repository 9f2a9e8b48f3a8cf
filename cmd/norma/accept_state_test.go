package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

func TestAC31OneAtATime(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.task("b")
	p.play(script{"plan": {DelayMS: 1200}, "check": {Verdict: "PASS"}})
	first := p.process(nil, "run", "1")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.one(`SELECT count(*) FROM runs`) == "1" })
	began := time.Now()
	_, errs := p.want(5, "run", "2")
	if took := time.Since(began); took > time.Second { // the criterion's own bound
		t.Errorf("it took %s to say that the project is locked", took)
	}
	if !strings.Contains(errs, p.lastRun()) {
		t.Errorf("the holder is not named: %s", errs)
	}
	p.want(0, "run", "2", "--wait")
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	if got := p.rows(`SELECT status FROM runs`); strings.Join(got, " ") != "passed passed" {
		t.Errorf("runs: %v", got)
	}
	p.exec(`UPDATE tasks SET status = 'todo'`)
	killed := p.process(nil, "run", "1")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.one(`SELECT count(*) FROM runs WHERE status = 'running'`) == "1" })
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	p.want(0, "doctor")
}

func TestAC32Dependencies(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.task("b")
	p.task("c")
	p.want(0, "task", "link", "2", "--depends-on", "1")
	p.want(0, "task", "link", "3", "--depends-on", "2")
	for _, bad := range [][]string{{"1", "3"}, {"1", "2"}, {"1", "1"}, {"1", "9"}} {
		p.want(2, "task", "link", bad[0], "--depends-on", bad[1])
	}
	p.play(script{"plan": {Exit: 1}})
	p.want(3, "run")
	if got := strings.Join(p.rows(`SELECT status FROM tasks ORDER BY id`), " "); got != "failed todo todo" {
		t.Errorf("tasks: %s", got)
	}
	p.exec(`UPDATE tasks SET status = 'todo'`)
	p.play(script{"check": {Verdict: "PASS"}})
	p.want(0, "run")
	if got := strings.Join(p.rows(`SELECT t.id FROM runs r JOIN tasks t ON t.run_id = r.run_id ORDER BY r.rowid`), " "); got != "1 2 3" {
		t.Errorf("order: %s", got)
	}
	p.want(2, "run", "2") // done already
	p.want(2, "run", "77")
}

func TestAC33Migrations(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.want(0, "run", "1")
	// Version 1 had no tasks.
	p.exec(`PRAGMA foreign_keys = OFF; DROP TABLE task_edges; DROP TABLE tasks; DELETE FROM schema_migrations WHERE version = 2`)
	p.want(2, "runs", "list") // reading does not migrate, and says who does
	p.want(0, "doctor")
	if p.one(`SELECT count(*) FROM runs`) != "1" || p.one(`SELECT max(version) FROM schema_migrations`) != "2" || p.one(`SELECT count(*) FROM steps`) != "3" {
		t.Error("the migration lost something")
	}
	p.task("b")
	p.want(0, "run", "1")

	p.exec(`INSERT INTO schema_migrations VALUES (99, 'later'); PRAGMA wal_checkpoint(TRUNCATE)`)
	before := p.read(".norma/norma.db")
	for _, args := range [][]string{{"doctor"}, {"run", "1"}, {"runs", "list"}, {"init"}, {"task", "add", "x"}} {
		if _, errs := p.want(1, args...); !strings.Contains(errs, "version 99") {
			t.Errorf("norma %v: %s", args, errs)
		}
	}
	if p.read(".norma/norma.db") != before {
		t.Error("a database of the future was changed")
	}
}

// limited runs norma where no file may grow beyond a few blocks.
func (p *project) limited() {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	p.play(script{"plan": {Stdout: ptr(`{"version":1,"status":"ok","summary":"` + strings.Repeat("x", 400<<10) + `"}`)}})
	cmd := exec.Command("sh", "-c", `trap '' XFSZ; ulimit -f 400; exec "$0" norma-main run 1 --root "$1"`, self, p.root)
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 1 || !strings.Contains(string(out), p.root) {
		p.t.Errorf("%v: %s", err, out)
	}
	p.property()
}

func TestAC35Prune(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	for range 4 {
		p.exec(`UPDATE tasks SET status = 'todo'`)
		p.want(0, "run", "1")
	}
	p.exec(`UPDATE runs SET status = 'running' WHERE run_id = '` + p.lastRun() + `'`)
	running := p.lastRun()
	p.want(2, "runs", "prune")
	before := p.rows(`SELECT run_id FROM runs ORDER BY 1`)
	p.want(0, "runs", "prune", "--keep-last", "1", "--dry-run")
	if got := p.rows(`SELECT run_id FROM runs ORDER BY 1`); len(got) != len(before) {
		t.Errorf("a dry run removed something: %v", got)
	}
	p.exec(`UPDATE runs SET status = 'running' WHERE run_id = '` + running + `'`)
	p.want(0, "runs", "prune", "--keep-last", "1")
	left := p.rows(`SELECT run_id FROM runs ORDER BY created_at`)
	dirs, err := os.ReadDir(filepath.Join(p.root, ".norma/runs"))
	if err != nil || len(left) != 2 || left[1] != running || len(dirs) != 2 || p.one(`SELECT count(DISTINCT run_id) FROM steps`) != "2" {
		t.Errorf("left: %v, folders: %v, %v", left, dirs, err)
	}
}

// A mistake in the configuration is reported also when no task is ready.
func TestBadConfigurationWithoutTasks(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.write("bad.json", `{"agents":{},"budgets":{"max_iterations":1}}`)
	if _, errs := p.want(2, "run", "--config", filepath.Join(p.root, "bad.json")); !strings.Contains(errs, "agents.plan is required") {
		t.Error(errs)
	}
}
