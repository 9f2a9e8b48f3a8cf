package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// merge makes one file of the chunks of a document. False when they are not made as expected.
func merge(parts []*content, chunks []chunk) (*content, bool) {
	out := &content{head: parts[0].head, objects: make([]object, 1)}
	m := merger{out: out, known: map[[sha256.Size]byte]int{}}
	for k, p := range parts {
		if !m.add(p, k) {
			return nil, false
		}
	}
	out.root, out.info = m.roots[0], m.infos[0]
	root := out.dict(out.root).with("Pages", refText(m.pages())).with("Dests", m.destinations())
	if top, ok := m.structure(chunks); ok {
		root = root.with("StructTreeRoot", refText(top))
	} else if root.get("StructTreeRoot") != nil {
		return nil, false
	}
	root = root.with("Outlines", m.outline())
	out.objects[out.root].body = root.bytes()
	return out, true
}

// probePrefix begins the ids that chunks.js gives to elements.
const probePrefix = "noma-chunk-"

// merger puts files into one.
type merger struct {
	out          *content
	roots, infos []int
	keys         int // numbers of parents in the tree of tags that are in use
	known        map[[sha256.Size]byte]int
}

// add takes the objects of a file in, with numbers of their own. A font that is there already is not taken again.
func (m *merger) add(p *content, k int) bool {
	number := make([]int, len(p.objects))
	base := len(m.out.objects)
	for n, o := range p.objects {
		number[n] = base + n
		if !bytes.Contains(o.body, []byte("/Length1 ")) { // the program of a font
			continue
		}
		sum := sha256.Sum256(slices.Concat(o.body, o.stream))
		if first, ok := m.known[sum]; ok {
			number[n] = first
		} else {
			m.known[sum] = base + n
		}
	}
	bodies := make([][]byte, len(p.objects))
	for n, o := range p.objects {
		if n > 0 {
			bodies[n] = m.rewrite(o.body, number, k)
		}
	}
	m.out.objects = append(m.out.objects, make([]object, len(p.objects))...)
	for n, o := range p.objects {
		m.out.objects[base+n] = object{body: bodies[n], stream: o.stream}
	}
	m.roots, m.infos = append(m.roots, base+p.root), append(m.infos, base+p.info)
	root := m.out.dict(base + p.root)
	if n, ok := integer(m.out.sub(root, "StructTreeRoot").get("ParentTreeNextKey")); ok {
		m.keys += n
	}
	return root.name("Type") == "Catalog"
}

// rewrite returns the body of an object with other numbers: those of objects, of parents in the tree of tags, and in identifiers of
// elements.
func (m *merger) rewrite(body []byte, number []int, k int) []byte {
	out := make([]byte, 0, len(body)+len(body)/8)
	written := 0
	var before [2][]byte // the tokens before, and where the first of them begins
	var at [2]int
	for tok, rest := token(body); len(tok) > 0; tok, rest = token(rest) {
		from := len(body) - len(rest) - len(tok)
		switch {
		case string(tok) == "R":
			if n, ok := integer(before[0]); ok && n > 0 && n < len(number) {
				out = strconv.AppendInt(append(out, body[written:at[0]]...), int64(number[n]), 10)
				written = at[0] + len(before[0])
			}
		case string(before[1]) == "/StructParent" || string(before[1]) == "/StructParents":
			if n, ok := integer(tok); ok {
				out = strconv.AppendInt(append(out, body[written:from]...), int64(n+m.keys), 10)
				written = from + len(tok)
			}
		case k > 0 && bytes.HasPrefix(tok, []byte("(node")):
			out = fmt.Appendf(append(out, body[written:from]...), "(c%d%s", k, tok[1:])
			written = from + len(tok)
		case k > 0 && (string(before[1]) == "/BaseFont" || string(before[1]) == "/FontName") && len(tok) > 8 && tok[7] == '+':
			// Other letters of a font have another name (§9.6.4).
			out = append(append(out, body[written:from]...), tok...)
			out[len(out)-len(tok)+5], out[len(out)-len(tok)+6] = byte('A'+k/26%26), byte('A'+k%26)
			written = from + len(tok)
		}
		before[0], before[1], at[0], at[1] = before[1], tok, at[1], from
	}
	return append(out, body[written:]...)
}

// pages makes a tree of the trees of pages.
func (m *merger) pages() int {
	count := 0
	var kids []string
	n := m.out.add("")
	for _, r := range m.roots {
		p, _ := ref(m.out.dict(r).get("Pages"))
		d := m.out.dict(p)
		c, _ := integer(d.get("Count"))
		count += c
		kids = append(kids, refText(p))
		m.out.objects[p].body = d.with("Parent", refText(n)).bytes()
	}
	m.out.objects[n].body = fmt.Appendf(nil, "<</Type /Pages\n/Count %d\n/Kids %s>>", count, kids)
	return n
}

