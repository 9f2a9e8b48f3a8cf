package chart

import (
	"math"
	"strconv"
	"strings"
)

// axis maps values to pixels along a direction and knows which of them get a tick.
type axis struct {
	lo, hi float64 // values at the ends
	a, b   float64 // pixels at the ends
	ticks  []float64
	step   float64
}

func (x axis) at(v float64) float64 {
	return x.a + (x.b-x.a)*(v-x.lo)/(x.hi-x.lo)
}

// round returns a value without what multiplying steps has added to it.
func (x axis) round(v float64) float64 {
	digits := math.Pow(10, 6-math.Floor(math.Log10(x.step)))
	if r := math.Round(v*digits) / digits; !math.IsInf(r, 0) && !math.IsNaN(r) {
		return r
	}
	return v
}

// limit is the largest magnitude that is drawn; beyond it differences overflow.
const limit = 1e150

// within pulls a value into what can be drawn.
func within(v float64) float64 { return math.Min(math.Max(v, -limit), limit) }

// newAxis spans values with round ticks, about one every gap pixels. The axis reaches from the tick
// below the smallest value to the one above the largest, unless tight.
func newAxis(lo, hi, a, b, gap float64, tight bool) axis {
	if !(lo <= hi) {
		lo, hi = 0, 1
	}
	lo, hi = within(lo), within(hi)
	if span := math.Max(math.Abs(lo), math.Abs(hi)); hi-lo <= span*1e-9 {
		// One value: give it room on both sides, a tenth of its size or one.
		if span == 0 {
			span = 10
		}
		lo, hi = lo-span/10, hi+span/10
	}
	want := math.Max(2, math.Min(12, math.Abs(b-a)/gap))
	x := axis{lo: lo, hi: hi, a: a, b: b, step: niceStep((hi - lo) / want)}
	first, last := math.Ceil(lo/x.step-1e-9), math.Floor(hi/x.step+1e-9)
	if !tight {
		first, last = math.Floor(lo/x.step+1e-9), math.Ceil(hi/x.step-1e-9)
		x.lo, x.hi = first*x.step, last*x.step
	}
	for i := 0.0; first+i <= last && i < 50; i++ {
		x.ticks = append(x.ticks, (first+i)*x.step)
	}
	return x
}

// niceStep returns the smallest of 1, 2, 2.5, 5 times a power of ten that is not below raw.
func niceStep(raw float64) float64 {
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, k := range [...]float64{1, 2, 2.5, 5} {
		if base*k >= raw*(1-1e-9) {
			return base * k
		}
	}
	return base * 10
}

// label returns the text of a tick.
func (x axis) label(v float64) string { return minus(x.number(v)) }

// minus returns a number with the minus sign, which is as wide as a plus sign.
func minus(s string) string {
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		return "\u2212" + rest
	}
	return s
}

// number prints a tick: no more decimals than the step has, thousands and millions as k, M and G.
func (x axis) number(v float64) string {
	size := math.Max(math.Abs(x.lo), math.Abs(x.hi))
	if v == 0 {
		return "0"
	}
	if size >= 1e15 || size < 1e-4 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	for _, u := range units {
		if size >= u.from {
			return decimals(v/u.unit, x.step/u.unit) + u.name
		}
	}
	return decimals(v, x.step)
}

var units = [...]struct {
	from, unit float64
	name       string
}{{1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}}

// decimals prints v with as many decimals as tell it from v+step.
func decimals(v, step float64) string {
	n := 0
	for s := math.Abs(step); n < 8 && math.Abs(s-math.Round(s)) > 1e-6*s; n++ {
		s *= 10
	}
	s := strconv.FormatFloat(v, 'f', n, 64)
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	return s
}
