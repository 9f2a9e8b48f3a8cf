package reviewsync

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Comments and notes whose words accepted requests change, or that stand in another section then: they keep their places.

// keepPlaces brings their places up to date.
func (k *desk) keepPlaces() {
	k.returned.marked = slices.Collect(k.returned.texts())
	stretches, marks := k.anchors.commentStretches(), map[string]*anchored{}
	for _, p := range k.returned.marked {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Note() != nil {
				at, mark := k.anchors.noteStretch(&gotNote{place: p, mark: r})
				marks[noteName(r.Note().Endnote)+" "+r.Note().ID] = &anchored{stretch: at, note: true, mark: mark}
			}
		}
	}
	add := func(d *noma.Directive, a *anchored) {
		a.d, a.target, a.found, a.at = d, k.anchors.targetOfStretch(&a.stretch), true, func(f *finding) *finding { return f.at(a.from) }
		k.anchors.all = append(k.anchors.all, a)
	}
	for _, c := range k.plan.Comments {
		at := stretches[strconv.Itoa(c.Index)]
		if d, ok := c.Node.(*noma.Directive); ok && d.Is(noma.Comment) && c.Placed && !c.Near && at != nil {
			add(d, &anchored{stretch: *at})
		}
	}
	for _, n := range slices.Concat(k.plan.Footnotes, k.plan.Endnotes) {
		if a := marks[noteName(n.End)+" "+strconv.Itoa(n.Index+1)]; n.Placed && !n.Near && !n.InPlace && !n.InText && a != nil && a.from != nil {
			add(n.Node, a)
		}
	}
	first, accepted := len(k.findings), k.acceptedOnes(func(*layout.Tracked) bool { return true })
	k.anchors.last = true
	k.anchors.anchor()
	for _, f := range k.findings[first:] {
		f.partners = append(f.partners, accepted...)
	}
	k.keepRequests(accepted)
}
