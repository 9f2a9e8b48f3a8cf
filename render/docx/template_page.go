package docx

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/layout"
)

// page is what a template's last section says of the page (ECMA-376 §17.6.17).
type page struct {
	geometry  layout.Geometry
	firstPage bool
	numbers   string
	start     int
}

// edgeRef is a header or footer as a section names it.
type edgeRef struct {
	footer bool
	kind   string
}

// edgeOrder is the order in which headers and footers are written.
var edgeOrder = [...]edgeRef{{false, "default"}, {false, "first"}, {false, "even"}, {true, "default"}, {true, "first"}, {true, "even"}}

// numberFormats are the ways of numbering pages we take over (ST_NumberFormat, §17.18.59).
var numberFormats = set("decimal upperRoman lowerRoman upperLetter lowerLetter numberInDash")

// readSections finds the last section of the template and its headers and footers. A section that
// names none of a kind has that of the section before it (§17.10.1).
func (t *Template) readSections(in *templateReader, main string) error {
	text, err := in.pkg.Text(main)
	if err != nil {
		return err
	}
	t.page.geometry = layout.Geometry{Width: 12240, Height: 15840, Top: 1440, Right: 1440, Bottom: 1440, Left: 1440}
	refs := map[edgeRef]string{}
	x := opc.NewScanner(text, opc.Names{URI: map[string]opc.Namespace{wordNamespace: 1}})
	for x.Next() {
		if x.Opened() && x.Local() == "sectPr" && x.Space() == 1 {
			t.page = page{geometry: t.page.geometry}
			t.page.geometry.Columns, t.page.geometry.ColumnGap, t.page.geometry.ColumnLine = 0, 0, false
			t.readSection(x, refs)
		}
	}
	if err := x.Err(); err != nil {
		return err
	}
	for _, kind := range edgeOrder {
		id, there := refs[kind]
		if !there || kind.kind == "even" && !slices.Contains(t.settings.late, "evenAndOddHeaders") { // which nobody ever sees
			continue
		}
		for _, r := range in.rels {
			if r.ID != id || r.External || !in.pkg.Has(r.Target) {
				continue
			}
			c, err := in.carry(in.pkg.Name(r.Target))
			if err != nil {
				return err
			}
			if root := c.tree.Root(); root.Space == "w" && root.Tag == edgeRoot(kind.footer) {
				closeFlow(root)
				t.edges = append(t.edges, edgePart{kind.footer, kind.kind, c})
			}
			break
		}
	}
	return nil
}

func edgeRoot(footer bool) string {
	if footer {
		return "ftr"
	}
	return "hdr"
}

// readSection reads one w:sectPr, the current element.
func (t *Template) readSection(x *opc.Scanner, refs map[edgeRef]string) {
	p, g := &t.page, &t.page.geometry
	for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
		if !x.Opened() {
			continue
		}
		switch x.Local() {
		case "headerReference", "footerReference":
			kind, id := attr(x, "type"), attr(x, "id")
			if kind == "" {
				kind = "default"
			}
			refs[edgeRef{x.Local() == "footerReference", kind}] = id
		case "pgSz":
			g.Width, g.Height = twips(x, "w", 1440, 31680, g.Width), twips(x, "h", 1440, 31680, g.Height)
			g.Landscape = attr(x, "orient") == "landscape"
		case "pgMar":
			// A negative margin is one that headers may not push away; the distance is the same.
			g.Top, g.Bottom = twips(x, "top", 0, g.Height/2-360, g.Top), twips(x, "bottom", 0, g.Height/2-360, g.Bottom)
			g.Left, g.Right = twips(x, "left", 0, g.Width/2-720, g.Left), twips(x, "right", 0, g.Width/2-720, g.Right)
			g.HeaderGap, g.FooterGap = twips(x, "header", 0, 31680, 0), twips(x, "footer", 0, 31680, 0)
			g.Gutter = twips(x, "gutter", 0, 2880, 0)
		case "pgNumType":
			if f := attr(x, "fmt"); numberFormats[f] {
				p.numbers = f
			}
			p.start = twips(x, "start", 0, 9999, 0)
		case "cols":
			g.Columns, g.ColumnGap = twips(x, "num", 0, 12, 0), twips(x, "space", 0, 2880, 720)
			g.ColumnLine = isOn(attr(x, "sep"), false)
			if g.Columns < 2 {
				g.Columns, g.ColumnGap, g.ColumnLine = 0, 0, false
			}
		case "titlePg":
			p.firstPage = isOn(attr(x, "val"), true)
		case "sectPrChange":
			x.Skip()
			if x.Depth() < depth {
				return
			}
		}
	}
}

// attr returns the value of an attribute in any namespace, "" without one.
func attr(x *opc.Scanner, local string) string {
	for i := range x.Attrs() {
		if a := x.Attr(i); a.Local == local {
			return a.Value
		}
	}
	return ""
}

// twips returns a number in an attribute, its sign dropped, within bounds; or what it is without one.
func twips(x *opc.Scanner, local string, low, high, or int) int {
	v, err := strconv.ParseFloat(attr(x, local), 64)
	if err != nil || v != v {
		return or
	}
	if v < 0 {
		v = -v
	}
	return int(min(max(v, float64(low)), float64(max(low, high))))
}

// isOn returns the value of an on/off property (ST_OnOff).
func isOn(v string, or bool) bool {
	switch v {
	case "1", "true", "on":
		return true
	case "0", "false", "off":
		return false
	}
	return or
}
