package patch

import (
	"fmt"
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// line is what a document without its nesting consists of: a heading, or another node with its source.
type line struct {
	level    int
	id, text string
}

// flat lists the nodes of a document without its nesting, which follows from the levels. places are the ends of sections
// and the document, and the beginnings of their children.
func flat(doc *noma.Document) (out []line, places map[noma.Node][]int) {
	places = map[noma.Node][]int{}
	var walk func(n noma.Node)
	walk = func(n noma.Node) {
		for _, k := range n.Kids() {
			places[n] = append(places[n], len(out))
			s, ok := k.(*noma.Section)
			if !ok {
				out = append(out, line{text: source1(doc, k)})
				continue
			}
			out = append(out, line{s.Level, s.ID, s.Title.S})
			walk(s)
		}
		places[n] = append(places[n], len(out))
	}
	walk(doc)
	return out, places
}

// outline: the nodes are what they were, in their order, but for the headings that the operation is about.
func (p *pair) outline(is noma.Node) error {
	o := &p.op
	want, places := flat(p.doc)
	got, _ := flat(p.after)
	var parent noma.Node = p.doc
	if n, ok := p.doc.ByID(o.Parent); ok {
		parent = n
	}
	switch o.Op {
	case "set_heading_level":
		if flatHeading(is) {
			return nil
		}
		for i := range want {
			if want[i].id == o.ID && want[i].level > 0 {
				want[i].level = *o.Level
				break
			}
		}
	case "insert_section":
		at := places[parent][len(places[parent])-1]
		if o.Position != nil {
			at = places[parent][*o.Position]
		}
		level := below(parent)
		if o.Level != nil {
			level = *o.Level
		}
		fresh, _ := flat(p.brought())
		if fresh[0].level != level || o.ID != "" && fresh[0].id != o.ID {
			return fmt.Errorf("the heading is %v", fresh[0])
		}
		want = slices.Insert(want, at, fresh...)
	case "move_section":
		n := p.target()
		level := below(parent)
		if o.Level != nil {
			level = *o.Level
		}
		own := places[n]
		from, to := own[0]-1, own[len(own)-1]
		list := slices.Clone(places[parent])
		if parent == n.At().Parent {
			list = slices.Delete(list, n.At().Index, n.At().Index+1)
		}
		at := list[len(list)-1]
		if o.Position != nil {
			at = list[*o.Position]
		}
		block := slices.Clone(want[from:to])
		for i := range block {
			if block[i].level > 0 {
				block[i].level += level - n.(*noma.Section).Level
			}
		}
		want = slices.Delete(slices.Clone(want), from, to)
		if at >= to {
			at -= to - from
		}
		want = slices.Insert(want, at, block...)
	}
	if !slices.Equal(want, got) {
		return fmt.Errorf("the nodes are\n%v\nwant\n%v", got, want)
	}
	if o.Op == "set_heading_level" || o.Level != nil {
		return nil
	}
	s := is
	if o.Op == "insert_section" {
		s = p.inserted()
	}
	if at := s.At().Parent.At().ID; at != o.Parent {
		return fmt.Errorf("the section belongs to %q", at)
	}
	return nil
}

// brought returns what insert_section brought, by itself.
func (p *pair) brought() *noma.Document {
	return parse(p.inserted().Heading.Of(p.result.Text) + "\n\n" + p.op.Content)
}

// inserted returns the section that insert_section made.
func (p *pair) inserted() *noma.Section {
	for n := range noma.Walk(p.after) {
		s, ok := n.(*noma.Section)
		if _, was := p.doc.ByID(n.At().ID); ok && !was && s.Title.S == noma.TrimSpace(p.op.Title) {
			return s
		}
	}
	return &noma.Section{}
}
