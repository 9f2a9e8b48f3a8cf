package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// picture paints the inside of an SVG element of 100 × 100 units, two dots a unit.
func picture(t testing.TB, inside string) image.Image {
	t.Helper()
	data, w, h, err := Rasterize([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">`+inside+`</svg>`), 0)
	if err != nil {
		t.Fatalf("%v: %s", err, inside)
	}
	if w != 100 || h != 100 {
		t.Fatalf("%v×%v", w, h)
	}
	return decode(t, data)
}

func at(img image.Image, x, y float64) string {
	c := color.NRGBAModel.Convert(img.At(int(2*x), int(2*y))).(color.NRGBA)
	s := hex(c)
	if c.A == 0 {
		return "none"
	}
	if c.A != 255 {
		s += fmt.Sprintf("/%d", c.A)
	}
	return s
}

// painted returns what Rasterize does; Measure has to agree with it.
func painted(t *testing.T, svg []byte, maxWidth int) (png []byte, w, h float64, err error) {
	t.Helper()
	png, w, h, err = Rasterize(svg, maxWidth)
	if mw, mh, measured := Measure(svg, maxWidth); mw != w || mh != h || (measured == nil) != (err == nil) {
		t.Errorf("%.200q is %v×%v (%v) when it is painted, and %v×%v (%v) when it is measured", svg, w, h, err, mw, mh, measured)
	}
	return png, w, h, err
}

// Each line paints something and examines a few places of it: `x,y colour`.
func TestRasterize(t *testing.T) {
	for _, c := range []struct{ inside, want string }{
		{`<rect x="10" y="10" width="30" height="30" fill="red"/>`, "25,25 #ff0000; 5,5 none; 45,25 none"},
		{`<rect x="10%" y="10%" width="50%" height="50%"/>`, "30,30 #000000; 65,30 none"},
		{`<rect width="40" height="40" rx="15" fill="red"/>`, "2,2 none; 20,2 #ff0000"},
		{`<circle cx="50" cy="50" r="20" fill="#0f0"/>`, "50,50 #00ff00; 50,68 #00ff00; 68,68 none"},
		{`<ellipse cx="50" cy="50" rx="40" ry="10" fill="#00f"/>`, "85,50 #0000ff; 50,65 none"},
		{`<line x1="0" y1="50" x2="100" y2="50" stroke="navy" stroke-width="6"/>`, "50,52 #000080; 50,54 none"},
		{`<polyline points="10,10 90,10 90,90" fill="none" stroke="#123456" stroke-width="4"/>`, "50,10 #123456; 91,50 #123456; 50,50 none"},
		{`<polygon points="10 10,90 10,50 90" fill="#abc"/>`, "50,30 #aabbcc; 15,80 none"},
		{`<path d="M10 10h80v80H10z" fill="red"/>`, "50,50 #ff0000; 95,50 none"},
		{`<path d="m10,10 80,0 0,80-80,0z m20,20 v40h40v-40z" fill="red"/>`, "15,15 #ff0000; 50,50 none"},
		{`<path d="M10 10h80v80h-80zM30 30h40v40h-40z" fill="red"/>`, "50,50 #ff0000"},
		{`<path d="M10 10h80v80h-80zM30 30h40v40h-40z" fill="red" fill-rule="evenodd"/>`, "50,50 none; 20,20 #ff0000"},
		{`<path d="M50 5 L80 90 5 35 H95 L20 90z" fill="red" fill-rule="evenodd"/>`, "50,50 none; 50,20 #ff0000"},
		{`<path d="M0 50 A50 50 0 0 1 100 50z" fill="red"/>`, "50,10 #ff0000; 50,60 none"},
		{`<path d="M0 50 A50 50 0 0 0 100 50z" fill="red"/>`, "50,10 none; 50,60 #ff0000"},
		{`<path d="M30 50a20 20 0 1140 0z" fill="red"/>`, "50,35 #ff0000; 50,55 none"},
		{`<path d="M0 50 C0 0 100 0 100 50z" fill="red"/>`, "50,20 #ff0000; 50,5 none"},
		{`<path d="M0 50 Q50 0 100 50 T200 50" fill="none" stroke="red" stroke-width="4"/>`, "50,25 #ff0000; 50,40 none"},
		{`<path d="M10 10 L90 10 L90 90 oops L0 0" fill="red"/>`, "80,20 #ff0000; 15,80 none"},
		{`<g transform="translate(50 50) rotate(45)"><rect x="-20" y="-20" width="40" height="40" fill="red"/></g>`, "50,25 #ff0000; 33,33 none"},
		{`<rect width="10" height="10" transform="matrix(2 0 0 2 40 40)" fill="red"/>`, "55,55 #ff0000; 65,55 none"},
		{`<rect width="10" height="10" transform="scale(4,2) skewX(45)" fill="red"/>`, "30,4 #ff0000; 70,18 #ff0000; 5,18 none"},
		{`<g fill="red" style="fill:blue"><rect width="50" height="50"/><rect x="50" width="50" height="50" fill="lime"/></g>`, "25,25 #0000ff; 75,25 #00ff00"},
		{`<style>.a{fill:red} rect{fill:blue} #b{fill:lime} /* .a{fill:black} */</style><rect class="x a" width="30" height="30"/><rect x="40" width="30" height="30"/><rect id="b" class="a" y="40" width="30" height="30"/>`, "10,10 #ff0000; 50,10 #0000ff; 10,50 #00ff00"},
		{`<rect width="100" height="100" fill="#fff"/><g opacity=".5"><rect width="50" height="50" fill="black" fill-opacity="50%"/></g>`, "25,25 #bfbfbf; 75,75 #ffffff"},
		{`<rect width="50" height="50" fill="rgb(255, 0 0 / 40%)"/>`, "25,25 #ff0000/102"},
		{`<rect width="50" height="50" fill="hsl(120,100%,25%)" stroke="none"/>`, "25,25 #008000"},
		{`<g color="teal"><rect width="50" height="50" fill="currentColor"/></g>`, "25,25 #008080"},
		{`<linearGradient id="g"><stop stop-color="#f00"/><stop style="stop-color:#00f"/></linearGradient><rect width="50" height="50" fill="url(#g)"/>`, "25,25 #7f007f"},
		{`<rect width="50" height="50" fill="url(#nothing)"/><rect x="50" width="50" height="50" fill="url(#nothing) red"/>`, "25,25 none; 75,25 #ff0000"},
		{`<defs><rect id="r" width="20" height="20" fill="red"/></defs><use href="#r" x="60" y="60"/>`, "70,70 #ff0000; 10,10 none"},
		{`<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol><use xlink:href="#s" width="50" height="50"/>`, "45,45 #ff0000; 55,55 none"},
		{`<svg x="50" width="50" height="50" viewBox="0 0 5 5"><rect width="5" height="5" fill="red"/></svg>`, "75,25 #ff0000; 25,25 none"},
		{`<switch><foreignObject/><rect width="50" height="50" fill="red"/><rect width="100" height="100"/></switch>`, "25,25 #ff0000; 75,75 none"},
		{`<rect width="50" height="50" display="none"/><rect width="50" height="50" visibility="hidden"/><rect width="50" height="50" style="display:none"/>`, "25,25 none"},
		{`<script>alert(1)</script><foreignObject><rect width="50" height="50"/></foreignObject><clipPath><rect width="50" height="50"/></clipPath><image href="http://x/"/>`, "25,25 none"},
		{`<rect width="50" height="50" fill="red"/><!-- <rect width="50" height="50"/> --><![CDATA[ <rect/> ]]>`, "25,25 #ff0000"},
		{`<line x1="10" y1="50" x2="90" y2="50" stroke="red" stroke-width="10" stroke-dasharray="20 10"/>`, "20,50 #ff0000; 35,50 none; 50,50 #ff0000"},
		{`<line x1="10" y1="50" x2="90" y2="50" stroke="red" stroke-width="10" stroke-dasharray="20 10" stroke-dashoffset="20"/>`, "15,50 none; 25,50 #ff0000"},
		{`<line x1="30" y1="50" x2="70" y2="50" stroke="red" stroke-width="20" stroke-linecap="square"/>`, "21,50 #ff0000; 21,41 #ff0000; 18,50 none"},
		{`<line x1="30" y1="50" x2="70" y2="50" stroke="red" stroke-width="20" stroke-linecap="round"/>`, "21,50 #ff0000; 21,41 none"},
		{`<line x1="30" y1="50" x2="30" y2="50" stroke="red" stroke-width="20" stroke-linecap="round"/>`, "30,45 #ff0000"},
		{`<path d="M20 80 L50 20 L80 80" fill="none" stroke="red" stroke-width="10"/>`, "50,12 #ff0000"},
		{`<path d="M20 80 L50 20 L80 80" fill="none" stroke="red" stroke-width="10" stroke-linejoin="bevel"/>`, "50,12 none"},
		{`<rect x="20" y="20" width="60" height="60" fill="none" stroke="red" stroke-width="10"/>`, "16,16 #ff0000; 50,50 none"},
		{`<text x="10" y="90" font-size="100">█</text>`, "35,60 #000000"},
	} {
		img := picture(t, c.inside)
		for part := range strings.SplitSeq(c.want, "; ") {
			var x, y float64
			var want string
			if _, err := fmt.Sscanf(part, "%g,%g %s", &x, &y, &want); err != nil {
				t.Fatal(part, err)
			}
			if got := at(img, x, y); got != want {
				t.Errorf("%s\n at %v,%v is %s, want %s", c.inside, x, y, got, want)
			}
		}
	}
}

// inkBox returns the part of the picture that is painted, in units.
func inkBox(img image.Image) (x0, y0, x1, y1 float64) {
	b := image.Rectangle{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if _, _, _, a := img.At(x, y).RGBA(); a > 0x7fff {
				b = b.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return float64(b.Min.X) / 2, float64(b.Min.Y) / 2, float64(b.Max.X) / 2, float64(b.Max.Y) / 2
}

func TestTextPlacement(t *testing.T) {
	for _, c := range []struct {
		inside string
		holds  func(x0, y0, x1, y1 float64) bool
	}{
		{`<text x="10" y="50">HH</text>`, func(x0, y0, x1, y1 float64) bool { return x0 >= 10 && x0 < 13 && y1 == 50 }},
		{`<text x="90" y="50" text-anchor="end">HH</text>`, func(x0, y0, x1, y1 float64) bool { return x1 <= 90 && x1 > 86 }},
		{`<text x="50" y="50" text-anchor="middle">HHH</text>`, func(x0, y0, x1, y1 float64) bool { return math.Abs(x0+x1-100) <= 1.5 }},
		{`<text x="50" y="50" style="text-anchor:middle"> <tspan>H</tspan><tspan font-weight="bold">H</tspan> H </text>`, func(x0, y0, x1, y1 float64) bool { return math.Abs(x0+x1-100) <= 1.5 }},
		{`<text x="50" y="50" dominant-baseline="middle">H</text>`, func(x0, y0, x1, y1 float64) bool { return math.Abs(y0+y1-100) <= 1.5 }},
		{`<text x="50" y="50" dominant-baseline="hanging">H</text>`, func(x0, y0, x1, y1 float64) bool { return y0 >= 49 && y0 < 53 }},
		{`<text x="10" y="20">H<tspan x="10" dy="30">H</tspan></text>`, func(x0, y0, x1, y1 float64) bool { return y1 == 50 && x1 < 25 }},
		{`<text transform="translate(50 90) rotate(-90)">HHH</text>`, func(x0, y0, x1, y1 float64) bool { return x1 == 50 && y1 <= 90 && y0 < 65 }},
		{`<text x="10" y="50" font-size="2em">H</text>`, func(x0, y0, x1, y1 float64) bool { return y1-y0 > 20 }},
		{`<g style="font: bold 24px/1.2 monospace"><text x="10" y="50">H</text></g>`, func(x0, y0, x1, y1 float64) bool { return y1-y0 > 14 && y1-y0 < 20 }},
	} {
		x0, y0, x1, y1 := inkBox(picture(t, c.inside))
		if x0 == x1 || !c.holds(x0, y0, x1, y1) {
			t.Errorf("%s is painted at %v,%v to %v,%v", c.inside, x0, y0, x1, y1)
		}
	}
}

func TestWhiteSpaceInText(t *testing.T) {
	a := picture(t, "<text x=\"5\" y=\"50\">\n  A  <tspan>B</tspan>\n C </text>")
	b := picture(t, `<text x="5" y="50">A B C</text>`)
	if d := difference(a, b); d > 0.2 {
		t.Errorf("the texts differ by %v", d)
	}
}

func TestRasterScale(t *testing.T) {
	for _, c := range []struct {
		svg      string
		maxWidth int
		want     string
	}{
		{`<svg width="100" height="50"/>`, 0, "200×100 of 100×50"},
		{`<svg width="100" height="50"/>`, 150, "150×75 of 100×50"},
		{`<svg viewBox="0 0 30 60"/>`, 0, "60×120 of 30×60"},
		{`<svg viewBox="0 0 30 60" width="1in"/>`, 0, "192×384 of 96×192"},
		{`<svg width="100%" viewBox="0 0 40 20"/>`, 0, "80×40 of 40×20"},
		{`<svg/>`, 0, "600×300 of 300×150"},
		{`<svg width="1e9" height="1e9"/>`, 0, "4096×4096 of 20000×20000"},
		{`<svg width="0.001" height="0.001"/>`, 0, "2×2 of 1×1"},
		{"\ufeff<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<s:svg xmlns:s='http://www.w3.org/2000/svg' width='10' height='10'></s:svg>", 0, "20×20 of 10×10"},
	} {
		data, w, h, err := painted(t, []byte(c.svg), c.maxWidth)
		if err != nil {
			t.Errorf("%s: %v", c.svg, err)
			continue
		}
		b := decode(t, data).Bounds()
		if got := fmt.Sprintf("%d×%d of %v×%v", b.Dx(), b.Dy(), w, h); got != c.want {
			t.Errorf("%s: %s, want %s", c.svg, got, c.want)
		}
	}
}

// A figure drawn for a report, as a picture: compare by eye when it changes.
func TestFigure(t *testing.T) {
	svg, err := os.ReadFile("testdata/figure.svg")
	if err != nil {
		t.Fatal(err)
	}
	a, _, _, err := Rasterize(svg, 400)
	if err != nil {
		t.Fatal(err)
	}
	b, _, _, _ := Rasterize(svg, 400)
	if !bytes.Equal(a, b) {
		t.Error("two paintings differ")
	}
	x0, y0, x1, y1 := inkBox(decode(t, a))
	if x0 != 0 || y0 != 0 || x1 != 200 || y1 != 100 {
		t.Errorf("painted from %v,%v to %v,%v", x0, y0, x1, y1)
	}
}

func TestNotSVG(t *testing.T) {
	for _, s := range []string{
		"", "text", "<svg", "<svg><g></svg>", "<svg a=b/>", "<svg a='b/>", "<html></html>", "</svg>", "<svg></svg></svg>", "<svg/a>",
		"<svg \xff='1'/>", "<!DOCTYPE", "<svg><!-- ", "<svg><![CDATA[", "<?xml", "<>", "<svg =''/>",
		strings.Repeat("<g>", 200) + strings.Repeat("</g>", 200),
		"<svg>" + strings.Repeat("<g/>", maxElements+1) + "</svg>",
	} {
		if _, _, _, err := painted(t, []byte(s), 100); err == nil {
			t.Errorf("%.40q is painted", s)
		}
	}
	if _, _, _, err := Rasterize(make([]byte, maxSource+1), 100); err == nil {
		t.Error("a file above the limit is read")
	}
}

// Small files that ask for endless work are refused or painted in bounds.
func TestBombs(t *testing.T) {
	slow.Test(t, "a browser")
	var laughs strings.Builder
	laughs.WriteString(`<svg width="100" height="100"><defs><rect id="a0" width="1" height="1"/>`)
	for i := range 20 {
		fmt.Fprintf(&laughs, `<g id="a%d">%s</g>`, i+1, strings.Repeat(fmt.Sprintf(`<use href="#a%d"/>`, i), 10))
	}
	laughs.WriteString(`</defs><use href="#a20"/></svg>`)
	for name, svg := range map[string]string{
		"billion laughs": laughs.String(),
		"self use":       `<svg><g id="a"><use href="#a"/></g></svg>`,
		"big overpaint":  `<svg width="2000" height="2000">` + strings.Repeat(`<rect width="2000" height="2000"/>`, 1000) + `</svg>`,
		"even-odd comb":  `<svg width="2000" height="2000"><path fill-rule="evenodd" d="M0 0` + strings.Repeat("L2000 2000 0 0", 100000) + `"/></svg>`,
	} {
		if _, _, _, err := painted(t, []byte(svg), 0); err == nil {
			t.Errorf("%s is painted", name)
		}
	}
	for name, svg := range map[string]string{
		"gradient loop": `<svg><linearGradient id="a" href="#a"/><rect width="9" height="9" fill="url(#a)"/></svg>`,
		"tiny dashes":   `<svg><path d="M0 0H1e8" stroke="red" stroke-dasharray="0.01"/></svg>`,
		"huge numbers":  `<svg viewBox="-1e300 0 1e300 1e300"><rect width="1e308" height="1e308" stroke="red" stroke-width="1e300"/><circle r="1e308"/><path d="M1e9-1e9A1e9 1 45 1 1 3 3C1e9 1e9-1e9-1e9 0 0z"/></svg>`,
		"flat matrix":   `<svg><g transform="scale(0) rotate(1e9) skewX(90)"><text>x</text><circle r="5" stroke="red"/></g></svg>`,
		"endless text":  `<svg><text>` + strings.Repeat("x", 100000) + `</text></svg>`,
	} {
		if _, _, _, err := painted(t, []byte(svg), 100); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestImageSize(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 7, 5), color.Palette{color.Black, color.White})
	var p, j, g bytes.Buffer
	if err := png.Encode(&p, img); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, img, nil); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&g, img, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ data, want string }{
		{p.String(), "png 7×5"}, {j.String(), "jpg 7×5"}, {g.String(), "gif 7×5"}, {p.String()[:60], "png 7×5"},
		{"<svg width='20' height='10'/>", "svg 20×10"}, {"<?xml version='1.0'?><!-- x --><svg viewBox='0 0 3 4'/>", "svg 3×4"},
		{"<svg width='1cm' height='1in'/>", "svg 38×96"},
		{"", ""}, {"BM1234", ""}, {"\x89PNG\r\n\x1a\n", ""}, {"<html><svg/></html>", ""}, {"<svg", ""},
	} {
		ext, w, h, err := ImageSize([]byte(c.data))
		got := ""
		if err == nil {
			got = fmt.Sprintf("%s %d×%d", ext, w, h)
		}
		if got != c.want {
			t.Errorf("%.20q: %s, want %s", c.data, got, c.want)
		}
	}
}

// A path read from its printed form is the path that was printed.
func TestPathData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		v := rapid.IntRange(-900, 900)
		var abs, rel string
		var want []point
		var last point
		for i := range n {
			p := point{float64(v.Draw(t, "x")) / 10, float64(v.Draw(t, "y")) / 10}
			c := "L"
			if i == 0 {
				c = "M"
			}
			abs += fmt.Sprintf("%s%g,%g", c, p.x, p.y)
			rel += fmt.Sprintf("%s%.1f%+.1f", strings.ToLower(c), p.x-last.x, p.y-last.y)
			want, last = append(want, p), p
		}
		for _, d := range []string{abs, rel} {
			var p path
			p.pathData(d)
			if len(p.subs) != 1 || len(p.subs[0].pts) != n {
				t.Fatalf("%s has %v", d, p.subs)
			}
			for i, q := range p.subs[0].pts {
				if math.Hypot(q.x-want[i].x, q.y-want[i].y) > 0.001 {
					t.Fatalf("%s: corner %d is %v, want %v", d, i, q, want[i])
				}
			}
		}
	})
}

