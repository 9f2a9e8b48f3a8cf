package noma

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// These are the laws every tree obeys, whatever the text. Properties, fuzz targets and tables all
// end here; a broken law is returned as an error.

func checkTree(d *Document) error {
	if err := checkNesting(d, nil, 0); err != nil {
		return err
	}
	if err := checkLines(d); err != nil {
		return err
	}
	cr := strings.Contains(d.File.Text, "\r")
	seen := map[string]bool{}
	for n := range Walk(d) {
		if err := checkText(d.File, n, cr); err != nil {
			return fmt.Errorf("%T at line %d: %w", n, n.At().Line, err)
		}
		id := n.At().ID
		if id == "" {
			continue
		}
		first, ok := d.ByID(id)
		if !ok || first.At().ID != id || !seen[id] && first != n {
			return fmt.Errorf("ByID(%q) is not the first node with that id", id)
		}
		seen[id] = true
		for _, a := range n.At().Aliases {
			if _, ok := d.Block(a); !ok {
				return fmt.Errorf("alias %q leads nowhere", a)
			}
		}
	}
	return nil
}

// checkNesting: lines and spans agree, children lie within their parent one after the other, and know
// their place.
func checkNesting(n, parent Node, index int) error {
	b := n.At()
	if b.Parent != parent || b.Index != index {
		return fmt.Errorf("%T at line %d does not know its parent or index", n, b.Line)
	}
	kids := n.Kids()
	for i, k := range kids {
		kb := k.At()
		if !b.Span.Contains(kb.Span) {
			return fmt.Errorf("%T %v is not within %T %v", k, kb.Span, n, b.Span)
		}
		if i > 0 && kids[i-1].At().EndLine >= kb.Line {
			return fmt.Errorf("%T at line %d starts before its sibling ends in line %d", k, kb.Line, kids[i-1].At().EndLine)
		}
		if err := checkNesting(k, n, i); err != nil {
			return err
		}
	}
	return nil
}

// checkLines: every line that is not blank belongs to exactly one block.
func checkLines(d *Document) error {
	f := d.File
	owners := make([]int, f.Lines()+2)
	own := func(from, to int) {
		for line := from; line <= to; line++ {
			owners[line]++
		}
	}
	first := 1
	if len(d.Children) == 0 || d.Children[0].At().Line > 1 {
		// Frontmatter without content leaves its two fences and a blank line to no node.
		for first <= min(3, f.Lines()) && (isFrontmatterFence(f.LineSpan(first).Of(f.Text)) || isBlank(f.LineSpan(first).Of(f.Text))) {
			first++
		}
	}
	for n := range Walk(d) {
		b := n.At()
		if _, ok := n.(*Document); !ok {
			if want := (source.Span{Start: f.LineSpan(b.Line).Start, End: f.LineSpan(b.EndLine).End}); b.Span != want {
				return fmt.Errorf("%T at line %d has span %v, its lines %v", n, b.Line, b.Span, want)
			}
		}
		switch n := n.(type) {
		case *Document, *List:
		case *Section:
			own(b.Line, b.Line)
			if n.LastLine < b.Line || n.LastLine > b.EndLine {
				return fmt.Errorf("section at line %d ends in %d, its content in %d", b.Line, b.EndLine, n.LastLine)
			}
		case *Directive:
			if n.Unfenced() {
				continue // its lines are those of its paragraph
			}
			own(b.Line, b.Line)
			if !n.Closer.Empty() {
				own(b.EndLine, b.EndLine)
			}
		case *ListItem: // the blocks in it have lines of their own
			own(b.Line, f.Position(n.Content.All().End).Line)
		default:
			own(b.Line, b.EndLine)
		}
	}
	comment := make([]bool, f.Lines()+2)
	for _, c := range d.Comments {
		for line := f.Line(c.Start); line <= f.Line(c.End); line++ {
			comment[line] = true
		}
	}
	for line := first; line <= f.Lines(); line++ {
		blank := isBlank(f.LineSpan(line).Of(f.Text)) || comment[line] && owners[line] == 0
		if owners[line] > 1 || owners[line] == 0 && !blank {
			return fmt.Errorf("line %d (%q) belongs to %d blocks", line, f.LineSpan(line).Of(f.Text), owners[line])
		}
	}
	return nil
}

