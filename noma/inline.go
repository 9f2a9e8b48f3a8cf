package noma

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma/source"
)

// ParseInline reads the inline markup of a text. The nodes tile the text: each starts where the one
// before ends, and the children of a node tile the stretch between its markers.
//
// It takes two steps. The first goes once from left to right and finds what cannot be divided: code
// spans, links, wikilinks, math, escapes and line ends; at one place they are tried in this order,
// and the earliest wins. The second pairs the * and _, ~, ^ and == that lie outside of these (see emphasis.go, span.go).
// Whatever is neither stays text, and a mark behind a backslash does.
//
// The work is linear in the length of the text: a search for a closing marker either succeeds and
// is stepped over, or stops at the next opening one, or fails for good and is remembered.
func ParseInline(s string) []Inline {
	if s == "" {
		return nil
	}
	return parseInline(s, 0, context{}, nil)
}

// ParseCell is [ParseInline] for the text of a table cell, in which <br> is a line break.
func ParseCell(s string) []Inline {
	if s == "" {
		return nil
	}
	return parseInline(s, 0, context{cell: true}, nil)
}

// InlineParser is ParseInline for one text after the other, whose nodes are needed only until the next:
// it uses their memory again. The zero value is ready.
//
// With Known it finds references to sources too: those whose keys are all known.
type InlineParser struct {
	Known func(key string) bool

	nodes []Inline
}

// Parse parses inline markup. The nodes are good until the next call.
func (p *InlineParser) Parse(s string) []Inline { return p.parse(s, context{known: p.Known}) }

// Cell parses the text of a table cell, as [ParseCell].
func (p *InlineParser) Cell(s string) []Inline {
	return p.parse(s, context{cell: true, known: p.Known})
}

func (p *InlineParser) parse(s string, c context) []Inline {
	if s == "" {
		return nil
	}
	p.nodes = p.nodes[:0]
	return parseInline(s, 0, c, &p.nodes)
}

// Note parses the text of a note ^[text], which stands in a table cell or not.
func (p *InlineParser) Note(s string, inCell bool) []Inline {
	return p.parse(s, context{noted: true, cell: inCell, known: p.Known})
}

// context is where a text stands.
type context struct {
	label bool // a link's label: no links within, and \[ is always an escape
	noted bool // the text of a note: no notes and pictures within, and \[ is always an escape
	cell  bool // a table cell: <br> is a line break
	// known reports whether a key is that of a source; nil: there are no references to sources.
	known func(key string) bool
}

// special are the bytes at which something other than text can start.
var special = [256]bool{'`': true, '*': true, '_': true, '[': true, '$': true, '\\': true, '\n': true, '~': true, '^': true, '=': true, '<': true, '@': true, '!': true}

// inlineScanner is the state of the first step. Offsets are into s; the text is s[from:].
type inlineScanner struct {
	s    string
	from int
	room *[]Inline // see parseInline
	context

	atoms  []Inline
	delims []delimiter
	pairs  []pair
	// blanks counts the blank lines met; emphasis does not reach across one.
	blanks int

	noParen, noBracket, noDisplay bool        // no such closing marker is left
	noTarget                      int         // no link target that starts before this offset is closed
	labelScan                     source.Span // the last search for the end of a label
	literal                       int         // no @key before this offset is a reference
	raised                        int         // behind a caret that can still be closed; 0 for none
	noteEnds                      map[int]int // see closing; nil before the first `^[`
}

// parseInline parses s[from:]. The nodes lie in room, or in memory of their own when it is nil.
func parseInline(s string, from int, c context, room *[]Inline) []Inline {
	i := from
	for i < len(s) && !special[s[i]] {
		i++
	}
	if i == len(s) {
		return kept([]Inline{textNode(s, from, len(s))}, room)
	}
	p := scanners.Get().(*inlineScanner)
	*p = inlineScanner{s: s, from: from, context: c, room: room, atoms: p.atoms[:0], delims: p.delims[:0], pairs: p.pairs[:0]}
	for i < len(s) {
		i = p.step(i)
		for i < len(s) && !special[s[i]] {
			i++
		}
	}
	if len(p.delims) > 1 {
		p.pairs = pairDelimiters(p.s, p.pairs, p.delims)
	}
	b := treeBuilder{s: s, at: from, atoms: p.atoms, pairs: p.pairs, room: room}
	nodes := b.until(len(s), 0)
	if cap(p.atoms) <= 1024 && cap(p.delims) <= 1024 { // a monster's memory is given back
		clear(p.atoms) // do not keep texts alive
		p.s, p.room = "", nil
		scanners.Put(p)
	}
	return nodes
}

