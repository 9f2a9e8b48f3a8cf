package html

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestNumbersHaveRoom: lists whose last number has more digits begin further right, each by its own numbers.
func TestNumbersHaveRoom(t *testing.T) {
	items := func(first, n int, indent string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%d. item\n", indent, first+i)
		}
		return b.String()
	}
	for text, want := range map[string]string{
		items(1, 9, ""):   "",
		items(1, 10, ""):  " noma-wide",
		items(9, 1, ""):   "",
		items(95, 6, ""):  " noma-wider",
		items(1, 100, ""): " noma-wider",
		"1. item\n" + items(1, 10, "   ") + "2. item\n":   ", noma-wide",
		items(1, 9, "") + "\nText.\n\n" + items(1, 9, ""): ",",
	} {
		var got []string
		for _, m := range regexp.MustCompile(`<ol class="noma-list([^"]*)"`).FindAllStringSubmatch(render(t, text, Options{}), -1) {
			got = append(got, m[1])
		}
		if got := strings.Join(got, ","); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
