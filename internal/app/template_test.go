package app

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostileTemplate: a source and the reference document beside it, both of a stranger, put no active field into our file, and
// the user hears of it.
func TestHostileTemplate(t *testing.T) {
	dir := folder(t, map[string]string{"a.noma": "---\ndocx:\n  reference-doc: ref.docx\n---\n# A\n"})
	template, err := os.ReadFile("../../render/docx/testdata/templates/german.dotx")
	if err != nil {
		t.Fatal(err)
	}
	hostile := rezipped(t, template, func(part, text string) string {
		if !strings.HasPrefix(part, "word/header") || !strings.HasSuffix(part, ".xml") {
			return text
		}
		return `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>` +
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"</w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Shipyard</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>` +
			`<w:fldSimple w:instr="INCLUDEPICTURE &quot;http://example.org/a.png&quot; \d"><w:r><w:t>Logo</w:t></w:r></w:fldSimple></w:p></w:hdr>`
	})
	if err := os.WriteFile(filepath.Join(dir, "ref.docx"), hostile, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), filepath.Join(dir, "a.noma"), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	warned := ""
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word, Warn: func(m string) { warned += m }}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(warned, "of the fields DDEAUTO, INCLUDEPICTURE in its headers and footers only the text is taken over") {
		t.Errorf("the warning is %q", warned)
	}
	made, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	shown := false
	for _, f := range made.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("DDEAUTO")) || bytes.Contains(data, []byte("INCLUDEPICTURE")) {
			t.Errorf("%s has the field", f.Name)
		}
		shown = shown || bytes.Contains(data, []byte("Shipyard")) && bytes.Contains(data, []byte("Logo"))
	}
	if !shown {
		t.Error("the texts of the fields are lost")
	}
}
