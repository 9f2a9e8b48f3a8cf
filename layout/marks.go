package layout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Marks are what stands in the text of a paragraph besides its words, each list in the order of the text.
type Marks struct {
	Tracked []*Tracked
	Points  []Mark
}

// Mark is a place in the text of a paragraph: where the words that a comment is about begin or end, or where the
// reference of a note stands.
type Mark struct {
	At      int // how many characters ([Glyphs]) stand before it
	Kind    MarkKind
	Comment *Comment // the first of its thread; all of them are about the same words
	Note    *Note
}

// MarkKind says what a [Mark] is. Marks of one place stand in the order of the kinds.
type MarkKind uint8

const (
	CommentEnds MarkKind = iota
	CommentHere          // a comment on a place between two characters
	NoteHere
	CommentStarts
)

// places reports whether a comment or note says where in the text of its target it stands.
func places(d *noma.Directive, target noma.Node) bool {
	return target != nil && !InHeaderFooter(target) && !ReadQuote(d).IsZero()
}

// Counted reports whether a paragraph counts in the numbering of paragraphs: those that come and go with what
// belongs to a block (its change requests) do not, nor do the page breaks of cover and contents, which come and go with
// what stands between them. The reason of a change request without a place is part of the text of its target.
func Counted(p *Para) bool {
	if p.Part == PartAnchor || p.Part == PartBreak && ofFront(p.Node) {
		return false
	}
	d := RequestOf(p.Node)
	return d == nil || p.Node != noma.Node(d) && !placedRequest(d, ReadRequest(d))
}

// ofFront reports whether a node is what cover and contents are made for.
func ofFront(n noma.Node) bool {
	_, whole := n.(*noma.Document)
	return whole || noma.Is(n, noma.Contents)
}

// placeComments finds the words of comments. What is not found is about its whole block, and listed in the plan.
func (b *builder) placeComments(x *TextOf) {
	if len(b.commenting) == 0 {
		return
	}
	threads := map[*Comment][]*Comment{}
	for _, c := range b.plan.Comments {
		threads[c.Root()] = append(threads[c.Root()], c)
	}
	for _, c := range b.commenting {
		d := c.Node.(*noma.Directive)
		c.thread = threads[c]
		start, end, ok := x.Find(c.Target, ReadQuote(d), true)
		if !ok {
			start, end, ok = x.Find(c.Target, ReadQuote(d), false)
			c.Near = ok
		}
		if !ok || start.Para < b.firstMark {
			b.plan.Lost = append(b.plan.Lost, d)
			b.attachmentsOf(c.Target).comments = append(b.attachmentsOf(c.Target).comments, c.thread...)
			continue
		}
		b.plan.marked = true
		for _, of := range c.thread {
			of.Placed = true
		}
		if start == end {
			b.point(start, Mark{Kind: CommentHere, Comment: c})
			continue
		}
		b.point(start, Mark{Kind: CommentStarts, Comment: c})
		b.point(end, Mark{Kind: CommentEnds, Comment: c})
	}
}

func (b *builder) point(s Spot, m Mark) {
	m.At = s.At
	marks := b.markAt(s.Para)
	marks.Points = append(marks.Points, m)
}

// placeNotes finds where the references of notes stand, and numbers all notes again in the order of reading.
func (b *builder) placeNotes(x *TextOf, refs noteRefs) {
	const atEnd = 1 << 40
	type reference struct {
		note     *Note
		para, at int
	}
	var all []reference
	for _, n := range b.noting {
		_, end, ok := x.Find(n.Target, ReadQuote(n.Node), true)
		if !ok {
			_, end, ok = x.Find(n.Target, ReadQuote(n.Node), false)
			n.Near = ok
		}
		if !ok || end.Para < b.firstMark {
			b.plan.Lost = append(b.plan.Lost, n.Node)
			b.attachmentsOf(n.Target).notes = append(b.attachmentsOf(n.Target).notes, n)
			all = append(all, reference{n, refs.heads[n.Target], atEnd})
			continue
		}
		b.plan.marked, n.Placed = true, true
		b.point(end, Mark{Kind: NoteHere, Note: n})
		all = append(all, reference{n, end.Para, end.At})
	}
	for _, n := range b.marking {
		b.plan.marked, n.Placed = true, true
		all = append(all, reference{n, refs.marks[n].Para, refs.marks[n].At})
	}
	for para, notes := range b.inPlace {
		for _, n := range notes {
			b.plan.marked = true
			all = append(all, reference{n, para, n.Index})
		}
	}
	for _, n := range slices.Concat(b.plan.Footnotes, b.plan.Endnotes) {
		para, seen := refs.holders[n]
		if !seen {
			para = atEnd // it gets a place behind everything
		}
		all = append(all, reference{n, para, atEnd})
	}
	slices.SortStableFunc(all, func(a, z reference) int { return cmp.Or(a.para-z.para, a.at-z.at) })
	b.plan.Footnotes, b.plan.Endnotes = nil, nil
	for _, r := range all {
		b.number(r.note)
	}
}

// mark returns the reference of a note.
func (n *Note) mark() wml.Run {
	ref := &wml.NoteRef{Endnote: n.End, ID: strconv.Itoa(n.Index + 1)}
	if n.InText {
		ref.Mark, ref.Bookmark, ref.Number = n.Node.ID, n.bookmark, ref.ID
		if n.End {
			ref.Number = Roman(n.Index + 1)
		}
	}
	return wml.Run{Kind: wml.NoteMark, Object: ref}
}

