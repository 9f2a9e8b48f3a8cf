package revise

import (
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/memory"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Part is a part of text, cut into pieces. All offsets are in Text.
type Part struct {
	Text    string
	Stories []Story
}

// Story is a list of blocks: a body, a header or footer, a note, a comment.
type Story struct {
	Element  string // body, hdr, ftr, footnote, endnote, comment
	ID, Type string // of notes and comments; the type of a note that is no text, such as separator

	From, Start, End, To int // of the start tag, behind it, of the end tag, behind it
	Blocks               []Block

	prefixes map[string]opc.Namespace
}

// Block is a child of a story. What stands between two blocks is white space or comments.
type Block struct {
	Kind     Kind
	Revised  bool // there are tracked changes in it, in its properties or around it
	From, To int
}

// Reader cuts texts of parts. Its functions may be nil.
type Reader struct {
	Look halt.Look // at every block
	// Tag is called for every start tag of a block, which is the next one of the story.
	Tag func(s *Story, x *opc.Scanner)
	// Known adds the blocks that begin at an offset of the text to the story when it knows how far they reach: they are not read. It
	// adds none when it does not.
	Known func(s *Story, text string, at int)
}

// Split cuts the text of a part, which it reads once. One that would take more memory than a document may is an error.
func Split(text string) (*Part, error) { return Reader{}.Split(text) }

// Split does what [Split] does.
func (r Reader) Split(text string) (*Part, error) {
	p := &Part{Text: text}
	x := opc.NewScanner(text, names)
	x.Charge(memory.NewBudget(memory.Limit()))
	for x.Next() {
		if x.Opened() && x.Space() == Word && stories[x.Local()] {
			p.Stories = append(p.Stories, r.story(x, text))
		}
	}
	return p, x.Err()
}

// story reads a story, whose start tag is the current tag.
func (r Reader) story(x *opc.Scanner, text string) Story {
	s := Story{Element: x.Local(), prefixes: x.Prefixes()}
	s.ID, _ = x.Value("id")
	s.Type, _ = x.Value("type")
	s.From, s.Start = x.Span()
	for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
		r.Look.Now()
		if n := len(s.Blocks); r.Known != nil {
			at, _ := x.Span()
			if r.Known(&s, text, at); len(s.Blocks) > n {
				x.Leave(s.Blocks[len(s.Blocks)-1].To)
				continue
			}
		}
		b := r.block(x, &s)
		s.Blocks = append(s.Blocks, b)
	}
	s.End, s.To = x.Span()
	if s.Start == s.To { // an empty element
		s.End = s.To
	}
	return s
}

// block reads a child of a story, whose start tag is the current tag.
func (r Reader) block(x *opc.Scanner, s *Story) Block {
	b := Block{}
	b.From, _ = x.Span()
	if x.Space() == Word {
		b.Kind = kinds[x.Local()]
	}
	for depth := x.Depth(); x.Depth() >= depth; {
		if x.Opened() {
			if x.Space() == Word && IsRevision(x.Local()) {
				b.Revised = true
			}
			if r.Tag != nil {
				r.Tag(s, x)
			}
		}
		if !x.Next() {
			break
		}
	}
	_, b.To = x.Span()
	return b
}

// Node is an element of a block. Character data is what stands between its children.
type Node struct {
	Space opc.Namespace
	Local string
	Attrs []opc.Attr

	From, Start, End, To int // of the start tag, behind it, of the end tag, behind it; End is To for an empty element
	Children             []*Node

	revised bool // it is a tracked change, or has one in it
}

// Attr returns the attribute with a local name, "" when it is not there.
func (n *Node) Attr(local string) string {
	for i := range n.Attrs {
		if n.Attrs[i].Local == local {
			return n.Attrs[i].Value
		}
	}
	return ""
}

// Is reports whether the node is an element of WordprocessingML with a local name.
func (n *Node) Is(local string) bool { return n.Space == Word && n.Local == local }

// Child returns the first child that is an element of WordprocessingML with a local name, nil without one.
func (n *Node) Child(local string) *Node {
	for _, c := range n.Children {
		if c.Is(local) {
			return c
		}
	}
	return nil
}

// scan returns a Scanner of a block of a story of the part.
func (p *Part) scan(s *Story, b Block) *opc.Scanner {
	return opc.NewScanner(p.Text[b.From:b.To], opc.Names{URI: names.URI, Prefix: s.prefixes})
}

// tree reads a block of a story of the part as elements.
func (p *Part) tree(s *Story, b Block) (*Node, error) {
	x := p.scan(s, b)
	x.Charge(memory.NewBudget(memory.Limit()))
	x.Next()
	root := node(x, b.From)
	return root, x.Err()
}

// node reads the element whose start tag is the current tag. The text of the scanner begins at an offset.
func node(x *opc.Scanner, at int) *Node {
	n := &Node{Space: x.Space(), Local: x.Local()}
	if k := x.Attrs(); k > 0 {
		n.Attrs = make([]opc.Attr, k)
		for i := range n.Attrs {
			n.Attrs[i] = x.Attr(i)
		}
	}
	n.revised = n.Space == Word && IsRevision(n.Local)
	from, start := x.Span()
	for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
		c := node(x, at)
		n.revised = n.revised || c.revised
		n.Children = append(n.Children, c)
	}
	end, to := x.Span()
	if start == to {
		end = to
	}
	n.From, n.Start, n.End, n.To = at+from, at+start, at+end, at+to
	return n
}
