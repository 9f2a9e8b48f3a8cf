package extract

import "github.com/nomadocx/nomadocx/layout"

// tables lists the data tables of the part: those in our table style, and any table that follows a
// bookmarked paragraph, whatever style the reviewer gave it. Layout tables are looked through.
func (p *part) tables() { p.tablesIn(p.blocks) }

func (p *part) tablesIn(blocks []block) {
	var names []string // bookmarks of a paragraph with nothing but empty ones after it
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.para != nil && b.named:
			names = b.names
		case b.para != nil:
			if !b.blank {
				names = nil
			}
		case b.isLayout():
			b.each(func(c cell) { p.tablesIn(c) })
			names = nil
		default:
			if b.table.Style == layout.TableData || len(names) > 0 {
				p.tableEntry(b, names)
			}
			names = nil
		}
	}
}

func (p *part) tableEntry(b *block, names []string) {
	index := len(p.review.Tables)
	t := Table{NativeID: p.number(Tables), Anchors: names, Rows: make([][]string, len(b.rows)), At: b.at}
	t.Header = len(b.table.Rows) > 0 && b.table.Rows[0].Header
	p.review.note(b.table, Tables, index)
	for i, row := range b.table.Rows {
		t.HasRevisions = t.HasRevisions || row.Ins != nil || row.Del != nil
		t.Rows[i] = make([]string, len(row.Cells))
		for j, c := range row.Cells {
			text, changed, paras := p.contentText(c.Blocks, "\n")
			t.Rows[i][j] = text
			t.HasRevisions = t.HasRevisions || changed || c.Ins != nil || c.Del != nil
			for _, q := range paras {
				p.review.note(q, Tables, index)
			}
		}
	}
	p.review.Tables = append(p.review.Tables, t)
}
