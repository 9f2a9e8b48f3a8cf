package chart_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/draw"

	"github.com/nomadocx/nomadocx/internal/chart"
)

// drawing returns a picture with some shapes and bars.
func drawing(w, h int, bars ...int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{250, 250, 248, 255}
			if k := x * len(bars) / w; x*len(bars)%w > w/3 && h-y < bars[k]*h/100 {
				c = color.RGBA{20, uint8(60 + 40*k), 160, 255}
			}
			if (x-w/2)*(x-w/2)+(y-h/4)*(y-h/4) < h*h/100 {
				c = color.RGBA{200, 30, 40, 255}
			}
			im.Set(x, y, c)
		}
	}
	return im
}

func pngOf(t *testing.T, im image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAlike: another encoding and another size are the same picture, a changed bar is another one.
func TestAlike(t *testing.T) {
	was := drawing(640, 400, 30, 60, 45, 80)
	sent := pngOf(t, was)
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, was, &jpeg.Options{Quality: 70}); err != nil {
		t.Fatal(err)
	}
	half := image.NewRGBA(image.Rect(0, 0, 320, 200))
	draw.ApproxBiLinear.Scale(half, half.Bounds(), was, was.Bounds(), draw.Src, nil)
	palette := image.NewPaletted(was.Bounds(), color.Palette{color.RGBA{250, 250, 248, 255}, color.RGBA{20, 60, 160, 255}, color.RGBA{20, 100, 160, 255},
		color.RGBA{20, 140, 160, 255}, color.RGBA{20, 180, 160, 255}, color.RGBA{200, 30, 40, 255}})
	draw.Draw(palette, was.Bounds(), was, image.Point{}, draw.Src)
	for name, back := range map[string][]byte{"itself": sent, "JPEG": jpg.Bytes(), "half the size": pngOf(t, half), "with a palette": pngOf(t, palette)} {
		if !chart.Alike(sent, back) {
			t.Errorf("%s: another picture", name)
		}
	}
	dot := image.NewRGBA(was.Bounds())
	draw.Draw(dot, was.Bounds(), was, image.Point{}, draw.Src)
	draw.Draw(dot, image.Rect(20, 20, 32, 32), image.NewUniform(color.Black), image.Point{}, draw.Src)
	for name, back := range map[string][]byte{
		"another bar":       pngOf(t, drawing(640, 400, 30, 66, 45, 80)),
		"a dot more":        pngOf(t, dot),
		"other proportions": pngOf(t, drawing(640, 500, 30, 60, 45, 80)),
		"no picture":        []byte("<svg/>"),
		"nothing":           nil,
		"cut off":           sent[:len(sent)/2],
		"far too large":     bomb(t),
	} {
		if chart.Alike(sent, back) {
			t.Errorf("%s: the same picture", name)
		}
	}
}

// bomb returns a file that says it holds 60,000 × 60,000 pixels.
func bomb(t *testing.T) []byte {
	t.Helper()
	data := pngOf(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	const width = 16 // behind the signature, and the length and name of the first chunk
	copy(data[width:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}
