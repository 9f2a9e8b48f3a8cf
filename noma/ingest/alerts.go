package ingest

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

// alerts finds the quotes that GitHub shows as panels: those of the document whose first line is [!NOTE], [!TIP], [!IMPORTANT], [!WARNING]
// or [!CAUTION]. It takes that line away and keeps its word as an attribute of the quote.
type alerts struct{}

const alertKind = "alert"

var alertLine = regexp.MustCompile(`^\s*\[!(?i:(note|tip|important|warning|caution))\]\s*$`)

func (alerts) Transform(p *ast.Paragraph, r text.Reader, _ parser.Context) {
	quote, ok := p.Parent().(*ast.Blockquote)
	if !ok || quote.FirstChild() != p {
		return
	}
	if _, top := quote.Parent().(*ast.Document); !top {
		return
	}
	first := p.Lines().At(0)
	m := alertLine.FindSubmatch(first.Value(r.Source()))
	if m == nil {
		return
	}
	quote.SetAttributeString(alertKind, strings.ToLower(string(m[1])))
	if rest := p.Lines().Sliced(1, p.Lines().Len()); len(rest) > 0 {
		lines := text.NewSegments()
		lines.AppendAll(rest)
		p.SetLines(lines)
		return
	}
	quote.RemoveChild(quote, p)
}

// panel writes a quote as the panel that GitHub shows, "" when it is none.
func (w *writer) panel(n *ast.Blockquote, colons int) string {
	kind, ok := n.AttributeString(alertKind)
	if !ok {
		return ""
	}
	name, tone, title := blocks.Panel(kind.(string))
	attrs := ""
	if tone != "" {
		attrs = `tone="` + tone + `" title=` + noma.QuoteValue(title)
	}
	return directive(name, attrs, w.blocks(n, colons+1), colons)
}
