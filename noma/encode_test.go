package noma

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// TestAppendQuoted: what is quoted reads back as the same text.
func TestAppendQuoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "text")
		var got string
		if err := json.Unmarshal(AppendQuoted(nil, want), &got); err != nil || got != want {
			t.Fatalf("%q reads back as %q: %v", want, got, err)
		}
	})
	if got := string(AppendQuoted(nil, "<a>\u2028\xff\x01")); got != "\"<a>\u2028\uFFFD\\u0001\"" {
		t.Errorf("quoted as %s", got)
	}
}

func TestUTF16Len(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		if got, want := UTF16Len(s), len(utf16.Encode([]rune(s))); got != want {
			t.Fatalf("%q has %d units, want %d", s, got, want)
		}
	})
}

func TestISODate(t *testing.T) {
	for s, want := range map[string]string{
		"2026-05-01":              "2026-05-01T00:00:00Z",
		" 2026-05-01T10:00+02:00": "2026-05-01T10:00:00+02:00",
		"2026-05-01T10:00:01":     "2026-05-01T10:00:01Z",
		"2026-02-31":              "",
		"May 1":                   "",
	} {
		at, ok := ISODate(s)
		if got := at.Format("2006-01-02T15:04:05Z07:00"); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %s, %v", s, got, ok)
		}
	}
}

// TestColumnWidths: a table of n bytes never takes n² to print.
func TestColumnWidths(t *testing.T) {
	if got := ColumnWidths([][]string{{"a", "🎉🎉"}, {"four", ""}}); got[0] != 4 || got[1] != 4 {
		t.Errorf("widths are %v", got)
	}
	rows := [][]string{{strings.Repeat("x", 100_000), "y"}}
	for range 100_000 {
		rows = append(rows, []string{"", ""})
	}
	if got := ColumnWidths(rows); got[0] != 3 {
		t.Errorf("a hostile table is padded to %v", got)
	}
}
