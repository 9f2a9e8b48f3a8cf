package ingest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// reader parses Markdown: CommonMark, the GitHub extensions, footnotes, definition lists and pandoc's divs. Footnotes
// stay where they were defined, used or not: the extension's own transformer would move them to the
// end and drop the others.
var reader = sync.OnceValue(func() parser.Parser {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.TaskList, extension.DefinitionList),
		goldmark.WithParserOptions(
			parser.WithBlockParsers(util.Prioritized(newFootnoteBlocks(), 999), util.Prioritized(divParser{}, 850)),
			parser.WithInlineParsers(util.Prioritized(footnoteMarks{}, 101), util.Prioritized(formulaParser{}, 90)),
			parser.WithParagraphTransformers(
				util.Prioritized(alerts{}, 40),
				util.Prioritized(limiter{tables: true}, 50), // before link definitions and tables are searched for
				util.Prioritized(limiter{}, 300),            // after them
			),
		),
	).Parser()
})

// Limits of what is parsed. The parser takes time quadratic in the marks of one paragraph and in the
// depth of containers; a text beyond the limits is no document a person wrote.
const (
	maxMarks       = 4096
	maxDefinitions = 5000
	maxDepth       = 100
)

// parse reads the text. It fails where containers nest too deeply and where a row has far too many cells.
func (w *writer) parse() (root ast.Node, err error) {
	if err := nestsTooDeep(w.src, w.firstLine); err != nil {
		return nil, err
	}
	w.src, root, err = widened(w.src, reader().Parse(text.NewReader(w.src)), w.firstLine)
	return root, err
}

// nestsTooDeep returns an error where the containers of a text nest too deeply, or a heading has too many marks. The text begins at a
// line of its file.
func nestsTooDeep(src []byte, line int) error {
	var lists nesting
	for start := 0; start < len(src); line++ {
		end := start
		for end < len(src) && src[end] != '\n' {
			end++
		}
		if max(containers(src[start:end]), lists.depth(src[start:end])) > maxDepth {
			return fmt.Errorf("line %d: quotes and lists nest more than %d deep", line, maxDepth)
		}
		if isHeading(src[start:end]) && marks(src[start:end]) > maxMarks {
			return fmt.Errorf("line %d: more than %d marks in one heading", line, maxMarks)
		}
		start = end + 1
	}
	return nil
}

// containers returns the number of quote and list markers a line can start with. A rule (`* * *`) is none.
func containers(line []byte) int {
	n, kinds, last := 0, 0, byte(0)
	for i, c := range line {
		marker := strings.IndexByte(">-*+", c) >= 0
		digit := c >= '0' && c <= '9'
		switch {
		case marker, digit && i+1 < len(line) && (line[i+1] == '.' || line[i+1] == ')'):
			if n++; c != last {
				kinds++
				last = c
			}
		case !digit && strings.IndexByte(" \t.)", c) < 0:
			return n
		}
	}
	if kinds == 1 && (last == '-' || last == '*') {
		return 0
	}
	return n
}

// nesting is the columns at which the texts of the open items begin, as far as the first markers of lines tell.
type nesting []int

// depth returns how deeply the item that a line begins is nested, 0 for another line.
func (n *nesting) depth(line []byte) int {
	column, i := 0, 0
	for ; i < len(line) && (line[i] == ' ' || line[i] == '\t'); i++ {
		if column++; line[i] == '\t' {
			column += 3 - (column-1)%4
		}
	}
	marker := i
	for i < len(line) && i-marker < 9 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	ends := "-+*"
	if i > marker {
		ends = ".)"
	}
	if i >= len(line) || strings.IndexByte(ends, line[i]) < 0 || i+1 < len(line) && line[i+1] != ' ' && line[i+1] != '\t' {
		return 0
	}
	for len(*n) > 0 && (*n)[len(*n)-1] > column {
		*n = (*n)[:len(*n)-1]
	}
	*n = append(*n, column+i-marker+2)
	return len(*n)
}

func isHeading(line []byte) bool {
	i := 0
	for i < len(line) && line[i] == ' ' {
		i++
	}
	return i < len(line) && line[i] == '#'
}

// marks returns the number of bytes at which the parser searches for inline markup.
func marks(b []byte) int {
	n := 0
	for _, c := range b {
		switch c {
		case '[', ']', '(', '*', '_', '<', '`', '!', '&', '~', '\\', '$':
			n++
		}
	}
	return n
}

// addedKey is under what the parser keeps how many cells it has added to short rows.
var addedKey = parser.NewContextKey()

// limiter takes paragraphs beyond the limits out of the parser's hands.
type limiter struct{ tables bool }

func (l limiter) Transform(p *ast.Paragraph, r text.Reader, pc parser.Context) {
	total, longest, definitions := 0, 0, 0
	for _, seg := range p.Lines().Sliced(0, p.Lines().Len()) {
		line := seg.Value(r.Source())
		n := marks(line)
		total, longest = total+n, max(longest, n)
		if len(line) > 0 && line[0] == '[' {
			definitions++
		}
	}
	wide := false
	if l.tables {
		added, _ := pc.Get(addedKey).(int)
		added += missing(p.Lines(), r.Source())
		if wide = added > maxAdded; !wide {
			pc.Set(addedKey, added)
		}
	}
	// A table is a paragraph at first; each of its cells is parsed on its own.
	if !wide && longest <= maxMarks && (l.tables || total <= maxMarks) && definitions <= maxDefinitions {
		return
	}
	raw := &unparsed{}
	raw.SetLines(p.Lines())
	raw.SetPos(p.Pos())
	raw.SetBlankPreviousLines(p.HasBlankPreviousLines())
	p.Parent().ReplaceChild(p.Parent(), p, raw)
}

// unparsed is a paragraph whose text is taken literally.
type unparsed struct{ ast.BaseBlock }

var kindUnparsed = ast.NewNodeKind("Unparsed")

func (*unparsed) Kind() ast.NodeKind              { return kindUnparsed }
func (*unparsed) IsRaw() bool                     { return true }
func (n *unparsed) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }
