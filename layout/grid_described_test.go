package layout

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// TestDescribeColumns: the description of a table names each column once, and says nothing of those without a name.
func TestDescribeColumns(t *testing.T) {
	for header, want := range map[string]string{
		"a|b|c": "Columns: a, b, c", "a|": "Columns: a", "|a||b": "Columns: a, b", "a|b|a|b|c": "Columns: a, b, c", " | ": "", "": "",
		strings.Repeat("ä", 200) + "|b": "Columns: " + strings.Repeat("ä", 115) + "…",
	} {
		cells := strings.Split(header, "|")
		got := DescribeColumns([]byte("x")[:0], len(cells), func(i int, add func([]wml.Run)) { add([]wml.Run{{Text: cells[i]}}) })
		if string(got) != want {
			t.Errorf("%q is described as %q, want %q", header, got, want)
		}
	}
}
