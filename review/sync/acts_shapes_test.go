package reviewsync_test

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// What a reviewer does to cells as a whole, and to what parts pages and paragraphs.
func init() {
	maps.Copy(acts, map[string]act{
		"merge # cells from # # #":     func(d *desk, _ []string, n []int) error { return d.mergeRight(n[1], n[2], n[3], n[0]) },
		"merge cell # # # down":        func(d *desk, _ []string, n []int) error { return d.mergeDown(n[0], n[1], n[2]) },
		"split cell # # #":             func(d *desk, _ []string, n []int) error { return d.splitCell(n[0], n[1]-1, n[2]-1) },
		"widen table # after # by $":   func(d *desk, s []string, n []int) error { return d.widen(n[0], n[1], s[0]) },
		"track empty column # by $":    func(d *desk, s []string, n []int) error { return d.trackColumn(n[0], s[0]) },
		"refer to $ after $":           func(d *desk, s []string, _ []int) error { return d.refer(s[0], s[1], "", "Figure 9") },
		"refer by $ to $ after $ as $": func(d *desk, s []string, _ []int) error { return d.refer(s[1], s[2], s[0], s[3]) },
		"paragraph $ in note behind $": func(d *desk, s []string, _ []int) error { return d.noteParagraph(s[0], s[1]) },
		"delete rule":                  func(d *desk, _ []string, _ []int) error { return d.deleteHolder("pBdr", "") },
		"delete page break":            func(d *desk, _ []string, _ []int) error { return d.deleteHolder("br", "page") },
		"delete section break":         func(d *desk, _ []string, _ []int) error { return d.deleteHolder("sectPr", "") },
		"page break before $":          func(d *desk, s []string, _ []int) error { return d.breakPage(s[0]) },
	})
}

func (d *desk) cellsOf(table, row int) ([]*etree.Element, error) {
	_, rows, err := d.table(table)
	if err != nil {
		return nil, err
	}
	if row < 1 || row > len(rows) {
		return nil, fmt.Errorf("there are %d rows", len(rows))
	}
	return rows[row-1].SelectElements("w:tc"), nil
}

// pour moves the paragraphs of a cell behind those of another one, as Word does.
func pour(into, from *etree.Element) {
	for _, p := range from.SelectElements("w:p") {
		into.AddChild(p)
	}
}

func (d *desk) mergeRight(table, row, column, many int) error {
	cells, err := d.cellsOf(table, row)
	if err != nil || column+many-1 > len(cells) {
		return errors.Join(err, errors.New("no such cells"))
	}
	first := cells[column-1]
	cellProperties(first).CreateElement("w:gridSpan").CreateAttr("w:val", strconv.Itoa(many))
	for _, c := range cells[column : column+many-1] {
		pour(first, c)
		c.Parent().RemoveChild(c)
	}
	return nil
}

func (d *desk) mergeDown(table, row, column int) error {
	above, err := d.cellsOf(table, row)
	if err != nil {
		return err
	}
	below, err := d.cellsOf(table, row+1)
	if err != nil {
		return err
	}
	a, b := above[column-1], below[column-1]
	cellProperties(a).CreateElement("w:vMerge").CreateAttr("w:val", "restart")
	cellProperties(b).CreateElement("w:vMerge")
	pour(a, b)
	b.CreateElement("w:p")
	return nil
}

func (d *desk) splitCell(table, row, column int) error {
	_, rows, err := d.table(table)
	if err == nil {
		m := squareOf(rows)
		top, left, bottom, right := m.area(row, column)
		m.split(top, left, bottom, right, func() string { return "" })
	}
	return err
}

// widen puts a column of one text in, in which merged cells get wider.
func (d *desk) widen(table, after int, text string) error {
	_, rows, err := d.table(table)
	if err == nil {
		squareOf(rows).insertColumn(after, func() string { return text })
	}
	return err
}

// trackColumn adds an empty column at the right as a proposal.
func (d *desk) trackColumn(table int, author string) error {
	_, rows, err := d.table(table)
	for _, r := range rows {
		c := r.CreateElement("w:tc")
		cellProperties(c).AddChild(d.signed("w:cellIns", author))
		c.CreateElement("w:p")
	}
	return err
}

func cellProperties(c *etree.Element) *etree.Element {
	if pr := c.SelectElement("w:tcPr"); pr != nil {
		return pr
	}
	pr := etree.NewElement("w:tcPr")
	c.InsertChildAt(0, pr)
	return pr
}

// deleteHolder deletes the first paragraph without text that holds an element, of a type if one is given.
func (d *desk) deleteHolder(tag, kind string) error {
	for _, p := range below(d.body(), "p") {
		for _, e := range below(p, tag) {
			if strings.TrimSpace(textOf(p)) == "" && (kind == "" || e.SelectAttrValue("w:type", "") == kind) {
				p.Parent().RemoveChild(p)
				return nil
			}
		}
	}
	return errors.New("there is none")
}

func (d *desk) breakPage(words string) error {
	p, _, err := d.find(words, 0)
	if err == nil {
		now := etree.NewElement("w:p")
		now.CreateElement("w:r").CreateElement("w:br").CreateAttr("w:type", "page")
		insertBefore(p, now)
	}
	return err
}

// refer inserts a cross-reference as Word does: the label and number of a caption get a bookmark, to which the
// field refers.
func (d *desk) refer(caption, after, how, shown string) error {
	p, _, err := d.find(caption, 0)
	if err != nil {
		return err
	}
	start, end := etree.NewElement("w:bookmarkStart"), etree.NewElement("w:bookmarkEnd")
	start.CreateAttr("w:id", "9100")
	start.CreateAttr("w:name", "_Ref9100")
	end.CreateAttr("w:id", "9100")
	all := p.SelectElements("w:r")
	insertBefore(all[0], start)
	insertAfter(all[len(all)-1], end)
	for _, r := range all {
		if c := r.SelectElement("w:fldChar"); c != nil && c.SelectAttrValue("w:fldCharType", "") == "end" {
			insertAfter(r, end)
		}
	}
	q, at, err := d.find(after, 0)
	if err != nil {
		return err
	}
	behind := runs(q, at, at+len(after))
	field := etree.NewElement("w:fldSimple")
	field.CreateAttr("w:instr", " REF _Ref9100 "+how+` \h `)
	field.AddChild(newRun(shown, nil))
	insertAfter(behind[len(behind)-1], field)
	return nil
}

// noteParagraph adds a paragraph to a footnote.
func (d *desk) noteParagraph(text, behind string) error {
	for _, p := range below(d.tree("word/footnotes.xml"), "p") {
		if strings.Contains(textOf(p), behind) {
			insertAfter(p, newParagraph(text, nil))
			return nil
		}
	}
	return errors.New("there is none")
}
