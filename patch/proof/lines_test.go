package proof

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// Both texts can be read off a comparison, and no line order is broken.
func checkComparison(t rapid.TB, a, b []string, lines []Line) {
	var old, now []string
	for _, l := range lines {
		if l.Side != Fresh {
			old = append(old, l.Text)
			if l.Old != len(old) {
				t.Fatalf("line %q has number %d, want %d", l.Text, l.Old, len(old))
			}
		}
		if l.Side != Gone {
			now = append(now, l.Text)
			if l.New != len(now) {
				t.Fatalf("line %q has number %d, want %d", l.Text, l.New, len(now))
			}
		}
	}
	if !slices.Equal(old, a) || !slices.Equal(now, b) {
		t.Fatalf("the comparison tells of other texts:\n%q\n%q", old, now)
	}
}

func unchanged(lines []Line) (n int) {
	for _, l := range lines {
		if l.Side == Both {
			n++
		}
	}
	return n
}

// longest returns the length of a longest common subsequence by the textbook.
func longest(a, b []string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			}
		}
	}
	return table[len(a)][len(b)]
}

func TestComparisonIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", ""}), 0, 30)
		a, b := line.Draw(t, "a"), line.Draw(t, "b")
		lines := compare(a, b)
		checkComparison(t, a, b, lines)
		if got, want := unchanged(lines), longest(a, b); got != want {
			t.Fatalf("%d lines are kept, %d could be", got, want)
		}
	})
}

// Texts too far apart for the shortest script are still reported completely, and lines that occur once
// hold the rest in place.
func TestComparisonOfFarTexts(t *testing.T) {
	var a, b []string
	for i := range 20_000 {
		a, b = append(a, fmt.Sprint("old ", i)), append(b, fmt.Sprint("new ", i))
		if i%100 == 0 {
			a, b = append(a, fmt.Sprint("kept ", i)), append(b, fmt.Sprint("kept ", i))
		}
	}
	lines := compare(a, b)
	checkComparison(t, a, b, lines)
	if got := unchanged(lines); got != 200 {
		t.Errorf("%d lines are kept, want 200", got)
	}
	slices.Reverse(b)
	checkComparison(t, a, b, compare(a, b))
}

func TestDiffText(t *testing.T) {
	var a []string
	for i := range 20 {
		a = append(a, fmt.Sprint(i))
	}
	b := slices.Clone(a)
	b[9] = "nine"
	want := " ...\n 6\n 7\n 8\n-9\n+nine\n 10\n 11\n 12\n ..."
	if got := diffText(compare(a, b)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := diffText(compare(a, a)); got != noChanges {
		t.Errorf("equal texts: %s", got)
	}
	if got := diffText(compare(nil, []string{"", "x"})); got != "+\n+x" {
		t.Errorf("from nothing: %q", got)
	}
	long := make([]string, 2000)
	got := strings.Split(diffText(compare(nil, long)), "\n")
	if len(got) != maxDiffLines || got[maxDiffLines-1] != gapMark {
		t.Errorf("a long diff has %d lines and ends in %q", len(got), got[len(got)-1])
	}
}

// The words of both sides make up the lines, and what is not marked is equal.
func TestWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([abé] ?[.,-]?){0,40}|\xff*`)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		c := words(a, b)
		all := func(list []Stretch, unmarked bool) string {
			var s strings.Builder
			for _, x := range list {
				if !unmarked || !x.Changed {
					s.WriteString(x.Text)
				}
			}
			return s.String()
		}
		if all(c.old, false) != a || all(c.now, false) != b {
			t.Fatalf("the stretches are another line: %v %v", c.old, c.now)
		}
		if all(c.old, true) != all(c.now, true) {
			t.Fatalf("unmarked text differs: %v %v", c.old, c.now)
		}
	})
	c := words("The quay holds four ships.", "The quay holds five ships.")
	want := []Stretch{{"The quay holds ", false}, {"five", true}, {" ships.", false}}
	if c.alike < minAlike || !slices.Equal(c.now, want) || c.old[1].Text != "four" {
		t.Errorf("got %v and %v", c.old, c.now)
	}
	if words("entirely other", "nothing").alike >= minAlike {
		t.Error("lines without a common word are marked up")
	}
	if words(strings.Repeat("a ", maxWords), "a").alike > 0 {
		t.Error("a line without bounds was compared")
	}
}

// A fresh line is held against the gone line it came from, wherever that stands among those that went.
func TestPairs(t *testing.T) {
	got := pairs([]Line{{Gone, "first label=one", 1, 0}, {Gone, "", 2, 0}, {Gone, "the second line of it", 3, 0}, {Fresh, "the other line of it", 0, 1}})
	if len(got[0].Words) != 1 || len(got[2].Words) != 3 || !got[3].Words[1].Changed || got[3].Words[1].Text != "other" {
		t.Errorf("got %+v", got)
	}
}

func BenchmarkCompare(b *testing.B) {
	var old []string
	for i := range 50_000 {
		old = append(old, fmt.Sprint("line ", i%5000))
	}
	now := slices.Clone(old)
	for i := 0; i < len(now); i += 1000 {
		now[i] = "changed"
	}
	for b.Loop() {
		compare(old, now)
	}
}
