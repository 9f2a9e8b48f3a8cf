package ingest

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

// fencedDiv is a block between lines of colons, as pandoc has it: `::: {.note}` or `::: note` up to `:::`.
type fencedDiv struct {
	ast.BaseBlock
	opener text.Segment // the first line
	closed bool
}

var kindDiv = ast.NewNodeKind("FencedDiv")

func (*fencedDiv) Kind() ast.NodeKind              { return kindDiv }
func (n *fencedDiv) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// divFence matches the first line of a div, divEnd the last one.
var (
	divFence = regexp.MustCompile(`^ {0,3}:{3,}[ \t]*(\{[^{}]*\}|[^\s:{}]+)[ \t]*:*[ \t]*\r?\n?$`)
	divEnd   = regexp.MustCompile(`^ {0,3}:{3,}[ \t]*\r?\n?$`)
	openDivs = parser.NewContextKey()
)

// divParser reads divs. One that is not closed is text, as in pandoc: see [writer.lift].
type divParser struct{}

func (divParser) Trigger() []byte             { return []byte{':'} }
func (divParser) CanInterruptParagraph() bool { return false }
func (divParser) CanAcceptIndentedLine() bool { return false }

func divsOf(pc parser.Context) []*fencedDiv {
	open, _ := pc.Get(openDivs).([]*fencedDiv)
	return open
}

func (divParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := r.PeekLine()
	if !divFence.Match(line) || len(divsOf(pc)) >= maxDepth {
		return nil, parser.NoChildren
	}
	n := &fencedDiv{opener: at}
	pc.Set(openDivs, append(divsOf(pc), n))
	r.Advance(len(bytes.TrimRight(line, "\n")))
	return n, parser.HasChildren
}

func (divParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	line, _ := r.PeekLine()
	open := divsOf(pc)
	_, code := pc.LastOpenedBlock().Node.(*ast.FencedCodeBlock)
	if code || len(open) == 0 || open[len(open)-1] != n || !divEnd.Match(line) {
		return parser.Continue | parser.HasChildren
	}
	n.(*fencedDiv).closed = true
	r.Advance(len(bytes.TrimRight(line, "\n")))
	return parser.Close
}

func (divParser) Close(n ast.Node, _ text.Reader, pc parser.Context) {
	open := divsOf(pc)
	if i := slices.Index(open, n.(*fencedDiv)); i >= 0 {
		pc.Set(openDivs, open[:i])
	}
}

// divBlock returns the block that a div is, "" for none, and its attributes.
func (w *writer) divBlock(n *fencedDiv) (name, attrs string) {
	id, title, tone, label := "", "", "", ""
	for _, a := range w.divAttrs(n) {
		switch {
		case a.Key == "id":
			id = a.Value.Text()
		case a.Key == "title":
			title = a.Value.Text()
		case a.Key == "class" && name == "":
			name, tone, label = blocks.Panel(strings.TrimPrefix(a.Value.Text(), "callout-")) // Quarto calls them callout-note
		}
	}
	if id == "refs" && n.ChildCount() == 0 {
		return "bibliography", ""
	}
	if tone != "" {
		attrs = `tone="` + tone + `"`
	}
	if noma.IsNoteID(id) {
		attrs = noma.TrimSpace(attrs + " id=" + noma.QuoteValue(id))
	}
	if title = cmp.Or(title, label); title != "" {
		attrs = noma.TrimSpace(attrs + " title=" + noma.QuoteValue(title))
	}
	return name, attrs
}

// divAttrs returns the attributes of a div: a class for its one word.
func (w *writer) divAttrs(n *fencedDiv) []noma.Attr {
	inside := string(divFence.FindSubmatch(n.opener.Value(w.src))[1])
	if !strings.HasPrefix(inside, "{") {
		inside = "{." + inside + "}"
	}
	_, attrs := splitAttrs("x " + inside)
	return noma.ParseAttrs("{"+attrs+"}", 0)
}

// lift takes the divs that are no blocks here out of a tree: what they hold stands in their place. What is left out is reported; the
// first line of a div without an end is text.
func (w *writer) lift(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		div, ok := n.(*fencedDiv)
		if !ok {
			if n.Type() == ast.TypeBlock {
				w.lift(n)
			}
			n = n.NextSibling()
			continue
		}
		if name, _ := w.divBlock(div); name != "" && div.closed {
			w.lift(div)
			n = n.NextSibling()
			continue
		}
		// A block at the place of the fence has the line as its own.
		fence := &unparsed{}
		fence.SetPos(div.Pos())
		if !div.closed {
			fence.Lines().Append(div.opener)
		} else {
			w.leaveOut(div.Pos(), strings.TrimSpace(string(div.opener.Value(w.src))))
		}
		parent.InsertBefore(parent, div, fence)
		for c := div.FirstChild(); c != nil; c = div.FirstChild() {
			parent.InsertBefore(parent, div, c)
		}
		parent.RemoveChild(parent, div)
		n = fence.NextSibling()
	}
}

// leaveOut reports markup at an offset of which only the words stay.
func (w *writer) leaveOut(at int, markup string) {
	if w.leftOut != nil {
		w.leftOut(w.firstLine+bytes.Count(w.src[:at], []byte("\n")), markup)
	}
}
