package html

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Live is the page of a document that is being written. It knows the stretch of each block, in which an empty comment stands before the
// block and blockEnd behind it, so that a preview has to be given only what has changed.
type Live struct {
	r      *renderer
	html   []byte
	blocks []stretch          // in the order of the page
	places map[noma.Node]bool // blocks in whose text something stands by its words; nil is any block
}

// stretch is a block in the page, from the comment before it to that behind it. Last is the index after those of the blocks inside it.
type stretch struct {
	node       noma.Node
	start, end int
	last       int
}

const (
	blockStart = "<!---->"
	blockEnd   = "<!--/-->"
)

// RenderLive makes the page of a document.
func RenderLive(d *noma.Document, opts Options) (*Live, error) {
	css, err := themeCSS(opts.Theme)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if d.File != nil {
		out.Grow(3 * len(d.File.Text))
	}
	l := &Live{r: newRenderer(&out, d, opts)}
	l.r.preview = l
	l.r.survey()
	l.r.page(css)
	if err := l.r.close(); err != nil {
		return nil, err
	}
	l.html = out.Bytes()
	l.find()
	l.places = map[noma.Node]bool{}
	for n := range noma.Walk(d) {
		if x, ok := n.(*noma.Directive); ok && layout.HasPlace(x) {
			l.places[l.r.target(x)] = true
		}
	}
	l.r.opts.Look = nil // of the call that is over now
	return l, nil
}

// find finds the stretches. Texts and values of a page have no "<", so that comments are those of this file.
func (l *Live) find() {
	var open []int
	n := 0
	for at := 0; ; {
		i := bytes.Index(l.html[at:], []byte("<!--"))
		if i < 0 || n > len(l.blocks) {
			return
		}
		at += i
		if rest := l.html[at:]; bytes.HasPrefix(rest, []byte(blockStart)) {
			l.blocks[n].start = at
			open = append(open, n)
			n++
		} else if bytes.HasPrefix(rest, []byte(blockEnd)) {
			b := &l.blocks[open[len(open)-1]]
			open = open[:len(open)-1]
			b.end, b.last = at+len(blockEnd), n
		}
		at += len("<!--")
	}
}

// HTML returns the page.
func (l *Live) HTML() []byte { return l.html }

// Lines returns the lines of the blocks in their order.
func (l *Live) Lines() []int {
	lines := make([]int, len(l.blocks))
	for i, b := range l.blocks {
		lines[i] = b.node.At().Line
	}
	return lines
}

// Change puts other blocks in the place of some that follow one another inside one block: of Count, the first one being First in the
// order of the page.
type Change struct {
	First int    `json:"first"`
	Count int    `json:"count"`
	HTML  string `json:"html"`
}

// Retype puts a paragraph in the place of one, and returns the change. It does so when nothing else of the page can depend on either:
// otherwise it returns false, and the page is as it was.
func (l *Live) Retype(old, now *noma.Paragraph) (c Change, ok bool) {
	at := slices.IndexFunc(l.blocks, func(b stretch) bool { return b.node == noma.Node(old) })
	if at < 0 || l.marked(old) || !l.plain(old) || !l.plain(now) {
		return c, false
	}
	again := slices.IndexFunc(l.blocks[at+1:], func(b stretch) bool { return b.node == noma.Node(old) })
	if again >= 0 {
		return c, false
	}
	var out bytes.Buffer
	l.r.to, l.r.preview = &out, &Live{}
	l.r.block(now)
	if l.r.close() != nil {
		return c, false
	}
	b := &l.blocks[at]
	l.html = slices.Replace(l.html, b.start, b.end, out.Bytes()...)
	grown := out.Len() - (b.end - b.start)
	after := b.end
	for i := range l.blocks {
		x := &l.blocks[i]
		if x.start >= after {
			x.start += grown
		}
		if x.end >= after {
			x.end += grown
		}
	}
	b.node = now
	return Change{at, 1, out.String()}, true
}

// marked reports whether something can stand in the text of a paragraph by its words.
func (l *Live) marked(p *noma.Paragraph) bool {
	for n := noma.Node(p); n != nil; n = n.At().Parent {
		if l.places[n] {
			return true
		}
	}
	return l.places[nil]
}

// plain reports whether a paragraph consists of what is shown where it stands and counts nowhere else: no notes, citations, formulas
// and pictures.
func (l *Live) plain(p *noma.Paragraph) bool {
	if strings.Contains(p.Content.S, "^[") {
		return false
	}
	reader := noma.InlineParser{Known: l.r.refs.Reader()}
	return plainInlines(reader.Parse(strings.Trim(p.Content.S, " \t\n")))
}

