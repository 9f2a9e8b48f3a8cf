package layout_test

import (
	"math/rand"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestSetIsInverted: what is set in a slot is what Invert reads, and nothing else; where it doubts, it says so.
func TestSetIsInverted(t *testing.T) {
	read := 0
	for seed := range int64(40) {
		doc, _, err := noma.Parse(source.NewFile("d.noma", docgen.Document(rand.New(rand.NewSource(seed)), 12)), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for b := range layout.Build(doc, layout.Options{}).Body() {
			layout.EachPara(b, func(p *layout.Para) {
				if p.Line == nil {
					return
				}
				for _, g := range p.Line.Groups {
					if g.Slot == nil || g.Slot.Access == layout.Volatile || g.Bare {
						continue
					}
					as := p.Set(g.Slot, []wml.Run{{Text: "zebra"}})
					changes, verdict := p.Line.Invert(layout.Glyphs(as.Runs(), wml.All))
					if verdict != layout.Edited {
						continue
					}
					if read++; len(changes) != 1 || changes[0].Slot != g.Slot || layout.PlainText(changes[0].New) != "zebra" {
						t.Errorf("seed %d: %q is read as %v", seed, layout.Text(as.Runs(), wml.All), changes)
					}
				}
			})
		}
	}
	if read < 100 {
		t.Errorf("only %d were read", read)
	}
}
