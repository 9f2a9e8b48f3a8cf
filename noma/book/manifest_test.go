package book_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nomadocx/nomadocx/noma/book"
)

// files returns a folder in memory.
func files(content ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i+1 < len(content); i += 2 {
		m[content[i]] = &fstest.MapFile{Data: []byte(content[i+1])}
	}
	return m
}

// assemble reads a manifest and its chapters.
func assemble(manifest string, folder fs.FS) (*book.Book, error) {
	m, err := book.Decode("book.yml", []byte(manifest))
	if err != nil {
		return nil, err
	}
	return book.Assemble(m, folder, book.Options{})
}

func TestManifest(t *testing.T) {
	m, err := book.Decode("book.yml", []byte(`# A comment.
title: 1.10
author: "Ada L."
description: |
  Two
  lines
trusted_publishing: true
outputs: {html: {theme: x}, llm: {}}
chapters:
  - ./a.noma
  - "sub//b.noma"

  - sub\c.noma
`))
	if err != nil {
		t.Fatal(err)
	}
	if m.Title != "1.10" || m.Author != "Ada L." || m.Description != "Two\nlines\n" || !m.Trusted || len(m.Diagnostics) != 0 {
		t.Errorf("the manifest reads as %+v", m)
	}
	want := []book.Chapter{{Path: "a.noma", Line: 10}, {Path: "sub/b.noma", Line: 11}, {Path: "sub/c.noma", Line: 13}}
	if len(m.Chapters) != len(want) {
		t.Fatalf("chapters %v", m.Chapters)
	}
	for i := range want {
		if m.Chapters[i] != want[i] {
			t.Errorf("chapter %d is %v, want %v", i, m.Chapters[i], want[i])
		}
	}
}

