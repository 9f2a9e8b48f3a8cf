package layout

import (
	"fmt"
	"strings"
	"testing"
)

// TestDecimalGaps: whatever groups the digits, numbers are moved by the decimals that others have more.
func TestDecimalGaps(t *testing.T) {
	for cells, want := range map[string]string{
		"1.5 2 10.25":         "[1 2.5 0]",
		"1,200.5 860 95":      "[0 1.5 1.5]",
		"980 1,040.25 40":     "[2.5 0 2.5]",
		"1.200,5 860 95":      "[0 1.5 1.5]",
		"1,5 860":             "[0 1.5]",
		"1,200 980":           "[]",
		"1.200 980":           "[]",
		"1.200 980 0.5":       "[0 3.5 2]",
		"1,234,567 980 1.5":   "[1.5 1.5 0]",
		"1.234.567 980 1,5":   "[1.5 1.5 0]",
		"-1,200.5 +860 n/a":   "[0 1.5 0]",
		"12.345 67.890":       "[]",
		"12.5% 3%":            "[]",
		"1’200.5 860":         "[]",
		"1'200.5 860":         "[0 1.5]",
		"\u22121,200.5 860":   "[0 1.5]",
		"2024-05-01 1.5 2.25": "[0 1 0]",
	} {
		if got := fmt.Sprint(DecimalGaps(strings.Fields(cells))); got != want {
			t.Errorf("%s: %s, want %s", cells, got, want)
		}
	}
}

func TestIsNumber(t *testing.T) {
	for _, s := range []string{"0", "12", "1,200", "1.200,5", "1 200 000", "1\u202f200", "1'200.50", "12,34,567", "-3.5 %", "\u22123", "+4", "€12", "12 €", "-€12", "$ 5", ".5", "(12)",
		"12 (3.5 %)", "3.2 ± 0.4", "~40", "2026", "007", "1234567", "1,5"} {
		if !IsNumber(s) {
			t.Errorf("%q is a number", s)
		}
	}
	for _, s := range []string{"", "-", "–", "+44 20 7946 0000", "030 123 456", "0171 123 456", "20.11.2026", "1.2.3", "10.0.0.1", "12-13", "2026-11-20", "12 kg", "n/a", "€", "1,2,3", "€5€",
		"12 34", "1,,200", "1. 200"} {
		if IsNumber(s) {
			t.Errorf("%q is no number", s)
		}
	}
}
