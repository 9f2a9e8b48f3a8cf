package wml

import "strconv"

// Pictures: w:drawing with an inline picture (ECMA-376 §20.4.2.8, §20.2.2.5).

// maxExtent keeps extents within what Word takes (ST_PositiveCoordinate, 22 inches on a page).
const maxExtent = 22 * 914400

// picture writes an inline picture. An SVG stands behind its raster fallback: readers that know
// SVG take it from the extension, all others show the fallback ([MS-ODRAWXML] §2.3.1, svgBlip).
func (b *Builder) picture(r *Run) {
	im := r.Image()
	if im != nil && im.Chart != nil && b.ChartID != nil {
		b.chart(r)
		return
	}
	if im == nil || b.PictureIDs == nil {
		return
	}
	raster, svg := b.PictureIDs(im)
	id, width, height := b.startDrawing(r)
	b.Markup(`<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr`)
	b.AttrInt("id", id)
	b.Attr("name", drawingName(im, id))
	b.Attr("descr", im.Alt)
	b.Markup(`/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip`)
	b.Attr("r:embed", raster)
	if svg == "" {
		b.Markup("/>")
	} else {
		b.Markup(`><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">` +
			`<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main"`)
		b.Attr("r:embed", svg)
		b.Markup(`/></a:ext></a:extLst></a:blip>`)
	}
	b.Markup(`<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext`)
	b.AttrInt("cx", width)
	b.AttrInt("cy", height)
	b.Markup(`/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)
}

// drawingName returns the name of a drawing. LibreOffice gives a drawing another one when there are two of a name, as there are of a
// picture in sentences.
func drawingName(im *Image, id int) string {
	if im.Mark == "" {
		return im.Name
	}
	return im.Name + " " + strconv.Itoa(id)
}

// startDrawing opens a run with an inline drawing, up to its properties.
func (b *Builder) startDrawing(r *Run) (id, width, height int) {
	im := r.Image()
	id = b.IDs.Drawing()
	width, height = clamp(im.Width, 1, maxExtent), clamp(im.Height, 1, maxExtent)
	b.startRun(r)
	b.Markup(`<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent`)
	b.AttrInt("cx", width)
	b.AttrInt("cy", height)
	b.Markup(`/><wp:docPr`)
	b.AttrInt("id", id)
	b.Attr("name", drawingName(im, id))
	b.Attr("descr", im.Alt)
	if im.Decorative {
		b.Markup(decorative)
	} else {
		b.Markup(`/>`)
	}
	return id, width, height
}

// decorative ends the properties of a drawing with the mark for it ([MS-ODRAWXML] §2.27.1, decorative).
const decorative = `><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">` +
	`<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst></wp:docPr>`

// chart writes an inline chart (§21.2.2.27): the drawing names a part that has it.
func (b *Builder) chart(r *Run) {
	b.startDrawing(r)
	b.Markup(`<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="` + chartURI + `"><c:chart xmlns:c="` + chartURI + `"`)
	b.Attr("r:id", b.ChartID(r.Image()))
	b.Markup(`/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)
}

const chartURI = "http://schemas.openxmlformats.org/drawingml/2006/chart"
