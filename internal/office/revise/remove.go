package revise

import (
	"strconv"
	"strings"
)

// lost has the notes, comments and fields of removed text, which other parts refer to.
type lost struct {
	comments, footnotes, endnotes map[string]bool // ids of references
	fields                        map[string]bool // parts in which a field lost one of its ends
	bookmarks                     map[string]bool // names
}

// add notes an id in one of the sets.
func add(set *map[string]bool, id string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[id] = true
}

// remove takes an element out. Marks of ranges whose other end stands elsewhere stay.
func (w *rewriter) remove(b []byte, n *Node) []byte {
	ends := 0
	for _, c := range n.Children {
		ends += w.forget(c, n)
	}
	if ends != 0 {
		add(&w.lost.fields, w.name)
	}
	return w.hoist(b, n)
}

// forget notes what goes with an element, and returns how many fields begin in it less those that end.
func (w *rewriter) forget(n, parent *Node) (fields int) {
	if n == nil {
		return 0
	}
	if n.Space == Word {
		switch family, _ := rangeOf(n.Local); n.Local {
		case "footnoteReference":
			add(&w.lost.footnotes, n.Attr("id"))
		case "endnoteReference":
			add(&w.lost.endnotes, n.Attr("id"))
		case "commentReference":
			add(&w.lost.comments, n.Attr("id"))
		case "fldChar":
			fields = map[string]int{"begin": 1, "end": -1}[n.Attr("fldCharType")]
		default:
			if IsRevision(n.Local) && family == "" && w.pick.takes(n) {
				w.record(n, parent)
			}
		}
	}
	for _, c := range n.Children {
		fields += w.forget(c, n)
	}
	return fields
}

// hoist writes the marks in an element whose other end is not in it.
func (w *rewriter) hoist(b []byte, n *Node) []byte {
	var marks []*Node
	ends := map[string]int{}
	var find func(n *Node)
	find = func(n *Node) {
		for _, c := range n.Children {
			if family, start := rangeOf(c.Local); c.Space == Word && family != "" {
				marks = append(marks, c)
				ends[family+c.Attr("id")] |= map[bool]int{true: 1, false: 2}[start]
			}
			find(c)
		}
	}
	find(n)
	for _, c := range marks {
		if family, _ := rangeOf(c.Local); ends[family+c.Attr("id")] != 3 {
			b = w.mark(b, c, n)
		} else if c.Local == "bookmarkStart" {
			add(&w.lost.bookmarks, c.Attr("name"))
		}
	}
	return b
}

// table writes a table; one without rows goes.
func (w *rewriter) table(b []byte, n *Node) []byte {
	outer := w.pick.table
	defer func() { w.pick.table = outer }()
	w.pick.table = signer(n)
	rows, going := 0, 0
	var count func(n *Node)
	count = func(n *Node) {
		for _, c := range n.Children {
			switch {
			case c.Is("tr"):
				if rows++; w.rowGoes(c) {
					going++
				}
			case c.Is("sdt"), c.Is("sdtContent"), c.Is("customXml"):
				count(c)
			}
		}
	}
	count(n)
	if rows > 0 && going == rows {
		return w.remove(b, n)
	}
	grid := w.grid
	defer func() { w.grid = grid }()
	w.grid = w.lostColumns(n)
	return w.element(b, n)
}

// lostColumns says which columns of the grid of a table go with all cells in them, nil for none. A grid that does not have a column for
// every cell stays as it is.
func (w *rewriter) lostColumns(tbl *Node) []bool {
	grid := tbl.Child("tblGrid")
	if grid == nil {
		return nil
	}
	width := 0
	for _, c := range grid.Children {
		if c.Is("gridCol") {
			width++
		}
	}
	going, staying := make([]bool, width), make([]bool, width)
	for _, tr := range tbl.Children {
		switch {
		case tr.Is("sdt"), tr.Is("customXml"):
			return nil // rows may be in it
		case !tr.Is("tr"), w.rowGoes(tr):
			continue
		}
		at := spanOf(tr.Child("trPr"), "gridBefore")
		for _, tc := range tr.Children {
			if !tc.Is("tc") {
				continue
			}
			to := at + max(1, spanOf(tc.Child("tcPr"), "gridSpan"))
			if to > width {
				return nil
			}
			of := staying
			if w.cellGoes(tc) {
				of = going
			}
			for ; at < to; at++ {
				of[at] = true
			}
		}
	}
	any := false
	for i := range going {
		going[i] = going[i] && !staying[i]
		any = any || going[i]
	}
	if !any {
		return nil
	}
	return going
}

// spanOf returns how many columns of a grid properties say in an element, 0 without it.
func spanOf(pr *Node, local string) int {
	if pr == nil {
		return 0
	}
	n, err := strconv.Atoi(valueOf(pr.Child(local)))
	if err != nil || n < 0 || n > 1<<16 {
		return 0
	}
	return n
}

// valueOf returns the value of an element, "" without one.
func valueOf(n *Node) string {
	if n == nil {
		return ""
	}
	return n.Attr("val")
}

// signer returns the author of the first change of a table's own, "" when there is none.
func signer(n *Node) string {
	for _, c := range n.Children {
		if !c.revised || c.Is("p") || c.Is("tbl") {
			continue
		}
		if IsRevision(c.Local) {
			if author := c.Attr("author"); author != "" {
				return author
			}
			continue
		}
		if author := signer(c); author != "" {
			return author
		}
	}
	return ""
}

// rowGoes reports whether a row goes: it says so, or all of its cells go.
func (w *rewriter) rowGoes(n *Node) bool {
	if !n.revised {
		return false
	}
	if w.saidToGo(n.Child("trPr"), "ins", "del") {
		return true
	}
	cells, going := 0, 0
	for _, c := range n.Children {
		if c.Is("tc") {
			if cells++; w.cellGoes(c) {
				going++
			}
		}
	}
	return cells > 0 && going == cells
}

func (w *rewriter) cellGoes(n *Node) bool {
	return n.revised && w.saidToGo(n.Child("tcPr"), "cellIns", "cellDel")
}

// objectGoes reports whether an object of an equation, such as a fraction, goes; what is in it has changes of its own.
func (w *rewriter) objectGoes(n *Node) bool {
	for _, c := range n.Children {
		if c.Space != Math || !strings.HasSuffix(c.Local, "Pr") {
			continue
		}
		for _, ctrl := range c.Children {
			if ctrl.Space == Math && ctrl.Local == "ctrlPr" {
				if w.saidToGo(ctrl, "ins", "del") {
					return true
				}
				if ins := ctrl.Child("ins"); ins != nil && w.saidToGo(ins, "del") {
					return true
				}
			}
		}
	}
	return false
}

// arguments writes what is in the arguments of an object that goes.
func (w *rewriter) arguments(b []byte, n *Node) []byte {
	for _, c := range n.Children {
		switch {
		case c.Space == Math && strings.HasSuffix(c.Local, "Pr"):
			w.forget(c, n)
		case c.Space == Math && !mathContent[c.Local] && !w.objectGoes(c):
			b = w.arguments(b, c)
		default:
			b = w.node(b, c, n)
		}
	}
	return b
}

// mathContent are the elements that can stand in an argument of an object; others are its arguments, or rows of them.
var mathContent = map[string]bool{"r": true, "acc": true, "bar": true, "box": true, "borderBox": true, "d": true, "eqArr": true, "f": true,
	"func": true, "groupChr": true, "limLow": true, "limUpp": true, "m": true, "nary": true, "phant": true, "rad": true, "sPre": true,
	"sSub": true, "sSubSup": true, "sSup": true, "oMath": true}
