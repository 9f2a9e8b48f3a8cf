package app

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// shown writes pieces as a person would compare them.
func shown(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Conflict {
			b.WriteString("<" + p.Base + "|" + p.Mine + "|" + p.Theirs + ">")
		} else {
			b.WriteString(p.Text)
		}
	}
	return strings.ReplaceAll(b.String(), "\n", "/")
}

func TestMerge(t *testing.T) {
	for _, c := range []struct{ base, mine, theirs, want string }{
		{"a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n", "a/b/c/"},
		{"a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "a/B/c/d/E/"},
		{"a\nb\nc\n", "a\nx\nc\n", "a\nx\nc\n", "a/x/c/"},
		{"a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\n", "a/<b/|x/|y/>c/"},
		{"a\nb\n", "a\nb\nmine\n", "a\nb\ntheirs\n", "a/b/<|mine/|theirs/>"},
		{"", "mine", "", "mine"},
		{"a\nb\nc\n", "", "a\nb\nC\n", "<a/b/c/||a/b/C/>"},
		{"a\nb\nc\nd\n", "x\ny\nd\n", "a\nb\nz\nd\n", "<a/b/c/|x/y/|a/b/z/>d/"},
	} {
		if got := shown(Merge(c.base, c.mine, c.theirs)); got != c.want {
			t.Errorf("Merge(%q, %q, %q) is %q, want %q", c.base, c.mine, c.theirs, got, c.want)
		}
	}
}

// TestMergeLaws: with one side unchanged the other's text comes out; conflicts decided for one side give a text without loss.
func TestMergeLaws(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d", "\n"}), 0, 8).Draw(t, "lines"), "")
	})
	whole := func(pieces []Piece, side func(Piece) string) string {
		var b strings.Builder
		for _, p := range pieces {
			if p.Conflict {
				b.WriteString(side(p))
			} else {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	mine := func(p Piece) string { return p.Mine }
	rapid.Check(t, func(t *rapid.T) {
		base, a, b := text.Draw(t, "base"), text.Draw(t, "mine"), text.Draw(t, "theirs")
		for _, c := range []struct{ got, want string }{
			{whole(Merge(base, a, base), mine), a},
			{whole(Merge(base, base, b), mine), b},
			{whole(Merge(base, a, a), mine), a},
			{whole(Merge(base, base, base), mine), base},
		} {
			if c.got != c.want {
				t.Fatalf("base %q mine %q theirs %q: %q, want %q", base, a, b, c.got, c.want)
			}
		}
	})
}
