package layout

import (
	"fmt"
	"math"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// ThemeNames are the colours of a theme in the order of CT_ColorScheme (ECMA-376 part 1, §20.1.6.2): text and background twice, six
// accents, links.
var ThemeNames = [12]string{"dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"}

// Theme has the colours of a theme, RRGGBB, in the order of [ThemeNames].
type Theme [12]string

// OwnTheme is that of documents without a design. The accents are those of our pictures of plots, so that charts of both kinds
// appear alike.
var OwnTheme = Theme{"000000", "FFFFFF", HeadingColor, "EEF2F0", "3A6E8F", "D08A4E", "5D8F65", "8C6FA8", "B85C5C", "6DA7A3", "0563C1", "6B5B95"}

// Design is a finished design of a report: the same in Word, on pages and in PDF.
type Design struct {
	Name string
	// Text and Display are the faces of text and of headings. Every Word has them.
	Text, Display string
	Theme         Theme
	// Page is the page of its Word template.
	Page Geometry
}

// a4 returns a page of that size with margins in twips, those at the sides and those above and below.
func a4(sides, ends int) Geometry {
	return Geometry{Width: 11906, Height: 16838, Left: sides, Right: sides, Top: ends, Bottom: ends}
}

// Designs are all designs.
var Designs = []Design{
	{"sober", "Arial", "Arial", Theme{"1A1A1A", "FFFFFF", "1F2A44", "EEF0F3", "2F4B7C", "B7791F", "4F7A5B", "6B5B8C", "A23B3B", "5B7F95", "1F4E8C", "5A4A7A"}, a4(1474, 1474)},
	{"modern", "Calibri", "Calibri", Theme{"22282B", "FFFFFF", "0B3C49", "E8F3F4", "1F7A8C", "E08E2B", "4C9F70", "7A5FA8", "C93F50", "4DA3AE", "00687A", "6B5B95"}, a4(1361, 1474)},
	{"academic", "Times New Roman", "Times New Roman", Theme{"111111", "FFFFFF", "1C2430", "F3F1EC", "33475B", "A6782B", "5C7457", "6E5A7E", "8C2F39", "7A8B99", "1B3A6B", "5A4A7A"}, a4(1644, 1588)},
}

// DesignOf returns the design of a name, nil for none.
func DesignOf(name string) *Design {
	for i := range Designs {
		if Designs[i].Name == name {
			return &Designs[i]
		}
	}
	return nil
}

// themePlaces are the places in a theme of the names that text and shading have for its colours (ST_ThemeColor).
var themePlaces = map[string]int{"dark1": 0, "text1": 0, "light1": 1, "background1": 1, "dark2": 2, "text2": 2, "light2": 3, "background2": 3,
	"accent1": 4, "accent2": 5, "accent3": 6, "accent4": 7, "accent5": 8, "accent6": 9, "hyperlink": 10, "followedHyperlink": 11}

// Resolve returns what a colour of the theme is, "" for one that it has not. Tints and shades change the lightness (§17.3.2.6).
func (t *Theme) Resolve(c wml.ThemeColor) string {
	place, ok := themePlaces[c.Name]
	if !ok || len(t[place]) != 6 {
		return ""
	}
	rgb, err := strconv.ParseUint(t[place], 16, 32)
	if err != nil {
		return ""
	}
	h, s, l := hsl(rgb)
	if share, ok := shareOf(c.Shade); ok {
		l *= share
	}
	if share, ok := shareOf(c.Tint); ok {
		l = l*share + 1 - share
	}
	return fromHSL(h, s, l)
}

func shareOf(hex string) (float64, bool) {
	n, err := strconv.ParseUint(hex, 16, 8)
	return float64(n) / 255, err == nil
}

// nearHue is how far apart two colours that say the same may be, in degrees.
const nearHue = 35

// Palette returns the colours of the theme that stand for ours. Colours that warn stay what they are where the theme has none of their hue.
func (t *Theme) Palette() wml.Palette {
	out, signal := ThemeColors(), SignalColors()
	for rgb, c := range out {
		switch value := t.Resolve(c); {
		case *t == OwnTheme: // the colours of the contract
		case value == "" || signal[rgb] && !t.alike(rgb, c.Name):
			delete(out, rgb)
		default:
			c.RGB = value
			out[rgb] = c
		}
	}
	return out
}

// alike reports whether a colour of the theme has the hue of another one.
func (t *Theme) alike(rgb, name string) bool {
	a, err1 := strconv.ParseUint(rgb, 16, 32)
	b, err2 := strconv.ParseUint(t.Resolve(wml.ThemeColor{Name: name}), 16, 32)
	if err1 != nil || err2 != nil {
		return false
	}
	h1, _, _ := hsl(a)
	h2, s, _ := hsl(b)
	d := math.Abs(h1 - h2)
	return s > 0.2 && min(d, 360-d) <= nearHue
}

// hsl returns hue in degrees, saturation and lightness of a colour.
func hsl(rgb uint64) (h, s, l float64) {
	r, g, b := float64(rgb>>16)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255
	hi, lo := max(r, g, b), min(r, g, b)
	l = (hi + lo) / 2
	d := hi - lo
	if d == 0 {
		return 0, 0, l
	}
	s = d / (1 - math.Abs(2*l-1))
	switch hi {
	case r:
		h = math.Mod((g-b)/d+6, 6)
	case g:
		h = (b-r)/d + 2
	default:
		h = (r-g)/d + 4
	}
	return h * 60, s, l
}

func fromHSL(h, s, l float64) string {
	c := (1 - math.Abs(2*l-1)) * s
	x := c * (1 - math.Abs(math.Mod(h/60, 2)-1))
	m := l - c/2
	var v [3]float64
	switch int(h / 60) {
	case 0:
		v = [3]float64{c, x, 0}
	case 1:
		v = [3]float64{x, c, 0}
	case 2:
		v = [3]float64{0, c, x}
	case 3:
		v = [3]float64{0, x, c}
	case 4:
		v = [3]float64{x, 0, c}
	default:
		v = [3]float64{c, 0, x}
	}
	byteOf := func(f float64) int { return int(math.Round(min(1, max(0, f+m)) * 255)) }
	return fmt.Sprintf("%02X%02X%02X", byteOf(v[0]), byteOf(v[1]), byteOf(v[2]))
}
