package noma

import (
	"strconv"
	"strings"
	"time"
)

// yamlTimestamp reads a date or a date-time (YAML 1.1 timestamp type) and prints it as JSON does in
// ECMAScript, in UTC with milliseconds.
func yamlTimestamp(s string) (string, bool) {
	t := timestampReader{s: s}
	year := t.digits(4, 4)
	t.literal("-")
	monthAt := len(t.s)
	month := t.digits(1, 2)
	monthLen := monthAt - len(t.s)
	t.literal("-")
	dayAt := len(t.s)
	day := t.digits(1, 2)
	dayLen := dayAt - len(t.s)
	var h, m, sec, ms, offset int
	if !t.bad && t.s == "" {
		t.bad = monthLen != 2 || dayLen != 2 // a date alone is written in full
	} else {
		if !strings.HasPrefix(t.s, "T") && !strings.HasPrefix(t.s, "t") && t.spaces() == 0 {
			return "", false
		}
		t.s = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(t.s, "T"), "t"), " \t")
		h = t.digits(1, 2)
		t.literal(":")
		m = t.digits(2, 2)
		t.literal(":")
		sec = t.digits(2, 2)
		ms = t.fraction()
		offset = t.zone()
	}
	if t.bad || t.s != "" {
		return "", false
	}
	at := time.Date(year, time.Month(month), day, h, m, sec, ms*int(time.Millisecond), time.UTC)
	at = at.Add(-time.Duration(offset) * time.Minute)
	return at.Format("2006-01-02T15:04:05.000Z"), true
}

// timestampReader eats the fields of a timestamp from the front; bad is set at the first misfit.
type timestampReader struct {
	s   string
	bad bool
}

func (t *timestampReader) digits(least, most int) int {
	n := 0
	for n < most && n < len(t.s) && isDigit(t.s[n]) {
		n++
	}
	if n < least {
		t.bad = true
	}
	v, _ := strconv.Atoi(t.s[:n])
	t.s = t.s[n:]
	return v
}

func (t *timestampReader) literal(s string) {
	if !strings.HasPrefix(t.s, s) {
		t.bad = true
		return
	}
	t.s = t.s[len(s):]
}

func (t *timestampReader) spaces() int {
	return len(t.s) - len(strings.TrimLeft(t.s, " \t"))
}

// fraction returns ".123…" in whole milliseconds.
func (t *timestampReader) fraction() int {
	if !strings.HasPrefix(t.s, ".") {
		return 0
	}
	n := 1
	for n < len(t.s) && isDigit(t.s[n]) {
		n++
	}
	ms, _ := strconv.Atoi((t.s[1:n] + "000")[:3])
	t.s = t.s[n:]
	return ms
}

// zone returns the offset from UTC in minutes: nothing, Z, or ±h, ±hh, ±hh:mm.
func (t *timestampReader) zone() int {
	t.s = t.s[t.spaces():]
	if t.s == "" {
		return 0
	}
	sign := 1
	switch t.s[0] {
	case 'Z':
		t.s = t.s[1:]
		return 0
	case '-':
		sign = -1
	case '+':
	default:
		t.bad = true
		return 0
	}
	t.s = t.s[1:]
	minutes := t.digits(1, 2) * 60
	if strings.HasPrefix(t.s, ":") {
		t.s = t.s[1:]
		minutes += t.digits(2, 2)
	}
	return sign * minutes
}
