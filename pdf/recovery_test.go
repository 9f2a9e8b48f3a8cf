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
