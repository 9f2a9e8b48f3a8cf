package wml

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// The text of a paragraph, part by part, and how runs are cut to put something between them.

// textPiece is a stretch of text in a run: the characters of one w:t, a tab or a break.
type textPiece struct {
	text  string
	at    int // offset in the text of the paragraph
	from  int // of the element that holds the text, in the paragraph's XML
	to    int
	run   *textRun
	empty bool // an element that stands for one character, such as w:tab
}

// textRun is a w:r. Content begins behind its properties.
type textRun struct {
	from, content, end, to int    // "<w:r>", behind w:rPr, "</w:r>", behind it
	props                  string // the w:rPr element
	ins                    string // the start tag of the insertion around the run, "" for none
}

// read finds the parts in the paragraph's XML.
func (p *annotated) read(prefix string, styles *styleTable) {
	p.pieces, p.text = nil, ""
	known := opc.Names{URI: names.URI, Prefix: map[string]opc.Namespace{strings.TrimSuffix(prefix, ":"): nsW}}
	x := opc.NewScanner(p.xml, known)
	w := &annotatedWalk{p: p, x: x, styles: styles}
	if x.Next() {
		w.inside(1, "")
	}
	for _, m := range w.marks {
		if !slices.Contains(p.marks, m) {
			p.marks = append(p.marks[:len(p.marks):len(p.marks)], m)
		}
	}
	p.text = w.text.String()
}

// annotatedWalk reads the parts of text of one paragraph.
type annotatedWalk struct {
	p      *annotated
	x      *opc.Scanner
	styles *styleTable
	marks  []string
	text   strings.Builder
	fields int // open fields: their text is computed
}

// run reads a w:r that is in an insertion, "" for none.
func (w *annotatedWalk) run(ins string) {
	x := w.x
	r := &textRun{ins: ins}
	r.from, r.content = x.Span()
	for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
		if !x.Opened() {
			continue
		}
		from, _ := x.Span()
		var piece textPiece
		switch {
		case x.Space() != nsW:
		case x.Local() == "rPr":
			x.Skip()
			_, r.content = x.Span()
			r.props = w.p.xml[from:r.content]
			continue
		case x.Local() == "t":
			piece.text = x.Text()
		case x.Local() == "tab":
			piece.text, piece.empty = "\t", true
		case x.Local() == "cr", x.Local() == "br":
			if kind, _ := x.Value("type"); kind == "" || kind == "textWrapping" {
				piece.text, piece.empty = "\n", true
			}
		case x.Local() == "fldChar":
			switch kind, _ := x.Value("fldCharType"); kind {
			case "begin":
				w.fields++
			case "end":
				w.fields = max(0, w.fields-1)
			}
		}
		if x.Local() != "t" || x.Space() != nsW {
			x.Skip()
		}
		if _, to := x.Span(); piece.text != "" && w.fields == 0 {
			piece.at, piece.from, piece.to, piece.run = w.text.Len(), from, to, r
			w.text.WriteString(piece.text)
			w.p.pieces = append(w.p.pieces, piece)
		}
	}
	r.end, r.to = x.Span()
}

// inside reads what lies below a depth.
func (w *annotatedWalk) inside(depth int, ins string) {
	x := w.x
	for x.Next() && x.Depth() >= depth {
		if !x.Opened() {
			continue
		}
		if x.Space() != nsW {
			x.Skip()
			continue
		}
		from, to := x.Span()
		switch x.Local() {
		case "r":
			w.run(ins)
		case "ins", "moveTo":
			w.inside(x.Depth(), w.p.xml[from:to])
		case "hyperlink", "smartTag", "sdt", "sdtContent", "customXml", "dir", "bdo":
			w.inside(x.Depth(), ins)
		case "bookmarkStart":
			name, _ := x.Value("name")
			w.marks = append(w.marks, name)
			x.Skip()
		case "pPr":
			for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
				if x.Opened() && x.Local() == "pStyle" && x.Space() == nsW {
					id, _ := x.Value("val")
					w.p.style = w.styles.canonical(id)
				}
			}
		default: // deletions, fields, equations, what we do not know
			x.Skip()
		}
	}
}

