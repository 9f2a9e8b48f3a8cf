package redline

import (
	"strings"

	"github.com/beevik/etree"
)

// group is blocks of the older file that are blocks of the newer one. One side may be empty.
type group struct {
	a, b []*block
	free bool  // they are not one another
	move *move // what is on the one side is elsewhere on the other one
}

// storyPart writes a story with what stands around it in its part.
func (w *writer) storyPart(s *storyPair) string {
	var out strings.Builder
	size := len(s.head) + len(s.tail)
	for _, x := range s.a {
		size += len(x.raw)
	}
	out.Grow(size + size/8)
	out.WriteString(s.head)
	w.story(&out, s.a, s.b)
	out.WriteString(s.tail)
	return w.remarkedLast(out.String())
}

// story writes what became of the blocks of a story, or of those in a cell or note.
func (w *writer) story(out *strings.Builder, a, b []*block) {
	w.depth++
	for _, x := range b {
		w.again(x)
	}
	list := w.arranged(a, b)
	for n, g := range list {
		w.o.Look.Now()
		if g.unchanged() && !w.stays(&g) {
			w.same(out, g.a[0], g.b[0])
			continue
		}
		for _, x := range g.b {
			x.ready()
		}
		kept, from := g.b, out.Len()
		// What went before a block that does not prove may be why.
		if w.stays(&g) || gap(&g) && n+1 < len(list) && w.stays(&list[n+1]) {
			kept = g.a
			w.remark("block", "a block cannot be tracked and was left as it was; the newer version has: "+clipped(texts(g.b)))
			for _, x := range g.a {
				w.keptBlock(out, x)
			}
			w.touched()
		} else {
			if w.depth == 1 {
				w.touchedIn = lastStep(&g)
			}
			w.as(0)
			w.group(out, g)
		}
		if w.depth == 1 {
			w.accepted = append(w.accepted, kept...)
			w.fresh = append(w.fresh, out.String()[from:])
		}
	}
	w.depth--
}

// arranged returns the groups that the blocks of two versions of a story are written in.
func (w *writer) arranged(a, b []*block) []group {
	return ended(joined(w.moves(groups(a, b))))
}

// lastStep returns the last step that touched the blocks of a group; of those that went only when it is not known of the others.
func lastStep(g *group) (step int) {
	for _, side := range [][]*block{g.b, g.a} {
		for _, x := range side {
			step = max(step, x.step)
		}
		if step > 0 {
			break
		}
	}
	return step
}

// stays reports whether a group has to be left as it was.
func (w *writer) stays(g *group) bool {
	for _, side := range [][]*block{g.a, g.b} {
		for _, x := range side {
			if w.left[x] {
				return true
			}
		}
	}
	return false
}

// texts returns what blocks read as.
func texts(list []*block) string {
	var b strings.Builder
	for _, x := range list {
		b.WriteString(plain(x.raw) + " ")
	}
	return strings.TrimSpace(b.String())
}

// groups pairs the blocks of a story.
func groups(a, b []*block) []group {
	to := pair(a, b)
	var out []group
	i := 0
	for j := 0; j <= len(b); {
		k, next := j, len(a)
		for k < len(b) && to[k] < 0 {
			k++
		}
		if k < len(b) {
			next = to[k]
		}
		if i < next || j < k {
			out = append(out, group{a: a[i:next], b: b[j:k], free: true})
		}
		if k < len(b) {
			out = append(out, group{a: a[next : next+1], b: b[k : k+1]})
		}
		i, j = next+1, k+1
	}
	return out
}

// paired reports whether the sides of a group are one paragraph each.
func (g *group) paired() bool {
	return len(g.a) == 1 && len(g.b) == 1 && g.a[0].kind == paragraph && fits(g.a[0], g.b[0])
}

// gap reports whether the sides of a group have nothing to do with each other.
func gap(g *group) bool {
	return g.move == nil && (len(g.a) != 1 || len(g.b) != 1 || !fits(g.a[0], g.b[0]))
}

