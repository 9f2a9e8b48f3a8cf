package redline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/align"
)

// move is paragraphs and tables in a row that stand elsewhere in the newer file, as they were or, paragraphs, slightly edited.
type move struct {
	a, b   []*block
	list   [][]change        // what became of the atoms of each, nil for a table
	name   string            // of its ranges, "" before one was written
	told   int               // where the report has it, once one was written
	along  map[string]bool   // the marks, as [markKey], that both ends have
	copies map[string]string // the ids of their copies
}

// candidate is a block that may have been moved.
type candidate struct {
	*block
	group, at int // where it is
}

// beside reports whether another one follows.
func (c candidate) beside(next candidate) bool { return c.group == next.group && c.at+1 == next.at }

// fewest is how many words a block that was moved has at least, unless it has a picture or the like and none.
const fewest = 3

// moves takes blocks that were moved out of the groups that have a side of their own.
func (w *writer) moves(list []group) []group {
	if w.o.NoMoves {
		return list
	}
	a, b := w.candidates(list)
	found := map[*block]*move{}
	to := matched(a, b)
	for i, j := range to {
		if j < 0 {
			continue
		}
		changes, ok := w.r.movable(a[i].block, b[j].block)
		if !ok {
			continue
		}
		m := &move{along: map[string]bool{}, copies: map[string]string{}}
		if i > 0 && j > 0 && to[i-1] == j-1 && a[i-1].beside(a[i]) && b[j-1].beside(b[j]) && found[a[i-1].block] != nil {
			m = found[a[i-1].block]
		}
		m.a, m.b, m.list = append(m.a, a[i].block), append(m.b, b[j].block), append(m.list, changes)
		found[a[i].block], found[b[j].block] = m, m
	}
	if len(found) == 0 {
		return list
	}
	out := make([]group, 0, len(list)+2*len(found))
	add := func(parts [][]*block, newer bool) {
		for _, part := range parts {
			if len(part) == 0 {
				continue
			}
			g := group{a: part, free: true, move: found[part[0]]}
			if newer {
				g.a, g.b = nil, part
			}
			out = append(out, g)
		}
	}
	for _, g := range list {
		was, now := around(g.a, found), around(g.b, found)
		n := len(was) - 1
		add(was[:n], false)
		if g.a, g.b = was[n], now[0]; len(g.a)+len(g.b) > 0 {
			out = append(out, g)
		}
		add(now[1:], true)
	}
	return out
}

// around cuts a list before and behind what was moved. The first and the last part were not.
func around(list []*block, found map[*block]*move) (parts [][]*block) {
	from := 0
	for i := 0; i < len(list); i++ {
		m := found[list[i]]
		if m == nil {
			continue
		}
		n := len(m.a)
		parts = append(parts, list[from:i:i], list[i:i+n:i+n])
		i, from = i+n-1, i+n
	}
	return append(parts, list[from:len(list):len(list)])
}

// candidates returns the blocks that one side alone has. The last ones of a story are none: its last mark cannot be moved.
func (w *writer) candidates(list []group) (a, b []candidate) {
	end := len(list)
	for end > 0 && onlyMarks(&list[end-1]) {
		end--
	}
	for n := range list[:max(end-1, 0)] {
		g := &list[n]
		if !g.free || w.stays(g) || w.stays(&list[n+1]) {
			continue
		}
		take := func(to *[]candidate, side []*block) {
			for at, x := range side {
				if w.whole[x] || x.kind != table && (x.kind != paragraph || x.sectioned) || x.kind == table && besideTable(list, n, x) {
					continue
				}
				if x.bag(); x.total >= fewest || x.total == 0 && x.pictured() {
					*to = append(*to, candidate{x, n, at})
				}
			}
		}
		take(&a, g.a)
		take(&b, g.b)
	}
	return a, b
}

// pictured reports whether a paragraph has a picture, chart or other object.
func (b *block) pictured() bool {
	return b.kind == paragraph && (strings.Contains(b.raw, "<w:drawing") || strings.Contains(b.raw, "<w:pict") || strings.Contains(b.raw, "<w:object"))
}

