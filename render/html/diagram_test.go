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
	const text = "::diagram{kind=Graphviz title=\"A *b*\" width=\"50%\"}\ndigraph { a -> b }\n::\n\n::diagram{kind=drawio}\n<mxGraph/>\n::\n\n::plotly\n{\"data\": []}\n::\n\n::diagram{kind=graphviz}\n::\n"
	for _, strict := range []bool{false, true} {
		out := render(t, text, Options{Diagram: draw, Strict: strict})
		for _, want := range []string{`<img class="noma-drawing" src="data:image/svg+xml;base64,`, `alt="A b" style="width:50%"`, "digraph { a -&gt; b }</code>",
			"Shown as its source: nobody draws &lt;drawio&gt; here", "&lt;mxGraph/&gt;", "{&#34;data&#34;: []}"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in\n%s", want, content(out))
			}
		}
		if strings.Count(out, "<img") != 1 || strings.Count(out, "Shown as its source") != 1 {
			t.Error("one diagram is drawn, one is not, and the others have nothing to be drawn")
		}
		if _, err := inspect(out); err != nil {
			t.Error(err)
		}
	}
	if out := render(t, text, Options{}); strings.Contains(out, "Shown as") || strings.Contains(out, "<img") {
		t.Error("without a renderer there is nothing to say")
	}
}
