package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Markdown drops the cells of a row beyond those of the header. So that their words stay, the header gets empty cells for them.

// maxAdded bounds the cells that the tables of a document get so, and those that the parser adds to rows that have fewer than the header: a
// row of thousands of cells in a table of thousands of rows is no table a person wrote.
const maxAdded = 1 << 18

// addition is text to be put in at an offset.
type addition struct {
	at   int
	text string
}

// widened returns a text in which the header of every table has as many cells as its longest row, and the tree of that. It fails where that
// would be more than maxAdded cells; firstLine is the line of the file at which the text begins.
func widened(src []byte, root ast.Node, firstLine int) ([]byte, ast.Node, error) {
	var all []addition
	var err error
	added := 0
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		t, ok := n.(*extast.Table)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		more := surplus(src, t)
		if more <= 0 {
			return ast.WalkSkipChildren, nil
		}
		at := t.FirstChild().Pos() // that of its row: an empty cell has none
		if added += more * t.ChildCount(); added > maxAdded {
			line := firstLine + bytes.Count(src[:at], []byte("\n"))
			err = fmt.Errorf("line %d: a row of a table has %d cells more than its header", line, more)
			return ast.WalkStop, nil
		}
		head := lineEnd(src, at)
		all = append(all, addedCells(src, head, " |", more), addedCells(src, lineEnd(src, head+1), "---|", more))
		return ast.WalkSkipChildren, nil
	})
	if err != nil || all == nil {
		return src, root, err
	}
	slices.SortFunc(all, func(a, b addition) int { return a.at - b.at })
	var b bytes.Buffer
	at := 0
	for _, x := range all {
		b.Write(src[at:x.at])
		b.WriteString(x.text)
		at = x.at
	}
	b.Write(src[at:])
	pc := parser.NewContext()
	pc.Set(addedKey, -added) // these are not counted a second time
	return b.Bytes(), reader().Parse(text.NewReader(b.Bytes()), parser.WithContext(pc)), nil
}

// lineEnd returns the offset at which the line of another offset ends.
func lineEnd(src []byte, at int) int {
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// addedCells returns what gives a row more cells at its end, which is the end of its line; it closes the last one if need be.
func addedCells(src []byte, end int, cell string, n int) addition {
	for end > 0 && (src[end-1] == ' ' || src[end-1] == '\t') {
		end--
	}
	cells := strings.Repeat(cell, n)
	if !bytes.HasSuffix(src[:end], []byte("|")) || bytes.HasSuffix(src[:end], []byte(`\|`)) {
		cells = "|" + cells
	}
	return addition{end, cells}
}

// surplus returns how many cells with text the longest row of a table has beyond those of the header.
func surplus(src []byte, t *extast.Table) int {
	longest := 0
	for row := t.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
		line := bytes.TrimSpace(src[row.Pos():lineEnd(src, row.Pos())])
		line = bytes.TrimPrefix(line, []byte("|"))
		longest = max(longest, filledCells(line))
	}
	return longest - len(t.Alignments)
}

// filledCells returns the number of cells of a row up to the last one that is not blank. A pipe behind a backslash divides none.
func filledCells(line []byte) int {
	filled, cells, last := 0, 1, byte(0)
	for _, c := range line {
		switch {
		case c == '|' && last != '\\':
			cells++
		case c != ' ' && c != '\t':
			filled = cells
		}
		last = c
	}
	return filled
}

// missing returns how many cells the rows of a table have less than its header, 0 for a paragraph that is none.
func missing(lines *text.Segments, src []byte) int {
	columns, cells := 0, 0
	for _, seg := range lines.Sliced(0, lines.Len()) {
		if line := seg.Value(src); len(bytes.Trim(line, "|-: \t\r\n")) == 0 {
			columns = max(columns, pipes(line))
		}
	}
	for _, seg := range lines.Sliced(0, lines.Len()) {
		cells += max(columns-pipes(seg.Value(src)), 0)
	}
	return cells
}

// pipes returns the number of pipes between cells of a row.
func pipes(line []byte) int {
	line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("|"))
	return bytes.Count(bytes.TrimSuffix(line, []byte("|")), []byte("|"))
}
