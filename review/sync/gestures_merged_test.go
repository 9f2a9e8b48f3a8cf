package reviewsync_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// Gestures at tables with merged cells, as Word makes them.

// merges is a table by its grid columns: a cell stands at each of the columns it spans.
type merges struct {
	rows []*etree.Element
	at   [][]*etree.Element
}

func (h *hand) someMerges() *merges { return squareOf(h.rowsOf()) }

// squareOf returns nil when the rows have not the same number of columns.
func squareOf(rows []*etree.Element) *merges {
	m := &merges{rows: rows}
	for _, r := range m.rows {
		var row []*etree.Element
		for _, c := range r.SelectElements("w:tc") {
			for range spanOf(c) {
				row = append(row, c)
			}
		}
		m.at = append(m.at, row)
	}
	for _, row := range m.at {
		if len(row) != len(m.at[0]) || len(row) == 0 {
			return nil
		}
	}
	if len(m.at) == 0 {
		return nil
	}
	return m
}

func spanOf(c *etree.Element) int {
	if pr := c.SelectElement("w:tcPr"); pr != nil {
		if s := pr.SelectElement("w:gridSpan"); s != nil {
			n, _ := strconv.Atoi(s.SelectAttrValue("w:val", "1"))
			return n
		}
	}
	return 1
}

func downOf(c *etree.Element) string {
	if pr := c.SelectElement("w:tcPr"); pr != nil {
		if s := pr.SelectElement("w:vMerge"); s != nil {
			return s.SelectAttrValue("w:val", "continue")
		}
	}
	return ""
}

// setMerge gives a cell its span and its place in a merged cell of several rows.
func setMerge(c *etree.Element, span int, down string) {
	pr := cellProperties(c)
	for _, tag := range []string{"w:gridSpan", "w:vMerge"} {
		if e := pr.SelectElement(tag); e != nil {
			pr.RemoveChild(e)
		}
	}
	at := 0
	if w := pr.SelectElement("w:tcW"); w != nil {
		at = w.Index() + 1
	}
	if down != "" {
		e := etree.NewElement("w:vMerge")
		if down == "restart" {
			e.CreateAttr("w:val", down)
		}
		pr.InsertChildAt(at, e)
	}
	if span > 1 {
		e := etree.NewElement("w:gridSpan")
		e.CreateAttr("w:val", strconv.Itoa(span))
		pr.InsertChildAt(at, e)
	}
}

// area returns what is merged with a cell: rows and columns, both ends included.
func (m *merges) area(i, j int) (top, left, bottom, right int) {
	c := m.at[i][j]
	for left = j; left > 0 && m.at[i][left-1] == c; left-- {
	}
	right = left + spanOf(c) - 1
	for top = i; top > 0 && downOf(m.at[top][left]) == "continue"; top-- {
	}
	for bottom = i; bottom+1 < len(m.at) && downOf(m.at[bottom+1][left]) == "continue"; bottom++ {
	}
	return top, left, bottom, right
}

// emptied takes the paragraphs out of a cell and leaves an empty one.
func emptied(c *etree.Element) (texts []*etree.Element) {
	for _, p := range c.SelectElements("w:p") {
		c.RemoveChild(p)
		if textOf(p) != "" {
			texts = append(texts, p)
		}
	}
	c.CreateElement("w:p")
	return texts
}

func newCell(text string) *etree.Element {
	c := etree.NewElement("w:tc")
	c.AddChild(newParagraph(text, nil))
	return c
}

func (h *hand) mergeCells() string {
	m := h.someMerges()
	if m == nil {
		return ""
	}
	top, left := h.c.Intn(len(m.at)), h.c.Intn(len(m.at[0]))
	bottom, right := min(len(m.at)-1, top+h.c.Intn(3)), min(len(m.at[0])-1, left+h.c.Intn(3))
	for grown := true; grown; {
		grown = false
		for i := top; i <= bottom; i++ {
			for j := left; j <= right; j++ {
				t, l, b, r := m.area(i, j)
				if t < top || l < left || b > bottom || r > right {
					top, left, bottom, right, grown = min(t, top), min(l, left), max(b, bottom), max(r, right), true
				}
			}
		}
	}
	if top == bottom && left == right || top == 0 && bottom > 0 && !h.one(4) {
		return ""
	}
	first := m.at[top][left]
	var texts []*etree.Element
	for i := top; i <= bottom; i++ {
		keep := m.at[i][left]
		for j := left; j <= right; j++ {
			if j > left && m.at[i][j] == m.at[i][j-1] {
				continue
			}
			texts = append(texts, emptied(m.at[i][j])...)
			if m.at[i][j] != keep {
				m.rows[i].RemoveChild(m.at[i][j])
			}
		}
		down := ""
		if bottom > top {
			down = "continue"
			if i == top {
				down = "restart"
			}
		}
		setMerge(keep, right-left+1, down)
	}
	if len(texts) > 0 {
		first.RemoveChild(first.SelectElement("w:p"))
	}
	for _, p := range texts {
		first.AddChild(p)
	}
	return fmt.Sprintf("%d,%d to %d,%d: %q", top, left, bottom, right, textOf(first))
}

