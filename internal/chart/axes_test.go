package chart

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0, 330, "0 100 200 300 400"},
		{0, 1, "0 0.25 0.50 0.75 1.00"},
		{-3, 3, "−4 −2 0 2 4"},
		{5.9, 7.5, "5.5 6.0 6.5 7.0 7.5"},
		{0, 32200, "0 10k 20k 30k 40k"},
		{0, 2.5e6, "0 1M 2M 3M"},
		{1.2e9, 4e9, "1G 2G 3G 4G"},
		{0, 0, "−1.0 −0.5 0 0.5 1.0"},
		{3, 3, "2.6 2.8 3.0 3.2 3.4"},
		{0, 3e-7, "0 1e-07 2e-07 3e-07"},
		{math.NaN(), 1, "0 0.25 0.50 0.75 1.00"},
	} {
		x := newAxis(c.lo, c.hi, 200, 0, 50, false)
		var got []string
		for _, v := range x.ticks {
			got = append(got, x.label(v))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v to %v: %s, want %s", c.lo, c.hi, s, c.want)
		}
	}
}

// An axis covers its values, its ticks rise evenly inside it, and no two read alike.
func TestAxisLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(-1000, 1000), rapid.Float64Range(-1e12, 1e12), rapid.Float64Range(-0.01, 0.01), rapid.Float64())
		a, b := v.Draw(t, "a"), v.Draw(t, "b")
		lo, hi := within(math.Min(a, b)), within(math.Max(a, b))
		tight := rapid.Bool().Draw(t, "tight")
		x := newAxis(lo, hi, 300, 0, 42, tight)
		if slack := (x.hi - x.lo) * 1e-6; x.lo > lo+slack || x.hi < hi-slack {
			t.Fatalf("%v to %v is shown from %v to %v", lo, hi, x.lo, x.hi)
		}
		if n := len(x.ticks); n > 16 || !tight && n < 2 {
			t.Fatalf("%d ticks", n)
		}
		seen := map[string]bool{}
		for i, tick := range x.ticks {
			at := x.at(tick)
			if at < -0.1 || at > 300.1 || i > 0 && at >= x.at(x.ticks[i-1]) {
				t.Fatalf("tick %v stands at %v", tick, at)
			}
			if s := x.label(tick); hi-lo > 1e-6*math.Max(math.Abs(lo), math.Abs(hi)) && math.Max(math.Abs(lo), math.Abs(hi)) < 1e9 {
				if seen[s] {
					t.Fatalf("two ticks read %s on %v to %v", s, x.lo, x.hi)
				}
				seen[s] = true
			}
		}
	})
}

// Level labels never touch, however many and however long they are.
func TestLabelsDoNotTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "n")
		c := &Chart{Kind: "bar", Width: rapid.Float64Range(200, 900).Draw(t, "width"), Height: 260, lines: []series{{ys: make([]float64, n)}}}
		if rapid.Bool().Draw(t, "named") {
			c.labels = rapid.SliceOfN(rapid.StringMatching(`[A-Za-z]{1,12}([ _-][a-z]{1,9}){0,3}`), n, n).Draw(t, "labels")
		}
		c.count()
		s := &scene{}
		f := c.frame(s)
		ends := map[string]float64{} // by row
		for _, x := range s.shapes {
			l, ok := x.(label)
			if !ok || l.anchor != "middle" || l.y < f.bottom {
				continue
			}
			w := regularFace().width(l.text, l.size)
			row := fmt.Sprintf("%.1f", l.y)
			if end, ok := ends[row]; ok && l.x-w/2 < end {
				t.Fatalf("%q begins at %.1f, the label before it ends at %.1f", l.text, l.x-w/2, end)
			}
			ends[row] = l.x + w/2
		}
		if len(ends) == 0 && len(c.labels) == 0 {
			t.Fatal("no numbers under the axis")
		}
	})
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{
		{"crypto_long_short_carry", 12, "crypto_long_|short_carry"},
		{"one two three", 7, "one two|three"},
		{"indivisible", 4, "indivisible"},
		{"", 4, ""},
		{"a b", 1, "a|b"},
	} {
		got := strings.Join(wrapped(c.s, func(s string) bool { return len(s) <= c.n }), "|")
		if got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"short", 5, "short"}, {"longer", 5, "long…"}, {"two words", 5, "two…"}, {"äöüß", 3, "äö…"}, {"ab", 1, "a…"}} {
		if got := abbreviate(c.s, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

// TestFixedAxes: with Fixed, the axes of Word's chart have the ends and ticks of the picture.
func TestFixedAxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ys := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 2, 9).Draw(t, "values")
		xs := make([]float64, len(ys))
		for i := range xs {
			xs[i] = float64(i) * rapid.SampledFrom([]float64{1, 0.1, 30}).Draw(t, "step")
		}
		slices.Sort(xs)
		c := Line("t", xs, ys, rapid.SampledFrom([]string{"line", "bar", "area", "scatter"}).Draw(t, "kind"))
		c.Fixed = true
		part := string(c.Part())
		number := func(name string) (out []float64) {
			for _, m := range regexp.MustCompile(`<c:`+name+` val="([^"]*)"`).FindAllStringSubmatch(part, -1) {
				v, err := strconv.ParseFloat(m[1], 64)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, v)
			}
			return out
		}
		f := c.frame(&scene{})
		want := []axis{f.y}
		if c.scattered() {
			want = []axis{f.x, f.y}
		}
		lo, hi, step := number("min"), number("max"), number("majorUnit")
		if len(lo) != len(want) || len(hi) != len(want) || len(step) != len(want) {
			t.Fatalf("%d axes, ends %v %v, ticks %v", len(want), lo, hi, step)
		}
		for i, x := range want {
			near := func(a, b float64) bool { return math.Abs(a-b) <= x.step*1e-5 }
			if !near(lo[i], x.lo) || !near(hi[i], x.hi) || !near(step[i], x.step) {
				t.Fatalf("axis %d: %v to %v by %v, want %v to %v by %v", i, lo[i], hi[i], step[i], x.lo, x.hi, x.step)
			}
		}
	})
}
