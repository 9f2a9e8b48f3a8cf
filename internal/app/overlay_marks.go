package app

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// place is the paragraph that marks with these bookmarks hang on, nil when the source has none of
// the blocks.
func (o *overlay) place(anchors []string) *wml.Paragraph {
	for _, a := range anchors {
		if p := o.anchors[o.names.ID(a)]; p != nil {
			return p
		}
	}
	return nil
}

// commentPlace is the paragraph a comment hangs on; an answer without bookmarks hangs where what it
// answers does.
func (o *overlay) commentPlace(list []extract.Comment) func(*extract.Comment) *wml.Paragraph {
	byID := map[string]*extract.Comment{}
	for i := range list {
		byID[list[i].NativeID] = &list[i]
	}
	return func(c *extract.Comment) *wml.Paragraph {
		for range list { // threads are finite, whatever the data say
			if p := o.place(c.Anchors); p != nil {
				return p
			}
			parent := byID[c.ReplyTo]
			if parent == nil || c.ReplyTo == "" {
				return nil
			}
			c = parent
		}
		return nil
	}
}

// comments puts the comments of the data in. Blocks the data have no comment on keep theirs: the
// data are no evidence that they were deleted.
func (o *overlay) comments() {
	sent, data := o.sent.Comments, o.data.Comments
	if len(data) == 0 {
		return
	}
	ids := make([]string, len(o.plan.Comments))
	for i, c := range o.plan.Comments {
		ids[i] = c.Node.At().ID
	}
	own := o.ownID(ids)
	place, placeSent := o.commentPlace(data), o.commentPlace(sent)
	var match []int
	here := func(d, s int) bool { return place(&data[d]) != nil && place(&data[d]) == placeSent(&sent[s]) }
	fits := func(d, s int) bool {
		a, b := &data[d], &sent[s]
		return here(d, s) && (a.ReplyTo == "") == (b.ReplyTo == "") && agreed(a.Author, b.Author) && agreed(a.Initials, b.Initials) && agreed(a.Date, b.Date)
	}
	match = pairUp(len(data), len(sent),
		func(d, s int) bool {
			return own(data[d].Anchors) != "" && own(data[d].Anchors) == at(ids, sent[s].NativeID, 0)
		},
		func(d, s int) bool { return fits(d, s) && data[d].Body == sent[s].Body },
		func(d, s int) bool { return fits(d, s) && data[d].NativeID == sent[s].NativeID },
	)
	alone(match, len(sent), fits)
	gone := map[string]bool{}
	for s := range sent {
		gone[sent[s].NativeID] = o.missing(match, s, placeSent(&sent[s]), func(d int) ([]string, *wml.Paragraph, bool) {
			return data[d].Anchors, place(&data[d]), data[d].HasRevisions
		}, own)
	}
	o.unmark(gone)
	var kept []*wml.Comment
	byID := map[string]*wml.Comment{}
	for _, c := range o.doc.Comments {
		if !gone[c.ID] {
			kept = append(kept, c)
			byID[c.ID] = c
		}
	}
	o.doc.Comments, o.doc.HasComments, o.doc.HasCommentState = kept, true, true
	now, made := map[string]string{}, map[string]*wml.Comment{} // by id in the data
	taken := map[string]bool{}
	for id := range byID {
		taken[id] = true
	}
	for i := range data {
		d := &data[i]
		p := place(d)
		switch s := match[i]; {
		case s >= 0 && !d.HasRevisions:
			c := byID[sent[s].NativeID]
			now[d.NativeID] = c.ID
			o.said(c, d, &sent[s])
		case s >= 0:
			now[d.NativeID] = sent[s].NativeID
			o.left.Skipped = append(o.left.Skipped, *d)
			o.refused(revisedData, d.Anchors, d.Body)
		case p == nil || d.HasRevisions:
			o.left.Skipped = append(o.left.Skipped, *d)
			o.refused(nowhere(p == nil), d.Anchors, d.Body)
		default:
			c := &wml.Comment{ID: unusedID(d.NativeID, taken), Author: d.Author, Initials: d.Initials, Date: d.Date}
			o.said(c, d, nil)
			now[d.NativeID], made[d.NativeID] = c.ID, c
			o.doc.Comments = append(o.doc.Comments, c)
			p.Points = append(p.Points, wml.Point{Kind: wml.CommentStart, ID: c.ID}, wml.Point{Kind: wml.CommentEnd, ID: c.ID, At: len(p.Runs)},
				wml.Point{Kind: wml.CommentAt, ID: c.ID, At: len(p.Runs)})
		}
	}
	// Threads last: an answer may stand before what it answers.
	for i := range data {
		if c := made[data[i].NativeID]; c != nil {
			c.Parent = now[data[i].ReplyTo]
		}
	}
	for in, id := range now {
		o.numbered["comment "+id] = in
	}
}

