package chart

import "strconv"

// The axes of a chart of Word.

func (c *Chart) categoryAxis(w *markup) {
	w.raw(`<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>`)
	w.axisTitle(c.nameTitle, "")
	w.raw(`<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>` + ruleLine)
	w.font(c.names.angle)
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
	format := generalFormat
	if grid {
		format = c.format()
	}
	w.raw(format + `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>` + line)
	w.font(0)
	w.raw(`<c:crossAx val="` + cross + `"/><c:crosses val="autoZero"/>`)
	if c.Kind == "bar" || !grid {
		w.raw(`<c:crossBetween val="between"/>`)
	} else {
		w.raw(`<c:crossBetween val="midCat"/>`)
	}
	w.raw(step + `</c:valAx>`)
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
