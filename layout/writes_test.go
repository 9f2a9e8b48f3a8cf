package layout

import (
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"pgregory.net/rapid"
)

// TestSameContent holds the comparison that makes no content against the one that does.
func TestSameContent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := func(name string) (out []wml.Run) {
			for _, s := range rapid.SliceOfN(rapid.StringMatching(`[ab \n]{0,3}`), 0, 3).Draw(t, name) {
				out = append(out, wml.Run{Text: s, Style: rapid.SampledFrom([]wml.Style{0, wml.Bold}).Draw(t, "style")})
			}
			return out
		}
		shown, want := runs("shown"), Glyphs(runs("want"), wml.All)
		if rapid.Bool().Draw(t, "equal") {
			want = Glyphs(shown, wml.All)
		}
		if got, equal := sameContent(shown, want), slices.Equal(Glyphs(shown, wml.All), want); got != equal {
			t.Errorf("%v shows %v: %t, and it is %t", shown, want, got, equal)
		}
	})
}
