package files

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestURL(t *testing.T) {
	for path, want := range map[string]string{
		"/home/ann/a b.noma":     "file:///home/ann/a%20b.noma",
		"C:/Users/Ann/a.noma":    "file:///C:/Users/Ann/a.noma",
		"//server/share/1%.noma": "file:////server/share/1%25.noma",
	} {
		if got := URL(filepath.FromSlash(path)).String(); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// TestReplaceOpenFile: a file that somebody has open is replaced where the system can, and otherwise the error says that it is in
// use and nothing has changed.
func TestReplaceOpenFile(t *testing.T) {
	dir := t.TempDir()
	// A folder of more than 260 characters, which Windows takes in another form only.
	for range 6 {
		dir = filepath.Join(dir, strings.Repeat("deep", 12))
	}
	if err := MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "report.docx")
	for name, text := range map[string]string{from: "new", to: "old"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := os.Open(to) // does not share its removal on Windows, as Word does not
	if err != nil {
		t.Fatal(err)
	}
	err = Rename(from, to)
	if closed := reader.Close(); closed != nil {
		t.Fatal(closed)
	}
	if runtime.GOOS == "windows" {
		if data, e := ReadFile(to); !InUse(err) || e != nil || string(data) != "old" {
			t.Errorf("the error is %v, and the file holds %q (%v)", err, data, e)
		}
		err = Rename(from, to) // now it is closed
	}
	if data, e := ReadFile(to); err != nil || e != nil || string(data) != "new" {
		t.Errorf("the error is %v, and the file holds %q (%v)", err, data, e)
	}
	if err := os.Chmod(to, 0o444); err != nil {
		t.Fatal(err)
	}
	if InUse(os.WriteFile(to, nil, 0o644)) {
		t.Error("a read-only file is said to be in use")
	}
}

// TestHardLink: a second name of a file is seen, on every system.
func TestHardLink(t *testing.T) {
	dir := t.TempDir()
	one := filepath.Join(dir, "one")
	if err := os.WriteFile(one, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	count := func() uint64 {
		info, err := Stat(one)
		if err != nil {
			t.Fatal(err)
		}
		return names(one, info)
	}
	if n := count(); n != 1 {
		t.Errorf("it has %d names", n)
	}
	if err := os.Link(one, filepath.Join(dir, "two")); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 2 {
		t.Errorf("it has %d names, and a second one was made", n)
	}
}
