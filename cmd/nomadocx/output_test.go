package main

import (
	"testing"
	"time"
)

func TestPositive(t *testing.T) {
	for in, want := range map[string]float64{"30": 30, " 1.5 ": 1.5, "0": 0, "-3": 0, "x": 0, "Inf": 0, "NaN": 0, "": 0} {
		if got := positive(in); got != want {
			t.Errorf("positive(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	for in, want := range map[string]time.Time{
		"2026-06-01":                time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC),
		"2026-06-01T12:30:00Z":      time.Date(2026, 6, 1, 12, 30, 0, 0, time.UTC),
		"2026-06-01T12:30:00+02:00": time.Date(2026, 6, 1, 10, 30, 0, 0, time.UTC),
		"2026-06-01T12:30":          time.Date(2026, 6, 1, 12, 30, 0, 0, time.UTC),
	} {
		got, err := parseTime(in)
		if err != nil || !got.Equal(want) {
			t.Errorf("parseTime(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for _, bad := range []string{"yesterday", "2026-02-31", ""} {
		if got, err := parseTime(bad); err == nil {
			t.Errorf("parseTime(%q) = %v, want an error", bad, got)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\nb\r\n c"); got != "a b  c" {
		t.Errorf("oneLine gives %q", got)
	}
}
