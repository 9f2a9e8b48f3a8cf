package patch

import (
	"maps"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// freshBlock is a directive that a pending operation put in.
type freshBlock struct {
	put    *insertion
	parent noma.Node
}

// noteFresh keeps what an effect puts in for [stage.editFresh].
func (st *stage) noteFresh(e *effect) {
	if e.child == nil || !e.come || e.gone {
		return
	}
	if d, ok := e.child.first.(*noma.Directive); ok && d.ID != "" {
		st.freshBlocks[d.ID] = freshBlock{e.child.put, e.parent}
	}
}

// editFresh makes an operation on a block that a pending operation put in, within that block alone. It is nil for other
// blocks, for what could mean something beyond the block, and for what is refused: that is for the next stage to say.
func (st *stage) editFresh(o *Op) *effect {
	b, ok := st.freshBlocks[o.ID]
	if !ok || st.opts.oneByOne || o.BaseHash != "" || o.Key == "id" || o.Key == "aliases" {
		return nil
	}
	if s := shapes[o.Op]; !s.has("key") && !s.has("row") && !s.has("column") && o.Op != "replace_body" {
		return nil
	}
	before := loneDirective(strings.Join(b.put.lines, "\n"))
	if before == nil || before.ID != o.ID {
		return nil
	}
	res, err := ApplyTo(before.Parent.(*noma.Document), []Op{*o}, st.opts)
	if err != nil {
		return nil
	}
	after := loneDirective(res.Text)
	lines := strings.Split(res.Text, "\n")
	if after == nil || after.Fence != before.Fence || !maps.Equal(idCounts(before), idCounts(after)) || !contained(lines, fences(b.parent)) {
		return nil
	}
	return &effect{piece: func() (bool, string) {
		b.put.lines = lines
		return res.Changed[0], res.Text
	}}
}

// loneDirective returns the directive that a text consists of, nil when that is not all, or has no end.
func loneDirective(text string) *noma.Directive {
	doc, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil || len(doc.Children) != 1 {
		return nil
	}
	if d, ok := doc.Children[0].(*noma.Directive); ok && !d.Unclosed() {
		return d
	}
	return nil
}
