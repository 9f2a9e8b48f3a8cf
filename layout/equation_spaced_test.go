package layout

import "testing"

// TestSpacedAs: an equation that was edited keeps the blanks of the source, as far as it says what came back.
func TestSpacedAs(t *testing.T) {
	for _, c := range [][3]string{
		{"\nx = a + b + c\n", "x=a+b", "\nx = a + b\n"},
		{"\nx = a + b\n", "x=a+b+c", "\nx = a + b+c\n"},
		{" x = a ", "y=a", " y = a "},
		{"x = a", "z", "z"},
		{`\alpha b`, "ab", "a b"},
		{"", "x=a", "x=a"},
		{"x", "x", "x"},
	} {
		if got := spacedAs(c[0], c[1], c[1]); got != c[2] {
			t.Errorf("%q to %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
