package validate

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Repairs of paragraphs that are another block in Markdown.

// blockMend returns what a paragraph is written as, false when that is not known.
type blockMend func(text string) (lines string, ok bool)

// replaced puts other text in the place of all that a pattern finds.
func replaced(expression, with string) blockMend {
	find := pattern(expression)
	return func(text string) (string, bool) {
		lines := find().ReplaceAllString(text, with)
		return lines, lines != text
	}
}

// outermost is for blocks that stand in no other one: there they would need more colons.
func outermost(n noma.Node) bool {
	switch n.At().Parent.(type) {
	case *noma.Document, *noma.Section:
		return true
	}
	return false
}

// dedented takes the white space away that all lines of a list begin with.
func dedented(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	for i, l := range lines {
		if !strings.HasPrefix(l, indent) {
			return "", false
		}
		lines[i] = l[len(indent):]
	}
	return strings.Join(lines, "\n"), true
}

// numbered writes a list whose items all begin with "#." with numbers.
func numbered(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		rest, ok := strings.CutPrefix(l, "#. ")
		if !ok {
			return "", false
		}
		lines[i] = strconv.Itoa(i+1) + ". " + rest
	}
	return strings.Join(lines, "\n"), true
}

// barred writes lines behind bars as lines of a paragraph.
func barred(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(strings.TrimPrefix(l, "|"))
		if lines[i] == "" {
			return "", false
		}
	}
	return strings.Join(lines, "\\\n"), true
}

// withHyphens puts the row of hyphens below the head of a table whose rows have as many cells.
func withHyphens(text string) (string, bool) {
	head, rest, _ := strings.Cut(text, "\n")
	n := strings.Count(head, "|")
	for line := range strings.SplitSeq(rest, "\n") {
		if strings.Count(line, "|") != n || strings.ContainsAny(line, "\\`") {
			return "", false
		}
	}
	return head + "\n|" + strings.Repeat(" - |", n-1) + "\n" + rest, true
}

// underlined writes a heading that has a row of equals signs below it, and what follows as a paragraph.
func underlined(text string) (string, bool) {
	lines := strings.SplitN(text, "\n", 3)
	out := "# " + strings.TrimSpace(lines[0])
	if len(lines) > 2 {
		out += "\n\n" + lines[2]
	}
	return out, true
}

// equation writes an environment of LaTeX as a formula, with its label as the id.
func equation(text string) (string, bool) {
	m := environment.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	attrs, body := "", m[1]
	if l := label.FindStringSubmatch(body); l != nil && strings.Count(body, `\label`) == 1 {
		attrs, body = "{id="+noma.QuoteValue(l[1])+"}", strings.Replace(body, l[0], "", 1)
	}
	return "::math" + attrs + "\n" + strings.TrimSpace(body) + "\n::", true
}

var (
	environment  = regexp.MustCompile(`(?s)^\\begin\{equation\*?\}(.*)\\end\{equation\*?\}$`)
	label        = regexp.MustCompile(`\\label\{([\pL\d][\pL\d_.:-]*)\}`)
	pandocFigure = regexp.MustCompile(`^!\[([^\]\n]*)\]\(([^)\s]+)\)\{#([^\s}]+)([^}\n]*)\}$`)
)

// figure writes a picture with an id, which stands alone, as pandoc has it: its description is the caption, too.
func figure(text string) (string, bool) {
	m := pandocFigure.FindStringSubmatch(text)
	if m == nil || strings.ContainsAny(m[4], ".#") {
		return "", false
	}
	out := "::figure{id=" + noma.QuoteValue(m[3]) + " src=" + noma.QuoteValue(m[2])
	if words := noma.PlainText(noma.ParseInline(m[1])); words != "" {
		out += " alt=" + noma.QuoteValue(words) + " caption=" + noma.QuoteValue(words)
	}
	return out + strings.TrimRight(m[4], " ") + "}\n::", true
}

// mendBlock returns the operation that writes a paragraph as what it is in Markdown, nil for none.
func (c *checker) mendBlock(n noma.Node, t text, x notation) repair {
	return func() map[string]any {
		if x.block == nil {
			return nil
		}
		lines, ok := x.block(t.S)
		if !ok || !outermost(n) && (strings.HasPrefix(lines, "::") || strings.HasPrefix(lines, "#")) {
			return nil
		}
		return c.instead(t.Text, 0, len(t.S), lines)
	}
}

