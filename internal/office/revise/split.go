package revise

import (
	"strconv"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/memory"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Part is a part of text, cut into pieces. All offsets are in Text.
type Part struct {
	Text    string
	Stories []Story
	// MaxID is the greatest w:id of a tracked change.
	MaxID int
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

// Split cuts the text of a part, which it reads once. One that would take more memory than a document may is an error.
func Split(text string) (*Part, error) { return split(text, nil) }

// split does what [Split] does with a check, at every block, that may end it.
func split(text string, look halt.Look) (*Part, error) {
	p := &Part{Text: text}
	x := opc.NewScanner(text, names)
	x.Charge(memory.NewBudget(memory.Limit()))
	for x.Next() {
		if x.Opened() && x.Space() == Word && stories[x.Local()] {
			p.story(x, look)
		}
	}
	return p, x.Err()
}

// story reads a story, whose start tag is the current tag.
func (p *Part) story(x *opc.Scanner, look halt.Look) {
	s := Story{Element: x.Local(), prefixes: x.Prefixes()}
	s.ID, _ = x.Value("id")
	s.Type, _ = x.Value("type")
	s.From, s.Start = x.Span()
	for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
		look.Now()
		s.Blocks = append(s.Blocks, p.block(x))
	}
	s.End, s.To = x.Span()
	if s.Start == s.To { // an empty element
		s.End = s.To
	}
	p.Stories = append(p.Stories, s)
}

// block reads a child of a story, whose start tag is the current tag.
func (p *Part) block(x *opc.Scanner) Block {
	b := Block{}
	b.From, _ = x.Span()
	if x.Space() == Word {
		b.Kind = kinds[x.Local()]
	}
	for depth := x.Depth(); x.Depth() >= depth; {
		if x.Opened() && x.Space() == Word && revisions[x.Local()] {
			b.Revised = true
			if id, ok := x.Value("id"); ok {
				n, _ := strconv.ParseInt(id, 10, 32)
				p.MaxID = max(p.MaxID, int(n))
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

// tree reads a block of a story of the part as elements.
func (p *Part) tree(s *Story, b Block) (*Node, error) {
	x := opc.NewScanner(p.Text[b.From:b.To], opc.Names{URI: names.URI, Prefix: s.prefixes})
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
	n.revised = n.Space == Word && revisions[n.Local]
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
