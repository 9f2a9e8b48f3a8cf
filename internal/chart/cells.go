package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// The workbook of a chart that came back (ECMA-376 part 1, §18): the cells the chart names. A
// spreadsheet program writes it anew, with several sheets and its texts in a table of their own.

// limits of a workbook in a Word file; ours have a few kilobytes.
var bookLimits = opc.Limits{Entries: 200, PartBytes: 32 << 20, TotalBytes: 64 << 20}

// maxCells bounds the cells that are kept of all sheets.
const maxCells = 1 << 20

// place is a cell, column and row counted from 0.
type place struct{ col, row int }

// cellRange is a row or a column of cells, first and last included.
type cellRange struct {
	sheet       string
	first, last place
}

func (a cellRange) size() int { return (a.last.col - a.first.col + 1) * (a.last.row - a.first.row + 1) }

// sheets are the texts of cells by the names of their sheets.
type sheets map[string]map[place]string

// readWorkbook reads the sheets that are named; ok is false when one of them cannot be read.
func readWorkbook(book []byte, refs []reference) (out sheets, ok bool) {
	if len(book) == 0 {
		return nil, false
	}
	pkg, err := opc.ReadBytes(book, bookLimits)
	if err != nil {
		return nil, false
	}
	main, ok := pkg.Related("", "officeDocument")
	if !ok {
		return nil, false
	}
	parts, ok := sheetParts(pkg, main)
	if !ok {
		return nil, false
	}
	var texts []string
	if part, ok := pkg.Related(main, "sharedStrings"); ok {
		if texts, ok = sharedTexts(pkg, part); !ok {
			return nil, false
		}
	}
	out = sheets{}
	left := maxCells
	for _, r := range refs {
		a, ok := areaOf(r.values)
		if !ok {
			return nil, false
		}
		if out[a.sheet] != nil {
			continue
		}
		cells, ok := sheetCells(pkg, parts[a.sheet], texts, &left)
		if !ok {
			return nil, false
		}
		out[a.sheet] = cells
	}
	return out, true
}

// numbers returns what the chart will show when it is made from the cells; ok is false when it names none.
func (s sheets) numbers(refs []reference) (*Numbers, bool) {
	n := &Numbers{}
	for _, r := range refs {
		values, ok := s.texts(r.values)
		if !ok {
			return nil, false
		}
		var ys []float64
		for _, t := range values {
			ys = append(ys, value(t))
		}
		name, _ := s.texts(r.name)
		n.Names, n.Series = append(n.Names, strings.Join(name, " ")), append(n.Series, ys)
		if c, _ := s.texts(r.categories); len(c) > len(n.Categories) {
			n.Categories = c
		}
	}
	return n, true
}

// texts returns the texts of the cells a reference names.
func (s sheets) texts(ref string) ([]string, bool) {
	a, ok := areaOf(ref)
	if !ok || s[a.sheet] == nil {
		return nil, false
	}
	var out []string
	for row := a.first.row; row <= a.last.row; row++ {
		for col := a.first.col; col <= a.last.col; col++ {
			out = append(out, s[a.sheet][place{col, row}])
		}
	}
	return out, true
}

// areaOf reads a reference such as Sheet1!$B$2:$B$7 or 'My data'!$A$1 (§18.17.2.3). Other formulas, and
// areas of more than one row and column, are none.
func areaOf(ref string) (cellRange, bool) {
	i := strings.LastIndexByte(ref, '!')
	if i < 0 {
		return cellRange{}, false
	}
	a := cellRange{sheet: ref[:i]}
	if q := a.sheet; len(q) > 1 && q[0] == '\'' && q[len(q)-1] == '\'' {
		a.sheet = strings.ReplaceAll(q[1:len(q)-1], "''", "'")
	}
	first, last, two := strings.Cut(strings.ReplaceAll(ref[i+1:], "$", ""), ":")
	var ok, also bool
	a.first, ok = placeOf(first)
	if a.last, also = a.first, true; two {
		a.last, also = placeOf(last)
	}
	line := a.first.col == a.last.col || a.first.row == a.last.row
	return a, ok && also && line && a.first.col <= a.last.col && a.first.row <= a.last.row && a.size() <= maxNative
}

// placeOf reads B7. Sheets have 16,384 columns and 1,048,576 rows.
func placeOf(s string) (place, bool) {
	letters := 0
	col := 0
	for letters < len(s) && letters < 4 && s[letters] >= 'A' && s[letters] <= 'Z' {
		col = 26*col + int(s[letters]-'A') + 1
		letters++
	}
	row, err := strconv.ParseUint(s[letters:], 10, 21)
	return place{col - 1, int(row) - 1}, err == nil && col > 0 && col <= 16384 && row > 0 && row <= 1<<20
}

// sheetParts returns the parts of the sheets, by name.
func sheetParts(pkg *opc.Package, main string) (map[string]string, bool) {
	text, err := pkg.Text(main)
	if err != nil {
		return nil, false
	}
	rels, err := pkg.Rels(main)
	if err != nil {
		return nil, false
	}
	target := map[string]string{}
	for _, r := range rels {
		if !r.External {
			target[r.ID] = r.Target
		}
	}
	out := map[string]string{}
	x := opc.NewScanner(text, opc.Names{})
	for x.Next() {
		if x.Opened() && x.Local() == "sheet" {
			name, _ := x.Value("name")
			id, _ := x.Value("id")
			out[name] = target[id]
		}
	}
	return out, x.Err() == nil
}

// sharedTexts returns the texts that cells name by number. Phonetic guides are none of the text.
func sharedTexts(pkg *opc.Package, part string) ([]string, bool) {
	text, err := pkg.Text(part)
	if err != nil {
		return nil, false
	}
	var out []string
	x := opc.NewScanner(text, opc.Names{})
	for x.Next() {
		if !x.Opened() {
			continue
		}
		switch x.Local() {
		case "si":
			if len(out) == maxCells {
				return nil, false
			}
			out = append(out, "")
		case "rPh":
			x.Skip()
		case "t":
			if len(out) == 0 {
				continue
			}
			t := x.Text()
			if len(out[len(out)-1])+len(t) > math.MaxInt16 { // the length of a cell
				return nil, false
			}
			out[len(out)-1] += t
		}
	}
	return out, x.Err() == nil
}

// sheetCells returns the cells of a sheet that hold something; left is how many more may be kept.
func sheetCells(pkg *opc.Package, part string, shared []string, left *int) (map[place]string, bool) {
	text, err := pkg.Text(part)
	if err != nil {
		return nil, false
	}
	out := map[place]string{}
	x := opc.NewScanner(text, opc.Names{})
	at, known, kind := place{}, false, ""
	for x.Next() {
		if !x.Opened() {
			continue
		}
		switch x.Local() {
		case "c":
			ref, _ := x.Value("r")
			kind, _ = x.Value("t")
			at, known = placeOf(ref)
		case "f", "rPh", "extLst":
			x.Skip()
		case "v", "t":
			s := x.Text()
			if kind == "s" {
				k, err := strconv.Atoi(strings.TrimSpace(s))
				if err != nil || k < 0 || k >= len(shared) {
					return nil, false
				}
				s = shared[k]
			}
			if kind == "e" {
				s = "" // an error of a formula
			}
			if !known || s == "" {
				continue
			}
			if *left--; *left < 0 || len(out[at])+len(s) > math.MaxInt16 {
				return nil, false
			}
			out[at] += s // rich text stands in several parts
		}
	}
	return out, x.Err() == nil
}
