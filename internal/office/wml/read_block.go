package wml

// Blocks: the content of a body, header, cell, comment or note (EG_BlockLevelElts, ECMA-376 §17.2.2).

// blocks reads the block-level children of the current element, appending to out.
func (r *reader) blocks(out []Block) []Block {
	for depth := r.x.Depth(); r.in(depth); {
		if r.idle() {
			r.x.Release()
		}
		out = r.block(out)
	}
	return out
}

// idle reports whether nothing is open around the block that comes, so that what is kept of the blocks
// before it is in the model, and copied.
func (r *reader) idle() bool {
	return r.para == nil && r.ins == nil && r.del == nil && r.link == nil && r.control == nil && len(r.fields.open) == 0 && len(r.choices) == 0 && r.x.Depth() <= blockDepth
}

// blockDepth is how many elements are open when a block of the body has begun.
const blockDepth = 3

// block reads one block-level element.
func (r *reader) block(out []Block) []Block {
	x := r.x
	switch x.Space() {
	case nsM:
		return append(out, r.loose(r.equation))
	case nsW:
	default:
		x.Skip()
		return out
	}
	switch x.Local() {
	case "p":
		return append(out, r.paragraph())
	case "tbl":
		return append(out, r.table())
	case "sdt":
		c := r.startControl()
		from := len(out)
		for depth := x.Depth(); r.in(depth); {
			if x.Space() == nsW && x.Local() == "sdtContent" {
				out = r.blocks(out)
			} else {
				r.controlPart(&c)
			}
		}
		r.endBlockControl(&c, out[from:])
		return out
	case "ins", "moveTo":
		r.changed(Insert, func() { out = r.block(out) })
		return out
	case "del", "moveFrom":
		r.changed(Delete, func() { out = r.block(out) })
		return out
	case "r", "hyperlink", "fldSimple":
		// Not allowed here, but some programs write it: a paragraph of its own.
		return append(out, r.loose(r.inline))
	case "altChunk", "subDoc":
		return append(out, r.loose(func() { r.insertedFile(x.Local()) }))
	case "sectPr":
		r.section()
	case "customXmlPr", "permStart", "permEnd", "proofErr":
		x.Skip()
	default:
		if !r.mark() {
			// w:customXml and what we do not know are searched.
			return out
		}
	}
	return out
}

// loose reads run-level content that stands between paragraphs as a paragraph.
func (r *reader) loose(read func()) *Paragraph {
	outer := r.beginParagraph()
	read()
	return r.endParagraph(outer)
}

// table reads a w:tbl (§17.4.37).
func (r *reader) table() *Table {
	t := &Table{}
	x, changes, outer := r.x, r.changes, r.inTable
	r.changes, r.inTable = false, nil
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsW {
			x.Skip()
			continue
		}
		switch x.Local() {
		case "tblPr":
			for depth := x.Depth(); r.in(depth); {
				switch x.Local() {
				case "tblStyle":
					t.Style = r.styles.canonical(r.value("val"))
					if s := r.styles.byID[r.value("val")]; s != nil {
						r.inTable = s
					}
				case "tblPrChange":
					r.changes = true
				case "tblCaption":
					t.Title = r.kept("val")
				case "tblDescription":
					t.Description = r.kept("val")
				}
				x.Skip()
			}
		case "tblGrid":
			x.Skip()
		default:
			if t.Rows == nil {
				t.Rows = make([]Row, 0, r.rows)
			}
			t.Rows = r.row(t.Rows)
		}
	}
	t.FormatChange, r.changes, r.inTable = r.changes, changes, outer
	r.rows = min(len(t.Rows), 16)
	return t
}