// said makes a comment say what the data say; what it says already stays, markup and all.
func (o *overlay) said(c *wml.Comment, d, sent *extract.Comment) {
	if sent != nil && d.Body == sent.Body && d.Status == sent.Status && d.ResolvedBy == sent.ResolvedBy && d.ResolvedAt == sent.ResolvedAt {
		return
	}
	resolved := d.Status == "resolved"
	c.Resolved, c.Blocks = &resolved, o.paragraphs(d.Body)
	if resolved {
		c.Blocks = append([]wml.Block{&wml.Paragraph{Runs: []wml.Run{{Text: layout.StatusLine(d.ResolvedBy, d.ResolvedAt)}}}}, c.Blocks...)
	}
}

// agreed compares a fact that the data may leave out.
func agreed(a, b string) bool {
	return a == "" || b == "" || a == b || layout.FullDate(a) == layout.FullDate(b)
}

// at is the id behind a native id that counts from first.
func at(ids []string, native string, first int) string {
	if i, err := strconv.Atoi(native); err == nil && i >= first && i-first < len(ids) {
		return ids[i-first]
	}
	return ""
}

// ownID returns a function that tells which of some marks of the source bookmarks name; "" for none and for several.
func (o *overlay) ownID(ids []string) func(anchors []string) string {
	byName := map[string]string{}
	for _, id := range ids {
		if id != "" {
			byName[layout.AnchorName(id)] = id
			byName[o.names.Of(id)] = id
		}
	}
	delete(byName, "")
	return func(anchors []string) (own string) {
		for _, a := range anchors {
			switch id := byName[a]; {
			case id == "" || id == own:
			case own != "":
				return ""
			default:
				own = id
			}
		}
		return own
	}
}

// pairUp returns for each of n entries of the data which of m sent ones it is, -1 for none; the surest rule comes first.
func pairUp(n, m int, rules ...func(d, s int) bool) []int {
	match, taken := make([]int, n), make([]bool, m)
	for d := range match {
		match[d] = -1
	}
	for _, same := range rules {
		for d := range match {
			for s := 0; s < m && match[d] < 0; s++ {
				if !taken[s] && same(d, s) {
					match[d], taken[s] = s, true
				}
			}
		}
	}
	return match
}

// alone pairs an entry with the only sent one that it can be, when it is the only one that can be that.
func alone(match []int, m int, fits func(d, s int) bool) {
	taken := make([]bool, m)
	for _, s := range match {
		if s >= 0 {
			taken[s] = true
		}
	}
	only := func(d int) (s int) {
		s = -1
		for k := range m {
			if !taken[k] && fits(d, k) {
				if s >= 0 {
					return -1
				}
				s = k
			}
		}
		return s
	}
	claims := map[int][]int{}
	for d := range match {
		if match[d] < 0 {
			if s := only(d); s >= 0 {
				claims[s] = append(claims[s], d)
			}
		}
	}
	for s, by := range claims {
		if len(by) == 1 {
			match[by[0]] = s
		}
	}
}

// missing reports whether the data say that a sent mark was deleted: it is not among them, and another one of its block
// is. An entry that only names itself says nothing of the others, and one with tracked changes may be any of them.
func (o *overlay) missing(match []int, s int, place *wml.Paragraph, entry func(d int) ([]string, *wml.Paragraph, bool), own func([]string) string) bool {
	if place == nil || slices.Contains(match, s) {
		return false
	}
	spoken := false
	for d := range match {
		anchors, p, revised := entry(d)
		if p != place {
			continue
		}
		if revised && match[d] < 0 {
			return false
		}
		spoken = spoken || slices.ContainsFunc(anchors, func(a string) bool { return o.names.ID(a) != "" && own([]string{a}) == "" })
	}
	return spoken
}

// unmark takes the marks of comments out of the text.
func (o *overlay) unmark(gone map[string]bool) {
	for _, p := range o.order {
		var points []wml.Point
		for _, pt := range p.Points {
			if (pt.Kind != wml.CommentStart && pt.Kind != wml.CommentEnd && pt.Kind != wml.CommentAt) || !gone[pt.ID] {
				points = append(points, pt)
			}
		}
		p.Points = points
		for i := len(p.Runs) - 1; i >= 0; i-- {
			if r := &p.Runs[i]; r.Kind == wml.CommentMark && gone[r.Ref()] {
				removeRun(p, i)
			}
		}
	}
}

