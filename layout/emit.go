package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// emitter makes the blocks of one story and hands them on one by one.
type emitter struct {
	*builder
	yield     func(Block) bool
	stopped   bool
	empty     func(*Para)       // is called with the lines that have no value to show; nil for none
	page      Geometry          // of the section being filled
	tableGrid dataset.TableGrid // the ::table being laid out, in the memory of the one before
	inner     int               // see [Para.Inner]
	onNewPage bool              // the paragraph before began a page
	madePage  bool              // … which no ::pagebreak asks for
	waiting   []headlessBlock   // blocks without a label whose first paragraph is to come
	panel     headlessBlock     // the panel without a label whose first paragraph is to come
	opening   bool              // the first of an outermost panel without a label is to come
	around    *Frame            // of the panel that is being filled, nil outside of panels
	title     *noma.Section     // whose heading the authors and the date stand below; nil for none
}

// headlessBlock is a block that shows no label: its first paragraph stands for it.
type headlessBlock struct {
	node  noma.Node
	frame *Frame
}

// flow is where blocks are placed: inside which frame, how wide, in which story.
type flow struct {
	frame *Frame
	width int
	story PartKind // PartComment, PartNote, or PartText for body, header and footer
	open  bool     // nothing encloses the blocks but sections: no caller holds a block
}

func (e *emitter) out(b Block) {
	if p, ok := b.(*Para); ok && p.Frame == nil && (p.Part != PartBreak || p.Rule) {
		p.Frame = e.around
	}
	if len(e.waiting) > 0 {
		if p, ok := b.(*Para); ok {
			e.headFor(p)
		} else {
			e.unheaded()
		}
	}
	e.opensPanel(b)
	e.arena.yielded++
	e.onNewPage, e.madePage = false, false
	if e.inner > 0 {
		switch b := b.(type) {
		case *Para:
			b.Inner = e.inner
		case *Grid:
			b.Inner = e.inner
		}
	}
	if !e.stopped && !e.yield(b) {
		e.stopped = true
	}
}

func (e *emitter) nodes(nodes []noma.Node, f flow) {
	for _, n := range e.doc.Shown(nodes) {
		if e.stopped {
			return
		}
		if f.open {
			e.arena.turn()
			f.width = e.page.TextWidth() // a ::page_setup changes it on the way
		}
		e.node(n, f)
	}
}

func (e *emitter) node(n noma.Node, f flow) {
	e.room = pictureRoom{f.width, e.pictureHeight()}
	around := e.around
	e.around = f.frame
	switch n := n.(type) {
	case *noma.Section:
		e.section(n, f)
	case *noma.Paragraph:
		p := e.arena.para(Para{Frame: f.frame, Node: n, Part: PartText, Segs: e.prose(n, n.Content)})
		if isDisplayed(n, p.Segs) {
			p.Align, p.Segs[0].Runs[0].Display = "center", true
		}
		e.out(p)
	case *noma.List:
		e.list(n, f)
	case *noma.Quote:
		add := func(i int, text noma.Text) {
			e.out(e.arena.para(Para{Style: StyleQuote, Frame: f.frame, Node: n, Part: PartText, Index: i, Segs: e.prose(n, text)}))
		}
		if e.doc.Audience.QuoteLines {
			eachLine(n.Content, add)
			break
		}
		for i, text := range n.Paragraphs() {
			add(i, text)
		}
	case *noma.Code:
		if n.Lang != "" && !e.doc.Audience.Client {
			e.out(&Para{Style: StyleMeta, Frame: f.frame, Node: n, Part: PartGenerated, KeepNext: true, Segs: literal("Code (" + n.Lang + ")")})
		}
		e.code(n, n.Content, f.frame)
	case *noma.ThematicBreak:
		e.out(&Para{Rule: true, Node: n, Part: PartBreak})
	case *noma.Table:
		e.pipeTable(n, f)
		e.requests(n, f)
	case *noma.Directive:
		e.directive(n, f)
	}
	e.around = around
}

// prose returns a paragraph whose whole text is one part of inline content.
func (e *emitter) prose(n noma.Node, t noma.Text) []Seg {
	return e.arena.oneSeg(e.sentence(n, t.S, false), e.arena.slot(Slot{Name: "text", Value: t.S, Node: n, Origin: Origin{Kind: FromText, Text: t}}))
}

// code adds one paragraph for each line.
func (e *emitter) code(n noma.Node, t noma.Text, f *Frame) {
	last := strings.Count(t.S, "\n")
	eachLine(t, func(i int, line noma.Text) {
		slot := e.arena.slot(Slot{Name: "code", Value: line.S, Node: n, Origin: Origin{Kind: FromCode, Text: line}})
		e.out(e.arena.para(Para{Style: StyleCode, Frame: f, Node: n, Part: PartCode, Index: i, KeepNext: staysWithNext(i, last), Segs: e.arena.oneSeg(e.plainRuns(line.S), slot)}))
	})
}

