package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestGraphviz(t *testing.T) {
	d := newDrawer(t.Context(), "")
	svg, err := d.draw("graphviz", "digraph { Größe -> b [label=\"<x>\"] }")
	if err != nil || !bytes.Contains(svg, []byte("<svg")) || !bytes.Contains(svg, []byte("Größe")) {
		t.Fatalf("%v\n%s (apt-get install graphviz)", err, svg)
	}
	if again, err := d.draw("dot", "digraph { Größe -> b [label=\"<x>\"] }"); err != nil || !bytes.Equal(svg, again) {
		t.Error("drawing again gives something else")
	}
	secret := filepath.Join(t.TempDir(), "secret.png")
	if err := os.WriteFile(secret, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde"), 0o644); err != nil {
		t.Fatal(err)
	}
	if svg, err := d.draw("graphviz", `digraph { a [image="`+secret+`"] }`); err == nil && bytes.Contains(svg, []byte("secret")) {
		t.Errorf("a file outside is in the drawing:\n%s", svg)
	}
	for source, want := range map[string]string{"digraph {": "dot: ", strings.Repeat("x", maxDiagram+1): "longer than"} {
		if _, err := d.draw("graphviz", source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", source, err, want)
		}
	}
	for kind, want := range map[string]string{"drawio": "drawio are not drawn", "": "does not say", "mermaid": "folder of assets"} {
		if _, err := d.draw(kind, "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("kind %q: error %v, want %q", kind, err, want)
		}
	}
	if _, err := newDrawer(t.Context(), t.TempDir()).draw("mermaid", "x"); err == nil || !strings.Contains(err.Error(), "mermaid.min.js") {
		t.Errorf("no mermaid.min.js: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := d.draw("graphviz", "digraph {}"); err == nil || !strings.Contains(err.Error(), "apt-get install graphviz") {
		t.Errorf("no dot: %v", err)
	}
}

// TestDrawnPage: a page has its diagrams as pictures, and the same page every time.
func TestDrawnPage(t *testing.T) {
	dir := folder(t, map[string]string{"a.noma": "# A\n\n::diagram{kind=graphviz}\ndigraph { a -> b }\n::\n\n::diagram{kind=mermaid}\ngraph LR\n  A --> B\n::\n"})
	s, err := Load(t.Context(), filepath.Join(dir, "a.noma"), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	for _, out := range []*bytes.Buffer{&a, &b} {
		if err := Render(t.Context(), out, s, RenderOptions{Target: HTML, Strict: true}); err != nil {
			t.Fatal(err)
		}
	}
	if a.String() != b.String() || strings.Count(a.String(), `<img class="noma-drawing"`) != 1 || !strings.Contains(a.String(), "Shown as its source: mermaid.min.js is needed") {
		t.Errorf("the page is\n%s", a.String())
	}
}