// row reads a child of a table that is not about the table as a whole: a w:tr, or a content control
// around rows, or a mark between them.
func (r *reader) row(rows []Row) []Row {
	x := r.x
	switch {
	case x.Space() != nsW:
		x.Skip()
	case x.Local() == "sdt":
		c := r.startControl()
		from := len(rows)
		for depth := x.Depth(); r.in(depth); {
			if x.Space() != nsW || x.Local() != "sdtContent" {
				r.controlPart(&c)
				continue
			}
			for depth := x.Depth(); r.in(depth); {
				rows = r.row(rows)
			}
		}
		if c.known {
			var content []Block
			for _, row := range rows[from:] {
				for _, cell := range row.Cells {
					content = append(content, cell.Blocks...)
				}
			}
			r.endBlockControl(&c, content)
		}
	case x.Local() == "tr":
		row := Row{Cells: make([]TableCell, 0, r.cells)}
		ins, del := r.ins, r.del
		for depth := x.Depth(); r.in(depth); {
			switch {
			case x.Space() != nsW:
				x.Skip()
			case x.Local() == "trPr":
				r.rowProps(&row)
			case x.Local() == "tblPrEx":
				x.Skip()
			default:
				row.Cells = r.cell(row.Cells)
			}
		}
		r.cells, r.ins, r.del = min(len(row.Cells), 16), ins, del
		return append(rows, row)
	case x.Local() == "customXmlPr":
		x.Skip()
	default:
		r.mark()
	}
	return rows
}

func (r *reader) rowProps(row *Row) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "tblHeader":
			row.Header = r.on()
		case "gridBefore":
			row.Before = max(0, number(r.value("val")))
		case "ins":
			row.Ins = r.revision(Insert)
			r.ins = row.Ins // what stands in the row is inserted with it
		case "del":
			row.Del = r.revision(Delete)
			r.del = row.Del
		case "trPrChange":
			r.changes = true
		}
		x.Skip()
	}
}

// cell reads a child of a row: a w:tc, a content control around cells, or a mark.
func (r *reader) cell(cells []TableCell) []TableCell {
	x := r.x
	switch {
	case x.Space() != nsW:
		x.Skip()
	case x.Local() == "sdt":
		c := r.startControl()
		from := len(cells)
		for depth := x.Depth(); r.in(depth); {
			if x.Space() != nsW || x.Local() != "sdtContent" {
				r.controlPart(&c)
				continue
			}
			for depth := x.Depth(); r.in(depth); {
				cells = r.cell(cells)
			}
		}
		if c.known {
			var content []Block
			for _, cell := range cells[from:] {
				content = append(content, cell.Blocks...)
			}
			r.endBlockControl(&c, content)
		}
	case x.Local() == "tc":
		cell := TableCell{Span: 1}
		ins, del := r.ins, r.del
		for depth := x.Depth(); r.in(depth); {
			if x.Space() == nsW && x.Local() == "tcPr" {
				r.cellProps(&cell)
			} else {
				cell.Blocks = r.block(cell.Blocks)
			}
		}
		r.ins, r.del = ins, del
		return append(cells, cell)
	case x.Local() == "customXmlPr":
		x.Skip()
	default:
		r.mark()
	}
	return cells
}

// cellProps reads w:tcPr. A tracked insertion or deletion of the cell holds for all it contains
// (§17.13.5.1, §17.13.5.2).
func (r *reader) cellProps(cell *TableCell) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "gridSpan":
			cell.Span = max(1, number(r.value("val")))
		case "vMerge":
			// Without a value it continues the cell above (§17.4.84).
			cell.Begins = r.value("val") == "restart"
			cell.Merged = !cell.Begins
		case "cellIns":
			r.ins = r.revision(Insert)
			cell.Ins = r.ins
		case "cellDel":
			r.del = r.revision(Delete)
			cell.Del = r.del
		case "tcPrChange", "cellMerge":
			r.changes = true
		}
		x.Skip()
	}
}

// number reads a decimal number, 0 when there is none or it is out of any sensible bound.
func number(s string) int {
	n, negative := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case i == 0 && (c == '-' || c == '+'):
			negative = c == '-'
		case c < '0' || c > '9':
			return 0
		default:
			if n = n*10 + int(c-'0'); n > 1<<30 {
				return 0
			}
		}
	}
	if negative {
		return -n
	}
	return n
}
