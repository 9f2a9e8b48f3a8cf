package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// names are the labels of the categories, fitted to the room below the axis.
type names struct {
	lines    [][]string // of each label
	full     []string   // "" where the label is complete
	every    int        // only every k-th label is shown
	angle    float64    // degrees upward, 0 for level
	height   float64    // the room they take
	overhang float64    // how far the first label reaches left of its place
}

// fit chooses how to write the labels. What the author asks for is done as asked; otherwise the
// first way that leaves no overlap wins: as they are, wrapped, turned, and at last only some.
func (c *Chart) fit(slot float64) *names {
	n := &names{every: 1, angle: c.names.angle}
	count := len(c.lines[0].ys)
	for i := range count {
		s := ""
		if i < len(c.labels) {
			s = strings.TrimSpace(c.labels[i])
		} else if len(c.labels) == 0 {
			s = strconv.Itoa(i + 1)
		}
		short := s
		if c.names.abbrev > 0 {
			short = abbreviate(s, c.names.abbrev)
		}
		n.set(i, short, s, c.names.wrap)
	}
	asked := c.names.angle != 0 || c.names.wrap > 0
	room, narrow := slot-6, (slot-6)/1.15 // narrow leaves room for faces that are wider than the built-in one
	switch {
	case len(c.labels) == 0:
		n.thin(room)
	case asked:
		if n.angle == 0 {
			n.thin(room)
		} else if slot < lineHeight {
			n.every = int(math.Ceil(lineHeight / slot))
		}
	case n.widest() <= narrow, n.wrapTo(narrow):
	case n.widest() <= room, n.wrapTo(room):
	case slot >= lineHeight:
		n.angle = 40
		for i := range n.lines {
			full := n.full[i]
			if full == "" {
				full = strings.Join(n.lines[i], " ")
			}
			n.set(i, abbreviate(strings.Join(n.lines[i], " "), 24), full, 0)
		}
	default:
		n.thin(room)
	}
	n.measure()
	return n
}

func (n *names) set(i int, text, full string, wrap int) {
	if i >= len(n.lines) {
		n.lines, n.full = append(n.lines, nil), append(n.full, "")
	}
	n.lines[i], n.full[i] = []string{text}, ""
	if wrap > 0 {
		n.lines[i] = wrapped(text, func(s string) bool { return utf8.RuneCountInString(s) <= wrap })
	}
	if text != full {
		n.full[i] = full
	}
}

func (n *names) widest() float64 {
	var w float64
	for i := 0; i < len(n.lines); i += n.every {
		for _, l := range n.lines[i] {
			w = math.Max(w, regularFace().width(l, textSize))
		}
	}
	return w
}

// wrapTo breaks the labels into at most three lines that fit, and reports whether that is possible.
func (n *names) wrapTo(room float64) bool {
	broken := make([][]string, len(n.lines))
	for i, l := range n.lines {
		broken[i] = wrapped(l[0], func(s string) bool { return regularFace().width(s, textSize) <= room })
		if len(broken[i]) > 3 {
			return false
		}
		for _, part := range broken[i] {
			if regularFace().width(part, textSize) > room {
				return false
			}
		}
	}
	n.lines = broken
	return true
}

// thin leaves out labels until the rest do not touch.
func (n *names) thin(room float64) {
	if w := n.widest(); w > room {
		n.every = max(1, int(math.Ceil((w+6)/(room+6))))
	}
}

func (n *names) measure() {
	var rows int
	for i := 0; i < len(n.lines); i += n.every {
		rows = max(rows, len(n.lines[i]))
	}
	n.height = float64(rows)*lineHeight + 3
	if n.angle != 0 {
		sin, cos := math.Sincos(math.Abs(n.angle) * math.Pi / 180)
		w := n.widest()
		n.height = w*sin + float64(rows)*lineHeight*cos + 4
		if n.angle > 0 && len(n.lines) > 0 { // later labels have room to their left
			n.overhang = regularFace().width(n.lines[0][0], textSize) * cos
		}
	}
}

func (n *names) draw(s *scene, f frame) {
	for i := 0; i < len(n.lines); i += n.every {
		t := label{x: f.left + (float64(i)+0.5)*f.slot, y: f.bottom + 4 + lineHeight - 2, size: textSize, anchor: "middle", col: ink, full: n.full[i]}
		if n.angle != 0 {
			t.angle, t.anchor, t.y = -n.angle, "end", f.bottom+textSize
			if n.angle < 0 {
				t.anchor = "start"
			}
		}
		for _, l := range n.lines[i] {
			if t.text = l; l != "" {
				s.add(t)
			}
			t.y += lineHeight
		}
	}
}

// wrapped breaks a label after spaces, underscores, hyphens and slashes so that the lines fit. A
// word that does not fit alone stays whole.
func wrapped(s string, fits func(string) bool) []string {
	var lines []string
	line := ""
	for rest := s; rest != ""; {
		word := rest
		if i := strings.IndexAny(rest, " _-/"); i >= 0 {
			word = rest[:i+1]
		}
		rest = rest[len(word):]
		if line != "" && !fits(strings.TrimSpace(line+word)) {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
		line += word
	}
	return append(lines, strings.TrimSpace(line))
}

// abbreviate cuts a text to n characters, the last of which is an ellipsis.
func abbreviate(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:max(n-1, 1)]), " _-/") + "…"
}

func itoa(n int) string { return strconv.Itoa(n) }
