package compute

import (
	"math"
	"strconv"
	"strings"
)

// Format prints a computed value: whole numbers plainly, others with at most six decimals and
// without trailing zeros; from a million up decimals are dropped (contract text-renders.md §1).
// Halves round away from zero.
func Format(v float64) string {
	size := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case size >= 1e21:
		return strconv.FormatFloat(v, 'g', -1, 64) // more digits than the number has
	case size >= 1e6 || v == math.Trunc(v):
		return strconv.FormatFloat(math.Round(v)+0, 'f', 0, 64)
	}
	// FormatFloat rounds a tie to even. Between 1/128 and its multiples lie the only ties at six
	// decimals (10^6 is 2^6·5^6); a nudge outwards makes them round like every other half.
	if n := v * 128; n == math.Trunc(n) {
		v = math.Nextafter(v, math.Copysign(math.Inf(1), v))
	}
	s := strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0")
	s = strings.TrimSuffix(s, ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// parseNumber reads a decimal number as people write it: no hexadecimal, no "Inf", no "1_000".
func parseNumber(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 400 {
		return 0, false
	}
	for i := range len(s) {
		if !isDigit(s[i]) && !strings.ContainsRune("+-.eE", rune(s[i])) {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}
