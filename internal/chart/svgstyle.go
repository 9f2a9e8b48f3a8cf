package chart

import (
	"image/color"
	"strings"
)

// graphics is the state that elements inherit (SVG §6.3).
type graphics struct {
	fill, stroke             color.NRGBA
	fillOpacity, lineOpacity float64
	opacity                  float64 // product of the opacities of all groups around
	pen                      pen
	evenOdd                  bool
	current                  color.NRGBA
	size                     float64 // of the font
	font                     style
	anchor                   string
	baseline                 string
	hidden                   bool
}

func initialGraphics() graphics {
	return graphics{
		fill: color.NRGBA{A: 255}, fillOpacity: 1, lineOpacity: 1, opacity: 1,
		pen: pen{width: 1}, current: color.NRGBA{A: 255}, size: 16,
	}
}

// properties returns the style properties of one element: presentation attributes, then the style
// sheet, then the style attribute.
func (d *drawer) properties(e *element) map[string]string {
	props := map[string]string{}
	for _, a := range e.attrs {
		switch a.name {
		case "style", "class", "id":
		default:
			props[a.name] = a.value
		}
	}
	if len(d.sheet) > 0 {
		set := func(selector string) {
			for _, p := range d.sheet[selector] {
				props[p.name] = p.value
			}
		}
		classes := strings.Fields(e.attr("class"))
		set("*")
		set(e.name)
		for _, c := range classes {
			set("." + c)
		}
		for _, c := range classes {
			set(e.name + "." + c)
		}
		set("#" + e.attr("id"))
	}
	for _, p := range declarations(e.attr("style")) {
		props[p.name] = p.value
	}
	return props
}

// declarations reads `name: value; …`.
func declarations(s string) []xmlAttr {
	var out []xmlAttr
	for part := range strings.SplitSeq(s, ";") {
		name, value, ok := strings.Cut(part, ":")
		if ok {
			value, _, _ = strings.Cut(value, "!important")
			out = append(out, xmlAttr{strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)})
		}
	}
	return out
}

// maxRules bounds a style sheet.
const maxRules = 5000

// readSheet adds the rules of a style element. Only simple selectors count: *, name, .class,
// name.class and #id, alone or in a list.
func (d *drawer) readSheet(css string) {
	for {
		start := strings.Index(css, "/*")
		if start < 0 {
			break
		}
		end := strings.Index(css[start:], "*/")
		if end < 0 {
			css = css[:start]
			break
		}
		d.readRules(css[:start])
		css = css[start+end+2:]
	}
	d.readRules(css)
}

func (d *drawer) readRules(css string) {
	for len(d.sheet) < maxRules {
		selectors, rest, ok := strings.Cut(css, "{")
		if !ok {
			return
		}
		block, after, ok := strings.Cut(rest, "}")
		if !ok {
			return
		}
		css = after
		props := declarations(block)
		for s := range strings.SplitSeq(selectors, ",") {
			if s = strings.TrimSpace(s); s != "" && !strings.ContainsAny(s, " >+~:[@\n") {
				d.sheet[s] = append(d.sheet[s], props...)
			}
		}
	}
}

// styled returns the state inside an element.
func (d *drawer) styled(g graphics, e *element) (graphics, map[string]string) {
	p := d.properties(e)
	get := func(name string) (string, bool) {
		v, ok := p[name]
		return strings.TrimSpace(v), ok && v != "" && v != "inherit"
	}
	if v, ok := get("color"); ok {
		if c, ok := parseColor(v); ok {
			g.current = c
		}
	}
	if v, ok := get("fill"); ok {
		if c, ok := d.paintValue(v, g.current); ok {
			g.fill = c
		}
	}
	if v, ok := get("stroke"); ok {
		if c, ok := d.paintValue(v, g.current); ok {
			g.stroke = c
		}
	}
	if v, ok := get("fill-opacity"); ok {
		g.fillOpacity = opacity(v)
	}
	if v, ok := get("stroke-opacity"); ok {
		g.lineOpacity = opacity(v)
	}
	if v, ok := get("opacity"); ok {
		g.opacity *= opacity(v)
	}
	if v, ok := get("fill-rule"); ok {
		g.evenOdd = v == "evenodd"
	}
	if v, ok := get("visibility"); ok {
		g.hidden = v != "visible"
	}
	g.line(d, get)
	g.text(get)
	return g, p
}

// line reads the properties of strokes.
func (g *graphics) line(d *drawer, get func(string) (string, bool)) {
	if v, ok := get("stroke-width"); ok {
		if w, ok := d.length(v, g.size, d.view.diagonal()); ok && w >= 0 {
			g.pen.width = w
		}
	}
	if v, ok := get("stroke-linecap"); ok {
		g.pen.cap = v
	}
	if v, ok := get("stroke-linejoin"); ok {
		g.pen.join = v
	}
	if v, ok := get("stroke-miterlimit"); ok {
		g.pen.limit, _ = number(v)
	}
	if v, ok := get("stroke-dasharray"); ok {
		g.pen.dash = numbers(v)
	}
	if v, ok := get("stroke-dashoffset"); ok {
		g.pen.phase, _ = d.length(v, g.size, d.view.diagonal())
	}
}

// text reads the properties of text.
func (g *graphics) text(get func(string) (string, bool)) {
	if v, ok := get("font"); ok { // the shorthand: style, weight, size[/height] family
		for f := range strings.FieldsSeq(v) {
			size, _, _ := strings.Cut(f, "/")
			if px, ok := fontSize(size, g.size); ok {
				g.size = px
			}
			g.font.bold = g.font.bold || f == "bold"
			g.font.italic = g.font.italic || f == "italic"
		}
		g.font.mono = strings.Contains(v, "mono") || strings.Contains(v, "Courier")
	}
	if v, ok := get("font-size"); ok {
		if px, ok := fontSize(v, g.size); ok {
			g.size = px
		}
	}
	if v, ok := get("font-weight"); ok {
		n, isNumber := number(v)
		g.font.bold = v == "bold" || v == "bolder" || isNumber && n >= 600
	}
	if v, ok := get("font-style"); ok {
		g.font.italic = v == "italic" || v == "oblique"
	}
	if v, ok := get("font-family"); ok {
		g.font.mono = strings.Contains(v, "mono") || strings.Contains(v, "Mono") || strings.Contains(v, "Courier") || strings.Contains(v, "Consolas")
	}
	if v, ok := get("text-anchor"); ok {
		g.anchor = v
	}
	if v, ok := get("dominant-baseline"); ok {
		g.baseline = v
	}
	if v, ok := get("alignment-baseline"); ok {
		g.baseline = v
	}
}

// fontSize reads a size in pixels; relative ones refer to the size around.
func fontSize(s string, around float64) (float64, bool) {
	for _, u := range [...]struct {
		suffix string
		factor float64
	}{{"rem", 16}, {"em", around}, {"ex", around / 2}, {"%", around / 100}} {
		if n, ok := strings.CutSuffix(s, u.suffix); ok {
			v, ok := number(n)
			return min(v*u.factor, 2000), ok && v > 0
		}
	}
	v, ok := pixels(s)
	return min(v, 2000), ok
}
