package redline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/review/redline"
)

// faults returns what is wrong with the tables, lists and ids of a Word file: rows that do not cover the grid of their table, continued
// cells that nothing began, lists with one key, and tracked changes of one kind with one id.
func faults(t *testing.T, p *opc.Package) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, name := range []string{"word/document.xml", "word/numbering.xml"} {
		if !p.Has(name) {
			continue
		}
		text, err := p.Text(name)
		if err != nil {
			t.Fatal(err)
		}
		d := etree.NewDocument()
		if err := d.ReadFromString(text); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, e := range d.FindElements("//*") {
			key := ""
			switch {
			case e.Space == "w" && e.Tag == "tbl":
				tableFaults(e, out)
			case e.Space == "w" && e.Tag == "nsid":
				key = "nsid " + e.SelectAttrValue("w:val", "")
			case e.Space == "w" && revise.IsRevision(e.Tag):
				key = e.Tag + " " + e.SelectAttrValue("w:id", "")
			}
			if key != "" && seen[key] {
				out["twice: "+key] = true
			}
			seen[key] = true
		}
	}
	return out
}

// tableFaults adds what is wrong with a table.
func tableFaults(tbl *etree.Element, out map[string]bool) {
	width := len(tbl.FindElements("tblGrid/gridCol"))
	above := map[int]bool{} // columns in which merged cells begin
	for n, tr := range tbl.SelectElements("tr") {
		at, merged := 0, map[int]bool{}
		for _, tc := range tr.SelectElements("tc") {
			span := 1
			if e := tc.FindElement("tcPr/gridSpan"); e != nil {
				_, _ = fmt.Sscan(e.SelectAttrValue("w:val", "1"), &span)
			}
			if e := tc.FindElement("tcPr/vMerge"); e != nil {
				if merged[at] = true; e.SelectAttrValue("w:val", "continue") == "continue" && !above[at] {
					out[fmt.Sprintf("row %d: nothing begins what is continued", n)] = true
				}
			}
			at += span
		}
		if above = merged; at != width {
			out[fmt.Sprintf("row %d covers %d of %d columns", n, at, width)] = true
		}
	}
}

// TestMergedRows: rows that go on with merged cells stand below the cells that they go on with, also where rows above them were deleted.
func TestMergedRows(t *testing.T) {
	const was = "::table{header merge=\"C3:C4 A2:B3\"}\n| a | b | c |\n| d |  | e |\n|  |  | f |\n| g | h |  |\n::\n\nThe end.\n"
	before, after := wordOf(t, was), wordOf(t, strings.Replace(was, "h |  |", "h | i |", 1))
	data, _, err := redline.Make(before, after, redline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if fault := newFault(t, before, after, data); fault != "" {
		t.Error(fault)
	}
}

// newFault returns a fault that a redline has and neither of its versions, "" for none.
func newFault(t *testing.T, before, after *opc.Package, data []byte) string {
	t.Helper()
	a, b := faults(t, before), faults(t, after)
	for fault := range faults(t, read(t, data)) {
		if !a[fault] && !b[fault] {
			return fault
		}
	}
	return ""
}
