package ingest

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/nomadocx/nomadocx/noma"
)

// formula is a formula between dollar signs. Nothing in it is Markdown.
type formula struct {
	ast.BaseInline
	text string
}

var kindFormula = ast.NewNodeKind("Formula")

func (*formula) Kind() ast.NodeKind              { return kindFormula }
func (n *formula) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// formulaParser finds what Noma reads as a formula between dollar signs.
type formulaParser struct{}

// maxFormula bounds the bytes in which the end of a formula is looked for.
const maxFormula = 4096

func (formulaParser) Trigger() []byte { return []byte{'$'} }

func (formulaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.Position()
	var s []byte
	for len(s) < maxFormula {
		next, _ := block.PeekLine()
		if next == nil {
			break
		}
		s = append(s, next[:min(len(next), maxFormula)]...)
		if !bytes.HasPrefix(s, []byte("$$")) || bytes.Contains(s[2:], []byte("$$")) {
			break
		}
		block.AdvanceLine()
	}
	block.SetPosition(line, at)
	n := formulaLength(string(s))
	if n == 0 {
		return nil
	}
	for rest := n; rest > 0; {
		next, _ := block.PeekLine()
		if len(next) > rest {
			block.Advance(rest)
			break
		}
		rest -= len(next)
		block.AdvanceLine()
	}
	return &formula{text: string(s[:n])}
}

// formulaLength returns the length of the formula that a text begins with, 0 for none.
func formulaLength(s string) int {
	mark := "$"
	if strings.HasPrefix(s, "$$") {
		mark = "$$"
	}
	for end := len(mark); ; {
		i := strings.Index(s[end:], mark)
		if i < 0 {
			return 0
		}
		if end += i + len(mark); mark == "$" && s[end-2] == '\\' { // a dollar sign in the formula
			continue
		}
		read := noma.ParseInline(s[:min(end+1, len(s))]) // the character behind it counts
		if len(read) > 0 && read[0].Kind == noma.InlineMath && read[0].End == end {
			return end
		}
		return 0
	}
}

// formula writes a formula as it is, and where nothing else will do as characters.
func (p *inlineWriter) formula(n *formula, s style, link string) {
	text := n.text
	if p.place != running || p.label {
		text = strings.ReplaceAll(text, "\n", " ")
	}
	if p.emphasis == "" {
		p.characters(text, s, link)
		return
	}
	p.raw(text, s, link)
}

// equation writes a paragraph that is a formula and attributes with an id, "" for others.
func (w *writer) equation(n ast.Node) string {
	f, ok := n.FirstChild().(*formula)
	if !ok {
		return ""
	}
	text, last := w.behind(f)
	if last != n.LastChild() {
		return ""
	}
	attrs := onlyAttrs(text)
	if read := nodes(f.text + " " + attrs); attrs != "" && len(read) == 1 {
		if _, ok := read[0].(*noma.Directive); ok {
			return f.text + " " + attrs
		}
	}
	return ""
}

// behind returns the text that stands behind a node, to the end of its line or another kind of node, and the last node it is in.
func (w *writer) behind(n ast.Node) (text string, last ast.Node) {
	for last = n; ; last = last.NextSibling() {
		t, ok := last.NextSibling().(*ast.Text)
		if !ok {
			return text, last
		}
		if text += string(t.Segment.Value(w.src)); t.SoftLineBreak() || t.HardLineBreak() {
			return text, t
		}
	}
}

// onlyAttrs returns a text that is nothing but attributes, in our notation and in braces; "" for others.
func onlyAttrs(s string) string {
	if _, attrs := splitAttrs("x " + noma.TrimSpace(s)); attrs != "" && strings.HasPrefix(noma.TrimSpace(s), "{") {
		return "{" + attrs + "}"
	}
	return ""
}