// checkText: what the tree shows is what stands at the span it names. cr says that the file has
// carriage returns, so that a text of several lines is not one stretch of it.
func checkText(f *source.File, n Node, cr bool) error {
	same := func(what, want string, at source.Span) error {
		if got := at.Of(f.Text); got != want {
			return fmt.Errorf("%s is %q, at its span stands %q", what, want, got)
		}
		return nil
	}
	lines := func(what string, t Text) error {
		if !t.Placed() {
			if t.S != "" {
				return fmt.Errorf("%s %q has no place", what, t.S)
			}
			return nil
		}
		if t.LinePrefix == "" && !cr {
			if err := same(what, t.S, t.All()); err != nil {
				return err
			}
		}
		at := 0
		for _, line := range strings.Split(t.S, "\n") {
			if err := same(what+" line", line, t.Span(at, at+len(line))); err != nil {
				return err
			}
			if part := t.Slice(at, at+len(line)); part.S != line || part.Offset(0) != t.Offset(at) {
				return fmt.Errorf("%s: slice at %d is %q", what, at, part.S)
			}
			at += len(line) + 1
		}
		return nil
	}
	attrs := func(block source.Span, list []Attr) error {
		end := block.Start
		for _, a := range list {
			if a.Key == "numbered" && a.Span.Empty() {
				continue // an equation in a paragraph has it without saying so
			}
			if !block.Contains(a.Span) || a.Span.Start < end || !a.Span.Contains(a.ValueSpan) {
				return fmt.Errorf("attribute %s is out of place", a.Key)
			}
			end = a.Span.End
			if !strings.HasPrefix(a.Span.Of(f.Text), a.Key) {
				return fmt.Errorf("attribute %s stands at %q", a.Key, a.Span.Of(f.Text))
			}
			if err := same("value of "+a.Key, a.Value.Raw, a.ValueSpan); err != nil {
				return err
			}
			if a.Quote != 0 && (f.Text[a.ValueSpan.Start-1] != a.Quote || f.Text[a.ValueSpan.End] != a.Quote) {
				return fmt.Errorf("value of %s is not in quotes %c", a.Key, a.Quote)
			}
		}
		return nil
	}
	switch n := n.(type) {
	case *Section:
		if err := lines("title", n.Title); err != nil {
			return err
		}
		return attrs(n.AttrSpan, n.Attrs)
	case *Paragraph:
		return lines("content", n.Content)
	case *Code:
		return lines("content", n.Content)
	case *Quote:
		return lines("content", n.Content)
	case *ListItem:
		if n.Marker.Start != n.Span.Start || n.Marker.End != n.BoxSpan.Start || n.BoxSpan.End != n.Content.Offset(0) {
			return fmt.Errorf("marker %v does not reach to the content", n.Marker)
		}
		return lines("content", n.Content)
	case *Table:
		for _, row := range append([][]Cell{n.Header}, n.Rows...) {
			if len(row) != len(n.Align) {
				return fmt.Errorf("a row has %d cells for %d columns", len(row), len(n.Align))
			}
			for _, c := range row {
				if err := same("cell", c.Text, c.Span); err != nil {
					return err
				}
			}
		}
	case *Directive:
		name := n.Name
		if n.Marked() {
			name = "[^" + n.ID + "]"
		} else if n.Unfenced() {
			name = Display
		}
		if err := same("name", name, n.NameSpan); err != nil {
			return err
		}
		if err := lines("body", n.RawBody); err != nil {
			return err
		}
		if n.HasBody && n.Body != n.Children[0].(*Paragraph).Content.S {
			return fmt.Errorf("body %q is not its paragraph", n.Body)
		}
		if n.Marked() {
			return same("id", n.ID, n.Attrs[0].ValueSpan)
		}
		return attrs(n.AttrSpan, n.Attrs)
	}
	return nil
}

