package chart

import (
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/colornames"
)

// paintValue reads the value of fill or stroke. A gradient is painted in the mean of its colours.
func (d *drawer) paintValue(s string, current color.NRGBA) (color.NRGBA, bool) {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "url("); ok {
		ref, fallback, _ := strings.Cut(rest, ")")
		if c, ok := d.gradient(strings.Trim(ref, " \"'"), 0); ok {
			return c, true
		}
		if fallback = strings.TrimSpace(fallback); fallback == "" {
			return color.NRGBA{}, true
		}
		s = fallback
	}
	switch strings.ToLower(s) {
	case "none", "transparent":
		return color.NRGBA{}, true
	case "currentcolor", "context-fill", "context-stroke":
		return current, true
	}
	return parseColor(s)
}

// gradient returns the mean colour of the stops of a gradient, which may borrow those of another one.
func (d *drawer) gradient(ref string, depth int) (color.NRGBA, bool) {
	id, ok := strings.CutPrefix(ref, "#")
	g := d.ids[id]
	if !ok || g == nil || depth > 5 || g.name != "linearGradient" && g.name != "radialGradient" {
		return color.NRGBA{}, false
	}
	var r, gr, b, a, n float64
	for _, k := range g.kids {
		if k.name != "stop" {
			continue
		}
		props := d.properties(k)
		c, ok := parseColor(props["stop-color"])
		if !ok {
			c = color.NRGBA{A: 255}
		}
		alpha := float64(c.A) / 255 * opacity(props["stop-opacity"])
		r, gr, b, a, n = r+float64(c.R), gr+float64(c.G), b+float64(c.B), a+alpha, n+1
	}
	if n == 0 {
		return d.gradient(g.attr("href"), depth+1)
	}
	return color.NRGBA{uint8(r / n), uint8(gr / n), uint8(b / n), uint8(a / n * 255)}, true
}

// parseColor reads a CSS colour: a name, #rgb, #rrggbb (with alpha or without), rgb() or hsl().
func parseColor(s string) (color.NRGBA, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if h, ok := strings.CutPrefix(s, "#"); ok {
		return hexColor(h)
	}
	if name, args, ok := strings.Cut(s, "("); ok {
		return colorFunction(strings.TrimSuffix(name, "a"), strings.TrimSuffix(args, ")"))
	}
	c, ok := colornames.Map[s]
	return color.NRGBA(c), ok // all of them are opaque
}

func hexColor(h string) (color.NRGBA, bool) {
	var v [8]uint8
	for i := range len(h) {
		d := strings.IndexByte("0123456789abcdef", h[i])
		if d < 0 || i >= 8 {
			return color.NRGBA{}, false
		}
		v[i] = uint8(d)
	}
	switch len(h) {
	case 3:
		return color.NRGBA{v[0] * 17, v[1] * 17, v[2] * 17, 255}, true
	case 4:
		return color.NRGBA{v[0] * 17, v[1] * 17, v[2] * 17, v[3] * 17}, true
	case 6:
		return color.NRGBA{v[0]<<4 | v[1], v[2]<<4 | v[3], v[4]<<4 | v[5], 255}, true
	case 8:
		return color.NRGBA{v[0]<<4 | v[1], v[2]<<4 | v[3], v[4]<<4 | v[5], v[6]<<4 | v[7]}, true
	}
	return color.NRGBA{}, false
}

// colorFunction reads the arguments of rgb() and hsl(), which may be separated by commas, spaces
// and a slash before the alpha.
func colorFunction(name, args string) (color.NRGBA, bool) {
	fields := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' || r == '\t' || r == '\n' })
	if len(fields) < 3 {
		return color.NRGBA{}, false
	}
	// part reads a number or a percentage of whole.
	part := func(i int, whole float64) float64 {
		s, percent := strings.CutSuffix(fields[i], "%")
		v, _ := number(strings.TrimSuffix(s, "deg"))
		if percent {
			v *= whole / 100
		}
		return v
	}
	alpha := 1.0
	if len(fields) > 3 {
		alpha = clamp01(part(3, 1))
	}
	switch name {
	case "rgb":
		return color.NRGBA{channel(part(0, 255) / 255), channel(part(1, 255) / 255), channel(part(2, 255) / 255), channel(alpha)}, true
	case "hsl":
		h, s, l := math.Mod(part(0, 360), 360), clamp01(part(1, 1)), clamp01(part(2, 1))
		at := func(n float64) uint8 { // CSS Color 4, §7.1
			k := math.Mod(n+h/30+24, 12)
			return channel(l - s*math.Min(l, 1-l)*math.Max(-1, math.Min(math.Min(k-3, 9-k), 1)))
		}
		return color.NRGBA{at(0), at(8), at(4), channel(alpha)}, true
	}
	return color.NRGBA{}, false
}

func channel(v float64) uint8 { return uint8(clamp01(v)*255 + 0.5) }

func clamp01(v float64) float64 { return math.Min(math.Max(v, 0), 1) }

// opacity reads an opacity; anything else counts as 1.
func opacity(s string) float64 {
	s, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, ok := number(s)
	if !ok {
		return 1
	}
	if percent {
		v /= 100
	}
	return clamp01(v)
}