// scanners are kept for their slices: paragraphs are many and short.
var scanners = sync.Pool{New: func() any { return new(inlineScanner) }}

// kept returns a list of nodes that outlives nodes.
func kept(nodes []Inline, room *[]Inline) []Inline {
	if room == nil {
		return slices.Clone(nodes)
	}
	at := len(*room)
	*room = append(*room, nodes...)
	return (*room)[at:len(*room):len(*room)]
}

func textNode(s string, start, end int) Inline {
	return Inline{Kind: InlineText, Start: start, End: end, Open: start, Close: end, Text: s[start:end]}
}

// bracket reads what begins with a bracket.
func (p *inlineScanner) bracket(i int) (n Inline, ok bool) {
	if n, ok = p.link(i); ok {
		return n, ok
	}
	if n, ok = p.wikilink(i); ok {
		return n, ok
	}
	if n, ok = p.span(i); ok {
		return n, ok
	}
	if n, ok = p.note(i); ok && !p.noted {
		return n, ok
	}
	return p.cites(i)
}

// step examines the special byte at i and returns where to go on.
func (p *inlineScanner) step(i int) int {
	s := p.s
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch s[i] {
	case '`':
		content, end, ok := CodeSpan(s, i)
		if ok {
			p.atoms = append(p.atoms, Inline{Kind: InlineCode, Start: i, End: end, Open: content.Start, Close: content.End, Text: content.Of(s)})
		}
		return end
	case '[':
		if p.label {
			return i + 1
		}
		if n, ok := p.bracket(i); ok {
			p.atoms = append(p.atoms, n)
			return n.End
		}
	case '!':
		if next == '[' && !p.noted {
			if n, ok := p.picture(i); ok {
				p.atoms = append(p.atoms, n)
				return n.End
			}
		}
	case '@':
		if n, ok := p.names(i); ok {
			p.atoms = append(p.atoms, n)
			return n.End
		}
	case '$':
		return p.dollar(i)
	case '\\':
		switch {
		case next == '\n':
			return p.lineEnd(i, i+1, InlineBreak)
		case next == '(':
			if end := p.latex(i, `\)`, false, &p.noParen); end > i+1 {
				return end
			}
		case next == '[' && !p.label && !p.noted:
			if end := p.latex(i, `\]`, true, &p.noBracket); end > i+1 {
				return end
			}
		}
		if isPunct(next) {
			p.atoms = append(p.atoms, Inline{Kind: InlineText, Start: i, End: i + 2, Open: i + 1, Close: i + 2, Text: s[i+1 : i+2]})
			return i + 2
		}
	case '\n':
		start := i
		for start > p.atomEnd() && s[start-1] == ' ' {
			start--
		}
		if i-start >= 2 {
			return p.lineEnd(start, i, InlineBreak)
		}
		return p.lineEnd(i, i, InlineSoftBreak)
	case '<':
		if n := lineTag(s[i:]); n > 0 && p.cell {
			p.atoms = append(p.atoms, Inline{Kind: InlineBreak, Start: i, End: i + n, Open: i, Close: i + n})
			return i + n
		}
	case '*', '_':
		return p.delimiterRun(i)
	case '^':
		if n, ok := p.inlineNote(i); ok {
			p.atoms = append(p.atoms, n)
			return n.End
		}
		return p.spanRun(i)
	case '~', '=':
		return p.spanRun(i)
	}
	return i + 1
}

