package dataset

import (
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// resolvePlain returns the value of a plain (unquoted) YAML scalar in the YAML 1.2 core schema. Dates stay
// text: a reader wants to see what the author wrote.
func resolvePlain(s string) any {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil
	case "true", "True", "TRUE":
		return true
	case "false", "False", "FALSE":
		return false
	}
	if n, ok := yamlNumber(s); ok {
		return n
	}
	return s
}

// yamlNumber reads the numbers of YAML 1.2 and the digit groups (1_000) that YAML libraries still take.
func yamlNumber(s string) (float64, bool) {
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || body == "" {
		return 0, false
	}
	sign := 1.0
	if s[0] == '-' {
		sign = -1
	}
	switch body {
	case ".inf", ".Inf", ".INF":
		return math.Inf(int(sign)), true
	}
	switch s {
	case ".nan", ".NaN", ".NAN":
		return math.NaN(), true
	}
	for prefix, base := range radix {
		if rest, ok := strings.CutPrefix(body, prefix); ok {
			n, err := strconv.ParseUint(strings.ReplaceAll(rest, "_", ""), base, 64)
			return sign * float64(n), err == nil
		}
	}
	if c := body[0]; c == '_' || !isDigit(c) && !(c == '.' && len(body) > 1 && isDigit(body[1])) {
		return 0, false
	}
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case isDigit(c), c == '.', c == '_', c == 'e', c == 'E':
		case (c == '+' || c == '-') && (body[i-1] == 'e' || body[i-1] == 'E'):
		default:
			return 0, false
		}
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(body, "_", ""), 64)
	return sign * n, err == nil
}

var radix = map[string]int{"0x": 16, "0o": 8, "0b": 2}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// yaml spells a new value for a flow list.
func (l literal) yaml() string {
	switch l.kind {
	case textLiteral:
		return yamlString(l.text)
	default:
		return l.json()
	}
}

// respell spells an existing value for a line that is written anew (contract patch.md, "Flow list
// writing"): text loses quotes it does not need, 2.50 becomes 2.5. Spellings whose value a float64
// does not hold exactly stay, and so does everything that is not a scalar.
func respell(c Cell) string {
	if c.Raw == "" {
		return "null"
	}
	switch v := c.Value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case float64:
		if plainNumber(c.Raw) && math.Abs(v) < 1<<53 && len(c.Raw) <= 17 {
			return noma.FormatNumber(v)
		}
	case string:
		if c.Raw[0] == '"' || c.Raw[0] == '\'' {
			return yamlString(v)
		}
	}
	return c.Raw
}

// yamlString spells a string as an item of a flow list: plain where that reads back as the same
// string, else in single quotes, and in double quotes only for what single quotes cannot hold.
func yamlString(s string) string {
	for _, r := range s {
		if r < ' ' || r == 0x7f || r >= 0x80 && r <= 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffd {
			return yamlDoubleQuoted(s)
		}
	}
	if needsQuotes(s) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}

func yamlDoubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r >= 0x7f && r <= 0xa0 && r < 0x100:
			b.WriteString(`\x` + hex(int64(r), 2))
		case r == 0x2028 || r == 0x2029 || r == 0xfeff:
			b.WriteString(`\u` + hex(int64(r), 4))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func hex(n int64, width int) string {
	s := strings.ToUpper(strconv.FormatInt(n, 16))
	return strings.Repeat("0", max(0, width-len(s))) + s
}

func needsQuotes(s string) bool {
	if s == "" || s[0] == ' ' || s[len(s)-1] == ' ' {
		return true
	}
	if _, text := resolvePlain(s).(string); !text {
		return true
	}
	// Words and numbers of YAML 1.1, which other readers of the file may still go by.
	switch strings.ToLower(s) {
	case "y", "yes", "on", "n", "no", "off", "<<", "=":
		return true
	}
	if isDate(s) || isSexagesimal(s) {
		return true
	}
	if strings.IndexByte("-?:,[]{}#&*!|>'\"%@=`", s[0]) >= 0 || strings.HasPrefix(s, "<<") {
		return true
	}
	return strings.ContainsAny(s, ",[]{}") || strings.Contains(s, ": ") || strings.HasSuffix(s, ":") ||
		strings.Contains(s, " #")
}

// isDate reports whether s starts like a YAML timestamp, 2026-05-12 or a time of that day.
func isDate(s string) bool {
	if len(s) < 8 || !isDigit(s[0]) || !isDigit(s[1]) || !isDigit(s[2]) || !isDigit(s[3]) || s[4] != '-' {
		return false
	}
	month, rest, ok := strings.Cut(s[5:], "-")
	if !ok || month == "" || len(month) > 2 || rest == "" {
		return false
	}
	return isDigit(month[0]) && isDigit(month[len(month)-1]) && isDigit(rest[0])
}

// isSexagesimal recognises 12:30, a number to the base of sixty in YAML 1.1.
func isSexagesimal(s string) bool {
	s = strings.TrimLeft(s, "+-")
	if s == "" || !isDigit(s[0]) || !strings.Contains(s, ":") {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && s[i] != ':' && s[i] != '_' && s[i] != '.' {
			return false
		}
	}
	return true
}
