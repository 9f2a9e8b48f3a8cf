package app

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/nomadocx/nomadocx/internal/office/revise"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestRedlineBeside: what stands beside that which came or went has not changed, though it is laid out otherwise there.
func TestRedlineBeside(t *testing.T) {
	const was = "# Top\n\n- one\n- two\n\n| a | b |\n| - | - |\n| c | d |\nTable: Letters {id=\"t\"}\n\n::callout{tone=\"warning\" title=\"First\"}\nWords.\n::\n\n" +
		"::callout{tone=\"warning\" title=\"Second\"}\nOther words.\n::\n\n::todo{owner=\"Ann\"}\nDo it.\n::\n\nThe end.\n"
	dir := t.TempDir()
	for name, c := range map[string]struct{ old, new, kind string }{
		"an item":    {"- two\n", "- two\n- three\n", "insert"},
		"a row":      {"| c | d |\n", "| c | d |\n| e | f |\n", "row-insert"},
		"a panel":    {"::callout", "::callout{tone=\"warning\" title=\"New\"}\nNew words.\n::\n\n::callout", "insert"},
		"a text":     {"Words.\n", "Words.\n\nMore of them.\n", "insert"},
		"a heading":  {"| a | b |", "| a | other |", "replace"},
		"a caption":  {"Table: Letters", "Table: Signs", "replace"},
		"of a panel": {"The end.", "::todo{owner=\"Ben\"}\nDo that.\n::\n\nThe end.", "insert"},
	} {
		before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", strings.Replace(was, c.old, c.new, 1))
		for side, of := range [][2]string{{before, after}, {after, before}} {
			changes := annsRedline(t, of[0], of[1]).Report.Changes
			kind := c.kind
			if side == 1 {
				kind = strings.Replace(kind, "insert", "delete", 1)
			}
			if len(changes) != 1 || changes[0].Kind != kind {
				t.Errorf("%s, side %d: %+v", name, side, changes)
			}
		}
	}
}

// TestRedlineBadInput: what cannot be compared is refused with what it is.
func TestRedlineBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	packed := func(parts map[string]string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range parts {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write([]byte(text))
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	locked := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 512)...)
	for _, c := range utf16.Encode([]rune("EncryptedPackage")) {
		locked = append(locked, byte(c), byte(c>>8))
	}
	const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	const rel = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
		`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	source := write("a.noma", []byte("# A\n\nText.\n"))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"password.docx": {locked, "protected with a password"},
		"sheet.docx":    {packed(map[string]string{"[Content_Types].xml": types}), "not a Word document"},
		"empty.docx":    {nil, "the file is empty"},
		"text.docx":     {[]byte("some text"), "not a zip file"},
		"body.docx":     {packed(map[string]string{"[Content_Types].xml": types, "_rels/.rels": rel, "word/document.xml": "<x/>"}), "not a Word document"},
		"cut.docx":      {packed(map[string]string{"[Content_Types].xml": types, "_rels/.rels": rel, "word/document.xml": "<w:document><w:body>"}), "not readable as XML"},
	} {
		file := write(name, c.data)
		for _, sides := range [][2]string{{file, source}, {source, file}} {
			_, err := Redline(context.Background(), sides[0], sides[1], RedlineOptions{Author: "Ann"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got, _ := os.ReadFile(file); !bytes.Equal(got, c.data) {
			t.Errorf("%s is another file", name)
		}
	}
}

// TestRedlineFront: what comes first in the text, behind a cover and contents, comes back behind the heading that is the title.
func TestRedlineFront(t *testing.T) {
	dir := t.TempDir()
	for _, front := range []string{"", "cover: true\n", "toc_page: true\n", "cover: true\ntoc_page: true\n"} {
		for what, text := range map[string]string{
			"paragraph": "A new first paragraph.\n\n", "heading": "## Summary\n\n", "title": "# Summary\n\n", "list": "- one\n- two\n\n", "table": "| a | b |\n| --- | --- |\n| c | d |\n\n",
		} {
			was := "---\ntitle: The report\n" + front + "---\n\n# The report\n\nFirst paragraph of it.\n\n## Part\n\nMore.\n"
			now := strings.Replace(was, "First", text+"First", 1)
			before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
			r := annsRedline(t, before, after)
			accepted := decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))
			got := synced(t, before, placed(t, dir, "accepted.docx", string(accepted)))
			refused := slices.ContainsFunc(got.Findings, func(f reviewsync.Finding) bool { return !f.Done() })
			if got.Text != now || refused {
				t.Errorf("%s, %q:\n%s\n%v", what, front, got.Text, got.Findings)
			}
		}
	}
}
