package chart

import (
	"errors"
	"math"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/noma"
)

// A chart that came back from Word (ECMA-376 part 1, §21.2). The numbers stand in it twice: in the
// part, which is what every program draws, and in the workbook, where Word edits them. Whoever edits
// them in Word changes both.

// maxPoints bounds the points that are read of all series of a chart.
const maxPoints = 1 << 20

// errUnreadable says that a part is no chart, or larger than any program draws.
var errUnreadable = errors.New("not a chart that can be read")

// reference are the cells of a workbook that a series is made from; empty without.
type reference struct{ name, categories, values string }

// Read reads what the part of a chart shows. book is its workbook, nil without one: where its cells say
// something else than the part, edited holds what they say.
func Read(part, book []byte) (shown, edited *Numbers, err error) {
	shown, refs, err := readPart(string(part))
	if err != nil {
		return nil, nil, err
	}
	if cells, ok := readWorkbook(book, refs); ok {
		if n, ok := cells.numbers(refs); ok && !n.Equal(shown) {
			n.Titles = shown.Titles
			edited = n
		}
	}
	return shown, edited, nil
}

// Equal reports whether two charts show the same names, places and values.
func (n *Numbers) Equal(m *Numbers) bool {
	if len(n.Series) != len(m.Series) || n.Points() != m.Points() {
		return false
	}
	for i := range n.Series {
		if noma.OneLine(n.Names[i]) != noma.OneLine(m.Names[i]) {
			return false
		}
		for k := range n.Points() {
			if !SameValue(n.Value(i, k), m.Value(i, k)) {
				return false
			}
		}
	}
	for k := range n.Points() {
		if !SameName(n.Category(k), m.Category(k)) {
			return false
		}
	}
	return true
}

// partReader walks the part of a chart.
type partReader struct {
	x     *opc.Scanner
	n     *Numbers
	refs  []reference
	title strings.Builder
	left  int // points that may still come
}

func readPart(text string) (*Numbers, []reference, error) {
	r := &partReader{x: opc.NewScanner(text, opc.Names{}), n: &Numbers{}, left: maxPoints}
	for r.in(1) {
		switch r.x.Local() {
		case "ser":
			r.series()
		case "title":
			r.title.Reset()
			for depth := r.x.Depth(); r.in(depth); {
				if r.x.Local() == "t" {
					r.title.WriteString(r.x.Text())
				}
			}
			if s := noma.OneLine(r.title.String()); s != "" {
				r.n.Titles = append(r.n.Titles, s)
			}
		}
	}
	if r.x.Err() != nil || r.left < 0 || len(r.n.Series) == 0 {
		return nil, nil, errUnreadable
	}
	return r.n, r.refs, nil
}

// in goes to the next start tag below the element whose start tag had the depth.
func (r *partReader) in(depth int) bool {
	for r.x.Next() {
		if r.x.Opened() {
			return true
		}
		if r.x.Depth() < depth {
			return false
		}
	}
	return false
}

// series reads one c:ser.
func (r *partReader) series() {
	var name string
	var values []float64
	var ref reference
	for depth := r.x.Depth(); r.in(depth); {
		switch r.x.Local() {
		case "tx":
			texts := r.points(&ref.name)
			if len(texts) > 0 {
				name = texts[0]
			}
		case "cat", "xVal":
			if texts := r.points(&ref.categories); len(texts) > len(r.n.Categories) {
				r.n.Categories = texts
			}
		case "val", "yVal":
			for _, s := range r.points(&ref.values) {
				values = append(values, value(s))
			}
		default:
			r.x.Skip() // looks
		}
	}
	r.n.Names, r.n.Series, r.refs = append(r.n.Names, name), append(r.n.Series, values), append(r.refs, ref)
}

// points reads the texts of a c:tx, c:cat or c:val by their numbers, and the cells it names. A name
// that was typed stands there without any number.
func (r *partReader) points(ref *string) []string {
	var out []string
	index := 0
	for depth := r.x.Depth(); r.in(depth); {
		switch r.x.Local() {
		case "f":
			*ref = strings.TrimSpace(r.x.Text())
		case "pt":
			index = r.index()
		case "formatCode", "extLst":
			r.x.Skip()
		case "v":
			if index < 0 || index >= maxNative || index-len(out) >= r.left {
				r.left = -1
				return out
			}
			for len(out) <= index {
				out, r.left = append(out, ""), r.left-1
			}
			out[index] = r.x.Text()
		}
	}
	return out
}

func (r *partReader) index() int {
	s, _ := r.x.Value("idx")
	n := 0
	if s == "" || len(s) > 6 {
		return -1
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// value returns a number of a cache or cell, NaN for anything else.
func value(s string) float64 {
	if v, ok := number(s); ok && !math.IsInf(v, 0) {
		return v
	}
	return math.NaN()
}
