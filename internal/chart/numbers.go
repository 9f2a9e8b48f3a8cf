package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Numbers are what a chart shows, apart from its formatting: the names of its series, their values, and the
// names or places of the points. A value that is missing is NaN.
type Numbers struct {
	Names      []string // of the series
	Categories []string // of the points; places on a numeric axis as spreadsheets write them
	Series     [][]float64
	// Titles are texts that were typed into the chart: its own title, and those of axes. A chart that
	// leaves this program has none.
	Titles []string
}

// Numbers returns what the chart shows as a chart of Word.
func (c *Chart) Numbers() *Numbers {
	n := &Numbers{}
	for i := range c.lines {
		n.Names = append(n.Names, c.seriesName(i))
		n.Series = append(n.Series, c.lines[i].ys)
		if c.Kind == "pie" {
			break // a pie shows one series
		}
	}
	if len(c.lines) == 0 {
		return n
	}
	places := c.places()
	for i := range c.lines[0].ys {
		if c.scattered() {
			n.Categories = append(n.Categories, cellNumber(places[i]))
		} else {
			n.Categories = append(n.Categories, c.category(i))
		}
	}
	return n
}

// Origin returns where the values of the i-th series stand: the column of the dataset, or the list of
// data= among those that semicolons set apart, from 0.
func (c *Chart) Origin(i int) int { return c.lines[i].from }

// XColumn returns the column of the dataset with the names or places of the points, -1 for none.
func (c *Chart) XColumn() int { return c.xfrom - 1 }

// Points returns the number of points, gaps at the end left out.
func (n *Numbers) Points() int {
	count := 0
	for _, s := range n.Series {
		for i, v := range s {
			if !math.IsNaN(v) {
				count = max(count, i+1)
			}
		}
	}
	return count
}

// Value returns a value of a series, NaN where it has none.
func (n *Numbers) Value(series, point int) float64 {
	if series >= len(n.Series) || point >= len(n.Series[series]) {
		return math.NaN()
	}
	return n.Series[series][point]
}

// Category returns the name or place of a point, "" where it has none.
func (n *Numbers) Category(point int) string {
	if point >= len(n.Categories) {
		return ""
	}
	return n.Categories[point]
}

// SameValue compares values with the ten digits that all programs keep.
func SameValue(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || strconv.FormatFloat(a, 'g', 10, 64) == strconv.FormatFloat(b, 'g', 10, 64)
}

// SameName compares names of points; numbers count as numbers.
func SameName(a, b string) bool {
	a, b = noma.OneLine(a), noma.OneLine(b)
	if a == b {
		return true
	}
	x, ok := number(a)
	y, also := number(b)
	return ok && also && SameValue(x, y)
}

// Spell returns a value as a person writes it, "" for a missing one. Spreadsheets keep 15 digits: what is
// beyond comes from their arithmetic.
func Spell(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil {
		return cellNumber(v)
	}
	return cellNumber(short)
}

// SetItems writes new items into a list as data= and xlabels= hold it. Items that are nil keep their
// form, and so does what stands between them; those behind the last one go.
func SetItems(list string, items []*string) string {
	var b strings.Builder
	spans := itemSpans(list)
	comma := strings.Contains(list, ",")
	end := 0
	for i, item := range items {
		var old string
		switch {
		case i < len(spans):
			b.WriteString(list[end:spans[i][0]])
			old, end = list[spans[i][0]:spans[i][1]], spans[i][1]
		case comma || len(spans) < 2:
			comma = true
			if i > 0 {
				b.WriteString(",")
			}
		default:
			b.WriteString(" ")
		}
		if item != nil {
			old = *item
		}
		if old == "" && !comma {
			old = "-" // white space cannot set nothing apart; what is no number is a gap
		}
		b.WriteString(old)
	}
	if len(items) >= len(spans) {
		b.WriteString(list[end:])
	} else if n := len(list); n > 0 {
		b.WriteString(list[len(strings.TrimRight(list, " \t\r\n")):])
	}
	return b.String()
}

// itemSpans returns the places of the items of a list, as [SplitList] finds them.
func itemSpans(list string) [][2]int {
	var out [][2]int
	if strings.Contains(list, ",") {
		at := 0
		for part := range strings.SplitSeq(list, ",") {
			lead := len(part) - len(strings.TrimLeft(part, " \t\r\n"))
			out = append(out, [2]int{at + lead, max(at+lead, at+len(strings.TrimRight(part, " \t\r\n")))})
			at += len(part) + 1
		}
		return out
	}
	at := 0
	for _, f := range strings.Fields(list) {
		i := at + strings.Index(list[at:], f)
		out = append(out, [2]int{i, i + len(f)})
		at = i + len(f)
	}
	return out
}