// look returns the w:rPr of the text at an offset, for text that is put there.
func (p *annotated) look(offset int) string {
	props := ""
	for i := range p.pieces {
		if i > 0 && p.pieces[i].at > offset {
			break
		}
		props = p.pieces[i].run.props
	}
	if strings.Contains(props, "rPrChange") || strings.Contains(props, ":ins ") || strings.Contains(props, ":del ") {
		return ""
	}
	return props
}

// end returns where markup goes that stands behind all text: before the paragraph's end tag. A paragraph
// that is an empty element is opened.
func (p *annotated) end(prefix string) int {
	if head, ok := strings.CutSuffix(p.xml, "/>"); ok && strings.Count(p.xml, "<") == 1 {
		p.xml = head + "></" + prefix + "p>"
	}
	return strings.LastIndex(p.xml, "</")
}

// mark puts markup of no width at an offset of the text.
func (p *annotated) mark(prefix string, offset int, xml string) string {
	for i := range p.pieces {
		t := &p.pieces[i]
		if offset <= t.at { // before the first run that has text from here on
			if t.run.content <= t.from && p.firstOf(i) {
				return p.xml[:t.run.from] + xml + p.xml[t.run.from:]
			}
			return p.cut(prefix, i, 0, xml)
		}
		if offset < t.at+len(t.text) {
			return p.cut(prefix, i, offset-t.at, xml)
		}
	}
	if n := len(p.pieces); n > 0 && offset > 0 {
		r := p.pieces[n-1].run
		return p.xml[:r.to] + xml + p.xml[r.to:]
	}
	at := p.end(prefix)
	return p.xml[:at] + xml + p.xml[at:]
}

// firstOf reports whether part i is the first thing in its run.
func (p *annotated) firstOf(i int) bool {
	return p.pieces[i].from == p.pieces[i].run.content
}

// cut divides the run of part i at an offset into the part, with markup between the halves.
func (p *annotated) cut(prefix string, i, offset int, xml string) string {
	t := &p.pieces[i]
	r := t.run
	left, right := p.xml[r.content:t.from], p.xml[t.from:r.end]
	if offset > 0 {
		left += element(prefix, "t", t.text[:offset])
		right = element(prefix, "t", t.text[offset:]) + p.xml[t.to:r.end]
	}
	return p.xml[:r.from] + wrapRun(prefix, r.props, left) + xml + wrapRun(prefix, r.props, right) + p.xml[r.to:]
}

func wrapRun(prefix, props, content string) string {
	if content == "" {
		return ""
	}
	return "<" + prefix + "r>" + props + content + "</" + prefix + "r>"
}

func element(prefix, name, text string) string {
	b := NewBuilder(nil)
	b.characters(prefix, name, text)
	return string(b.buf)
}

// change deletes the text [from, to) under the start tag del, and puts ins behind it.
func (p *annotated) change(prefix string, from, to int, del, ins string) string {
	if del == "" {
		return p.insert(prefix, from, ins)
	}
	var b strings.Builder
	done := 0
	placed := ins == ""
	for i := 0; i < len(p.pieces); {
		r := p.pieces[i].run
		n := i
		for n < len(p.pieces) && p.pieces[n].run == r {
			n++
		}
		last := &p.pieces[n-1]
		if last.at+len(last.text) <= from || p.pieces[i].at >= to {
			i = n
			continue
		}
		b.WriteString(p.xml[done:r.from])
		before, middle, after := p.shares(prefix, p.pieces[i:n], from, to)
		b.WriteString(wrapRun(prefix, r.props, before))
		if middle != "" {
			b.WriteString(del + wrapRun(prefix, r.props, middle) + "</" + prefix + "del>")
		}
		rest := wrapRun(prefix, r.props, after)
		done = r.to
		if !placed && last.at+len(last.text) >= to {
			placed = true
			text, skip := p.outsideOf(r, ins, rest)
			b.WriteString(text)
			done += skip
		} else {
			b.WriteString(rest)
		}
		i = n
	}
	b.WriteString(p.xml[done:])
	return b.String()
}

