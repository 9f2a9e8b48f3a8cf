package compute

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 5: "5", -12: "-12", 8.6: "8.6", 0.1 + 0.2: "0.3", 1.0 / 3: "0.333333",
		2.5: "2.5", 0.0000004: "0", -0.0000004: "0", 0.0000005: "0", 0.00000051: "0.000001", 0.0078125: "0.007813", -0.0078125: "-0.007813",
		999999.5: "999999.5", 1000000.4: "1000000", 1000000.5: "1000001", -1000000.5: "-1000001", 123456789012: "123456789012",
		1e20: "100000000000000000000", 1e21: "1e+21", 100: "100", 0.5: "0.5", 10.10: "10.1",
	} {
		if got := Format(v); got != want {
			t.Errorf("Format(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestFormatIsClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e20, 1e20).Draw(t, "v")
		s := Format(v)
		got, ok := parseNumber(s)
		limit := 0.5e-6 + math.Nextafter(math.Abs(v), math.Inf(1)) - math.Abs(v) // half of the last digit, and what a float64 can tell
		if math.Abs(v) >= 1e6 {
			limit = 0.5
		}
		if !ok || math.Abs(got-v) > limit {
			t.Fatalf("Format(%v) = %q", v, s)
		}
		if _, dec, found := strings.Cut(s, "."); found && (len(dec) > 6 || strings.HasSuffix(dec, "0")) {
			t.Fatalf("Format(%v) = %q", v, s)
		}
	})
}

func TestParseNumber(t *testing.T) {
	for s, want := range map[string]float64{"7": 7, " -1.5 ": -1.5, "+3": 3, "1e3": 1000, ".5": .5} {
		if got, ok := parseNumber(s); !ok || got != want {
			t.Errorf("%q reads as %v, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", " ", "Inf", "nan", "0x10", "1_000", "1,5", "12 km", "1e999", "--1"} {
		if got, ok := parseNumber(s); ok {
			t.Errorf("%q reads as %v", s, got)
		}
	}
}
