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

// decimalPoint returns the decimal point of a column: a comma when one stands before a number of digits other than three, or behind a
// point.
func decimalPoint(cells []string) byte {
	for _, s := range cells {
		if i := strings.LastIndexByte(s, ','); i >= 0 && (len(s)-i-1 != 3 || strings.IndexByte(s[:i], '.') >= 0) && IsNumber(s) {
			return ','
		}
	}
	return '.'
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
