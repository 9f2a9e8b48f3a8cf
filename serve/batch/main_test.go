//go:build unix

package batch_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/serve/batch"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// TestMain is a batch process and its children as well: the test program starts itself.
func TestMain(m *testing.M) {
	var err error
	switch os.Getenv("BATCH_TEST") {
	case "child":
		var p jobs.Performer
		err = jobs.Serve(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, r jobs.Request) jobs.Reply {
			misbehave(filepath.Base(r.Source))
			return p.Perform(ctx, r)
		})
		p.Close()
	case "process":
		err = process(os.Args[1])
	default:
		code := m.Run()
		stopServer()
		os.Exit(code)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// misbehave does what the name of a document asks for.
func misbehave(name string) {
	switch {
	case strings.HasPrefix(name, "hang"):
		select {}
	case strings.HasPrefix(name, "crash"):
		panic("a fault in the renderer")
	case strings.HasPrefix(name, "slow"):
		time.Sleep(100 * time.Millisecond)
	case strings.HasPrefix(name, "long"):
		time.Sleep(3 * time.Second)
	}
}

// order is what a batch process of these tests does.
type order struct {
	DB, Dir  string
	Pattern  string // "" enqueues nothing
	Targets  []app.Target
	Workers  int
	Deadline time.Duration // of a job
	Attempts int
	Forever  bool
	Theme    string
	Version  string // of the tool
}

// process returns what the command line does, in short.
func process(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	_, err := o.do(ctx, nil)
	return err
}

func newRunner(children int) *jobs.Runner {
	return jobs.NewRunner(jobs.Config{Command: []string{os.Args[0]}, Env: []string{"BATCH_TEST=child"}, Children: children})
}

// do enqueues and works.
func (o order) do(ctx context.Context, done func(batch.Item)) (*batch.Enqueued, error) {
	s, err := batch.Open(ctx, batch.Options{DB: o.DB, Dir: o.Dir})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	q := &batch.Enqueued{}
	if o.Pattern != "" {
		if q, err = o.enqueue(ctx, s); err != nil {
			return nil, err
		}
	}
	r := newRunner(o.Workers)
	defer r.Close()
	return q, s.Work(ctx, r, batch.WorkOptions{Workers: o.Workers, Name: "test", Until: q.Batch, Done: done,
		JobTimeout: o.Deadline, Forever: o.Forever})
}

func (o order) enqueue(ctx context.Context, s *batch.Store) (*batch.Enqueued, error) {
	p, err := batch.PlanRender([]string{o.Pattern}, o.Targets, o.Dir, jobs.Request{Theme: o.Theme}, batch.Limits{Attempts: o.Attempts, Deadline: o.Deadline})
	if err != nil {
		return nil, err
	}
	return s.Enqueue(ctx, p.Batch, p.Jobs, cmp.Or(o.Version, "1"))
}

// start starts a batch process.
func (o order) start(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], string(text))
	cmd.Env = append(os.Environ(), "BATCH_TEST=process")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd
}

// open opens the progress store an order is kept in.
func (o order) open(t *testing.T) *batch.Store {
	t.Helper()
	s, err := batch.Open(t.Context(), batch.Options{DB: o.DB, Dir: o.Dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func counts(t *testing.T, s *batch.Store) batch.Counts {
	t.Helper()
	c, err := s.Counts(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sources makes documents, and returns the pattern they match.
func sources(t *testing.T, n int, name string) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		write(t, filepath.Join(dir, fmt.Sprintf("q%d", i%3), fmt.Sprintf("%s%03d.noma", name, i)),
			fmt.Sprintf("---\ntitle: Report %d\n---\n\n# Report %d\n\n::claim{id=\"c%d\"}\nThe quay holds %d ships.\n::\n", i, i, i, i))
	}
	return filepath.Join(dir, "**", "*.noma")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// results returns the files of a folder of results, by name, without the progress store.
func results(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".nomadocx" {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			files[name] = string(data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// noTemp holds that nothing is left in the folder for temporary files.
func noTemp(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, ".nomadocx", "tmp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("a temporary file is left: %s", e.Name())
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 2400 {
		if ok() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}
