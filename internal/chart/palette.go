package chart

import (
	"image"
	"image/color"
)

// paletted returns a picture with at most 256 colours as one byte a dot, which PNG packs several times
// faster and smaller. A drawing has few flat colours and many shades along its edges; where all of
// them are too many, rare shades are rounded, first to 32 and then to 16 steps of each channel.
// It is nil for a picture with more colours than that.
func paletted(img *image.RGBA) *image.Paletted {
	count := map[uint32]int{}
	eachRun(img, func(c uint32, n int) { count[c] += n })
	common := len(img.Pix) / 4 / 500 // a colour that fills a five-hundredth is flat, not an edge
	for _, step := range [...]uint32{1, 8, 17} {
		index := map[uint32]uint8{} // of a colour as it is
		slots := map[uint32]uint8{} // of a rounded colour
		var colors color.Palette
		fits := true
		at := 0
		out := &image.Paletted{Pix: make([]uint8, len(img.Pix)/4), Stride: img.Rect.Dx(), Rect: img.Rect}
		eachRun(img, func(c uint32, n int) {
			i, known := index[c]
			if !known && fits {
				shade := c
				if step > 1 && count[c] < common {
					shade = rounded(c, step)
				}
				if i, known = slots[shade]; !known {
					if fits = len(colors) < 256; fits {
						i = uint8(len(colors))
						slots[shade] = i
						colors = append(colors, color.RGBA{uint8(shade), uint8(shade >> 8), uint8(shade >> 16), uint8(shade >> 24)})
					}
				}
				index[c] = i
			}
			for end := at + n; at < end; at++ {
				out.Pix[at] = i
			}
		})
		if fits {
			out.Palette = colors
			return out
		}
	}
	return nil
}

// eachRun visits stretches of dots of one colour, row by row. A colour has red in its lowest byte.
func eachRun(img *image.RGBA, visit func(c uint32, n int)) {
	pix := img.Pix
	for i := 0; i < len(pix); {
		c := dot(pix[i:])
		n := 1
		for i+4*n < len(pix) && dot(pix[i+4*n:]) == c {
			n++
		}
		visit(c, n)
		i += 4 * n
	}
}

func dot(p []uint8) uint32 {
	_ = p[3]
	return uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24
}

// rounded brings each channel to the nearest multiple of step. Channels are premultiplied by alpha;
// none may exceed it.
func rounded(c, step uint32) uint32 {
	alpha := min(255, (c>>24+step/2)/step*step)
	out := alpha << 24
	for shift := 0; shift < 24; shift += 8 {
		v := (c>>shift&0xff + step/2) / step * step
		out |= min(v, alpha) << shift
	}
	return out
}
