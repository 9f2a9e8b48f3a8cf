package html

import (
	"bytes"

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
	listed bool               // there are contents
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
	l.listed = bytes.Contains(l.html[l.body():], []byte(`<p class="noma-toc-title">`))
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
