package reviewsync_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

func TestDifferingShowsTheWordsThatDiffer(t *testing.T) {
	long := strings.Repeat("the same words again and again ", 20)
	for _, c := range []struct{ was, now, a, b string }{
		{"three masters retire", "two masters retire", "three", "two"},
		{"income grew with sales", "income grew faster than sales", "with", "faster than"},
		{"5.4", "5.5 M", "5.4", "5.5 M"},
		{"ends here", "ends here now", "here", "here now"},
		{"The price is fixed.", "The price is not fixed.", "fixed.", "not fixed."},
		{"not so", "so", "not so", "so"},
		{"alike", "alike", "alike", "alike"},
		{"", "new", "", "new"},
		{long + "one" + long, long + "two" + long, "one" + "the", "two" + "the"},
		{"漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字一", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字二", "一", "二"},
		{"a\nb", "a\nc", "b", "c"},
	} {
		got := reviewsync.Differing(c.was, c.now)
		if got[0] != c.a || got[1] != c.b {
			t.Errorf("Differing(%.40q, %.40q) = %q", c.was, c.now, got)
		}
	}
	if got := reviewsync.Differing("a b c", "a x c", "a y c"); strings.Join(got, " ") != "b x y" {
		t.Errorf("of three: %q", got)
	}
}

func TestExcerptCutsAtWords(t *testing.T) {
	text := "Winter crewing is tight, and two masters retire before Easter, so that the timetable has to be cut."
	i := strings.Index(text, "two")
	if got := reviewsync.Excerpt(text, i, i+3); got != "…crewing is tight, and two masters retire before…" {
		t.Errorf("got %q", got)
	}
	if got := reviewsync.Excerpt("short\n text", 0, 2); got != "short text" {
		t.Errorf("got %q", got)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("some words here and there, and some more of them behind these", "some words there", 3, 9)
	f.Add(strings.Repeat("ü", 200), strings.Repeat("ü", 199), 7, 8)
	f.Add("", "\xff", -1, 5)
	f.Fuzz(func(t *testing.T, a, b string, start, end int) {
		for _, s := range append(reviewsync.Differing(a, b), reviewsync.Excerpt(a, start, end)) {
			if utf8.RuneCountInString(s) > 64 || strings.ContainsAny(s, "\n\r\x1b") {
				t.Errorf("%q", s)
			}
		}
	})
}
