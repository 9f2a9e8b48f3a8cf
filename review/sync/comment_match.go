package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Which returned comment is which sent one: author and date, text and place, in falling order of trust. Names and
// dates say nothing when they were taken out of the file.

func sameDate(a, b string) bool {
	return a == b || layout.FullDate(a) == layout.FullDate(b)
}

// matchComments pairs the two lists, surest first. Of several that are alike in who wrote them, when and where,
// those belong together whose words do.
func (s *comments) matchComments(sent []*sentComment, returned []*gotComment, byNative map[string]*gotComment) {
	place := func(x *sentComment, g *gotComment) bool {
		return x.c.Target == nil && g.anchors[x.d.ID] || x.c.Target != nil && x.c.Target == g.target || x.d != nil && x.d.ID != "" && g.anchors[x.d.ID]
	}
	nameless := namesRemoved(s.returned.Comments)
	redated, least := s.redated(sent, returned), 0
	if redated {
		least = kin
	}
	who := func(x *sentComment, g *gotComment) bool {
		return (nameless || sameAuthor(x.c.Author, g.c.Author)) && (redated || g.c.Date == "" || sameDate(x.c.Date, g.c.Date))
	}
	answers := answering(sent, byNative)
	thread := func(x *sentComment, g *gotComment) bool { return (x.c.Parent != nil) == (g.c.Parent != "") }

	p := align.NewPairing(len(sent), len(returned))
	paired := func() {
		for i, j := range p.To {
			if j >= 0 && sent[i].match == nil {
				sent[i].match, returned[j].match = returned[j], sent[i]
				if sent[i].d != nil {
					returned[j].id = sent[i].d.ID
				}
			}
		}
	}
	same := func(rule func(x *sentComment, g *gotComment) bool) {
		p.Same(func(i, j int) bool {
			s.plan.Look.Now()
			return rule(sent[i], returned[j])
		})
		paired()
	}
	best := func(least int, rule func(x *sentComment, g *gotComment) bool) bool {
		found := p.Best(func(i, j int) int {
			x, g := sent[i], returned[j]
			if !rule(x, g) || s.base.withheld && x.d != nil && !s.base.sentMark(layout.MarkName(x.d)) {
				return align.Never // what was not sent came back from no one
			}
			n := likeness(&x.wording, &g.wording)
			if n < least || n < kin && x.c.Author != g.c.Author {
				return align.Never // without a name, place alone says little
			}
			return n
		})
		paired()
		return found
	}
	if repeated(sent) {
		(&alikeComments{comments: s, p: p, sent: sent, returned: returned, who: who}).pair(byNative)
		paired()
	}
	same(func(x *sentComment, g *gotComment) bool {
		return who(x, g) && x.text == g.text && place(x, g) && thread(x, g)
	})
	same(func(x *sentComment, g *gotComment) bool { return who(x, g) && x.text == g.text && place(x, g) })
	same(func(x *sentComment, g *gotComment) bool { return who(x, g) && x.text == g.text && g.from != nil }) // else its place was deleted
	same(func(x *sentComment, g *gotComment) bool { return who(x, g) && x.text == g.text })
	if !s.keepsMarks() { // LibreOffice gives answers the name of another comment when it saves RTF
		same(func(x *sentComment, g *gotComment) bool {
			return g.c.Date != "" && sameDate(x.c.Date, g.c.Date) && x.text == g.text && place(x, g)
		})
	}
	if s.base.moved { // the author may have rewritten it
		asSent := func(x *sentComment, g *gotComment) bool {
			return who(x, g) && x.d != nil && s.base.textSent(layout.MarkName(x.d), g.paras)
		}
		same(func(x *sentComment, g *gotComment) bool { return asSent(x, g) && place(x, g) })
		same(asSent)
	}
	best(least, func(x *sentComment, g *gotComment) bool { return who(x, g) && place(x, g) && thread(x, g) })
	best(least, func(x *sentComment, g *gotComment) bool { return who(x, g) && place(x, g) })
	for best(least, func(x *sentComment, g *gotComment) bool { return who(x, g) && answers(x, g) }) {
		continue // an answer to an answer
	}
	best(mostly, func(x *sentComment, g *gotComment) bool { return who(x, g) && thread(x, g) })
}

// answering returns what says that a sent and a returned comment answer the same one.
func answering(sent []*sentComment, byNative map[string]*gotComment) func(x *sentComment, g *gotComment) bool {
	bySent := map[*layout.Comment]*sentComment{}
	for _, x := range sent {
		bySent[x.c] = x
	}
	return func(x *sentComment, g *gotComment) bool {
		p := byNative[g.c.Parent]
		return x.c.Parent != nil && p != nil && p.match != nil && (p.match == bySent[x.c.Parent] || p.match == bySent[x.c.Root()])
	}
}

// redated reports whether the program that saved the file has given comments other days: of those that came back with author and words
// no fewer have another day than have theirs.
func (s *comments) redated(sent []*sentComment, returned []*gotComment) bool {
	if s.returned.keepsFormatting() {
		return false
	}
	said := map[[2]string][]string{}
	for _, g := range returned {
		key := [2]string{g.c.Author, g.text}
		said[key] = append(said[key], g.c.Date)
	}
	theirs, others := 0, 0
	for _, x := range sent {
		days := said[[2]string{x.c.Author, x.text}]
		switch {
		case slices.ContainsFunc(days, func(day string) bool { return sameDate(x.c.Date, day) }):
			theirs++
		case days != nil:
			others++
		}
	}
	return others >= max(theirs, 1)
}

// How much of 1000 two texts have in common that may be the same, edited; and that are so wherever they stand.
const (
	kin    = 250
	mostly = 500
)

// removedName is who Word says wrote what had its author taken out ("Remove personal information").
const removedName = "Author"

// sameAuthor reports whether what came back can be by who wrote it when it was sent.
func sameAuthor(sent, returned string) bool {
	return returned == sent || returned == "" || returned == removedName
}

// namesRemoved reports whether who wrote the comments was taken out when the file was saved: they have one author,
// whatever the language of Word calls it, and no date.
func namesRemoved(comments []*wml.Comment) bool {
	return !slices.ContainsFunc(comments, func(c *wml.Comment) bool { return c.Date != "" || c.Author != comments[0].Author })
}
