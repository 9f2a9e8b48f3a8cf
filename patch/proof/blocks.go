package proof

import (
	"crypto/sha256"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Block is one block with an id that the patch touches.
type Block struct {
	ID     string
	Kind   string // the directive's name, or "section"
	Change Change
	Line   int // where it begins: in the text after, or before when it is gone
}

// Change is what became of a block.
type Change string

const (
	Changed Change = "changed"
	Added   Change = "added"
	Removed Change = "removed"
)

// changedBlocks lists the blocks with an id whose own lines differ: those of blocks inside them, when
// they have an id too, count for themselves. First what is there afterwards, in document order, then
// what is gone.
func changedBlocks(before, after *noma.Document) []Block {
	if before == after {
		return nil
	}
	old, new := outline(before), outline(after)
	was := make(map[string]owned, len(old))
	for _, o := range old {
		was[o.ID] = o
	}
	var out []Block
	is := make(map[string]bool, len(new))
	for _, n := range new {
		is[n.ID] = true
		o, there := was[n.ID]
		switch {
		case !there:
			n.Change = Added
		case o.digest != n.digest:
			n.Change = Changed
		default:
			continue
		}
		out = append(out, n.Block)
	}
	for _, o := range old {
		if !is[o.ID] {
			o.Change = Removed
			out = append(out, o.Block)
		}
	}
	return out
}

// owned is a block with a digest of its own lines.
type owned struct {
	Block
	digest [sha256.Size]byte
}

// outline lists the blocks with an id in document order.
func outline(d *noma.Document) []owned {
	var out []owned
	var visit func(n noma.Node)
	visit = func(n noma.Node) {
		base := n.At()
		if base.ID == "" {
			for _, k := range n.Kids() {
				visit(k)
			}
			return
		}
		at := len(out)
		out = append(out, owned{Block: Block{ID: base.ID, Kind: kind(n), Line: base.Line}})
		h := sha256.New()
		line := base.Line
		own := func(until int) { // the lines from line on, before until
			until = min(until, base.EndLine+1)
			if line >= until {
				return
			}
			stretch := source.Span{Start: d.File.LineSpan(line).Start, End: d.File.LineSpan(until - 1).End}
			line = until
			// Empty lines around other blocks come and go with those.
			if text := strings.TrimSpace(stretch.Of(d.File.Text)); text != "" {
				sum := sha256.Sum256([]byte(text))
				h.Write(sum[:])
			}
		}
		var inside func(n noma.Node)
		inside = func(n noma.Node) {
			for _, k := range n.Kids() {
				if b := k.At(); b.ID != "" {
					own(b.Line)
					visit(k)
					line = max(line, b.EndLine+1)
				} else {
					inside(k)
				}
			}
		}
		inside(n)
		own(base.EndLine + 1)
		h.Sum(out[at].digest[:0])
	}
	visit(d)
	return out
}

func kind(n noma.Node) string {
	if d, ok := n.(*noma.Directive); ok {
		return d.Name
	}
	return noma.Type(n)
}
