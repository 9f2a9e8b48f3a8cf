package redline

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/align"
)

// What became of an atom.
type op uint8

const (
	same op = iota
	gone
	come
)

// change is an atom and what became of it: both sides have one that is the same.
type change struct {
	op   op
	a, b *atom
	by   int // the step of what stands between changes of it, see [rules.tidy]
}

// step returns the step in which an atom went or came, 0 when it does not say.
func (c change) step() int {
	switch a := cmpAtom(c); {
	case c.op == same, c.by > 0:
		return c.by
	case a.run != nil:
		return stepOf(a.run)
	case a.box != nil:
		return stepOf(a.box)
	case len(a.whole) > 0:
		return stepOf(a.whole[0])
	case a.mark != nil:
		return stepOf(a.mark.el)
	}
	return 0
}

// atoms are two lists of atoms to align.
type atoms struct{ a, b []atom }

func (p atoms) Len() (int, int)     { return len(p.a), len(p.b) }
func (p atoms) Equal(i, j int) bool { return p.a[i].key == p.b[j].key }
func (p atoms) KeyA(i int) uint64   { return keyOf(&p.a[i]) }
func (p atoms) KeyB(j int) uint64   { return keyOf(&p.b[j]) }
func (p atoms) Anchored(int) int    { return -1 }

// Score prefers long words and objects over signs.
func (p atoms) Score(i, j int) int {
	if p.a[i].key != p.b[j].key {
		return 0
	}
	if a := &p.a[i]; a.text == "" {
		return 20
	} else if a.blank() {
		return 2
	}
	return 3 + min(len(p.a[i].text), 12)
}

// blank reports whether an atom is a word without letters.
func (a *atom) blank() bool { return a.text != "" && strings.IndexFunc(a.text, wordly) < 0 }

func keyOf(a *atom) uint64 {
	if a.blank() || a.mark != nil || len(a.key) < 4 {
		return 0
	}
	return maphash.String(seed, a.key)
}

// diff compares two lists of atoms. What is deleted stands before what is inserted in its place.
func (r *rules) diff(a, b []atom) []change {
	to := align.Align(atoms{a, b})
	out := make([]change, 0, len(a)+len(b))
	i := 0
	for j := 0; j <= len(b); {
		k, next := j, len(a)
		for k < len(b) && to[k] < 0 {
			k++
		}
		if k < len(b) {
			next = to[k]
		}
		for ; i < next; i++ {
			out = append(out, change{op: gone, a: &a[i]})
		}
		for ; j < k; j++ {
			out = append(out, change{op: come, b: &b[j]})
		}
		if k < len(b) {
			out = append(out, change{op: same, a: &a[i], b: &b[k]})
			i++
		}
		j = k + 1
	}
	out = uncut(uncut(out, 0), 1)
	if r.noSpace {
		out = unspaced(out)
	}
	return r.tidy(out)
}

// uncut returns the changes in which a word that comments cut on one side, 0 for the older one, and not on the other is the same word.
func uncut(in []change, side int) (out []change) {
	from := 0 // what is before it is in out
	for n := 0; n < len(in); n++ {
		begin := n
		for n < len(in) && in[n].op != same {
			n++
		}
		if n-begin > 2 {
			if pieces := cutAlike(in[begin:n], side); pieces != nil {
				out = append(append(out, in[from:begin]...), pieces...)
				from = n
			}
		}
	}
	if from == 0 {
		return in
	}
	return append(out, in[from:]...)
}

// cutAlike returns changes, of which what went stands first, in which words that are cut on a side and whole on the other one are the
// same in their pieces; nil when there are none.
func cutAlike(run []change, side int) (out []change) {
	n := slices.IndexFunc(run, func(c change) bool { return c.op == come })
	if n <= 0 {
		return nil
	}
	sides := [2][]change{run[:n], run[n:]}
	cut, wholes := sides[side], sides[1-side]
	var at map[string][]int // where the other side has words, made when it is needed
	done, next := 0, 0      // how far both sides are in out
	for n := 1; n < len(cut); n++ {
		from := n - 1
		for n < len(cut) && cutBefore(cut, n) {
			n++
		}
		if n == from+1 {
			continue
		}
		if at == nil {
			at = map[string][]int{}
			for i, c := range wholes {
				at[cmpAtom(c).text] = append(at[cmpAtom(c).text], i)
			}
		}
		word := ""
		for _, c := range cut[from:n] {
			word += cmpAtom(c).text
		}
		k, _ := slices.BinarySearch(at[word], next)
		if k == len(at[word]) {
			continue
		}
		i := at[word][k]
		between := inOrder(side, cut[done:from], wholes[next:i])
		out = append(append(out, between[0]...), between[1]...)
		for k, c := range cut[from:n] {
			piece := *cmpAtom(wholes[i])
			piece.text, piece.key = cmpAtom(c).text, cmpAtom(c).key
			if k > 0 {
				piece.marks = nil
			}
			both := inOrder(side, cmpAtom(c), &piece)
			out = append(out, change{op: same, a: both[0], b: both[1]})
		}
		done, next = n, i+1
	}
	if out == nil {
		return nil
	}
	left := inOrder(side, cut[done:], wholes[next:])
	return slices.Concat(out, left[0], left[1])
}

