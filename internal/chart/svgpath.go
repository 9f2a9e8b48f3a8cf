package chart

import (
	"math"
	"strconv"
	"strings"
)

// numberScanner reads the dense number lists of SVG, where "1.5.5-3" is three numbers.
type numberScanner struct {
	s  string
	at int
}

func (n *numberScanner) space() {
	for n.at < len(n.s) && strings.IndexByte(" \t\r\n,", n.s[n.at]) >= 0 {
		n.at++
	}
}

func (n *numberScanner) next() (float64, bool) {
	n.space()
	i := n.at
	digits := func() {
		for i < len(n.s) && n.s[i] >= '0' && n.s[i] <= '9' {
			i++
		}
	}
	if i < len(n.s) && (n.s[i] == '-' || n.s[i] == '+') {
		i++
	}
	digits()
	if i < len(n.s) && n.s[i] == '.' {
		i++
		digits()
	}
	if j := i; j < len(n.s) && (n.s[j] == 'e' || n.s[j] == 'E') {
		i++
		if i < len(n.s) && (n.s[i] == '-' || n.s[i] == '+') {
			i++
		}
		if k := i; true {
			if digits(); i == k {
				i = j
			}
		}
	}
	v, err := strconv.ParseFloat(n.s[n.at:i], 64)
	if err != nil || math.Abs(v) > 1e9 {
		return 0, false
	}
	n.at = i
	return v, true
}

// flag reads one digit: the flags of an arc need no separator after them.
func (n *numberScanner) flag() (bool, bool) {
	n.space()
	if n.at < len(n.s) && (n.s[n.at] == '0' || n.s[n.at] == '1') {
		n.at++
		return n.s[n.at-1] == '1', true
	}
	return false, false
}

// numbers returns all numbers of a list.
func numbers(s string) []float64 {
	n := numberScanner{s: s}
	var out []float64
	for {
		v, ok := n.next()
		if !ok {
			return out
		}
		out = append(out, v)
	}
}

// arguments is how many numbers each path command takes; an arc is read apart.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

// pathData adds the commands of a d attribute to a path. What stands before the first error is
// drawn, as SVG §9.5.4 asks.
func (p *path) pathData(d string) {
	n := numberScanner{s: d}
	var cmd, last byte
	var ctrl point // the control point a smooth command mirrors
	for {
		n.space()
		if n.at >= len(d) {
			return
		}
		if c := d[n.at]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			cmd = c
			n.at++
		} else if cmd == 0 || cmd == 'Z' || cmd == 'z' {
			return
		}
		upper := cmd &^ 0x20
		want, known := arguments[upper]
		if !known || len(p.subs) == 0 && upper != 'M' {
			return
		}
		var o point
		if cmd != upper {
			o = p.at()
		}
		var v [7]float64
		for i := range want {
			ok := false
			if upper == 'A' && (i == 3 || i == 4) {
				var on bool
				if on, ok = n.flag(); on {
					v[i] = 1
				}
			} else {
				v[i], ok = n.next()
			}
			if !ok {
				return
			}
		}
		at := p.at()
		smooth := at
		if (upper == 'S' && (last == 'C' || last == 'S')) || (upper == 'T' && (last == 'Q' || last == 'T')) {
			smooth = point{2*at.x - ctrl.x, 2*at.y - ctrl.y}
		}
		switch upper {
		case 'M':
			p.moveTo(o.x+v[0], o.y+v[1])
			cmd -= 'M' - 'L' // further pairs are lines
		case 'L':
			p.lineTo(o.x+v[0], o.y+v[1])
		case 'H':
			p.lineTo(o.x+v[0], at.y)
		case 'V':
			p.lineTo(at.x, o.y+v[0])
		case 'C':
			ctrl = point{o.x + v[2], o.y + v[3]}
			p.cubicTo(o.x+v[0], o.y+v[1], ctrl.x, ctrl.y, o.x+v[4], o.y+v[5])
		case 'S':
			ctrl = point{o.x + v[0], o.y + v[1]}
			p.cubicTo(smooth.x, smooth.y, ctrl.x, ctrl.y, o.x+v[2], o.y+v[3])
		case 'Q':
			ctrl = point{o.x + v[0], o.y + v[1]}
			p.quadTo(ctrl.x, ctrl.y, o.x+v[2], o.y+v[3])
		case 'T':
			ctrl = smooth
			p.quadTo(ctrl.x, ctrl.y, o.x+v[0], o.y+v[1])
		case 'A':
			p.arcTo(v[0], v[1], v[2], v[3] == 1, v[4] == 1, point{o.x + v[5], o.y + v[6]})
		case 'Z':
			p.close()
		}
		last = upper
	}
}

// arcTo adds an elliptical arc given by its end points (SVG §9.5.1 and B.2.4).
func (p *path) arcTo(rx, ry, degrees float64, large, sweep bool, to point) {
	from := p.at()
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		p.lineTo(to.x, to.y)
		return
	}
	phi := degrees * math.Pi / 180
	sin, cos := math.Sincos(phi)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if l := x*x/(rx*rx) + y*y/(ry*ry); l > 1 { // too small to reach: enlarge
		rx, ry = rx*math.Sqrt(l), ry*math.Sqrt(l)
	}
	k := (rx*rx*ry*ry - rx*rx*y*y - ry*ry*x*x) / (rx*rx*y*y + ry*ry*x*x)
	k = math.Sqrt(math.Max(k, 0))
	if large == sweep {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	start := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - start
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	p.arc(cos*cx-sin*cy+(from.x+to.x)/2, sin*cx+cos*cy+(from.y+to.y)/2, rx, ry, phi, start, turn)
	s := p.current()
	s.pts[len(s.pts)-1] = to // exactly
}

// transform reads a transform attribute. An error ends the list.
func transform(s string) matrix {
	m := identity
	for range 100 {
		open := strings.IndexByte(s, '(')
		if open < 0 {
			break
		}
		end := strings.IndexByte(s, ')')
		if end < open {
			break
		}
		name, v := strings.Trim(s[:open], " \t\r\n,"), numbers(s[open+1:end])
		s = s[end+1:]
		arg := func(i int, otherwise float64) float64 {
			if i < len(v) {
				return v[i]
			}
			return otherwise
		}
		if len(v) == 0 {
			continue
		}
		switch name {
		case "matrix":
			if len(v) == 6 {
				m = m.mul(matrix{v[0], v[1], v[2], v[3], v[4], v[5]})
			}
		case "translate":
			m = m.mul(matrix{1, 0, 0, 1, v[0], arg(1, 0)})
		case "scale":
			m = m.mul(matrix{a: v[0], d: arg(1, v[0])})
		case "rotate":
			x, y := arg(1, 0), arg(2, 0)
			m = m.mul(matrix{1, 0, 0, 1, x, y}).mul(rotation(v[0])).mul(matrix{1, 0, 0, 1, -x, -y})
		case "skewX":
			m = m.mul(matrix{a: 1, c: math.Tan(v[0] * math.Pi / 180), d: 1})
		case "skewY":
			m = m.mul(matrix{a: 1, b: math.Tan(v[0] * math.Pi / 180), d: 1})
		}
	}
	return m
}
