package redline

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// paragraphs writes paragraphs that became others: one that was edited, or several when it was split or joined.
func (w *writer) paragraphs(b *strings.Builder, was, now []*block) error {
	p, err := w.r.paras(was)
	if err != nil {
		return err
	}
	q, err := w.r.paras(now)
	if err != nil {
		return err
	}
	// The last marks are one: what stands behind them stays apart.
	list := endComments(append(w.r.diff(p[:len(p)-1], q[:len(q)-1]), change{op: same, a: &p[len(p)-1], b: &q[len(q)-1]}))
	from := 0
	for n, c := range list {
		if cmpAtom(c).mark != nil {
			w.paragraph(b, list[from:n], c)
			from = n + 1
		}
	}
	return nil
}

// endComments returns changes in which comments of the older side that end before paragraphs which came in do not end behind these.
func endComments(list []change) []change {
	first, marks := -1, false // of what came in directly before: where it begins, and whether a paragraph ends in it
	for n, c := range list {
		switch {
		case c.op == come:
			if first < 0 {
				first = n
			}
			marks = marks || c.b.mark != nil
			continue
		case c.op == same && marks:
			ahead, behind := ending(c.a.marks)
			if len(ahead) == 0 {
				break
			}
			a, b := *c.a, *list[first].b
			a.marks, b.marks = behind, append(ahead, b.marks...)
			list[n].a, list[first].b = &a, &b
		}
		first, marks = -1, false
	}
	return list
}

// ending returns the marks of comments whose ranges end where these stand and begin before them, and the other marks.
func ending(list []*etree.Element) (ends, others []*etree.Element) {
	is := map[string]string{} // the ids of comments → which of their marks stands first
	for _, m := range list {
		if id := attr(marked(m), "id"); ofComment(m) && is[id] == "" {
			is[id] = m.Tag
		}
	}
	for _, m := range list {
		if ofComment(m) && is[attr(marked(m), "id")] == "commentRangeEnd" {
			ends = append(ends, m)
		} else {
			others = append(others, m)
		}
	}
	return ends, others
}

// paras returns the atoms of paragraphs.
func (r *rules) paras(list []*block) (out []atom, err error) {
	for _, x := range list {
		e, err := x.element()
		if err != nil {
			return nil, err
		}
		p, err := r.para(e)
		if err != nil {
			return nil, err
		}
		if len(list) == 1 {
			return p.atoms, nil
		}
		out = append(out, p.atoms...)
	}
	return out, nil
}

// paragraph writes a paragraph with its mark.
func (w *writer) paragraph(b *strings.Builder, list []change, mark change) {
	var text strings.Builder
	w.inline(&text, list)
	for _, a := range []*atom{mark.a, mark.b} {
		if a != nil {
			putAll(&text, a.marks)
		}
	}
	w.as(mark.step())
	switch mark.op {
	case gone:
		b.WriteString("<w:p>")
		w.endOf(b, "del", mark.a.mark.ppr)
		w.note(only(list, gone, "delete", "merge"), "", "")
	case come:
		b.WriteString("<w:p>")
		w.endOf(b, "ins", mark.b.mark.ppr)
		w.note(only(list, come, "insert", "split"), "", "")
	default:
		openTag(b, mark.a.mark.el, "w:p", false)
		w.as(lookOf(mark.b.mark.el))
		w.keptEnd(b, mark.a.mark.ppr, mark.b.mark.ppr, list)
		if w.part == "" && w.depth == 1 {
			b.WriteString(w.references())
		}
		if len(list) > 0 || w.r.base(mark.a.mark.ppr) == w.r.base(mark.b.mark.ppr) {
			w.touched()
		}
	}
	b.WriteString(text.String())
	b.WriteString("</w:p>")
}

// only returns the first name when all of a list has one fate, else the second.
func only(list []change, fate op, whole, part string) string {
	for _, c := range list {
		if c.op != fate {
			return part
		}
	}
	return whole
}

// endOf writes the properties of a paragraph whose mark comes or goes.
func (w *writer) endOf(b *strings.Builder, tag string, ppr *etree.Element) {
	b.WriteString("<w:pPr>")
	putProperties(b, ppr, "rPr", "sectPr", "pPrChange")
	w.markProperties(b, "<w:"+tag+w.revision()+"/>", child(ppr, "rPr"))
	if s := child(ppr, "sectPr"); s != nil {
		put(b, s, false)
	}
	b.WriteString("</w:pPr>")
}

// base returns what counts of the properties of a paragraph itself.
func (r *rules) base(ppr *etree.Element) string {
	var b strings.Builder
	b.WriteString("<w:pPr>")
	putProperties(&b, ppr, "rPr", "sectPr", "pPrChange")
	b.WriteString("</w:pPr>")
	return r.text(b.String())
}

// keptEnd writes the properties of a paragraph that stays, with what has changed of them. list is what became of its text.
func (w *writer) keptEnd(b *strings.Builder, was, now *etree.Element, list []change) {
	if was == nil && now == nil {
		return
	}
	var s strings.Builder
	edited := w.r.base(was) != w.r.base(now)
	from := was
	if edited || w.r.rendered {
		from = now
	}
	putProperties(&s, from, "rPr", "sectPr", "pPrChange")
	w.keptMark(&s, child(was, "rPr"), child(now, "rPr"))
	if sect := child(was, "sectPr"); sect != nil {
		w.section(&s, sect, child(now, "sectPr"))
	}
	if edited {
		s.WriteString("<w:pPrChange" + w.revision() + "><w:pPr>")
		putProperties(&s, was, "rPr", "sectPr", "pPrChange")
		s.WriteString("</w:pPr></w:pPrChange>")
		w.touched()
		w.note("format", "", strings.TrimSpace(textOf(slices.DeleteFunc(slices.Clone(list), func(c change) bool { return c.op == gone }))))
	}
	if s.Len() > 0 {
		b.WriteString("<w:pPr>" + s.String() + "</w:pPr>")
	}
}

// keptMark writes the properties of a mark that stays. Those of a mark show nothing but in lists; they make no entry in the report.
func (w *writer) keptMark(b *strings.Builder, was, now *etree.Element) {
	if w.r.shape(was) == w.r.shape(now) || w.r.noFormatting {
		if was != nil && len(was.ChildElements()) > 0 {
			put(b, was, false)
		}
		return
	}
	pending := len(w.pending)
	w.formatted(b, was, now)
	w.pending = w.pending[:pending]
}

// section writes the settings of a section, with what has changed of them. Word tracks all but the headers and footers.
func (w *writer) section(b *strings.Builder, was, now *etree.Element) {
	if now == nil || w.r.text(markup(was)) == w.r.text(markup(now)) {
		put(b, was, false)
		return
	}
	openTag(b, was, "w:sectPr", false)
	for c := range was.ChildElementsSeq() {
		if is(c, "headerReference") || is(c, "footerReference") {
			put(b, c, false)
		}
	}
	putProperties(b, now, "headerReference", "footerReference", "sectPrChange")
	b.WriteString("<w:sectPrChange" + w.revision() + "><w:sectPr>")
	putProperties(b, was, "headerReference", "footerReference", "sectPrChange")
	b.WriteString("</w:sectPr></w:sectPrChange></w:sectPr>")
	w.touched()
	w.note("section", "", "")
	w.touched()
}