// wholeCode is the number of lines up to which code is not divided between pages.
const wholeCode = 12

// staysWithNext reports whether a line of code stays on the page of the next one: no line of a longer program stands alone.
func staysWithNext(i, last int) bool {
	return i < last && (last < wholeCode || i == 0 || i == last-1)
}

// isDisplayed reports whether a paragraph is nothing but $$an equation$$.
func isDisplayed(n *noma.Paragraph, segs []Seg) bool {
	return len(segs) == 1 && len(segs[0].Runs) == 1 && segs[0].Runs[0].Kind == wml.Math && strings.HasPrefix(strings.TrimSpace(n.Content.S), "$$")
}

func eachLine(t noma.Text, f func(i int, line noma.Text)) {
	if t.S == "" {
		return
	}
	for i, at := 0, 0; ; i++ {
		end := strings.IndexByte(t.S[at:], '\n')
		if end < 0 {
			f(i, t.Slice(at, len(t.S)))
			return
		}
		f(i, t.Slice(at, at+end))
		at += end + 1
	}
}

func (e *emitter) section(s *noma.Section, f flow) {
	if e.onCover(s) {
		e.requests(s, f)
		e.nodes(s.Children, f)
		return
	}
	p := e.arena.para(Para{Style: HeadingStyle(s.Level), Node: s, Part: PartHeading, KeepNext: true, Segs: e.prose(s, s.Title)})
	p.Segs[0].Slot.Name = "title"
	p.Unnumbered = e.names.sections.Top > 0 && s.Level >= e.names.sections.Top && e.names.sections.Of(s) == ""
	e.head(p, s)
	e.out(p)
	if e.title == s {
		e.byline()
	}
	e.requests(s, f)
	e.nodes(s.Children, f)
}

// head makes p the paragraph that stands for the block n: it carries the bookmark of the block and
// everything that belongs to it.
func (e *emitter) head(p *Para, n noma.Node) {
	p.Anchors = e.anchors(n)
	if h := e.attachments[n]; h != nil {
		p.Comments, p.Notes = h.comments, h.notes
	}
}

// headless makes the next paragraph the one that stands for a block.
func (e *emitter) headless(n noma.Node, frame *Frame) {
	if e.marked(n) {
		e.waiting = append(e.waiting, headlessBlock{n, frame})
	}
}

// headFor makes p the paragraph that stands for the blocks that wait for one, too.
func (e *emitter) headFor(p *Para) {
	for _, w := range slices.Backward(e.waiting) {
		var own Para
		e.head(&own, w.node)
		p.Anchors = append(own.Anchors, p.Anchors...)
		p.Comments, p.Notes = append(slices.Clip(own.Comments), p.Comments...), append(slices.Clip(p.Notes), own.Notes...)
	}
	e.waiting = nil
}

// unheaded gives the blocks that wait for a paragraph an empty one.
func (e *emitter) unheaded() {
	if len(e.waiting) > 0 {
		w := e.waiting[0]
		p := &Para{Style: StyleMeta, Frame: w.frame, Node: w.node, Part: PartAnchor, KeepNext: true}
		e.headFor(p)
		e.out(p)
	}
}

func (e *emitter) anchors(n noma.Node) []string {
	var out []string
	if name := e.names.ofBlock(n); name != "" {
		out = append(out, name)
	}
	if h := e.attachments[n]; h != nil {
		out = append(out, h.names...)
	}
	return out
}

// marked reports whether a block needs a paragraph of its own to carry marks.
func (e *emitter) marked(n noma.Node) bool {
	h := e.attachments[n]
	return len(e.anchors(n)) > 0 || h != nil && (len(h.comments) > 0 || len(h.notes) > 0)
}

// anchor adds the empty paragraph before a block that shows no line of its own.
func (e *emitter) anchor(n noma.Node, f flow) {
	if !e.marked(n) {
		return
	}
	p := &Para{Style: StyleMeta, Frame: f.frame, Node: n, Part: PartAnchor, KeepNext: true}
	e.head(p, n)
	e.out(p)
}

// content adds what a directive holds: its children or, as long as they say nothing else, its body.
func (e *emitter) content(d *noma.Directive, f flow) {
	if len(d.Children) == 0 && d.HasBody {
		e.loaded(d, f)
		return
	}
	e.nodes(d.Children, f)
}

