package noma

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// noteMark returns the length of the mark `[^id]` of a note that s begins with, 0 for none. An id has no white space, brackets or carets.
func noteMark(s string) int {
	if len(s) < 4 || s[0] != '[' || s[1] != '^' {
		return 0
	}
	for i, r := range s[2:] {
		switch {
		case r == ']' && i > 0:
			return i + 3
		case r == '[' || r == ']' || r == '^' || r == '|' || r == '"' || r == '\'' || IsSpace(r):
			return 0
		}
	}
	return 0
}

// IsNoteID reports whether a mark in a sentence can name an id.
func IsNoteID(id string) bool { return noteMark("[^"+id+"]") == len(id)+3 }

// note reads the mark of a note.
func (p *inlineScanner) note(i int) (Inline, bool) {
	n := noteMark(p.s[i:])
	if n == 0 {
		return Inline{}, false
	}
	end := i + n
	return Inline{Kind: InlineNote, Start: i, End: end, Open: i + 2, Close: end - 1, Target: p.s[i+2 : end-1], Text: p.s[i:end]}, true
}

// noteText reads the beginning of a footnote's text, `[^id]: `: the length of the mark, and where the text begins.
func noteText(s string) (mark, text int, ok bool) {
	mark = noteMark(s)
	if mark == 0 || mark >= len(s) || s[mark] != ':' {
		return 0, 0, false
	}
	text = mark + 1 + leadingSpace(s[mark+1:])
	return mark, text, text > mark+1 && text < len(s)-trailingSpace(s[text:])
}

// footnote parses `[^id]: text` as the block that ::footnote{id="id"} is, without a fence. The text goes on as a paragraph does.
func (p *parser) footnote(line, end int) (next int) {
	next = line + 1
	for next < end && p.continues(next, end) {
		next++
	}
	n := p.directives.make()
	p.place(&n.Base, line, next-1)
	first := p.f.LineSpan(line)
	mark, text, _ := noteText(first.Of(p.text))
	id := source.Span{Start: first.Start + 2, End: first.Start + mark - 1}
	n.Name, n.ID = "footnote", id.Of(p.text)
	n.Opener = source.Span{Start: first.Start, End: first.Start + text}
	n.NameSpan = source.Span{Start: first.Start, End: first.Start + mark}
	n.AttrSpan = source.Span{Start: first.Start + mark, End: first.Start + mark}
	n.Closer = source.Span{Start: n.Span.End, End: n.Span.End}
	p.attrs = append(p.attrs[:0], Attr{Key: "id", Value: Value{Kind: String, Raw: n.ID}, Span: id, ValueSpan: id})
	n.Attrs = p.attrArena.copy(p.attrs)
	p.spans = append(p.spans[:0], source.Span{Start: first.Start + text, End: first.End})
	for l := line + 1; l < next; l++ {
		p.spans = append(p.spans, p.f.LineSpan(l))
	}
	p.unfenced(n, line, next)
	return next
}

// unfenced adds a block without a fence that takes the lines in [line, next): its body is p.spans, in one paragraph.
func (p *parser) unfenced(n *Directive, line, next int) {
	n.RawBody = LinesText(p.text, p.spans, "")
	only := p.paragraphs.make()
	p.place(&only.Base, line, next-1)
	only.Content = n.RawBody
	n.Children = p.nodeArena.copy([]Node{only})
	n.Body, n.HasBody = only.Content.S, true
	p.nodes = append(p.nodes, n)
}

// Marked reports whether a block is a footnote whose text is written `[^id]: text`, which has no fence and no attributes.
func (n *Directive) Marked() bool { return n.Unfenced() && n.Name == "footnote" }

// Unclosed reports whether a block lacks the closing line that it needs.
func (n *Directive) Unclosed() bool { return n.Fence > 0 && n.Closer.Empty() }

// NoteMarks lists the marks `[^id]` of notes in a text in order; Span is where the id stands. Those in code spans and math do not count.
func NoteMarks(s string) []WikiLink {
	if !strings.Contains(s, "[^") {
		return nil
	}
	return appendNoteMarks(nil, ParseInline(s))
}

func appendNoteMarks(marks []WikiLink, nodes []Inline) []WikiLink {
	for i := range nodes {
		if n := &nodes[i]; n.Kind == InlineNote && !n.InPlace() {
			marks = append(marks, WikiLink{n.Target, source.Span{Start: n.Open, End: n.Close}})
		}
		marks = appendNoteMarks(marks, nodes[i].Children)
	}
	return marks
}

// MarkedNotes returns the ids that marks in the texts, attributes and data of a document name.
func MarkedNotes(d *Document) map[string]bool {
	marked := map[string]bool{}
	add := func(text string) {
		for _, m := range NoteMarks(text) {
			marked[m.Target] = true
		}
	}
	for n := range Walk(d) {
		for t := range Texts(n) {
			add(t.S)
		}
		switch n := n.(type) {
		case *Frontmatter:
			add(n.Raw)
		case *Directive:
			for i := range n.Attrs {
				add(n.Attrs[i].Value.Raw)
			}
			if n.Is(Raw) {
				add(n.RawBody.S)
			}
		}
	}
	return marked
}

// WithoutNoteMarks returns a text without the marks of notes, for a place that repeats it.
func WithoutNoteMarks(s string) string {
	for _, m := range slices.Backward(NoteMarks(s)) {
		s = s[:m.Span.Start-len("[^")] + s[m.Span.End+len("]"):]
	}
	return s
}
