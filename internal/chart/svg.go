package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// svgWriter writes SVG with presentation attributes only. Word reads neither style sheets nor
// dominant-baseline, and it ignores clip paths, so none of these are used.
type svgWriter struct{ buf []byte }

func (s *scene) svg() []byte {
	w := &svgWriter{}
	w.open("svg")
	w.text("xmlns", "http://www.w3.org/2000/svg")
	w.num("width", s.width)
	w.num("height", s.height)
	w.raw(` viewBox="0 0 `).number(s.width)
	w.raw(" ").number(s.height)
	w.raw(`" role="img" font-family="Helvetica, Arial, sans-serif">`)
	if s.title != "" {
		w.raw("<title>").escape(s.title)
		w.raw("</title>")
	}
	w.raw("<desc>").escape(s.desc)
	w.raw("</desc>")
	// The ground is a path: a bar chart has exactly one rect a bar.
	w.raw(`<path d="M0 0H`).number(s.width)
	w.raw("V").number(s.height)
	w.raw(`H0Z" fill="#ffffff"/>`)
	for _, x := range s.shapes {
		x.svg(w)
	}
	w.raw("</svg>\n")
	return w.buf
}

func (r rect) svg(w *svgWriter) {
	w.open("rect")
	w.num("x", r.x)
	w.num("y", r.y)
	w.num("width", r.w)
	w.num("height", r.h)
	r.look.svg(w)
	w.raw("/>")
}

func (o circle) svg(w *svgWriter) {
	w.open("circle")
	w.num("cx", o.x)
	w.num("cy", o.y)
	w.num("r", o.r)
	o.look.svg(w)
	w.raw("/>")
}

func (l polyline) svg(w *svgWriter) {
	name := "polyline"
	if l.closed {
		name = "polygon"
	}
	w.open(name)
	w.raw(` points="`)
	for i, p := range l.pts {
		if i > 0 {
			w.raw(" ")
		}
		w.number(p.x).raw(",").number(p.y)
	}
	w.raw(`"`)
	l.look.svg(w)
	w.raw("/>")
}

func (s slice) svg(w *svgWriter) {
	w.open("path")
	at := func(a float64) (float64, float64) { return s.x + s.r*math.Cos(a), s.y + s.r*math.Sin(a) }
	x, y := at(s.from)
	w.raw(` d="M`).number(s.x).raw(" ").number(s.y).raw("L").number(x).raw(" ").number(y)
	// One arc cannot make a full turn: its ends would coincide.
	for _, part := range [2]float64{0.5, 1} {
		x, y = at(s.from + s.sweep*part)
		w.raw("A").number(s.r).raw(" ").number(s.r).raw(" 0 0 1 ").number(x).raw(" ").number(y)
	}
	w.raw(`Z"`)
	s.look.svg(w)
	w.raw("/>")
}

func (l label) svg(w *svgWriter) {
	w.open("text")
	w.num("x", l.x)
	w.num("y", l.y)
	w.num("font-size", l.size)
	if l.anchor != "" && l.anchor != "start" {
		w.text("text-anchor", l.anchor)
	}
	if l.bold {
		w.text("font-weight", "bold")
	}
	w.text("fill", hex(l.col))
	if l.angle != 0 {
		w.raw(` transform="rotate(`).number(l.angle).raw(" ").number(l.x).raw(" ").number(l.y).raw(`)"`)
	}
	w.raw(">")
	if l.full != "" {
		w.raw("<title>").escape(l.full)
		w.raw("</title>")
	}
	w.escape(l.text)
	w.raw("</text>")
}

func (k look) svg(w *svgWriter) {
	if k.fill.A == 0 {
		w.text("fill", "none")
	} else {
		w.text("fill", hex(k.fill))
		if k.fill.A < 255 {
			w.num("fill-opacity", float64(k.fill.A)/255)
		}
	}
	if k.stroke.A == 0 {
		return
	}
	w.text("stroke", hex(k.stroke))
	if k.stroke.A < 255 {
		w.num("stroke-opacity", float64(k.stroke.A)/255)
	}
	w.num("stroke-width", k.width)
	if len(k.dash) > 0 {
		w.raw(` stroke-dasharray="`)
		for i, d := range k.dash {
			if i > 0 {
				w.raw(" ")
			}
			w.number(d)
		}
		w.raw(`"`)
	}
	if k.width > 1 {
		w.text("stroke-linejoin", "round")
	}
}

func (w *svgWriter) raw(s string) *svgWriter {
	w.buf = append(w.buf, s...)
	return w
}

func (w *svgWriter) open(name string) { w.raw("\n<").raw(name) }

func (w *svgWriter) text(key, value string) { w.raw(" ").raw(key).raw(`="`).escape(value).raw(`"`) }

func (w *svgWriter) num(key string, v float64) { w.raw(" ").raw(key).raw(`="`).number(v).raw(`"`) }

// number writes at most two decimals: a hundredth of a pixel shows nowhere.
func (w *svgWriter) number(v float64) *svgWriter {
	v = math.Round(v*100) / 100
	w.buf = strconv.AppendFloat(w.buf, v+0, 'f', -1, 64)
	return w
}

// escape writes text for an element or a quoted attribute, without what XML cannot hold.
func (w *svgWriter) escape(s string) *svgWriter {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '<':
			w.raw("&lt;")
		case r == '>':
			w.raw("&gt;")
		case r == '&':
			w.raw("&amp;")
		case r == '"':
			w.raw("&quot;")
		case r == '\t', r == '\n', r == '\r':
			w.raw(" ")
		case r < 0x20, r == utf8.RuneError && n == 1, r == 0xfffe, r == 0xffff:
		default:
			w.raw(s[i : i+n])
		}
		i += n
	}
	return w
}

func hex(c color.NRGBA) string {
	s := strconv.FormatUint(1<<24|uint64(c.R)<<16|uint64(c.G)<<8|uint64(c.B), 16)
	return "#" + strings.TrimPrefix(s, "1")
}
