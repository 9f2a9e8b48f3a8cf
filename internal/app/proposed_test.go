package app

import (
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// TestProposedLevel: an item that is proposed on a level that no item can have there has the one that accepting it gives, and a level that a reviewer gave it
// comes into its request, or is reported.
func TestProposedLevel(t *testing.T) {
	dir := t.TempDir()
	const text = "# T\n\n::change_request{id=\"c1\" target=\"t\" action=\"insert\" unit=\"item\" prefix=\"one\" to=\"  - Fresh\" author=\"Ann\" date=\"2026-01-01T00:00:00Z\"}\n::\n\n- one\n- two\n"
	for _, x := range []struct{ was, level, want string }{
		{"  - Fresh", "1", "  - Fresh"}, {"  - Fresh", "0", "- Fresh"}, {"- Fresh", "1", "  - Fresh"}, {"      - Fresh", "1", "      - Fresh"}, {"  - Fresh", "2", ""},
	} {
		was := strings.Replace(text, "  - Fresh", x.was, 1)
		source := placed(t, dir, "level.noma", was)
		p := rendered(t, source, "")
		words := mainText(t, p)
		at := strings.LastIndex(words[:strings.Index(words, "Fresh")], `w:ilvl w:val="`) + len(`w:ilvl w:val="`)
		got := synced(t, source, placed(t, dir, "level.docx", withMain(t, p, words[:at]+x.level+words[at+1:])))
		if want := strings.Replace(text, "  - Fresh", x.want, 1); x.want != "" && got.Text != want || x.want == "" && (got.Text != was || len(got.Findings) != 1) {
			t.Errorf("%q on level %s: %s\n%v", x.was, x.level, got.Text, got.Findings)
		}
	}
}

// TestProposedPlace: a request to put in a paragraph or an item whose target is gone gets the target and the place of its tracked change.
func TestProposedPlace(t *testing.T) {
	dir := t.TempDir()
	for unit, x := range map[string][2]string{"paragraph": {"Fresh words.", "Para one here."}, "item": {"- Fresh words.", "first item"}} {
		head := `# T

::change_request{id="c1" target="t" action="insert" unit="` + unit + `" to="` + x[0] + `" author="Ann" date="2026-01-01T00:00:00Z"`
		const tail = "}\n::\n\nPara one here.\n\n- first item\n- more\n\nThe end.\n"
		whole := placed(t, dir, "whole.noma", head+` prefix="`+x[1]+`"`+tail)
		lost := strings.Replace(head, `target="t"`, `target="gone"`, 1) + tail
		source := placed(t, dir, "lost.noma", lost)
		added := ""
		for _, p := range regexp.MustCompile(`<w:p>.*?</w:p>`).FindAllString(mainText(t, rendered(t, whole, "")), -1) {
			if strings.Contains(p, "Fresh") {
				added = p
			}
		}
		p := rendered(t, source, "")
		words := mainText(t, p)
		at := strings.Index(words, x[1])
		at += strings.Index(words[at:], "</w:p>") + len("</w:p>")
		got := cameBack(t, source, placed(t, dir, "place.docx", withMain(t, p, words[:at]+added+words[at:])))
		if want := head + ` prefix="` + x[1] + `"` + tail; got != want {
			t.Errorf("%s: %s", unit, got)
		}
	}
}

// mainText returns the text of the main part of a Word file.
func mainText(t *testing.T, p *opc.Package) string {
	t.Helper()
	main, _ := p.Related("", opc.TypeOfficeDocument)
	text, err := p.Text(main)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// withMain returns a Word file with another main part.
func withMain(t *testing.T, p *opc.Package, text string) string {
	t.Helper()
	main, _ := p.Related("", opc.TypeOfficeDocument)
	e := p.Edit()
	e.Set(main, "", []byte(text))
	data, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
