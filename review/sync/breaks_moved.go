package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// placedBreak is a break with the item of the story that stands before it.
type placedBreak struct {
	behind int
	node   noma.Node      // of one that was sent
	para   *wml.Paragraph // of one that came back
}

// What stands before a break.
const (
	storyBegins = -1 // nothing
	newBefore   = -2 // something that was not sent, or was moved there
)

// movedBreaks reports the breaks of a flow that came back, as many as were sent, behind other blocks than they were sent behind.
func (s *session) movedBreaks(st *story, sent []layout.Block, returned []wml.Block) {
	if s.base.moved || s.base.foreign || s.base.unknown || !sendsBreaks(sent) {
		return
	}
	was, now := st.sentBreaks(sent), st.returnedBreaks(returned)
	if s.returned.byLibreOffice() {
		delete(was, pageBreak) // it drops the one before a table
	}
	stays := func(i int) bool { return i == storyBegins || st.back[i] >= 0 && st.run[st.back[i]] == 0 }
	said := func(i int) string {
		if i < 0 || st.items[i].para == nil {
			return ""
		}
		return shown(st.items[i].para)
	}
	for _, k := range [...]breakKind{ruleBreak, pageBreak, sectionBreak} {
		if len(was[k]) != len(now[k]) || k == ruleBreak && !s.returned.keepsFormatting() {
			continue
		}
		for n, b := range was[k] {
			if to := now[k][n]; to.behind != newBefore && to.behind != b.behind && stays(b.behind) {
				s.refuse(sayBreakMoved.with(string(k)), b.node, said(b.behind), said(to.behind)).at(to.para)
			}
		}
	}
}

// sentBreaks returns the breaks of a flow as it was sent.
func (st *story) sentBreaks(blocks []layout.Block) map[breakKind][]placedBreak {
	out, behind := map[breakKind][]placedBreak{}, storyBegins
	for _, b := range blocks {
		if p, ok := b.(*layout.Para); ok {
			if k := sentBreak(p); k != "" {
				out[k] = append(out[k], placedBreak{behind: behind, node: p.Node})
			}
		}
		if behind+1 < len(st.items) && st.items[behind+1].block == b {
			behind++
		}
	}
	return out
}

// returnedBreaks returns the breaks of a flow as it came back.
func (st *story) returnedBreaks(blocks []wml.Block) map[breakKind][]placedBreak {
	out, behind, next := map[breakKind][]placedBreak{}, storyBegins, 0
	for _, b := range blocks {
		self := behind
		if next < len(st.got) && st.got[next].block == b {
			if self = st.match[next]; self < 0 || st.run[next] != 0 {
				self = newBefore
			}
			next++
		}
		if p, ok := b.(*wml.Paragraph); ok {
			for _, k := range returnedBreaks(p) {
				x := placedBreak{behind: behind, para: p}
				if k == sectionBreak || k == pageBreak && !p.PageBreakBefore && textBeforeBreak(p) {
					x.behind = self
				}
				out[k] = append(out[k], x)
			}
		}
		behind = self
	}
	return out
}

// findBreaks notes the breaks of a flow on both sides.
func (st *story) findBreaks(sent []layout.Block, returned []wml.Block) {
	if !sendsBreaks(sent) {
		return
	}
	st.rules = map[noma.Node]bool{}
	for _, b := range sent {
		if p, ok := b.(*layout.Para); ok {
			_, shown := st.rules[p.Node] // contents on pages of their own have more than breaks
			st.rules[p.Node] = sentBreak(p) != "" && (!shown || st.rules[p.Node])
		}
	}
	next := 0
	for _, b := range returned {
		at := next
		if next < len(st.got) && st.got[next].block == b {
			next++
		}
		if p, ok := b.(*wml.Paragraph); ok {
			if !p.PageBreakBefore && textBeforeBreak(p) {
				at = next
			}
			for range returnedBreaks(p) {
				st.ruled = append(st.ruled, at)
			}
		}
	}
}

// besideBreaks returns the index of a place among the children of a node where breaks are: behind as many of them as stand in the file
// between what came from j to last and the neighbour before it. Comments, notes and requests among them are passed by. The neighbours were
// sought last.
func (st *story) besideBreaks(parent noma.Node, index, j, last int) int {
	kids := parent.Kids()
	among := func(n noma.Node) bool {
		d, ok := n.(*noma.Directive)
		return st.rules[n] || ok && d.Is(noma.Annotates)
	}
	from, to, rules := index, index, 0
	for from > 0 && among(kids[from-1]) {
		from--
	}
	for to < len(kids) && among(kids[to]) {
		to++
	}
	for _, n := range kids[from:to] {
		if st.rules[n] {
			rules++
		}
	}
	ahead, behind := 0, 0
	for _, at := range st.ruled {
		switch {
		case at > st.walks[0].to && at <= j:
			ahead++
		case at > last && at <= st.walks[1].to:
			behind++
		}
	}
	if ahead+behind != rules || rules == 0 {
		return index
	}
	first := from // of the places behind those ahead
	for passed := 0; passed < ahead; first++ {
		if st.rules[kids[first]] {
			passed++
		}
	}
	end := first
	for end < to && !st.rules[kids[end]] {
		end++
	}
	return min(max(index, first), end)
}

// textBeforeBreak reports whether a paragraph shows something before the page break in it.
func textBeforeBreak(p *wml.Paragraph) bool {
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Kind == wml.PageBreak {
			return layout.Fingerprint(p.Runs[:i], wml.Original) != 0
		}
	}
	return false
}
