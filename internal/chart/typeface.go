package chart

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/nomadocx/nomadocx/internal/fonts"
)

// typeface is a font whose glyphs are drawn as outlines, so that text may be turned and scaled like
// any other shape. The fonts are built in: a report appears the same on every machine.
type typeface struct {
	font *sfnt.Font
	em   fixed.Int26_6
}

type style struct{ bold, italic, mono bool }

// face returns the built-in font for a style, bold before italic. It is parsed on first use.
func face(s style) *typeface {
	switch {
	case s.mono && s.bold:
		return monoBoldFace()
	case s.mono:
		return monoFace()
	case s.bold:
		return boldFace()
	case s.italic:
		return italicFace()
	}
	return regularFace()
}

var (
	regularFace  = sync.OnceValue(func() *typeface { return parseFace(fonts.Data(fonts.Regular)) })
	boldFace     = sync.OnceValue(func() *typeface { return parseFace(fonts.Data(fonts.Bold)) })
	italicFace   = sync.OnceValue(func() *typeface { return parseFace(fonts.Data(fonts.Italic)) })
	monoBoldFace = sync.OnceValue(func() *typeface { return parseFace(fonts.Data(fonts.MonoBold)) })
	monoFace     = sync.OnceValue(func() *typeface { return parseFace(fonts.Data(fonts.Mono)) })
)

func parseFace(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("chart: a built-in font does not parse: " + err.Error())
	}
	return &typeface{font: f, em: fixed.I(int(f.UnitsPerEm()))}
}

// width returns the length of a text at a size in pixels.
func (t *typeface) width(s string, size float64) float64 { return t.each(s, size, nil) }

// outline adds a text to a path, its baseline starting at (x, y), and returns its width.
func (t *typeface) outline(p *path, s string, x, y, size float64) float64 {
	k := size / float64(t.em)
	var buf sfnt.Buffer
	return t.each(s, size, func(g sfnt.GlyphIndex, dx float64) {
		segments, err := t.font.LoadGlyph(&buf, g, t.em, nil)
		if err != nil {
			return
		}
		at := func(q fixed.Point26_6) (float64, float64) { return x + dx + float64(q.X)*k, y + float64(q.Y)*k }
		for _, g := range segments {
			x0, y0 := at(g.Args[0])
			x1, y1 := at(g.Args[1])
			x2, y2 := at(g.Args[2])
			switch g.Op {
			case sfnt.SegmentOpMoveTo:
				p.close()
				p.moveTo(x0, y0)
			case sfnt.SegmentOpLineTo:
				p.lineTo(x0, y0)
			case sfnt.SegmentOpQuadTo:
				p.quadTo(x0, y0, x1, y1)
			case sfnt.SegmentOpCubeTo:
				p.cubicTo(x0, y0, x1, y1, x2, y2)
			}
		}
		p.close()
	})
}

// each visits the glyphs of a text with the distance of each from the start.
func (t *typeface) each(s string, size float64, visit func(g sfnt.GlyphIndex, dx float64)) float64 {
	k := size / float64(t.em)
	var buf sfnt.Buffer
	var at float64
	var last sfnt.GlyphIndex
	for _, r := range s {
		g, err := t.font.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if last != 0 {
			if kern, err := t.font.Kern(&buf, last, g, t.em, font.HintingNone); err == nil {
				at += float64(kern) * k
			}
		}
		if visit != nil {
			visit(g, at)
		}
		if adv, err := t.font.GlyphAdvance(&buf, g, t.em, font.HintingNone); err == nil {
			at += float64(adv) * k
		}
		last = g
	}
	return at
}
