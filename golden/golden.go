// Package golden compares what the program makes with files that people have read and agreed to.
//
// Only tests import it. One flag, -update, rewrites every golden file of the packages under test:
//
//	go test ./patch -update
//
// Read the difference before you commit it. Files saved by an editor (Word, LibreOffice) are
// evidence, not expectations: [Check] refuses to rewrite anything that is not text.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests produce")

// Check compares got with the file at path, byte for byte, and fails the test with the first
// differing line. With -update it writes the file instead.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if !utf8.Valid(got) {
			t.Fatalf("golden: %s would not be text; such a file is never regenerated", path)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("golden: %v (run the test with -update to make it)", err)
	}
	if d := Difference(want, got); d != "" {
		t.Errorf("%s differs from what is produced (-update rewrites it):\n%s", path, d)
	}
}

// Difference describes the first line in which two texts differ, "" when they are equal.
func Difference(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	w, g := bytes.Split(want, []byte("\n")), bytes.Split(got, []byte("\n"))
	for i := 0; i < len(w) || i < len(g); i++ {
		var a, b []byte
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if i < len(w) && i < len(g) && bytes.Equal(a, b) {
			continue
		}
		return fmt.Sprintf("line %d\n  want %s\n  got  %s", i+1, shown(a, i < len(w)), shown(b, i < len(g)))
	}
	return ""
}

func shown(line []byte, there bool) string {
	if !there {
		return "(no such line)"
	}
	return fmt.Sprintf("%q", line)
}

// samplesVariable names a folder with more documents (NAME/input.noma) for the tests that take any document.
const samplesVariable = "NOMADOCX_SAMPLES"

// Documents lists the sources in golden/documents, and those of the folder that samplesVariable names. up
// leads from the package under test to the root of the module.
func Documents(t testing.TB, up string) []string {
	t.Helper()
	all := Own(t, up)
	if more := os.Getenv(samplesVariable); more != "" {
		found, err := filepath.Glob(filepath.Join(more, "*", "input.noma"))
		if err != nil || len(found) == 0 {
			t.Fatalf("golden: no documents in %s (%v)", more, err)
		}
		all = append(all, found...)
	}
	return all
}

// Own lists the sources in golden/documents, which have expectations beside them.
func Own(t testing.TB, up string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(up, "golden", "documents", "*", "input.noma"))
	if err != nil || len(found) < 8 {
		t.Fatalf("golden: found %d documents (%v)", len(found), err)
	}
	return found
}
