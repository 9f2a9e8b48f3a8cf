package redline_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/redline"
)

// faults returns what is wrong with the tables, lists and ids of a Word file: rows that do not cover the grid of their table, continued
// cells that nothing began, lists with one key, tracked changes of one kind with one id, notes in another order than their references, or with such ids, and
// comments without a place.
func faults(t *testing.T, p *opc.Package) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, kind := range []string{"footnote", "endnote"} {
		if !inOrder(t, p, kind) {
			out[kind+"s in another order"] = true
		}
	}
	refs := idsIn(t, p, "word/document.xml", "commentReference")
	for _, id := range idsIn(t, p, "word/comments.xml", "comment") {
		if !slices.Contains(refs, id) {
			out["a comment without a place"] = true
		}
	}
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

// idsIn returns the ids of the elements with a name in a part, in the order of the text.
func idsIn(t *testing.T, p *opc.Package, part, name string) (out []string) {
	t.Helper()
	if !p.Has(part) {
		return nil
	}
	text, err := p.Text(part)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("<w:"+name+` [^>]*w:id="(\d+)"`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	return out
}

// inOrder reports whether the notes of a kind are in the order of the references to them.
func inOrder(t *testing.T, p *opc.Package, kind string) bool {
	t.Helper()
	if !p.Has("word/" + kind + "s.xml") {
		return true
	}
	refs, notes := idsIn(t, p, "word/document.xml", kind+"Reference"), idsIn(t, p, "word/"+kind+"s.xml", kind)
	notes = slices.DeleteFunc(notes, func(id string) bool { return !slices.Contains(refs, id) })
	rise := slices.IsSortedFunc(refs, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return rise && slices.Equal(refs, notes)
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

// TestBoundData: form fields that came have the place for their value that they are bound to; only a value that has changed is untracked.
func TestBoundData(t *testing.T) {
	none := "# One\n\nText.\n"
	one := none + "\n::control{id=\"c-1\" type=\"text\" label=\"Name\" default=\"x\"}\n::\n"
	two := one + "\n::control{id=\"c-2\" type=\"text\" label=\"Other\" default=\"y\"}\n::\n"
	for _, c := range []struct{ was, now, bound, untracked string }{{none, one, "c-1", ""}, {one, two, "c-2", ""}, {two, one, "c-2", ""},
		{two, strings.Replace(two, `"y"`, `"z"`, 1), "c-2", "form field c-2"}} {
		data, report, err := redline.Make(wordOf(t, c.was), wordOf(t, c.now), redline.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		p := read(t, data)
		for _, d := range p.DataParts() {
			text, _ := p.Text(d.Name)
			found = found || d.StoreID == wml.ControlStoreID && strings.Contains(text, `id="`+c.bound+`"`)
		}
		if !found {
			t.Errorf("%s is bound to nothing", c.bound)
		}
		said := ""
		for _, u := range report.Untracked {
			said += u.Message
		}
		if (c.untracked == "") != (said == "") || !strings.HasSuffix(said, c.untracked) {
			t.Errorf("untracked: %q", said)
		}
	}
}

// newFault returns a fault that a redline has and neither of its versions, "" for none.
func newFault(t *testing.T, before, after *opc.Package, data []byte) string {
	t.Helper()
	a, b := faults(t, before), faults(t, after)
	_, there, err := revise.Accept(before, revise.Select{})
	if err != nil {
		t.Fatal(err)
	}
	for fault := range faults(t, read(t, data)) {
		if len(there.Revisions) > 0 && strings.HasSuffix(fault, "another order") {
			continue // the paragraphs with those stay as they are
		}
		if !a[fault] && !b[fault] {
			return fault
		}
	}
	return ""
}
