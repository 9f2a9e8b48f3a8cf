package app

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestSentFrom pairs a Word file with its source by what the file says, not by its name.
func TestSentFrom(t *testing.T) {
	ctx := context.Background()
	const text = "# Quay\n\n::dataset{id=\"d\" src=\"tides.csv\"}\n::\n\nText.\n"
	dir := t.TempDir()
	path := filepath.Join(dir, "quay.noma")
	for name, data := range map[string]string{"quay.noma": text, "tides.csv": "hour,height\n1,2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(ctx, path, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	word := filepath.Join(dir, "other name.docx")
	var b bytes.Buffer
	if err := Render(ctx, &b, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(word, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := SentFrom(ctx, word)
	if err != nil || got != SourceHash(text) {
		t.Errorf("SentFrom = %q, %v; the source has %q", got, err, SourceHash(text))
	}

	// Another text of the same document has the same datasets around it.
	other, err := s.WithText("# Pier\n\n::dataset{id=\"d\" src=\"tides.csv\"}\n::\n")
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Render(ctx, &page, other, RenderOptions{Target: JSON}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page.Bytes(), []byte("hour,height")) {
		t.Error("the dataset of the document with another text was not read")
	}
}
