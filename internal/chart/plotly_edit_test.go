package chart

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/noma/source"
)

func applied(t interface{ Fatal(...any) }, spec string, edits []source.Edit) string {
	text, err := source.Apply(spec, edits)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func numbersOf(t *testing.T, spec string) *Numbers {
	t.Helper()
	c, err := plotly([]byte(spec))
	if err != nil {
		t.Fatal(err)
	}
	return c.Numbers()
}

func TestEditPlotly(t *testing.T) {
	const bars = `{"layout": {"data": 7}, "data": [{"type": "bar", "name": "N", "x": ["a", "b"], "y": [1.50, "2"], "z": [[1]]}, {"type":"bar","x":["a","b"],"y":[null,4]}]}`
	for _, c := range []struct {
		name, spec string
		edit       func(*Numbers)
		want       string // what stands there instead; "" when it is refused
	}{
		{"a value", bars, func(n *Numbers) { n.Series[0][0] = 9.25 }, strings.Replace(bars, "1.50", "9.25", 1)},
		{"a value that is a string", bars, func(n *Numbers) { n.Series[0][1] = 3 }, strings.Replace(bars, `"2"`, `"3"`, 1)},
		{"a gap is filled and another made", bars, func(n *Numbers) { n.Series[1][0], n.Series[0][0] = 8, math.NaN() },
			strings.NewReplacer("null", "8", "1.50", "null").Replace(bars)},
		{"a place, in every trace", bars, func(n *Numbers) { n.Categories[1] = `"q" <é>` }, strings.ReplaceAll(bars, `"b"`, `"\"q\" <é>"`)},
		{"the name of a series", bars, func(n *Numbers) { n.Names[0] = "North" }, strings.Replace(bars, `"N"`, `"North"`, 1)},
		{"a series without a name", bars, func(n *Numbers) { n.Names[1] = "South" }, ""},
		{"a point more", bars, func(n *Numbers) { n.Series[0] = append(n.Series[0], 5) }, ""},
		{"a series less", bars, func(n *Numbers) { n.Series, n.Names = n.Series[:1], n.Names[:1] }, ""},
		{"a slice", `{"data":[{"type":"pie","labels":["a","b"],"values":[1,3]}]}`, func(n *Numbers) { n.Series[0][1], n.Categories[0] = 4, "c" },
			`{"data":[{"type":"pie","labels":["c","b"],"values":[1,4]}]}`},
		{"a place that is a number", `{"data":[{"x":[1,2],"y":[1,3]}]}`, func(n *Numbers) { n.Categories[1] = "2.5" }, `{"data":[{"x":[1,2.5],"y":[1,3]}]}`},
		{"a place out of order", `{"data":[{"x":[1,2],"y":[1,3]}]}`, func(n *Numbers) { n.Categories[1] = "0" }, `{"data":[{"x":[1,0],"y":[1,3]}]}`},
		{"points are numbered", `{"data":[{"y":[1,3]}]}`, func(n *Numbers) { n.Categories[1] = "two" }, ""},
		{"another spelling of keys", `{"Data":[{"Y":[1,3]}]}`, func(n *Numbers) { n.Series[0][1] = 2 }, `{"Data":[{"Y":[1,2]}]}`},
		{"said twice, the last counts", `{"data":[{"y":[1,3],"y":[5,6]}]}`, func(n *Numbers) { n.Series[0][1] = 2 }, `{"data":[{"y":[1,3],"y":[5,2]}]}`},
		{"said twice and mixed", `{"data":[{"x":["a","b"],"y":[1,3]}],"data":[{"y":[5,6]}]}`, func(n *Numbers) { n.Categories[1] = "c" }, ""},
	} {
		now := numbersOf(t, c.spec)
		c.edit(now)
		edits, ok := EditPlotly(c.spec, now)
		if got := applied(t, c.spec, edits); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, ok, got, c.want)
		}
	}
}

// Any values written into a spec are shown by it, and the same values change nothing.
func TestEditPlotlyLaw(t *testing.T) {
	const spec = `{"data": [{"type":"bar","name":"A","x":["p","q","r"],"y":[1, 2.0, null]}, {"type":"bar","name":"B","x":["p","q","r"],"y":["4",5e1,-6]}]}`
	rapid.Check(t, func(t *rapid.T) {
		c, _ := plotly([]byte(spec))
		now := c.Numbers()
		if edits, ok := EditPlotly(spec, now); !ok || len(edits) > 0 {
			t.Fatalf("what is shown already: %v, %v", edits, ok)
		}
		for i := range now.Series {
			now.Names[i] = rapid.StringMatching(`[a-z"\\é€😀]{1,8}`).Draw(t, "name")
			for k := range now.Series[i] {
				now.Series[i][k] = float64(rapid.IntRange(-1e6, 1e6).Draw(t, "value")) / 64
			}
		}
		edits, ok := EditPlotly(spec, now)
		if !ok {
			t.Fatalf("refused: %v", now)
		}
		c, err := plotly([]byte(applied(t, spec, edits)))
		if err != nil || !c.Numbers().Equal(now) {
			t.Fatalf("%s shows something else: %v", applied(t, spec, edits), err)
		}
	})
}

// FuzzEditPlotly: whatever the JSON, its own numbers can be written back and change nothing that counts.
func FuzzEditPlotly(f *testing.F) {
	f.Add(`{"data":[{"type":"bar","x":["a"],"y":[1e308]}],"layout":{"title":"x"}}`)
	f.Add(`{"data":[{"y":[1],"Y":[2]}],"DATA":null}`)
	f.Add(`{"data":[{"y":{"a":[1]}}]}`)
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := plotly([]byte(spec))
		if err != nil {
			return
		}
		now := c.Numbers()
		if edits, ok := EditPlotly(spec, now); ok && len(edits) > 0 {
			t.Fatalf("%q: nothing was edited: %v", spec, edits)
		}
		now.Series[0] = append([]float64{}, now.Series[0]...)
		now.Series[0][0] = 12345
		if edits, ok := EditPlotly(spec, now); ok {
			again, err := plotly([]byte(applied(t, spec, edits)))
			if err != nil || again.Numbers().Value(0, 0) != 12345 {
				t.Fatalf("%q becomes %q", spec, applied(t, spec, edits))
			}
		}
	})
}
