package ingest

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/nomadocx/nomadocx/noma"
)

// table writes a pipe table. One of a single column has no separator row that Noma knows, so it
// becomes a ::table directive.
func (w *writer) table(n *extast.Table, colons int) string {
	var rows []string
	caption, attrs := "", ""
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		if caption, attrs = w.captionRow(n, row); caption != "" {
			break
		}
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
		if caption != "" {
			attrs += ` caption=` + noma.QuoteValue(caption)
		}
		attrs = noma.TrimSpace(attrs + " header")
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
	out := strings.Join(append([]string{rows[0], separator}, rows[1:]...), "\n")
	if caption != "" {
		out += "\n" + captionLine(caption, attrs)
	}
	return out
}

// captionRow returns the caption of a table in the line below it, which is a row to Markdown; "" for none.
func (w *writer) captionRow(n *extast.Table, row ast.Node) (caption, attrs string) {
	if row != n.LastChild() || row == n.FirstChild() || row.FirstChild() == nil {
		return "", ""
	}
	line, _, _ := bytes.Cut(w.src[row.Pos():], []byte("\n"))
	if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("Table:")) || bytes.IndexByte(line, '|') >= 0 {
		return "", ""
	}
	text := strings.TrimPrefix(w.inline(row.FirstChild(), oneLine), "Table:")
	return splitAttrs(noma.TrimSpace(text))
}

// captionBelow returns the caption in the paragraph below a table, as in pandoc; "" for none.
func (w *writer) captionBelow(n ast.Node) string {
	t, ok := n.PreviousSibling().(*extast.Table)
	if _, paragraph := n.(*ast.Paragraph); !ok || !paragraph || len(t.Alignments) == 1 {
		return ""
	}
	text := w.inline(n, oneLine)
	caption, ok := strings.CutPrefix(text, "Table:")
	if !ok {
		if caption, ok = strings.CutPrefix(text, ": "); !ok {
			return ""
		}
	}
	if last, _ := w.captionRow(t, t.LastChild()); last != "" || noma.TrimSpace(caption) == "" {
		return ""
	}
	return captionLine(splitAttrs(noma.TrimSpace(caption)))
}

func captionLine(caption, attrs string) string {
	if attrs != "" {
		attrs = " {" + attrs + "}"
	}
	return "Table: " + caption + attrs
}

// quote writes a block quote. Noma shows the lines of a quote as text, so what is inside stays in a
// form that can be read as such: Markdown.
func (w *writer) quote(n ast.Node) string {
	from := len(w.written)
	body := w.quoted(n)
	if !w.shows(body, w.written[from:]) && !w.careful {
		w.careful = true
		body = w.quoted(n)
		w.careful = false
	}
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

// shows reports whether a reader of a text sees all that was written into it, in order. To Noma a quote
// is one text: a mark in one paragraph can find its partner in the next.
func (w *writer) shows(text string, parts []string) bool {
	var b strings.Builder
	for _, g := range settled(w.glyphs(nil, text, noma.ParseInline(text), 0, "")) {
		if g.s&dangling != 0 {
			return false
		}
		if g.r != ' ' {
			b.WriteRune(g.r)
		}
	}
	rest := b.String()
	for _, part := range parts {
		part = strings.ReplaceAll(part, " ", "")
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return true
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

// quotedList returns a list within a quote, as Markdown.
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
