package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Before a returned file is compared, fields become words, equations are marked, and code loses its formatting. That is done in
// a copy, which shares every paragraph that nothing of this concerns.

// ownCopy returns the copy, and what of it is not shared: with all, no paragraph with text.
func ownCopy(d *wml.Document, all bool) (*wml.Document, *copier) {
	c := &copier{all: all, tables: map[*wml.Table]*wml.Table{}, paras: map[*wml.Paragraph]*wml.Paragraph{}}
	out := *d
	out.Stories = slices.Clone(d.Stories)
	for i, s := range d.Stories {
		if blocks, changed := c.blocks(s.Blocks); changed {
			own := *s
			own.Blocks = blocks
			out.Stories[i] = &own
		}
	}
	out.Comments = slices.Clone(d.Comments)
	for i, x := range d.Comments {
		if blocks, changed := c.blocks(x.Blocks); changed {
			own := *x
			own.Blocks = blocks
			out.Comments[i] = &own
		}
	}
	out.Footnotes, out.Endnotes = c.notes(d.Footnotes), c.notes(d.Endnotes)
	return &out, c
}

type copier struct {
	all    bool
	tables map[*wml.Table]*wml.Table         // tables of the file, by their copies
	paras  map[*wml.Paragraph]*wml.Paragraph // copies, by the paragraphs of the file
}

// inFile returns the paragraph of the copy that a paragraph with other content stands for.
func (in *normalized) inFile(p *wml.Paragraph) *wml.Paragraph {
	if own := in.copied.paras[p.Original()]; own != nil {
		return own
	}
	return p.Original()
}

func (c *copier) notes(notes []*wml.Note) []*wml.Note {
	out := slices.Clone(notes)
	for i, n := range notes {
		if blocks, changed := c.blocks(n.Blocks); changed {
			own := *n
			own.Blocks = blocks
			out[i] = &own
		}
	}
	return out
}

// blocks returns blocks with copies of those in which something may change, and reports whether there are any.
func (c *copier) blocks(blocks []wml.Block) (out []wml.Block, changed bool) {
	for i, b := range blocks {
		own := c.block(b)
		if own != nil && !changed {
			out, changed = slices.Clone(blocks[:i]), true
		}
		switch p, _ := own.(*wml.Paragraph); {
		case !changed:
		case p != nil && p.Style == layout.StyleCode:
			out = append(out, codeLines(p)...)
		case own != nil:
			out = append(out, own)
		default:
			out = append(out, b)
		}
	}
	return out, changed
}

// block returns a copy of a block, nil when nothing in it may change.
func (c *copier) block(b wml.Block) wml.Block {
	switch b := b.(type) {
	case *wml.Paragraph:
		if c.all && len(b.Runs) > 0 || mayChange(b) {
			c.paras[b] = b.WithRuns(slices.Clone(b.Runs))
			return c.paras[b]
		}
	case *wml.Table:
		var rows []wml.Row
		if hasMerged(b) {
			rows = slices.Clone(b.Rows) // see session.pair
		}
		for r := range b.Rows {
			var cells []wml.TableCell
			for k := range b.Rows[r].Cells {
				if blocks, changed := c.blocks(b.Rows[r].Cells[k].Blocks); changed {
					if cells == nil {
						cells = slices.Clone(b.Rows[r].Cells)
					}
					cells[k].Blocks = blocks
				}
			}
			if cells != nil {
				if rows == nil {
					rows = slices.Clone(b.Rows)
				}
				rows[r].Cells = cells
			}
		}
		if rows != nil {
			own := *b
			own.Rows = rows
			c.tables[&own] = b
			return &own
		}
	}
	return nil
}

// without returns blocks without some of them, in the cells of tables too: tables in which there are any are copied.
func (c *copier) without(blocks []wml.Block, gone func(wml.Block) bool) []wml.Block {
	out := slices.DeleteFunc(slices.Clone(blocks), gone)
	for i, b := range out {
		t, ok := b.(*wml.Table)
		if !ok {
			continue
		}
		var own *wml.Table
		for r := range t.Rows {
			for k := range t.Rows[r].Cells {
				was := t.Rows[r].Cells[k].Blocks
				if len(was) < 2 {
					continue
				}
				left := c.without(was, gone)
				if slices.Equal(left, was) {
					continue
				}
				if own == nil {
					own = c.tableCopy(t)
				}
				own.Rows[r].Cells[k].Blocks = left
			}
		}
		if own != nil {
			out[i] = own
		}
	}
	return out
}

// tableCopy returns a copy of a table of the file, or of a copy of one.
func (c *copier) tableCopy(t *wml.Table) *wml.Table {
	own := *t
	own.Rows = slices.Clone(t.Rows)
	for r := range own.Rows {
		own.Rows[r].Cells = slices.Clone(own.Rows[r].Cells)
	}
	c.tables[&own] = t
	if of := c.tables[t]; of != nil {
		c.tables[&own] = of
	}
	return &own
}

// mayChange reports whether a paragraph is changed before it is compared.
func mayChange(p *wml.Paragraph) bool {
	if b, _ := typedBox(p); b != wml.NoBox {
		return true
	}
	return p.Style == layout.StyleCode || slices.ContainsFunc(p.Runs, func(r wml.Run) bool {
		return r.Kind == wml.Field || r.Kind == wml.Input || r.Kind == wml.Math || r.Kind == wml.Picture || r.Kind == wml.NoteMark ||
			r.Kind == wml.Opaque // the letters of a watermark
	})
}
