package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// number reads a decimal number, with a hyphen or a minus sign; infinities and hexadecimal are none.
func number(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if rest, minus := strings.CutPrefix(s, "\u2212"); minus {
		s = "-" + rest
	}
	if s == "" || len(s) > 400 || strings.Trim(s, "+-.0123456789eE") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

// pixels reads a length: a bare number is pixels, others carry px, pt, in, cm or mm.
func pixels(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	unit := 1.0
	for _, u := range [...]struct {
		suffix string
		px     float64
	}{{"px", 1}, {"pt", 96.0 / 72}, {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4}} {
		if rest, ok := strings.CutSuffix(s, u.suffix); ok {
			s, unit = rest, u.px
			break
		}
	}
	v, ok := number(s)
	return v * unit, ok && v > 0
}

// SplitList splits the value of data= or xlabels=. Commas are the separators when there are any,
// white space otherwise (Format spec, "Delimiter rule"); empty items at the end are dropped.
func SplitList(s string) []string {
	if !strings.Contains(s, ",") {
		return strings.Fields(s)
	}
	items := strings.Split(s, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	for len(items) > 0 && items[len(items)-1] == "" {
		items = items[:len(items)-1]
	}
	return items
}

// IsNumber reports whether an item of data= is a number.
func IsNumber(s string) bool {
	_, ok := number(s)
	return ok
}

// values reads numbers; what is no number is a gap.
func values(items []string) []float64 {
	out := make([]float64, len(items))
	for i, s := range items {
		v, ok := number(s)
		if !ok {
			v = math.NaN()
		}
		out[i] = v
	}
	return out
}

// dataLists reads data=: numbers, with several series set apart by semicolons. A list may be empty.
func dataLists(s string) [][]float64 {
	var out [][]float64
	for part := range strings.SplitSeq(s, ";") {
		out = append(out, values(SplitList(part)))
	}
	return out
}

func anyNumber(ys []float64) bool {
	return slices.ContainsFunc(ys, func(y float64) bool { return !math.IsNaN(y) })
}
