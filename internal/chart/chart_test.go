package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"pgregory.net/rapid"
)

// document parses blocks and returns the first plot with a function that finds datasets.
func document(t testing.TB, text string) (*noma.Directive, func(string) *noma.Directive) {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	find := func(id string) *noma.Directive {
		n, _ := d.Block(id)
		x, _ := n.(*noma.Directive)
		return x
	}
	for n := range noma.Walk(d) {
		if x, ok := n.(*noma.Directive); ok && x.Name == "plot" {
			return x, find
		}
	}
	t.Fatal("no plot")
	return nil, nil
}

func plot(t testing.TB, attrs string) *Chart {
	t.Helper()
	c, err := Plot(document(t, "::plot{"+attrs+"}\n::\n"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The pictures are kept as text: a change of their looks shows in a review.
func TestGolden(t *testing.T) {
	for name, attrs := range map[string]string{
		"bar":     `type="bar" title="Journeys, **all** routes" data="120,132,101,134" xlabels="Jan,Feb,Mar,Apr" height=180`,
		"line":    `data="7.5 6.2 5.9 6.8" width=300 height=150`,
		"series":  `type="bar" data="1,2;-1,3" xlabels="A,B" series="North,South & East" width=300 height=150`,
		"stacked": `type="bar" stacked value_labels data="1,2,0.1;-1,3,2" xlabels="A,B,C" series="North,South" width=300 height=200`,
		"crowded": `type="bar" value_labels data="-11.25,2;-1.25,3.75;2,-4" width=200 height=150`,
		"area":    `type="area" data="3,1,,2,4" width=300 height=150`,
		"scatter": `type="scatter" data="3,1,4,1,5" xlabels="0.5,1,2.5,3,9" width=300 height=150`,
		"pie":     `type="pie" data="50,30,15,5,-4" xlabels="Ann,Bob,Cy,Dee,Ed" width=300 height=150`,
		"labels":  `type="bar" data="1,2,3" xlabels="crypto_long_short_carry,seasonality_eq,vol" xlabel_angle=45 xlabel_wrap=12 xlabel_abbrev=18 compact`,
	} {
		golden.Check(t, "testdata/"+name+".svg", plot(t, attrs).SVG())
	}
	golden.Check(t, "testdata/computed.svg", Line("Growth", []float64{0, 1, 2, 3}, []float64{1, 1.1, 1.21, 1.331}, "line").SVG())
}

func TestPlot(t *testing.T) {
	const sales = `
::dataset{id="sales" format="csv"}
month,"units, sold",price,note
Jan,12,3.5,a
Feb,,4,b
Mar,14,4.5,c
::

::dataset{id="typed"}
schema:
  name: string
  code: string
  n: number
rows:
  - [A, "7", 1]
  - [B, "8", 2]
::

::dataset{id="words" format="csv"}
a,b
x,y
::
`
	for _, c := range []struct{ attrs, want string }{
		{`data="1,2,3"`, "line 3×1 [1 2 3]"},
		{`data="1 2 3" type="bar"`, "bar 3×1 [1 2 3]"},
		{`data=5`, "line 1×1 [5]"},
		{`data="1,x,3," type="Pie"`, "pie 2×1 [1 NaN 3]"},
		{`data="1,2;3,4,5"`, "line 3×2 [1 2 NaN] [3 4 5]"},
		{`data="1,2;;x,y"`, "line 2×1 [1 2]"},
		{`data="−1.5,+2,-3"`, "line 3×1 [-1.5 2 -3]"},
		{`data="1,1e999,Inf,0x10"`, "line 1×1 [1 NaN NaN NaN]"},
		{`type="sparkle" data="1"`, "line 1×1 [1]"},
		{`type="column" data="1" width="4in" height=9999`, "bar 1×1 [1] 384x2400"},
		{`data="1" compact`, "line 1×1 [1] 560x170"},
		{`dataset="sales"`, "line 2×1 units, sold [12 NaN 14]"},
		{`dataset="sales" column="units, sold" xcolumn="month"`, "line 2×1 units, sold [12 NaN 14] Jan Feb Mar"},
		{`dataset="sales" column="price, units"`, `dataset "sales" has no column "units"`},
		{`dataset="sales" column="price;price" series="P,Q"`, "line 3×2 P [3.5 4 4.5] Q [3.5 4 4.5]"},
		{`dataset="sales" column="note"`, "the plot has no data"},
		{`dataset="sales" xcolumn="moon"`, `dataset "sales" has no column "moon"`},
		{`dataset="typed" xcolumn="name"`, "line 2×1 n [1 2] A B"},
		{`dataset="typed" column="code"`, "line 2×1 code [7 8]"},
		{`dataset="words"`, "the plot has no data"},
		{`dataset="nope"`, `there is no dataset "nope"`},
		{`title="empty"`, "the plot has no data"},
		{`data=" , ;"`, "the plot has no data"},
	} {
		chart, err := Plot(document(t, "::plot{"+c.attrs+"}\n::\n"+sales))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprintf("%s %d×%d", chart.Kind, chart.Points, chart.Series)
			for _, l := range chart.lines {
				if l.name != "" {
					got += " " + l.name
				}
				got += " " + fmt.Sprint(l.ys)
			}
			if len(chart.labels) > 0 {
				got += " " + strings.Join(chart.labels, " ")
			}
			if chart.Width != defaultWidth || chart.Height != defaultHeight {
				got += fmt.Sprintf(" %vx%v", chart.Width, chart.Height)
			}
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.attrs, got, c.want)
		}
	}
	if _, err := Plot(document(t, "::plot\n::\n")); !errors.Is(err, ErrNoData) {
		t.Errorf("no data is reported as %v", err)
	}
}

func TestDatasetIsNoPlot(t *testing.T) {
	n, find := document(t, "::plot{dataset=\"c\"}\n::\n::claim{id=\"c\"}\nx\n::\n")
	if _, err := Plot(n, find); err == nil {
		t.Error("a claim is plotted")
	}
}

// marks counts the elements of an SVG picture and fails when it is not well-formed.
func marks(t testing.TB, svg []byte) map[string]int {
	t.Helper()
	n := map[string]int{}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return n
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if e, ok := tok.(xml.StartElement); ok {
			n[e.Name.Local]++
		}
	}
}

