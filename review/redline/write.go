package redline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// writer writes stories with changes.
type writer struct {
	r           *rules
	o           *Options
	report      *Report
	id          int          // of the last revision
	pending     []int        // the revisions that the report does not have yet
	used        map[int]bool // ids of others
	given       []string     // all ids that were given
	part        string       // see [Change.Part]
	anchor      string
	open        bool            // what comes next is part of the last change
	notes       [][2]string     // pairs of notes whose references were paired, as [atom.note]
	whole, left map[*block]bool // see [job]
	accepted    []*block        // what accepting makes of the story
	step        int             // that made what is written, 0 for the last one
	touchedIn   int             // the last step that touched the block
	depth       int             // of stories in one another
	frame       *frame
	copies      [][2]string       // the ids of comments that were copied, and of their copies
	twice       map[string]string // see [job]
	stay        map[string]bool   // likewise
	many        bool              // see [writer.tooMany]
	fresh       []string          // what was written of blocks that are not as they were
	waiting     []string          // the ids of comments of [writer.remark] that have no place yet
	roomAt      int               // where the last block of the text begins that can have them, -1 for none
	widths      int               // which change of the report is that of the widths of the current table, -1 for none yet
}

// revision returns the attributes of a new revision.
func (w *writer) revision() string {
	w.next()
	var b strings.Builder
	by := w.by()
	b.WriteString(` w:id="` + strconv.Itoa(w.id) + `" w:author="`)
	escape(&b, by.Author)
	b.WriteByte('"')
	if by.Date != "" {
		b.WriteString(` w:date="`)
		escape(&b, by.Date)
		b.WriteByte('"')
	}
	return b.String()
}

// by returns who made what is written now.
func (w *writer) by() Step {
	if n := len(w.o.Steps); n > 0 {
		if w.step > 0 {
			n = w.step
		}
		return w.o.Steps[n-1]
	}
	return Step{Author: w.o.Author, Date: w.o.Date}
}

// as says which step made what is written next: one that an element says, else the last one that touched the block.
func (w *writer) as(step int) {
	if w.step = step; step == 0 {
		w.step = w.touchedIn
	}
}

// mostChanges is how many changes are listed one by one. Nobody decides on more of them, and an editor takes minutes to open such a file.
var mostChanges = 100_000

// tooMany reports whether there are so many changes that blocks are replaced as a whole from here on, and tells that once.
func (w *writer) tooMany() bool {
	if len(w.report.Changes) < mostChanges {
		return false
	}
	if !w.many {
		w.many = true
		w.remark("many", fmt.Sprintf("more than %d changes: blocks that differ are deleted and inserted as a whole from here on", mostChanges))
	}
	return true
}

// next gives the next id of a revision.
func (w *writer) next() {
	for w.id++; w.used[w.id]; w.id++ {
	}
	w.given = append(w.given, strconv.Itoa(w.id))
	w.pending = append(w.pending, w.id)
}

// note adds a change to the report, or makes it part of the one before, which it touches.
func (w *writer) note(kind, was, now string) {
	by := w.by()
	ids := w.pending
	w.pending = nil
	if n := len(w.report.Changes); w.open && n > 0 {
		last := &w.report.Changes[n-1]
		merged := together(last.Kind, kind)
		if merged != "" && last.Author == by.Author && last.Date == by.Date && last.Commit == by.Commit {
			last.Kind = merged
			last.Was, last.Now = clipped(last.Was+was), clipped(last.Now+now)
			last.add(ids)
			return
		}
	}
	c := Change{Kind: kind, Part: w.part, Anchor: w.anchor, Was: clipped(was), Now: clipped(now),
		Author: by.Author, Date: by.Date, Commit: by.Commit}
	c.add(ids)
	w.report.Changes = append(w.report.Changes, c)
	w.open = true
}

// progress is how far a writer has come.
type progress struct {
	changes, notes int
	last           Change // of the changes
	open           bool
	waiting        []string
	pending        []int
}

