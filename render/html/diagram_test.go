package html

import (
	"errors"
	"strings"
	"testing"
)

func TestDiagrams(t *testing.T) {
	draw := func(kind, source string) ([]byte, error) {
		if kind != "graphviz" {
			return nil, errors.New("nobody draws <" + kind + "> here")
		}
		return []byte("<svg>" + source + "</svg>"), nil
	}
	const text = "::diagram{kind=Graphviz title=\"A *b*\" width=\"50%\"}\ndigraph { a -> b }\n::\n\n::diagram{kind=drawio}\n<mxGraph/>\n::\n\n::plotly\n{\"data\": [{\"type\": \"surface\"}]}\n::\n\n::diagram{kind=graphviz}\n::\n"
	for _, strict := range []bool{false, true} {
		out := render(t, text, Options{Diagram: draw, Strict: strict})
		for _, want := range []string{`<img class="noma-drawing" src="data:image/svg+xml;base64,`, `alt="A b" style="width:50%"`, "digraph { a -&gt; b }</code>",
			"Shown as its source: nobody draws &lt;drawio&gt; here", "&lt;mxGraph/&gt;", "{&#34;data&#34;: [{&#34;type"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in\n%s", want, content(out))
			}
		}
		if strings.Count(out, "<img") != 1 || strings.Count(out, "Shown as its source") != 2 || !strings.Contains(out, "traces of the type &#34;surface&#34; are not drawn") {
			t.Error("one diagram is drawn, two are not, and the last has nothing to be drawn")
		}
		if _, err := inspect(out); err != nil {
			t.Error(err)
		}
	}
	if out := render(t, text, Options{}); strings.Count(out, "Shown as") != 1 || strings.Contains(out, "<img") {
		t.Error("without a renderer there is nothing to say of diagrams")
	}
}

// TestStillPlotly: a simple interactive chart is a picture without anybody's help, in strict pages too.
func TestStillPlotly(t *testing.T) {
	const text = "::plotly{title=\"Cars\"}\n{\"data\": [{\"type\": \"bar\", \"x\": [\"<b>\"], \"y\": [3]}]}\n::\n"
	for _, strict := range []bool{false, true} {
		out := render(t, text, Options{Strict: strict})
		if strings.Count(out, `<img class="noma-drawing" src="data:image/svg+xml;base64,`) != 1 || !strings.Contains(out, `alt="Cars"`) || !strings.Contains(out, "<summary>Source</summary>") {
			t.Errorf("strict %v: no picture in\n%s", strict, content(out))
		}
	}
	better := func(kind, source string) ([]byte, error) { return []byte("<svg/>"), nil }
	if out := render(t, text, Options{Diagram: better}); !strings.Contains(out, "PHN2Zy8+") {
		t.Error("who draws better does not draw")
	}
}
