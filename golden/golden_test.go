package golden

import (
	"strings"
	"testing"
)

func TestDifferenceNamesTheFirstDifferingLine(t *testing.T) {
	for _, c := range []struct{ name, want, got, says string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"changed line", "a\nb\n", "a\nc\n", "line 2"},
		{"missing line", "a\nb", "a", "(no such line)"},
		{"extra line", "a", "a\nb", "line 2"},
		{"missing final newline", "a\n", "a", "line 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Difference([]byte(c.want), []byte(c.got))
			if (d == "") != (c.says == "") || !strings.Contains(d, c.says) {
				t.Errorf("difference of %q and %q is %q, want it to say %q", c.want, c.got, d, c.says)
			}
		})
	}
}