func plainInlines(nodes []noma.Inline) bool {
	for i := range nodes {
		switch nodes[i].Kind {
		case noma.InlineCite, noma.InlineNote, noma.InlineMath, noma.InlinePicture:
			return false
		}
		if !plainInlines(nodes[i].Children) {
			return false
		}
	}
	return true
}

// Changes returns what makes the body of one page that of another; false: it has to be shown as a whole, since they differ between
// their blocks.
func Changes(old, now *Live) (all []Change, ok bool) {
	c := comparison{old: old, now: now}
	ok = c.inside(-1, -1)
	return c.all, ok
}

// Head returns what stands before the body.
func (l *Live) Head() []byte { return l.html[:l.body()] }

func (l *Live) body() int { return max(0, bytes.Index(l.html, []byte("<body>"))) }

type comparison struct {
	old, now *Live
	all      []Change
}

// children returns the indexes of the blocks inside one, -1 for the body of the page.
func (l *Live) children(at int) (out []int) {
	i, last := 0, len(l.blocks)
	if at >= 0 {
		i, last = at+1, l.blocks[at].last
	}
	for ; i < last; i = l.blocks[i].last {
		out = append(out, i)
	}
	return out
}

// span returns where a block stands, -1 for the body of the page.
func (l *Live) span(at int) (start, end int) {
	if at < 0 {
		return l.body(), len(l.html)
	}
	return l.blocks[at].start, l.blocks[at].end
}

// text returns the page from the start of one block to the end of another.
func (l *Live) text(first, last int) []byte { return l.html[l.blocks[first].start:l.blocks[last].end] }

// frame returns what stands in a block before and behind the blocks inside it, and between them.
func (l *Live) frame(at int, kids []int) (out [][]byte) {
	from, end := l.span(at)
	for _, k := range kids {
		out = append(out, l.html[from:l.blocks[k].start])
		from = l.blocks[k].end
	}
	return append(out, l.html[from:end])
}

// inside notes what makes the content of one block that of another. It is false when they differ in more than the blocks inside.
func (c *comparison) inside(a, b int) bool {
	was, is := c.old.children(a), c.now.children(b)
	if len(was) == 0 || len(is) == 0 {
		return bytes.Equal(part(c.old, a), part(c.now, b))
	}
	before, after := c.old.frame(a, was), c.now.frame(b, is)
	start, end := 0, 0 // blocks that are the same, and what stands before and behind them
	short := min(len(was), len(is))
	for start < short && bytes.Equal(before[start], after[start]) && bytes.Equal(part(c.old, was[start]), part(c.now, is[start])) {
		start++
	}
	for end < short-start && bytes.Equal(before[len(was)-end], after[len(is)-end]) &&
		bytes.Equal(part(c.old, was[len(was)-1-end]), part(c.now, is[len(is)-1-end])) {
		end++
	}
	if len(was) == len(is) {
		return c.pairs(was[start:len(was)-end], is[start:len(is)-end], before[start:len(before)-end], after[start:len(after)-end])
	}
	if start+end == short { // of one of both nothing would be left: a block that is the same comes with the others
		if start > 0 {
			start--
		} else {
			end--
		}
	}
	if !bytes.Equal(before[start], after[start]) || !bytes.Equal(before[len(was)-end], after[len(is)-end]) ||
		tagged(before[start+1:len(was)-end]) || tagged(after[start+1:len(is)-end]) {
		return false
	}
	was, is = was[start:len(was)-end], is[start:len(is)-end]
	c.all = append(c.all, Change{was[0], len(was), string(c.now.text(is[0], is[len(is)-1]))})
	return true
}

// tagged reports whether there is markup between blocks: they are then not children of one element.
func tagged(between [][]byte) bool {
	return slices.ContainsFunc(between, func(s []byte) bool { return bytes.IndexByte(s, '<') >= 0 })
}

// pairs notes what makes blocks others, one by one.
func (c *comparison) pairs(was, is []int, before, after [][]byte) bool {
	for i := range before {
		if !bytes.Equal(before[i], after[i]) {
			return false
		}
	}
	for i := range was {
		if bytes.Equal(part(c.old, was[i]), part(c.now, is[i])) {
			continue
		}
		noted := len(c.all)
		if !c.inside(was[i], is[i]) {
			c.all = append(c.all[:noted], Change{was[i], 1, string(part(c.now, is[i]))})
		}
	}
	return true
}

// part returns the stretch of a block, -1 for the body of the page.
func part(l *Live, at int) []byte {
	start, end := l.span(at)
	return l.html[start:end]
}
