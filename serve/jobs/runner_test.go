//go:build unix

package jobs_test

import (
	"context"
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
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// TestMain is the child as well: the test program starts itself.
func TestMain(m *testing.M) {
	switch os.Getenv("JOBS_TEST") {
	case "child":
		var p jobs.Performer
		err := jobs.Serve(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, r jobs.Request) jobs.Reply {
			misbehave(filepath.Base(r.Source))
			return p.Perform(ctx, r)
		})
		p.Close()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "parent": // one whose child works for ever; the test kills it
		r := runner(1)
		_, err := r.Do(context.Background(), jobs.Request{Kind: jobs.Identify, Source: "tell-and-hang"}, time.Hour)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// misbehave does what the name of a document asks for.
func misbehave(name string) {
	switch {
	case strings.HasPrefix(name, "hang"):
		select {}
	case strings.HasPrefix(name, "spin"):
		for {
		}
	case strings.HasPrefix(name, "crash"):
		panic("a fault in the renderer")
	case strings.HasPrefix(name, "exit"):
		os.Exit(0)
	case strings.HasPrefix(name, "die"):
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case strings.HasPrefix(name, "eat"):
		var all [][]byte
		for {
			b := make([]byte, 8<<20)
			for i := range b {
				b[i] = 1
			}
			all = append(all, b)
			time.Sleep(time.Millisecond)
			if len(all) > 1000 {
				return
			}
		}
	case strings.HasPrefix(name, "tell-and-hang"):
		path := os.Getenv("JOBS_TEST_PID")
		os.WriteFile(path+".new", []byte(strconv.Itoa(os.Getpid())), 0o600)
		os.Rename(path+".new", path)
		select {}
	}
}

func runner(children int) *jobs.Runner {
	return jobs.NewRunner(jobs.Config{Command: []string{os.Args[0]}, Env: []string{"JOBS_TEST=child"},
		Children: children, Memory: 300 << 20})
}

// TestEveryMisfortuneEndsAndTheNextRequestIsDone is the promise of the package.
func TestEveryMisfortuneEndsAndTheNextRequestIsDone(t *testing.T) {
	slow.Test(t, "processes")
	dir := t.TempDir()
	good := filepath.Join(dir, "good.noma")
	write(t, good, "# Quay\n\nText.\n")
	r := runner(1)
	defer r.Close()
	var crash *jobs.CrashError
	for i, c := range []struct {
		name  string
		limit time.Duration
		want  func(error) bool
	}{
		{"hang", 300 * time.Millisecond, func(err error) bool { return errors.Is(err, jobs.ErrDeadline) }},
		{"spin", 300 * time.Millisecond, func(err error) bool { return errors.Is(err, jobs.ErrDeadline) }},
		{"crash", time.Minute, func(err error) bool {
			return errors.As(err, &crash) && strings.Contains(crash.Stderr, "a fault in the renderer")
		}},
		{"exit", time.Minute, func(err error) bool { return errors.As(err, &crash) }},
		{"die", time.Minute, func(err error) bool { return errors.As(err, &crash) && strings.Contains(crash.State, "killed") }},
		{"eat", time.Minute, func(err error) bool { return errors.Is(err, jobs.ErrMemory) }},
	} {
		if _, err := r.Do(t.Context(), jobs.Request{Kind: jobs.Identify, Source: c.name}, c.limit); !c.want(err) {
			t.Errorf("%s: %v", c.name, err)
		}
		out := filepath.Join(dir, strconv.Itoa(i)+".html")
		reply, err := r.Do(t.Context(), jobs.Request{Kind: jobs.Render, Source: good, Target: "html", Out: out}, time.Minute)
		if err != nil || reply.Error != "" || len(reply.Outputs) != 1 {
			t.Errorf("after %s: %+v, %v", c.name, reply, err)
		}
		if sum, err := jobs.HashFile(out); err != nil || sum != reply.Outputs[0].SHA256 {
			t.Errorf("after %s: the result is not what the reply says: %v", c.name, err)
		}
	}
}

// TestCancel ends a request whose caller has gone away.
func TestCancel(t *testing.T) {
	r := runner(1)
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := r.Do(ctx, jobs.Request{Kind: jobs.Identify, Source: "hang"}, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled request ended with %v", err)
	}
	r.Close()
	if _, err := r.Do(t.Context(), jobs.Request{Kind: jobs.Identify, Source: "x"}, time.Hour); !errors.Is(err, jobs.ErrClosed) {
		t.Errorf("a closed runner answers %v", err)
	}
}

// TestChildEndsWithItsParent kills a parent in the midst of a request.
func TestChildEndsWithItsParent(t *testing.T) {
	slow.Test(t, "processes")
	pidFile := filepath.Join(t.TempDir(), "pid")
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "JOBS_TEST=parent", "JOBS_TEST_PID="+pidFile)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	eventually(t, "the child to start", func() bool {
		data, err := os.ReadFile(pidFile)
		if err == nil {
			pid, err = strconv.Atoi(string(data))
		}
		return err == nil
	})
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait()
	eventually(t, "the child to end", func() bool { return syscall.Kill(pid, 0) != nil || zombie(pid) })
}

// zombie reports whether a process has ended and waits for a parent to examine it.
func zombie(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(data), ") Z ")
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 600 {
		if ok() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}
