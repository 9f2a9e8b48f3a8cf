package redline

import (
	"cmp"
	"hash/maphash"
	"strings"
	"unicode"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// kind is what a block is.
type kind uint8

const (
	mark      kind = iota // a bookmark between paragraphs, and what is not known
	paragraph             // w:p
	table                 // w:tbl
	control               // w:sdt
	section               // w:sectPr, the last of a body
	contents              // a table of contents: paragraphs that are computed
	spanning              // paragraphs that a field spans
)

// block is a block of a story.
type block struct {
	kind kind
	raw  string
	hash uint64 // of what counts, or of raw
	// keyed is set when hash is that of raw: the other file has the block as written. Blocks with the same hash are the same either way.
	keyed bool
	// later brings raw into the frame of the older file, see [block.ready]; nil when it is.
	later *edits
	notes []string // that it refers to, as in [noteTexts]; those of the newer file under new ids
	// sectioned is set when a paragraph ends a section.
	sectioned bool
	// brings is set when there are marks in it that the older file lacks.
	brings bool
	names  []string // of the bookmarks in it
	steps  string   // raw with the steps in which its parts came or went, "" without
	step   int      // the last of them
	came   int      // the step in which it came to its place, 0 when it was there or it is not known

	words map[uint64]int // see [block.bag]
	total int
}

// block reads a block. It is one of the newer file or of the older one.
func (r *rules) block(k kind, raw string, newer bool) *block {
	b := &block{kind: k, raw: raw}
	b.notes = notesOf(raw)
	b.hash = r.content(b)
	b.sectioned = k == paragraph && strings.Contains(raw, "<w:sectPr")
	for at := 0; ; {
		i := strings.Index(raw[at:], "<w:bookmarkStart")
		if i < 0 {
			break
		}
		at += i + 1
		tag := raw[at : at+strings.IndexByte(raw[at:], '>')]
		if name := attribute(tag, "w:name"); name != "" {
			b.names = append(b.names, name)
		}
		b.brings = b.brings || newer && !strings.HasPrefix(attribute(tag, "w:id"), dropped)
	}
	if newer && !b.brings {
		for _, open := range [...]string{`<w:commentRangeStart w:id="`, `<w:commentReference w:id="`} {
			for at := 0; !b.brings; {
				i := strings.Index(raw[at:], open)
				if i < 0 {
					break
				}
				at += i + len(open)
				b.brings = !strings.HasPrefix(raw[at:], dropped)
			}
		}
	}
	return b
}

// attribute returns an attribute of a tag as it is written, "" without it.
func attribute(tag, name string) string {
	i := strings.Index(tag, " "+name+"=")
	if i < 0 {
		return ""
	}
	rest := tag[i+len(name)+2:]
	if rest == "" {
		return ""
	}
	end := strings.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return ""
	}
	return rest[1 : 1+end]
}

// blocks reads the children of an element as blocks.
func (r *rules) blocks(e *etree.Element, newer bool) []*block {
	var out []*block
	for c := range e.ChildElementsSeq() {
		k, known := kindOf[c.Tag]
		if c.Space != "w" || !known {
			k = mark
		}
		if c.Space == "w" && (c.Tag == "tcPr" || c.Tag == "sdtPr") {
			continue
		}
		if newer && k == mark && isDropped(c) {
			continue
		}
		out = append(out, r.nested(k, c, newer))
	}
	return out
}

// nested reads an element inside a block as a block.
func (r *rules) nested(k kind, e *etree.Element, newer bool) *block {
	b := r.block(k, markup(e), newer)
	if r.steps {
		var s strings.Builder
		e.WriteTo(&s, &etree.WriteSettings{})
		b.steps = s.String()
	}
	return b
}

// tree reads a block as elements below one.
func (b *block) tree() (*etree.Element, error) {
	return parse("<all>" + cmp.Or(b.steps, b.raw) + "</all>")
}

// element reads a block that is one element.
func (b *block) element() (*etree.Element, error) {
	all, err := b.tree()
	if err != nil || len(all.ChildElements()) != 1 {
		return nil, cmp.Or(err, errShape)
	}
	return all.ChildElements()[0], nil
}

var kindOf = map[string]kind{"p": paragraph, "tbl": table, "sdt": control, "sectPr": section}

