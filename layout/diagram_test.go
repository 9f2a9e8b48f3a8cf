package layout_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func diagramOf(t *testing.T, text string) (*noma.Document, *noma.Directive) {
	t.Helper()
	doc, _, err := noma.Parse(source.NewFile("a.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "diagram" {
			return doc, d
		}
	}
	t.Fatal("no diagram")
	return nil, nil
}

const oneDiagram = "# A\n\n::diagram{kind=\"dot\"}\ndigraph {\n  a -> b\n}\n::\n"

// TestDiagramsOf: what a returned file tells of a diagram, from the surest sign to the weakest.
func TestDiagramsOf(t *testing.T) {
	_, d := diagramOf(t, oneDiagram)
	key := layout.DiagramKey(d)
	file := func(name, line string, properties map[string]string) *wml.Document {
		p := &wml.Paragraph{Runs: []wml.Run{{Text: line}}}
		if name != "" {
			p.Runs = append(p.Runs, wml.Run{Kind: wml.Picture, Object: &wml.Image{Name: name}})
		}
		cell := wml.TableCell{Blocks: []wml.Block{p}}
		return &wml.Document{Properties: properties, Stories: []*wml.Story{{Blocks: []wml.Block{&wml.Table{Rows: []wml.Row{{Cells: []wml.TableCell{cell}}}}}}}}
	}
	hash := "v2 sha256:" + source.Hash(oneDiagram)
	ours := map[string]string{layout.ManifestProperty: hash}
	listed := map[string]string{layout.ManifestProperty: hash, layout.DiagramsProperty: "00000000 " + key}
	for _, c := range []struct {
		name string
		file *wml.Document
		want bool
	}{
		{"it is listed and its picture is gone", file("", "", listed), true},
		{"only its picture is there", file("Diagram "+key, "", ours), true},
		{"the name of the picture has grown", file("Diagram "+key+" 1", "", ours), true},
		{"another picture", file("Diagram 0000000", "", ours), false},
		{"a file of ours without it", file("", "", ours), false},
		{"another program's file with a line of it", file("", "a -> b", nil), false},
		{"another program's file without a line of it", file("", "a -> c", nil), true},
	} {
		if got := layout.DiagramsOf(c.file)(d); got != c.want {
			t.Errorf("%s: drawn %v", c.name, got)
		}
	}
}

// TestSketchedDiagram: a plan for comparing has the same paragraphs as the plan that was written.
func TestSketchedDiagram(t *testing.T) {
	for _, text := range []string{oneDiagram, "# A\n\n::diagram{id=\"x\" kind=\"dot\" title=\"*How* it goes\" alt=\"a to b\"}\ndigraph { a -> b }\n::\n",
		"::columns\n:::diagram{kind=\"dot\" caption=\"C\"}\ndigraph { a -> b }\n:::\n::\n"} {
		doc, _ := diagramOf(t, text)
		drawing := &layout.Drawing{SVG: []byte("<svg/>"), PNG: []byte("png"), Width: 100, Height: 50}
		for _, drawn := range []bool{true, false} {
			written := layout.Options{}
			if drawn {
				written.Diagram = func(*noma.Directive) *layout.Drawing { return drawing }
			}
			sketch := layout.Options{Sketch: true, Drawn: func(*noma.Directive) bool { return drawn }}
			a, b := entries(layout.Build(doc, written)), entries(layout.Build(doc, sketch))
			if len(a) != len(b) || len(a) == 0 {
				t.Fatalf("%q, drawn %v: %d paragraphs and %d in the sketch", text, drawn, len(a), len(b))
			}
			for i := range a {
				if a[i] != b[i] {
					t.Errorf("%q, drawn %v: paragraph %d is another one in the sketch", text, drawn, i)
				}
			}
		}
	}
}

func entries(p *layout.Plan) (out []layout.Entry) {
	for b := range p.Body() {
		layout.EachPara(b, func(p *layout.Para) { out = append(out, layout.EntryOf(p)) })
	}
	return out
}