func (w *writer) progress() progress {
	p := progress{changes: len(w.report.Changes), notes: len(w.notes), open: w.open, waiting: w.waiting, pending: w.pending}
	if p.changes > 0 {
		p.last = w.report.Changes[p.changes-1]
	}
	return p
}

// goBack forgets what was noted since.
func (w *writer) goBack(to progress) {
	w.report.Changes, w.notes = w.report.Changes[:to.changes], w.notes[:to.notes]
	w.open, w.waiting, w.pending = to.open, to.waiting, to.pending
	if to.changes > 0 {
		w.report.Changes[to.changes-1] = to.last
	}
}

// add makes revisions part of a change.
func (c *Change) add(ids []int) {
	if c.IDs = append(c.IDs, ids...); len(c.IDs) > 0 {
		c.ID = c.IDs[0]
	}
}

// together returns what two changes are that touch, "" for two changes.
func together(a, b string) string {
	switch {
	case a == b:
		return a
	case b == "split" && (a == "insert" || a == "replace"), b == "merge" && (a == "delete" || a == "replace"):
		return a
	case a == "split" && b == "insert", a == "merge" && b == "delete":
		return b
	case a == "delete" && (b == "insert" || b == "split"), a == "merge" && b == "insert", a == "replace" && b == "insert":
		return "replace"
	}
	return ""
}

// longest is how many bytes of a text the report shows.
const longest = 400

func clipped(s string) string {
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "")
}

// touched says that what was written is as it was: the next change is another one.
func (w *writer) touched() { w.open = false }

// begins notes the bookmarks in marks: changes behind them are of their block.
func (w *writer) begins(list []*etree.Element) {
	for _, m := range list {
		if is(m, "bookmarkStart") {
			w.anchor = attr(m, "name")
		}
	}
}

// inline writes the content of a paragraph or link.
func (w *writer) inline(b *strings.Builder, list []change) {
	for n := 0; n < len(list); {
		end := n + 1
		step := list[n].step()
		blank := list[n].op != same && cmpAtom(list[n]).blank()
		for end < len(list) && list[end].op == list[n].op {
			if next := cmpAtom(list[end]); list[n].op != same && !next.blank() && step != list[end].step() {
				if !blank {
					break
				}
				step, blank = list[end].step(), false // blanks are of whatever change is beside them
			}
			blank = blank && cmpAtom(list[end]).blank()
			end++
		}
		w.as(step)
		if list[n].op == same {
			w.kept(b, list[n:end])
		} else {
			w.changed(b, list[n:end])
		}
		n = end
	}
}

// kept writes what is the same, with the changes of its formatting and of the text of links.
func (w *writer) kept(b *strings.Builder, list []change) {
	for n := 0; n < len(list); {
		x, y := list[n].a, list[n].b
		putAll(b, x.marks)
		putAll(b, y.marks)
		w.begins(x.marks)
		switch {
		case x.box != nil && x.key != y.key:
			w.boxed(b, x, y)
			n++
			continue
		case x.box != nil:
			put(b, x.box, false)
			w.touched()
			n++
			continue
		case x.whole != nil:
			putAll(b, x.whole)
			w.touched()
			n++
			continue
		}
		end := n + 1
		for end < len(list) && list[end].a.run == x.run && list[end].b.shape == y.shape && lookOf(list[end].b.run) == lookOf(y.run) &&
			len(list[end].a.marks)+len(list[end].b.marks) == 0 {
			end++
		}
		w.keptRun(b, list[n:end])
		n = end
	}
}

// keptRun writes atoms of one run that are the same.
func (w *writer) keptRun(b *strings.Builder, list []change) {
	x, y := list[0].a, list[0].b
	b.WriteString("<w:r>")
	if x.shape == y.shape {
		if x.rpr != nil {
			put(b, x.rpr, false)
		}
		w.touched()
	} else {
		w.as(lookOf(y.run))
		w.formatted(b, x.rpr, y.rpr)
		w.note("format", "", textOf(list))
	}
	run := make([]*atom, len(list))
	for i, c := range list {
		run[i] = c.a
		if c.a.note != "" {
			w.notes = append(w.notes, [2]string{c.a.note, c.b.note})
		}
	}
	content(b, run, false)
	b.WriteString("</w:r>")
}

