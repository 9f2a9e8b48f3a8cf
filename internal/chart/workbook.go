package chart

import (
	"bytes"
	"math"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// The workbook of a chart (SpreadsheetML, ECMA-376 part 1, §18), in as few parts as a workbook can
// have. The first column has the categories or places, the others one series each; the first row has
// their names. What the chart was made from is the comment in the properties of the workbook.

const (
	sheetMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	officeRel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

	packageMeta = "http://schemas.openxmlformats.org/package/2006/"
)

// Workbook returns the workbook with the numbers of the chart, an .xlsx file.
func (c *Chart) Workbook() ([]byte, error) {
	var out bytes.Buffer
	p := opc.NewWriter(&out)
	p.AddRel("", officeRel+"officeDocument", "xl/workbook.xml", false)
	sheet := p.AddRel("xl/workbook.xml", officeRel+"worksheet", "xl/worksheets/sheet1.xml", false)
	book := &markup{}
	book.raw(xmlHead + `<workbook xmlns="` + sheetMain + `" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<sheets><sheet name="Sheet1" sheetId="1" r:id="` + sheet + `"/></sheets></workbook>`)
	if err := p.AddPart("xl/workbook.xml", sheetType+"sheet.main+xml", book.buf); err != nil {
		return nil, err
	}
	if err := p.AddPart("xl/worksheets/sheet1.xml", sheetType+"worksheet+xml", c.sheet()); err != nil {
		return nil, err
	}
	if c.Source != "" {
		const part = "docProps/core.xml"
		p.AddRel("", packageMeta+"relationships/metadata/core-properties", part, false)
		about := &markup{}
		about.raw(xmlHead + `<cp:coreProperties xmlns:cp="` + packageMeta + `metadata/core-properties"` +
			` xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>`)
		about.escape(c.Source)
		about.raw(`</dc:description></cp:coreProperties>`)
		if err := p.AddPart(part, "application/vnd.openxmlformats-package.core-properties+xml", about.buf); err != nil {
			return nil, err
		}
	}
	if err := p.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (c *Chart) sheet() []byte {
	w := &markup{}
	w.raw(xmlHead + `<worksheet xmlns="` + sheetMain + `"><sheetData><row r="1">`)
	for i := range c.lines {
		w.textCell(i+1, 0, c.seriesName(i))
	}
	w.raw(`</row>`)
	places := c.places()
	for k := range c.lines[0].ys {
		w.raw(`<row r="` + strconv.Itoa(k+2) + `">`)
		if c.scattered() {
			w.numberCell(0, k+1, places[k])
		} else {
			w.textCell(0, k+1, c.category(k))
		}
		for i := range c.lines {
			w.numberCell(i+1, k+1, c.lines[i].ys[k])
		}
		w.raw(`</row>`)
	}
	w.raw(`</sheetData></worksheet>`)
	return w.buf
}

func (w *markup) textCell(col, row int, s string) {
	w.raw(`<c r="` + columnName(col) + strconv.Itoa(row+1) + `" t="inlineStr"><is><t xml:space="preserve">`)
	w.escape(s)
	w.raw(`</t></is></c>`)
}

func (w *markup) numberCell(col, row int, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return // an empty cell
	}
	w.raw(`<c r="` + columnName(col) + strconv.Itoa(row+1) + `"><v>` + cellNumber(v) + `</v></c>`)
}

// columnName returns A for 0, Z for 25, AA for 26.
func columnName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return columnName(i/26-1) + columnName(i%26)
}

// cellRef returns the reference to n cells of a column from a row on, both counted from 0; to one cell
// when n is 0.
func cellRef(col, row, n int) string {
	at := "$" + columnName(col) + "$"
	ref := "Sheet1!" + at + strconv.Itoa(row+1)
	if n > 1 {
		ref += ":" + at + strconv.Itoa(row+n)
	}
	return ref
}

// cellNumber returns a number as spreadsheets write it.
func cellNumber(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-5 || a >= 1e15) {
		return strconv.FormatFloat(v, 'E', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