// lineTag returns the length of the <br>, <br/> or <br /> that s begins with, 0 for none.
func lineTag(s string) int {
	if len(s) < 4 || s[0] != '<' || s[1]|0x20 != 'b' || s[2]|0x20 != 'r' {
		return 0
	}
	n := 3
	if s[n] == ' ' && strings.HasPrefix(s[n+1:], "/") {
		n++
	}
	if s[n] == '/' {
		n++
	}
	if n < len(s) && s[n] == '>' {
		return n + 1
	}
	return 0
}

// atomEnd returns where the last indivisible node ends.
func (p *inlineScanner) atomEnd() int {
	if n := len(p.atoms); n > 0 {
		return p.atoms[n-1].End
	}
	return p.from
}

// leaf adds a node with equally long markers around verbatim text and returns its end.
func (p *inlineScanner) leaf(kind InlineKind, start, end, marker int) int {
	open, closing := start+marker, end-marker
	p.atoms = append(p.atoms, Inline{Kind: kind, Start: start, End: end, Open: open, Close: closing, Text: p.s[open:closing]})
	return end
}

// lineEnd adds a break from start to past the line feed at lf.
func (p *inlineScanner) lineEnd(start, lf int, kind InlineKind) int {
	end := lf + 1
	p.atoms = append(p.atoms, Inline{Kind: kind, Start: start, End: end, Open: start, Close: end})
	if i := end + leadingBlanks(p.s[end:]); i < len(p.s) && p.s[i] == '\n' {
		p.blanks++
	}
	return end
}

// leadingBlanks returns the number of spaces and tabs s starts with.
func leadingBlanks(s string) int {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// latex reads math between a two-byte opener at i and its closer.
func (p *inlineScanner) latex(i int, closer string, display bool, gone *bool) int {
	if *gone {
		return i + 1
	}
	j := strings.Index(p.s[i+2:], closer)
	if j < 0 {
		*gone = true
	}
	if j <= 0 {
		return i + 1
	}
	end := p.leaf(InlineMath, i, i+2+j+2, 2)
	p.atoms[len(p.atoms)-1].Display = display
	return end
}

// dollar reads $$…$$ and $…$. The single form resembles money, so its marks must touch the formula,
// no digit may follow, and it stays on one line: `$5 and $6` is text.
func (p *inlineScanner) dollar(i int) int {
	s := p.s
	if strings.HasPrefix(s[i:], "$$") {
		if end := p.latex(i, "$$", true, &p.noDisplay); end > i+1 {
			return end
		}
		return i + 2
	}
	j := i + 1
	for j < len(s) && s[j] != '$' && s[j] != '\n' {
		if s[j] == '\\' && j+1 < len(s) && s[j+1] == '$' {
			j++
		}
		j++
	}
	if j >= len(s) || s[j] != '$' {
		return i + 1
	}
	first, _ := utf8.DecodeRuneInString(s[i+1:])
	last, _ := utf8.DecodeLastRuneInString(s[:j])
	if j == i+1 || IsSpace(first) || IsSpace(last) || j+1 < len(s) && isDigit(s[j+1]) {
		return i + 1
	}
	return p.leaf(InlineMath, i, j+1, 1)
}

// PlainText returns what a reader sees of inline nodes: text without markers, math as LaTeX, a hard break
// as a line feed and a soft one as a space.
func PlainText(nodes []Inline) string {
	if len(nodes) == 1 && nodes[0].Kind == InlineText {
		return nodes[0].Text
	}
	var b strings.Builder
	appendPlain(&b, nodes)
	return b.String()
}

func appendPlain(b *strings.Builder, nodes []Inline) {
	for i := range nodes {
		switch n := &nodes[i]; n.Kind {
		case InlineBreak:
			b.WriteByte('\n')
		case InlineSoftBreak:
			b.WriteByte(' ')
		case InlineStrong, InlineEmph, InlineStrongEmph, InlineLink, InlineSpan:
			appendPlain(b, n.Children)
		case InlineNote:
			if !n.InPlace() {
				b.WriteString(n.Text)
			}
		default:
			b.WriteString(n.Text)
		}
	}
}
