package pdf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// structure is the tree of tags of a file (ISO 32000-1 §14.7).
type structure struct {
	c     *content
	root  int      // the object StructTreeRoot
	top   *element // the root's only kid, the document
	pages []int
}

// element is a structure element.
type element struct {
	object int
	kind   string // P, H1, Table …
	page   int    // the object of the page on which content without a page of its own is; 0: none
	kids   []kid
	more   dict // all but type, kind, kids, parent and page
}

// kid is what an element holds: an element, marked content or an object such as an annotation.
type kid struct {
	elem   *element
	mcid   int // of marked content
	page   int
	stream int // the object of the form XObject that holds the marked content; 0: the page holds it
	object int // an annotation
}

// alt returns the description of an element.
func (e *element) alt() string { return readText(e.more.get("Alt")) }

// readStructure reads the tags of a file; false when it has none, or other ones than Chromium writes.
func readStructure(c *content) (*structure, bool) {
	root, ok := ref(c.dict(c.root).get("StructTreeRoot"))
	if !ok {
		return nil, false
	}
	s := &structure{c: c, root: root, pages: c.pageObjects()}
	top, ok := ref(c.dict(root).get("K"))
	if !ok {
		return nil, false
	}
	seen := map[int]bool{c.root: true, c.info: true, root: true} // what is no element
	for _, p := range s.pages {
		seen[p] = true
	}
	s.top = &element{object: top}
	for todo := []*element{s.top}; len(todo) > 0; {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		d := c.dict(e.object)
		if d == nil || seen[e.object] {
			return nil, false
		}
		seen[e.object] = true
		todo = append(todo, e.read(c, d)...)
	}
	return s, true
}

// read reads an element and returns the elements in it, which have only their objects yet.
func (e *element) read(c *content, d dict) (inner []*element) {
	e.kind = d.name("S")
	e.page, _ = ref(d.get("Pg"))
	for _, x := range d {
		switch x.key {
		case "Type", "S", "P", "Pg", "K":
		default:
			e.more = append(e.more, x)
		}
	}
	kids := [][]byte{d.get("K")}
	if k := kids[0]; len(k) > 0 && k[0] == '[' {
		kids = items(k)
	}
	for _, v := range kids {
		if n, ok := ref(v); ok {
			x := &element{object: n}
			inner = append(inner, x)
			e.kids = append(e.kids, kid{elem: x})
		} else if n, ok := integer(v); ok {
			e.kids = append(e.kids, kid{mcid: n, page: e.page})
		} else if k, ok := readDict(v); ok {
			out := kid{page: e.page}
			if p, ok := ref(k.get("Pg")); ok {
				out.page = p
			}
			out.object, _ = ref(k.get("Obj"))
			out.stream, _ = ref(k.get("Stm"))
			out.mcid, _ = integer(k.get("MCID"))
			e.kids = append(e.kids, out)
		}
	}
	return inner
}

// walk calls f for every element in the order of the document, with its parents, the nearest one last.
func (s *structure) walk(f func(e *element, parents []*element)) {
	type step struct {
		e     *element
		depth int
	}
	var parents []*element
	for todo := []step{{s.top, 0}}; len(todo) > 0; {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		parents = append(parents[:x.depth], x.e)
		f(x.e, parents[:x.depth])
		for i := len(x.e.kids) - 1; i >= 0; i-- {
			if k := x.e.kids[i].elem; k != nil {
				todo = append(todo, step{k, x.depth + 1})
			}
		}
	}
}

// holder returns the page or form that holds marked content.
func (k kid) holder() int {
	if k.stream > 0 {
		return k.stream
	}
	return k.page
}

// places returns the marked contents of the tree, and the elements that they are in.
func (s *structure) places() map[place]*element {
	out := map[place]*element{}
	s.walk(func(e *element, _ []*element) {
		for _, k := range e.kids {
			if k.elem == nil && k.object == 0 {
				out[place{k.holder(), k.mcid}] = e
			}
		}
	})
	return out
}

