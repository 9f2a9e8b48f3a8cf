package compute

import (
	"fmt"
	"math"
	"strings"
	"testing"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"pgregory.net/rapid"
)

// block makes a directive; attributes are written `key=value`, numbers and booleans typed.
func block(name, id, body string, attrs ...string) *noma.Directive {
	d := &noma.Directive{Name: name, Body: body, HasBody: body != ""}
	d.ID = id
	for _, a := range attrs {
		k, raw, _ := strings.Cut(a, "=")
		v := noma.Value{Raw: raw}
		if n, ok := parseNumber(raw); ok {
			v.Kind, v.Num = noma.Number, n
		} else if raw == "true" || raw == "false" {
			v.Kind, v.Bool = noma.Bool, raw == "true"
		}
		d.Attrs = append(d.Attrs, noma.Attr{Key: k, Value: v})
	}
	return d
}

func doc(blocks ...*noma.Directive) *noma.Document {
	d := &noma.Document{}
	for _, b := range blocks {
		d.Children = append(d.Children, b)
	}
	return d
}

func TestControls(t *testing.T) {
	for _, c := range []struct {
		attrs string
		want  float64 // NaN for none
	}{
		{"type=slider default=18", 18},
		{"default=2.5", 2.5},
		{"type=text default=1e3", 1000},
		{"type=text default=many", math.NaN()},
		{"type=number", math.NaN()},
		{"type=number default=", math.NaN()},
		{"type=toggle default=true", 1},
		{"type=toggle default=off", 0},
		{"type=checkbox default=Checked", 1},
		{"type=checkbox default=maybe", math.NaN()},
		{"type=select options=1=Base,1.2=Upside default=1.2", 1.2},
		{"type=select options=1=Base,1.2=Upside", 1},
		{"type=select options=a,b", math.NaN()},
		{"type=date default=2026-05-01", math.NaN()},
	} {
		got, ok := Control(block("control", "c", "", strings.Fields(c.attrs)...))
		if ok == math.IsNaN(c.want) || ok && got != c.want {
			t.Errorf("%s: %v, %v; want %v", c.attrs, got, ok, c.want)
		}
	}
}

