package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Programs that give the paragraphs of framed blocks and quotes a style of their own, in the place of the frames and of our styles.

// frameStyle reports whether a program gave the style of a paragraph to paragraphs of framed blocks and quotes, and to no text
// outside blocks: what has it is in one.
func (in *normalized) frameStyle(st *story, p *wml.Paragraph) bool {
	if p.Style == "" || p.List != wml.NoList || in.keepsFormatting() {
		return false
	}
	if st.frameStyles == nil {
		st.frameStyles = map[string]bool{}
		others := map[string]bool{} // styles of text outside blocks
		for j, i := range st.match {
			g := &st.got[j]
			if i < 0 || g.para == nil || st.items[i].para == nil {
				continue
			}
			switch sent := st.items[i].para; {
			case sent.Frame != nil || quoted(sent):
				st.frameStyles[g.para.Style] = true
			case !inBlock(sent.Node):
				others[g.para.Style] = true
			}
		}
		for style := range others {
			delete(st.frameStyles, style)
		}
		if len(others) == 0 {
			clear(st.frameStyles) // what other text looks like is not known
		}
	}
	return st.frameStyles[p.Style] && p.Style != layout.StyleCode
}

// inBlock reports whether a node is a block that is written between fences, or in one.
func inBlock(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if _, ok := n.(*noma.Directive); ok {
			return true
		}
	}
	return false
}

// framed reports whether a returned paragraph has its frame from the sent block before it. What was typed or
// pasted between the two without a frame ends that block, and stands behind it once it is in the source. The frame of the tracked change of
// a request is not that of the block it is about.
func (s *core) framed(st *story, j, run int) bool {
	framed := func(p *wml.Paragraph) bool { return p != nil && (p.Framed || s.returned.frameStyle(st, p)) }
	if !framed(st.got[j].para) {
		return false
	}
	k := j - 1
	for ; k >= 0 && (st.match[k] < 0 || st.run[k] != run); k-- {
		if g := &st.got[k]; st.match[k] != handled && g.key != 0 && !framed(g.para) {
			return false
		}
	}
	if k < 0 {
		return true
	}
	p, ok := st.items[st.match[k]].block.(*layout.Para)
	return !ok || !noma.Is(p.Node, noma.Request)
}
