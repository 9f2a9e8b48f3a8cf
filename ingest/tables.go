package ingest

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// table writes a pipe table. One of a single column has no separator row that Noma knows, so it
// becomes a ::table directive.
func (w *writer) table(n *extast.Table, colons int) string {
	var rows []string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		line := "|"
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			line += " " + w.inline(cell, inCell) + " |"
		}
		rows = append(rows, line)
	}
	if len(rows) == 0 {
		return ""
	}
	if len(n.Alignments) == 1 {
		attrs := "header"
		if a := n.Alignments[0]; a != extast.AlignNone {
			attrs += ` align="` + a.String()[:1] + `"`
		}
		return directive("table", attrs, strings.Join(rows, "\n"), colons)
	}
	separator := "|"
	for _, a := range n.Alignments {
		switch a {
		case extast.AlignLeft:
			separator += " :--- |"
		case extast.AlignRight:
			separator += " ---: |"
		case extast.AlignCenter:
			separator += " :---: |"
		default:
			separator += " --- |"
		}
	}
	return strings.Join(append([]string{rows[0], separator}, rows[1:]...), "\n")
}

// quote writes a block quote. Noma shows the lines of a quote as text, so what is inside stays in a
// form that can be read as such: Markdown.
func (w *writer) quote(n ast.Node) string {
	body := w.quoted(n)
	if body == "" {
		return ""
	}
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight("> "+line, " ")
		if strings.HasSuffix(line, "  ") && i+1 < len(lines) {
			lines[i] += "  " // a hard line break
		}
	}
	return strings.Join(lines, "\n")
}

func (w *writer) quoted(n ast.Node) string {
	var out []string
	tight := false
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		text := ""
		switch c := c.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			text = w.inline(c, running)
		case *ast.Heading, *extast.DefinitionTerm:
			text = w.strong(w.inline(c, oneLine))
		case *ast.Blockquote:
			text = indent(w.quoted(c), "> ", "> ")
		case *ast.List:
			text, tight = w.quotedList(c), c.IsTight
		case *ast.ThematicBreak:
			text = "---"
		case *extast.Table:
			text = w.table(c, 2)
		case *ast.LinkReferenceDefinition:
			text = w.block(c, 2)
		default:
			if c.Type() == ast.TypeBlock && c.IsRaw() {
				text = w.lines(string(c.Lines().Value(w.src)))
			} else {
				text = w.quoted(c)
			}
		}
		if text != "" {
			out = append(out, text)
		}
	}
	if tight && n.Kind() == ast.KindListItem {
		return strings.Join(out, "\n")
	}
	return strings.Join(out, "\n\n")
}

// quotedList is a list within a quote, as Markdown.
func (w *writer) quotedList(n *ast.List) string {
	var out []string
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := string(n.Marker) + " "
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + string(n.Marker) + " "
			number++
		}
		out = append(out, indent(w.quoted(item), marker, strings.Repeat(" ", len(marker))))
	}
	return strings.Join(out, "\n")
}

// indent puts a marker before the first line and blanks before the others.
func indent(text, first, rest string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i == 0 {
			lines[i] = strings.TrimRight(first+line, " ")
		} else if line != "" || strings.TrimSpace(rest) != "" {
			lines[i] = strings.TrimRight(rest+line, " ")
		}
	}
	return strings.Join(lines, "\n")
}
