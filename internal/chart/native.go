package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
)

// A chart as Word's own kind (DrawingML charts, ECMA-376 part 1, §21.2): the reader can edit it, it
// follows the theme, and its numbers are text for screen readers. The numbers stand in the chart
// (the cache, which every program draws) and in a small workbook it refers to, which is what Word
// opens when somebody edits the data.

// maxNative is the number of points a chart of Word may have in a series (Office's own limit).
const maxNative = 32000

// Native reports whether the chart can be one of Word's own. Names of categories that the author asked
// to wrap or to shorten can only be drawn, and so must a chart of more points than Word takes.
func (c *Chart) Native() bool {
	return c.names.wrap == 0 && c.names.abbrev == 0 && len(c.lines) > 0 && len(c.lines[0].ys) <= maxNative && len(c.lines) <= 255
}

// workbookID is the relationship id by which a [Chart.Part] names its workbook.
const workbookID = "rId1"

// Part returns the chart as a part of a Word file.
func (c *Chart) Part() []byte {
	w := &markup{}
	w.raw(xmlHead + `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
		` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/>`)
	c.plotArea(w)
	w.raw(`</c:plotArea>`)
	c.key(w)
	w.raw(`<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>`)
	w.font(0)
	w.raw(`<c:externalData r:id="` + workbookID + `"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`)
	return w.buf
}

// plotArea writes the series and the axes.
func (c *Chart) plotArea(w *markup) {
	switch {
	case c.Kind == "pie":
		w.raw(`<c:pieChart><c:varyColors val="1"/>`)
		c.series(w, 0, pieFormatting)
		w.raw(`<c:firstSliceAng val="0"/></c:pieChart>`)
		return
	case c.scattered():
		w.raw(`<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>`)
		for i := range c.lines {
			c.series(w, i, c.lineFormatting())
		}
		w.raw(axisIDs + `</c:scatterChart>`)
		c.valueAxis(w, "1", "2", "b", false)
		c.valueAxis(w, "2", "1", "l", true)
		return
	case c.Kind == "bar":
		grouping, overlap := "clustered", ""
		if c.piled() {
			grouping, overlap = "stacked", `<c:overlap val="100"/>`
		}
		w.raw(`<c:barChart><c:barDir val="col"/><c:grouping val="` + grouping + `"/><c:varyColors val="0"/>`)
		for i := range c.lines {
			c.series(w, i, barFormatting)
		}
		w.raw(`<c:gapWidth val="60"/>` + overlap + axisIDs + `</c:barChart>`)
	case c.Kind == "area":
		w.raw(`<c:areaChart><c:grouping val="standard"/><c:varyColors val="0"/>`)
		for i := range c.lines {
			c.series(w, i, areaFormatting)
		}
		w.raw(axisIDs + `</c:areaChart>`)
	default:
		w.raw(`<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>`)
		for i := range c.lines {
			c.series(w, i, c.lineFormatting())
		}
		w.raw(`<c:marker val="1"/>` + axisIDs + `</c:lineChart>`)
	}
	c.categoryAxis(w)
	c.valueAxis(w, "2", "1", "l", true)
}

const axisIDs = `<c:axId val="1"/><c:axId val="2"/>`

// scattered reports whether points have places on a numeric axis.
func (c *Chart) scattered() bool { return c.Kind == "scatter" || c.xs != nil && c.Kind != "area" }

// seriesFormatting is how a series is drawn.
type seriesFormatting uint8

const (
	barFormatting seriesFormatting = iota
	areaFormatting
	linesFormatting // with a line, and dots when there are few of them
	dotsFormatting
	pieFormatting
)

func (c *Chart) lineFormatting() seriesFormatting {
	if c.Kind == "scatter" {
		return dotsFormatting
	}
	return linesFormatting
}

// accents is the number of accents that a theme has.
const accents = 6

// tones tell apart series of one accent: as it is, darker, lighter.
var tones = [...]string{"", `<a:lumMod val="65000"/>`, `<a:lumMod val="60000"/><a:lumOff val="40000"/>`}

// themeColor returns the colour of the i-th series or slice: one of the theme's accents, as on the pictures of the chart.
func themeColor(i int) string {
	return `<a:solidFill><a:schemeClr val="accent` + strconv.Itoa(i%accents+1) + `">` + tones[i/accents%len(tones)] + `</a:schemeClr></a:solidFill>`
}

// dashes and symbols tell lines apart without any colour.
var (
	dashes  = [...]string{"solid", "sysDash", "dash", "lgDash", "dashDot", "sysDot"}
	symbols = [...]string{"circle", "square", "diamond", "triangle", "x", "star"}
)

// fewDots is the number of points up to which a line shows each of them.
const fewDots = 25

// series writes the i-th series: CT_BarSer, CT_LineSer and so on, whose children come in one order.
func (c *Chart) series(w *markup, i int, kind seriesFormatting) {
	s := &c.lines[i]
	w.raw(`<c:ser><c:idx val="` + strconv.Itoa(i) + `"/><c:order val="` + strconv.Itoa(i) + `"/><c:tx><c:strRef><c:f>` + cellRef(i+1, 0, 0) +
		`</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>`)
	w.escape(c.seriesName(i))
	w.raw(`</c:v></c:pt></c:strCache></c:strRef></c:tx>`)
	switch kind {
	case barFormatting:
		w.raw(`<c:spPr>` + themeColor(i) + `</c:spPr><c:invertIfNegative val="0"/>`)
		if c.valueLabels {
			c.barLabels(w, i)
		}
	case areaFormatting:
		// An area may stand before another one: its line tells where it ends.
		w.raw(`<c:spPr>` + strings.Replace(themeColor(i), `</a:schemeClr>`, `<a:alpha val="22000"/></a:schemeClr>`, 1) +
			`<a:ln w="19050">` + themeColor(i) + `<a:round/></a:ln></c:spPr>`)
	case linesFormatting:
		w.raw(`<c:spPr><a:ln w="25400" cap="rnd">` + themeColor(i) + `<a:prstDash val="` + dashes[i%len(dashes)] + `"/><a:round/></a:ln></c:spPr>`)
		c.marker(w, i, len(s.ys) <= fewDots && c.Kind == "line")
	case dotsFormatting:
		w.raw(`<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>`)
		c.marker(w, i, true)
	case pieFormatting:
		for k := range s.ys {
			if k == maxPieColors {
				break
			}
			w.raw(`<c:dPt><c:idx val="` + strconv.Itoa(k) + `"/><c:bubble3D val="0"/><c:spPr>` + themeColor(k) +
				`<a:ln w="19050"><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></a:ln></c:spPr></c:dPt>`)
		}
		w.raw(`<c:dLbls><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>`)
		w.font(0)
		w.raw(`<c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
			`<c:showPercent val="1"/><c:showBubbleSize val="0"/><c:showLeaderLines val="0"/></c:dLbls>`)
	}
	if c.scattered() {
		w.raw(`<c:xVal>`)
		c.positions(w)
		w.raw(`</c:xVal><c:yVal>`)
		w.numbers(cellRef(i+1, 1, len(s.ys)), s.ys)
		w.raw(`</c:yVal><c:smooth val="0"/></c:ser>`)
		return
	}
	w.raw(`<c:cat>`)
	c.categories(w)
	w.raw(`</c:cat><c:val>`)
	w.numbers(cellRef(i+1, 1, len(s.ys)), s.ys)
	w.raw(`</c:val>`)
	if kind == linesFormatting {
		w.raw(`<c:smooth val="0"/>`)
	}
	w.raw(`</c:ser>`)
}

