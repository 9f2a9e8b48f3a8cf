package html

import (
	"bytes"
	"slices"
)

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
