package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestServe runs the command as a user does: a page, a change that pages hear of, the new page, the end.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.noma")
	if err := os.WriteFile(file, []byte("# Before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var said lockedBuffer
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, &terminal{in: strings.NewReader(""), out: io.Discard, err: &said, getenv: func(string) string { return "" }}, []string{"serve", file, "--port", "0"})
	}()
	until := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(deadline); !done(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s never comes; stderr:\n%s", what, said.String())
			}
		}
	}
	address := ""
	until("the address", func() bool {
		address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\w+/`).FindString(said.String())
		return address != ""
	})
	page := func() string {
		t.Helper()
		res, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := page(); !strings.Contains(got, "Before</h1>") {
		t.Errorf("the page is\n%s", got)
	}
	heard := make(chan string, 1)
	go func() {
		res, err := http.Get(address + "_live?0")
		if err != nil {
			heard <- err.Error()
			return
		}
		res.Body.Close()
		heard <- res.Status
	}()
	if err := os.WriteFile(file, []byte("# After\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-heard:
		if got != "204 No Content" {
			t.Errorf("after the change pages hear %s", got)
		}
	case <-time.After(deadline):
		t.Fatal("pages do not hear of the change")
	}
	if got := page(); !strings.Contains(got, "After</h1>") {
		t.Errorf("after the change the page is\n%s", got)
	}
	stop()
	select {
	case c := <-code:
		if c != exitOK {
			t.Errorf("exit code %d", c)
		}
	case <-time.After(deadline):
		t.Fatal("it does not end")
	}
}
