package pdf

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHeals kills the browser between documents and while one is printed.
func TestHeals(t *testing.T) {
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	one := func(html string) error {
		var out bytes.Buffer
		err := p.Print(t.Context(), []byte(html), &out, Options{})
		if err == nil && !bytes.HasPrefix(out.Bytes(), []byte("%PDF-")) {
			err = errors.New("not a PDF")
		}
		return err
	}
	if err := one("first"); err != nil {
		t.Fatal(err)
	}
	profile := p.current.profile.dir
	kill(t, p)
	if err := one("second"); err != nil {
		t.Fatalf("after a kill between documents: %v", err)
	}
	if _, err := os.Stat(profile); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the dead browser is still there: %v", err)
	}
	done := make(chan error, 1)
	go func() { done <- one(strings.Repeat("<p>much text</p>", 5000)) }()
	for len(p.turn) == 1 {
		time.Sleep(time.Millisecond) // until the printer is at it
	}
	kill(t, p)
	if err := <-done; err != nil {
		t.Fatalf("after a kill during a document: %v", err)
	}
}

// TestCrashedTab ends only the process that lays out the page; the browser lives on and says so.
func TestCrashedTab(t *testing.T) {
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Print(t.Context(), []byte("first"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	renderers := 0
	for _, pid := range below(t, browserProcess(t, p.current)) {
		args, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if bytes.Contains(args, []byte("--type=renderer")) && syscall.Kill(pid, syscall.SIGKILL) == nil {
			renderers++
		}
	}
	if renderers == 0 {
		t.Fatal("no renderer found")
	}
	var out bytes.Buffer
	if err := p.Print(t.Context(), []byte("second"), &out, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := text(t, out.Bytes()); !strings.Contains(got, "second") {
		t.Errorf("text %q", got)
	}
}

// kill ends the running browser the hard way. The test reads the printer's state without a turn,
// which is sound because nothing replaces the browser before it died.
func kill(t *testing.T, p *Printer) {
	t.Helper()
	b := p.current
	pid := browserProcess(t, b)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// TestTabs prints in several tabs of one browser and kills it in the middle: every document arrives.
func TestTabs(t *testing.T) {
	p, err := New(t.Context(), BrowserOptions{Tabs: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const n = 9
	files, errs := make([]bytes.Buffer, n), make(chan error, n)
	begin := func() {
		for i := range n {
			html := []byte("<h1>number" + strconv.Itoa(i) + "</h1>" + strings.Repeat("<p>much text</p>", 3000))
			go func() { files[i].Reset(); errs <- p.Print(t.Context(), html, &files[i], Options{}) }()
		}
	}
	finish := func() {
		t.Helper()
		for range n {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		for i := range files {
			if got := text(t, files[i].Bytes()); !strings.HasPrefix(strings.TrimSpace(got), "number"+strconv.Itoa(i)+"\n") {
				t.Errorf("document %d begins %.40q", i, got)
			}
		}
	}
	begin()
	finish()
	first := p.current
	if len(first.free) != 3 || first.users != 0 || first.jobs != n {
		t.Errorf("%d tabs, %d users, %d documents; want 3, 0, %d", len(first.free), first.users, first.jobs, n)
	}
	begin()
	for {
		p.mu.Lock()
		users := first.users
		p.mu.Unlock()
		if users == 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	kill(t, p)
	finish()
	if p.current == first {
		t.Error("the dead browser is still there")
	}
}

// TestMemory: a browser that has grown is replaced after the document; one that cannot hold a document
// gives it up.
func TestMemory(t *testing.T) {
	if err := shared.Print(t.Context(), []byte("x"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	usual := memory(shared.current.profile.data)
	if usual < 20<<20 || usual > 4<<30 {
		t.Fatalf("a browser holds %d bytes, which is hard to believe", usual)
	}
	if got := memory("/no/such/folder"); got != 0 {
		t.Errorf("a browser that does not run holds %d bytes", got)
	}
	low, err := New(t.Context(), BrowserOptions{MaxMemory: usual * 6 / 10})
	if err != nil {
		t.Fatal(err)
	}
	defer low.Close()
	for range 2 {
		if err := low.Print(t.Context(), []byte("small"), io.Discard, Options{}); err != nil {
			t.Fatal(err)
		}
		if low.current != nil {
			t.Error("a browser over its limit was kept")
		}
	}
	none, err := New(t.Context(), BrowserOptions{MaxMemory: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer none.Close()
	// It takes long enough to be looked at.
	long := []byte(strings.Repeat("<p>much text</p>", 60000))
	if err := none.Print(t.Context(), long, io.Discard, Options{}); !errors.Is(err, ErrMemory) {
		t.Errorf("error %v, want ErrMemory", err)
	}
}
