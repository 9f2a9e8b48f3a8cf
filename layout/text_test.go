package layout

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Text is a shortcut, and must never say anything else than the long way.
func TestTextIsPlainTextOfGlyphs(t *testing.T) {
	kinds := []wml.RunKind{wml.Text, wml.Text, wml.Text, wml.Tab, wml.Break, wml.Math, wml.Picture, wml.PageBreak, wml.NoteMark, wml.Opaque}
	rapid.Check(t, func(t *rapid.T) {
		var runs []wml.Run
		for range rapid.IntRange(0, 6).Draw(t, "runs") {
			r := wml.Run{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
			switch r.Kind {
			case wml.Tab:
				r.Text = "\t"
			case wml.Break:
				r.Text = "\n"
			default:
				r.Text = rapid.SampledFrom([]string{"", " ", "a", " a", "ü ", "\t\n", " a b ", "日本", "\u00a0"}).Draw(t, "text")
			}
			switch rapid.IntRange(0, 5).Draw(t, "revision") {
			case 0:
				r.Ins = &wml.Revision{Kind: wml.Insert}
			case 1:
				r.Del = &wml.Revision{Kind: wml.Delete}
			}
			runs = append(runs, r)
		}
		for _, v := range []wml.View{wml.Original, wml.Current, wml.All} {
			if got, want := Text(runs, v), PlainText(Glyphs(runs, v)); got != want {
				t.Fatalf("view %v: %q, want %q\n%+v", v, got, want, runs)
			}
		}
	})
}
