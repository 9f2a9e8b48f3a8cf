package arm

import (
	"math"
	"strconv"
	"strings"
)

// number reads a number and gives its canonical form (RFC 8785 §3.2.2.3).
func (p *parser) number() string {
	from := p.at
	digits := func() bool {
		start := p.at
		for p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '9' {
			p.at++
		}
		if p.at == start {
			p.fail(JSONInvalid, "a digit is missing")
			return false
		}
		return true
	}
	if p.next() == '-' {
		p.at++
	}
	start := p.at
	if !digits() {
		return ""
	}
	whole := p.s[start:p.at]
	if len(whole) > 1 && whole[0] == '0' {
		p.fail(JSONInvalid, "a number begins with 0")
		return ""
	}
	integer := true
	const unsafe = "an integer is beyond ±9007199254740991"
	if p.next() == '.' {
		p.at++
		integer = false
		if !digits() {
			return ""
		}
	}
	if c := p.next(); c == 'e' || c == 'E' {
		p.at++
		integer = false
		if c := p.next(); c == '+' || c == '-' {
			p.at++
		}
		if !digits() {
			return ""
		}
	}
	token := p.s[from:p.at]
	if integer {
		// Beyond 2^53 neighbours share one double, and canonical form would change the number unseen.
		const last = "9007199254740991"
		if len(whole) > len(last) || len(whole) == len(last) && whole > last {
			p.fail(JSONNumberUnsafe, unsafe)
			return ""
		}
		if whole == "0" {
			return "0"
		}
		return token
	}
	f, err := strconv.ParseFloat(token, 64)
	if err != nil && math.IsInf(f, 0) {
		p.fail(JSONNumberUnsafe, "a number is too large")
		return ""
	}
	// 1e20 would be written as an integer that nobody reads again.
	out := formatNumber(f)
	if math.Abs(f) > 1<<53-1 && !strings.Contains(out, "e") {
		p.fail(JSONNumberUnsafe, unsafe)
	}
	return out
}

// formatNumber spells a finite double as ECMAScript does.
func formatNumber(f float64) string {
	if f == 0 {
		return "0" // also for -0
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
