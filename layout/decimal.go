package layout

import "strings"

// Numbers of a column are aligned at the decimal point. A column that is set flush right has figures of one width, so a number with fewer
// decimals than others is moved by theirs.

// DecimalGaps returns how far each cell of a column that is set flush right is moved to the left, in widths of a digit; nil when all
// numbers have as many decimals. Numbers with a unit behind them are left alone.
func DecimalGaps(cells []string) []float64 {
	point := decimalPoint(cells)
	most, least := 0, -1
	for _, s := range cells {
		if d, ok := decimals(s, point); ok {
			most = max(most, d)
			if least < 0 || d < least {
				least = d
			}
		}
	}
	if least < 0 || least == most {
		return nil
	}
	out := make([]float64, len(cells))
	for i, s := range cells {
		d, ok := decimals(s, point)
		if !ok {
			continue
		}
		if out[i] = float64(most - d); d == 0 {
			out[i] += 0.5 // a point is half as wide as a digit
		}
	}
	return out
}

// decimalPoint returns the decimal point of a column. Of two signs in a number it is the last one, and one that is there twice is none. One
// before three digits may be either: a comma is none, nor is a point beside numbers of up to three digits, such as 1.200 and 980.
func decimalPoint(cells []string) byte {
	short, grouped := false, false
	for _, s := range cells {
		if !IsNumber(s) {
			continue
		}
		i := strings.LastIndexAny(s, ",.")
		if i < 0 {
			short = short || digits(s) <= 3
			continue
		}
		point, other := s[i], ','+'.'-s[i]
		switch {
		case strings.IndexByte(s[:i], other) >= 0:
			return point
		case strings.IndexByte(s[:i], point) >= 0:
			return other
		case digits(s[i:]) != 3:
			return point
		}
		grouped = grouped || point == '.'
	}
	if grouped && short {
		return ','
	}
	return '.'
}

// digits counts the digits of a text.
func digits(s string) (n int) {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}

// decimals counts the digits of a number behind the decimal point.
func decimals(s string, point byte) (int, bool) {
	if !IsNumber(s) || strings.TrimRight(s, "0123456789") == s {
		return 0, false
	}
	i := strings.LastIndexByte(s, point)
	if i < 0 {
		return 0, true
	}
	return len(s) - i - 1, true
}
