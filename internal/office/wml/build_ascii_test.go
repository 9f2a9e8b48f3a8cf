package wml

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Reading whole words says what reading every byte says.
func TestLooksAtWords(t *testing.T) {
	piece := rapid.OneOf(rapid.StringMatching(`[ -~]{0,20}`), rapid.SampledFrom([]string{"&", "<", ">", `"`, "\t", "\n", "\x00", "\x1f", "\x7f", "é", "\xff", "\x80", "中"}))
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "pieces"), "")
		ordinary, printable := true, 0
		for i := range len(s) {
			c := s[i]
			ordinary = ordinary && c >= ' ' && c < 0x80 && !strings.ContainsRune("&<>", rune(c))
			if printable == i && c >= ' ' && c < 0x80 {
				printable++
			}
		}
		if got := ordinaryText(s); got != ordinary {
			t.Fatalf("ordinaryText(%q) = %v", s, got)
		}
		if got := Printable(s); got > printable || got != printable/8*8 {
			t.Fatalf("Printable(%q) = %d, %d bytes are", s, got, printable)
		}
	})
}
