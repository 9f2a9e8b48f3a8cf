package revise

import (
	"slices"
	"strings"
)

// flow writes a list of elements one after the other, and joins paragraphs in it whose marks go with the ones behind them.
type flow struct {
	w    *rewriter
	b    []byte
	done int // of the text, up to here

	carry []byte // content of paragraphs whose marks went, for the next one
	gone  *Node  // the last of them, nil for none
	solid bool   // it shows something

	last    string // the block written last: p, tbl, sdt, tr, tc
	blocks  bool   // there was a block
	emptied bool   // and none is left
}

// isBlock are the elements that a list may need.
var isBlock = map[string]bool{"p": true, "tbl": true, "sdt": true, "tr": true, "tc": true, "customXml": true, "altChunk": true}

// holdsBlocks reports whether a list has to have an element like this: a block, or the content of a control with blocks.
func holdsBlocks(n *Node) bool {
	return n.Space == Word && isBlock[n.Local] || n.Is("sdtContent") && slices.ContainsFunc(n.Children, holdsBlocks)
}

// blocks writes the blocks of the story, which is the one with a number.
func (w *rewriter) blocks(number int) error {
	s := w.story
	f := &flow{w: w, done: s.Start}
	parent := &Node{Space: Word, Local: s.Element}
	for i, bl := range s.Blocks {
		w.pick.Look.Now()
		f.gap(bl.From)
		if bl.Kind == Section {
			f.close(s.Element, w.text[s.From:])
		}
		if !bl.Revised && (f.gone == nil || bl.Kind == Table) && (bl.Kind != Control || len(w.custom) == 0) {
			f.flush(false)
			w.stretch(string(f.b), number, -1)
			w.stretch(w.text[bl.From:bl.To], number, i)
			f.b, f.done = f.b[:0], bl.To
			if bl.Kind != Mark && bl.Kind != Section {
				f.last, f.blocks = kindNames[bl.Kind], true
			}
			continue
		}
		n, err := w.part.tree(s, bl)
		if err != nil {
			return err
		}
		f.add(n, parent)
	}
	f.close(s.Element, w.text[s.From:])
	w.stretch(string(f.b)+w.text[f.done:s.End], number, -1)
	return nil
}

var kindNames = map[Kind]string{Paragraph: "p", Table: "tbl", Control: "sdt"}

// all adds the children of an element.
func (f *flow) all(n *Node) {
	for _, c := range n.Children {
		f.gap(c.From)
		f.add(c, n)
	}
}

// gap writes what stands before the next element.
func (f *flow) gap(to int) {
	f.b = append(f.b, f.w.text[f.done:to]...)
	f.done = to
}

// add writes the next element.
func (f *flow) add(n, parent *Node) {
	w := f.w
	f.done = n.To
	family, _ := rangeOf(n.Local)
	switch {
	case n.Is("p"):
		f.paragraph(n)
	case n.Space == Word && (family != "" || n.Local == "proofErr"):
		if f.gone != nil {
			f.carry = w.mark(f.carry, n, parent)
		} else {
			f.b = w.mark(f.b, n, parent)
		}
	case (n.Is("sdt") || n.Is("customXml")) && len(w.custom) > 0:
		f.splice(n)
	default:
		f.flush(false)
		solid, from := w.solid, len(f.b)
		f.b = w.node(f.b, n, parent)
		if holdsBlocks(n) {
			f.blocks = true
			if w.solid > solid || len(f.b) > from && !n.revised {
				f.last = n.Local
			}
		}
	}
}

// splice adds the content of a control or custom XML whose tags go.
func (f *flow) splice(n *Node) {
	for _, c := range n.Children {
		switch {
		case c.Is("sdtContent"):
			f.done = c.Start
			f.all(c)
		case !silent[c.Local]:
			f.done = c.From
			f.add(c, n)
		}
	}
	f.done = n.To
}

// paragraph writes a paragraph with what is carried before its content, or carries its content on.
func (f *flow) paragraph(p *Node) {
	w := f.w
	f.blocks = true
	solid := w.solid
	if f.gone != nil { // it is joined to p
		w.forget(f.gone.Child("pPr"), f.gone)
	}
	if !w.markGoes(p) {
		carried := f.carry
		f.carry, f.gone, f.solid = nil, nil, false
		f.b = w.paragraph(f.b, p, carried, true)
		w.solid = max(w.solid, solid+1) // an empty paragraph is something
		f.last = "p"
		return
	}
	carried, shown := f.carry, w.solid
	in := &flow{w: w, b: f.carry, done: p.Start}
	for _, c := range p.Children {
		if !c.Is("pPr") {
			in.add(c, p)
		}
	}
	in.flush(false)
	f.carry, f.gone = in.b, p
	if w.solid == shown { // nothing of it is left: marks of its own go with it
		f.carry = w.hoist(carried, p)
	}
	f.solid = f.solid || w.solid > solid
}

// flush writes what is carried where no paragraph follows: as a paragraph when it shows something or one is needed,
// else the marks alone.
func (f *flow) flush(needed bool) {
	p := f.gone
	if p == nil {
		return
	}
	carried, solid := f.carry, f.solid
	f.carry, f.gone, f.solid = nil, nil, false
	if !solid && !needed {
		f.w.forget(p.Child("pPr"), p)
		f.b = append(f.b, carried...)
		return
	}
	f.b = f.w.paragraph(f.b, p, carried, false)
	f.w.solid++
	f.last = "p"
}

// needsParagraph are the elements that end with a paragraph or must have one.
var needsParagraph = map[string]bool{"body": true, "tc": true, "txbxContent": true, "hdr": true, "ftr": true, "footnote": true, "endnote": true,
	"comment": true}

// close ends the list of an element with a tag: a paragraph stands at the end where the format demands one.
func (f *flow) close(element, tag string) {
	needed := needsParagraph[element] && f.blocks && (f.last == "" || f.last == "tbl")
	f.flush(needed)
	if needed && f.last == "" {
		f.b = append(append(append(f.b, '<'), strings.TrimSuffix(tagName(tag), element)...), "p/>"...)
		f.last = "p"
	}
	f.emptied = f.blocks && f.last == ""
}

// paragraph writes a paragraph: its properties, what is carried from others, and its own content unless that is carried.
func (w *rewriter) paragraph(b []byte, p *Node, carried []byte, own bool) []byte {
	if own && len(carried) == 0 && (p.End == p.To || !p.revised && w.restoring == 0) {
		return append(b, w.text[p.From:p.To]...)
	}
	start, end := w.text[p.From:p.Start], w.text[p.End:p.To]
	if p.End == p.To { // <w:p/>
		start = strings.TrimSuffix(start, "/>") + ">"
		end = "</" + tagName(start) + ">"
	}
	f := &flow{w: w, b: append(b, start...), done: p.Start}
	kids := p.Children
	if len(kids) > 0 && kids[0].Is("pPr") {
		f.gap(kids[0].From)
		f.add(kids[0], p)
		kids = kids[1:]
	}
	f.b = append(f.b, carried...)
	if own && p.End < p.To {
		for _, c := range kids {
			f.gap(c.From)
			f.add(c, p)
		}
		f.flush(false)
		f.gap(p.End)
	}
	return append(f.b, end...)
}

// tagName returns the name in a tag, with its prefix.
func tagName(tag string) string {
	for i := 1; i < len(tag); i++ {
		switch tag[i] {
		case ' ', '\t', '\r', '\n', '/', '>':
			return tag[1:i]
		}
	}
	return ""
}
