package layout_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// plotlyIn returns the pictures and the texts of the first ::plotly block of a text.
func plotlyIn(t *testing.T, text string, opts layout.Options) (images []*wml.Image, lines []string) {
	t.Helper()
	doc, _, err := noma.Parse(source.NewFile("a.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for b := range layout.Build(doc, opts).Body() {
		layout.EachPara(b, func(p *layout.Para) {
			if d, ok := p.Node.(*noma.Directive); ok && d.Name == "plotly" {
				for _, r := range p.Runs() {
					if r.Image() != nil {
						images = append(images, r.Image())
					}
				}
				lines = append(lines, layout.PlainText(layout.Glyphs(p.Runs(), wml.Original)))
			}
		})
	}
	return images, lines
}

func TestPlotlyInWord(t *testing.T) {
	const bars = `{"data": [{"type": "bar", "x": ["a", "b"], "y": [1, 2]}], "layout": {"title": "How *it* goes"}}`
	for _, c := range []struct{ name, attrs, body, alt, caption string }{
		{"the title of the spec", ``, bars, "How *it* goes: Bar chart, 2 points", "Chart: How *it* goes"},
		{"a caption", `caption="The *rest*"`, bars, "The rest: Bar chart, 2 points", "Plot : The rest"},
		{"a description", `alt="Two bars" title="T"`, bars, "Two bars", "Plot : T"},
		{"neither", ``, `{"data": [{"y": [1, 2]}]}`, "Plotly chart: Line chart, 2 points", ""},
		{"no chart", ``, `{"data": [{"type": "surface", "z": [[1]]}]}`, "", "Plotly chart"},
		{"no JSON", ``, `{"data":`, "", "Plotly chart"},
	} {
		text := "# R\n\n::plotly{" + c.attrs + "}\n" + c.body + "\n::\n"
		images, lines := plotlyIn(t, text, layout.Options{})
		switch {
		case c.alt == "":
			if len(images) > 0 || !strings.Contains(strings.Join(lines, "\n"), c.body) {
				t.Errorf("%s: %d pictures, %q", c.name, len(images), lines)
			}
		case len(images) != 1 || !strings.HasPrefix(images[0].Alt, c.alt) || images[0].Chart == nil || images[0].Workbook == nil:
			t.Errorf("%s: pictures %+v", c.name, images)
		case len(lines) > 2 || !strings.HasSuffix(lines[len(lines)-1], c.caption):
			t.Errorf("%s: lines %q", c.name, lines)
		}
		images, _ = plotlyIn(t, text, layout.Options{ChartPictures: true})
		if c.alt != "" && (len(images) != 1 || images[0].Ext != "svg" || !strings.Contains(string(images[0].Bitmap()), c.body)) {
			t.Errorf("%s: as a picture it is %+v", c.name, images)
		}
		// A plan to compare with has what the file has.
		sketch := layout.Options{Sketch: true, Drawn: func(*noma.Directive) bool { return true }}
		if _, also := plotlyIn(t, text, sketch); strings.Join(also, "\n") != strings.Join(lines, "\n") {
			t.Errorf("%s: the sketch has %q, the file %q", c.name, also, lines)
		}
		sketch.Drawn = nil
		if images, also := plotlyIn(t, text, sketch); len(images) > 0 || also[0] != "Plotly chart" && also[1] != "interactive JSON spec" {
			t.Errorf("%s: compared with a file of others: %q", c.name, also)
		}
	}
}

// TestPlotlyDrawn: a file tells whether it shows charts or sources, also after the numbers changed.
func TestPlotlyDrawn(t *testing.T) {
	doc, _, err := noma.Parse(source.NewFile("a.noma", "::plotly\n{\"data\": []}\n::\n"), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := doc.Children[0].(*noma.Directive)
	file := func(name, line string, properties map[string]string) *wml.Document {
		p := &wml.Paragraph{Runs: []wml.Run{{Text: line}, {Kind: wml.Picture, Object: &wml.Image{Name: name}}}}
		return &wml.Document{Properties: properties, Stories: []*wml.Story{{Blocks: []wml.Block{p}}}}
	}
	ours := "v2 sha256:" + source.Hash("another text")
	for _, c := range []struct {
		name string
		file *wml.Document
		want bool
	}{
		{"listed", file("", "", map[string]string{layout.ManifestProperty: ours, layout.DiagramsProperty: "plotly"}), true},
		{"not listed", file("x", "", map[string]string{layout.ManifestProperty: ours}), false},
		{"named", file("Plotly chart 3", "", nil), true},
		{"its source is shown", file("", `{"data": []}`, nil), false},
	} {
		if got := layout.DiagramsOf(c.file)(d); got != c.want {
			t.Errorf("%s: drawn %v", c.name, got)
		}
	}
}
