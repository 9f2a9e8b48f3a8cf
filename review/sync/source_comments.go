package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// shownComments takes paragraphs out that show comments of the source, as files of other programs do (docs/conformance.md).
func (in *normalized) shownComments() {
	if !in.base.foreign || len(in.plan.Doc.Comments) == 0 {
		return
	}
	shown := map[string]bool{}
	for _, c := range in.plan.Doc.Comments {
		for n := range noma.Walk(noma.Snippet(`\` + c.Of(in.plan.Doc.File.Text))) {
			for t := range noma.Texts(n) {
				shown[squeeze(noma.PlainText(noma.ParseInline(t.S)))] = true
			}
		}
	}
	delete(shown, "")
	for b := range in.plan.Body() {
		layout.EachPara(b, func(p *layout.Para) { delete(shown, squeeze(layout.PlainText(layout.Glyphs(p.Runs(), wml.Original)))) })
	}
	for i, st := range in.Stories {
		if own := *st; st.Kind == wml.MainStory {
			own.Blocks = slices.DeleteFunc(slices.Clone(st.Blocks), func(b wml.Block) bool {
				p, ok := b.(*wml.Paragraph)
				return ok && shown[squeeze(p.Text(wml.Original))]
			})
			in.Stories[i] = &own
		}
	}
}
