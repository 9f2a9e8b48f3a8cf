package ingest

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The extension for footnotes looks through all of them at each mark. Here they are found by their labels.

// footnotes are those of a text by their labels; of several with one label the first counts.
type footnotes struct {
	byLabel map[string]*extast.Footnote
	marked  int // how many have a mark
}

var footnotesKey = parser.NewContextKey()

// footnoteBlocks reads the texts of footnotes.
type footnoteBlocks struct{ parser.BlockParser }

func newFootnoteBlocks() footnoteBlocks { return footnoteBlocks{extension.NewFootnoteBlockParser()} }

// Close notes the label of a footnote that has been read.
func (b footnoteBlocks) Close(node ast.Node, r text.Reader, pc parser.Context) {
	b.BlockParser.Close(node, r, pc)
	known, _ := pc.Get(footnotesKey).(*footnotes)
	if known == nil {
		known = &footnotes{byLabel: map[string]*extast.Footnote{}}
		pc.Set(footnotesKey, known)
	}
	if f, ok := node.(*extast.Footnote); ok && known.byLabel[string(f.Ref)] == nil {
		known.byLabel[string(f.Ref)] = f
	}
}

// footnoteMarks reads the marks of footnotes, [^label].
type footnoteMarks struct{}

// maxLabel is the greatest length of a label, as that of links.
const maxLabel = 999

func (footnoteMarks) Trigger() []byte { return []byte{'!', '['} } // else the exclamation mark would begin a picture

// Parse returns the mark at the beginning of a text, nil for none.
func (footnoteMarks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	known, _ := pc.Get(footnotesKey).(*footnotes)
	line, segment := block.PeekLine()
	open := 2
	if len(line) > 0 && line[0] == '!' {
		open++
	}
	if known == nil || len(line) <= open || line[open-1] != '^' || line[open-2] != '[' {
		return nil
	}
	length := util.FindClosure(line[open:min(len(line), open+maxLabel)], '[', ']', false, false) //nolint:staticcheck // as the extension
	if length < 0 {
		return nil
	}
	f := known.byLabel[string(line[open:open+length])]
	if f == nil {
		return nil
	}
	if f.Index < 0 {
		known.marked++
		f.Index = known.marked
	}
	block.Advance(open + length + 1)
	if line[0] == '!' {
		parent.AppendChild(parent, ast.NewTextSegment(text.NewSegment(segment.Start, segment.Start+1)))
	}
	return extast.NewFootnoteLink(f.Index)
}
