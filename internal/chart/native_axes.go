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
	if grid {
		c.beginning(w)
	}
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
	w.raw(`</c:valAx>`)
}

// beginning writes the number at which the axis of values begins, where that is above zero: programs choose zero, and the chart would
// tell another story than the one that is drawn. Its end is left to them, so that a larger number that somebody types is shown.
func (c *Chart) beginning(w *markup) {
	lo, hi := c.extent()
	if y := newAxis(lo, hi, c.Height-24, 10, 42, false); lo > 0 && y.lo > 0 {
		w.raw(`<c:min val="` + strconv.FormatFloat(y.lo, 'f', -1, 64) + `"/>`)
	}
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