func TestDomain(t *testing.T) {
	for s, want := range map[string]string{
		"year:0..5":              "year 0 1 2 3 4 5",
		" x : 4 .. 1 ":           "x 4 3 2 1",
		"x:0..10:5":              "x 0 5 10",
		"x:0..10:-4":             "x 0 4 8",
		"x: 10 .. 0 : 5":         "x 10 5 0",
		"x:0..0.5":               "x 0 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5",
		"x:3..3":                 "x 3",
		"x:1.5..1.5":             "x 1.5",
		"x:-1..1":                "x -1 0 1",
		"growth-rate:0..0.3:0.1": "growth-rate 0 0.1 0.2 0.3",
		"x:0..100":               "x 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
	} {
		d, ok := parseDomain(s)
		got := d.Variable
		for _, x := range d.points() {
			got += " " + Format(x)
		}
		if !ok || got != want {
			t.Errorf("%q gives %q, %v; want %q", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "x", "x:1", "x:1..", "x:..2", ":1..2", "1x:1..2", "x:1..2:0", "x:1..2:a", "x:a..b", "x:1..2:1:1", "x:-1e308..1e308"} {
		if d, ok := parseDomain(s); ok {
			t.Errorf("%q is read as %+v", s, d)
		}
	}
}

func TestField(t *testing.T) {
	n := block("computed_metric", "m", "Free text: stays.\n  formula: a + 1\nlabel : Title\ndomain:\ndomain: x:0..2\n::note\nunit: m\n::", "title=Attr", "unit= ")
	for _, c := range []struct {
		keys, value, key string
		body             bool
	}{
		{"formula", "a + 1", "formula", true},
		{"title label", "Attr", "title", false},
		{"label title", "Attr", "title", false},
		{"label", "Title", "label", true},
		{"range domain", "x:0..2", "domain", true},
		{"unit", "", "", false},
		{"form", "", "", false},
	} {
		v, k, b := Field(n, strings.Fields(c.keys)...)
		if v != c.value || k != c.key || b != c.body {
			t.Errorf("%s: %q %q %v", c.keys, v, k, b)
		}
	}
}

func TestEval(t *testing.T) {
	later := block("computed_metric", "later", "", "formula=base * 2")
	base := block("computed_metric", "base", "formula: rate + flag")
	curve := block("computed_plot", "curve", "", "formula=base ^ year", "domain=year:0..3")
	flat := block("computed_table", "flat", "", "formula=base", "range=year:0..1")
	hole := block("computed_plot", "hole", "", "formula=1 / x", "domain=x:-1..1")
	none := block("computed_plot", "none", "", "formula=base")
	hides := block("computed_table", "hides", "", "formula=rate", "domain=rate:7..8")
	onPlot := block("computed_metric", "on-plot", "", "formula=flat + 1")
	lost := block("computed_metric", "lost", "", "formula=curve")
	e := Eval(doc(later, base, curve, flat, hole, none, hides, onPlot, lost,
		block("control", "rate", "", "type=slider", "default=2"), block("control", "flag", "", "type=toggle", "default=true"),
		block("control", "rate", "", "default=99")))
	if v, ok := e.Value("rate"); !ok || v != 2 {
		t.Errorf("of two controls with one id the first counts, got %v", v)
	}
	for _, c := range []struct {
		n    *noma.Directive
		want string
	}{
		{later, "6 /"}, {base, "3 /"}, {curve, "- / year 0=1 1=3 2=9 3=27"}, {flat, "3 / year 0=3 1=3"},
		{hole, "- /"}, {none, "3 /"}, {hides, "- / rate 7=7 8=8"}, {onPlot, "4 /"}, {lost, "- /"},
	} {
		got := "-"
		if v, ok := e.Metric(c.n); ok {
			got = Format(v)
		}
		got += " /"
		if s, ok := e.Series(c.n); ok {
			got += " " + s.Variable
			for _, p := range s.Points {
				got += " " + Format(p.X) + "=" + Format(p.Y)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.n.ID, got, c.want)
		}
	}
}

func TestCyclesHaveNoValue(t *testing.T) {
	self := block("computed_metric", "self", "", "formula=self + 1")
	a := block("computed_metric", "a", "", "formula=b + 1")
	b := block("computed_metric", "b", "", "formula=a + 1")
	after := block("computed_metric", "after", "", "formula=if(1, 5, a)")
	fine := block("computed_metric", "fine", "", "formula=5")
	e := Eval(doc(self, a, b, after, fine))
	for _, n := range []*noma.Directive{self, a, b, after} {
		if v, ok := e.Metric(n); ok {
			t.Errorf("%s = %v", n.ID, v)
		}
		if _, cyclic := e.Depth(n); !cyclic {
			t.Errorf("%s is not seen as cyclic", n.ID)
		}
	}
	if d, cyclic := e.Depth(fine); d != 1 || cyclic {
		t.Errorf("fine has depth %d, cyclic %v", d, cyclic)
	}
}

// The order of blocks in the document never matters, and a chain may be as long as the document.
func TestChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		blocks := []*noma.Directive{block("control", "m0", "", "default=1")}
		for i := 1; i <= n; i++ {
			blocks = append(blocks, block("computed_metric", fmt.Sprint("m", i), "", fmt.Sprintf("formula=m%d * 1 + 1", i-1)))
		}
		e := Eval(doc(rapid.Permutation(blocks).Draw(t, "order")...))
		for i := 1; i <= n; i++ {
			if v, ok := e.Metric(blocks[i]); !ok || v != float64(i+1) {
				t.Fatalf("m%d = %v, %v", i, v, ok)
			}
			if d, _ := e.Depth(blocks[i]); d != i {
				t.Fatalf("m%d has depth %d", i, d)
			}
		}
	})
}

