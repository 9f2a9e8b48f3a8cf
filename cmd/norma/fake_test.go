package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// The test binary plays several parts: the tests; norma itself as a process of its own; a scripted agent;
// and, under their names, the command line tools of models.
func TestMain(m *testing.M) {
	switch name := filepath.Base(os.Args[0]); {
	case name == "codex" || name == "opencode" || name == "gemini":
		os.Exit(fakeTool())
	case len(os.Args) > 1 && os.Args[1] == "fake-agent":
		os.Exit(fakeAgent(os.Stdin))
	case len(os.Args) > 1 && os.Args[1] == "norma-main":
		os.Args = append(os.Args[:1], os.Args[2:]...)
		main()
	case len(os.Args) > 1 && os.Args[1] == "linger":
		time.Sleep(time.Minute)
		os.Exit(0)
	}
	for name, value := range map[string]string{"GIT_AUTHOR_NAME": "test", "GIT_COMMITTER_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.org",
		"GIT_COMMITTER_EMAIL": "test@example.org", "GIT_CONFIG_GLOBAL": os.DevNull} {
		_ = os.Setenv(name, value)
	}
	code := m.Run()
	leftovers.Range(func(dir, _ any) bool { return os.RemoveAll(dir.(string)) == nil })
	os.Exit(code)
}

// play is what the scripted agent does in one step. The script is .norma/script.json: an object from
// "role", or "role/iteration", which wins, to a play.
type play struct {
	Files      map[string]string `json:",omitempty"` // in the step's folder
	Links      map[string]string `json:",omitempty"` // symbolic links there: name to target
	Outside    map[string]string `json:",omitempty"` // from the project's root
	Run        map[string]string `json:",omitempty"` // in the run's folder
	Git        [][]string        `json:",omitempty"` // commands in the project's root
	Stdout     *string           `json:",omitempty"` // nil: an answer that is ok
	Raw        []byte            `json:",omitempty"` // stdout that is no UTF-8
	Answer     []string          `json:",omitempty"` // files of the answer
	Verdict    string            `json:",omitempty"` // writes verdict.json and scorecard.md
	Exit       int               `json:",omitempty"`
	DelayMS    int               `json:",omitempty"`
	Hold       bool              `json:",omitempty"` // until [project.held] lets it go
	IgnoreTerm bool              `json:",omitempty"`
	Grandchild bool              `json:",omitempty"`
	Swap       bool              `json:",omitempty"` // act: a patch that turns file.txt from what it is to the other text
}

type script map[string]play

func fakeAgent(in io.Reader) int {
	data, err := io.ReadAll(in)
	if err != nil {
		return 90
	}
	q, err := contract.DecodeRequest(data)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 91
	}
	return perform(q, data)
}

func perform(q *contract.Request, stdin []byte) int {
	text, err := os.ReadFile(filepath.Join(q.Paths.RepoRoot, ".norma", "script.json"))
	if err != nil {
		return 92
	}
	var s script
	if err := json.Unmarshal(text, &s); err != nil {
		return 93
	}
	p, ok := s[fmt.Sprintf("%s/%d", q.Step.Role, q.Step.Iteration)]
	if !ok {
		p = s[string(q.Step.Role)]
	}
	if p.IgnoreTerm {
		signal.Ignore(syscall.SIGTERM)
	}
	dir := q.Paths.StepDir
	save(filepath.Join(dir, "files", "stdin.json"), string(stdin))
	save(filepath.Join(dir, "files", "env.txt"), strings.Join(os.Environ(), "\n"))
	if p.Grandchild {
		child := exec.Command(os.Args[0], "linger")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			return 94
		}
		save(filepath.Join(q.Paths.RepoRoot, ".norma", "grandchild"), fmt.Sprint(child.Process.Pid))
	}
	for name, text := range p.Files {
		save(filepath.Join(dir, name), text)
	}
	for name, to := range p.Links {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			return 95
		}
	}
	for name, text := range p.Outside {
		save(filepath.Join(q.Paths.RepoRoot, name), text)
	}
	for name, text := range p.Run {
		save(filepath.Join(q.Paths.RunDir, name), text)
	}
	for _, args := range p.Git {
		cmd := exec.Command("git", args...)
		cmd.Dir = q.Paths.RepoRoot
		if err := cmd.Run(); err != nil {
			return 96
		}
	}
	if p.Swap {
		save(filepath.Join(dir, "patch.diff"), swap(q.Paths.RepoRoot))
	}
	if p.Verdict != "" {
		v := contract.Verdict{Version: 1, Verdict: p.Verdict, Criteria: []contract.Judgement{}, Blockers: []string{}}
		for _, c := range q.Norma.Criteria {
			v.Criteria = append(v.Criteria, contract.Judgement{ID: c.ID, Text: c.Text, Pass: p.Verdict == contract.Pass})
		}
		data, _ := json.Marshal(v)
		save(filepath.Join(dir, "verdict.json"), string(data))
		save(filepath.Join(dir, "scorecard.md"), "# Card\n")
	}
	time.Sleep(time.Duration(p.DelayMS) * time.Millisecond)
	if p.Hold {
		save(filepath.Join(dir, "files", "held"), "")
		for range 6000 {
			if _, err := os.Stat(filepath.Join(dir, "files", "go")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	switch {
	case p.Raw != nil:
		_, _ = os.Stdout.Write(p.Raw)
	case p.Stdout != nil:
		fmt.Print(*p.Stdout)
	default:
		answer, _ := json.Marshal(map[string]any{"version": 1, "status": "ok", "summary": "done", "files": p.Answer, "own": map[string]int{"x": 1}})
		fmt.Printf("%s\n", answer)
	}
	fmt.Fprintln(os.Stderr, "a word on stderr")
	return p.Exit
}

// swap returns a patch of three files that goes from one state to the other.
func swap(root string) string {
	before, after := "one", "two"
	if data, err := os.ReadFile(filepath.Join(root, "a.txt")); err == nil && strings.HasPrefix(string(data), "two") {
		before, after = after, before
	}
	var b strings.Builder
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-%s\n+%s\n", name, name, before, after)
	}
	return b.String()
}

func save(path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
}

// fakeTool returns codex, opencode or gemini: it notes how it was called and finds the request in its prompt.
func fakeTool() int {
	stdin, _ := io.ReadAll(os.Stdin)
	noted, _ := json.Marshal(map[string]any{"argv": os.Args[1:], "stdin": string(stdin)})
	prompt := string(stdin)
	if len(os.Args) > 1 && !strings.Contains(prompt, "<<<REQUEST") {
		prompt = os.Args[len(os.Args)-1]
	}
	if name, ok := strings.CutPrefix(prompt, "Read the file "); ok {
		name, _, _ = strings.Cut(name, " and do exactly")
		data, err := os.ReadFile(name)
		if err != nil {
			return 80
		}
		prompt = string(data)
	}
	_, request, _ := strings.Cut(prompt, "<<<REQUEST\n")
	request, _, _ = strings.Cut(request, "\nREQUEST>>>")
	q, err := contract.DecodeRequest([]byte(request))
	if err != nil {
		return 81
	}
	save(filepath.Join(q.Paths.StepDir, "files", "call.json"), string(noted))
	return perform(q, stdin)
}
