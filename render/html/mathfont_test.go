package html

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"codeberg.org/go-fonts/stix/stix2mathregular"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// The packed font has the tables of the font, byte for byte.
func TestWoffKeepsEveryTable(t *testing.T) {
	font := stix2mathregular.TTF
	packed := woff(font)
	count := int(binary.BigEndian.Uint16(font[4:]))
	if string(packed[:4]) != "wOFF" || int(binary.BigEndian.Uint32(packed[8:])) != len(packed) || int(binary.BigEndian.Uint16(packed[12:])) != count {
		t.Fatalf("header % x", packed[:44])
	}
	math := false
	for i := range count {
		record, entry := font[12+16*i:], packed[44+20*i:]
		number := func(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }
		want := font[number(record, 8) : number(record, 8)+number(record, 12)]
		got := packed[number(entry, 4) : number(entry, 4)+number(entry, 8)]
		if len(got) < len(want) {
			r, err := zlib.NewReader(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			if got, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(entry[:4], record[:4]) || !bytes.Equal(got, want) {
			t.Errorf("table %s differs", record[:4])
		}
		math = math || string(record[:4]) == "MATH"
	}
	if !math {
		t.Error("the font has no measures of mathematics")
	}
}

func TestWoffTakesAnything(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("x"), append([]byte("OTTO\x00\x01"), make([]byte, 8)...), append([]byte("OTTO\x00\x01\x00\x00\x00\x00\x00\x00CFF \x00\x00\x00\x00\x00\x00\xff\xff"), 0xff, 0xff, 0xff, 0xff)} {
		if got := woff(b); !bytes.Equal(got, b) {
			t.Errorf("%q is no font, and becomes %q", b, got)
		}
	}
	if got := woff(make([]byte, 12)); len(got) != 44 || string(got[:4]) != "wOFF" {
		t.Errorf("a font without tables becomes %q", got)
	}
}

// Only a page with formulas brings a font.
func TestMathFontComesWithFormulas(t *testing.T) {
	const rule = "@font-face"
	for _, c := range []struct {
		name, src string
		opts      Options
		want      bool
	}{
		{"prose", "Words for $5 and $6.\n", Options{}, false},
		{"inline", "Let $x^2$ be.\n", Options{}, true},
		{"block", "::math\nx\n::\n", Options{Strict: true}, true},
		{"not understood", "Let $\\nosuch$ be.\n", Options{}, false},
		{"system", "Let $x^2$ be.\n", Options{MathFont: "system"}, false},
		{"fragment", "Let $x^2$ be.\n", Options{Fragment: true}, false},
		{"linked styles", "Let $x^2$ be.\n", Options{Stylesheet: "a.css"}, true},
		{"a linked font", "Let $x^2$ be.\n", Options{Stylesheet: "a.css", MathStylesheet: "m.css"}, false},
	} {
		d, _, err := noma.Parse(source.NewFile("a.noma", c.src), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := Render(&out, d, c.opts); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), rule); got != c.want {
			t.Errorf("%s: a font is there: %v, want %v", c.name, got, c.want)
		}
		if got := strings.Contains(out.String(), `<link rel="stylesheet" href="m.css">`); got != (c.opts.MathStylesheet != "") {
			t.Errorf("%s: the style sheet of formulas is linked: %v", c.name, got)
		}
	}
}
