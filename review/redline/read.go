package redline

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// facts are what is known of a block of a story, or of several that are one, from its tags.
type facts struct {
	names    []string    // of the bookmarks in it
	ends     []string    // ids of bookmarks that end in it and begin elsewhere, or the other way round
	refs     []reference // of its sections, which count from 1
	sections int
	fields   int // how many begin in it less how many end
	toc      bool
	lists    []string // that its paragraphs are in, as numId
	notes    []string // that it refers to, as in [noteTexts]
	comments []string // ids of those with marks in it
}

// noFacts are those of a block of which nothing is known. They are not written to.
var noFacts = &facts{}

// add adds those of the next block.
func (f *facts) add(g *facts) {
	f.names, f.ends = slices.Concat(f.names, g.names), slices.Concat(f.ends, g.ends)
	f.notes, f.comments = slices.Concat(f.notes, g.notes), slices.Concat(f.comments, g.comments)
	f.sections += g.sections
	f.lists = slices.Concat(f.lists, g.lists)
}

// tocStyle is the style of the paragraphs of contents.
const tocStyle = "NomaToc"

// tag notes what a start tag says.
func (f *facts) tag(x *opc.Scanner) {
	if x.Space() != word {
		return
	}
	switch local := x.Local(); local {
	case "bookmarkStart":
		if name, _ := x.Value("name"); name != "" {
			f.names = append(f.names, name)
		}
		id, _ := x.Value("id")
		f.ends = append(f.ends, id)
	case "bookmarkEnd":
		id, _ := x.Value("id")
		if n := len(f.ends) - 1; n >= 0 && f.ends[n] == id {
			f.ends = f.ends[:n]
		} else {
			f.ends = append(f.ends, id)
		}
	case "commentRangeStart", "commentRangeEnd", "commentReference":
		id, _ := x.Value("id")
		if n := len(f.comments); n == 0 || f.comments[n-1] != id {
			f.comments = append(f.comments, id)
		}
	case "footnoteReference", "endnoteReference":
		id, _ := x.Value("id")
		f.notes = append(f.notes, strings.TrimSuffix(local, "Reference")+id)
	case "numId":
		if num, _ := x.Value("val"); !slices.Contains(f.lists, num) {
			f.lists = append(f.lists, num)
		}
	case "pStyle":
		val, _ := x.Value("val")
		f.toc = f.toc || val == tocStyle
	case "fldChar":
		switch kind, _ := x.Value("fldCharType"); kind {
		case "begin":
			f.fields++
		case "end":
			f.fields--
		}
	case "sectPr":
		f.sections++
	case "headerReference", "footerReference":
		id, _ := x.Value("id")
		kind, _ := x.Value("type")
		f.refs = append(f.refs, reference{f.sections, local, kind, id})
	}
}

// known finds blocks again that were read before, in a text that has most of them in their order.
type known struct {
	raws []string
	next int            // those before it are behind us
	at   map[uint64]int // where those are that occur once, -1 for others; nil before it is asked for
}

// find returns the block that a text begins with, -1 when it is not the one that comes next nor the one behind that.
func (k *known) find(text string) int {
	for i := k.next; i < len(k.raws) && i < k.next+2; i++ {
		if raw := k.raws[i]; raw != "" && strings.HasPrefix(text, raw) {
			k.next = i + 1
			return i
		}
	}
	return -1
}

// pass goes behind a block that was not found, where it occurs later on.
func (k *known) pass(raw string) {
	if k.at == nil {
		k.at = make(map[uint64]int, len(k.raws))
		for i, raw := range k.raws {
			key := tailKey(raw)
			if _, twice := k.at[key]; twice {
				i = -1
			}
			k.at[key] = i
		}
	}
	if i, ok := k.at[tailKey(raw)]; ok && i >= k.next && k.raws[i] == raw {
		k.next = i + 1
	}
}

// tailKey returns a hash of the end of a block, where its words are: blocks begin alike.
func tailKey(raw string) uint64 { return maphash.String(seed, raw[max(0, len(raw)-200):]) }

// cut is a text that was cut into the blocks of its first story.
type cut struct {
	*revise.Part
	story *revise.Story
	facts []*facts       // of its blocks
	same  []int          // for its blocks: which of those that were known they are, -1 for none
	users map[int][]user // of lists, by block; see [side.users]
	read  *known         // see [cut.known]
	piece []int          // for its blocks: the number of the piece that each is in, see [job.blocks]
}

// raw returns blocks as they are written.
func (c *cut) raw(from, to int) string {
	return c.Text[c.story.Blocks[from].From:c.story.Blocks[to-1].To]
}

// known returns the blocks to find them in another text.
func (c *cut) known() *known {
	if c.read == nil {
		c.read = &known{raws: make([]string, len(c.story.Blocks))}
		for i := range c.read.raws {
			c.read.raws[i] = c.raw(i, i+1)
		}
	}
	c.read.next = 0
	return c.read
}

