package docx

import (
	"io"
	"strconv"
	"strings"
)

// themeColors are the twelve colours of a theme, in the order of CT_ColorScheme (ECMA-376 part 1,
// §20.1.6.2): text and background twice, six accents, links. The accents are those of our pictures of
// plots, so that both kinds of charts appear alike.
var themeColors = [...]struct{ name, rgb string }{
	{"dk1", "000000"}, {"lt1", "FFFFFF"}, {"dk2", ink}, {"lt2", "EEF2F0"},
	{"accent1", "3A6E8F"}, {"accent2", "D08A4E"}, {"accent3", "5D8F65"}, {"accent4", "8C6FA8"}, {"accent5", "B85C5C"}, {"accent6", "6DA7A3"},
	{"hlink", "0563C1"}, {"folHlink", "6B5B95"},
}

// ownTheme writes a theme for what refers to one, which is charts. Without it Word takes the colours
// of its own, and LibreOffice draws all series black.
func (r *renderer) ownTheme() error {
	r.pkg.AddRel(mainPart, officeRel+"theme", themePart, false)
	w, err := r.pkg.Create(themePart, officeType+"theme+xml")
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
		`<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Noma"><a:themeElements><a:clrScheme name="Noma">`)
	for _, c := range themeColors {
		b.WriteString(`<a:` + c.name + `><a:srgbClr val="` + c.rgb + `"/></a:` + c.name + `>`)
	}
	face := `><a:latin typeface="` + bodyFont + `"/><a:ea typeface=""/><a:cs typeface=""/></a:`
	b.WriteString(`</a:clrScheme><a:fontScheme name="Noma"><a:majorFont` + face + `majorFont><a:minorFont` + face + `minorFont></a:fontScheme><a:fmtScheme name="Noma">`)
	// Three of each kind are required: a subtle, a moderate and a strong one (§20.1.4.1.14).
	const fill = `<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`
	b.WriteString(`<a:fillStyleLst>` + fill + fill + fill + `</a:fillStyleLst><a:lnStyleLst>`)
	for _, width := range [...]int{6350, 12700, 19050} {
		b.WriteString(`<a:ln w="` + strconv.Itoa(width) + `">` + fill + `</a:ln>`)
	}
	b.WriteString(`</a:lnStyleLst><a:effectStyleLst>` + strings.Repeat(`<a:effectStyle><a:effectLst/></a:effectStyle>`, 3) +
		`</a:effectStyleLst><a:bgFillStyleLst>` + fill + fill + fill + `</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`)
	_, err = io.WriteString(w, b.String())
	return err
}
