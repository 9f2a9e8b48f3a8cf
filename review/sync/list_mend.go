package reviewsync

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Lists whose items lost their further blocks.

// itemLine is a line that begins an item.
var itemLine = regexp.MustCompile(`^[ \t]*([-*]|[0-9]+[.)])[ \t]`)

// mend writes a list whose items have no further blocks any more, or its parts of which that is so, as such lists are written: each item on
// a line, and in a whole list no blank lines.
func (w *listWriter) mend() {
	emptied := w.emptied()
	if !emptied && !w.divided && !slices.ContainsFunc(w.list.Items, func(it *noma.ListItem) bool { return w.blocks[it].outside != nil }) {
		return
	}
	var own, others []source.Edit
	span := w.list.Span
	for _, e := range w.u.edits {
		if e.Span.Start >= w.list.Span.Start && e.Span.Start <= w.list.Span.End {
			own = append(own, e)
			span.End = max(span.End, e.Span.End)
		} else {
			others = append(others, e)
		}
	}
	now, err := applyWithin(w.text, span, own)
	blocks := noma.Snippet(now).Children
	if err != nil || len(blocks) < 2 {
		return
	}
	lines := slices.Collect(strings.Lines(now))
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], "\r\n")
	}
	if emptied {
		lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
		lines = joinLines(lines, func(i int) bool { return itemLine.MatchString(lines[i]) })
	} else if lost := linesLost(blocks); len(lost) > 0 {
		first := blocks[0].At().Line
		lines = joinLines(lines, func(i int) bool { return !lost[first+i] })
	} else {
		return
	}
	plain := strings.Join(lines, w.eol)
	if strings.HasSuffix(now, "\n") {
		plain += w.eol
	}
	if lines != nil && (!emptied || len(noma.Snippet(plain).Children) == 1) {
		w.u.edits = append(others, trimEdit(span, span.Of(w.text), plain))
		w.u.first = 0
	}
}

// joinLines returns lines of which those that begin nothing stand behind the one before them; nil when a line break would be lost.
func joinLines(lines []string, begins func(i int) bool) (out []string) {
	for i, line := range lines {
		switch {
		case i == 0, begins(i):
			out = append(out, line)
		case endsWithBreak(out[len(out)-1]):
			return nil
		default:
			out[len(out)-1] += " " + strings.TrimSpace(line)
		}
	}
	return out
}

// linesLost returns the numbers of lines below lists that are read as none of the items above them.
func linesLost(blocks []noma.Node) map[int]bool {
	lost := map[int]bool{}
	for i, n := range blocks[1:] {
		_, below := blocks[i].(*noma.List)
		if _, text := n.(*noma.Paragraph); below && text && n.At().Line == blocks[i].At().EndLine+1 {
			for line := n.At().Line; line <= n.At().EndLine; line++ {
				lost[line] = true
			}
		}
	}
	return lost
}

// endsWithBreak reports whether a line ends with a line break of the language, which is none within a line.
func endsWithBreak(line string) bool {
	return strings.HasSuffix(line, `\`) || strings.HasSuffix(line, "  ")
}

// emptied reports whether items of a list had further blocks, and none has any now.
func (w *listWriter) emptied() bool {
	had := false
	for _, it := range w.list.Items {
		for _, k := range it.Children {
			if had = true; !w.blocks[k].gone && w.blocks[k].item == nil {
				return false
			}
		}
		if w.blocks[it].item != nil || w.blocks[it].outside != nil {
			return false
		}
	}
	for _, added := range w.listEdits.after {
		for _, x := range added {
			if x.block || x.outside {
				return false
			}
		}
	}
	return had
}
