package layout

import (
	"iter"
	"strings"
	"unicode/utf8"
)

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

// Numbers reports whether the cells of a column are numbers: at least one, and else empty cells and dashes, which stand for a missing one.
func Numbers(cells iter.Seq[string]) bool {
	found := false
	for s := range cells {
		switch {
		case IsNumber(s):
			found = true
		case s != "" && s != "-" && s != "–" && s != "—" && s != "\u2212":
			return false
		}
	}
	return found
}

// IsNumber reports whether a text is a number as tables have them: 1,200 or -3.5 % or €12, or several in brackets and with ± as in
// 12 (3.5 %). Days, versions and numbers of telephones, which have digits in groups of other lengths, are none.
func IsNumber(s string) bool {
	if len(s) > 24 {
		return false
	}
	if plain, sure := plainNumber(s); sure {
		return plain
	}
	found := false
	for s != "" {
		i := strings.IndexAny(s, "()±~")
		part, behind := s, ""
		if i >= 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			part, behind = s[:i], s[i+size:]
		}
		s = behind
		if part = strings.Trim(part, numberBlanks); part == "" {
			continue
		}
		for _, sign := range []string{"+", "-", "\u2212"} {
			part = strings.TrimPrefix(part, sign)
		}
		before := strings.TrimLeft(part, currencies+numberBlanks)
		if bare := strings.TrimRight(before, currencies+"%"+numberBlanks); !grouped(bare) || len(before) < len(part) && strings.ContainsAny(before, currencies) {
			return false
		}
		found = true
	}
	return found
}

// plainNumber reports whether a text of digits, points and commas is a number. It is sure of these and of texts with a letter, which most
// cells are.
func plainNumber(s string) (plain, sure bool) {
	digits, points, commas, others := 0, 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			points++
		case c == ',':
			commas++
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			return false, true
		default:
			others++
		}
	}
	switch {
	case others > 0:
		return false, false
	case points > 1 || commas > 0:
		return grouped(s), true
	}
	return digits > 0, true
}

var plainBlanks = strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ")

const (
	numberBlanks = " \u00a0\u2009\u202f"
	currencies   = "€$£¥"
)

// grouped reports whether a text is the digits of a number: in one group, or in groups of three with one sign between them, or of two
// before the last as in India; with or without decimals.
func grouped(s string) bool {
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		s = plainBlanks.Replace(s)
	}
	if digits(s) == 0 {
		return false
	}
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && strings.Count(s, s[i:i+1]) == 1 {
		if digits(s[i+1:]) < len(s)-i-1 {
			return false
		}
		s = s[:i] // decimals, or a group, of which one alone is as good
		if s == "" {
			return true // .5
		}
	}
	i := strings.IndexAny(s, " .,'")
	if i < 0 {
		return digits(s) == len(s)
	}
	groups := strings.Split(s, s[i:i+1])
	for n, g := range groups {
		last := n == len(groups)-1
		switch size := len(g); {
		case digits(g) != size, n == 0 && (size == 0 || size > 3 || g[0] == '0'), n > 0 && size != 3 && (size != 2 || last):
			return false
		}
	}
	return true
}
