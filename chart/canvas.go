package chart

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// canvas is a picture being painted.
type canvas struct {
	img    *image.RGBA
	ras    vector.Rasterizer
	budget int // pixels that may still be touched
}

// maxPainted bounds the work of one picture: the sum of the areas of all shapes, in pixels.
const maxPainted = 300 << 20

var errTooMuch = errors.New("the drawing is too complex")

func newCanvas(w, h int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), budget: maxPainted}
}

func (c *canvas) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	err := enc.Encode(&b, c.img)
	return b.Bytes(), err
}

// fill paints the inside of a path.
func (c *canvas) fill(p *path, m matrix, evenOdd bool, col color.NRGBA) error {
	polys := make([][]point, 0, len(p.subs))
	for _, s := range p.subs {
		polys = append(polys, transformed(s.pts, m))
	}
	if evenOdd {
		return c.paintEvenOdd(polys, col)
	}
	return c.paint(polys, col)
}

// stroke paints a line along a path.
func (c *canvas) stroke(p *path, m matrix, k pen, col color.NRGBA) error {
	polys := k.outline(p)
	for i := range polys {
		polys[i] = transformed(polys[i], m)
		if area(polys[i]) < 0 { // the parts of a stroke must not cancel each other
			for a, b := 0, len(polys[i])-1; a < b; a, b = a+1, b-1 {
				polys[i][a], polys[i][b] = polys[i][b], polys[i][a]
			}
		}
	}
	return c.paint(polys, col)
}

// paint fills polygons together, by the non-zero rule as the rasterizer understands it: what winds
// one way adds up, what winds the other way cuts holes.
func (c *canvas) paint(polys [][]point, col color.NRGBA) error {
	box := c.box(polys)
	if box.Empty() || col.A == 0 {
		return nil
	}
	if c.budget -= box.Dx() * box.Dy(); c.budget < 0 {
		return errTooMuch
	}
	c.trace(polys, box)
	c.ras.Draw(c.img, box, image.NewUniform(col), image.Point{})
	return nil
}

// paintEvenOdd fills by the even-odd rule, which the rasterizer does not know: lines of an eighth of
// a pixel are cut with all edges, and every second stretch between the cuts is inside.
func (c *canvas) paintEvenOdd(polys [][]point, col color.NRGBA) error {
	box := c.box(polys)
	if box.Empty() || col.A == 0 {
		return nil
	}
	if c.budget -= box.Dx() * box.Dy() * 2; c.budget < 0 {
		return errTooMuch
	}
	const sub = 8
	cuts := make([][]float64, box.Dy()*sub)
	for _, p := range polys {
		for i, a := range p {
			b := p[(i+1)%len(p)]
			if a.y > b.y {
				a, b = b, a
			}
			// Line k lies at (k + ½)/sub pixels below the top of the box.
			first := math.Ceil((a.y-float64(box.Min.Y))*sub - 0.5)
			last := math.Min((b.y-float64(box.Min.Y))*sub-0.5, float64(len(cuts)))
			for k := int(math.Max(first, 0)); float64(k) < last; k++ {
				y := float64(box.Min.Y) + (float64(k)+0.5)/sub
				cuts[k] = append(cuts[k], a.x+(b.x-a.x)*(y-a.y)/(b.y-a.y)-float64(box.Min.X))
				if c.budget--; c.budget < 0 {
					return errTooMuch
				}
			}
		}
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	row := make([]float64, box.Dx())
	for y := range box.Dy() {
		clear(row)
		for _, xs := range cuts[y*sub : (y+1)*sub] {
			slices.Sort(xs)
			for i := 0; i+1 < len(xs); i += 2 {
				cover(row, xs[i], xs[i+1], 255.0/sub)
			}
		}
		for x, v := range row {
			mask.Pix[y*mask.Stride+x] = uint8(math.Min(v+0.5, 255))
		}
	}
	draw.DrawMask(c.img, box, image.NewUniform(col), image.Point{}, mask, image.Point{}, draw.Over)
	return nil
}

// cover adds weight to the pixels between two places of a row, in proportion at its ends.
func cover(row []float64, from, to, weight float64) {
	from, to = math.Max(from, 0), math.Min(to, float64(len(row)))
	if from >= to {
		return
	}
	i, j := int(from), min(int(to), len(row)-1)
	if i == j {
		row[i] += weight * (to - from)
		return
	}
	row[i] += weight * (float64(i+1) - from)
	for k := i + 1; k < j; k++ {
		row[k] += weight
	}
	row[j] += weight * (to - float64(j))
}

// trace hands polygons to the rasterizer, whose origin is the corner of box. Corners are rounded to
// 1/256 pixel, so that the last bit of an angle's sine does not decide about a pixel.
func (c *canvas) trace(polys [][]point, box image.Rectangle) {
	c.ras.Reset(box.Dx(), box.Dy())
	x0, y0 := float64(box.Min.X), float64(box.Min.Y)
	w, h := float64(box.Dx()), float64(box.Dy())
	at := func(p point) (float32, float32) {
		// Far away corners are pulled near: coverage inside the box stays right up to the angle of
		// lines that leave it, and the rasterizer never sees numbers it cannot hold.
		x := math.Min(math.Max(p.x-x0, -4*w-64), 5*w+64)
		y := math.Min(math.Max(p.y-y0, -4*h-64), 5*h+64)
		return float32(math.Round(x*256) / 256), float32(math.Round(y*256) / 256)
	}
	for _, p := range polys {
		if len(p) < 3 {
			continue
		}
		c.ras.MoveTo(at(p[0]))
		for _, q := range p[1:] {
			c.ras.LineTo(at(q))
		}
		c.ras.ClosePath()
	}
}

// box is the part of the canvas that polygons touch.
func (c *canvas) box(polys [][]point) image.Rectangle {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range polys {
		for _, q := range p {
			if math.IsNaN(q.x) || math.IsNaN(q.y) {
				return image.Rectangle{}
			}
			minX, maxX = math.Min(minX, q.x), math.Max(maxX, q.x)
			minY, maxY = math.Min(minY, q.y), math.Max(maxY, q.y)
		}
	}
	b := c.img.Bounds()
	clip := func(v float64, limit int) int { return int(math.Min(math.Max(v, 0), float64(limit))) }
	return image.Rect(clip(math.Floor(minX), b.Max.X), clip(math.Floor(minY), b.Max.Y), clip(math.Ceil(maxX), b.Max.X), clip(math.Ceil(maxY), b.Max.Y))
}

func transformed(pts []point, m matrix) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = m.apply(p)
	}
	return out
}

// area is the signed area of a polygon.
func area(p []point) float64 {
	var a float64
	for i, q := range p {
		r := p[(i+1)%len(p)]
		a += q.x*r.y - q.y*r.x
	}
	return a / 2
}