// checkInline: the nodes tile s from start to end, and so do the children of each between its markers.
func checkInline(s string, nodes []Inline, start, end int) error {
	at := start
	for i, n := range nodes {
		if n.Start != at || n.End <= n.Start || n.Open < n.Start || n.Close < n.Open || n.End < n.Close {
			return fmt.Errorf("node %d (%+v) does not continue at %d", i, n, at)
		}
		at = n.End
		switch n.Kind {
		case InlineText:
			escape := n.End-n.Start == 2 && n.Text == s[n.Start+1:n.End]
			if n.Text != s[n.Start:n.End] && !escape {
				return fmt.Errorf("text %q stands for %q", n.Text, s[n.Start:n.End])
			}
			if i > 0 && !escape && nodes[i-1].Kind == InlineText && nodes[i-1].Text == s[nodes[i-1].Start:nodes[i-1].End] {
				return fmt.Errorf("two text nodes meet at %d", n.Start)
			}
		case InlineCode, InlineMath:
			if n.Text == "" || n.Text != s[n.Open:n.Close] {
				return fmt.Errorf("verbatim text %q stands for %q", n.Text, s[n.Open:n.Close])
			}
		case InlineStrong, InlineEmph, InlineStrongEmph, InlineLink, InlineSpan:
			if len(n.Children) == 0 {
				return fmt.Errorf("%+v is empty", n)
			}
			if err := checkInline(s, n.Children, n.Open, n.Close); err != nil {
				return err
			}
		case InlineWiki:
			if n.Target == "" || n.Text == "" && n.Target != "#" {
				return fmt.Errorf("wikilink %+v shows or means nothing", n)
			}
		case InlinePicture:
			if n.Target == "" || n.TargetSpan().Of(s) != n.Target || s[n.Close+2+len(n.Target)+1:n.End] != n.Attrs {
				return fmt.Errorf("picture %+v does not stand for %q", n, s[n.Start:n.End])
			}
		case InlineBreak, InlineSoftBreak:
			if s[n.End-1] != '\n' {
				return fmt.Errorf("break %q does not end in a line feed", s[n.Start:n.End])
			}
		}
	}
	if at != end {
		return fmt.Errorf("nodes reach to %d of %d", at, end)
	}
	return nil
}

// checkInlineOf: the inline nodes of a block's text tile it, and their places lead back to the
// source: what a reader sees of a text node stands where its span says.
func checkInlineOf(f *source.File, n Node) error {
	var t Text
	switch n := n.(type) {
	case *Section:
		t = n.Title
	case *Paragraph:
		t = n.Content
	case *Quote:
		t = n.Content
	case *ListItem:
		t = n.Content
	default:
		return nil
	}
	nodes := ParseInline(t.S)
	if err := checkInline(t.S, nodes, 0, len(t.S)); err != nil {
		return err
	}
	return checkPlaces(f, t, nodes)
}

func checkPlaces(f *source.File, t Text, nodes []Inline) error {
	at := -1
	for _, n := range nodes {
		span := t.Span(n.Start, n.End)
		if span.Start < at {
			return fmt.Errorf("%+v stands at %v, before its sibling", n, span)
		}
		at = span.End
		if n.Kind == InlineText && n.End-n.Start == len(n.Text) && span.Of(f.Text) != n.Text {
			return fmt.Errorf("text %q stands at %q", n.Text, span.Of(f.Text))
		}
		if err := checkPlaces(f, t, n.Children); err != nil {
			return err
		}
	}
	return nil
}
