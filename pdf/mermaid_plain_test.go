package pdf

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// styledProgram stands in for mermaid.min.js: its drawing gets its look from a style sheet and its arrow
// head from a marker, as mermaid's do.
const styledProgram = `globalThis.mermaid = { initialize() {}, async render(id, source) { return { svg:
	'<svg xmlns="http://www.w3.org/2000/svg" id="' + id + '" viewBox="0 0 100 50"><style>#' + id + ' .node > rect { fill: #010203; } #' + id + ' .edge { stroke-width: 2px; }</style>' +
	'<marker id="m" refX="5" refY="3" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><circle r="7"/></marker>' +
	'<g class="node"><rect width="9" height="9"/></g><path class="edge" d="M0 20 L0 40" marker-end="url(#m)"/></svg>' }; } };`

// TestPlainDrawing: a drawing says its formatting without a style sheet, and its arrow head is a shape at the end
// of the line, in its direction.
func TestPlainDrawing(t *testing.T) {
	slow.Test(t, "a browser")
	m, err := NewMermaid(t.Context(), []byte(styledProgram), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	svg, err := m.DrawPlain(t.Context(), "graph")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`fill="rgb(1, 2, 3)"`, `stroke-width="2px"`, `width="100"`, `translate(0 40) rotate(90) scale(1) translate(-5 -3)"><circle r="7"`} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the drawing lacks %s:\n%s", want, svg)
		}
	}
	for _, not := range []string{"<style", "class=", "marker-end="} {
		if strings.Contains(string(svg), not) {
			t.Errorf("the drawing has %s:\n%s", not, svg)
		}
	}
	if styled, err := m.Draw(t.Context(), "graph"); err != nil || !strings.Contains(string(styled), "<style") {
		t.Errorf("a drawing for a page has its style sheet: %v\n%s", err, styled)
	}
}
