package noma

import "strings"

// Notes whose text stands at their mark: ^[text], as in pandoc. A text has inline markup but no notes, and its brackets come in pairs
// or are escaped. Where a caret before it has raised the words up to here, as in x^2^[3], the caret closes them.

// InPlace reports whether a node is a note with its text, ^[text].
func (n *Inline) InPlace() bool { return n.Kind == InlineNote && n.Target == "" }

// HasInlineNotes reports whether a text may have notes ^[text].
func HasInlineNotes(s string) bool { return strings.Contains(s, "^[") }

// inlineNote reads ^[text].
func (p *inlineScanner) inlineNote(i int) (Inline, bool) {
	if !p.startsNote(i) || p.raised > 0 && p.s[i-1] != '[' && !p.blankBetween(p.raised, i) {
		return Inline{}, false
	}
	end := p.closing(i + 1)
	n := Inline{Kind: InlineNote, Start: i, End: end + 1, Open: i + 2, Close: end, Text: p.s[i : end+1]}
	c := p.context
	c.noted = true
	n.Children = parseInline(p.s[:end], i+2, c, p.room)
	return n, true
}

// startsNote reports whether ^[text] begins at a caret.
func (p *inlineScanner) startsNote(i int) bool {
	if p.noted || p.label || !strings.HasPrefix(p.s[i:], "^[") || noteMark(p.s[i+1:]) > 0 {
		return false
	}
	end := p.closing(i + 1)
	return end > 0 && TrimSpace(p.s[i+2:end]) != ""
}

// closing returns where the bracket at i is closed, 0 for nowhere: brackets in code and behind a backslash do not count, and none is closed
// behind a blank line. All of a text are paired when the first is asked for.
func (p *inlineScanner) closing(i int) int {
	if p.noteEnds == nil {
		p.noteEnds = map[int]int{}
		var open []int
		for j := i; j < len(p.s); {
			switch p.s[j] {
			case '\\':
				if j++; j < len(p.s) && isPunct(p.s[j]) {
					j++
				}
				continue
			case '`':
				_, j, _ = CodeSpan(p.s, j)
				continue
			case '\n':
				if k := j + 1 + leadingBlanks(p.s[j+1:]); k < len(p.s) && p.s[k] == '\n' {
					open = open[:0]
				}
			case '[':
				open = append(open, j)
			case ']':
				if n := len(open); n > 0 {
					if at := open[n-1]; at > 0 && p.s[at-1] == '^' {
						p.noteEnds[at] = j
					}
					open = open[:n-1]
				}
			}
			j++
		}
	}
	return p.noteEnds[i]
}

// raise notes a caret that raises the words behind it, or closes those before it.
func (p *inlineScanner) raise(d delimiter) {
	open := p.raised > 0 && !p.blankBetween(p.raised, d.pos)
	switch p.raised = 0; {
	case open && d.canClose:
	case d.canOpen:
		p.raised = d.pos + 1
	}
}

// blankBetween reports whether there is white space in a part of the text.
func (p *inlineScanner) blankBetween(from, to int) bool {
	return strings.ContainsAny(p.s[from:to], " \t\n")
}

// WithoutNotes returns a text without notes ^[text], for a place that repeats it.
func WithoutNotes(s string) string {
	if !HasInlineNotes(s) {
		return s
	}
	var b strings.Builder
	at := 0
	var visit func([]Inline)
	visit = func(nodes []Inline) {
		for i := range nodes {
			if n := &nodes[i]; n.InPlace() {
				b.WriteString(s[at:n.Start])
				at = n.End
			} else {
				visit(n.Children)
			}
		}
	}
	visit(ParseInline(s))
	return b.String() + s[at:]
}

// TitleSlug derives the id of a section from its title, as [Slugify] does, without the notes ^[text] in it.
func TitleSlug(title string) string { return Slugify(WithoutNotes(title)) }
