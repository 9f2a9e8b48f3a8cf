package chart

import (
	"math"
	"strconv"
	"strings"
)

// The axes of a chart of Word.

func (c *Chart) categoryAxis(w *markup) {
	w.raw(`<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>`)
	w.axisTitle(c.nameTitle, "")
	w.raw(`<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>` + ruleLine)
	if c.names.angle == 0 && c.level() {
		w.level()
	} else {
		w.font(c.names.angle)
	}
	w.raw(`<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>`)
}

func (c *Chart) valueAxis(w *markup, id, cross, side string, grid bool) {
	w.raw(`<c:valAx><c:axId val="` + id + `"/><c:scaling><c:orientation val="minMax"/>`)
	step := c.ends(w, grid)
	w.raw(`</c:scaling><c:delete val="0"/><c:axPos val="` + side + `"/>`)
	line := ruleLine
	if grid {
		w.raw(gridLine)
		line = `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>`
		w.axisTitle(c.valueTitle, ` rot="-5400000" vert="horz"`)
	} else {
		w.axisTitle(c.nameTitle, "")
	}
	w.raw(c.format(grid) + `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>` + line)
	w.font(0)
	w.raw(`<c:crossAx val="` + cross + `"/><c:crosses val="autoZero"/>`)
	if c.Kind == "bar" || !grid {
		w.raw(`<c:crossBetween val="between"/>`)
	} else {
		w.raw(`<c:crossBetween val="midCat"/>`)
	}
	w.raw(step + `</c:valAx>`)
}

// level reports whether the names of categories stand level, wrapped at most, on the pictures of the chart. Programs turn names that they
// could wrap.
func (c *Chart) level() bool {
	n := c.fit((c.Width - 60) / float64(max(len(c.lines[0].ys), 1)))
	return n.angle == 0 && n.every == 1
}

// format returns the number format of an axis: negative numbers have a minus sign and no hyphen, and where the ticks are fixed they are
// written as on the pictures of the chart.
func (c *Chart) format(values bool) string {
	x, negative := c.placeScale(), false
	if values {
		x, negative = c.valueScale(), c.negative()
	}
	switch {
	case c.Fixed && (values || c.xs != nil):
		if f := x.format(); f != "" {
			return f
		}
	case !values:
		negative = x.lo < 0
	}
	if negative {
		return signedFormat
	}
	return generalFormat
}

// format returns the number format by which Word writes a tick as [axis.number] does, "" where it has none.
func (x axis) format() string {
	size := math.Max(math.Abs(x.lo), math.Abs(x.hi))
	if size >= 1e12 || size < 1e-4 {
		return ""
	}
	digits, unit, name := "0", 1.0, ""
	for _, u := range units {
		if size >= u.from {
			unit, name = u.unit, `&quot;`+u.name+`&quot;`
			break
		}
	}
	if _, behind, ok := strings.Cut(decimals(x.step/unit, x.step/unit), "."); ok {
		digits += "." + strings.Repeat("0", len(behind))
	}
	for u := unit; u >= 1000; u /= 1000 {
		digits += ","
	}
	return `<c:numFmt formatCode="` + digits + name + `;&quot;−&quot;` + digits + name + `;0" sourceLinked="0"/>`
}

// ends writes where an axis begins and ends, as on the pictures of the chart, and returns how far its ticks are apart. Without
// [Chart.Fixed] the end and the ticks are left to the program, so that a larger number that somebody types is shown, and the beginning of
// the axis of values is written where it is above zero: programs choose zero, and the chart would tell another story.
func (c *Chart) ends(w *markup, values bool) (step string) {
	var x axis
	switch {
	case values:
		x = c.valueScale()
	case c.xs != nil:
		x = c.placeScale()
	}
	bound := func(name string, v float64) string {
		return `<c:` + name + ` val="` + strconv.FormatFloat(v, 'f', -1, 64) + `"/>`
	}
	lo, _ := c.extent()
	switch {
	case x.step == 0:
	case c.Fixed:
		w.raw(bound("max", x.round(x.hi)) + bound("min", x.round(x.lo)))
		return bound("majorUnit", x.round(x.step))
	case values && lo > 0 && x.lo > 0:
		w.raw(bound("min", x.lo))
	}
	return ""
}

// axisTitle writes the title of an axis, with the direction of its text.
func (w *markup) axisTitle(title, direction string) {
	if title == "" {
		return
	}
	size := ` sz="` + strconv.Itoa(chartTextSize) + `" b="0">` + inkFill
	w.raw(`<c:title><c:tx><c:rich><a:bodyPr` + direction + `/><a:lstStyle/><a:p><a:pPr><a:defRPr` + size + `</a:defRPr></a:pPr><a:r><a:rPr lang="en-US"` + size + `</a:rPr><a:t>`)
	w.escape(title)
	w.raw(`</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`)
}
