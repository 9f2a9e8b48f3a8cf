package chart

import (
	"bytes"
	"errors"
	"image"
	_ "image/gif" // these three register themselves with package image
	_ "image/jpeg"
	_ "image/png"
	"math"
)

// errImage says that a file is no picture of a kind Word shows.
var errImage = errors.New("not a PNG, JPEG, GIF or SVG picture")

// ImageSize tells the kind of a picture by its content, with its natural size in pixels. Ext is png,
// jpg, gif or svg. Only the head of a bitmap is read.
func ImageSize(data []byte) (ext string, w, h int, err error) {
	if cfg, format, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		if format == "jpeg" {
			format = "jpg"
		}
		if cfg.Width <= 0 || cfg.Height <= 0 {
			return "", 0, 0, errImage
		}
		return format, cfg.Width, cfg.Height, nil
	}
	if !bytes.Contains(data[:min(len(data), 64<<10)], []byte("<svg")) && !bytes.Contains(data[:min(len(data), 64<<10)], []byte(":svg")) {
		return "", 0, 0, errImage
	}
	root, err := parseXML(data)
	if err != nil {
		return "", 0, 0, err
	}
	if root.name != "svg" {
		return "", 0, 0, errImage
	}
	v := viewportOf(root)
	return "svg", int(math.Round(v.width)), int(math.Round(v.height)), nil
}

// viewport is the size of an SVG picture and the part of its plane that is seen.
type viewport struct {
	width, height float64
	box           [4]float64 // min-x, min-y, width, height
	stretch       bool       // preserveAspectRatio="none"
}

// Sizes of a picture that says nothing about itself (CSS 2.1 §10.3.2), and the largest we draw.
const (
	unknownWidth, unknownHeight = 300, 150
	maxSide                     = 20000
)

// viewportOf reads width, height and viewBox of a root element. A missing or relative side follows
// from the other one and the proportions of the view box.
func viewportOf(root *element) viewport {
	var v viewport
	boxed := false
	if n := numbers(root.attr("viewBox")); len(n) == 4 && n[2] > 0 && n[3] > 0 {
		copy(v.box[:], n)
		boxed = true
	}
	w, okW := pixels(root.attr("width"))
	h, okH := pixels(root.attr("height"))
	switch {
	case okW && okH:
	case boxed && okW:
		h = w * v.box[3] / v.box[2]
	case boxed && okH:
		w = h * v.box[2] / v.box[3]
	case boxed:
		w, h = v.box[2], v.box[3]
	case okW:
		h = unknownHeight
	case okH:
		w = unknownWidth
	default:
		w, h = unknownWidth, unknownHeight
	}
	v.width, v.height = math.Min(math.Max(w, 1), maxSide), math.Min(math.Max(h, 1), maxSide)
	if !boxed {
		v.box = [4]float64{0, 0, v.width, v.height}
	}
	v.stretch = root.attr("preserveAspectRatio") == "none"
	return v
}

// fit returns the map from the view box to an area of w × h: as large as it goes, in the middle.
func (v viewport) fit(w, h float64) matrix {
	sx, sy := w/v.box[2], h/v.box[3]
	if !v.stretch {
		sx = math.Min(sx, sy)
		sy = sx
	}
	return matrix{sx, 0, 0, sy, (w-v.box[2]*sx)/2 - v.box[0]*sx, (h-v.box[3]*sy)/2 - v.box[1]*sy}
}
