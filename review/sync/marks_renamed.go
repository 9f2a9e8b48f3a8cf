package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Programs that give bookmarks names of their own, all of them or those of headings, and lead the links there. A link between the words of
// one that was sent is that one when no bookmark has the name any more that it led to; which bookmark it leads to is known by it for the
// others, that stand elsewhere.

// unknownTarget reports whether a run is a link to a bookmark that this program did not write. What has a name of ours and is not in the
// source was in the one that was sent: the author has given it another id since, or taken it out.
func (in *normalized) unknownTarget(r *wml.Run) bool {
	return r.Link != nil && r.Link.Anchor != "" && !layout.IsAnchorName(r.Link.Anchor) && in.plan.Names.ID(r.Link.Anchor) == ""
}

// marksRenamed reports whether links lead to bookmarks that this program did not write.
func (in *normalized) marksRenamed() bool {
	if in.byWord() {
		return false
	}
	for p := range in.paragraphs() {
		for i := range p.Runs {
			if in.unknownTarget(&p.Runs[i]) {
				return true
			}
		}
	}
	return false
}

// sentTargets leads links to the places again that they were sent with.
func (in *normalized) sentTargets() {
	sent := in.sentTexts(func(p *layout.Para, _ bool) (t flatText) {
		for _, r := range p.Runs() {
			if r.Link != nil && in.plan.Names.ID(r.Link.Anchor) != "" {
				t.fields = append(t.fields, flatField{at: len(t.text), run: r})
			}
			t.text += flatOf(r)
		}
		t.para = p
		return t
	})
	got := in.withRuns()
	there := map[string]bool{} // bookmarks of this program that links lead to, or could
	for p := range in.paragraphs() {
		for _, pt := range p.Points {
			there[pt.Name] = there[pt.Name] || pt.Kind == wml.BookmarkStart
		}
	}
	renamed, ours := habit{say: sayMarksRenamed}, map[string]string{}
	for _, x := range pairTexts(sent, got, func(p *wml.Paragraph) string { return flatOf(p.Runs...) }) {
		in.plan.Look.Now()
		diffs, _ := mapped(x.text, flatOf(x.came.Runs...))
		came := stretches(diffs)
		for _, f := range x.fields {
			f.now(x.came, came, func(r *wml.Run) {
				if in.unknownTarget(r) && !there[f.run.Link.Anchor] {
					ours[r.Link.Anchor] = f.run.Link.Anchor
					renamed.add(x.para.Node, r.Text+": "+in.plan.Names.ID(f.run.Link.Anchor), r.Link.Anchor)
					r.Link = f.run.Link
				}
			})
		}
	}
	for _, p := range got {
		for i := range p.Runs {
			if r := &p.Runs[i]; in.unknownTarget(r) && ours[r.Link.Anchor] != "" {
				renamed.add(nil, r.Text+": "+in.plan.Names.ID(ours[r.Link.Anchor]), r.Link.Anchor)
				r.Link = &wml.Link{Anchor: ours[r.Link.Anchor]}
			}
		}
	}
	in.tell(renamed)
}
