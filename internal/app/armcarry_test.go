package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRenderCarriesTheRecord: whoever renders a Word file, the signed record comes along, out of the file that is
// replaced or from beside the source; one that cannot be read is left out with a warning.
func TestRenderCarriesTheRecord(t *testing.T) {
	signed := armDocument(t)
	a, err := OpenArm(t.Context(), signed, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.record()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "quay.noma")
	if err := os.WriteFile(source, []byte("# Quay\n\nFour ships lie here.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	render := func(replaces string) (carries bool, warned string) {
		s, err := Load(t.Context(), source, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: Word, Replaces: replaces, Warn: func(m string) { warned = m }}); err != nil {
			t.Fatal(err)
		}
		made, err := armFrom("made.docx", b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return made.carriage.Found(), warned
	}
	if carries, warned := render(filepath.Join(dir, "none.docx")); carries || warned != "" {
		t.Errorf("without a record: %v, %q", carries, warned)
	}
	if carries, warned := render(signed); !carries || warned != "" {
		t.Errorf("the record of the file that is replaced: %v, %q", carries, warned)
	}
	for text, want := range map[string]string{string(v.Canonical()): "", "{": "no record comes along: "} {
		if err := os.WriteFile(ArmPath(source), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if carries, warned := render(""); carries != (want == "") || !strings.HasPrefix(warned, want) || want == "" && warned != "" {
			t.Errorf("%.20q beside the source: %v, %q", text, carries, warned)
		}
	}
}
