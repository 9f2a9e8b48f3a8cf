package jobs_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// editWord replaces a text in the main part of a Word file.
func editWord(t *testing.T, path, before, after string) {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	found := false
	for _, part := range r.File {
		in, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if part.Name == "word/document.xml" {
			found = strings.Contains(string(data), before)
			data = []byte(strings.Replace(string(data), before, after, 1))
		}
		to, err := w.Create(part.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || !found {
		t.Fatalf("no %q in %s (%v)", before, path, err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
