package app

import (
	"bytes"
	"strings"
	"testing"
)

// plotlyReport has charts in the places a block can stand in, one that cannot be drawn, and one more.
const plotlyReport = `# Report {id="r"}

See [[sales]].

::plotly{id="sales" caption="Sales by *month*" alt="Two bars a month"}
{
  "data": [
    {"type": "bar", "name": "North", "x": ["Jan", "Feb", "Mar"], "y": [3, 4.50, "7"]},

    {"type": "bar", "name": "South", "x": ["Jan", "Feb", "Mar"], "y": [2, null, 5]}
  ],
  "layout": {"title": {"text": "Sales"}}
}
::

::plotly{id="line"}
{"data": [{"x": [1, 2, 4, 8], "y": [1.5, 2.5, 2, 6.125]}], "layout": {"title": "Growth of *all* [[x]]"}}
::

::plotly{id="surface" title="A surface"}
{"data": [{"type": "surface", "z": [[1, 2], [3, 4]]}]}
::

::columns
:::plotly
{"data": [{"mode": "markers", "x": [1, 2], "y": [2, 1]}]}
:::

Right.
::

::comment{id="c" for="sales" author="Ann"}
See.
::

The end.
`

func wordWith(t *testing.T, text string, o WordOptions) []byte {
	t.Helper()
	s, err := FromText("a.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word, Word: o}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPlotlyIsQuiet: a file nobody edited changes nothing, as charts and as pictures, whatever the author
// has done in the meantime.
func TestPlotlyIsQuiet(t *testing.T) {
	for _, now := range []string{
		plotlyReport,
		strings.Replace(plotlyReport, "The end.", "The very end.", 1),
		strings.Replace(plotlyReport, "4.50", "40", 1),
		strings.Replace(plotlyReport, "Growth of", "Fall of", 1),
		strings.Replace(plotlyReport, `"type": "surface"`, `"y": [1]`, 1),
		strings.Replace(plotlyReport, `"mode": "markers"`, `"type": "box"`, 1),
	} {
		for _, o := range []WordOptions{{}, {Charts: "image"}} {
			s, err := FromText("a.noma", now)
			if err != nil {
				t.Fatal(err)
			}
			got, err := SyncReview(t.Context(), s, "-", bytes.NewReader(wordWith(t, plotlyReport, o)))
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != now || len(got.Findings) > 0 {
				t.Errorf("%+v:\n%s\n%s", o, got.Text, got.Report)
			}
		}
	}
}

// TestPlotlyEdited: numbers, names and captions that were edited reach the source and stay; what cannot is reported.
func TestPlotlyEdited(t *testing.T) {
	file := wordWith(t, plotlyReport, WordOptions{})
	in := func(part, old, now string) func(string, string) string {
		return func(name, text string) string {
			if !strings.HasSuffix(name, part) {
				return text
			}
			return strings.ReplaceAll(text, old, now)
		}
	}
	for _, c := range []struct {
		name     string
		edit     func(part, text string) string
		was, now string // in the source; "" for unchanged
		report   string
	}{
		{"a value", in("chart1.xml", "<c:v>4.5</c:v>", "<c:v>48</c:v>"), "4.50", "48", "The numbers of a chart were edited."},
		{"a value on an axis of numbers", in("chart2.xml", "<c:v>6.125</c:v>", "<c:v>7</c:v>"), "6.125", "7", "The numbers"},
		{"a name", in("chart1.xml", "<c:v>Feb</c:v>", "<c:v>Februar</c:v>"), `"Feb"`, `"Februar"`, "The numbers"},
		{"a series", in("chart1.xml", "<c:v>North</c:v>", "<c:v>N &amp; W</c:v>"), `"North"`, `"N & W"`, "The numbers"},
		{"a series that has no name", in("chart2.xml", "<c:v>Growth of *all* [[x]]</c:v>", "<c:v>G</c:v>"), "", "", "A series was named"},
		{"the caption", in("document.xml", ": Sales by ", ": Income by "), `caption="Sales`, `caption="Income`, `"caption"`},
		{"the title of the spec", in("document.xml", "Chart: Growth of ", "Chart: Fall of "), "", "", `"outcome": "refused"`},
		{"the description", in("document.xml", "Two bars a month", "Bars"), "", "", "its alt="},
		{"the property is gone", in("custom.xml", "NomaDiagrams", "Unknown"), "", "", "[]"},
	} {
		want := strings.ReplaceAll(plotlyReport, c.was, c.now)
		if c.was == "" {
			want = plotlyReport
		}
		back := rezipped(t, file, c.edit)
		for round, text := range []string{plotlyReport, want} {
			s, err := FromText("a.noma", text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := SyncReview(t.Context(), s, "-", bytes.NewReader(back))
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != want || round == 0 && (!strings.Contains(string(got.Report), c.report) || (len(got.Findings) == 0) != (c.report == "[]")) {
				t.Errorf("%s: the source is\n%s\nthe report\n%s", c.name, got.Text, got.Report)
			}
			if round == 1 && c.was != "" && len(got.Findings) > 0 {
				t.Errorf("%s: the second time\n%s", c.name, got.Report)
			}
		}
	}
}