func TestLongChain(t *testing.T) {
	const n = 20000
	blocks := []*noma.Directive{block("control", "m0", "", "default=1")}
	for i := n; i > 0; i-- {
		blocks = append(blocks, block("computed_metric", fmt.Sprint("m", i), "", fmt.Sprintf("formula=m%d+1", i-1)))
	}
	if v, ok := Eval(doc(blocks...)).Value(fmt.Sprint("m", n)); !ok || v != n+1 {
		t.Errorf("the end of the chain is %v, %v", v, ok)
	}
}

// TestGreatCircle: a circle of a hundred thousand blocks ends like one of two.
func TestGreatCircle(t *testing.T) {
	const n = 100_000
	blocks := make([]*noma.Directive, n)
	for i := range blocks {
		blocks[i] = block("computed_metric", fmt.Sprint("m", i), "", fmt.Sprintf("formula=m%d+1", (i+1)%n))
	}
	e := Eval(doc(blocks...))
	if _, ok := e.Metric(blocks[n/2]); ok {
		t.Error("a circle has a value")
	}
	if _, cyclic := e.Depth(blocks[n-1]); !cyclic {
		t.Error("the circle is not seen")
	}
}

// TestGreatSeries: of a domain with a thousand million places the first few are computed.
func TestGreatSeries(t *testing.T) {
	for _, domain := range []string{"x:0..1000000000", "x:0..1:0.000000001", "x:0..1e300:1e-300", "x:1e300..0:1"} {
		plot := block("computed_plot", "p", "", "formula=x * 1e-300", "domain="+domain)
		if s, ok := Eval(doc(plot)).Series(plot); !ok || len(s.Points) != maxPoints {
			t.Errorf("%s has %d points, %v", domain, len(s.Points), ok)
		}
	}
}

// TestLongBody: the settings of a block are found in a body of any size, and it is read line by line.
func TestLongBody(t *testing.T) {
	n := block("computed_metric", "m", strings.Repeat("a line of words: and more\n", 200_000)+"formula: 1 + 1\n")
	if v, ok := Eval(doc(n)).Metric(n); !ok || v != 2 {
		t.Errorf("%v, %v", v, ok)
	}
}

func BenchmarkEval(b *testing.B) {
	blocks := []*noma.Directive{block("control", "m0", "", "default=1")}
	for i := 1; i < 200; i++ {
		blocks = append(blocks, block("computed_metric", fmt.Sprint("m", i), "", fmt.Sprintf("formula=round(m%d * pow(1 + 3 / 100, 2), 1)", i-1)))
	}
	d := doc(blocks...)
	for b.Loop() {
		Eval(d)
	}
}

func ExampleParseFormula() {
	x, err := ParseFormula("round(accounts * pow(1 + growth-rate / 100, 3), 0)")
	if err != nil {
		fmt.Println(err)
		return
	}
	defaults := map[string]float64{"accounts": 250, "growth-rate": 18}
	v, ok := x.Eval(func(name string) (float64, bool) { v, known := defaults[name]; return v, known })
	fmt.Println(x.Names(), Format(v), ok)
	// Output: [accounts growth-rate] 411 true
}

func ExampleEval() {
	text := `::control{id="accounts" type="number" default=250}
::

::computed_metric{id="next-year" unit="accounts"}
formula: round(accounts * 1.18)
::

::computed_plot{id="curve" formula="accounts * 1.18 ^ year" domain="year: 0 .. 2"}
::
`
	doc, _, err := noma.Parse(source.NewFile("plan.noma", text), noma.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	env := Eval(doc)
	v, _ := env.Value("next-year")
	curve, _ := doc.Block("curve")
	s, _ := env.Series(curve.(*noma.Directive))
	fmt.Println(Format(v), s.Variable, s.Points)
	// Output: 295 year [{0 250} {1 295} {2 348.09999999999997}]
}
