package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite"
)

// project is a git repository in a temporary folder with norma and scripted agents.
type project struct {
	t    testing.TB
	root string
}

func newProject(t testing.TB) *project {
	t.Helper()
	p := &project{t, t.TempDir()}
	begunOnce.Do(func() {
		if begunDir, begunErr = os.MkdirTemp("", "norma-test-"); begunErr == nil {
			remove(begunDir)
			(&project{t, begunDir}).first()
		}
	})
	if begunErr != nil {
		t.Fatal(begunErr)
	}
	if err := os.CopyFS(p.root, os.DirFS(begunDir)); err != nil {
		t.Fatal(err)
	}
	p.git("update-index", "-q", "--refresh") // the copies have times of their own
	return p
}

// What every new project is a copy of.
var (
	begunOnce sync.Once
	begunDir  string
	begunErr  error
)

// first makes the repository that new projects are copies of.
func (p *project) first() {
	p.git("init", "-q")
	for _, f := range []string{"a.txt", "b.txt", "c.txt"} {
		p.write(f, "one\n")
	}
	p.begin()
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "begin")
}

// begin makes a norma project whose agents are scripted: they pass at once.
func (p *project) begin() {
	p.t.Helper()
	if code, _, errs := p.norma("init"); code != 0 {
		p.t.Fatalf("init: %d %s", code, errs)
	}
	p.configure(func(map[string]any) {})
	p.play(script{"check": {Verdict: "PASS"}})
}

// configure writes a configuration of scripted agents after a change.
func (p *project) configure(change func(c map[string]any)) {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	agents := map[string]any{}
	for _, role := range []string{"plan", "do", "check", "act"} {
		agents[role] = map[string]any{"type": "exec", "cmd": []string{self, "fake-agent"}}
	}
	c := map[string]any{"agents": agents, "budgets": map[string]any{"max_iterations": 3}}
	change(c)
	data, err := json.Marshal(c)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(".norma/config.json", string(data))
}

func (p *project) play(s script) {
	p.t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(".norma/script.json", string(data))
}

// norma runs a command within this process.
func (p *project) norma(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), &terminal{out: &o, err: &e}, append(args, "--root", p.root))
	return code, o.String(), e.String()
}

// want runs a command and fails unless it ends with the code.
func (p *project) want(code int, args ...string) (out, errs string) {
	p.t.Helper()
	got, out, errs := p.norma(args...)
	if got != code {
		p.t.Fatalf("norma %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, out, errs)
	}
	return out, errs
}

// process is norma as a process of its own.
func (p *project) process(env []string, args ...string) *exec.Cmd {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(self, append(append([]string{"norma-main"}, args...), "--root", p.root)...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

func (p *project) write(name, text string) {
	p.t.Helper()
	at := filepath.Join(p.root, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.root, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

func (p *project) has(name string) bool {
	_, err := os.Lstat(filepath.Join(p.root, name))
	return err == nil
}

func (p *project) git(args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = p.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// database opens the database as norma does: who comes while another one opens or recovers it waits.
func (p *project) database() *sql.DB {
	p.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(p.root, ".norma", "norma.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		p.t.Fatal(err)
	}
	return db
}

// rows asks the database; each row is its columns joined by "|".
func (p *project) rows(query string, args ...any) []string {
	p.t.Helper()
	db := p.database()
	defer db.Close()
	rows, err := db.Query(query, args...)
	if err != nil {
		p.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		p.t.Fatal(err)
	}
	list := []string{}
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			p.t.Fatal(err)
		}
		var texts []string
		for _, v := range values {
			texts = append(texts, v.String)
		}
		list = append(list, strings.Join(texts, "|"))
	}
	if err := rows.Err(); err != nil {
		p.t.Fatal(err)
	}
	return list
}

func (p *project) one(query string, args ...any) string {
	p.t.Helper()
	rows := p.rows(query, args...)
	if len(rows) != 1 {
		p.t.Fatalf("%s: %d rows: %q", query, len(rows), rows)
	}
	return rows[0]
}

// exec changes the database behind norma's back.
func (p *project) exec(query string) {
	p.t.Helper()
	db := p.database()
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		p.t.Fatalf("%s: %v", query, err)
	}
}

// lastRun returns the id of the newest run.
func (p *project) lastRun() string {
	p.t.Helper()
	list := p.rows(`SELECT run_id FROM runs ORDER BY rowid DESC LIMIT 1`)
	if len(list) == 0 {
		p.t.Fatal("there is no run")
	}
	return list[0]
}

// events of the newest run: their types in order.
func (p *project) events() string {
	p.t.Helper()
	return strings.Join(p.rows(`SELECT type FROM events WHERE run_id = ? ORDER BY seq`, p.lastRun()), " ")
}

// data returns the payload of the newest run's only event of a type.
func (p *project) data(kind string) map[string]any {
	p.t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(p.one(`SELECT data_json FROM events WHERE run_id = ? AND type = ?`, p.lastRun(), kind)), &m); err != nil {
		p.t.Fatal(err)
	}
	return m
}

// status of the newest run: status|verdict|iteration.
func (p *project) status() string {
	p.t.Helper()
	return p.one(`SELECT status, verdict, iteration FROM runs WHERE run_id = ?`, p.lastRun())
}

// step returns the folder of a step of the newest run, from the root.
func (p *project) step(name string) string { return ".norma/runs/" + p.lastRun() + "/steps/" + name }

func (p *project) task(criteria ...string) {
	p.t.Helper()
	args := []string{"task", "add", "the goal"}
	for _, c := range criteria {
		args = append(args, "--ac", c)
	}
	p.want(0, args...)
}

// temporaries lists what was never finished.
func (p *project) temporaries() []string {
	found, err := filepath.Glob(filepath.Join(p.root, ".norma/runs/*/steps/*.tmp-*"))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// leftovers are folders that tests share; they go when all are done.
var leftovers sync.Map

func remove(dir string) { leftovers.Store(dir, true) }

var (
	builtOnce sync.Once
	builtDir  string
	builtErr  error
)

// deadly returns a norma with fail points, built once.
func deadly(t testing.TB) string {
	t.Helper()
	builtOnce.Do(func() {
		if builtDir, builtErr = os.MkdirTemp("", "norma-test-"); builtErr != nil {
			return
		}
		remove(builtDir)
		out, err := exec.Command("go", "build", fmt.Sprintf("-race=%v", raced), "-tags", "failpoints", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(builtDir, "norma"), ".").CombinedOutput()
		if err != nil {
			builtErr = fmt.Errorf("%w: %s", err, out)
		}
	})
	if builtErr != nil {
		t.Fatal(builtErr)
	}
	return filepath.Join(builtDir, "norma")
}

func ptr(s string) *string { return &s }