// joined finds paragraphs that were split or joined: what came or went beside a paragraph has most of its words there.
func joined(list []group) []group {
	for n := range list {
		g := &list[n]
		if !g.paired() || g.a[0].hash == g.b[0].hash || g.a[0].sectioned {
			continue
		}
		if n+1 < len(list) && gap(&list[n+1]) {
			h := &list[n+1]
			k := reach(g.a, g.b, h.b, func(i int) int { return i })
			g.b, h.b = append(g.b[:len(g.b):len(g.b)], h.b[:k]...), h.b[k:]
			k = reach(g.b, g.a, h.a, func(i int) int { return i })
			g.a, h.a = append(g.a[:len(g.a):len(g.a)], h.a[:k]...), h.a[k:]
		}
		if n > 0 && gap(&list[n-1]) {
			h := &list[n-1]
			k := len(h.b) - reach(g.a, g.b, h.b, func(i int) int { return len(h.b) - 1 - i })
			g.b, h.b = append(h.b[k:len(h.b):len(h.b)], g.b...), h.b[:k]
			k = len(h.a) - reach(g.b, g.a, h.a, func(i int) int { return len(h.a) - 1 - i })
			g.a, h.a = append(h.a[k:len(h.a):len(h.a)], g.a...), h.a[:k]
		}
	}
	return list
}

// farthest bounds how many paragraphs come between the parts of one that was split.
const farthest = 4

// reach returns how many paragraphs of a list, in the order of at, are parts of one that was split or joined. What stands between two
// parts counts.
func reach(whole, parts, list []*block, at func(int) int) int {
	n := 0
	for i := 0; i < len(list) && i < n+farthest; i++ {
		x := list[at(i)]
		if x.kind != paragraph || x.sectioned {
			break
		}
		if belongs(whole, parts, x) {
			n = i + 1
			parts = append(parts[:len(parts):len(parts)], x)
		}
	}
	return n
}

// belongs reports whether most words of a paragraph are words of others that their partners lack.
func belongs(whole, parts []*block, x *block) bool {
	x.bag()
	if x.total < 2 {
		return false
	}
	left := map[uint64]int{}
	for _, b := range whole {
		for w, n := range b.bag() {
			left[w] += n
		}
	}
	for _, b := range parts {
		for w, n := range b.bag() {
			left[w] -= n
		}
	}
	found := 0
	for w, n := range x.words {
		found += max(0, min(n, left[w]))
	}
	return found*3 > x.total*2
}

// ended makes what comes or goes behind the last paragraph of a story part of that paragraph: the last mark of a story can neither come
// nor go.
func ended(list []group) []group {
	n := len(list)
	for n > 0 && onlyMarks(&list[n-1]) {
		n--
	}
	if n < 2 || !gap(&list[n-1]) || !list[n-2].paragraphs() || !list[n-1].paragraphs() || len(list[n-2].a) == 0 || len(list[n-2].b) == 0 {
		return list
	}
	g, h := &list[n-2], list[n-1]
	g.a = append(g.a[:len(g.a):len(g.a)], h.a...)
	g.b = append(g.b[:len(g.b):len(g.b)], h.b...)
	return append(list[:n-1], list[n:]...)
}

func onlyMarks(g *group) bool {
	for _, side := range [][]*block{g.a, g.b} {
		for _, x := range side {
			if x.kind != mark && x.kind != section {
				return false
			}
		}
	}
	return true
}

// paragraphs reports whether a group has nothing but paragraphs that end no section.
func (g *group) paragraphs() bool {
	for _, side := range [][]*block{g.a, g.b} {
		for _, x := range side {
			if x.kind != paragraph || x.sectioned {
				return false
			}
		}
	}
	return true
}

// unchanged reports whether a group is one block that is as it was.
func (g *group) unchanged() bool {
	return len(g.a) == 1 && len(g.b) == 1 && g.a[0].kind == g.b[0].kind && g.a[0].hash == g.b[0].hash && !g.b[0].brings
}