// inOrder returns what a side has and what the other one has, the older side first.
func inOrder[T any](side int, of, other T) [2]T {
	if side == 1 {
		of, other = other, of
	}
	return [2]T{of, other}
}

// cutBefore reports whether a comment begins or ends between two atoms of text.
func cutBefore(list []change, n int) bool {
	a, b := cmpAtom(list[n-1]), cmpAtom(list[n])
	return a.text != "" && b.text != "" && slices.ContainsFunc(b.marks, ofComment)
}

// unspaced returns the changes without those of nothing but white space, where the older side's stays.
func unspaced(in []change) []change {
	out := in[:0]
	for n := 0; n < len(in); {
		end, spaces := n, true
		for ; end < len(in) && in[end].op != same; end++ {
			a := cmpAtom(in[end])
			spaces = spaces && a.text != "" && a.key == ""
		}
		for ; n < end; n++ {
			switch c := in[n]; {
			case !spaces:
				out = append(out, c)
			case c.op == gone:
				out = append(out, change{op: same, a: c.a, b: c.a})
			}
		}
		if n < len(in) {
			out = append(out, in[n])
			n++
		}
	}
	return out
}

// segment is atoms in a row that are the same, or that went and came.
type segment struct {
	same       bool
	list       []change
	goes, came int  // how much text went and came; of what is the same both
	solid      bool // there are objects or marks of paragraphs in it
	step       int  // see [change.step]; -1 for several
}

// tidy makes one change of two that little stands between that is the same: nobody reads them apart.
func (r *rules) tidy(in []change) []change {
	var stack []segment
	for n := 0; n < len(in); {
		s := segment{same: in[n].op == same}
		for ; n < len(in) && (in[n].op == same) == s.same; n++ {
			s.add(in[n])
		}
		stack = append(stack, s)
		for k := len(stack); k >= 3 && stack[k-2].slight(&stack[k-3], &stack[k-1]); k = len(stack) {
			for _, c := range append(stack[k-2].list, stack[k-1].list...) {
				stack[k-3].add(c)
			}
			stack = stack[:k-2]
		}
	}
	out := make([]change, 0, len(in))
	for _, s := range stack {
		if s.same {
			out = append(out, s.list...)
			continue
		}
		var was, now []change
		for _, c := range s.list {
			by := 0
			if c.op == same {
				by = max(s.step, 0)
			}
			if c.op != come {
				was = append(was, change{op: gone, a: c.a, by: by})
			}
			if c.op != gone {
				now = append(now, change{op: come, b: c.b, by: by})
			}
		}
		out = r.edited(out, was, now)
	}
	return out
}

// add adds an atom.
func (s *segment) add(c change) {
	if step := c.step(); len(s.list) == 0 {
		s.step = step
	} else if s.step != step && c.op != same && !cmpAtom(c).blank() {
		s.step = -1
	}
	s.list = append(s.list, c)
	n := len(cmpAtom(c).text)
	s.solid = s.solid || n == 0
	if c.op != come {
		s.goes += n
	}
	if c.op != gone {
		s.came += n
	}
}

// slight reports whether what is the same between two changes is less than each of them. Of texts that only come, or only
// go, each is read by itself.
func (s *segment) slight(before, behind *segment) bool {
	if !s.same || s.solid || before.step != behind.step || before.step < 0 || before.paragraphs() || behind.paragraphs() {
		return false
	}
	if before.goes+behind.goes == 0 || before.came+behind.came == 0 {
		return false
	}
	n := s.goes
	return n <= max(before.goes, before.came) && n <= max(behind.goes, behind.came)
}

// paragraphs reports whether marks of paragraphs went or came.
func (s *segment) paragraphs() bool {
	return s.solid && slices.ContainsFunc(s.list, func(c change) bool { return cmpAtom(c).mark != nil })
}

func cmpAtom(c change) *atom {
	if c.a != nil {
		return c.a
	}
	return c.b
}

// edited adds what went and came in one place. A link, control or note that only reads otherwise stays what it is.
func (r *rules) edited(out, was, now []change) []change {
	for i, x := range was {
		for j, y := range now {
			if r.edits(x.a, y.b) {
				out = append(append(append(out, was[:i]...), now[:j]...), change{op: same, a: x.a, b: y.b})
				return r.edited(out, was[i+1:], now[j+1:])
			}
		}
	}
	return append(append(out, was...), now...)
}

// edits reports whether an atom is another one with other text.
func (r *rules) edits(a, b *atom) bool {
	switch {
	case a.box != nil && b.box != nil:
		return r.frame(a.box) == r.frame(b.box)
	case a.note != "" && b.note != "":
		return a.child.Tag == b.child.Tag
	}
	return false
}

// frame returns what counts of a link or control without what is in it.
func (r *rules) frame(e *etree.Element) string {
	var b strings.Builder
	openTag(&b, e, e.FullTag(), false)
	if pr := child(e, "sdtPr"); pr != nil {
		put(&b, pr, false)
	}
	b.WriteString("x</" + e.FullTag() + ">")
	return r.text(b.String())
}
