package docx

import (
	"io"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

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
	theme := layout.Design{Text: bodyFont, Display: bodyFont, Theme: layout.OwnTheme}
	if r.opts.Design != nil {
		theme = *r.opts.Design
	}
	for i, name := range layout.ThemeNames {
		b.WriteString(`<a:` + name + `><a:srgbClr val="` + theme.Theme[i] + `"/></a:` + name + `>`)
	}
	face := func(name string) string {
		return `><a:latin typeface="` + name + `"/><a:ea typeface=""/><a:cs typeface=""/></a:`
	}
	b.WriteString(`</a:clrScheme><a:fontScheme name="Noma"><a:majorFont` + face(theme.Display) + `majorFont><a:minorFont` + face(theme.Text) +
		`minorFont></a:fontScheme><a:fmtScheme name="Noma">`)
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
