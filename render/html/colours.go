package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/layout"
)

// colours are the variables --noma-<name> of the page, in daylight and in the dark. Every pair of text
// and ground that the style sheet makes has the contrast of WCAG 2.2 level AA (1.4.3), which a test
// calculates.
var colours = []struct{ name, light, dark string }{
	{"ink", "1e2723", "e2e8e4"}, {"soft", "56625d", "a3b0aa"}, {"quote", "3b4641", "c3cdc8"},
	{"line", "d6ddd9", "39423e"}, {"accent", "203c2f", "b9dbc7"}, {"accent-soft", "578a68", "6aa27d"},
	{"link", "0b5394", "8cc1f2"}, {"paper", "ffffff", "1a1f1d"}, {"ground", "e9eeeb", "111513"},
	{"tint", "f2f6f3", "202724"}, {"code", "eef2f0", "28302c"}, {"pre", "f5f7f6", "151a18"}, {"head", "e8f0ea", "25312b"},
	{"border", "aab7af", "54605a"}, {"fill", "f6f8f6", "202623"}, {"label", "47514a", "b4c0ba"},
	{"button", "203c2f", "2f6b4b"}, {"button-text", "ffffff", "ffffff"}, {"export", "2b5265", "2f6079"},
	{"export-markdown", "493e78", "5d4f97"}, {"export-json", "5b4620", "735a2b"}, {"export-llm", "315a34", "3a6b3e"},
	{"input-line", "7f93b0", "6d7f99"}, {"drawing", "ffffff", "ffffff"}, // drawings are black on white
	{"words", "7a5410", "f0d48a"}, {"words-fill", "fdeebd", "40340f"},
	{"ins", "1f5c2c", "9fdcae"}, {"ins-fill", "e4f3e6", "1d3524"}, {"del", "8b2e20", "f0a79b"}, {"del-fill", "fbe9e6", "3f2420"},
}

// ownFrames are the colours of blocks that have a function of their own here.
var ownFrames = []struct {
	class string
	frame layout.Frame
}{
	{"sidebar", layout.Frame{Border: "7e8b96", Fill: "f3f4f6", Text: "46505a"}},
	{"control", layout.Frame{Border: "5e7caa", Fill: "eef3fa", Text: "47514a"}},
	{"comment", layout.Frame{Border: "b8872e", Fill: "fff9ec", Text: "6b4b13"}},
	{"change-request", layout.Frame{Border: "c85c4a", Fill: "fdf5f4", Text: "8b2e20"}},
	{"state-change", layout.Frame{Border: "8c6ca7", Fill: "f5f1f8", Text: "563c67"}},
}

// frames are the classes of all framed blocks with their colours, those of the table as in Word.
var frames = sync.OnceValue(func() []namedFrame {
	all := []*layout.Frame{customFrame, dataFrame}
	for _, s := range layout.Table() {
		all = append(all, s.Frame.Else)
		for _, f := range s.Frame.Cases {
			all = append(all, f)
		}
	}
	all = slices.DeleteFunc(all, func(f *layout.Frame) bool { return f == nil })
	// Sorted, because the cases come from a map.
	slices.SortFunc(all, func(a, b *layout.Frame) int {
		return cmp.Or(cmp.Compare(a.Border, b.Border), cmp.Compare(a.Fill, b.Fill), cmp.Compare(a.Text, b.Text))
	})
	all = slices.CompactFunc(all, func(a, b *layout.Frame) bool { return a.Border == b.Border })
	var out []namedFrame
	for _, f := range all {
		out = append(out, namedFrame{"frame-" + frameClass(f), *f})
	}
	for _, o := range ownFrames {
		out = append(out, namedFrame{o.class, o.frame})
	}
	return out
})

type namedFrame struct {
	class string
	layout.Frame
}

// colourCSS returns the rules that set all colours.
func colourCSS(dark bool) string {
	var b strings.Builder
	b.WriteString(":root{color-scheme:light")
	if dark {
		b.Reset()
		b.WriteString(":root{color-scheme:dark")
	}
	for _, c := range colours {
		value := c.light
		if dark {
			value = c.dark
		}
		b.WriteString(";--noma-" + c.name + ":#" + value)
	}
	b.WriteString("}\n")
	for _, f := range frames() {
		if dark {
			f.Frame = inTheDark(f.Frame)
		}
		fmt.Fprintf(&b, ".noma-%s{--noma-border:#%s;--noma-fill:#%s;--noma-label:#%s}\n", f.class, f.Border, f.Fill, f.Text)
	}
	return b.String()
}

// inTheDark returns a frame for dark pages: a breath of its colour on dark paper, and a label in a lighter
// shade of the same hue.
func inTheDark(f layout.Frame) layout.Frame {
	paper, white := parseRGB("1a1f1d"), parseRGB("ffffff")
	fill := mix(paper, parseRGB(f.Border), 0.14)
	label := parseRGB(f.Border)
	for i := 0; i < 20 && contrast(label, fill) < 6; i++ {
		label = mix(label, white, 0.12)
	}
	return layout.Frame{Border: f.Border, Fill: fill.hex(), Text: label.hex()}
}

// rgb is a colour with components from 0 to 255.
type rgb [3]float64

func parseRGB(hex string) rgb {
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		panic("html: no colour: " + hex)
	}
	return rgb{float64(v >> 16), float64(v >> 8 & 255), float64(v & 255)}
}

func (c rgb) hex() string {
	return fmt.Sprintf("%02x%02x%02x", int(c[0]+.5), int(c[1]+.5), int(c[2]+.5))
}

// mix returns a with a share of b in it.
func mix(a, b rgb, share float64) rgb {
	for i := range a {
		a[i] += (b[i] - a[i]) * share
	}
	return a
}

// contrast returns the ratio of the luminances of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func (c rgb) luminance() float64 {
	var lin [3]float64
	for i, v := range c {
		if v /= 255; v <= 0.04045 {
			lin[i] = v / 12.92
		} else {
			lin[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*lin[0] + 0.7152*lin[1] + 0.0722*lin[2]
}
