package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// The laws for documents that begin with text under no heading, which is in no block with an id.
func TestHeadlessLaws(t *testing.T) { headlessLaws.hold(t, seeds(400)) }

var headlessLaws = constructLaws{salt: 2703, generate: docgen.PlacedHeadless, own: slices.Concat(annotationGestures, []gesture{
	{"tracked words", (*hand).trackWords}, {"words", (*hand).typeWords}, {"blocks deleted", (*hand).deleteBlocks}, {"blocks moved", (*hand).moveBlocks},
})}

// trackingMore are gestures with tracking, and more that were found since there are seeds of the others.
var trackingMore = append(slices.Clone(tracking), gesture{"join over", (*hand).trackJoinOver}, gesture{"items joined", (*hand).trackJoinItems},
	gesture{"behind a rule", (*hand).trackBehindRule})

// TestAcceptHeadless is TestAcceptAnywhere for these.
func TestAcceptHeadless(t *testing.T) {
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	eachSeed(t, *from, seeds(400), all.made, func(t *testing.T, seed int, made map[string]int) { all.add(acceptHeadless(t, seed, made)) })
	all.log(t)
}

func acceptHeadless(t *testing.T, seed int, made map[string]int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 2702))}
	src := docgen.Headless(c)
	file, edits := someOf(t, trackingMore, render(t, src), c, []int{1, 3, 20}[c.Intn(3)], made)
	return acceptAnywhere(t, src, src, file, edits)
}

// trackJoinOver deletes the end of a paragraph and all of the next one with tracking, so that it is joined to the one behind that.
func (h *hand) trackJoinOver() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if x := nextTo(nextTo(p)); x != nil && shapeOf(x) == shapeOf(p) && shapeOf(nextTo(p)) == shapeOf(p) {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	last := nextTo(nextTo(p))
	if last == nil || p.Parent().Tag == "tc" || !h.strike(nextTo(p)) {
		return ""
	}
	signedMark(h, p, "w:del")
	return fmt.Sprintf("%q + %q without what was between", textOf(p), textOf(last))
}

// trackJoinItems deletes the end of an item before another one, of any level, with tracking.
func (h *hand) trackJoinItems() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if next := nextTo(p); next != nil && strings.Contains(shapeOf(p), "numPr") && strings.Contains(shapeOf(next), "numPr") {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if nextTo(p) == nil || p.Parent().Tag == "tc" {
		return ""
	}
	did := fmt.Sprintf("%q + %q", textOf(p), textOf(nextTo(p)))
	signedMark(h, p, "w:del")
	return did
}

// trackBehindRule adds a paragraph behind a rule with tracking.
func (h *hand) trackBehindRule() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if strings.Contains(shapeOf(p), "pBdr") && textOf(p) == "" && p.Parent() == h.body() {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	now, ins, text := etree.NewElement("w:p"), h.signed("w:ins", "Ann"), h.token()+" here."
	signedMark(h, now, "w:ins")
	ins.AddChild(newRun(text, nil))
	now.AddChild(ins)
	insertAfter(p, now)
	return fmt.Sprintf("%q", text)
}

// nextTo returns the paragraph behind one, nil when one of them has no text, or a bookmark, check box or tracked change.
func nextTo(p *etree.Element) *etree.Element {
	if p == nil {
		return nil
	}
	kids := p.Parent().ChildElements()
	i := slices.Index(kids, p)
	if i+1 >= len(kids) || kids[i+1].Tag != "p" {
		return nil
	}
	for _, x := range kids[i : i+2] {
		if textOf(x) == "" || !untracked(x) || x.SelectElement("w:bookmarkStart") != nil || x.SelectElement("w:sdt") != nil {
			return nil
		}
	}
	return kids[i+1]
}

// shapeOf returns what a paragraph says of itself.
func shapeOf(p *etree.Element) string {
	d := etree.NewDocument()
	if pr := p.SelectElement("w:pPr"); pr != nil {
		d.SetRoot(pr.Copy())
	}
	s, _ := d.WriteToString()
	return s
}