// References returns the notes at places of a paragraph that their selectors name, in the order of the text, and those at its end.
func (p *Para) References() []*Note {
	if p.Marks == nil {
		return p.Notes
	}
	var out []*Note
	for _, m := range p.Marks.Points {
		if m.Kind == NoteHere {
			out = append(out, m.Note)
		}
	}
	return append(out, p.Notes...)
}

// marks writes the marks of a place, those before or those behind what is put in there.
func (c *cutter) marks(behind bool) {
	for len(c.points) > 0 && c.points[0].At <= c.at && (behind || c.points[0].Kind != CommentStarts) {
		m := c.points[0]
		c.points = c.points[1:]
		for _, r := range m.runs() {
			c.put(r)
		}
	}
}

// runs returns the marks that Word has for it.
func (m Mark) runs() []wml.Run {
	if m.Kind == NoteHere {
		return []wml.Run{m.Note.mark()}
	}
	var out []wml.Run
	put := func(kind wml.RunKind, c *Comment) {
		out = append(out, wml.Run{Kind: kind, Object: wml.Ref(strconv.Itoa(c.Index))})
	}
	if m.Kind != CommentEnds {
		for _, c := range m.Comment.thread {
			put(wml.CommentFrom, c)
		}
	}
	if m.Kind != CommentStarts {
		for _, c := range slices.Backward(m.Comment.thread) {
			put(wml.CommentTo, c)
		}
		for _, c := range m.Comment.thread {
			put(wml.CommentMark, c)
		}
	}
	return out
}

// Trim returns a stretch of text without the white space at its ends; a place between two characters is moved behind the
// last character before it that is no white space.
func (x *TextOf) Trim(start, end Spot) (Spot, Spot) {
	blank := func(key, at int) bool {
		p := x.paras[key]
		return at >= 0 && at < len(p.content) && foldRune(p.content[at].Rune) == ' '
	}
	for x.paras[end.Para] != nil && (start.Para < end.Para || start.Para == end.Para && start.At < end.At) {
		if end.At > 0 && blank(end.Para, end.At-1) {
			end.At--
		} else if end.At == 0 && x.paras[end.Para-1] != nil {
			end = Spot{end.Para - 1, len(x.paras[end.Para-1].content)}
		} else {
			break
		}
	}
	for x.paras[start.Para] != nil && (start.Para < end.Para || start.Para == end.Para && start.At < end.At) {
		if blank(start.Para, start.At) {
			start.At++
		} else if start.At >= len(x.paras[start.Para].content) && x.paras[start.Para+1] != nil {
			start = Spot{start.Para + 1, 0}
		} else {
			break
		}
	}
	if start == end {
		for x.paras[end.Para] != nil && end.At > 0 && blank(end.Para, end.At-1) {
			end.At--
		}
		start = end
	}
	return start, end
}

// Shortest returns a selector of a place in the text of a block with no more words around it than it needs to be found:
// none when the words themselves occur once.
func (x *TextOf) Shortest(target noma.Node, start, end Spot) (Quote, bool) {
	full, ok := x.Quote(target, start, end)
	if !ok {
		return full, false
	}
	finds := func(q Quote) bool {
		a, z, ok := x.Find(target, q, true)
		return ok && a == start && z == end
	}
	if full.Exact != "" {
		if q := (Quote{Exact: full.Exact}); finds(q) {
			return q, true
		}
		for words := 1; words <= context; words++ {
			p := full.Prefix[wordsFrom(full.Prefix, words, true):]
			s := full.Suffix[:wordsFrom(full.Suffix, words, false)]
			for _, q := range []Quote{{full.Exact, p, ""}, {full.Exact, "", s}, {full.Exact, p, s}} {
				if finds(q) {
					return q, true
				}
			}
		}
		return full, true
	}
	if q := (Quote{Prefix: full.Prefix}); full.Prefix != "" && finds(q) {
		return q, true
	}
	return full, true
}

// Nearest returns the words of its target that are most like what a lost comment, note or request is about, "" for none.
func (p *Plan) Nearest(d *noma.Directive) string {
	q := ReadQuote(d)
	want := q.Exact
	if d.Name == "change_request" {
		want = ReadRequest(d).From
	}
	if want == "" {
		want = strings.TrimSpace(q.Prefix + q.Suffix)
	}
	runes := []rune(Folded(want))
	target := p.Names.Target(d)
	if p.texts == nil || target == nil || len(runes) < fewest || len(runes) > mostNear {
		return ""
	}
	texts := p.texts.texts(target)
	if len(texts) == 0 {
		return ""
	}
	t := texts[0]
	if t.spent+len(runes)*t.build.Len() > maxSpent {
		return ""
	}
	t.spent += len(runes) * t.build.Len()
	text := t.raw.String()
	from, to, _ := closest(t.build.String(), runes, len(runes)/2)
	if to <= from {
		return ""
	}
	from = strings.LastIndexByte(text[:from], ' ') + 1 // whole words
	if k := strings.IndexByte(text[to:], ' '); k >= 0 {
		to += k
	} else {
		to = len(text)
	}
	return text[from:to]
}

// mostNear bounds the words for which the nearest are searched for.
const mostNear = 300