// besideTable reports whether a table of a group may come to stand beside another one: two tables that touch are one.
func besideTable(list []group, n int, x *block) bool {
	tables := func(side []*block) bool {
		return slices.ContainsFunc(side, func(b *block) bool { return b.kind == table && b != x })
	}
	for _, g := range list[max(n-1, 0):min(n+2, len(list))] {
		if tables(g.a) || tables(g.b) {
			return true
		}
	}
	return false
}

// frequent bounds in how many paragraphs a word stands by which those that are alike are found.
const frequent = 8

// matched returns for each of a the one of b that it is elsewhere, or -1: the only one that reads the same, else the only one of which
// four words in five are the same.
func matched(a, b []candidate) []int {
	to := make([]int, len(a))
	for i := range to {
		to[i] = -1
	}
	if len(a) == 0 || len(b) == 0 {
		return to
	}
	once := align.Once[uint64]{}
	for i, x := range a {
		once.AddA(x.hash, i)
	}
	for j, y := range b {
		once.AddB(y.hash, j)
	}
	from := make([]int, len(b))
	for j, y := range b {
		from[j] = -1
		if i, _, ok := once.Pair(y.hash); ok {
			to[i], from[j] = j, i
		}
	}
	words := map[uint64][]int{} // which of b have them
	for j, y := range b {
		for word := range y.words {
			words[word] = append(words[word], j)
		}
	}
	one := map[int]int{} // of b, the only one of a so far; -1 for several
	for i, x := range a {
		if to[i] >= 0 {
			continue
		}
		near := map[int]bool{}
		for word := range x.words {
			if list := words[word]; len(list) <= frequent {
				for _, j := range list {
					near[j] = from[j] < 0 && x.kind == paragraph && b[j].kind == paragraph && resembles(x.block, b[j].block)
				}
			}
		}
		best := -1
		for j, like := range near {
			if like && best >= 0 {
				best = -1
				break
			} else if like {
				best = j
			}
		}
		if best < 0 {
			continue
		}
		if _, taken := one[best]; taken {
			one[best] = -1
		} else {
			one[best] = i
		}
	}
	for j, i := range one {
		if i >= 0 {
			to[i] = j
		}
	}
	return to
}

// resembles reports whether four words in five of two blocks are the same.
func resembles(a, b *block) bool {
	n := common(a, b)
	return n*5 >= (a.total+b.total-n)*4
}

// fixed are the elements that can be in no moved paragraph: the changes of others, and controls.
var fixed = []string{"<w:sdt", "<w:customXml", "<w:ins ", "<w:del ", "<w:moveFrom", "<w:moveTo"}

// movable returns what became of a block that was moved, the mark of a paragraph last, and whether it can be tracked.
func (r *rules) movable(a, b *block) (list []change, ok bool) {
	for _, tag := range fixed {
		if strings.Contains(a.raw, tag) || strings.Contains(b.raw, tag) {
			return nil, false
		}
	}
	b.ready()
	if a.kind == table {
		return nil, true
	}
	p, err := r.paras([]*block{a})
	if err != nil {
		return nil, false
	}
	q, err := r.paras([]*block{b})
	if err != nil {
		return nil, false
	}
	list = r.diff(p[:len(p)-1], q[:len(q)-1])
	return append(list, change{op: same, a: &p[len(p)-1], b: &q[len(q)-1]}), true
}

