package app

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Diagrams in a Word file are an SVG picture with a PNG beside it, which has the source in it. The PNG is
// painted here and not by dot, so that it does not depend on the fonts of a machine.

// maxDots is the width of the PNG.
const maxDots = 2000

// picture returns a diagram for a Word file, nil where it cannot be drawn. It is drawn once: the body of a
// plan may be gone through several times, and equal diagrams are one picture.
func (d *drawer) picture(block *noma.Directive) *layout.Drawing {
	key := layout.DiagramKey(block)
	x, known := d.kept[key]
	if known {
		return x
	}
	kind, source := layout.DiagramSource(block)
	svg, err := d.draw(kind, source)
	if err == nil && svg != nil {
		x, err = wordDrawing(svg, source)
	}
	if err == nil && x != nil && d.bytes+len(x.SVG)+len(x.PNG) > maxKept {
		err = fmt.Errorf("the pictures of the diagrams before it have %d MB", maxKept>>20)
	}
	if err != nil {
		d.leave(block, err)
	}
	if err != nil || x == nil {
		x = nil
	} else {
		d.bytes += len(x.SVG) + len(x.PNG)
	}
	d.kept[key] = x
	return x
}

var (
	errNoSVG = errors.New("what was drawn is no SVG")
	links    = regexp.MustCompile(`</?a(\s[^<>]*)?>`)
)

// wordDrawing makes a drawing fit for a Word file. What stands before <svg> goes: Word refuses a document
// type, and the rest names the version of the program. Links go too: a source is not trusted.
func wordDrawing(svg []byte, source string) (*layout.Drawing, error) {
	start := bytes.Index(svg, []byte("<svg"))
	if start < 0 {
		return nil, errNoSVG
	}
	svg = append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"), links.ReplaceAll(svg[start:], nil)...)
	svg = bytes.ReplaceAll(svg, []byte(`"transparent"`), []byte(`"none"`)) // dot's word for it is none of SVG 1.1
	png, w, h, err := chart.Rasterize(svg, maxDots)
	if err != nil {
		return nil, err
	}
	if png, err = chart.WithSource(png, source); err != nil {
		return nil, err
	}
	x := &layout.Drawing{SVG: svg, PNG: png, Width: w, Height: h}
	for _, s := range []string{"<style", "<script", "<image", "<foreignObject"} {
		if bytes.Contains(svg, []byte(s)) {
			x.SVG = nil // Word reads no style sheets with nested selectors, and the others are not for it
		}
	}
	if !opc.WellFormed(svg) {
		x.SVG = nil // dot hands characters and entities on that XML does not have: Word would show a cross
	}
	return x, nil
}