// mergedCell picks a cell that is merged of several, nil for none.
func (h *hand) mergedCell() (m *merges, top, left, bottom, right int) {
	if m = h.someMerges(); m == nil {
		return nil, 0, 0, 0, 0
	}
	top, left, bottom, right = m.area(h.c.Intn(len(m.at)), h.c.Intn(len(m.at[0])))
	if top == bottom && left == right {
		return nil, 0, 0, 0, 0
	}
	return m, top, left, bottom, right
}

func (h *hand) splitCells() string {
	m, top, left, bottom, right := h.mergedCell()
	if m == nil {
		return ""
	}
	typed := ""
	m.split(top, left, bottom, right, func() string {
		if !h.one(4) {
			return ""
		}
		typed = h.token()
		return typed
	})
	return fmt.Sprintf("%d,%d to %d,%d, with %q", top, left, bottom, right, typed)
}

// split makes cells of their own of merged ones.
func (m *merges) split(top, left, bottom, right int, text func() string) {
	for i := top; i <= bottom; i++ {
		c := m.at[i][left]
		setMerge(c, 1, "")
		for range right - left {
			insertAfter(c, newCell(text()))
		}
	}
}

func (h *hand) mergedRows() string {
	m := h.someMerges()
	if m == nil || len(m.rows) < 2 {
		return ""
	}
	i := h.c.Intn(len(m.rows))
	row := m.rows[i]
	cell := func(j int) bool { return j == 0 || m.at[i][j] != m.at[i][j-1] } // begins a cell
	if h.one(2) {
		for j, c := range m.at[i] {
			if !cell(j) || downOf(c) != "restart" || i+1 == len(m.rows) {
				continue
			}
			next := m.at[i+1][j]
			setMerge(next, spanOf(next), "restart")
			if texts := emptied(c); len(texts) > 0 && h.one(2) { // the text stays
				next.RemoveChild(next.SelectElement("w:p"))
				for _, p := range texts {
					next.AddChild(p)
				}
			}
		}
		row.Parent().RemoveChild(row)
		return fmt.Sprintf("without %d %s", i, textOf(row))
	}
	now := etree.NewElement("w:tr")
	for j, c := range m.at[i] {
		switch {
		case !cell(j):
		case i+1 < len(m.rows) && downOf(m.at[i+1][j]) == "continue":
			fresh := newCell("")
			setMerge(fresh, spanOf(c), "continue")
			now.AddChild(fresh)
		case h.one(2):
			fresh := newCell(h.token())
			setMerge(fresh, spanOf(c), "")
			now.AddChild(fresh)
		default:
			for range spanOf(c) {
				now.AddChild(newCell(h.token()))
			}
		}
	}
	insertAfter(row, now)
	return fmt.Sprintf("%s after %d", textOf(now), i)
}

func (h *hand) mergedColumns() string {
	m := h.someMerges()
	if m == nil {
		return ""
	}
	width := len(m.at[0])
	if h.one(2) {
		if width < 3 {
			return ""
		}
		j := h.c.Intn(width)
		var log []string
		for i, row := range m.at {
			c := row[j]
			if n := spanOf(c); n > 1 {
				setMerge(c, n-1, downOf(c))
				continue
			}
			log = append(log, textOf(c))
			m.rows[i].RemoveChild(c)
		}
		return fmt.Sprintf("without %d: %s", j, strings.Join(log, " / "))
	}
	j := h.c.Intn(width + 1)
	m.insertColumn(j, h.token)
	return fmt.Sprintf("new %d", j)
}

// insertColumn inserts a column before another one, or at the end. Cells on both sides of it get wider.
func (m *merges) insertColumn(j int, text func() string) {
	for i, row := range m.at {
		switch {
		case j > 0 && j < len(row) && row[j-1] == row[j]:
			setMerge(row[j], spanOf(row[j])+1, downOf(row[j]))
		case j < len(row):
			insertBefore(row[j], newCell(text()))
		default:
			m.rows[i].AddChild(newCell(text()))
		}
	}
}

func (h *hand) typeInMerged() string {
	m, top, left, _, _ := h.mergedCell()
	if m == nil {
		return ""
	}
	c, now := m.at[top][left], h.phrase()
	was := textOf(c)
	if h.one(3) {
		c.AddChild(newParagraph(now, nil))
	} else {
		emptied(c)
		c.RemoveChild(c.SelectElement("w:p"))
		c.AddChild(newParagraph(now, nil))
	}
	return fmt.Sprintf("%q: %q", was, now)
}
