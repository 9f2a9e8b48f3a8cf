package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// deadline is how long a test waits for what must happen. It is no measure: on a busy machine things
// take their time, and only what never happens fails.
const deadline = 30 * time.Second

// watcher is a real process with --watch.
type watcher struct {
	t   *testing.T
	dir string
	cmd *exec.Cmd
	err lockedBuffer
	out lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// startWatching runs nomadocx in a folder with the files.
func startWatching(t *testing.T, files map[string]string, args ...string) *watcher {
	t.Helper()
	w := &watcher{t: t, dir: t.TempDir()}
	for name, text := range files {
		w.write(name, text)
	}
	w.cmd = exec.Command("nomadocx", args...) // testscript.Main has put it on the path
	w.cmd.Dir, w.cmd.Stdout, w.cmd.Stderr = w.dir, &w.out, &w.err
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	w.until("the first run", func() bool { return strings.Contains(w.err.String(), "watching ") })
	return w
}

func (w *watcher) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *watcher) until(what string, holds func() bool) {
	w.t.Helper()
	for end := time.Now().Add(deadline); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	w.t.Fatalf("waited in vain for %s; stderr:\n%s", what, w.err.String())
}

func (w *watcher) has(name, text string) func() bool {
	return func() bool {
		data, err := os.ReadFile(filepath.Join(w.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.t.Fatal(err)
		}
		return strings.Contains(string(data), text)
	}
}

func (w *watcher) says(text string, times int) func() bool {
	return func() bool { return strings.Count(w.err.String(), text) >= times }
}

// stop ends the process and returns its exit code.
func (w *watcher) stop(signal os.Signal) int {
	w.t.Helper()
	if err := w.cmd.Process.Signal(signal); err != nil {
		w.t.Fatal(err)
	}
	_ = w.cmd.Wait() // an exit code is no error here
	return w.cmd.ProcessState.ExitCode()
}

func TestWatchRender(t *testing.T) {
	slow.Test(t, "processes")
	w := startWatching(t, map[string]string{
		"report.noma":   "# One\n\n::dataset{id=\"d\" src=\"data/rows.csv\"}\n::\n",
		"data/rows.csv": "a,b\n1,first\n",
	}, "render", "report.noma", "--to", "json", "--out", "report.json", "--watch")
	if !w.has("report.json", "first")() {
		t.Error("watching begins before the first result")
	}

	w.write("report.noma", "# Two\n\n::dataset{id=\"d\" src=\"data/rows.csv\"}\n::\n")
	w.until("an edit", w.has("report.json", `"title": "Two"`))

	// As editors save: the new text in a new file, put in the place of the old one.
	w.write(".report.noma.swp", "# Three\n\n::dataset{id=\"d\" src=\"data/rows.csv\"}\n::\n\n::dataset{id=\"e\" src=\"new/deep/rows.tsv\"}\n::\n")
	if err := os.Rename(filepath.Join(w.dir, ".report.noma.swp"), filepath.Join(w.dir, "report.noma")); err != nil {
		t.Fatal(err)
	}
	w.until("an edit by renaming", w.has("report.json", `"title": "Three"`))

	w.write("data/rows.csv", "a,b\n1,second\n")
	w.until("data in a folder below", w.has("report.json", "second"))

	w.write("new/deep/rows.tsv", "a\tb\n1\tthird\n")
	w.until("a new folder", w.has("report.json", "third"))
	w.write("new/deep/rows.tsv", "a\tb\n1\tfourth\n")
	w.until("a file in a new folder", w.has("report.json", "fourth"))

	// A run that fails is reported and survived.
	w.write("report.noma", "---\na: [\n---\n")
	w.until("an error", w.says("error: ", 1))
	w.write("report.noma", "# Five\n")
	w.until("the run after the error", w.has("report.json", `"title": "Five"`))

	// Neither the output nor other files wake it: each change that is reported is one of those above.
	w.write("notes.txt", "x")
	w.write(".hidden/x.noma", "x")
	w.write("node_modules/x.json", "{}")
	w.write("report.json", "{}")
	time.Sleep(2 * settle)
	w.write("report.noma", "# Six\n")
	w.until("the last run", w.has("report.json", `"title": "Six"`))
	time.Sleep(2 * settle)
	for line := range strings.Lines(w.err.String()) {
		if name, told := strings.CutPrefix(strings.TrimSpace(line), "changed: "); told && name != "report.noma" && name != "data/rows.csv" && !strings.HasPrefix(name, "new") {
			t.Errorf("woken by %s", name)
		}
	}
	if code := w.stop(os.Interrupt); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestWatchCheck(t *testing.T) {
	w := startWatching(t, map[string]string{
		"book.yml":     "chapters: [sub/a.noma]\n",
		"sub/a.noma":   "# A\n\n[[gone]]\n",
		"other/b.noma": "# B\n",
	}, "check", "book.yml", "--watch")
	w.until("findings before the first change", func() bool { return strings.Contains(w.out.String(), "broken-reference") })
	w.write("sub/a.noma", "# A\n\n[[b]]\n")
	w.until("the change", w.says("changed: ", 1))
	w.until("findings of the change", func() bool { return strings.Contains(w.out.String(), `"b"`) })
	w.write("book.yml", "chapters: [sub/a.noma, other/b.noma]\n")
	w.until("a change of the manifest", func() bool { return strings.Contains(w.out.String(), "No issues found") })
	w.until("both changes", w.says("changed: ", 2))
	if strings.Contains(w.err.String(), "\x1b") {
		t.Errorf("stderr: %s", w.err.String())
	}
	if code := w.stop(syscall.SIGTERM); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestWatchRefusals: what cannot become better by waiting ends at once.
func TestWatchRefusals(t *testing.T) {
	for want, args := range map[string][]string{
		"error: unknown target \"dvi\"":                   {"render", "a.noma", "--to", "dvi", "--watch"},
		"error: --watch needs a file, not standard input": {"check", "-", "--watch"},
		"error: missing input file":                       {"check", "--watch"},
		"error: cannot read ":                             {"render", "none.noma", "--watch"},
		"error: cannot read /no/":                         {"check", "/no/such/folder/a.noma", "--watch"},
	} {
		cmd := exec.Command("nomadocx", args...)
		cmd.Dir = t.TempDir()
		if err := os.WriteFile(filepath.Join(cmd.Dir, "a.noma"), []byte("# A\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err == nil || !strings.HasPrefix(stderr.String(), want) {
			t.Errorf("%v: %v, %s", args, err, stderr.String())
		}
	}
}
