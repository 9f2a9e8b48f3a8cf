package wml

import "strings"

// picture reads a w:drawing (ECMA-376 §17.3.3.9) or a w:pict (§17.3.3.21). A picture becomes a run
// with its name and alternative text. Text boxes are kept as opaque runs with their text: the
// document we sent had none, so what stands in one is new and must be told, but has no place in the
// flow of the text.
func (r *reader) picture() {
	x := r.x
	img := &Image{}
	named, drawn, boxes := false, false, false
	for depth := x.Depth(); r.in(depth); {
		switch {
		case x.Local() == "txbxContent":
			boxes = true
			r.textBox()
		case x.Space() == nsDrawing && x.Local() == "extent" && img.Width == 0:
			img.Width, img.Height = number(r.value("cx")), number(r.value("cy"))
		case x.Local() == "blip", x.Local() == "svgBlip":
			if part := r.pictures[r.value("embed")]; part != "" && r.pkg.Has(part) {
				img.Sums = append(img.Sums, r.pkg.Checksum(part))
			}
		case x.Space() == nsDrawing && x.Local() == "docPr" && !named:
			// Of a group only the name of the whole counts.
			img.Name, img.Alt, named = r.kept("name"), r.kept("descr"), true
		case x.Local() == "chart" && x.Space() == nsOther && img.ChartKey == "":
			drawn = true
			r.chart(img)
		case x.Space() == nsPicture && x.Local() == "pic":
			drawn = true
		case x.Space() == nsVML && x.Local() == "imagedata":
			drawn = true
			if img.Name == "" {
				img.Name = r.kept("title")
			}
		case x.Space() == nsVML && !named && r.value("alt") != "":
			img.Alt, named = r.kept("alt"), true
		}
	}
	if drawn || !boxes {
		r.add(Run{Kind: Picture, Object: img})
	}
}

// textBox reads the content of a text box. Its marks and references move to the paragraph the box
// hangs on, so that a comment in it is not lost.
func (r *reader) textBox() {
	outer := *r
	r.para, r.fields, r.link, r.control = nil, fields{}, nil, nil
	blocks := r.blocks(nil)
	pending, choices := r.pending, r.choices
	last, moves, changes := outer.last, r.moves, r.changes
	*r = outer
	r.pending, r.choices, r.last, r.moves, r.changes = pending[:0], choices, last, moves, changes

	var text []string
	for p := range Paragraphs(blocks...) {
		if s := p.Text(Current); s != "" {
			text = append(text, s)
		}
	}
	r.add(Run{Kind: Opaque, Text: "txbxContent", Object: Ref(strings.Join(text, "\n"))})
	for p := range Paragraphs(blocks...) {
		for _, point := range p.Points {
			r.point(point)
		}
		for _, run := range p.Runs {
			if run.Kind == CommentMark || run.Kind == NoteMark {
				r.para.runs = append(r.para.runs, run)
			}
		}
	}
	for _, point := range pending {
		r.point(point)
	}
}
