// Package chart makes the pictures of a report: plots as charts of Word's own, as SVG and as PNG, and
// SVG figures as PNG.
//
// Word shows an SVG picture only next to a raster copy of it, for programs that cannot read SVG.
// So everything here exists twice: a [Chart] gives its SVG and the same drawing as PNG, and
// [Rasterize] makes the PNG of an SVG file somebody else drew.
//
//	plot.go, values.go     what a ::plot shows: its series and labels
//	plotly.go, plotly_edit.go   the same of a ::plotly block, and edited numbers into its JSON
//	scale.go               round numbers for the axes
//	axes.go, marks.go …    a chart as a list of shapes
//	native.go, workbook.go   the chart as a part of a Word file, and the workbook behind it
//	describe.go            the chart in words
//	scene.go, svg.go       the shapes, and their SVG
//	path.go … canvas.go    outlines, strokes, text; and their pixels
//	xml.go, svgstyle.go, svgdraw.go, svgtext.go   reading static SVG
//	size.go, pngsource.go  the size of a picture file; the source of a drawing in its PNG
//
// All lengths are pixels at 96 an inch. All output is deterministic: the same chart gives the same
// bytes. Input may be hostile: sizes, element counts and depth are bounded, and nothing outside the
// file is ever read.
package chart
