package noma

import (
	"math"
	"strconv"
)

// FormatNumber prints a number the way ECMAScript turns a Number into a string (ECMA-262
// §6.1.6.1.20): the shortest digits that read back as the same value, plain notation from 1e-7
// (exclusive) to 1e21 (exclusive), an exponent outside. The AST and every text output use it, so that
// 1.10 reads 1.1 and 1e21 reads 1e+21 for all implementations.
func FormatNumber(f float64) string {
	return string(AppendNumber(make([]byte, 0, 24), f))
}

// AppendNumber appends what [FormatNumber] returns.
func AppendNumber(dst []byte, f float64) []byte {
	switch {
	case f != f:
		return append(dst, "NaN"...)
	case f == 0: // also -0
		return append(dst, '0')
	case math.IsInf(f, 0):
		if f < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "Infinity"...)
	}
	if i := int64(f); f == float64(i) && i > -1<<53 && i < 1<<53 {
		return strconv.AppendInt(dst, i, 10)
	}
	// Take the shortest digits and the exponent from d.ddde±xx and place the point ourselves.
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	if e[0] == '-' {
		dst = append(dst, '-')
		e = e[1:]
	}
	var digits [24]byte
	k := 0
	i := 0
	for ; e[i] != 'e'; i++ {
		if e[i] != '.' {
			digits[k] = e[i]
			k++
		}
	}
	exp, _ := strconv.Atoi(string(e[i+1:]))
	n := exp + 1 // position of the decimal point, counted in digits
	switch {
	case k <= n && n <= 21:
		dst = append(dst, digits[:k]...)
		for ; k < n; k++ {
			dst = append(dst, '0')
		}
	case 0 < n && n <= 21:
		dst = append(dst, digits[:n]...)
		dst = append(dst, '.')
		dst = append(dst, digits[n:k]...)
	case -6 < n && n <= 0:
		dst = append(dst, "0."...)
		for ; n < 0; n++ {
			dst = append(dst, '0')
		}
		dst = append(dst, digits[:k]...)
	default:
		dst = append(dst, digits[0])
		if k > 1 {
			dst = append(dst, '.')
			dst = append(dst, digits[1:k]...)
		}
		dst = append(dst, 'e')
		if exp > 0 {
			dst = append(dst, '+')
		}
		dst = strconv.AppendInt(dst, int64(exp), 10)
	}
	return dst
}
