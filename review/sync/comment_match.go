package reviewsync

import (
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Which returned comment is which sent one: author and date, text and place, in falling order of trust.

func sameDate(a, b string) bool {
	return a == b || layout.FullDate(a) == layout.FullDate(b)
}

// matchComments pairs the two lists, surest first.
func (s *session) matchComments(sent []*sentComment, returned []*gotComment) {
	place := func(x *sentComment, g *gotComment) bool {
		return x.c.Target == nil && g.anchors[x.d.ID] || x.c.Target != nil && x.c.Target == g.target || x.d != nil && x.d.ID != "" && g.anchors[x.d.ID]
	}
	who := func(x *sentComment, g *gotComment) bool {
		return x.c.Author == g.c.Author && (g.c.Date == "" || sameDate(x.c.Date, g.c.Date))
	}
	byNative, bySent := map[string]*gotComment{}, map[*layout.Comment]*sentComment{}
	for _, g := range returned {
		byNative[g.c.ID] = g
	}
	for _, x := range sent {
		bySent[x.c] = x
	}
	answers := func(x *sentComment, g *gotComment) bool { // both answer the same comment
		p := byNative[g.c.Parent]
		return x.c.Parent != nil && p != nil && p.match != nil && (p.match == bySent[x.c.Parent] || p.match == bySent[x.c.Root()])
	}
	thread := func(x *sentComment, g *gotComment) bool { return (x.c.Parent != nil) == (g.c.Parent != "") }
	rules := []func(x *sentComment, g *gotComment) bool{
		func(x *sentComment, g *gotComment) bool {
			return who(x, g) && x.text == g.text && place(x, g) && thread(x, g)
		},
		func(x *sentComment, g *gotComment) bool { return who(x, g) && x.text == g.text && place(x, g) },
		func(x *sentComment, g *gotComment) bool { return who(x, g) && x.text == g.text },
		func(x *sentComment, g *gotComment) bool { return who(x, g) && place(x, g) && thread(x, g) },
		func(x *sentComment, g *gotComment) bool { return who(x, g) && place(x, g) },
		func(x *sentComment, g *gotComment) bool { return who(x, g) && answers(x, g) },
		func(x *sentComment, g *gotComment) bool { return who(x, g) && thread(x, g) && mostly(x.text, g.text) },
	}
	for _, same := range rules {
		first := 0 // the first unmatched one: comments mostly come back in order
		for _, x := range sent {
			if x.match != nil {
				continue
			}
			for first < len(returned) && returned[first].match != nil {
				first++
			}
			for _, g := range returned[first:] {
				if g.match == nil && same(x, g) {
					x.match, g.match = g, x
					if x.d != nil {
						g.id = x.d.ID
					}
					break
				}
			}
		}
	}
}

// mostly reports whether two texts have at least half of their words in common.
func mostly(a, b string) bool {
	in := [2]map[string]int{{}, {}}
	for i, text := range []string{a, b} {
		countWords(in[i], []wml.Run{{Text: text}})
	}
	common, total := overlap(in[0], in[1])
	return total > 0 && 4*common >= total
}