// shares divides the content of a run: what stays before, what is deleted, what stays behind.
func (p *annotated) shares(prefix string, pieces []textPiece, from, to int) (before, middle, after string) {
	r := pieces[0].run
	done := r.content
	put := func(at int, xml string) { // what is no text goes with the text at its side
		switch {
		case at <= from:
			before += xml
		case at < to:
			middle += xml
		default:
			after += xml
		}
	}
	for i := range pieces {
		t := &pieces[i]
		put(t.at, p.xml[done:t.from])
		done = t.to
		if t.empty && t.at >= from && t.at < to {
			middle += p.xml[t.from:t.to]
			continue
		}
		a, b := min(max(from-t.at, 0), len(t.text)), min(max(to-t.at, 0), len(t.text))
		if a == len(t.text) || b == 0 { // whole, as it was written
			if b == 0 {
				after += p.xml[t.from:t.to]
			} else {
				before += p.xml[t.from:t.to]
			}
			continue
		}
		before += element(prefix, "t", t.text[:a])
		middle += element(prefix, "delText", t.text[a:b])
		after += element(prefix, "t", t.text[b:])
	}
	put(pieces[len(pieces)-1].at+len(pieces[len(pieces)-1].text), p.xml[done:r.end])
	return before, middle, after
}

// outsideOf puts an insertion behind a run without nesting it in the insertion around the run, which
// Word does not write: that one is closed before it, and opened again for what follows. skip is how
// much of the text behind the run was used.
func (p *annotated) outsideOf(r *textRun, ins, rest string) (text string, skip int) {
	if r.ins == "" {
		return ins + rest, 0
	}
	name, _, _ := strings.Cut(strings.TrimRight(r.ins[1:], ">"), " ")
	end := "</" + name + ">"
	if rest == "" && strings.HasPrefix(p.xml[r.to:], end) {
		return end + ins, len(end)
	}
	return end + ins + r.ins + rest, 0
}

// insert puts an insertion at an offset: behind the text before it, so that it takes part in that
// text's line and formatting.
func (p *annotated) insert(prefix string, offset int, ins string) string {
	for i := range p.pieces {
		t := &p.pieces[i]
		if offset > t.at+len(t.text) || offset == t.at+len(t.text) && i+1 < len(p.pieces) && p.pieces[i+1].run == t.run {
			continue
		}
		r := t.run
		if offset == 0 {
			if r.ins == "" {
				return p.mark(prefix, 0, ins)
			}
			if at := strings.LastIndex(p.xml[:r.from], r.ins); at >= 0 && at+len(r.ins) == r.from {
				return p.xml[:at] + ins + p.xml[at:]
			}
		}
		before, after := p.sharesOf(prefix, i, offset-t.at)
		text, skip := p.outsideOf(r, ins, wrapRun(prefix, r.props, after))
		return p.xml[:r.from] + wrapRun(prefix, r.props, before) + text + p.xml[r.to+skip:]
	}
	at := p.end(prefix)
	return p.xml[:at] + ins + p.xml[at:]
}

// sharesOf divides the content of the run of part i at an offset into the part.
func (p *annotated) sharesOf(prefix string, i, offset int) (before, after string) {
	t := &p.pieces[i]
	r := t.run
	switch {
	case offset >= len(t.text):
		return p.xml[r.content:t.to], p.xml[t.to:r.end]
	case offset == 0:
		return p.xml[r.content:t.from], p.xml[t.from:r.end]
	}
	return p.xml[r.content:t.from] + element(prefix, "t", t.text[:offset]), element(prefix, "t", t.text[offset:]) + p.xml[t.to:r.end]
}
