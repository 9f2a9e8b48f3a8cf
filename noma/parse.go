package noma

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Options of [Parse]; the zero value is right for text without a file.
type Options struct {
	// Filename becomes meta.filename, with slashes on every system, and its slug an alias of the first level-1 section.
	Filename string
	// Look ends the parse when it should not go on.
	Look halt.Look
}

// Parse reads a source text. There is no malformed body: what is not a construct is a paragraph, so
// the only error is frontmatter that is not YAML (a [*FrontmatterError] with the line). The list says
// where fences and attributes were mended, the first 200 places, in the order of the text (see
// diagnostics.go); rules about the meaning of a document are package validate's.
//
// Parse takes time linear in the text. Strings of the tree share the text's memory.
func Parse(f *source.File, opts Options) (*Document, diag.List, error) {
	d := &Document{File: f}
	p := &parser{f: f, text: f.Text, document: d, look: opts.Look, cr: strings.IndexByte(f.Text, '\r') >= 0, padding: freeCells + len(f.Text)}
	d.Line, d.EndLine = 1, max(1, f.Lines())
	if d.EndLine > 1 && f.LineSpan(d.EndLine).Empty() {
		d.EndLine-- // what follows the last line end is not a line
	}
	d.Span = source.Span{Start: 0, End: len(f.Text)}
	if opts.Filename != "" {
		d.Meta = Map{{"filename", filepath.ToSlash(opts.Filename)}}
	}
	first := 1
	fm, err := p.frontmatter()
	if err != nil {
		return nil, nil, err
	}
	if fm == nil {
		p.reportFrontmatter()
	} else {
		first = fm.EndLine + 1
		d.Meta = d.Meta.with(fm.Data)
		if fm.Raw != "" {
			p.nodes = append(p.nodes, fm)
		}
	}
	p.findClosers(first)
	p.blocks(first, f.Lines()+1, 0)
	p.closeSections(1, d.EndLine)
	d.Children = p.take(0)
	d.aliasRoot(opts.Filename)
	d.Reindex()
	return d, p.diagnostics, nil
}

// with returns the map with entries added, whose keys are distinct; a known key keeps its place. m is short.
func (m Map) with(entries Map) Map {
	out := append(make(Map, 0, len(m)+len(entries)), m...)
	for _, e := range entries {
		if i := slices.IndexFunc(m, func(known Entry) bool { return known.Key == e.Key }); i >= 0 {
			out[i].Value = e.Value
		} else {
			out = append(out, e)
		}
	}
	return out
}

// parser is the state of one Parse. It goes over the lines once; a range of lines is given as
// [from, end) and lines count from 1.
type parser struct {
	f        *source.File
	text     string
	document *Document
	look     halt.Look
	cr       bool // the text has carriage returns, so lines are not always joined by one byte

	// closers[n] are the lines outside code that consist of n colons, in order.
	closers  [maxFence + 1][]int
	comments comments
	hidden   []bool // the lines in code and comments, nil when nobody asks
	unclosed bool   // code or a comment is left open

	// nodes holds the blocks of all open containers, the innermost last; take cuts its tail off.
	nodes []Node
	open  []openSection // sections under construction, by rising level
	slugs slugs

	diagnostics diag.List
	broken      map[int]int // by their colons, the last lines that begin as a block does and open none

	padding int // how many cells may still be added to short table rows

	// Of a block in a list item: the column that its lines begin at, at least, and how many columns of them are no content.
	indent, strip int
	plainTo       int // the line up to which items are single lines

	attrs []Attr        // scratch
	spans []source.Span // scratch

	nodeArena  arena[Node]
	attrArena  arena[Attr]
	sections   slab[Section]
	paragraphs slab[Paragraph]
	directives slab[Directive]
	items      slab[ListItem]
	listed     []*ListItem // of the lists that are being read
}

// openSection is a section whose children are p.nodes[from:].
type openSection struct {
	*Section
	from int
}

func (p *parser) line(n int) string {
	if p.indent > 0 {
		return p.span(n).Of(p.text)
	}
	return p.f.LineSpan(n).Of(p.text)
}