// formatted writes properties of a run that have changed.
func (w *writer) formatted(b *strings.Builder, was, now *etree.Element) {
	b.WriteString("<w:rPr>")
	putProperties(b, now, "rPrChange")
	b.WriteString("<w:rPrChange" + w.revision() + "><w:rPr>")
	putProperties(b, was, "rPrChange")
	b.WriteString("</w:rPr></w:rPrChange></w:rPr>")
}

// putProperties writes the children of properties but for some.
func putProperties(b *strings.Builder, e *etree.Element, but ...string) {
	if e == nil {
		return
	}
next:
	for c := range e.ChildElementsSeq() {
		for _, tag := range but {
			if is(c, tag) {
				continue next
			}
		}
		put(b, c, false)
	}
}

func putAll(b *strings.Builder, list []*etree.Element) {
	for _, e := range list {
		put(b, e, false)
	}
}

// content writes the content of a run.
func content(b *strings.Builder, list []*atom, deleted bool) {
	for n := 0; n < len(list); {
		if list[n].text == "" {
			put(b, list[n].child, deleted)
			n++
			continue
		}
		var text strings.Builder
		for n < len(list) && list[n].text != "" {
			text.WriteString(list[n].text)
			n++
		}
		name := "w:t"
		if deleted {
			name = "w:delText"
		}
		b.WriteString("<" + name + ` xml:space="preserve">`)
		escape(b, text.String())
		b.WriteString("</" + name + ">")
	}
}

// textOf returns the text of changes, as a report shows it.
func textOf(list []change) string {
	var b strings.Builder
	for _, c := range list {
		a := c.a
		if a == nil {
			a = c.b
		}
		switch {
		case a.text != "":
			b.WriteString(a.text)
		case a.box != nil:
			b.WriteString(plain(markup(a.box)))
		case a.child != nil && (a.child.Tag == "tab" || a.child.Tag == "br"):
			b.WriteByte(' ')
		case a.child != nil:
			b.WriteString("[" + a.child.Tag + "]")
		default:
			for _, e := range a.whole {
				b.WriteString(plain(markup(e)))
			}
		}
	}
	return b.String()
}

// boxed writes a link or control whose text has changed.
func (w *writer) boxed(b *strings.Builder, x, y *atom) {
	inX, inY := inner(x.box), inner(y.box)
	p, q := splitter{r: w.r}, splitter{r: w.r}
	if p.all(inX) != nil || q.all(inY) != nil {
		w.changed(b, []change{{op: gone, a: x}})
		w.changed(b, []change{{op: come, b: y}})
		return
	}
	openTag(b, x.box, x.box.FullTag(), false)
	putAll(b, properties(x.box))
	if inX != x.box {
		openTag(b, inX, inX.FullTag(), false)
	}
	w.inline(b, w.r.diff(p.atoms, q.atoms))
	putAll(b, p.marks)
	putAll(b, q.marks)
	if inX != x.box {
		b.WriteString("</" + inX.FullTag() + ">")
	}
	b.WriteString("</" + x.box.FullTag() + ">")
}

// inner returns the element with the text of a link or control.
func inner(e *etree.Element) *etree.Element {
	if c := child(e, "sdtContent"); c != nil {
		return c
	}
	return e
}

// properties returns the children of a link or control that say what it is.
func properties(e *etree.Element) (out []*etree.Element) {
	for c := range e.ChildElementsSeq() {
		if is(c, "sdtPr") || is(c, "sdtEndPr") || is(c, "smartTagPr") || is(c, "customXmlPr") {
			out = append(out, c)
		}
	}
	return out
}
