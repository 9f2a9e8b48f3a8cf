package reviewsync_test

import (
	"strings"
	"testing"
)

func init() { channels["notes in cells"] = (*desk).notesIntoCells }

// notesIntoCells writes what footnotes of cells say into the cells, as AbiWord does.
func (d *desk) notesIntoCells() error {
	notes := d.tree("word/footnotes.xml")
	if notes == nil {
		return nil
	}
	for _, cell := range below(d.body(), "tc") {
		for _, p := range cell.SelectElements("w:p") {
			last := p
			for _, ref := range below(p, "footnoteReference") {
				for _, note := range notes.SelectElements("w:footnote") {
					if note.SelectAttrValue("w:id", "") != ref.SelectAttrValue("w:id", "") {
						continue
					}
					for _, said := range note.SelectElements("w:p") {
						for _, mark := range below(said, "footnoteRef") {
							mark.Parent().Parent().RemoveChild(mark.Parent())
						}
						if t := below(said, "t"); len(t) > 0 && strings.TrimSpace(t[0].Text()) == "" {
							t[0].Parent().Parent().RemoveChild(t[0].Parent())
						}
						note.RemoveChild(said)
						insertAfter(last, said)
						last = said
					}
					note.CreateElement("w:p")
				}
			}
		}
	}
	return nil
}

// TestNotesInCells: what a note of a cell says is no text of the cell, and an edit beside it comes in.
func TestNotesInCells(t *testing.T) {
	const src = "# A {id=\"a\"}\n\nA berth^[By the mole.] in the text.\n\n| Berth | Depth |\n| --- | --- |\n| A^[By the river, see section [[a]].] | 4 |\n" +
		"| B | 5^[At low tide.] |\n"
	var file []byte
	for _, fields := range []string{"as text", ""} {
		d, err := openDesk(render(t, src))
		if err == nil && fields != "" {
			err = d.flattenFields(false)
		}
		if err == nil {
			err = d.notesIntoCells()
		}
		if err == nil {
			err = d.writtenBy("AbiWord")
		}
		if err == nil {
			file, err = d.save()
		}
		if err != nil {
			t.Fatal(err)
		}
		quietThrough(t, src, file, []string{"fields " + fields})
	}
	xml := part(t, file, "word/document.xml")
	file = replacePart(t, file, "word/document.xml", strings.Replace(xml, ">B<", ">Quay B<", 1))
	if got, res := sync(t, src, file); got != strings.Replace(src, "| B |", "| Quay B |", 1) {
		t.Errorf("with an edit the source becomes\n%s\nfindings: %s", got, describe(res))
	}
}
