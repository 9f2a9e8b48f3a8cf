package docx

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// luminance returns the relative luminance of a colour (WCAG 2.2, "relative luminance").
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(colour, 16, 32)
	if err != nil || len(colour) != 6 {
		t.Fatalf("%q is no colour", colour)
	}
	channel := func(shift int) float64 {
		c := float64(v>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

// TestContrast calculates the contrast of all text of Word files with what it stands on: that of every style on paper, on its own ground and
// on the ground of every panel, and that of headers of tables; at least 4.5 (WCAG 2.2, 1.4.3).
func TestContrast(t *testing.T) {
	check := func(what, text, ground string) {
		a, b := luminance(t, text), luminance(t, ground)
		if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < 4.5 {
			t.Errorf("%s: %s on %s has a contrast of %.2f", what, text, ground, got)
		}
	}
	grounds := map[string]bool{"FFFFFF": true, headerFill: true, neutralFill: true, codeFill: true}
	for _, s := range layout.Table() {
		frames := []*layout.Frame{s.Frame.Else}
		for _, f := range s.Frame.Cases {
			frames = append(frames, f)
		}
		for _, f := range frames {
			if f != nil {
				grounds[f.Fill] = true
				check("the label of "+s.Name, f.Text, f.Fill)
			}
		}
	}
	texts := map[string]bool{"000000": true, wml.LinkColor: true}
	for _, s := range sheet() {
		if c := s.Run.Color; c != "" {
			texts[c] = true
			ground := s.Para.Fill
			if ground == "" {
				ground = "FFFFFF"
			}
			check(s.Name, c, ground)
		}
	}
	for text := range texts {
		for ground := range grounds {
			check("text in a panel", text, ground)
		}
	}
	if len(grounds) < 8 || len(texts) < 6 {
		t.Errorf("only %d grounds and %d colours of text", len(grounds), len(texts))
	}
}

// TestHeadersInPanels: the header of a table in a panel can be read in all designs, whose styles have grounds of their own for it or none.
func TestHeadersInPanels(t *testing.T) {
	const src = "# T\n\n::tip\nText.\n\n| head | b |\n| --- | --- |\n| 1 | 2 |\n::\n"
	for i := range layout.Designs {
		d := &layout.Designs[i]
		var b bytes.Buffer
		if err := Render(&b, planOf(t, src), Options{Design: d}); err != nil {
			t.Fatal(err)
		}
		all := parts(t, b.Bytes())
		cell := regexp.MustCompile(`<w:tcPr>(.{0,400}?)</w:tcPr><w:p>.{0,300}?>head<`).FindSubmatch(all[mainPart])
		colour := regexp.MustCompile(`w:styleId="NomaTableHead".*?<w:color w:val="(\w+)"`).FindSubmatch(all["word/styles.xml"])
		ground := regexp.MustCompile(`w:fill="(\w{6})"`)
		if cell == nil || colour == nil {
			t.Fatalf("%s: no header", d.Name)
		}
		fill := ground.FindSubmatch(cell[1])
		if fill == nil { // that of the table style
			fill = ground.FindSubmatch(regexp.MustCompile(`w:styleId="TableGrid".*?</w:style>`).Find(all["word/styles.xml"]))
		}
		if fill == nil {
			t.Fatalf("%s: no ground", d.Name)
		}
		x, y := luminance(t, string(colour[1])), luminance(t, string(fill[1]))
		if got := (max(x, y) + 0.05) / (min(x, y) + 0.05); got < 4.5 {
			t.Errorf("%s: %s on %s has a contrast of %.2f", d.Name, colour[1], fill[1], got)
		}
	}
}
