package layout

import (
	"encoding/base64"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// svgWidth bounds the width of the bitmap of a vector picture, in dots.
const svgWidth = 1600

// readPicture reads a picture; its size is in pixels. It returns nil when there is none we can show.
func (b *builder) readPicture(src string) *wml.Image {
	data, ok := dataURI(src)
	name := "picture"
	if !ok {
		if src == "" || b.opts.Image == nil {
			return nil
		}
		var err error
		if data, err = b.opts.Image(src); err != nil {
			return nil
		}
		name = path.Base(src)
	}
	ext, w, h, err := chart.ImageSize(data)
	if err != nil {
		return nil
	}
	img := &wml.Image{Data: data, Ext: ext, Name: clean(name)}
	if ext == "svg" {
		var pw, ph float64
		if static := chart.StaticSVG(data); static && b.opts.Sketch { // few comparisons want its bitmap
			pw, ph, err = chart.Measure(data, svgWidth)
			img.PNG = sync.OnceValue(func() []byte { png, _, _, _ := chart.Rasterize(data, svgWidth); return png }) // what can be measured can be painted
		} else {
			var png []byte
			png, pw, ph, err = chart.Rasterize(data, svgWidth)
			if img.PNG = wml.Painted(png); !static { // its drawing alone
				img.Data, img.Ext, img.PNG = png, "png", nil
			}
		}
		if err != nil {
			return nil
		}
		if w == 0 || h == 0 {
			w, h = int(pw), int(ph)
		}
	}
	img.Width, img.Height = w, h
	return img
}

// dataURI decodes a data: URI, base64 or percent-encoded.
func dataURI(src string) ([]byte, bool) {
	rest, ok := strings.CutPrefix(src, "data:")
	if !ok {
		return nil, false
	}
	head, body, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, false
	}
	if strings.HasSuffix(strings.TrimSpace(head), ";base64") {
		data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(body))
		return data, err == nil
	}
	s, err := url.PathUnescape(body)
	return []byte(s), err == nil
}
