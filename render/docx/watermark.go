package docx

import (
	"strconv"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// A watermark is WordArt behind the text, in the header (ECMA-376 part 4, §19.1.2.23), as Word makes its own.

// watermarkName begins the ids of the shapes that Word knows as watermarks.
const watermarkName = "PowerPlusWaterMarkObject"

// hasHeader reports whether the document has a header part.
func (r *renderer) hasHeader() bool {
	t := r.opts.Template
	return r.plan.Header != nil || r.plan.Settings.Watermark != "" && (t == nil || !t.has(false, "default"))
}

// watermark writes the words across the page, in a paragraph that takes no room.
func (s *story) watermark(words string) {
	s.stamped++
	number := strconv.Itoa(s.stamped)
	s.props = wml.ParaProps{}
	s.flatten()
	s.start(&s.props, false)
	width := min(460, 76*utf8.RuneCountInString(words)) // in points, at most the diagonal of a page
	height := width / max(2, utf8.RuneCountInString(words)) * 3 / 2
	s.b.Markup(`<w:r><w:rPr><w:noProof/></w:rPr><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">` +
		`<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">` +
		`<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/>` +
		`<v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/></v:formulas>` +
		`<v:path textpathok="t" o:connecttype="rect"/><v:textpath on="t" fitshape="t"/></v:shapetype>` +
		`<v:shape id="` + watermarkName + number + `" o:spid="_x0000_s` + strconv.Itoa(2048+s.stamped) + `" type="#_x0000_t136" ` +
		`style="position:absolute;margin-left:0;margin-top:0;width:` + strconv.Itoa(width) + `pt;height:` + strconv.Itoa(height) +
		`pt;rotation:315;z-index:-251658752;mso-position-horizontal:center;mso-position-horizontal-relative:margin;` +
		`mso-position-vertical:center;mso-position-vertical-relative:margin" o:allowincell="f" fillcolor="#d0d0d0" stroked="f">` +
		`<v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt"`)
	s.b.Attr("string", words)
	s.b.Markup(`/></v:shape></w:pict></w:r>`)
	s.b.EndParagraph()
}
