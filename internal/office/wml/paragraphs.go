package wml

import "iter"

// Paragraphs returns the paragraphs of blocks in order, those in tables included.
func Paragraphs(blocks ...Block) iter.Seq[*Paragraph] {
	return func(yield func(*Paragraph) bool) { eachParagraph(blocks, yield) }
}

// Tables returns the tables among blocks, those in cells included.
func Tables(blocks ...Block) iter.Seq[*Table] {
	return func(yield func(*Table) bool) { eachTable(blocks, yield) }
}

// eachTable visits tables until visit returns false, and tells whether it went through all.
func eachTable(blocks []Block, visit func(*Table) bool) bool {
	for _, b := range blocks {
		t, ok := b.(*Table)
		if !ok {
			continue
		}
		if !visit(t) {
			return false
		}
		for _, row := range t.Rows {
			for _, cell := range row.Cells {
				if !eachTable(cell.Blocks, visit) {
					return false
				}
			}
		}
	}
	return true
}

// eachParagraph visits paragraphs until visit returns false, and tells whether it went through all.
func eachParagraph(blocks []Block, visit func(*Paragraph) bool) bool {
	for _, b := range blocks {
		switch b := b.(type) {
		case *Paragraph:
			if !visit(b) {
				return false
			}
		case *Table:
			for _, row := range b.Rows {
				for _, cell := range row.Cells {
					if !eachParagraph(cell.Blocks, visit) {
						return false
					}
				}
			}
		}
	}
	return true
}
