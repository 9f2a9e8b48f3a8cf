package docfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain is also the writer that is killed: it says when it has begun and never ends by itself.
func TestMain(m *testing.M) {
	if target := os.Getenv("TEMPFILE_WRITER"); target != "" {
		err := Write(target, 0o644, func(w io.Writer) error {
			fmt.Fprintln(w, "half")
			fmt.Println("writing")
			_, err := io.Copy(io.Discard, os.Stdin) // until it is killed; a process that waits for nothing is ended by the runtime
			return err
		})
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// What a killed writer has left is removed by the next one, and the file of a living one is not.
func TestKilledWriter(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "out.pdf")
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), "TEMPFILE_WRITER="+target)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("writing"))); err != nil {
		t.Fatal(err)
	}
	// Also a file of somebody else whose name begins alike, and one of another tag.
	var other Locks
	f, err := Create(target, "transcript", 0o600, &other)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := other.Unlock(); err != nil {
		t.Fatal(err)
	}
	mine := ".out.pdf.mine"
	if err := os.WriteFile(filepath.Join(dir, mine), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(target, 0o644, text("one")); err != nil {
		t.Fatal(err)
	}
	if n := len(List(dir)); n != 2 {
		t.Errorf("beside a living writer there is %s", names(t, dir))
	}
	if err := writer.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = writer.Wait() // it was killed
	if err := Write(target, 0o644, text("two")); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, dir), mine+" "+filepath.Base(f.Name())+" out.pdf"; got != want && got != filepath.Base(f.Name())+" "+mine+" out.pdf" {
		t.Errorf("after a killed writer there is %s, want %s", got, want)
	}
	if data, err := os.ReadFile(target); err != nil || string(data) != "two" {
		t.Errorf("the file holds %q (%v)", data, err)
	}
}

// Many writers of one file each write a whole one, and none takes another's file away.
func TestConcurrentWriters(t *testing.T) {
	target := filepath.Join(t.TempDir(), strings.Repeat("long-", 48)+"name")
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 8 {
				if err := Write(target, 0o644, text(strings.Repeat(string(rune('a'+i)), 1000))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(target)
	if err != nil || len(data) != 1000 || strings.Trim(string(data), string(data[:1])) != "" {
		t.Errorf("the file holds %.20q, %d bytes (%v)", data, len(data), err)
	}
	if got := names(t, filepath.Dir(target)); got != filepath.Base(target) {
		t.Errorf("there is %s", got)
	}
}

func TestFailedWriter(t *testing.T) {
	dir := t.TempDir()
	failure := errors.New("full")
	err := Write(filepath.Join(dir, "a"), 0o644, func(io.Writer) error { return failure })
	if !errors.Is(err, failure) || names(t, dir) != "" {
		t.Errorf("error %v, and there is %q", err, names(t, dir))
	}
}