// same writes a block that is as it was. Contents are those of the newer file, unless bookmarks or comments begin or end in the older ones.
func (w *writer) same(out *strings.Builder, x, now *block) {
	from := out.Len()
	if x.kind != contents || x.raw == now.raw || strings.Contains(x.raw, "<w:comment") || strings.Contains(x.raw, "<w:bookmark") {
		w.keptBlock(out, w.r.standing(x, now))
	} else if e, err := now.tree(); err == nil {
		for c := range e.ChildElementsSeq() {
			put(out, c, false)
		}
		w.fresh = append(w.fresh, out.String()[from:])
	}
	if len(x.names) > 0 {
		w.anchor = x.names[len(x.names)-1]
	}
	if x.kind != mark {
		w.touched()
	}
	if w.depth == 1 {
		w.accepted = append(w.accepted, x)
	}
}

// group writes a group whose sides differ.
func (w *writer) group(out *strings.Builder, g group) {
	switch {
	case g.move != nil:
		w.moved(out, g)
		return
	case len(g.a) == 0, len(g.b) == 0, w.tooMany():
		w.replaced(out, g)
		return
	}
	for _, x := range append(append([]*block(nil), g.a...), g.b...) {
		if w.whole[x] {
			w.replaced(out, g)
			return
		}
	}
	var b strings.Builder
	before := w.progress()
	if err := w.edited(&b, g); err != nil {
		w.goBack(before)
		w.replaced(out, g)
		return
	}
	out.WriteString(b.String())
}

// edited writes a group whose sides are one another, as far as it can say what has changed inside.
func (w *writer) edited(out *strings.Builder, g group) error {
	if g.paragraphs() || g.paired() {
		return w.paragraphs(out, g.a, g.b)
	}
	if gap(&g) {
		w.replaced(out, g)
		return nil
	}
	was, err := g.a[0].element()
	if err != nil {
		return err
	}
	now, err := g.b[0].element()
	if err != nil {
		return err
	}
	switch g.a[0].kind {
	case table:
		return w.table(out, was, now)
	case control:
		return w.control(out, was, now)
	case section:
		w.section(out, was, now)
		return nil
	case spanning:
		return errShape
	}
	raw := g.a[0].raw
	end := strings.Index(raw, "</w:p>")
	if end < 0 {
		return errShape
	}
	out.WriteString(raw[:end])
	eachMark(now, func(m *etree.Element) { // comments on contents, which stay as they were
		if ofComment(m) && !isDropped(marked(m)) {
			put(out, m, false)
		}
	})
	out.WriteString(raw[end:])
	return nil
}

// replaced writes blocks that go, and those that come.
func (w *writer) replaced(out *strings.Builder, g group) {
	for n, side := range [][]*block{g.a, g.b} {
		p := &wrapper{w: w, b: out, tag: [...]string{"del", "ins"}[n]}
		for k, x := range side {
			e, err := x.tree()
			if err != nil {
				continue
			}
			if n == 1 && k == 0 && len(g.a) > 0 && x.kind == table && g.a[len(g.a)-1].kind == table {
				w.apart(out)
			}
			if len(x.names) > 0 {
				w.anchor = x.names[0]
			}
			w.as(x.step)
			for c := range e.ChildElementsSeq() {
				p.block(c, false)
			}
			w.as(x.step)
			if x.kind == mark || x.kind == section {
				continue
			}
			text := plain(x.raw)
			if !w.open {
				text = strings.TrimSpace(text)
			}
			if n == 0 {
				w.note("delete", text, "")
			} else {
				w.note("insert", "", text)
			}
		}
	}
}

// apart writes an empty paragraph that is neither in the older nor in the newer file: two tables that touch are one.
func (w *writer) apart(out *strings.Builder) {
	out.WriteString("<w:p><w:pPr><w:rPr>")
	w.tracked(out, "ins")
	w.tracked(out, "del")
	out.WriteString("</w:rPr></w:pPr></w:p>")
}

// tracked writes an element that says that something is a change.
func (w *writer) tracked(b *strings.Builder, tag string) {
	b.WriteString("<w:" + tag + w.revision() + "/>")
}
