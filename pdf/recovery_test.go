//go:build unix

package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestHeals kills the browser between documents and while one is printed.
func TestHeals(t *testing.T) {
	slow.Test(t, "a browser")
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
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Print(t.Context(), []byte("first"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	if killRenderers(t, browserProcess(t, p.current)) == 0 {
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

// TestChunkCrashed ends the processes that lay out the pages while chunks are printed in several tabs: the document arrives all the same.
func TestChunkCrashed(t *testing.T) {
	slow.Test(t, "a browser")
	inChunks(t, 6, 3, 0)
	page := longReport(t, 40, false)
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Print(t.Context(), []byte("first"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	browser := browserProcess(t, p.current)
	time.AfterFunc(2*time.Second, func() { killRenderers(t, browser) })
	var out bytes.Buffer
	if err := p.Print(t.Context(), page, &out, Options{}); err != nil {
		t.Fatal(err)
	}
	got := text(t, out.Bytes())
	if n := strconv.Itoa(strings.Count(got, "\f")); !strings.Contains(got, "Page "+n+" of "+n) {
		t.Error("the last page is missing")
	}
}

// killRenderers ends the processes of a browser that lay out pages, and returns how many there were.
func killRenderers(t *testing.T, browser int) (n int) {
	for _, pid := range below(t, browser) {
		args, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if bytes.Contains(args, []byte("--type=renderer")) && syscall.Kill(pid, syscall.SIGKILL) == nil {
			n++
		}
	}
	return n
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
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{Tabs: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const n = 9
	files, errs := make([]bytes.Buffer, n), make(chan error, n)
	begin := func() {
		for i := range n {
			html := []byte("<h1>number" + strconv.Itoa(i) + "</h1>" + strings.Repeat("<p>much text</p>", 1000))
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
// gives it up. What a browser holds is read by the clock of the machine, so here the test says it.
func TestMemory(t *testing.T) {
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{MaxMemory: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.every = time.Hour // only what is asked behind a document counts here
	var grown bool
	var asked []int64
	var folders []string
	p.holds = func(folder string, limit int64) bool {
		asked, folders = append(asked, limit), append(folders, folder)
		return grown
	}
	for _, over := range []bool{false, true, false, true} {
		grown = over
		before := p.current
		if err := p.Print(t.Context(), []byte("small"), io.Discard, Options{}); err != nil {
			t.Fatal(err)
		}
		if over != (p.current == nil) {
			t.Errorf("over its limit: %v, and its browser was kept: %v", over, p.current != nil)
		}
		if before != nil && p.current != nil && before != p.current {
			t.Error("a browser below its limit was replaced")
		}
		if n := len(asked); n != 1 || asked[0] != 1000 || folders[0] == "" {
			t.Errorf("asked %d times, for %v in %q", n, asked, folders)
		}
		asked, folders = nil, nil
	}
}

// TestWatchedMemory: while a document is printed its browser is examined again and again, and when it
// holds too much the tab ends.
func TestWatchedMemory(t *testing.T) {
	tab := &tab{}
	tab.ctx, tab.end = context.WithCancel(t.Context())
	looks := 0
	verdict := (&browser{profile: &profile{}}).watch(tab, limits{memory: 7, time: time.Hour, every: time.Microsecond,
		exceeded: func(_ string, limit int64) bool { looks++; return limit == 7 && looks == 3 }})
	<-tab.ctx.Done()
	if err := verdict(); !errors.Is(err, ErrMemory) || looks != 3 {
		t.Errorf("error %v after %d looks, want ErrMemory after 3", err, looks)
	}
}

// TestMemoryIsRead: a browser that runs holds something, one that does not holds nothing.
func TestMemoryIsRead(t *testing.T) {
	slow.Test(t, "a browser")
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.holds = func(string, int64) bool { return false }
	if err := p.Print(t.Context(), []byte("x"), io.Discard, Options{}); err != nil {
		t.Fatal(err)
	}
	folder := p.current.profile.data
	if held := memory(folder); held < 1<<20 || !exceeds(folder, 1) || exceeds(folder, 1<<50) {
		t.Errorf("a browser holds %d bytes, which is hard to believe", held)
	}
	if held := memory("/no/such/folder"); held != 0 || exceeds("/no/such/folder", 0) {
		t.Errorf("a browser that does not run holds %d bytes", held)
	}
}