// write puts the tree into the file, with the ways back from contents and identifiers to elements.
func (s *structure) write() {
	back := map[int]map[int]int{} // by StructParents, MCID: the element
	one := map[int]int{}          // by StructParent
	ids := map[string]int{}
	parentOf := map[*element]int{s.top: s.root}
	known := map[int]int{} // by page or form: StructParents, -1: it has none
	parentsOf := func(holder int) (int, bool) {
		n, read := known[holder]
		if !read {
			var ok bool
			if n, ok = integer(s.c.dict(holder).get("StructParents")); !ok {
				n = -1
			}
			known[holder] = n
		}
		return n, n >= 0
	}
	s.walk(func(e *element, _ []*element) {
		for _, k := range e.kids {
			if k.elem != nil && k.elem.object == 0 {
				k.elem.object = s.c.add("")
			}
		}
	})
	s.walk(func(e *element, _ []*element) {
		if id := e.more.get("ID"); id != nil {
			ids[string(id)] = e.object
		}
		for _, k := range e.kids {
			switch {
			case k.elem != nil:
				parentOf[k.elem] = e.object
			case k.object > 0:
				if n, ok := integer(s.c.dict(k.object).get("StructParent")); ok {
					one[n] = e.object
				}
			default:
				if n, ok := parentsOf(k.holder()); ok {
					if back[n] == nil {
						back[n] = map[int]int{}
					}
					back[n][k.mcid] = e.object
				}
			}
		}
		s.c.objects[e.object] = object{body: e.bytes(parentOf[e])}
	})
	root := s.c.dict(s.root).with("ParentTree", refText(s.c.add(parentTree(back, one)))).with("IDTree", "")
	if len(ids) > 0 {
		root = root.with("IDTree", refText(s.c.add(idTree(ids))))
	}
	s.c.objects[s.root].body = root.bytes()
}

// bytes returns the dictionary of an element.
func (e *element) bytes(parent int) []byte {
	var kids []string
	for _, k := range e.kids {
		switch {
		case k.elem != nil:
			kids = append(kids, refText(k.elem.object))
		case k.object > 0:
			kids = append(kids, fmt.Sprintf("<</Type /OBJR\n/Obj %d 0 R\n/Pg %d 0 R>>", k.object, k.page))
		case k.stream > 0:
			kids = append(kids, fmt.Sprintf("<</Type /MCR\n/Pg %d 0 R\n/Stm %d 0 R\n/MCID %d>>", k.page, k.stream, k.mcid))
		case k.page != e.page:
			kids = append(kids, fmt.Sprintf("<</Type /MCR\n/Pg %d 0 R\n/MCID %d>>", k.page, k.mcid))
		default:
			kids = append(kids, strconv.Itoa(k.mcid))
		}
	}
	d := dict{{"Type", []byte("/StructElem")}, {"S", []byte("/" + e.kind)}, {"P", []byte(refText(parent))}}
	if e.page > 0 {
		d = append(d, entry{"Pg", []byte(refText(e.page))})
	}
	switch len(kids) {
	case 0:
	case 1:
		d = append(d, entry{"K", []byte(kids[0])})
	default:
		d = append(d, entry{"K", []byte("[" + strings.Join(kids, " ") + "]")})
	}
	return append(d, e.more...).bytes()
}

// parentTree returns the number tree that leads from contents to their elements (§14.7.4.4).
func parentTree(back map[int]map[int]int, one map[int]int) string {
	keys := make([]int, 0, len(back)+len(one))
	for n := range back {
		keys = append(keys, n)
	}
	for n := range one {
		keys = append(keys, n)
	}
	slices.Sort(keys)
	var b strings.Builder
	b.WriteString("<</Nums [")
	for _, n := range slices.Compact(keys) {
		fmt.Fprintf(&b, "%d ", n)
		elements, many := back[n]
		if !many {
			b.WriteString(refText(one[n]) + "\n")
			continue
		}
		last := 0
		for id := range elements {
			last = max(last, id)
		}
		b.WriteByte('[')
		for id := range min(last+1, 10*len(elements)+1000) {
			if e := elements[id]; e > 0 {
				b.WriteString(refText(e) + " ")
			} else {
				b.WriteString("null ")
			}
		}
		b.WriteString("]\n")
	}
	b.WriteString("]>>")
	return b.String()
}

// idTree returns the name tree of identifiers.
func idTree(ids map[string]int) string {
	names := make([]string, 0, len(ids))
	for id := range ids {
		names = append(names, id)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("<</Names [")
	for _, id := range names {
		b.WriteString(id + " " + refText(ids[id]) + "\n")
	}
	b.WriteString("]>>")
	return b.String()
}
