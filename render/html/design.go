package html

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Designs (layout.Designs): themes with the colours and faces of a Word template. They are light, as paper is.

// faces are the faces to take where that of a design is missing.
var faces = map[string]string{
	"Arial":           `Arial,Helvetica,"Liberation Sans",sans-serif`,
	"Calibri":         `Calibri,Carlito,"Source Sans 3","Helvetica Neue",Arial,sans-serif`,
	"Times New Roman": `"Times New Roman",Times,"Liberation Serif","DejaVu Serif",serif`,
}

// designRules are what a design changes beside colours and faces, in the order of [layout.Designs].
var designRules = map[string]string{
	"sober": `h1{font-size:1.9rem;border-bottom:1px solid var(--noma-accent-soft)}h3{color:var(--noma-accent-soft)}
.noma-table thead th{background:none;border-top:1px solid var(--noma-accent);border-bottom:1px solid var(--noma-accent)}
.noma-table tbody tr:last-child td{border-bottom:1px solid var(--noma-accent)}
.noma-quote{font-style:normal}.noma-tag{letter-spacing:.03em}
body .noma-cover-page .noma-document-title{border-top:2px solid var(--noma-accent-soft);padding-top:.6em}
body .noma-cover-subtitle{border-bottom:0}
@media print{html{font-size:10pt}h1{font-size:16pt}h2{font-size:13pt}h3{font-size:11pt}.noma-table{font-size:9pt}}
`,
	"modern": `h1{font-size:2.4rem;font-weight:400;color:var(--noma-accent-soft);border:0}h3{color:var(--noma-accent-soft)}
.noma-table thead th{background:var(--noma-accent-soft);color:var(--noma-paper);border-bottom:0}
.noma-table tbody tr:last-child td{border-bottom:2px solid var(--noma-accent-soft)}
.noma-quote{border-left-color:var(--noma-accent-2)}.noma-metric-value{font-size:2.2rem;color:var(--noma-accent-soft)}
body .noma-cover-page .noma-document-title{background:var(--noma-accent-soft);color:var(--noma-paper);font-size:2.6rem;line-height:1.2;padding:.7em .6em .8em;margin-bottom:.8em}
body .noma-cover-subtitle{color:var(--noma-accent);border-bottom:0}
@media print{html{font-size:11pt}h1{font-size:22pt}h2{font-size:15pt}h3{font-size:12.5pt}.noma-table{font-size:9.5pt}body .noma-cover-page .noma-document-title{font-size:38pt}}
`,
	"academic": `h1{font-size:1.8rem;border:0}h3,h4{font-style:italic}.noma-document :not(figcaption)>p{text-align:justify;hyphens:auto}
.noma-document .noma-cover-page,.noma-document .noma-cover-page p{text-align:center}body .noma-cover-logo{margin-inline:auto}body .noma-cover-subtitle{font-style:italic;border-bottom:0}
.noma-table thead th{background:none;border-top:1.5pt solid;border-bottom:.75pt solid}
.noma-table th,.noma-table td{border-bottom:0}.noma-table tbody tr:last-child td{border-bottom:1.5pt solid}
@media print{html{font-size:11pt}h1{font-size:16pt}h2{font-size:13pt}h3{font-size:11.5pt}body .noma-cover-page .noma-document-title{font-size:28pt}}
`,
}

// designColours are the variables that follow the theme: a colour, lighter or darker.
var designColours = []struct {
	name string
	wml.ThemeColor
}{
	{"ink", wml.ThemeColor{Name: "text1"}}, {"soft", wml.ThemeColor{Name: "text1", Tint: "A6"}}, {"quote", wml.ThemeColor{Name: "text1", Tint: "BF"}},
	{"line", wml.ThemeColor{Name: "text2", Tint: "40"}}, {"accent", wml.ThemeColor{Name: "text2"}}, {"accent-soft", wml.ThemeColor{Name: "accent1"}},
	{"accent-2", wml.ThemeColor{Name: "accent2"}},
	{"link", wml.ThemeColor{Name: "hyperlink"}}, {"paper", wml.ThemeColor{Name: "background1"}}, {"ground", wml.ThemeColor{Name: "background2"}},
	{"tint", wml.ThemeColor{Name: "background1", Shade: "F7"}}, {"code", wml.ThemeColor{Name: "background1", Shade: "F2"}},
	{"pre", wml.ThemeColor{Name: "background1", Shade: "F7"}}, {"head", wml.ThemeColor{Name: "accent1", Tint: "1A"}},
	{"button", wml.ThemeColor{Name: "text2"}},
}

// designCSS returns the rules of a design, after those of the base.
func designCSS(d *layout.Design) string {
	var b strings.Builder
	b.WriteString(":root{--noma-text:" + faces[d.Text] + ";--noma-display:" + faces[d.Display])
	for _, c := range designColours {
		b.WriteString(";--noma-" + c.name + ":#" + strings.ToLower(d.Theme.Resolve(c.ThemeColor)))
	}
	b.WriteString("}\n")
	for _, f := range designFrames(d) {
		fmt.Fprintf(&b, ".noma-%s{--noma-border:#%s;--noma-fill:#%s;--noma-label:#%s}\n", f.class, f.Border, f.Fill, f.Text)
	}
	for i := 4; i < 10; i++ { // the accents, which are the colours of charts
		own, theirs := strings.ToLower(layout.OwnTheme[i]), strings.ToLower(d.Theme[i])
		fmt.Fprintf(&b, `.noma-chart [fill="#%s"]{fill:#%[2]s}.noma-chart [stroke="#%[1]s"]{stroke:#%[2]s}`+"\n", own, theirs)
	}
	b.WriteString("@page{font-family:" + faces[d.Text] + "}\n" + designRules[d.Name])
	return b.String()
}

// designFrames returns the frames in the colours of a design.
func designFrames(d *layout.Design) []namedFrame {
	palette := d.Theme.Palette()
	in := func(rgb string) string {
		if c, ok := palette[strings.ToUpper(rgb)]; ok {
			rgb = c.RGB
		}
		return strings.ToLower(rgb)
	}
	var out []namedFrame
	for _, f := range frames() {
		out = append(out, namedFrame{f.class, layout.Frame{Border: in(f.Border), Fill: in(f.Fill), Text: in(f.Text)}})
	}
	return out
}
