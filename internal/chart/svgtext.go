package chart

import (
	"strings"
)

// span is a stretch of text with one style.
type span struct {
	text   string
	x, y   float64
	moved  bool // x or y is given: the span starts a new chunk for anchoring (SVG §11.5)
	setX   bool
	setY   bool
	dx, dy float64
	g      graphics
}

// maxText bounds the letters of one text element.
const maxText = 20000

// text paints a text element. Each chunk that starts at a given place is anchored as a whole.
func (d *drawer) text(e *element, m matrix, g graphics) error {
	var spans []span
	first := span{g: g, moved: true, setX: true, setY: true}
	d.place(e, &first)
	d.spans(e, g, &first, &spans, 0)
	collapse(spans)
	var x, y float64
	for i := 0; i < len(spans); {
		j := i + 1
		for j < len(spans) && !spans[j].moved {
			j++
		}
		var width float64
		for _, s := range spans[i:j] {
			width += s.dx + face(s.g.font).width(s.text, s.g.size)
		}
		if spans[i].setX {
			x = spans[i].x
		}
		if spans[i].setY {
			y = spans[i].y
		}
		switch spans[i].g.anchor {
		case "middle":
			x -= width / 2
		case "end":
			x -= width
		}
		for _, s := range spans[i:j] {
			x, y = x+s.dx, y+s.dy
			p := &path{scale: m.size()}
			x += face(s.g.font).outline(p, s.text, x, y+drop(s.g), s.g.size)
			if err := d.paintPath(p, m, s.g, true); err != nil {
				return err
			}
		}
		i = j
	}
	return nil
}

// place reads the position attributes of a text element or span; of lists, the first value.
func (d *drawer) place(e *element, s *span) {
	first := func(name string, whole float64) (float64, bool) {
		v := strings.FieldsFunc(e.attr(name), func(r rune) bool { return r == ' ' || r == ',' })
		if len(v) == 0 {
			return 0, false
		}
		return d.length(v[0], s.g.size, whole)
	}
	if v, ok := first("x", d.view.box[2]); ok {
		s.x, s.setX, s.moved = v, true, true
	}
	if v, ok := first("y", d.view.box[3]); ok {
		s.y, s.setY, s.moved = v, true, true
	}
	if v, ok := first("dx", d.view.box[2]); ok {
		s.dx += v
	}
	if v, ok := first("dy", d.view.box[3]); ok {
		s.dy += v
	}
}

// spans collects the text inside an element. at carries the position that the next letter gets.
func (d *drawer) spans(e *element, g graphics, at *span, out *[]span, depth int) {
	for _, k := range e.kids {
		switch {
		case k.name == "":
			if len(*out) > maxText || len(k.text) > maxText {
				continue
			}
			s := *at
			s.text, s.g = k.text, g
			if s.moved && strings.TrimSpace(s.text) == "" {
				continue // white space between <text> and its first <tspan>
			}
			*out = append(*out, s)
			*at = span{}
		case (k.name == "tspan" || k.name == "a") && depth < maxNesting:
			inner, props := d.styled(g, k)
			if strings.TrimSpace(props["display"]) == "none" {
				continue
			}
			at.g = inner
			d.place(k, at)
			d.spans(k, inner, at, out, depth+1)
		}
	}
}

// collapse makes one space of each run of white space, and none at the start and end of a chunk.
func collapse(spans []span) {
	blank := true
	for i := range spans {
		s := &spans[i]
		blank = blank || s.moved
		var b strings.Builder
		for _, r := range s.text {
			if r == ' ' || r == '\t' || r == '\n' || r == '\r' {
				if !blank {
					b.WriteByte(' ')
				}
				blank = true
				continue
			}
			b.WriteRune(r)
			blank = false
		}
		s.text = b.String()
		if i+1 == len(spans) || spans[i+1].moved {
			s.text = strings.TrimRight(s.text, " ")
		}
	}
}

// drop returns how far below the given point the baseline lies.
func drop(g graphics) float64 {
	switch g.baseline {
	case "middle", "central":
		return g.size * midline
	case "hanging", "text-before-edge", "text-top":
		return g.size * 0.78
	case "text-after-edge", "text-bottom", "ideographic":
		return -g.size * 0.2
	}
	return 0
}