// span returns the content of a line: in a list item it is indented, and a line that is not indented so far is none.
func (p *parser) span(n int) source.Span {
	s := p.f.LineSpan(n)
	if p.indent > 0 {
		return p.indented(s)
	}
	return s
}

// place sets the lines and the span of a node.
func (p *parser) place(b *Base, line, endLine int) {
	b.Line, b.EndLine = line, endLine
	b.Span = source.Span{Start: p.f.LineSpan(line).Start, End: p.f.LineSpan(endLine).End}
}

// content returns the text of the lines in [from, end), joined by LF.
func (p *parser) content(from, end int) Text {
	if from >= end {
		return Text{}
	}
	if !p.cr && p.indent == 0 {
		s := source.Span{Start: p.f.LineSpan(from).Start, End: p.f.LineSpan(end - 1).End}
		return NewText(s.Of(p.text), s.Start)
	}
	p.spans = p.spans[:0]
	for line := from; line < end; line++ {
		p.spans = append(p.spans, p.span(line))
	}
	return LinesText(p.text, p.spans, p.prefix(from))
}

// prefix returns what a further line of the block that a line is of begins with: the white space before that line in a list item.
func (p *parser) prefix(line int) string {
	if p.indent == 0 {
		return ""
	}
	s := p.f.LineSpan(line)
	return p.text[s.Start:p.span(line).Start]
}

// take removes the nodes from a mark on and returns them.
func (p *parser) take(from int) []Node {
	out := p.nodeArena.copy(p.nodes[from:])
	p.nodes = p.nodes[:from]
	return out
}

// findClosers notes the comments, and the lines that can close a directive. Code and comments hide them (Protocol §6.4). Whether a
// line is in code depends only on how many fences come before it: a directive's body holds an even
// number of them, because its closer was itself found outside code. So one pass serves all depths.
func (p *parser) findClosers(first int) {
	code := false
	for line, next := first, 0; line <= p.f.Lines(); line = next {
		span := p.f.LineSpan(line)
		next = line + 1
		if code {
			p.hide(line, next)
		}
		if span.Len() < 2 {
			continue
		}
		switch p.text[span.Start] {
		case '<':
			if !code {
				next = p.findComment(line)
			}
		case '`':
			if _, ok := codeFence(span.Of(p.text)); ok {
				code = !code
				p.hide(line, next)
			}
		case ':':
			if n := isCloser(span.Of(p.text)); !code && n > 0 && n <= maxFence {
				p.closers[n] = append(p.closers[n], line)
			}
		}
	}
	p.unclosed = p.unclosed || code
}

// closer returns the first line in [from, end) that closes a fence of n colons, 0 when there is none.
// Directives of one depth are met in document order, so closers that are passed are forgotten.
func (p *parser) closer(n, from, end int) int {
	list := p.closers[n]
	for len(list) > 0 && list[0] < from {
		list = list[1:]
	}
	p.closers[n] = list
	if len(list) == 0 || list[0] >= end {
		return 0
	}
	return list[0]
}

// slab makes nodes in batches, which saves most of the allocations of a parse.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) make() *T {
	if len(s.free) == 0 {
		s.size = min(max(8, s.size*2), 256)
		s.free = make([]T, s.size)
	}
	t := &s.free[0]
	s.free = s.free[1:]
	return t
}

// arena makes slices of known length in batches.
type arena[T any] struct {
	free []T
	size int
}

func (a *arena[T]) copy(from []T) []T {
	n := len(from)
	if n == 0 {
		return nil
	}
	if len(a.free) < n {
		a.size = min(max(16, a.size*2), 1024)
		a.free = make([]T, max(n, a.size))
	}
	out := a.free[:n:n]
	a.free = a.free[n:]
	copy(out, from)
	return out
}

// Snippet parses source that is part of a document, an empty document where that fails. A first line `---` would be
// frontmatter, so it is kept off line 1.
func Snippet(text string) *Document {
	d, _, err := Parse(source.NewFile("", "\n"+text), Options{})
	if err != nil {
		return &Document{}
	}
	return d
}
