package wml

// Page is the paper of a section and its margins (w:pgSz and w:pgMar, ECMA-376 §17.6.13 and §17.6.11),
// in twips; 0 for what the file does not say.
type Page struct{ Width, Height, Top, Right, Bottom, Left int }

// section reads a w:sectPr.
func (r *reader) section() {
	var p Page
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		switch {
		case x.Space() != nsW:
		case x.Local() == "pgSz":
			p.Width, p.Height = number(r.value("w")), number(r.value("h"))
		case x.Local() == "pgMar":
			p.Top, p.Right, p.Bottom, p.Left = number(r.value("top")), number(r.value("right")), number(r.value("bottom")), number(r.value("left"))
		}
		x.Skip()
	}
	if p != (Page{}) {
		r.doc.Pages = append(r.doc.Pages, p)
	}
}
