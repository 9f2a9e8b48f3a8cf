package ingest

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// list writes a list. A Noma list is flat, and an item is one line. A list that needs more becomes
// bullets: items inside it begin with a dash for each level, a number is written as text, and a block
// that is no item interrupts the list.
func (w *writer) list(n *ast.List, colons int) string {
	l := listWriter{w: w, colons: colons, plain: isFlat(n)}
	l.items(n, 0)
	l.flush()
	return strings.Join(l.out, "\n\n")
}

// isFlat reports whether every item is at most one paragraph; in an ordered list, exactly one, or the
// numbers behind it would change.
func isFlat(n *ast.List) bool {
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		switch {
		case item.ChildCount() > 1, item.ChildCount() == 0 && n.IsOrdered():
			return false
		case item.ChildCount() == 1 && !isParagraph(item.FirstChild()):
			return false
		}
	}
	return true
}

type listWriter struct {
	w      *writer
	colons int
	plain  bool
	out    []string // finished blocks
	lines  []string // the list that is being written
}

func (l *listWriter) flush() {
	if len(l.lines) > 0 {
		l.out = append(l.out, strings.Join(l.lines, "\n"))
		l.lines = nil
	}
}

func (l *listWriter) items(n *ast.List, depth int) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "- "
		switch {
		case l.plain && n.IsOrdered():
			marker = strconv.Itoa(number) + ". "
		case n.IsOrdered():
			marker += strings.Repeat("– ", depth) + strconv.Itoa(number) + ". "
		default:
			marker += strings.Repeat("– ", depth)
		}
		number++
		l.item(item, marker, n.IsOrdered() && !l.plain, depth)
	}
}

// item writes the first paragraph of an item behind its marker and everything else below.
func (l *listWriter) item(item ast.Node, marker string, numbered bool, depth int) {
	child := item.FirstChild()
	text := ""
	if child != nil && isParagraph(child) {
		text = l.w.inline(child, oneLine)
		child = child.NextSibling()
	}
	if text != "" || numbered {
		l.lines = append(l.lines, strings.TrimRight(marker+text, " "))
	}
	for ; child != nil; child = child.NextSibling() {
		if sub, ok := child.(*ast.List); ok {
			l.items(sub, depth+1)
			continue
		}
		if text := l.w.block(child, l.colons); text != "" {
			l.flush()
			l.out = append(l.out, text)
		}
	}
}
