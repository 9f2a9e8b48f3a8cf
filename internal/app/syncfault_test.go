package app

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFaultStopsTheWrite injects a defect: an edit is made, and the second look does not find it. There is
// no result then, the error says what was lost and what to do, and the bundle holds what a person
// needs to find out why.
func TestFaultStopsTheWrite(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, "a.noma"), filepath.Join(dir, "back.docx")
	const text = "# A {id=\"a\"}\n\nOne word.\n\nAnother word.\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), path, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var sent bytes.Buffer
	if err := Render(t.Context(), &sent, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	back := rezipped(t, sent.Bytes(), func(part, text string) string {
		if part == "word/document.xml" {
			return strings.Replace(text, "One word", "The reviewer\u2019s word", 1)
		}
		return text
	})
	if err := os.WriteFile(file, back, 0o600); err != nil {
		t.Fatal(err)
	}
	r := Review{distort: func(string) string { return text }}
	result, err := r.Sync(t.Context(), s, file, nil)
	var lost *LostEditError
	if !errors.As(err, &lost) || result != nil {
		t.Fatalf("a lost edit gives %v, %v", result, err)
	}
	for _, want := range []string{"internal error", file, "The reviewer\u2019s word.", "nothing was written"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the message does not say %q: %s", want, err)
		}
	}
	var bundle bytes.Buffer
	if err := DebugBundle(t.Context(), &bundle, s, r, []string{file}, nil, err); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(bundle.Bytes()), int64(bundle.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"source.noma": "One word.", "result.noma": "The reviewer\u2019s word.", "error.txt": "internal error",
		"report.json": "The reviewer\u2019s word.", "returned-1/word/document.xml": "The reviewer\u2019s word", "returned-1/word/styles.xml": "w:style",
	} {
		f, err := z.Open(name)
		if err != nil {
			t.Errorf("the bundle: %v", err)
			continue
		}
		data, err := io.ReadAll(f)
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s of the bundle lacks %q (%v)", name, want, err)
		}
	}
}
