package html

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"sync"

	"github.com/nomadocx/nomadocx/internal/fonts"
)

// Browsers set MathML well when the font has the measures of mathematics in it (OpenType's MATH table):
// without them brackets do not grow and roots do not fit. Most machines have no such font, so a page
// with formulas brings STIX Two Math (SIL Open Font License) along.

// mathFontRule is the style rule that names the font; made once, as packing the font takes a moment.
var mathFontRule = sync.OnceValue(func() string {
	return `@font-face{font-family:"Noma Math";src:url(data:font/woff;base64,` + base64.StdEncoding.EncodeToString(woff(fonts.Data(fonts.Math))) + `) format("woff")}`
})

// MathCSS returns the style sheet that holds the font of formulas, for pages that share it
// (Options.MathStylesheet).
func MathCSS() string { return mathFontRule() + "\n" }

// ownFont reports whether the page needs the font: a formula has been written, and nothing says that
// the reader's own fonts will do.
func (r *renderer) ownFont() bool { return r.formulas && r.opts.MathFont != "system" }

// mathFont writes the font into the style sheet of the page.
func (r *renderer) mathFont() {
	if r.ownFont() && r.opts.MathStylesheet == "" {
		r.raw(mathFontRule() + "\n")
	}
}

// woff packs an OpenType font as a web font (WOFF 1.0): the same tables, each deflated, with a directory
// that says so. What is no font is returned as it is.
func woff(sfnt []byte) []byte {
	const header, entry = 44, 20
	if len(sfnt) < 12 {
		return sfnt
	}
	count := int(binary.BigEndian.Uint16(sfnt[4:]))
	if len(sfnt) < 12+16*count {
		return sfnt
	}
	out := make([]byte, header+entry*count)
	plain := 12 + 16*count
	for i := range count {
		record := sfnt[12+16*i:]
		from, size := int(binary.BigEndian.Uint32(record[8:])), int(binary.BigEndian.Uint32(record[12:]))
		if from+size > len(sfnt) {
			return sfnt
		}
		table := sfnt[from : from+size]
		plain += (size + 3) &^ 3
		packed := deflated(table)
		if len(packed) >= size {
			packed = table
		}
		d := out[header+entry*i:]
		copy(d, record[:4]) // the table's name
		binary.BigEndian.PutUint32(d[4:], uint32(len(out)))
		binary.BigEndian.PutUint32(d[8:], uint32(len(packed)))
		binary.BigEndian.PutUint32(d[12:], uint32(size))
		copy(d[16:20], record[4:8]) // its checksum
		out = append(out, packed...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	copy(out, "wOFF")
	copy(out[4:], sfnt[:4]) // the kind of outlines
	binary.BigEndian.PutUint32(out[8:], uint32(len(out)))
	binary.BigEndian.PutUint16(out[12:], uint16(count))
	binary.BigEndian.PutUint32(out[16:], uint32(plain))
	binary.BigEndian.PutUint16(out[20:], 1) // version of the file
	return out
}

func deflated(b []byte) []byte {
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
	if err != nil {
		return b // the level is a valid one
	}
	if _, err := w.Write(b); err != nil || w.Close() != nil {
		return b
	}
	return out.Bytes()
}