// maxPieColors bounds the slices that are given a colour each; the rest is coloured by the program.
const maxPieColors = 64

func (c *Chart) marker(w *markup, i int, shown bool) {
	if !shown {
		w.raw(`<c:marker><c:symbol val="none"/></c:marker>`)
		return
	}
	w.raw(`<c:marker><c:symbol val="` + symbols[i%len(symbols)] + `"/><c:size val="6"/><c:spPr>` + themeColor(i) + `<a:ln w="9525">` + themeColor(i) + `</a:ln></c:spPr></c:marker>`)
}

// seriesName returns the name of a series; without one, the title of the chart or a number.
func (c *Chart) seriesName(i int) string {
	switch {
	case c.lines[i].name != "":
		return short(c.lines[i].name)
	case c.Series == 1 && c.Title != "":
		return short(noma.OneLine(c.Title))
	}
	return "Series " + strconv.Itoa(i+1)
}

// category returns the name of the i-th category.
func (c *Chart) category(i int) string {
	switch {
	case i < len(c.labels):
		return short(c.labels[i])
	case c.xs != nil && i < len(c.xs):
		return cellNumber(c.xs[i])
	}
	return strconv.Itoa(i + 1)
}

// maxCell is the number of characters of a name; a cell of a workbook takes no more than 32,767.
const maxCell = 255

func short(s string) string {
	if utf8.RuneCountInString(s) <= maxCell {
		return s
	}
	return string([]rune(s)[:maxCell-1]) + "…"
}

