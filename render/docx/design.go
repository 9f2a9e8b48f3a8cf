package docx

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Designs: what a design changes in the style sheet. Its colours are those of the sheet, which the palette of its theme replaces.

// designs change one style each; faces and the size of text are changed before.
var designs = map[string]func(*wml.StyleDef){"sober": sober, "modern": modern, "academic": academic}

// sheet returns the style sheet of a file without a template.
func (r *renderer) sheet() []wml.StyleDef {
	out := sheet()
	d := r.opts.Design
	if d == nil {
		return out
	}
	for i := range out {
		s := &out[i]
		if s.Type == "paragraph" && (s.Para.Outline > 0 || s.ID == layout.StyleTitle || s.ID == layout.StyleSubtitle) {
			s.Run.Font = d.Display
		}
		designs[d.Name](s)
	}
	return out
}

// face returns the face of text, its size and its alignment, which is one of the document: that of Normal would be stronger than those of
// table styles.
func (r *renderer) face() (name string, size int, align string) {
	switch d := r.opts.Design; {
	case d == nil:
		return bodyFont, bodySize, ""
	case d.Name == "sober":
		return d.Text, 20, ""
	case d.Name == "academic":
		return d.Text, 22, "both"
	default:
		return d.Text, 22, ""
	}
}

// heading sets what distinguishes a heading.
func heading(s *wml.StyleDef, size, before, after int, color string, bold bool) {
	s.Run.Size, s.Run.Color, s.Run.Bold = size, color, bold
	s.Para.Spacing, s.Para.Borders = space(before, after, singleLine), nil
}

func edge(size int, color string) wml.Edge {
	return wml.Edge{Style: "single", Size: size, Color: color}
}

// sober is what a bank or an auditor sends: dark blue, thin lines, nothing filled.
func sober(s *wml.StyleDef) {
	switch s.ID {
	case "Heading1":
		heading(s, 32, 480, 200, ink, true)
		s.Para.Borders = &wml.Borders{Bottom: wml.Edge{Style: "single", Size: 8, Space: 6, Color: brand}}
	case "Heading2":
		heading(s, 26, 400, 120, ink, true)
	case "Heading3":
		heading(s, 22, 320, 80, brand, true)
	case "Heading4", "Heading5", "Heading6":
		heading(s, 20, 240, 60, slate, true)
	case layout.StyleTitle:
		heading(s, 48, 240, 120, ink, true)
	case layout.StyleCoverTitle:
		s.Run.Size = 56
		s.Para.Spacing = space(4200, 200, singleLine)
		s.Para.Borders = &wml.Borders{Top: wml.Edge{Style: "single", Size: 18, Space: 18, Color: brand}}
	case layout.StyleSubtitle:
		s.Run.Size, s.Run.Color = 26, slate
		s.Para.Spacing = space(0, 480, singleLine)
	case layout.StyleDirective:
		s.Run.Color, s.Run.Size = ink, 18
	case layout.StyleCaption:
		s.Run = wml.RunProps{Bold: true, Color: slate, Size: 18}
	case layout.StyleMetricValue:
		s.Run.Color = ink
	case layout.StyleQuote:
		s.Run.Italic = false
	case layout.StyleTableHead:
		s.Run = wml.RunProps{Bold: true, Color: ink}
	case layout.TableData:
		s.Run.Size = 18
		s.Table = &wml.TableStyle{Top: edge(8, ink), Bottom: edge(8, ink), InsideH: edge(4, ruleColor), MarginTop: 40, MarginLeft: 100, HeaderBottom: edge(8, ink)}
	case "Header":
		s.Para.Borders = &wml.Borders{Bottom: wml.Edge{Style: "single", Size: 4, Space: 4, Color: ruleColor}}
		s.Run.Size = 16
	case "Footer":
		s.Run.Size = 16
	}
}

