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