// A flattened circle lies on the circle.
func TestFlatness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Float64Range(0.5, 400).Draw(t, "r")
		p := &path{}
		p.ellipse(0, 0, r, r)
		pts := p.subs[0].pts
		for i := 1; i < len(pts); i++ {
			mid := math.Hypot((pts[i].x+pts[i-1].x)/2, (pts[i].y+pts[i-1].y)/2)
			if r-mid > 2*flatness {
				t.Fatalf("a chord lies %v inside of the circle", r-mid)
			}
		}
	})
}

func FuzzRasterize(f *testing.F) {
	for _, s := range []string{
		`<svg width="30" height="20"><path d="M0 0C1 2 3 4 5 6S7 8 9 9A1 1 0 01 3 3zm1 1" stroke="red" stroke-dasharray="1 2"/></svg>`,
		`<svg><text x="1">a<tspan dy="1em">b</tspan></text><use href="#a"/><style>.a{fill:red}</style></svg>`,
		`<svg viewBox="0 0 9 9"><g transform="rotate(9)skewX(1)"><circle r="5" fill="hsl(1,2%,3%)"/></g></svg>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ext, _, _, sizeErr := ImageSize(data)
		out, w, h, err := painted(t, data, 60)
		if err != nil {
			return
		}
		if sizeErr == nil && ext != "svg" {
			t.Fatalf("a %s is painted", ext)
		}
		if cfg, err := png.DecodeConfig(bytes.NewReader(out)); err != nil || cfg.Width > 60 || !(w > 0) || !(h > 0) {
			t.Fatalf("%v %+v %v×%v", err, cfg, w, h)
		}
	})
}

func BenchmarkRasterize(b *testing.B) {
	svg, err := os.ReadFile("testdata/figure.svg")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, _, err := Rasterize(svg, 1600); err != nil {
			b.Fatal(err)
		}
	}
}
