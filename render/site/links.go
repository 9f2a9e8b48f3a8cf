package site

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// maxRelated is the number of related pages a page names.
const maxRelated = 5

// connect finds which page refers to which, by their wikilinks, and which have to do with each other.
func (s *builder) connect() {
	for i, p := range s.pages {
		seen := map[int]bool{i: true}
		for text := range texts(p.doc) {
			for id := range wikilinks(text) {
				n, ok := p.doc.Target(id) // as in the page: its own blocks come first
				if !ok {
					if n, ok = s.book.Document.Target(id); !ok {
						continue
					}
				}
				if to := s.owner[n]; !seen[to] {
					seen[to] = true
					p.to = append(p.to, to)
					s.pages[to].from = append(s.pages[to].from, i)
				}
			}
		}
		slices.Sort(p.to)
	}
	s.relate()
}

// relate names for each page those that share most tags with it, and then those nearest in the book.
func (s *builder) relate() {
	with := map[string][]int{}
	for i, p := range s.pages {
		for _, t := range p.tags {
			with[key(t)] = append(with[key(t)], i)
		}
	}
	for i, p := range s.pages {
		shared := map[int]int{}
		for _, t := range p.tags {
			// A tag that everything has says nothing, and counting it would take quadratic time.
			if list := with[key(t)]; len(list) <= 200 {
				for _, j := range list {
					shared[j]++
				}
			}
		}
		for j := range shared {
			if j != i {
				p.related = append(p.related, j)
			}
		}
		slices.SortFunc(p.related, func(a, b int) int {
			return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(distance(a, i), distance(b, i)), cmp.Compare(a, b))
		})
		p.related = p.related[:min(len(p.related), maxRelated)]
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// tag is a tag with its pages.
type tag struct {
	name  string
	pages []int
}

// key returns what two forms of a tag have in common.
func key(tag string) string { return strings.ToLower(strings.Join(strings.Fields(tag), "-")) }

func (s *builder) collectTags() {
	at := map[string]int{}
	for i, p := range s.pages {
		for _, t := range p.tags {
			k, ok := at[key(t)]
			if !ok {
				k = len(s.tags)
				at[key(t)] = k
				s.tags = append(s.tags, tag{name: t})
			}
			if list := s.tags[k].pages; len(list) == 0 || list[len(list)-1] != i {
				s.tags[k].pages = append(list, i)
			}
		}
	}
	slices.SortFunc(s.tags, func(a, b tag) int { return cmp.Compare(key(a.name), key(b.name)) })
}

// texts returns the texts of a document with their inline markup. Lines that are shown verbatim have none.
func texts(d *noma.Document) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := range noma.Walk(d) {
			for _, t := range textsOf(n) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

func textsOf(n noma.Node) (out []string) {
	for t := range noma.Texts(n) {
		out = append(out, t.S)
	}
	if d, ok := n.(*noma.Directive); ok {
		for _, k := range []string{"title", "label", "caption", "value"} {
			if v := d.AttrText(k); v != "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// wikilinks returns the ids a text refers to.
func wikilinks(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !strings.Contains(text, "[[") {
			return
		}
		var walk func([]noma.Inline) bool
		walk = func(list []noma.Inline) bool {
			for _, n := range list {
				if n.Kind == noma.InlineWiki && !yield(strings.TrimPrefix(n.Target, "#")) || !walk(n.Children) {
					return false
				}
			}
			return true
		}
		walk(noma.ParseInline(text))
	}
}
