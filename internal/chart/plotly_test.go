package chart

import (
	"slices"
	"strings"
	"testing"
)

func TestPlotly(t *testing.T) {
	for _, c := range []struct {
		spec, kind     string
		points, series int
		shows          []string
	}{
		{`{"data":[{"type":"bar","name":"North","x":["Jan","Feb"],"y":[1,2]},{"type":"bar","x":["Jan","Feb"],"y":[3,null]}],"layout":{"title":{"text":"Cars & vans"}}}`, "bar", 2, 2, []string{"Cars &amp; vans", "Jan", "North"}},
		{`{"data":[{"x":[1,2,4],"y":["1",2.5,3]}]}`, "line", 3, 1, []string{"<circle"}},
		{`{"data":[{"type":"scatter","mode":"markers","x":[1,2],"y":[3,4]}],"layout":{"title":"T"}}`, "scatter", 2, 1, []string{"T"}},
		{`{"data":[{"fill":"tozeroy","y":[3,4]}]}`, "area", 2, 1, []string{"<polygon"}},
		{`{"data":[{"type":"bar","y":[1,-2]},{"type":"bar","y":[3,-4]}],"layout":{"barmode":"stack"}}`, "bar", 2, 2, []string{"Stacked bar chart"}},
		{`{"data":[{"type":"pie","labels":["a","b"],"values":[1,3]}]}`, "pie", 2, 1, []string{"a", "b"}},
	} {
		got, err := plotly([]byte(c.spec))
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		if got.Kind != c.kind || got.Points != c.points || got.Series != c.series {
			t.Errorf("%s: %s with %d points and %d series", c.spec, got.Kind, got.Points, got.Series)
		}
		svg := string(got.SVG())
		for _, want := range c.shows {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: no %q in\n%s", c.spec, want, svg)
			}
		}
	}
	for spec, want := range map[string]string{
		`{`: "JSON", `{"data":[]}`: "no data", `{"data":[{"y":["a"]}]}`: "no data", `{"data":[{"type":"surface","z":[[1]]}]}`: `"surface"`,
		`{"data":[{"type":"bar","orientation":"h","y":[1]}]}`: "horizontal", `{"data":[{"y":[1]},{"type":"bar","y":[1]}]}`: "different types",
		`{"data":[{"x":[1],"y":[1]},{"x":[2],"y":[1]}]}`: "different places", `{"data":[{"x":[1,2],"y":[1]}]}`: "as many",
		`{"data":[{"y":[1]}],"layout":{"yaxis":{"type":"log"}}}`: `"log"`, `{"data":[{"type":"bar","y":[1]}],"layout":{"barmode":"overlay"}}`: `"overlay"`,
		`{"data":[{"type":"pie","values":[1]},{"type":"pie","values":[1]}]}`: "several pies", `{"data":[{"fill":"toself","y":[1]}]}`: `"toself"`,
	} {
		if _, err := plotly([]byte(spec)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", spec, err, want)
		}
	}
}

// FuzzPlotly: whatever the JSON, a chart that there is can be drawn, the same every time.
func FuzzPlotly(f *testing.F) {
	f.Add(`{"data":[{"type":"bar","x":["a"],"y":[1e308]}],"layout":{"title":"x"}}`)
	f.Add(`{"data":[{"x":[1,1e300],"y":[-1,1e-300]}]}`)
	f.Add(`{"data":[{"type":"pie","labels":["a"],"values":[0]}]}`)
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := plotly([]byte(spec))
		if err != nil {
			return
		}
		again, err := plotly([]byte(spec))
		if err != nil || !slices.Equal(c.SVG(), again.SVG()) {
			t.Fatalf("%q gives something else the second time (%v)", spec, err)
		}
	})
}