func TestOneMarkAPoint(t *testing.T) {
	for attrs, want := range map[string]string{
		`data="1,2,3"`:                         "circle 3 rect 0",
		`data="1,,3"`:                          "circle 2 rect 0",
		`type="bar" data="1,2,3"`:              "circle 0 rect 3",
		`type="bar" data="1,2,3;4,5,6"`:        "circle 0 rect 6",
		`type="scatter" data="1,2,3,4"`:        "circle 4 rect 0",
		`type="area" data="1,2"`:               "circle 2 rect 0",
		`type="pie" data="1,2" xlabels="a,b"`:  "circle 0 rect 0",
		`data="1,2,3" xlabels="<a>,\"b\",'&'"`: "circle 3 rect 0",
	} {
		n := marks(t, plot(t, attrs).SVG())
		if got := fmt.Sprintf("circle %d rect %d", n["circle"], n["rect"]); got != want {
			t.Errorf("%s draws %s, want %s", attrs, got, want)
		}
	}
}

// anyChart draws the charts that reports might hold, and some they should not.
func anyChart(t *rapid.T) *Chart {
	value := rapid.OneOf(rapid.Float64Range(-100, 100), rapid.Float64(), rapid.Just(math.NaN()), rapid.SampledFrom([]float64{0, 1e-300, 1e300, -1e300, math.Inf(1), math.MaxFloat64, -math.MaxFloat64}))
	kind := rapid.SampledFrom([]string{"line", "bar", "area", "scatter", "pie"}).Draw(t, "kind")
	if rapid.Bool().Draw(t, "computed") {
		n := rapid.IntRange(1, 25).Draw(t, "n")
		return Line("T", rapid.SliceOfN(value, n, n).Draw(t, "xs"), rapid.SliceOfN(value, n, n).Draw(t, "ys"), kind)
	}
	c := &Chart{Kind: kind, Width: rapid.Float64Range(minWidth, 900).Draw(t, "w"), Height: rapid.Float64Range(minHeight, 500).Draw(t, "h")}
	for range rapid.IntRange(1, 4).Draw(t, "series") {
		c.lines = append(c.lines, series{name: rapid.String().Draw(t, "name"), ys: rapid.SliceOfN(value, 1, 60).Draw(t, "ys")})
	}
	c.labels = rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[a-z]{1,9}( [a-z_]{1,9}){0,4}`), rapid.String()), 0, 60).Draw(t, "labels")
	c.names = labelStyle{rapid.SampledFrom([]float64{0, 0, 0, 30, 90, -45}).Draw(t, "angle"), rapid.SampledFrom([]int{0, 0, 8}).Draw(t, "wrap"), rapid.SampledFrom([]int{0, 0, 5}).Draw(t, "abbrev")}
	c.count()
	return c
}

// Whatever the data, the picture is well-formed, repeatable, and everything in it lies on it.
func TestAnyChart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyChart(t)
		svg := c.SVG()
		dec := xml.NewDecoder(bytes.NewReader(svg))
		for {
			tok, err := dec.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, svg)
			}
			e, ok := tok.(xml.StartElement)
			for _, a := range e.Attr {
				if !ok || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("<%s %s=%q>", e.Name.Local, a.Name.Local, a.Value)
				}
				v, isNumber := number(a.Value)
				limit := map[string]float64{"cx": c.Width, "x": c.Width, "cy": c.Height, "y": c.Height}[a.Name.Local]
				if e.Name.Local != "text" && isNumber && limit > 0 && (v < -0.01 || v > limit+0.01) {
					t.Fatalf("<%s %s=%q> lies outside of %v", e.Name.Local, a.Name.Local, a.Value, limit)
				}
			}
		}
		if !bytes.Equal(svg, c.SVG()) {
			t.Fatal("two drawings differ")
		}
	})
}

// The two pictures of a chart agree: our own reader paints the SVG as the PNG is painted.
func TestSVGAndPNGAgree(t *testing.T) {
	for _, attrs := range []string{
		`type="bar" title="Journeys" data="120,132,101,134" xlabels="Jan,Feb,Mar,Apr"`,
		`data="11,12.8,14,18.6;5,6,7,8" xlabels="2018,2019,2020,2021" series="Revenue,Cost"`,
		`type="area" data="3,1,,2,4"`,
		`type="scatter" data="3,1,4,1,5" xlabels="0.5,1,2.5,3,9"`,
		`type="pie" data="50,30,15,5" xlabels="Ann,Bob,Cy,Dee"`,
		`type="pie" data="1"`,
		`type="bar" data="1,2,3" xlabels="crypto_long_short_carry,seasonality_eq,vol" xlabel_angle=45`,
	} {
		c := plot(t, attrs)
		direct, err := c.PNG()
		if err != nil {
			t.Fatal(err)
		}
		read, w, h, err := Rasterize(c.SVG(), 0)
		if err != nil {
			t.Fatal(err)
		}
		a, b := decode(t, direct), decode(t, read)
		if a.Bounds() != b.Bounds() || w != c.Width || h != c.Height || a.Bounds().Dx() != int(2*w) {
			t.Fatalf("%s: %v and %v, %v×%v", attrs, a.Bounds(), b.Bounds(), w, h)
		}
		if d := difference(a, b); d > 0.1 {
			t.Errorf("%s: the pictures differ by %.2f of 255 on average", attrs, d)
		}
	}
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// difference returns the mean distance of two pictures' green values.
func difference(a, b image.Image) float64 {
	var sum float64
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			_, g, _, _ := a.At(x, y).RGBA()
			_, h, _, _ := b.At(x, y).RGBA()
			sum += math.Abs(float64(g)-float64(h)) / 257
		}
	}
	return sum / float64(r.Dx()*r.Dy())
}

func TestManyPoints(t *testing.T) {
	c := plot(t, `type="bar" data="`+strings.Repeat("1,2,3,", 20000)+`"`)
	if c.Points != 60000 {
		t.Errorf("%d points", c.Points)
	}
	if n := marks(t, c.SVG())["rect"]; n > maxDrawn || n < maxDrawn/2 {
		t.Errorf("%d bars are drawn", n)
	}
}

func BenchmarkPNG(b *testing.B) {
	c := plot(b, `type="bar" data="120,132,101,134,90,230,210,182,191,234,290,330" xlabels="Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec"`)
	for b.Loop() {
		if _, err := c.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	c := plot(b, `type="bar" data="120,132,101,134,90,230,210,182,191,234,290,330" xlabels="Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec"`)
	for b.Loop() {
		c.SVG()
	}
}

func ExampleLine() {
	c := Line("Growth", []float64{0, 1, 2}, []float64{100, 118, 139.24}, "line")
	svg := c.SVG()
	fmt.Println(c.Points, c.Width, c.Height, strings.Count(string(svg), "<circle"))
	// Output: 3 560 260 3
}

// TestTextOver: the number in a bar can be read on every colour that a theme may have (WCAG 2.2, 1.4.3).
func TestTextOver(t *testing.T) {
	luminance := func(c color.NRGBA) (l float64) {
		for i, v := range [...]uint8{c.R, c.G, c.B} {
			s := float64(v) / 255
			if s = math.Pow((s+0.055)/1.055, 2.4); v <= 10 {
				s = float64(v) / 255 / 12.92
			}
			l += s * [...]float64{0.2126, 0.7152, 0.0722}[i]
		}
		return l
	}
	for rgb := 0; rgb < 1<<24; rgb += 977 {
		c := color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
		a, b := luminance(c), luminance(over(c))
		if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < 4.5 {
			t.Fatalf("%v on %v has a contrast of %.2f", over(c), c, got)
		}
	}
}
