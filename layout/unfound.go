package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Unfound returns those of the change requests without a place whose words are not in the text of their target, nor in that of
// the blocks in it.
func Unfound(plan *Plan, requests []*noma.Directive) (out []*noma.Directive) {
	if len(requests) == 0 {
		return nil
	}
	x := TextOf{Names: plan.Names, Wanted: map[noma.Node]bool{}}
	for _, d := range requests {
		x.Wanted[plan.Names.Target(d)] = true
	}
	add := func(b Block) {
		EachPara(b, func(p *Para) {
			if RequestOf(p.Node) == nil { // they show the words too
				x.Add(p.Node, p.sentContent, p.Part == PartCell)
			}
		})
	}
	for _, b := range plan.HeaderFooter() {
		add(b)
	}
	for b := range plan.Stream() {
		add(b)
	}
	for _, d := range requests {
		target := plan.Names.Target(d)
		texts := x.texts(target)
		if len(texts) == 0 {
			continue // its text is not in the plan: that of a note, say
		}
		words := Folded(PlainText(AllGlyphs(plan.Names.Inline(strings.TrimSpace(ReadRequest(d).From)), wml.All)))
		if !slices.ContainsFunc(texts, func(t *TextIndex) bool { _, n := t.places(words); return n > 0 }) {
			out = append(out, d)
		}
	}
	return out
}
