package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// The tests of the acceptance criteria carry their numbers.

func TestAC01Init(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	before := snapshotOf(t, p.root)
	p.want(0, "init")
	if after := snapshotOf(t, p.root); !reflect.DeepEqual(before, after) {
		t.Errorf("the second init changed files")
	}
	if !strings.Contains(p.read(".gitignore"), ".norma/\n") {
		t.Error(".norma is not ignored")
	}
	empty := t.TempDir()
	for _, args := range [][]string{{"task", "add", "x"}, {"task", "list"}, {"task", "show", "1"}, {"run"}, {"run", "1"}, {"runs", "list"},
		{"runs", "show", "x"}, {"runs", "prune", "--keep-last", "1"}, {"doctor"}} {
		q := &project{t, empty}
		if _, errs := q.want(2, args...); !strings.Contains(errs, "norma init") {
			t.Errorf("norma %v does not say what to do: %s", args, errs)
		}
	}
	if entries, err := os.ReadDir(empty); err != nil || len(entries) != 0 {
		t.Errorf("something was created: %v %v", entries, err)
	}
}

// snapshotOf returns every file with its content; the database's own bytes are not compared.
func snapshotOf(t *testing.T, root string) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.Contains(path, "/.git/") || strings.Contains(path, "norma.db") {
			return err
		}
		data, err := os.ReadFile(path)
		m[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAC02Tasks(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	if out, _ := p.want(0, "task", "add", "g", "--ac", "a", "--ac", "AC7: b"); out != "task 1 added\n" {
		t.Errorf("out: %q", out)
	}
	out, _ := p.want(0, "task", "show", "1", "--json")
	var task struct {
		Criteria []map[string]string `json:"acceptance_criteria"`
		Status   string
	}
	if err := json.Unmarshal([]byte(out), &task); err != nil {
		t.Fatal(err)
	}
	if want := []map[string]string{{"id": "AC1", "text": "a"}, {"id": "AC2", "text": "b"}}; !reflect.DeepEqual(task.Criteria, want) || task.Status != "todo" {
		t.Errorf("task: %s", out)
	}
}

func TestAC03PassesAtOnce(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.want(0, "run", "1")
	id := p.lastRun()
	if !regexp.MustCompile(`^\d{8}-\d{6}-[0-9a-f]{6}$`).MatchString(id) {
		t.Errorf("run id: %s", id)
	}
	if got := p.status(); got != "passed|PASS|1" {
		t.Errorf("run: %s", got)
	}
	if got := strings.Join(p.rows(`SELECT step_index, role, status FROM steps ORDER BY 1`), " "); got != "1|plan|ok 2|do|ok 3|check|ok" {
		t.Errorf("steps: %s", got)
	}
	want := "1|run_started 2|step_committed 3|step_committed 4|step_committed 5|verdict 6|run_passed"
	if got := strings.Join(p.rows(`SELECT seq, type FROM events ORDER BY seq`), " "); got != want {
		t.Errorf("events: %s", got)
	}
	if got := p.one(`SELECT status, run_id FROM tasks`); got != "done|"+id {
		t.Errorf("task: %s", got)
	}
}

func TestAC04Files(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.want(0, "run", "1")
	if !strings.Contains(p.read(".norma/runs/"+p.lastRun()+"/norma.md"), "- AC1: a") {
		t.Error("norma.md does not name the criterion")
	}
	for _, step := range []string{"001-plan", "002-do", "003-check"} {
		names := []string{"input.json", "output.json", "logs/stdout.txt", "logs/stderr.txt"}
		if step == "003-check" {
			names = append(names, "verdict.json", "scorecard.md")
		}
		for _, n := range names {
			if !p.has(p.step(step) + "/" + n) {
				t.Errorf("%s has no %s", step, n)
			}
		}
		input := p.read(p.step(step) + "/input.json")
		if input != p.read(p.step(step)+"/files/stdin.json") {
			t.Errorf("%s: the agent read other bytes than input.json", step)
		}
		var q struct {
			Paths struct {
				StepDir string `json:"step_dir"`
				Final   string `json:"final_step_dir"`
			}
		}
		if err := json.Unmarshal([]byte(input), &q); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(q.Paths.Final); err != nil || !info.IsDir() || !strings.Contains(q.Paths.StepDir, ".tmp-") {
			t.Errorf("paths: %+v %v", q.Paths, err)
		}
		if !strings.Contains(p.read(p.step(step)+"/output.json"), `"own"`) {
			t.Errorf("%s: a member that norma does not know was lost", step)
		}
	}
	if left := p.temporaries(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestAC05Schema(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	if got := p.one(`PRAGMA journal_mode`); got != "wal" {
		t.Errorf("journal_mode: %s", got)
	}
	want := map[string]string{
		"schema_migrations": "version:INTEGER applied_at:TEXT",
		"runs":              "run_id:TEXT created_at:TEXT goal:TEXT status:TEXT iteration:INTEGER current_step_index:INTEGER verdict:TEXT run_dir:TEXT",
		"steps":             "run_id:TEXT step_index:INTEGER role:TEXT iteration:INTEGER status:TEXT step_dir:TEXT started_at:TEXT ended_at:TEXT summary:TEXT",
		"events":            "run_id:TEXT seq:INTEGER ts:TEXT type:TEXT message:TEXT data_json:TEXT",
		"kv_run":            "run_id:TEXT key:TEXT value_json:TEXT",
		"tasks":             "id:INTEGER title:TEXT goal:TEXT acceptance_criteria_json:TEXT status:TEXT run_id:TEXT created_at:TEXT updated_at:TEXT",
		"task_edges":        "task_id:INTEGER depends_on_id:INTEGER",
	}
	for table, columns := range want {
		var got []string
		for _, c := range p.rows(`SELECT name, type FROM pragma_table_info(?) ORDER BY cid`, table) {
			got = append(got, strings.Replace(c, "|", ":", 1))
		}
		if strings.Join(got, " ") != columns {
			t.Errorf("%s: %v", table, got)
		}
	}
	if got := p.one(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`); got != fmt.Sprint(len(want)) {
		t.Errorf("%s tables", got)
	}
	if got := p.rows(`SELECT version FROM schema_migrations ORDER BY 1`); !reflect.DeepEqual(got, []string{"1", "2"}) {
		t.Errorf("versions: %v", got)
	}
}

func TestAC06FailThenPass(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.play(script{"check/1": {Verdict: "FAIL"}, "check/2": {Verdict: "PASS"}, "act": {Swap: true}})
	index, head := p.read(".git/index"), p.git("rev-parse", "HEAD")
	p.want(0, "run", "1")
	if got := strings.Join(p.rows(`SELECT role || iteration FROM steps ORDER BY step_index`), " "); got != "plan1 do1 check1 act1 plan2 do2 check2" {
		t.Errorf("steps: %s", got)
	}
	if p.status() != "passed|PASS|2" || p.read("a.txt")+p.read("b.txt")+p.read("c.txt") != "two\ntwo\ntwo\n" {
		t.Errorf("run: %s, a.txt: %q", p.status(), p.read("a.txt"))
	}
	if p.read(".git/index") != index || p.git("rev-parse", "HEAD") != head {
		t.Error("git's index or HEAD was touched")
	}
	applying, applied := p.data("patch_applying"), p.data("patch_applied")
	for _, f := range applying["files"].([]any) {
		file := f.(map[string]any)
		after := applied["after"].(map[string]any)["files"].(map[string]any)[file["path"].(string)]
		if file["after"] != after || file["before"] == after || after != strings.TrimSpace(p.git("hash-object", file["path"].(string))) {
			t.Errorf("hashes of %v: %v", file, after)
		}
	}
}

func TestAC07Show(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.task("a")
	p.want(0, "run", "1")
	id := p.lastRun()
	p.play(script{"plan": {Hold: true}, "check": {Verdict: "PASS"}})
	p.task("b")
	other := p.process(nil, "run", "2")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	p.until(func() bool { return p.one(`SELECT count(*) FROM runs`) == "2" })
	var out string
	p.held(func() { out, _ = p.want(0, "runs", "list", "--json") })
	var runs []struct {
		RunID  string `json:"run_id"`
		Status string
	}
	if err := json.Unmarshal([]byte(out), &runs); err != nil {
		t.Fatal(err)
	}
	if len(runs) != 2 || runs[1].RunID != id || runs[0].Status != "running" || runs[1].Status != "passed" {
		t.Errorf("list: %s", out)
	}
	out, _ = p.want(0, "runs", "show", id, "--json")
	var shown struct {
		Steps  []struct{ Role string }
		Events []struct {
			Seq  int
			Type string
		}
	}
	if err := json.Unmarshal([]byte(out), &shown); err != nil {
		t.Fatal(err)
	}
	if len(shown.Steps) != 3 || len(shown.Events) != 6 || shown.Events[5].Type != "run_passed" {
		t.Errorf("show: %s", out)
	}
	if err := other.Wait(); err != nil {
		t.Error(err)
	}
	p.want(2, "runs", "show", "no-such-run")
}
