package astjson

import (
	"io"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
)

// chunk is how much is printed before it is written.
const chunk = 64 << 10

// Render prints the tree, with a final newline, and examines every node whether to go on.
//
// A section's endLine is the last line of its content, as other implementations print it; the
// Protocol's span, which reaches to the next heading, is the node's EndLine.
func Render(w io.Writer, d *noma.Document, look halt.Look) error {
	var err error
	p := &printer{look: look, buf: make([]byte, 0, chunk+chunk/4)}
	p.flush = func() {
		if len(p.buf) < chunk || err != nil {
			return
		}
		// The last byte stays: whether a comma is due depends on it.
		last := len(p.buf) - 1
		_, err = w.Write(p.buf[:last])
		p.buf = append(p.buf[:0], p.buf[last])
	}
	p.document(d)
	if err == nil {
		_, err = w.Write(append(p.buf, '\n'))
	}
	return err
}

func (p *printer) document(d *noma.Document) {
	p.open('{')
	p.text("type", "document")
	if d.Line > 0 { // a book has no lines of its own
		p.pos(&d.Base)
		p.integer("endLine", d.EndLine)
	}
	p.key("meta")
	p.value(d.Meta)
	p.children(d.Children)
	p.close('}')
}

func (p *printer) children(nodes []noma.Node) {
	p.key("children")
	p.open('[')
	for _, n := range nodes {
		p.item()
		p.node(n)
		p.flush()
	}
	p.close(']')
}

func (p *printer) pos(b *noma.Base) {
	p.key("pos")
	p.open('{')
	p.integer("line", b.Line)
	p.integer("column", 1)
	p.close('}')
}

// place prints the fields all blocks end with.
func (p *printer) place(b *noma.Base) {
	p.pos(b)
	p.integer("endLine", b.EndLine)
}

// node prints a block; the order of the fields is that of the contract's table.
func (p *printer) node(n noma.Node) {
	p.look.Now()
	if d, ok := n.(*noma.Document); ok {
		p.document(d)
		return
	}
	p.open('{')
	p.key("type")
	p.buf = append(append(append(p.buf, '"'), noma.Type(n)...), '"')
	switch n := n.(type) {
	case *noma.Frontmatter:
		p.key("data")
		p.value(n.Data)
		p.text("raw", n.Raw)
		p.place(&n.Base)
	case *noma.Section:
		p.section(n)
	case *noma.Paragraph:
		p.text("content", n.Content.S)
		p.place(&n.Base)
	case *noma.Code:
		if n.Lang != "" {
			p.text("lang", n.Lang)
		}
		p.text("content", n.Content.S)
		p.place(&n.Base)
	case *noma.List:
		p.key("ordered")
		p.boolean(n.Ordered)
		p.key("items")
		p.open('[')
		for _, it := range n.Items {
			p.item()
			p.node(it)
		}
		p.close(']')
		p.place(&n.Base)
	case *noma.ListItem:
		p.text("content", n.Content.S)
		if n.Box != noma.NoBox {
			p.key("checked")
			p.boolean(n.Box == noma.DoneBox)
		}
		if n.Level > 0 {
			p.integer("level", n.Level)
			p.key("ordered")
			p.boolean(n.Ordered)
		}
		if n.First && n.Ordered && n.Number != 1 {
			p.integer("start", n.Number)
		}
		if len(n.Children) > 0 {
			p.itemChildren(n)
		}
		p.place(&n.Base)
	case *noma.Quote:
		p.text("content", n.Content.S)
		p.place(&n.Base)
	case *noma.ThematicBreak:
		p.place(&n.Base)
	case *noma.Table:
		p.table(n)
	case *noma.Directive:
		p.directive(n)
	}
	p.close('}')
}

// itemChildren prints the further blocks of an item, with their levels where they belong to items around it.
func (p *printer) itemChildren(it *noma.ListItem) {
	p.children(it.Children)
	if it.LevelOf(len(it.Children)-1) == it.Level {
		return
	}
	p.key("levels")
	p.open('[')
	for i := range it.Children {
		p.item()
		p.buf = strconv.AppendInt(p.buf, int64(it.LevelOf(i)), 10)
	}
	p.close(']')
}

func (p *printer) section(n *noma.Section) {
	p.text("id", n.ID) // also when empty
	p.integer("level", n.Level)
	p.text("title", n.Title.S)
	p.children(n.Children)
	p.pos(&n.Base)
	// Aliases that were added from outside the heading only come last.
	if n.OwnAliases > 0 {
		p.strings("aliases", n.Aliases)
	}
	p.integer("endLine", n.EndLine)
	if n.OwnAliases == 0 && len(n.Aliases) > 0 {
		p.strings("aliases", n.Aliases)
	}
}

func (p *printer) table(n *noma.Table) {
	p.key("header")
	p.cells(n.Header)
	p.key("align")
	p.open('[')
	for _, a := range n.Align {
		p.item()
		if a == "" {
			p.buf = append(p.buf, "null"...)
		} else {
			p.buf = AppendString(p.buf, string(a))
		}
	}
	p.close(']')
	p.key("rows")
	p.open('[')
	for _, row := range n.Rows {
		p.item()
		p.cells(row)
	}
	p.close(']')
	if c := n.Caption; c != nil {
		if c.Text.S != "" {
			p.text("caption", c.Text.S)
		}
		if !c.AttrSpan.Empty() {
			p.key("attrs")
			p.attrs(c.Attrs)
		}
	}
	p.place(&n.Base)
	p.names(&n.Base)
}

func (p *printer) cells(cells []noma.Cell) {
	p.open('[')
	for i := range cells {
		p.item()
		p.buf = AppendString(p.buf, cells[i].Text)
	}
	p.close(']')
}

func (p *printer) directive(n *noma.Directive) {
	p.text("name", n.Name)
	p.key("attrs")
	p.attrs(n.Attrs)
	p.children(n.Children)
	p.place(&n.Base)
	p.names(&n.Base)
	if n.HasBody {
		p.text("body", n.Body)
	}
}

// names prints the id and the aliases of a block that has some.
func (p *printer) names(b *noma.Base) {
	if b.ID != "" {
		p.text("id", b.ID)
	}
	if len(b.Aliases) > 0 {
		p.strings("aliases", b.Aliases)
	}
}

// attrs prints every attribute, the id and aliases included.
func (p *printer) attrs(attrs []noma.Attr) {
	p.open('{')
	for _, a := range noma.Effective(attrs) {
		p.key(a.Key)
		switch v := a.Value; v.Kind {
		case noma.Number:
			p.buf = appendNumber(p.buf, v.Num)
		case noma.Bool:
			p.boolean(v.Bool)
		default:
			p.buf = AppendString(p.buf, v.Raw)
		}
	}
	p.close('}')
}