// loaded shows a body that does not stand in this source (a dataset file put in its place).
func (e *emitter) loaded(d *noma.Directive, f flow) {
	for _, para := range strings.Split(d.Body, "\n\n") {
		if strings.TrimSpace(para) != "" {
			e.out(&Para{Frame: f.frame, Node: d, Part: PartGenerated, Segs: []Seg{{Runs: e.inline(para)}}})
		}
	}
}

// requests adds the change requests that belong to a block, behind it.
func (e *emitter) requests(n noma.Node, f flow) {
	if !e.requested || f.story != PartText || e.attachments[n] == nil {
		return
	}
	for _, d := range e.attachments[n].requests {
		e.request(d, f)
	}
}

// request: a label, the tracked text, and the rationale.
func (e *emitter) request(d *noma.Directive, f flow) {
	r, frame := ReadRequest(d), f.nested(frameRed)
	label := strings.TrimSpace("Change request: " + r.Action)
	if t := e.names.Target(d); t != nil && r.Action != "" {
		label += " " + TargetID(t)
	}
	label = strings.TrimSuffix(label, ":")
	head := &Para{Style: StyleDirective, Frame: frame, Node: d, Part: PartLabel, KeepNext: true,
		Line: &Line{Groups: []Group{{Pre: label}}}}
	head.Segs = head.Line.segs(e.arena, frameRed.Border)
	e.head(head, d)
	e.out(head)
	if p := e.revision(d, r); p != nil {
		p.Frame = frame
		e.out(p)
	}
	if !r.Valid {
		line := metaLine(e.builder, d, Meta{ref("target", "target", "for", "parent", "block"), text("action", "action", "type"),
			text("from"), text("to"), text("text"), text("author", "author", "reviewer"), text("date", "date", "at")})
		e.line(d, line, PartMeta, StyleMeta, frame, "")
	}
	if !r.BodyIsText {
		e.content(d, flow{frame: frame, width: 8000})
	}
}

func (e *emitter) revision(d *noma.Directive, r Request) *Para {
	p := &Para{Node: d, Part: PartRevision}
	id := "cr" + d.ID
	switch {
	case r.Open():
		if r.From != "" {
			runs := DeletedRuns(e.inline(r.From))
			for i := range runs {
				runs[i].Del = &wml.Revision{Kind: wml.Delete, ID: id + "d", Author: r.Author, Date: r.Date}
			}
			p.Segs = append(p.Segs, Seg{Runs: runs, Slot: requestSlot(d, "from", r.From, r.FromKey)})
		}
		if r.From != "" && r.To != "" {
			p.Segs = append(p.Segs, literal(" ")...)
		}
		if r.To != "" {
			runs := e.inline(r.To)
			for i := range runs {
				runs[i].Ins = &wml.Revision{Kind: wml.Insert, ID: id + "i", Author: r.Author, Date: r.Date}
			}
			p.Segs = append(p.Segs, Seg{Runs: runs, Slot: requestSlot(d, "to", r.To, r.ToKey)})
		}
	case r.Decided() && r.Valid:
		shown := r.To
		if r.Status == "rejected" {
			shown = r.From
		}
		if shown == "" {
			return nil
		}
		p.Segs = []Seg{{Runs: e.inline(shown)}}
		p.Part = PartGenerated
	default:
		return nil
	}
	return p
}

// DeletedRuns makes runs what deleted text may hold: equations and fields become their text, in place
// (contract docx-package.md §3).
func DeletedRuns(runs []wml.Run) []wml.Run {
	for i := range runs {
		if r := &runs[i]; r.Kind == wml.Math || r.Kind == wml.Field {
			*r = wml.Run{Text: r.Text, Style: r.Style}
		}
	}
	return runs
}

func requestSlot(d *noma.Directive, name, value, key string) *Slot {
	s := &Slot{Name: name, Value: value, Node: d, Origin: Origin{Kind: FromAttr, Key: key}}
	if key == "" {
		s.Origin = Origin{Kind: FromBody, Text: trimText(d.RawBody)}
	}
	return s
}

// line emits a generated line when it shows anything.
func (e *emitter) line(n noma.Node, l *Line, part PartKind, style string, f *Frame, color string) {
	if e.doc.Audience.Client && part == PartMeta && style == StyleMeta {
		return
	}
	e.shownLine(Para{Style: style, Frame: f, Node: n, Part: part, Line: l}, color)
}

func (e *emitter) shownLine(p Para, color string) *Para {
	if !p.Line.present() {
		if e.empty != nil && len(p.Line.Groups) > 0 { // a line without fields has nothing that can be typed
			none := p
			e.empty(&none)
		}
		return nil
	}
	p.Segs = p.Line.segs(e.arena, color)
	out := e.arena.para(p)
	e.out(out)
	return out
}