// cutter cuts texts into blocks. All of it may be nil.
type cutter struct {
	known *known                             // blocks that are not read again
	block func(i int) (revise.Block, *facts) // what is known of one
	tag   func(x *opc.Scanner)               // called for the start tags of the others, at least for those that say something of their block
	quick *quick                             // for a text of ours
	look  halt.Look
}

// cut cuts a text.
func (by cutter) cut(text string) (*cut, error) {
	k, tag := by.known, by.tag
	c := &cut{}
	if k != nil {
		c.facts, c.same = make([]*facts, 0, len(k.raws)+1), make([]int, 0, len(k.raws)+1)
	}
	var story *revise.Story // the first one, while it is read
	first := func(s *revise.Story) bool {
		if story == nil {
			story = s
		}
		return story == s
	}
	// forward says what is known of the blocks up to the one that is read next.
	forward := func(s *revise.Story) {
		for n := len(c.facts); n <= len(s.Blocks); n++ {
			if k != nil && n > 0 && c.same[n-1] < 0 {
				k.pass(text[s.Blocks[n-1].From:s.Blocks[n-1].To])
			}
			c.facts, c.same = append(c.facts, noFacts), append(c.same, -1)
		}
	}
	r := revise.Reader{Look: by.look, Tag: func(s *revise.Story, x *opc.Scanner) {
		if tag != nil {
			tag(x)
		}
		if first(s) {
			forward(s)
			f := &c.facts[len(s.Blocks)]
			if *f == noFacts {
				*f = &facts{}
			}
			(*f).tag(x)
		}
	}}
	if q := by.quick; q != nil {
		r.Known = func(s *revise.Story, text string, at int) {
			if !first(s) {
				return
			}
			if b, f, ok := q.block(text, at, tag); ok {
				forward(s)
				c.facts[len(s.Blocks)] = f
				s.Blocks = append(s.Blocks, b)
			}
		}
	}
	if k != nil {
		r.Known = func(s *revise.Story, text string, at int) {
			if !first(s) {
				return
			}
			forward(s)
			if i := k.find(text[at:]); i >= 0 {
				n := len(s.Blocks)
				b, f := by.block(i)
				b.From, b.To = at, at+len(k.raws[i])
				s.Blocks = append(s.Blocks, b)
				c.facts[n], c.same[n] = f, i
			}
		}
	}
	var err error
	if c.Part, err = r.Split(text); err != nil {
		return nil, err
	}
	if len(c.Stories) == 0 {
		return nil, wml.ErrNoDocument
	}
	c.story = &c.Stories[0]
	c.facts, c.same = c.facts[:len(c.story.Blocks)], c.same[:len(c.story.Blocks)]
	return c, nil
}

// pieces calls a function for what is one block here, with the blocks of the story that it is.
func (c *cut) pieces(f func(k kind, from, to int)) {
	pieces(len(c.facts), func(i int) (revise.Kind, *facts, string) {
		b := &c.story.Blocks[i]
		return b.Kind, c.facts[i], c.Text[b.From:b.To]
	}, f)
}

// pieces does what [cut.pieces] does for so many blocks, of which at returns one.
func pieces(count int, at func(i int) (revise.Kind, *facts, string), f func(k kind, from, to int)) {
	for i := 0; i < count; {
		of, known, raw := at(i)
		k, n := blockKinds[of], 1
		if k == paragraph && (known.toc || known.fields > 0) {
			k, n = oneBlock(i, count, at, strings.Contains(raw, "TOC "))
		}
		f(k, i, i+n)
		i += n
	}
}

var blockKinds = [...]kind{revise.Mark: mark, revise.Paragraph: paragraph, revise.Table: table, revise.Control: control, revise.Section: section}

// oneBlock returns how many blocks from one on are one: a field that they share, or contents that are computed. A line with a note, which
// somebody wrote, is a paragraph of its own.
func oneBlock(from, end int, at func(i int) (revise.Kind, *facts, string), computed bool) (kind, int) {
	n, open := from, 0
	for ; n < end; n++ {
		of, known, _ := at(n)
		if of != revise.Paragraph || !known.toc || open == 0 && known.fields == 0 && len(known.notes) > 0 {
			break
		}
		open += known.fields
	}
	if n > from {
		return contents, n - from
	}
	depth := 0
	for ; n < end; n++ {
		of, known, _ := at(n)
		if of == revise.Section {
			break
		}
		if depth += known.fields; depth > 0 {
			continue
		}
		if computed {
			return contents, n + 1 - from
		}
		return spanning, n + 1 - from
	}
	return paragraph, 1
}

// told returns what is known of a piece.
func (c *cut) told(from, to int) *facts {
	if to == from+1 {
		return c.facts[from]
	}
	f := *c.facts[from]
	for i := from + 1; i < to; i++ {
		f.add(c.facts[i])
	}
	return &f
}