// TestUnknownKeys: the format may grow, so they do not fail; but they are not passed over in silence.
func TestUnknownKeys(t *testing.T) {
	m, err := book.Decode("book.yml", []byte("chapters: [a.noma]\ntrusted_publishin: true\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Diagnostics) != 1 || m.Diagnostics[0].Line != 2 || m.Diagnostics[0].Code != book.UnknownKey || !strings.Contains(m.Diagnostics[0].Message, "trusted_publishing") {
		t.Errorf("diagnostics: %v", m.Diagnostics)
	}
}

// TestMistakes: each is reported with the manifest, the line, and the way out.
func TestMistakes(t *testing.T) {
	folder := files("a.noma", "# A\n", "sub/b.noma", "# B\n", "bad.noma", "---\na: [\n---\n", "other.yml", "chapters: [a.noma]\n")
	for _, c := range []struct{ name, manifest, want string }{
		{"empty", "", "book.yml: the manifest is empty; it needs a list of chapters"},
		{"comment", "# nothing\n", "book.yml: the manifest is empty; it needs a list of chapters"},
		{"null", "~\n", "book.yml:1: a manifest is a mapping with the key chapters"},
		{"list", "- a.noma\n", "book.yml:1: a manifest is a mapping with the key chapters"},
		{"not YAML", "title: x\nchapters: [a.noma\n", "book.yml:3: not YAML: "},
		{"Latin-1", "chapters: [a.noma]\ntitle: caf\xe9\n", "book.yml:2: not UTF-8 text; save the manifest as UTF-8"},
		{"UTF-16", "\xff\xfec\x00h\x00", "book.yml:1: not UTF-8 text; "},
		{"NUL", "title: x\ny: \x00\n", "book.yml:2: not UTF-8 text; "},
		{"key by alias", "&a chapters: [a.noma]\n*a : x\n", "book.yml:2: a key must be a plain word, such as chapters"},
		{"key of several", "[a]: b\nchapters: [a.noma]\n", "book.yml:1: a key must be a plain word, such as chapters"},
		{"two documents", "chapters: [a.noma]\n---\nx: y\n", "book.yml:2: a second YAML document starts here; a manifest is one"},
		{"key twice", "title: x\ntitle: y\nchapters: [a.noma]\n", "book.yml:2: the key \"title\" is given twice (first in line 1); remove one of them"},
		{"title", "title: [x]\nchapters: [a.noma]\n", "book.yml:1: title must be a text"},
		{"long title", "title: " + strings.Repeat("x", 10001) + "\nchapters: [a.noma]\n", "book.yml: the title is longer than 10000 characters; shorten it"},
		{"yes", "chapters: [a.noma]\ntrusted_publishing: yes\n", "book.yml:2: trusted_publishing must be true or false"},
		{"quoted true", "chapters: [a.noma]\ntrusted_publishing: \"true\"\n", "book.yml:2: trusted_publishing must be true or false"},
		{"no chapters", "title: x\n", "book.yml: the manifest lists no chapters; add \"chapters:\" with one line \"- path.noma\" for each"},
		{"null chapters", "title: x\nchapters:\n", "book.yml:2: the manifest lists no chapters; "},
		{"empty chapters", "chapters: []\n", "book.yml:1: the manifest lists no chapters; "},
		{"chapters text", "chapters: a.noma\n", "book.yml:1: chapters must be a list: one line \"- path.noma\" for each chapter"},
		{"chapter mapping", "chapters:\n  - path: a.noma\n", "book.yml:2: entry 1 of chapters must be the path of a .noma file"},
		{"chapter empty", "chapters:\n  - a.noma\n  -\n", "book.yml:3: a chapter without a path; "},
		{"chapter blank", "chapters:\n  - ''\n", "book.yml:2: a chapter without a path; "},
		{"control", "chapters:\n  - \"a\\0b\"\n", "book.yml:2: \"a\\x00b\" cannot be the path of a file"},
		{"long path", "chapters: [" + strings.Repeat("x", 5000) + "]\n", "book.yml:1: the path of the chapter is too long: "},
		{"too many", "chapters:\n" + strings.Repeat("- a.noma\n", 10001), "book.yml:1: more than 10000 chapters; split the book"},
		{"twice", "chapters:\n  - a.noma\n  - sub/b.noma\n  - sub/../a.noma\n", "book.yml:4: chapter \"a.noma\" is listed twice (first in line 2); remove one of the lines"},
		{"itself", "chapters:\n  - a.noma\n  - ./book.yml\n", "book.yml:3: the manifest lists itself as a chapter; list .noma files only"},
		{"another manifest", "chapters:\n  - other.yml\n", "book.yml:2: chapter \"other.yml\" is a book manifest; list its .noma chapters here instead"},
		{"another manifest, upper case", "chapters: [OTHER.YAML]\n", "book.yml:1: chapter \"OTHER.YAML\" is a book manifest; "},
		{"absolute", "chapters:\n  - /etc/passwd\n", "book.yml:2: chapter \"/etc/passwd\" leaves the folder of the manifest; move the file below it, or allow external paths"},
		{"parent", "chapters:\n  - sub/../../a.noma\n", "book.yml:2: chapter \"../a.noma\" leaves the folder of the manifest; "},
		{"missing", "chapters:\n  - a.noma\n  - b.noma\n", "book.yml:3: chapter \"b.noma\" does not exist; mend the path or remove the line"},
		{"folder", "chapters:\n  - sub\n", "book.yml:2: chapter \"sub\" is not a file; list the .noma files themselves"},
		{"this folder", "chapters:\n  - ./\n", "book.yml:2: chapter \".\" is not a file; "},
		{"frontmatter", "chapters:\n  - bad.noma\n", "bad.noma:3: invalid frontmatter: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := assemble(c.manifest, folder)
			var at *book.Error
			if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
	if _, err := book.Decode("book.yml", make([]byte, book.MaxManifest+1)); err == nil {
		t.Error("a manifest of any size is read")
	}
}

// TestLinksStayInside: a name that appears local must not lead elsewhere.
func TestLinksStayInside(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "book")
	for _, err := range []error{
		os.Mkdir(inside, 0o755),
		os.WriteFile(filepath.Join(dir, "secret.noma"), []byte("# S\n"), 0o600),
		os.WriteFile(filepath.Join(inside, "a.noma"), []byte("# A\n"), 0o600),
		os.Symlink(filepath.Join("..", "secret.noma"), filepath.Join(inside, "out.noma")),
		os.Symlink("a.noma", filepath.Join(inside, "in.noma")),
		os.Symlink("loop.noma", filepath.Join(inside, "loop.noma")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := assemble("chapters: [in.noma]\n", root.FS()); err != nil {
		t.Errorf("a link inside the folder: %v", err)
	}
	for name, want := range map[string]string{"out.noma": "leaves the folder", "loop.noma": "cannot read chapter"} {
		if _, err := assemble("chapters: ["+name+"]\n", root.FS()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRefusedText: the caller says what is no source text; the message names line and file.
func TestRefusedText(t *testing.T) {
	m, err := book.Decode("book.yml", []byte("chapters:\n- a.noma\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = book.Assemble(m, files("a.noma", "PK"), book.Options{Dir: "docs", Accept: func(file string, data []byte) error {
		return errors.New(file + " is a ZIP file")
	}})
	if err == nil || err.Error() != "book.yml:2: docs/a.noma is a ZIP file" {
		t.Errorf("got %v", err)
	}
}

// TestDeepYAML: nesting must not take the stack.
func TestDeepYAML(t *testing.T) {
	for _, s := range []string{
		"chapters: " + strings.Repeat("[", 1<<20),
		"chapters: " + strings.Repeat("{a: ", 1<<18),
		strings.Repeat("- ", 1<<20) + "x",
		"a: &a [x]\nb: &b [*a,*a]\nchapters: *b\n",
		"a: &a\n  - *a\nchapters: *a\n",
		"? [a]\n: b\n",
		"chapters: !!binary aGk=\n",
	} {
		if _, err := book.Decode("book.yml", []byte(s)); err == nil {
			t.Errorf("%.40q… is a manifest", s)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("title: x\nchapters:\n  - a.noma\n"))
	f.Add([]byte("a: &a [a.noma]\nchapters: *a\ntrusted_publishing: true\n"))
	f.Add([]byte("chapters: [../a, /b, c.yml]\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := book.Decode("book.yml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "book.yml") || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("message %q", err)
			}
			return
		}
		if len(m.Chapters) == 0 {
			t.Fatal("a book without chapters")
		}
		for _, c := range m.Chapters {
			if c.Line < 1 || c.Path == "" || book.IsManifest(c.Path) {
				t.Fatalf("chapter %+v", c)
			}
		}
		if _, err := book.Assemble(m, fstest.MapFS{}, book.Options{}); err == nil {
			t.Fatal("chapters from nowhere")
		}
	})
}
