package extract

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// tables lists the data tables of the part: those in our table style, and any table that follows a
// bookmarked paragraph, whatever style the reviewer gave it. Layout tables are searched.
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
			b.each(func(c []block) { p.tablesIn(c) })
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
	t := Table{NativeID: p.number(Tables), Anchors: names, Rows: make([][]string, len(b.table.Rows)), At: b.at}
	t.Header = len(b.table.Rows) > 0 && b.table.Rows[0].Header
	p.review.noteTable(b.table, Tables, index)
	styled := t.Header && p.libreOffice && isBold(b.table.Rows[0].Cells)
	for i, row := range b.table.Rows {
		t.HasRevisions = t.HasRevisions || row.Ins != nil || row.Del != nil
		t.Rows[i] = make([]string, len(row.Cells))
		for j, c := range row.Cells {
			text, changed := p.contentText(c.Blocks, "\n")
			if styled && i == 0 {
				text, _ = p.contentText(withoutBold(c.Blocks), "\n")
			}
			t.Rows[i][j] = text
			t.HasRevisions = t.HasRevisions || changed || c.Ins != nil || c.Del != nil
			for q := range wml.Paragraphs(c.Blocks...) {
				p.review.note(q, Tables, index)
			}
		}
	}
	p.review.Tables = append(p.review.Tables, t)
}

// isBold reports whether all text of a row is bold. That is how LibreOffice writes a header row whose
// table style is bold; a row in which somebody made single words bold stays as it is.
func isBold(row []wml.TableCell) bool {
	some := false
	for c := range row {
		for _, b := range row[c].Blocks {
			p, ok := b.(*wml.Paragraph)
			if !ok {
				continue
			}
			for i := range p.Runs {
				r := &p.Runs[i]
				if r.Kind != wml.Text || blank(r.Text) {
					continue
				}
				if r.Style&wml.Bold == 0 {
					return false
				}
				some = true
			}
		}
	}
	return some
}

// withoutBold returns a copy of the paragraphs of a cell in which nothing is bold.
func withoutBold(in []wml.Block) []wml.Block {
	out := slices.Clone(in)
	for i, b := range out {
		if p, ok := b.(*wml.Paragraph); ok {
			plain := *p
			plain.Runs = slices.Clone(p.Runs)
			for j := range plain.Runs {
				plain.Runs[j].Style &^= wml.Bold
			}
			out[i] = &plain
		}
	}
	return out
}