// moved writes the blocks of a move where they stood, or where they stand.
func (w *writer) moved(out *strings.Builder, g group) {
	m := g.move
	away := len(g.a) > 0
	tag, edit := "moveTo", "ins"
	if away {
		tag, edit = "moveFrom", "del"
	}
	w.step = cmp.Or(m.b[0].came, lastStep(&group{b: m.b}))
	if names := append(slices.Clone(m.a[0].names), m.b[0].names...); len(names) > 0 {
		w.anchor = names[0]
	}
	second := m.name != ""
	if !second {
		m.takesAlong()
	}
	start := w.revision()
	if !second {
		m.name = "move" + strconv.Itoa(w.id)
		for w.frame.moves[m.name] {
			m.name += "_"
		}
	}
	open := "<w:" + tag + "RangeStart" + start + ` w:name="` + m.name + `"/>`
	for n, list := range m.list {
		if list == nil {
			if n == 0 {
				out.WriteString(open)
			}
			w.movedTable(out, m, n, tag)
			continue
		}
		mark := list[len(list)-1]
		out.WriteString("<w:p><w:pPr>")
		ppr := mark.b.mark.ppr
		if away {
			ppr = mark.a.mark.ppr
		}
		putProperties(out, ppr, "rPr", "sectPr", "pPrChange")
		w.markProperties(out, "<w:"+tag+w.revision()+"/>", child(ppr, "rPr"))
		if !away && !w.r.noFormatting && w.r.base(mark.a.mark.ppr) != w.r.base(ppr) {
			out.WriteString("<w:pPrChange" + w.revision() + "><w:pPr>")
			putProperties(out, mark.a.mark.ppr, "rPr", "sectPr", "pPrChange")
			out.WriteString("</w:pPr></w:pPrChange>")
		}
		out.WriteString("</w:pPr>")
		if n == 0 {
			out.WriteString(open)
		}
		w.movedText(out, m, list, tag, edit)
		out.WriteString("</w:p>")
	}
	out.WriteString("<w:" + tag + `RangeEnd w:id="` + attribute("<x"+start, "w:id") + `"/>`)
	w.touched()
	if second {
		w.report.Changes[m.told].add(w.pending)
		w.pending = nil
		return
	}
	w.note("move", texts(m.a), texts(m.b))
	w.touched()
	m.told = len(w.report.Changes) - 1
}

// movedText writes the text of a paragraph of a move. What one side alone has is edited.
func (w *writer) movedText(out *strings.Builder, m *move, list []change, tag, edit string) {
	skip := come
	if tag == "moveTo" {
		skip = gone
	}
	var look struct { // the formatting of the run written last that looked otherwise, and what it was
		run, rpr *etree.Element
		was      string
	}
	var part []*atom
	as, mover := "", w.step
	step := mover
	flush := func() {
		if len(part) > 0 {
			w.step = step
			w.wrapped(out, as, part)
			part, w.step = nil, mover
		}
		look.run = nil
	}
	for _, c := range list {
		if c.op == skip {
			continue
		}
		a := atom{}
		if tag == "moveTo" {
			a = *c.b
		} else {
			a = *c.a
		}
		if marks := w.movedMarks(m, a.marks, tag == "moveTo"); len(marks) > 0 {
			flush()
			for _, e := range marks {
				if is(e, "r") { // a reference is moved text
					w.wrapped(out, tag, []*atom{{whole: []*etree.Element{e}}})
				} else {
					put(out, e, false)
				}
			}
		}
		if a.marks = nil; a.mark != nil {
			break
		}
		to, by := edit, cmp.Or(c.step(), mover)
		if c.op == same {
			to = tag
		}
		if to != as || by != step {
			flush()
			as, step = to, by
		}
		switch {
		case c.op != same || tag != "moveTo" || c.a.shape == c.b.shape:
			look.run = nil
		case look.run != a.run || look.was != c.a.shape || a.run == nil:
			look.run, look.was, look.rpr = a.run, c.a.shape, w.changedLook(c.a.rpr, a.rpr)
			a.rpr = look.rpr
		default:
			a.rpr = look.rpr
		}
		part = append(part, &a)
	}
	flush()
}

// changedLook returns the properties of a run with what they were.
func (w *writer) changedLook(was, now *etree.Element) *etree.Element {
	var b strings.Builder
	w.formatted(&b, was, now)
	e, err := parse(b.String())
	if err != nil {
		return now
	}
	return e
}
