package redline

import (
	"hash/maphash"
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
			out = append(out, change{gone, &a[i], nil})
		}
		for ; j < k; j++ {
			out = append(out, change{come, nil, &b[j]})
		}
		if k < len(b) {
			out = append(out, change{same, &a[i], &b[k]})
			i++
		}
		j = k + 1
	}
	return r.tidy(out)
}

// tidy makes one change of two that only a blank or sign stands between: nobody reads them apart.
func (r *rules) tidy(in []change) []change {
	out := make([]change, 0, len(in))
	for n := 0; n < len(in); {
		if in[n].op == same {
			out = append(out, in[n])
			n++
			continue
		}
		end := stretch(in, n)
		var was, now []change
		for _, c := range in[n:end] {
			if c.op != come {
				was = append(was, change{gone, c.a, nil})
			}
			if c.op != gone {
				now = append(now, change{come, nil, c.b})
			}
		}
		out = r.edited(out, was, now)
		n = end
	}
	return out
}

// stretch returns where a change ends that begins at n, with others that stand close to it.
func stretch(in []change, n int) int {
	dels, inss := 0, 0
	end := n
	for end < len(in) {
		k := end
		for k < len(in) && in[k].op != same {
			if in[k].op == gone {
				dels++
			} else {
				inss++
			}
			if a := cmpAtom(in[k]); a.mark != nil {
				return run(in, k) // paragraphs are told apart
			}
			k++
		}
		end = k
		if dels == 0 || inss == 0 {
			return end
		}
		for k < len(in) && in[k].op == same && in[k].a.blank() && in[k].a.shape == in[k].b.shape && len(in[k].a.marks)+len(in[k].b.marks) == 0 {
			k++
		}
		if k == len(in) || in[k].op == same || k-end > 2 {
			return end
		}
		d, i := sides(in, k)
		if d == 0 || i == 0 {
			return end
		}
		end = k
	}
	return end
}

func cmpAtom(c change) *atom {
	if c.a != nil {
		return c.a
	}
	return c.b
}

// run returns where changes end without what is the same.
func run(in []change, n int) int {
	for n < len(in) && in[n].op != same {
		n++
	}
	return n
}

// sides counts what goes and comes from n on.
func sides(in []change, n int) (goes, comes int) {
	for ; n < len(in) && in[n].op != same; n++ {
		if cmpAtom(in[n]).mark != nil {
			return 0, 0
		}
		if in[n].op == gone {
			goes++
		} else {
			comes++
		}
	}
	return goes, comes
}

// edited adds what went and came in one place. A link, control or note that only reads otherwise stays what it is.
func (r *rules) edited(out, was, now []change) []change {
	for i, x := range was {
		for j, y := range now {
			if r.edits(x.a, y.b) {
				out = append(append(append(out, was[:i]...), now[:j]...), change{same, x.a, y.b})
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