// modern is what a consultancy sends: large light headings, one strong colour, header rows filled with it.
func modern(s *wml.StyleDef) {
	switch s.ID {
	case "Heading1":
		heading(s, 44, 560, 240, brand, false)
	case "Heading2":
		heading(s, 30, 440, 120, ink, true)
	case "Heading3":
		heading(s, 25, 320, 80, brand, true)
	case "Heading4", "Heading5", "Heading6":
		heading(s, 22, 240, 60, slate, true)
	case layout.StyleTitle:
		heading(s, 60, 240, 80, brand, false)
	case layout.StyleCoverTitle:
		s.Run = wml.RunProps{Color: paper, Size: 80}
		s.Para.Fill = brand
		pad := wml.Edge{Style: "single", Size: 4, Space: 24, Color: brand}
		s.Para.Borders = &wml.Borders{Top: pad, Left: pad, Bottom: pad, Right: pad}
		s.Para.Indent = wml.Indent{Left: coverIndent, Right: coverIndent, Set: true}
		s.Para.Spacing = space(3400, 600, singleLine)
	case layout.StyleSubtitle:
		s.Run.Size, s.Run.Color = 32, ink
		s.Para.Spacing = space(0, 480, singleLine)
	case layout.StyleAuthor:
		s.Run.Color = slate
		s.Para.Spacing = space(0, 60, singleLine)
	case layout.StyleCaption:
		s.Run = wml.RunProps{Bold: true, Color: slate, Size: 20}
	case layout.StyleMetricValue:
		s.Run = wml.RunProps{Bold: true, Color: brand, Size: 30} // three beside each other with a unit are one line each
	case layout.StyleTableHead:
		s.Run = wml.RunProps{Bold: true, Color: paper}
	case layout.TableData:
		s.Table = &wml.TableStyle{Bottom: edge(12, brand), InsideH: edge(4, ruleColor), MarginTop: 60, MarginLeft: 120, HeaderFill: brand}
	case layout.StyleQuote:
		s.Para.Borders = &wml.Borders{Left: wml.Edge{Style: "single", Size: 24, Space: 12, Color: highlight}}
	}
}

// coverIndent keeps the filled title of a cover within the margins: its padding stands outside of the text.
const coverIndent = 480

// academic is what a journal prints: one serif face, justified text, tables with three lines.
func academic(s *wml.StyleDef) {
	if s.Type != "character" && s.ID != "Normal" && s.ID != layout.StyleQuote {
		s.Para.Align = "left"
	}
	switch s.ID {
	case "Heading1":
		heading(s, 32, 480, 200, textInk, true)
	case "Heading2":
		heading(s, 26, 360, 120, textInk, true)
	case "Heading3":
		heading(s, 23, 280, 80, textInk, true)
		s.Run.Italic = true
	case "Heading4", "Heading5", "Heading6":
		heading(s, 22, 240, 60, textInk, false)
		s.Run.Italic = true
	case layout.StyleTitle:
		heading(s, 44, 240, 160, textInk, true)
		s.Para.Align = "center"
	case layout.StyleCoverTitle:
		s.Run.Size = 56
		s.Para.Align, s.Para.Spacing = "center", space(3600, 240, singleLine)
	case layout.StyleSubtitle:
		s.Run.Size, s.Run.Color, s.Run.Italic = 28, slate, true
		s.Para.Align, s.Para.Spacing = "center", space(0, 720, singleLine)
	case layout.StyleAuthor, layout.StyleDate:
		s.Para.Align, s.Run.Color = "center", textInk
		s.Para.Spacing = space(0, 80, singleLine)
	case layout.StyleCoverLogo:
		s.Para.Align = "center"
	case layout.StyleCaption:
		s.Run = wml.RunProps{Color: slate, Size: 20}
	case layout.StyleDirective:
		s.Run = wml.RunProps{Bold: true, SmallCaps: true, Color: textInk}
	case layout.StyleMetricValue:
		s.Run.Color = textInk
	case layout.StyleTableHead:
		s.Run = wml.RunProps{Bold: true, Color: textInk}
	case layout.TableData:
		s.Table = &wml.TableStyle{Top: edge(12, textInk), Bottom: edge(12, textInk), MarginTop: 40, MarginLeft: 100, HeaderBottom: edge(6, textInk)}
	}
}