// destinations returns the named places of all files. An element that goes on in the next chunk has the place where it begins.
func (m *merger) destinations() string {
	var all dict
	seen := map[string]bool{}
	for _, r := range m.roots {
		for _, e := range m.out.sub(m.out.dict(r), "Dests") {
			if !seen[e.key] && !strings.HasPrefix(e.key, probePrefix) {
				seen[e.key] = true
				all = append(all, e)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return refText(m.out.add(string(all.bytes())))
}

// structure puts the trees of tags together and returns the root.
func (m *merger) structure(chunks []chunk) (int, bool) {
	root, ok := ref(m.out.dict(m.roots[0]).get("StructTreeRoot"))
	if !ok {
		return 0, false
	}
	top, ok := ref(m.out.dict(root).get("K"))
	if !ok {
		return 0, false
	}
	for k, r := range m.roots[1:] {
		next, ok := ref(m.out.sub(m.out.dict(r), "StructTreeRoot").get("K"))
		if !ok || !m.graft(top, next, chunks[k+1].Depth) {
			return 0, false
		}
	}
	m.out.objects[root].body = m.out.dict(root).with("ParentTreeNextKey", strconv.Itoa(m.keys)).bytes()
	return root, true
}

// graft lets an element go on with what another one holds. So many of the elements that end the one and begin the other are the same.
func (m *merger) graft(a, b, depth int) bool {
	for ; depth > 0; depth-- {
		da, db := m.out.dict(a), m.out.dict(b)
		ka, kb := kidsOf(da), kidsOf(db)
		if da.name("S") != db.name("S") || len(ka) == 0 || len(kb) == 0 {
			return false
		}
		last, ok1 := ref(ka[len(ka)-1])
		first, ok2 := ref(kb[0])
		if !ok1 || !ok2 {
			return false
		}
		if depth > 1 {
			kb = kb[1:]
		}
		m.out.objects[a].body = da.with("K", "["+string(bytes.Join(slices.Concat(ka, kb), []byte(" ")))+"]").bytes()
		for _, v := range kb {
			n, _ := ref(v)
			d := m.out.dict(n)
			if d == nil {
				return false
			}
			m.out.objects[n].body = d.with("P", refText(a)).bytes()
		}
		a, b = last, first
	}
	return true
}

// kidsOf returns what an element of the tree of tags holds.
func kidsOf(d dict) [][]byte {
	k := d.get("K")
	switch {
	case len(k) == 0:
		return nil
	case k[0] == '[':
		return items(k)
	}
	return [][]byte{k}
}

// outline makes one outline of the headings, each in the one before it that is of a higher level, as Chromium does. It returns a reference.
func (m *merger) outline() string {
	type item struct{ object, level, parent, first, last, prev, next, count int }
	list := []item{{object: m.out.add("")}}
	var above []int
	for _, r := range m.roots {
		for _, n := range m.outlineItems(r) {
			kind := m.out.sub(m.out.dict(n), "SE").name("S")
			x := item{object: n, level: 1}
			if len(kind) == 2 && kind[0] == 'H' {
				x.level = int(kind[1] - '0')
			}
			for len(above) > 0 && list[above[len(above)-1]].level >= x.level {
				above = above[:len(above)-1]
			}
			if len(above) > 0 {
				x.parent = above[len(above)-1]
			}
			me := len(list)
			if p := &list[x.parent]; p.first == 0 {
				p.first, p.last = me, me
			} else {
				x.prev, list[p.last].next, p.last = p.last, me, me
			}
			list = append(list, x)
			for _, p := range append([]int{0}, above...) {
				list[p].count++
			}
			above = append(above, me)
		}
	}
	if len(list) == 1 {
		return ""
	}
	for i, x := range list {
		d := dict{{"Type", []byte("/Outlines")}}
		if i > 0 {
			old := m.out.dict(x.object)
			d = dict{{"Title", old.get("Title")}, {"Dest", old.get("Dest")}}.with("SE", string(old.get("SE"))).with("Parent", refText(list[x.parent].object))
		}
		for _, e := range []struct {
			key string
			to  int
		}{{"First", x.first}, {"Last", x.last}, {"Prev", x.prev}, {"Next", x.next}} {
			if e.to > 0 {
				d = d.with(e.key, refText(list[e.to].object))
			}
		}
		if x.count > 0 {
			d = d.with("Count", strconv.Itoa(x.count))
		}
		m.out.objects[x.object].body = d.bytes()
	}
	return refText(list[0].object)
}

// outlineItems returns the items of the outline of a file in the order of the document.
func (m *merger) outlineItems(root int) (out []int) {
	first := func(n int, key string) []int {
		if k, ok := ref(m.out.dict(n).get(key)); ok {
			return []int{k}
		}
		return nil
	}
	top, _ := ref(m.out.dict(root).get("Outlines"))
	seen := map[int]bool{}
	for todo := first(top, "First"); len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		out = append(out, n)
		todo = append(append(todo, first(n, "Next")...), first(n, "First")...)
	}
	return out
}
