package noma

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

func citing(s string, cell bool) []Inline {
	p := InlineParser{Known: func(key string) bool { return key == "a" || key == "b:1" || key == "c_2" }}
	if cell {
		return p.Cell(s)
	}
	return p.Parse(s)
}

// cites returns the references in a text, as they are written again, with the text between them.
func cites(nodes []Inline) string {
	var b strings.Builder
	for _, n := range nodes {
		switch c, ok := ReadCite(n.Text); {
		case n.Kind == InlineCite && ok:
			b.WriteString("<" + c.String() + ">")
		case n.Children != nil:
			b.WriteString(cites(n.Children))
		case n.Kind == InlineSoftBreak:
			b.WriteByte(' ')
		default:
			b.WriteString(n.Text)
		}
	}
	return b.String()
}

func TestCites(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x [@a] y", "x <[@a]> y"},
		{"[see @a, p. 3;\n@b:1 ch. 2; -@c_2]", "<[see @a, p. 3; @b:1, ch. 2; -@c_2]>"},
		{"*[@a]* **x [@a]**", "<[@a]> x <[@a]>"},
		{"@a says; (@b:1, @c_2.) “@a”", "<@a> says; (<@b:1>, <@c_2>.) “<@a>”"},
		{"x@{a}y", "x<@a>y"},
		{"me@a and a/@a @@a @a-x @aa @nobody", "me@a and a/@a @@a @a-x @aa @nobody"},
		{"[@nobody] [@a; @nobody] [@a; x]", "[@nobody] [@a; @nobody] [<@a>; x]"},
		{`\[@nobody] [\@a] \@a`, "[@nobody] [@a] @a"},
		{"`[@a]` $@a$ [@a](b)", "[@a] @a @a"},
		{"[@a]{.underline}", "@a"},
		{"[@a\n\n@b:1]", "[<@a>  <@b:1>]"},
		{"[[@a]] [x [@a]]", "@a [x <[@a]>]"},
	} {
		nodes := citing(c.text, false)
		if got := cites(nodes); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
		if err := checkInline(c.text, nodes, 0, len(c.text)); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		if got := cites(ParseInline(c.text)); strings.Contains(got, "<") {
			t.Errorf("%q without sources is read as %q", c.text, got)
		}
	}
}

func TestLawsOfCites(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"@", "a", "[", "]", "; ", ", ", "-", "@a", "@{a}", "[@a]", "[see @b:1, p. 3]", " ", "\n", "*", "`", "(", ")", "\\", "|", "é", "."})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(pieces, 0, 30).Draw(t, "pieces"), "")
		for _, cell := range []bool{false, true} {
			nodes := citing(s, cell)
			if err := checkInline(s, nodes, 0, len(s)); err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			for _, n := range nodes {
				if n.Kind != InlineCite {
					continue
				}
				c, ok := ReadCite(n.Text)
				again, same := ReadCite(c.String())
				if !ok || !same || again.String() != c.String() {
					t.Fatalf("%q is written as %q", n.Text, c.String())
				}
			}
		}
	})
}

// TestHostileCites: brackets and keys without an end are read like others.
func TestHostileCites(t *testing.T) {
	slow.Test(t, "texts of megabytes")
	for _, piece := range []string{"[@a; ", "@a", "[", "@{a", "[@a", "@a:", "[see @nobody; @a] "} {
		text := strings.Repeat(piece, 1_000_000/len(piece))
		if nodes := citing(text, false); len(nodes) == 0 || nodes[len(nodes)-1].End != len(text) {
			t.Errorf("%q is not read to its end", piece)
		}
	}
}
