package app

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestObserve holds the list of files a document is made from, chapters and missing files included.
func TestObserve(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"book.yml":     "title: Two harbours\nchapters:\n  - one.noma\n  - sub/two.noma\n",
		"one.noma":     "# One\n\n::dataset{id=\"d\" src=\"tides.csv\"}\n::\n\n::figure{id=\"f\" src=\"gone.png\"}\n::\n",
		"sub/two.noma": "# Two\n\n::dataset{id=\"e\" src=\"more.csv\"}\n::\n",
		"tides.csv":    "hour,height\n1,2\n", "sub/more.csv": "a,b\n1,2\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	see := func(file string) (seen []string) {
		s, err := Load(context.Background(), filepath.Join(dir, file), LoadOptions{Observe: func(path string, data []byte, err error) {
			name, relErr := filepath.Rel(dir, path)
			if relErr != nil {
				t.Error(relErr)
			}
			if err != nil {
				name = "no " + name
			} else if disk, err := os.ReadFile(path); err != nil || !bytes.Equal(disk, data) {
				t.Errorf("%s was reported with other bytes", name)
			}
			if !slices.Contains(seen, name) {
				seen = append(seen, name)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := Render(context.Background(), &bytes.Buffer{}, s, RenderOptions{Target: HTML}); err != nil {
			t.Fatal(err)
		}
		return seen
	}
	if got, want := see("one.noma"), []string{"one.noma", "tides.csv", "no gone.png"}; !slices.Equal(got, want) {
		t.Errorf("a source: %q, want %q", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "thin.yml"), []byte("title: Thin\nchapters:\n  - lost.noma\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var thin []string
	if _, err := Load(context.Background(), filepath.Join(dir, "thin.yml"), LoadOptions{Observe: func(path string, _ []byte, err error) {
		if err != nil {
			thin = append(thin, filepath.Base(path))
		}
	}}); err == nil || !slices.Equal(thin, []string{"lost.noma"}) {
		t.Errorf("a book without its chapter: %q, %v", thin, err)
	}
	want := []string{"book.yml", "one.noma", "sub/two.noma", "tides.csv", "sub/more.csv", "no gone.png"}
	if got := see("book.yml"); !slices.Equal(got, want) {
		t.Errorf("a book: %q, want %q", got, want)
	}
}

// TestFilename keeps the path of a document out of what is made of it.
func TestFilename(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.noma")
	if err := os.WriteFile(path, []byte("# One\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(context.Background(), path, LoadOptions{Filename: "document.noma"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Render(context.Background(), &b, s, RenderOptions{Target: JSON}); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("secret")) || !bytes.Contains(b.Bytes(), []byte(`"document.noma"`)) {
		t.Errorf("the tree has the path: %s", b.Bytes())
	}
}
