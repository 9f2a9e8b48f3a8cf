package chart

import (
	"bytes"
	"image"
	"image/color"
)

// maxDecoded bounds the pixels of a picture that is decoded to be compared.
const maxDecoded = 1 << 24

// Pictures are compared in at most this many fields a side. What a person changes in a picture changes a field by far more than what
// another encoding or size of it does.
const (
	fieldsASide = 64
	mostInField = 40 // of 255
	mostInAll   = 3
)

// Alike reports whether two files hold the same picture, encoded in another way or with other dimensions. What is no PNG, JPEG or GIF
// picture, or has more than 16 million pixels, is like no other.
func Alike(a, b []byte) bool {
	x, y := bitmap(a), bitmap(b)
	if x == nil || y == nil {
		return false
	}
	p, q := x.Bounds(), y.Bounds()
	if across, down := p.Dx()*q.Dy(), p.Dy()*q.Dx(); 50*max(across-down, down-across) > across && !near(p, q) {
		return false // other proportions
	}
	w, h := min(fieldsASide, p.Dx(), q.Dx()), min(fieldsASide, p.Dy(), q.Dy())
	sum := 0
	for j := range h {
		for i := range w {
			one, other := field(x, i, j, w, h), field(y, i, j, w, h)
			for k := range one {
				d := max(one[k]-other[k], other[k]-one[k])
				if d > mostInField {
					return false
				}
				sum += d
			}
		}
	}
	return sum <= mostInAll*3*w*h
}

// near reports whether two sizes differ by a pixel at most.
func near(p, q image.Rectangle) bool {
	dx, dy := p.Dx()-q.Dx(), p.Dy()-q.Dy()
	return -1 <= dx && dx <= 1 && -1 <= dy && dy <= 1
}

// bitmap decodes a picture, nil for none that is compared.
func bitmap(data []byte) image.Image {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width <= 0 || c.Height <= 0 || c.Width > maxDecoded/c.Height {
		return nil
	}
	im, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return im
}

// field returns the mean red, green and blue of a field of a picture on white, in a grid of w × h.
func field(im image.Image, i, j, w, h int) (mean [3]int) {
	b := im.Bounds()
	x0, x1 := b.Min.X+i*b.Dx()/w, b.Min.X+(i+1)*b.Dx()/w
	y0, y1 := b.Min.Y+j*b.Dy()/h, b.Min.Y+(j+1)*b.Dy()/h
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c := color.RGBAModel.Convert(im.At(x, y)).(color.RGBA)
			white := 255 - int(c.A)
			mean[0] += int(c.R) + white
			mean[1] += int(c.G) + white
			mean[2] += int(c.B) + white
		}
	}
	n := (x1 - x0) * (y1 - y0)
	for k := range mean {
		mean[k] /= n
	}
	return mean
}
