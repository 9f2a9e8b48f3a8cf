package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// processes returns the processes that use a browser's folder, the browser itself first.
func processes(t *testing.T, b *browser) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		args, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if !bytes.Contains(args, []byte("--user-data-dir="+b.profile.data+"\x00")) {
			continue
		}
		if bytes.Contains(args, []byte("--type=")) {
			out = append(out, pid)
		} else {
			out = append([]int{pid}, out...)
		}
	}
	return out
}

func browserProcess(t *testing.T, b *browser) int {
	t.Helper()
	all := processes(t, b)
	if len(all) == 0 {
		t.Fatal("no browser runs")
	}
	return all[0]
}

// below returns the processes that descend from one. Renderers have no folder on their command line.
func below(t *testing.T, root int) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		// pid (name) state ppid: the name may hold anything, so count from its end (proc(5)).
		if f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])); len(f) > 1 {
			parent, _ := strconv.Atoi(f[1])
			children[parent] = append(children[parent], pid)
		}
	}
	out := children[root]
	for i := 0; i < len(out); i++ {
		out = append(out, children[out[i]]...)
	}
	return out
}

// running reports whether a process runs; one that ended may still wait for its parent to notice.
func running(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !bytes.Contains(stat, []byte(") Z ")) && !bytes.Contains(stat, []byte(") X "))
}

func TestCloseLeavesNothing(t *testing.T) {
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Print(t.Context(), []byte("x"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	b := p.current
	family := append(below(t, browserProcess(t, b)), browserProcess(t, b))
	if len(family) < 3 {
		t.Fatalf("the browser's processes are not found, so their end would not be noticed: %v", family)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	for _, pid := range family {
		// What was asked to end needs a moment to do so.
		for wait := 0; running(pid); wait++ {
			if wait == 1000 {
				t.Fatalf("process %d is left", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	if _, err := os.Stat(b.profile.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder left: %v", err)
	}
	if err := p.Print(t.Context(), []byte("x"), io.Discard, Options{}); !errors.Is(err, ErrClosed) {
		t.Errorf("printing after Close: %v, want ErrClosed", err)
	}
}

func TestRecycle(t *testing.T) {
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{RecycleAfter: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var used []*browser
	for range 3 {
		if err := p.Print(t.Context(), []byte("x"), io.Discard, Options{}); err != nil {
			t.Fatal(err)
		}
		used = append(used, p.current)
	}
	if used[0] != used[1] || used[1] == used[2] {
		t.Error("want one browser for two documents and a new one for the third")
	}
}

func TestTimeoutAndCancel(t *testing.T) {
	slow.Test(t, "a browser")
	long := []byte(strings.Repeat("<p>much text</p>", 40000))
	err := shared.Print(t.Context(), long, io.Discard, Options{Timeout: 20 * time.Millisecond})
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v, want ErrTimeout", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := shared.Print(ctx, []byte("x"), io.Discard, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	// Neither spoils the next document.
	pdfOf(t, "x", Options{})
}

func TestDeadlineGrows(t *testing.T) {
	small, large := Options{}.deadline(1000), Options{}.deadline(20<<20)
	if small < baseDeadline || large < 20*deadlinePerMiB {
		t.Errorf("deadlines %v and %v", small, large)
	}
}

func TestNoBrowser(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(Variable, "")
	_, err := New(t.Context(), BrowserOptions{})
	if !errors.Is(err, ErrNoBrowser) {
		t.Fatalf("error %v, want ErrNoBrowser", err)
	}
	for _, want := range []string{"apt-get install chromium", Variable} {
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want one line with %q: %q", want, err)
		}
	}
	t.Setenv(Variable, "/nowhere/chromium")
	if _, err := New(t.Context(), BrowserOptions{}); !errors.Is(err, ErrNoBrowser) || !strings.Contains(err.Error(), Variable) {
		t.Errorf("error %v", err)
	}
}

func TestBrowserThatDoesNotStart(t *testing.T) {
	fake := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(fake, []byte("#!/bin/sh\necho no display here >&2\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := Print(t.Context(), []byte("x"), io.Discard, Options{Browser: BrowserOptions{Path: fake}})
	if !errors.Is(err, ErrStart) {
		t.Errorf("error %v, want ErrStart", err)
	}
}

// TestSandboxed: whoever runs the tests, the browser's renderers are confined. A sandboxed
// Chromium forks its renderers from a zygote; without a sandbox there is none on the command line.
func TestSandboxed(t *testing.T) {
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{Sandbox: SandboxRequired})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Print(t.Context(), []byte("x"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	pid := browserProcess(t, p.current)
	args, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(args, []byte("--no-sandbox")) {
		t.Error("the browser runs with --no-sandbox")
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 && !bytes.Contains(status, []byte("Uid:\t65534\t65534\t65534\t65534")) {
		t.Errorf("root's browser does not run as nobody:\n%s", status)
	}
}

func TestSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	used, err := newProfile(account{})
	if err != nil {
		t.Fatal(err)
	}
	defer used.remove()
	left, err := newProfile(account{})
	if err != nil {
		t.Fatal(err)
	}
	left.lock.Close() // as the end of the program does
	foreign := filepath.Join(tmp, "someone-elses")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	exists := func(dir string) bool { _, err := os.Stat(dir); return err == nil }

	sweep(tmp, time.Now())
	if !exists(left.dir) {
		t.Error("a young folder was swept")
	}
	sweep(tmp, time.Now().Add(time.Hour))
	if exists(left.dir) {
		t.Error("the abandoned folder is still there")
	}
	if !exists(used.dir) || !exists(foreign) {
		t.Error("a folder that is not abandoned was swept")
	}
}

// A browser that starts only without its sandbox is not started when the owner of the machine insists on it.
func TestSandboxRequiredByTheMachine(t *testing.T) {
	for _, c := range []struct {
		sandbox string
		starts  int // with the sandbox, then without
	}{{"", 2}, {"required", 1}} {
		dir, err := os.MkdirTemp("", "browser-")
		if err == nil {
			t.Cleanup(func() { _ = os.RemoveAll(dir) })
			err = os.Chmod(dir, 0o755) // root's browser runs as nobody
		}
		if err != nil {
			t.Fatal(err)
		}
		fake, log := filepath.Join(dir, "chromium"), filepath.Join(dir, "log")
		script := "#!/bin/sh\necho start >> " + log + "\nexit 1\n"
		if err := errors.Join(os.WriteFile(fake, []byte(script), 0o755), os.WriteFile(log, nil, 0o666), os.Chmod(log, 0o666)); err != nil {
			t.Fatal(err)
		}
		t.Setenv(sandboxVariable, c.sandbox)
		p, err := New(t.Context(), BrowserOptions{Path: fake})
		if err == nil {
			err = p.Print(t.Context(), []byte("<p>x"), io.Discard, Options{})
			_ = p.Close()
		}
		if !errors.Is(err, ErrStart) {
			t.Errorf("%q: %v", c.sandbox, err)
		}
		told, err := os.ReadFile(log)
		if n := strings.Count(string(told), "start"); err != nil || n != c.starts {
			t.Errorf("%q: started %d times, want %d (%v)", c.sandbox, n, c.starts, err)
		}
	}
}
