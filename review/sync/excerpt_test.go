package reviewsync_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
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

// TestPlaceShowsWhatIsNoText: the words of a finding's place have equations, references and the numbers of captions.
func TestPlaceShowsWhatIsNoText(t *testing.T) {
	src := "# Sea\n\nBy $x$ and [[t-1]] it rises.\n\n::table{id=\"t-1\" title=\"Tides\"}\n| a |\n| b |\n::\n"
	file := render(t, src)
	for change, want := range map[[2]string]string{
		{" it rises.", " it fell."}: "By $x$ and Table 1 it fell.",
		{">Sea<", ">Seas<"}:         "before “By $x$ and Table 1 it rises.”",
		{">b<", ">bb<"}:             "bb",
	} {
		edited, err := wordtest.Rewrite(file, func(part, was string) (string, error) {
			if part == "word/document.xml" {
				return strings.Replace(was, change[0], change[1], 1), nil
			}
			return was, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_, res := syncWith(t, src, edited, reviewsync.Options{})
		if len(res.Findings) != 1 || res.Findings[0].Near != want {
			t.Errorf("%q is near %s, want %q", change, describe(res), want)
			for _, f := range res.Findings {
				t.Logf("%q", f.Near)
			}
		}
	}
}
