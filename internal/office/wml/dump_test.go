package wml

import (
	"fmt"
	"strconv"
	"strings"
)

// Dump shows a document as text, one line per paragraph, for golden files and for people who look
// for a fault. It is no format: nothing reads it.
//
//	Heading1 [n_intro_1a2b3c4d] | Introduction{fn 1}
//	- framed | +new + -old - text with *bold*
//
// In front of the bar stand style, list, frame, alignment and bookmarks; behind it the runs: look as
// *bold*, /italic/, `code`, _underlined_, ~struck~, links as <target|text>, fields as
// {instruction|result}, controls as [tag|text], comment ranges as «0 … 0», tracked changes as
// {+…+} and {-…-}, tabs as → and line breaks as ↵.
func Dump(d *Document) string {
	w := dumper{}
	for _, s := range d.Stories {
		w.line("## " + s.Part)
		w.blocks(s.Blocks)
	}
	for _, c := range d.Comments {
		state := ""
		if c.Resolved != nil {
			state = " resolved=" + strconv.FormatBool(*c.Resolved)
		}
		if c.Parent != "" {
			state += " parent=" + c.Parent
		}
		w.line(fmt.Sprintf("## comment %s %q %s%s", c.ID, c.Author, c.Date, state))
		w.blocks(c.Blocks)
	}
	for _, n := range d.Footnotes {
		w.line("## footnote " + n.ID)
		w.blocks(n.Blocks)
	}
	for _, n := range d.Endnotes {
		w.line("## endnote " + n.ID)
		w.blocks(n.Blocks)
	}
	for _, c := range d.Controls {
		w.line("## control " + control(c))
	}
	for _, v := range d.Bound {
		w.line(fmt.Sprintf("## bound %s=%q", v.ID, v.Value))
	}
	return w.b.String()
}

type dumper struct {
	b      strings.Builder
	indent int
}

func (w *dumper) line(s string) {
	w.b.WriteString(strings.Repeat("  ", w.indent))
	w.b.WriteString(strings.TrimRight(s, " "))
	w.b.WriteByte('\n')
}

func (w *dumper) blocks(blocks []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *Paragraph:
			w.line(dumpParagraph(b))
		case *Table:
			head := "table " + b.Style
			if b.FormatChange {
				head += " reformatted"
			}
			w.line(head)
			w.indent++
			for _, row := range b.Rows {
				head := "row"
				if row.Header {
					head += " header"
				}
				w.line(head + change(row.Ins, row.Del))
				w.indent++
				for _, cell := range row.Cells {
					head := "cell"
					if cell.Span > 1 {
						head += fmt.Sprintf(" span=%d", cell.Span)
					}
					if cell.Merged {
						head += " merged"
					}
					w.line(head + change(cell.Ins, cell.Del))
					w.indent++
					w.blocks(cell.Blocks)
					w.indent--
				}
				w.indent--
			}
			w.indent--
		}
	}
}

func change(ins, del *Revision) string {
	s := ""
	if ins != nil {
		s += " inserted"
	}
	if del != nil {
		s += " deleted"
	}
	return s
}

func dumpParagraph(p *Paragraph) string {
	var b strings.Builder
	if b.WriteString(p.Style); p.Style == "" {
		b.WriteByte('-')
	}
	switch p.List {
	case Bullet:
		fmt.Fprintf(&b, " bullet%d", p.Level)
	case Number:
		fmt.Fprintf(&b, " number%d.%d", p.NumID, p.Level)
	}
	if p.Framed {
		b.WriteString(" framed")
	}
	if p.Align != "" {
		b.WriteString(" " + p.Align)
	}
	if p.SectionBreak {
		b.WriteString(" section")
	}
	if p.FormatChange {
		b.WriteString(" reformatted")
	}
	if s := change(p.MarkIns, p.MarkDel); s != "" {
		b.WriteString(" mark" + s)
	}
	names := ""
	for _, m := range p.Points {
		if m.Kind == BookmarkStart {
			names += " " + m.Name
		}
	}
	if names != "" {
		b.WriteString(" [" + names[1:] + "]")
	}
	b.WriteString(" | ")
	at := 0
	for i := range p.Runs {
		at = dumpPoints(&b, p.Points, at, i)
		b.WriteString(dumpRun(&p.Runs[i]))
	}
	dumpPoints(&b, p.Points, at, len(p.Runs))
	return b.String()
}

// dumpPoints writes the comment ranges that begin or end before a run.
func dumpPoints(b *strings.Builder, points []Point, from, run int) int {
	for ; from < len(points) && points[from].At <= run; from++ {
		switch points[from].Kind {
		case CommentStart:
			b.WriteString("«" + points[from].ID)
		case CommentEnd:
			b.WriteString(points[from].ID + "»")
		}
	}
	return from
}

func dumpRun(r *Run) string {
	s := strings.NewReplacer("\t", "→", "\n", "↵").Replace(r.Text)
	switch r.Kind {
	case Field:
		s = "{" + r.Field().Instr + "|" + s + "}"
	case Math:
		s = "$" + s + "$"
	case Picture:
		s = "[img " + r.Image().Name + "|" + r.Image().Alt + "]"
	case Input:
		name := r.Control().Tag
		if name == "" && r.Control().Binding != nil {
			name = r.Control().Binding.XPath
		}
		s = "[" + name + "|" + s + "]"
	case NoteMark:
		s = "{fn " + r.Note().ID + "}"
		if r.Note().Endnote {
			s = "{en " + r.Note().ID + "}"
		}
	case CommentMark:
		s = "{c " + r.Ref() + "}"
	case PageBreak:
		s = "{page}"
	case Opaque:
		s = "{opaque " + r.Text + "|" + r.Ref() + "}"
	}
	for _, m := range [...]struct {
		style Style
		mark  string
	}{{Code, "`"}, {Bold, "*"}, {Italic, "/"}, {Strike, "~"}, {Underline, "_"}, {Superscript, "^"}, {Subscript, ","}} {
		if r.Style&m.style != 0 {
			s = m.mark + s + m.mark
		}
	}
	if r.Link != nil {
		target := r.Link.URL
		if target == "" {
			target = "#" + r.Link.Anchor
		}
		s = "<" + target + "|" + s + ">"
	}
	if r.Del != nil {
		s = "{-" + s + "-}"
	}
	if r.Ins != nil {
		s = "{+" + s + "+}"
	}
	return s
}

func control(c *Control) string {
	kind := [...]string{PlainText: "text", CheckBox: "checkbox", DropDown: "dropdown", Date: "date", RichText: "rich"}[c.Kind]
	s := fmt.Sprintf("%s %s tag=%q alias=%q text=%q", c.Part, kind, c.Tag, c.Alias, c.Text)
	if c.Checked != nil {
		s += fmt.Sprintf(" checked=%v", *c.Checked)
	}
	if c.FullDate != "" {
		s += " date=" + c.FullDate
	}
	if c.Lock != "" {
		s += " lock=" + c.Lock
	}
	for _, it := range c.Items {
		s += fmt.Sprintf(" %q=%q", it.Value, it.Label)
	}
	if c.Binding != nil {
		s += " bound=" + c.Binding.XPath
	}
	return s
}