func (c *Chart) categories(w *markup) {
	n := len(c.lines[0].ys)
	w.raw(`<c:strRef><c:f>` + cellRef(0, 1, n) + `</c:f><c:strCache><c:ptCount val="` + strconv.Itoa(n) + `"/>`)
	for i := range n {
		w.raw(`<c:pt idx="` + strconv.Itoa(i) + `"><c:v>`)
		w.escape(c.category(i))
		w.raw(`</c:v></c:pt>`)
	}
	w.raw(`</c:strCache></c:strRef>`)
}

// positions writes the places of points on a numeric axis; without any, their numbers.
func (c *Chart) positions(w *markup) {
	w.numbers(cellRef(0, 1, len(c.lines[0].ys)), c.places())
}

func (c *Chart) places() []float64 {
	if c.xs != nil {
		return c.xs
	}
	out := make([]float64, len(c.lines[0].ys))
	for i := range out {
		out[i] = float64(i + 1)
	}
	return out
}

// numbers writes a reference to cells with what they hold; a value that is missing has no point.
func (w *markup) numbers(ref string, vs []float64) {
	w.raw(`<c:numRef><c:f>` + ref + `</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="` + strconv.Itoa(len(vs)) + `"/>`)
	for i, v := range vs {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			w.raw(`<c:pt idx="` + strconv.Itoa(i) + `"><c:v>` + cellNumber(v) + `</c:v></c:pt>`)
		}
	}
	w.raw(`</c:numCache></c:numRef>`)
}

// barLabels writes the value of each bar at its end; in the middle of bars that stand on each other.
func (c *Chart) barLabels(w *markup, i int) {
	at, ink, format := "outEnd", inkFill, generalFormat
	if c.negative() {
		format = signedFormat
	}
	if c.piled() {
		format = strings.Replace(signedFormat, `" sourceLinked`, `;" sourceLinked`, 1) // what has no height has no label
		at, ink = "ctr", `<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>`
		if over(c.shade(i)) == white {
			ink = `<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>`
		}
	}
	w.raw(`<c:dLbls>` + format + `<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>`)
	slot := (c.Width - 60) / float64(len(c.lines[0].ys)) // as gapWidth and overlap divide it
	width := slot / 1.6
	if !c.piled() {
		width = slot / (float64(len(c.lines)) + 0.6)
	}
	w.text(0, int(chartTextSize*c.labelSize(width)/textSize)/50*50, ink)
	w.raw(`<c:dLblPos val="` + at + `"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
		`<c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>`)
}

const (
	generalFormat = `<c:numFmt formatCode="General" sourceLinked="0"/>`
	signedFormat  = `<c:numFmt formatCode="General;&quot;−&quot;General" sourceLinked="0"/>`
)

// negative reports whether a value is below zero.
func (c *Chart) negative() bool {
	for i := range c.lines {
		for _, y := range c.lines[i].ys {
			if y < 0 {
				return true
			}
		}
	}
	return false
}

const (
	inkFill  = `<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="75000"/><a:lumOff val="25000"/></a:schemeClr></a:solidFill>`
	ruleLine = `<c:spPr><a:ln w="9525"><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr></a:solidFill></a:ln></c:spPr>`
	gridLine = `<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:schemeClr val="bg1"><a:lumMod val="85000"/></a:schemeClr></a:solidFill></a:ln></c:spPr></c:majorGridlines>`
)

// key writes the legend: for slices, and for several series.
func (c *Chart) key(w *markup) {
	side := "t"
	if c.Kind == "pie" {
		side = "r"
	} else if len(c.lines) < 2 {
		return
	}
	w.raw(`<c:legend><c:legendPos val="` + side + `"/><c:overlay val="0"/>`)
	w.font(0)
	w.raw(`</c:legend>`)
}

// chartTextSize is that of all text of a chart, in hundredths of a point.
const chartTextSize = 900

// font writes the formatting of text at an angle upward, in degrees.
func (w *markup) font(angle float64) { w.text(angle, chartTextSize, inkFill) }

// level writes the formatting of text that is never turned.
func (w *markup) level() { w.text(360, chartTextSize, inkFill) }

// text writes the formatting of text: its angle, its size and its colour.
func (w *markup) text(angle float64, size int, ink string) {
	w.raw(`<c:txPr><a:bodyPr`)
	if angle != 0 {
		w.raw(` rot="` + strconv.Itoa(int(-math.Mod(angle, 360)*60000)) + `" vert="horz"`)
	}
	w.raw(`/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="` + strconv.Itoa(size) + `">` + ink + `</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`)
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// markup is XML in the making.
type markup struct{ svgWriter }