// joined returns the operation that puts the lines of a paragraph behind the item above it.
func (c *checker) joined(n noma.Node, t text) repair {
	return func() map[string]any {
		above := beside(n, -1).At()
		if c.doc.File == nil {
			return nil
		}
		text, item := "", itemMark.FindString(c.doc.File.LineSpan(above.EndLine).Of(c.doc.File.Text))
		for l := range strings.SplitSeq(t.S, "\n") {
			if strings.HasSuffix(text, "  ") || strings.HasSuffix(text, `\`) {
				return nil
			}
			// A number that stands before the text of the item above begins another item, as it does in Markdown.
			if mark := itemMark.FindString(l); mark != "" && len(mark)-len(strings.TrimLeft(mark, " \t")) < len(item) {
				text, item = text+"\n"+l, mark
				continue
			}
			text += " " + strings.TrimLeft(l, " \t")
		}
		if above.EndLine+1 != n.At().Line || !t.Placed() {
			return nil
		}
		end := c.doc.File.LineSpan(above.EndLine)
		if was := end.Of(c.doc.File.Text); strings.HasSuffix(was, "  ") || strings.HasSuffix(was, `\`) {
			return nil
		}
		return c.rewritten(source.Span{Start: end.End, End: t.All().End}, strings.TrimRight(text, " \t"))
	}
}

// footnoteOf returns the operation that makes one ::footnote of a note with its mark and the indented paragraphs from n on, behind it.
func (c *checker) footnoteOf(d *noma.Directive, n noma.Node) repair {
	return func() map[string]any {
		f := c.doc.File
		if f == nil {
			return nil
		}
		lines := func(from, to int) (out []string) {
			for l := from; l <= to; l++ {
				out = append(out, strings.TrimLeft(f.LineSpan(l).Of(f.Text), " \t"))
			}
			return out
		}
		text := lines(d.Line, d.EndLine)
		first, ok := strings.CutPrefix(text[0], "[^"+d.ID+"]:")
		if !ok {
			return nil
		}
		text[0] = strings.TrimSpace(first)
		end := d.EndLine
		for i := 0; ; i++ {
			p, ok := beside(n, i).(*noma.Paragraph)
			if !ok || strings.IndexByte(" \t", f.LineSpan(p.Line).Of(f.Text)[0]) < 0 {
				break
			}
			text = append(append(text, ""), lines(p.Line, p.EndLine)...)
			end = p.EndLine
		}
		block := "::footnote{id=\"" + d.ID + "\"}\n" + strings.Join(text, "\n") + "\n::"
		return c.rewritten(lineSpan(f, d.Line, end), block)
	}
}

// alert is the first line of a quote that GitHub shows as a panel.
var alert = regexp.MustCompile(`^\[!(?i:(note|tip|important|warning|caution))\][ \t]*(\n|$)`)

const asAlert = "is shown as it is typed; put ::note above the lines and :: below them, and leave out the >."

// panelled returns the operation that makes a panel of a quote that begins with a kind of panel.
func (c *checker) panelled(q *noma.Quote, kind string) repair {
	return func() map[string]any {
		f := c.doc.File
		if f == nil || !outermost(q) {
			return nil
		}
		name, tone, title := blocks.Panel(strings.ToLower(kind))
		if tone != "" {
			name += `{tone="` + tone + `" title="` + title + `"}`
		}
		lines := []string{"::" + name}
		for l := q.Line + 1; l <= q.EndLine; l++ {
			line, ok := strings.CutPrefix(f.LineSpan(l).Of(f.Text), ">")
			line = strings.TrimPrefix(line, " ")
			if !ok || strings.HasPrefix(line, "::") || strings.HasPrefix(line, "#") {
				return nil // not for the text of a panel
			}
			if line != "" || len(lines) > 1 {
				lines = append(lines, line)
			}
		}
		if len(lines) == 1 {
			return nil
		}
		return c.rewritten(lineSpan(f, q.Line, q.EndLine), strings.Join(append(lines, "::"), "\n"))
	}
}

// ruledOff returns the operation that makes a rule of an item that is the last of a list and one line.
func (c *checker) ruledOff(n *noma.ListItem) repair {
	return func() map[string]any {
		l, ok := n.Parent.(*noma.List)
		f := c.doc.File
		if !ok || f == nil || n.Line != n.EndLine || l.Items[len(l.Items)-1] != n || f.LineSpan(n.Line).Of(f.Text)[0] == ' ' {
			return nil
		}
		text := "---"
		if n.Line > 1 && strings.TrimSpace(f.LineSpan(n.Line-1).Of(f.Text)) != "" {
			text = "\n---" // else it would be read with the line above
		}
		if n.EndLine < f.Lines() && strings.TrimSpace(f.LineSpan(n.EndLine+1).Of(f.Text)) != "" {
			text += "\n"
		}
		return c.rewritten(f.LineSpan(n.Line), text)
	}
}

// itemMark is the blank, mark and blank before the text of an item.
var itemMark = regexp.MustCompile(`^[ \t]*([-*]|[0-9]{1,9}[.)])[ \t]+`)

// captionOf returns the table without a caption that stands above a paragraph (by is -1) or below it (1), nil when there is none. A table
// above that has such a paragraph above itself is not that of the one below.
func captionOf(n noma.Node, by int) *noma.Table {
	table, ok := beside(n, by).(*noma.Table)
	if !ok || table.Caption != nil {
		return nil
	}
	if p, ok := beside(n, -2).(*noma.Paragraph); ok && by < 0 && captionText(p.Content.S) {
		return nil
	}
	return table
}

func captionText(s string) bool { return strings.HasPrefix(s, "Table: ") || strings.HasPrefix(s, ": ") }

// captioned returns the operation that puts a caption directly below the table above or below it.
func (c *checker) captioned(n noma.Node, t text) repair {
	return func() map[string]any {
		f := c.doc.File
		if f == nil || strings.Contains(t.S, "\n") || !t.Placed() {
			return nil
		}
		text := "\nTable: " + strings.TrimPrefix(strings.TrimPrefix(t.S, "Table: "), ": ")
		if table := captionOf(n, -1); table != nil {
			return c.rewritten(source.Span{Start: f.LineSpan(table.EndLine).End, End: t.All().End}, text)
		}
		if table := captionOf(n, 1); table != nil {
			rows := lineSpan(f, table.Line, table.EndLine)
			return c.rewritten(source.Span{Start: t.All().Start, End: rows.End}, rows.Of(f.Text)+text)
		}
		return nil
	}
}

// headed returns the operation that makes a heading of a paragraph with a rule below it.
func (c *checker) headed(n noma.Node, t text) repair {
	return func() map[string]any {
		if !t.Placed() || c.doc.File == nil || !outermost(n) {
			return nil
		}
		return c.rewritten(source.Span{Start: t.All().Start, End: beside(n, 1).At().Span.End}, "## "+t.S)
	}
}

// definition is a line that says which address a label stands for.
var definition = regexp.MustCompile(`(?m)^\[([^\]\n^][^\]\n]*)\]:[ \t]+<?([^\s>"']+)>?[ \t]*$`)

// definitions returns the addresses that labels stand for, by the labels in small letters.
func (c *checker) definitions() map[string]string {
	if c.labels == nil {
		c.labels = map[string]string{}
		for _, n := range c.prose {
			if p, ok := n.(*noma.Paragraph); ok && strings.HasPrefix(p.Content.S, "[") {
				for _, m := range definition.FindAllStringSubmatch(p.Content.S, -1) {
					if label := strings.ToLower(m[1]); c.labels[label] == "" {
						c.labels[label] = m[2]
					}
				}
			}
		}
	}
	return c.labels
}

// undefined returns the operation that takes out the lines that say which addresses labels stand for, once no link names one.
func (c *checker) undefined(n noma.Node, t text) repair {
	return func() map[string]any {
		if rest := definition.ReplaceAllString(t.S, ""); strings.TrimSpace(rest) != "" || !t.Placed() || c.doc.File == nil {
			return nil
		}
		for _, m := range definition.FindAllStringSubmatch(t.S, -1) {
			if named(c.doc.File.Text, m[1]) {
				return nil
			}
		}
		f, last := c.doc.File, n.At().EndLine
		if last < f.Lines() && strings.TrimSpace(f.LineSpan(last+1).Of(f.Text)) == "" {
			last++
		}
		return c.rewritten(source.Span{Start: n.At().Span.Start, End: f.NextLine(last)}, "")
	}
}

// named reports whether a text has a label in brackets where it may be that of a link.
func named(text, label string) bool {
	text, label = strings.ToLower(text), "["+strings.ToLower(label)+"]"
	for {
		_, rest, ok := strings.Cut(text, label)
		if !ok {
			return false
		}
		if rest == "" || rest[0] != '(' && rest[0] != ':' {
			return true
		}
		text = rest
	}
}
