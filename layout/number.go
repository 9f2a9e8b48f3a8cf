package layout

import (
	"strconv"

	"github.com/nomadocx/nomadocx/noma"
)

// Captions and notes are numbered in the order in which a reader meets them, because that is how an
// editor counts when it updates fields: a number that is right as written stays right.

// inOrder visits the blocks of a document in the order in which Word shows them. It differs from
// that of the source in one thing: a change request stands behind the block it is about.
func (b *builder) inOrder(n noma.Node, visit func(noma.Node)) {
	visit(n)
	requests := func() {
		if !b.requested || b.hung[n] == nil {
			return
		}
		for _, d := range b.hung[n].requests {
			b.inOrder(d, visit)
		}
	}
	_, section := n.(*noma.Section)
	if section {
		requests()
	}
	if _, leaf := n.(*noma.List); !leaf {
		for _, k := range n.Kids() {
			if d, ok := k.(*noma.Directive); ok && d.Name == "change_request" && b.names.Target(d) != nil {
				continue // shown at its target
			}
			b.inOrder(k, visit)
		}
	}
	if !section {
		requests()
	}
}

// captionKinds gives the words before the number and the sequence they count in (contract §5.2).
var captionKinds = map[string][2]string{
	"figure": {"Figure", "Figure"}, "plot": {"Plot", "Plot"}, "table": {"Table", "Table"},
	"computed_plot": {"Computed plot", "Plot"}, "computed_table": {"Computed table", "Table"},
}

// captionKind is the sequence a block's caption counts in, "" when it has no caption.
func captionKind(d *noma.Directive) string {
	if d.Name == "table" && captionSlot(d).Value == "" {
		return ""
	}
	return captionKinds[d.Name][1]
}

// sequence is what captions are counted by: their kind, and the story they stand in, nil for the
// body. Captions in headers, comments and notes do not count among those of the body (§17.16.5.56).
type sequence struct {
	kind  string
	story noma.Node
}

// numberCaption gives a block its number, if it has a caption and shows.
func (b *builder) numberCaption(n noma.Node) {
	d, ok := n.(*noma.Directive)
	if !ok {
		return
	}
	kind := captionKind(d)
	if kind == "" {
		return
	}
	in := sequence{kind: kind}
	switch seen(d) {
	case noma.Node(d):
		b.captioned = append(b.captioned, d)
	case nil:
		in.story = storyOf(d)
	default:
		return // a block around it hides it
	}
	b.counted[in]++
	b.captionNo[d] = b.counted[in]
	if name := b.names.ofBlock(d); name != "" {
		b.names.captions[name] = captionKinds[d.Name][0] + " " + strconv.Itoa(b.captionNo[d])
	}
}
