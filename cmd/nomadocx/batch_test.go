package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/serve/batch"
)

// TestBatchBusy: while another process works on a folder, the command ends with the code for that.
func TestBatchBusy(t *testing.T) {
	dir := t.TempDir()
	source, out := filepath.Join(dir, "a.noma"), filepath.Join(dir, "out")
	if err := os.WriteFile(source, []byte("# A\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(out, ".nomadocx"), 0o755); err != nil {
		t.Fatal(err)
	}
	lock, err := os.Create(filepath.Join(out, ".nomadocx", "batch.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if ok, err := docfile.TryLock(lock); !ok || err != nil {
		t.Fatal(ok, err)
	}
	var said, errors bytes.Buffer
	nothing := &terminal{in: strings.NewReader(""), out: &said, err: &errors, getenv: func(string) string { return "" }}
	if code := run(t.Context(), nothing, []string{"batch", "render", source, "--to", "html", "--out", out}); code != exitBusy {
		t.Errorf("exit code %d, want %d: %s", code, exitBusy, errors.String())
	}
	if !strings.Contains(errors.String(), "another process works on the batches of this folder") {
		t.Errorf("it says %q", errors.String())
	}
	// To look is no work.
	if code := run(t.Context(), nothing, []string{"batch", "status", "--out", out}); code != exitOK {
		t.Errorf("status: exit code %d: %s", code, errors.String())
	}
}

// TestBarLine is what a terminal shows while a batch runs.
func TestBarLine(t *testing.T) {
	for _, c := range []struct {
		counts batch.Counts
		first  int
		want   string
	}{
		{batch.Counts{}, 0, "[------------------------] 0 of 0"},
		{batch.Counts{Available: 10}, 0, "[------------------------] 0 of 10"},
		{batch.Counts{Available: 4, Running: 1, Completed: 4, Discarded: 1}, 0, "[############------------] 5 of 10, 1 failed, about 20s left"},
		// What was there before says nothing about how fast it goes.
		{batch.Counts{Available: 5, Completed: 5}, 4, "[############------------] 5 of 10, about 1m40s left"},
		{batch.Counts{Completed: 10}, 0, "[########################] 10 of 10"},
	} {
		if got := barLine(c.counts, c.first, 20*time.Second); got != c.want {
			t.Errorf("%+v: %q, want %q", c.counts, got, c.want)
		}
	}
}