func removeRun(p *wml.Paragraph, i int) {
	p.Runs = append(append([]wml.Run(nil), p.Runs[:i]...), p.Runs[i+1:]...)
	for k := range p.Points {
		if p.Points[k].At > i {
			p.Points[k].At--
		}
	}
}

// paragraphs is a body of several paragraphs, a blank line between them.
func (o *overlay) paragraphs(body string) []wml.Block {
	var blocks []wml.Block
	for _, text := range strings.Split(body, "\n\n") {
		blocks = append(blocks, &wml.Paragraph{Runs: o.markup(text)})
	}
	return blocks
}

// notes puts footnotes and endnotes in, changed, added and, on blocks of which another note came
// back, deleted.
func (o *overlay) notes() {
	o.left.SkippedFootnotes = o.noteKind(o.sent.Footnotes, o.data.Footnotes, o.plan.Footnotes, &o.doc.Footnotes, false)
	o.left.SkippedEndnotes = o.noteKind(o.sent.Endnotes, o.data.Endnotes, o.plan.Endnotes, &o.doc.Endnotes, true)
}

func (o *overlay) noteKind(sent, data []extract.Note, planned []*layout.Note, notes *[]*wml.Note, end bool) (left []extract.Note) {
	kind := "footnote"
	if end {
		kind = "endnote"
	}
	byID, taken := map[string]*wml.Note{}, map[string]bool{}
	for _, n := range *notes {
		byID[n.ID], taken[n.ID] = n, true
	}
	ids := make([]string, len(planned))
	for i, n := range planned {
		ids[i] = n.Node.ID
	}
	own := o.ownID(ids)
	fits := func(d, s int) bool {
		p := o.place(data[d].Anchors)
		return p != nil && p == o.place(sent[s].Anchors)
	}
	match := pairUp(len(data), len(sent),
		func(d, s int) bool {
			return own(data[d].Anchors) != "" && own(data[d].Anchors) == at(ids, sent[s].NativeID, 1)
		},
		func(d, s int) bool { return fits(d, s) && data[d].Body == sent[s].Body },
		func(d, s int) bool { return fits(d, s) && data[d].NativeID == sent[s].NativeID },
	)
	alone(match, len(sent), fits)
	for s := range sent {
		if o.missing(match, s, o.place(sent[s].Anchors), func(d int) ([]string, *wml.Paragraph, bool) {
			return data[d].Anchors, o.place(data[d].Anchors), data[d].HasRevisions
		}, own) {
			o.dropNote(sent[s].NativeID, notes, end)
		}
	}
	for i := range data {
		d := &data[i]
		p := o.place(d.Anchors)
		switch s := match[i]; {
		case d.HasRevisions:
			left = append(left, *d)
			o.refused(revisedData, d.Anchors, d.Body)
		case strings.TrimSpace(d.Body) == "":
			left = append(left, *d)
			o.refused(emptyData, d.Anchors, d.Body)
		case s >= 0:
			o.numbered[kind+" "+sent[s].NativeID] = d.NativeID
			if n := byID[sent[s].NativeID]; n != nil && d.Body != sent[s].Body {
				n.Blocks = o.paragraphs(d.Body)
			}
		case p == nil:
			left = append(left, *d)
			o.refused(nowhere(true), d.Anchors, d.Body)
		default:
			n := &wml.Note{ID: unusedID(d.NativeID, taken), Blocks: o.paragraphs(d.Body)}
			o.numbered[kind+" "+n.ID] = d.NativeID
			*notes = append(*notes, n)
			p.Runs = append(append([]wml.Run(nil), p.Runs...), wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Endnote: end, ID: n.ID}})
		}
	}
	return left
}

func (o *overlay) dropNote(id string, notes *[]*wml.Note, end bool) {
	for i, n := range *notes {
		if n.ID == id {
			*notes = append(append([]*wml.Note(nil), (*notes)[:i]...), (*notes)[i+1:]...)
			break
		}
	}
	for _, p := range o.order {
		for i := len(p.Runs) - 1; i >= 0; i-- {
			if r := &p.Runs[i]; r.Kind == wml.NoteMark && r.Note() != nil && r.Note().Endnote == end && r.Note().ID == id {
				removeRun(p, i)
			}
		}
	}
}
