package wml

import (
	"slices"
	"strings"
)

// picture reads a w:drawing (ECMA-376 §17.3.3.9), a w:pict (§17.3.3.21), or an embedded object (w:object,
// §17.3.3.19). A picture becomes a run with its name and alternative text. Text boxes are kept as opaque runs
// with their text: the document we sent had none, so what stands in one is new and must be reported, but has
// no place in the flow of the text. So is an object.
func (r *reader) picture(object bool) {
	x := r.x
	img := &Image{}
	var words wordList
	named, drawn, boxes := false, false, false
	for depth := x.Depth(); r.in(depth); {
		switch space, local := x.Space(), x.Local(); {
		case local == "txbxContent":
			boxes = true
			r.textBox()
		case space == nsDrawing && local == "extent" && img.Width == 0:
			img.Width, img.Height = number(r.value("cx")), number(r.value("cy"))
		case local == "blip", local == "svgBlip":
			if part := r.pictures[r.value("embed")]; part != "" && r.pkg.Has(part) {
				img.Sums = append(img.Sums, r.pkg.Checksum(part))
			}
		case space == nsDrawing && local == "docPr" && !named:
			// Of a group only the name of the whole counts.
			img.Name, img.Alt, named = r.kept("name"), r.kept("descr"), true
			words.add(r.value("title"))
		case local == "chart" && space == nsOther && img.ChartKey == "":
			drawn = true
			r.chart(img)
			words.add(r.shapesOn(r.charts[r.value("id")]))
		case local == "chart", local == "relIds": // a chart of a newer kind; a diagram (§21.4.2.20)
			drawn = true
			words.add(r.wordsOf(r.charts[r.value("id")]))
			words.add(r.wordsOf(r.charts[r.value("dm")]))
		case space == nsPicture && local == "pic":
			drawn = true
		case local == "cNvPr", local == "docPr":
			if descr := r.value("descr"); !pathOfPicture(descr) {
				words.add(descr)
			}
			words.add(r.value("title"))
		case local == "t" && (space == nsKnown || space == nsM): // of DrawingML (§21.1.2.3.11), or an equation in it
			words.add(x.Text())
		case space == nsVML && local == "imagedata":
			drawn = true
			if img.Name == "" {
				img.Name = r.kept("title")
			}
		case space == nsVML:
			if alt := r.value("alt"); alt != "" && !named {
				img.Alt, named = r.texts.copy(alt), true
			} else {
				words.add(alt)
			}
			words.add(r.value("title"))
			if local == "textpath" { // WordArt (part 4, §19.1.2.23)
				words.add(r.value("string"))
			}
		}
	}
	words.list = slices.DeleteFunc(words.list, func(w string) bool { return w == strings.TrimSpace(img.Alt) })
	img.Words = r.texts.copy(words.String())
	said := strings.TrimSpace(img.Alt + "\n" + img.Words)
	switch {
	case object:
		r.opaque("object", said)
	case drawn:
		r.add(Run{Kind: Picture, Object: img})
	case !boxes || said != "":
		r.opaque("drawing", said)
	}
}

// pathOfPicture reports whether a description is where a file stands in a package, which pandoc writes.
func pathOfPicture(s string) bool {
	return strings.HasPrefix(s, "media/") && strings.LastIndexByte(s, '.') > len("media/") && !strings.ContainsAny(s, " \t\n")
}

// wordList collects words of a drawing, each text once: a shape in a group repeats what the group says.
type wordList struct {
	list  []string
	bytes int
}

func (w *wordList) add(s string) {
	if s = strings.TrimSpace(s); s == "" || w.bytes > maxControlText {
		return
	}
	for _, known := range w.list[max(0, len(w.list)-64):] { // bounded: a hostile drawing has a million
		if known == s {
			return
		}
	}
	w.bytes += len(s)
	w.list = append(w.list, strings.Clone(s))
}

func (w *wordList) String() string { return strings.Join(w.list, "\n") }

// textBox reads the content of a text box. Its marks and references move to the paragraph the box
// is anchored in, so that a comment in it is not lost; so does what stands apart in it.
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
		if s := boxText(p); s != "" {
			text = append(text, s)
		}
	}
	for t := range Tables(blocks...) {
		text = append(text, strings.TrimSpace(t.Title+"\n"+t.Description))
	}
	r.opaque("txbxContent", strings.Join(text, "\n"))
	for p := range Paragraphs(blocks...) {
		for _, point := range p.Points {
			r.point(point)
		}
		for _, run := range p.Runs {
			switch run.Kind {
			case CommentMark, NoteMark, Opaque:
				r.para.runs = append(r.para.runs, run)
			case Field:
				if run.Text == "" && !run.Computed() { // it shows nothing, such as an index entry
					r.opaque("field", run.Field().Instr)
				}
			case Picture:
				if words := strings.TrimSpace(run.Image().Alt + "\n" + run.Image().Says()); words != "" {
					r.opaque("picture", words)
				}
			}
		}
	}
	for _, point := range pending {
		r.point(point)
	}
}

// boxText returns the text of a paragraph in a text box, both sides of what is proposed there, and equations as they are written. What
// fields compute is not of the box; words typed over a page number are.
func boxText(p *Paragraph) string {
	var b strings.Builder
	for _, run := range p.RunsIn(All) {
		switch {
		case run.Kind == Math:
			b.WriteString("$" + run.Ref() + "$")
		case run.Computed() && !run.typedOver():
		case run.HasText():
			b.WriteString(run.Text)
		}
	}
	return b.String()
}