// bag returns the words of a block and how often they are there.
func (b *block) bag() map[uint64]int {
	if b.words != nil {
		return b.words
	}
	b.words = map[uint64]int{}
	for _, w := range strings.FieldsFunc(plain(b.raw), func(c rune) bool { return !wordly(c) }) {
		b.words[maphash.String(seed, w)]++
		b.total++
	}
	if b.total == 0 { // scripts without spaces, and signs
		for _, c := range plain(b.raw) {
			if !unicode.IsSpace(c) {
				b.words[uint64(c)]++
				b.total++
			}
		}
	}
	return b.words
}

// plain returns the text of markup.
func plain(raw string) string {
	var b strings.Builder
	x := opc.NewScanner("<all>"+raw+"</all>", names)
	for x.Next() {
		if !x.Opened() {
			continue
		}
		switch local := x.Local(); {
		case local == "t", x.Space() == word && local == "delText":
			b.WriteString(x.Text())
		case x.Space() != word:
		case local == "p", local == "tab", local == "br":
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// common returns how many words two blocks have in common.
func common(a, b *block) int {
	n := 0
	x, y := a.bag(), b.bag()
	if len(x) > len(y) {
		x, y = y, x
	}
	for w, k := range x {
		n += min(k, y[w])
	}
	return n
}

// pairs are two lists of blocks to align.
type pairs struct {
	a, b   []*block
	named  map[string]int // blocks of a by the bookmarks in them
	stayed map[int]int    // blocks of a of which several of b have bookmarks: the one of those that reads the same
}

func newPairs(a, b []*block) *pairs {
	p := &pairs{a: a, b: b, named: make(map[string]int, len(a)/4), stayed: map[int]int{}}
	for i, x := range a {
		for _, name := range x.names {
			p.named[name] = i
		}
	}
	for j, x := range b {
		for _, name := range x.names {
			if i, ok := p.named[name]; ok && len(a[i].names) > 1 && p.Equal(i, j) {
				p.stayed[i] = j
			}
		}
	}
	return p
}

func (p *pairs) Len() (int, int)     { return len(p.a), len(p.b) }
func (p *pairs) Equal(i, j int) bool { return p.a[i].kind == p.b[j].kind && p.a[i].hash == p.b[j].hash }
func (p *pairs) KeyA(i int) uint64   { return p.key(p.a[i]) }
func (p *pairs) KeyB(j int) uint64   { return p.key(p.b[j]) }

// key is the hash of a block that says something: short ones anchor nothing.
func (p *pairs) key(b *block) uint64 {
	if len(b.raw) < shortest && b.kind == paragraph || b.kind == mark {
		return 0
	}
	return b.hash
}

// shortest is how long a paragraph with a word is.
const shortest = 60

// Anchored says which block has the first bookmark of another. A block is rather another one with a bookmark of it that reads the same.
func (p *pairs) Anchored(j int) int {
	for _, name := range p.b[j].names {
		if i, ok := p.named[name]; ok && fits(p.a[i], p.b[j]) {
			if to, stayed := p.stayed[i]; !stayed || to == j {
				return i
			}
		}
	}
	return -1
}

// fits reports whether a block may have become another at all.
func fits(a, b *block) bool {
	return a.kind == b.kind && a.kind != mark && a.sectioned == b.sectioned
}

// Score returns how alike two blocks are, from 0 to 100.
func (p *pairs) Score(i, j int) int {
	a, b := p.a[i], p.b[j]
	switch {
	case !fits(a, b):
		return 0
	case a.hash == b.hash:
		return 100
	case a.kind == section:
		return 50
	}
	a.bag()
	b.bag()
	if a.total+b.total == 0 {
		return 50 // objects without words
	}
	score := 99 * 2 * common(a, b) / (a.total + b.total)
	switch {
	case a.kind != paragraph:
		return max(score, 10)
	case score < alike && !within(a, b):
		return 0
	}
	return max(score, 1)
}

// alike is the score from which paragraphs are one that was edited.
const alike = 30

// within reports whether most words of a block are in the other.
func within(a, b *block) bool {
	n := min(a.total, b.total)
	return n >= 3 && common(a, b)*4 >= n*3
}

// pair returns for every block of b the one of a that it is, or -1.
func pair(a, b []*block) []int { return align.Align(newPairs(a, b)) }
