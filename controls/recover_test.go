package controls_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// bookmarked returns a paragraph with the bookmark of a block.
func bookmarked(id string, runs ...wml.Run) wml.Block {
	return &wml.Paragraph{Runs: runs, Points: []wml.Point{{Kind: wml.BookmarkStart, Name: layout.AnchorName(id)}}}
}

func input(c *wml.Control) wml.Run { return wml.Run{Kind: wml.Input, Text: c.Text, Object: c} }

func TestFieldsWithoutNames(t *testing.T) {
	source := parse(t, someOfEach)
	text := wml.Run{Kind: wml.Field, Text: "8", Object: &wml.FieldCode{Instr: `FILLIN ""`}}
	box := &wml.Control{Kind: wml.CheckBox, HasCheckBox: true, Checked: pointer(true), Text: "☒"}
	list := &wml.Control{Kind: wml.DropDown, Text: "Beta", Items: []wml.Item{{Value: "a", Label: "Alpha"}, {Value: "b", Label: "Beta"}}}
	done := &wml.Control{Kind: wml.CheckBox, HasCheckBox: true, Checked: pointer(true), Text: "☒"}
	kept := &wml.Control{Tag: "noma-control:note", Text: "kept"}
	stray := &wml.Control{Text: "stray"}
	d := &wml.Document{
		Controls: []*wml.Control{box, list, done, kept, stray},
		Bound:    []wml.BoundValue{{ID: "rate", Type: pointer("number"), Value: "5"}},
		Stories: []*wml.Story{{Blocks: []wml.Block{
			bookmarked("rate", wml.Run{Text: "Control: Rate "}, text),
			bookmarked("flag", input(box)),
			&wml.Table{Rows: []wml.Row{{Cells: []wml.TableCell{{Blocks: []wml.Block{bookmarked("mode", input(list))}}}}}},
			bookmarked("task", input(done)),
			bookmarked("note", input(stray), input(kept)), // its own tag counts
			bookmarked("form", input(stray)),              // a heading
		}}},
	}
	want := `{"controls":[{"id":"rate","type":"number","value":"8"},{"id":"note","type":"text","value":"kept"},` +
		`{"id":"flag","type":"toggle","value":"true"},{"id":"mode","type":"select","value":"b"}],"tasks":[{"id":"task","checked":true}]}`
	// The order is that of the custom XML, then of named fields, then of the paragraphs.
	if got := asJSON(t, controls.DecodeFor(d, source)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := asJSON(t, controls.Decode(d)), `{"controls":[{"id":"rate","type":"number","value":"5"},{"id":"note","type":"text","value":"kept"}],"tasks":[]}`; got != want {
		t.Errorf("without the source: got  %s\nwant %s", got, want)
	}
}
