package layout

import (
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// defaultGeometry is the page of a document without ::page_setup: Letter with inch margins.
var defaultGeometry = Geometry{Width: 12240, Height: 15840, Top: 1440, Right: 1440, Bottom: 1440, Left: 1440}

// Lengths in twentieths of a point.
var units = []struct {
	suffix string
	twips  float64
}{{"twips", 1}, {"twip", 1}, {"mm", 1440 / 25.4}, {"cm", 1440 / 2.54}, {"in", 1440}, {"pt", 20}, {"px", 15}}

// Length reads a length such as "12mm", "0.5in" or "36pt" as twips; a bare number is inches.
func Length(s string) (twips int, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	factor := 1440.0
	for _, u := range units {
		if n, cut := strings.CutSuffix(s, u.suffix); cut {
			s, factor = strings.TrimSpace(n), u.twips
			break
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v < 0 || v*factor > 31680 { // Word's largest page is 22 inches (§17.6.13)
		return 0, false
	}
	return int(math.Round(v * factor)), true
}

// percent reads a share such as "80%", from more than 0 to 100.
func percent(s string) (share float64, ok bool) {
	n, ok := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(n, 64)
	return v, ok && err == nil && v > 0 && v <= 100
}

// Share returns a width that is a share of that of the text, such as "80%", as CSS has it; "" for any other.
func Share(width string) string {
	share, ok := percent(width)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(share, 'f', -1, 64) + "%"
}

// widthOf reads a length, or a share of a width in twips, as twips.
func widthOf(s string, whole int) (twips int, ok bool) {
	if share, ok := percent(s); ok {
		return max(1, int(math.Round(float64(whole)*share/100))), true
	}
	return Length(s)
}

// pageSetup notes the geometry from a ::page_setup on; what it does not set it inherits.
func (b *builder) pageSetup(d *noma.Directive) {
	g := b.page
	if size, _ := d.First("size"); size != "" {
		switch strings.ToLower(strings.TrimSpace(size)) {
		case "a4":
			g.Width, g.Height = 11906, 16838
		case "legal":
			g.Width, g.Height = 12240, 20160
		default:
			g.Width, g.Height = 12240, 15840
		}
		g.Landscape = false
	}
	if w, ok := Length(d.AttrText("width")); ok && w >= 1440 {
		g.Width = w
	}
	if h, ok := Length(d.AttrText("height")); ok && h >= 1440 {
		g.Height = h
	}
	switch strings.ToLower(strings.TrimSpace(d.AttrText("orientation"))) {
	case "landscape":
		g.Landscape = true
	case "portrait":
		g.Landscape = false
	}
	if g.Landscape != (g.Width > g.Height) {
		g.Width, g.Height = g.Height, g.Width
	}
	if m, ok := Length(d.AttrText("margin")); ok {
		g.Top, g.Right, g.Bottom, g.Left = m, m, m, m
	}
	for _, side := range []struct {
		keys [2]string
		to   *int
	}{{[2]string{"margin_top", "top"}, &g.Top}, {[2]string{"margin_right", "right"}, &g.Right},
		{[2]string{"margin_bottom", "bottom"}, &g.Bottom}, {[2]string{"margin_left", "left"}, &g.Left}} {
		if v, _ := d.First(side.keys[:]...); v != "" {
			if m, ok := Length(v); ok {
				*side.to = m
			}
		}
	}
	// Margins may not eat the page; LibreOffice never ends when no line has room.
	if g.Left+g.Right > g.Width-720 {
		g.Left = min(720, g.Width/4)
		g.Right = g.Left
	}
	if g.Top+g.Bottom > g.Height-720 {
		g.Top = min(720, g.Height/4)
		g.Bottom = g.Top
	}
	if b.pages == nil {
		b.pages = map[*noma.Directive]Geometry{}
		b.firstPage = g
	}
	b.pages[d] = g
	b.page = g
}
