package ingest

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/nomadocx/nomadocx/noma"
)

// list writes a list. A block that no item of Noma has interrupts the list, which goes on behind it with the next number.
func (w *writer) list(n *ast.List, colons int) string {
	l := listWriter{w: w, colons: colons}
	l.items(n, 0)
	l.flush()
	return strings.Join(l.out, "\n\n")
}

type listWriter struct {
	w      *writer
	colons int
	out    []string // finished blocks
	lines  []string // the list that is being written
	open   []above  // the items that the next one can be inside of
}

// above is an item with its depth in the Markdown, and the column of its text.
type above struct{ depth, column int }

func (l *listWriter) flush() {
	if len(l.lines) > 0 {
		l.out = append(l.out, strings.Join(l.lines, "\n"))
		l.lines, l.open = nil, nil
	}
}

func (l *listWriter) items(n *ast.List, depth int) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "- "
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + ". "
			number++
		}
		l.item(item, marker, depth)
	}
}

// item writes the first paragraph of an item behind its marker and everything else below. The number of an item without text is
// the text of a bullet.
func (l *listWriter) item(item ast.Node, marker string, depth int) {
	child := item.FirstChild()
	text := ""
	if child != nil && isParagraph(child) {
		text = l.w.inline(child, oneLine)
		if !hasBox(child) {
			text = noma.EscapeBox(text)
		}
		child = child.NextSibling()
	}
	if text == "" && marker != "- " {
		marker, text = "- ", strings.TrimSpace(marker)
	}
	if text != "" {
		for len(l.open) > 0 && l.open[len(l.open)-1].depth >= depth {
			l.open = l.open[:len(l.open)-1]
		}
		column := 0
		if len(l.open) > 0 {
			column = l.open[len(l.open)-1].column
		}
		l.lines = append(l.lines, strings.TrimRight(strings.Repeat(" ", column)+marker+text, " "))
		l.open = append(l.open, above{depth, column + len(marker)})
	}
	for ; child != nil; child = child.NextSibling() {
		if sub, ok := child.(*ast.List); ok {
			l.items(sub, depth+1)
			continue
		}
		if block := l.w.block(child, l.colons); block != "" && !(text != "" && l.within(block, depth)) {
			l.flush()
			l.out = append(l.out, block)
		}
	}
}

// within writes a block below the text of the open item of a depth, if there is one and Noma reads it there.
func (l *listWriter) within(block string, depth int) bool {
	for len(l.open) > 0 && l.open[len(l.open)-1].depth > depth {
		l.open = l.open[:len(l.open)-1]
	}
	if len(l.open) == 0 || l.open[len(l.open)-1].depth < depth {
		return false
	}
	blocks := nodes(block)
	for _, n := range blocks {
		switch n := n.(type) {
		case *noma.Paragraph, *noma.Code, *noma.Quote:
		case *noma.Table:
			if n.Caption != nil {
				return false
			}
		default:
			return false
		}
	}
	probe, ok := nodes("- x\n" + below(block, 2))[0].(*noma.List)
	if !ok || len(probe.Items) != 1 || !l.w.same(probe.Items[0].Children, blocks) {
		return false // such as a line that begins with a number
	}
	l.lines = append(l.lines, below(block, l.open[len(l.open)-1].column))
	return true
}

// below returns a block as it stands below an item's text: behind an empty line, and indented.
func below(block string, column int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(block, "\n") {
		b.WriteByte('\n')
		if line != "" {
			b.WriteString(strings.Repeat(" ", column) + line)
		}
	}
	return b.String()
}

// hasBox reports whether a paragraph begins with a check box.
func hasBox(n ast.Node) bool {
	_, ok := n.FirstChild().(*extast.TaskCheckBox)
	return ok
}
