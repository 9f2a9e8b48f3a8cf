package pipeline

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
	"github.com/nomadocx/nomadocx/wml"
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
	if len(o.data.Comments) == 0 {
		return
	}
	spoken, place := map[*wml.Paragraph]bool{}, o.commentPlace(o.data.Comments)
	for i := range o.data.Comments {
		if p := place(&o.data.Comments[i]); p != nil {
			spoken[p] = true
		}
	}
	gone, taken, placeSent := map[string]bool{}, map[string]bool{}, o.commentPlace(o.sent.Comments)
	for i := range o.sent.Comments {
		gone[o.sent.Comments[i].NativeID] = spoken[placeSent(&o.sent.Comments[i])]
	}
	// A comment that says what it said is left alone.
	ids, same := map[string]string{}, map[string]bool{} // ids of the data → in the document
	pairs(o.sent.Comments, o.data.Comments, o.sayings, func(d *extract.Comment, i int) {
		if i >= 0 {
			id := o.sent.Comments[i].NativeID
			ids[d.NativeID], gone[id], same[d.NativeID] = id, false, true
		}
	})
	var kept []*wml.Comment
	for _, c := range o.doc.Comments {
		if !gone[c.ID] {
			kept = append(kept, c)
			taken[c.ID] = true
		}
	}
	o.unmark(gone)
	o.doc.Comments, o.doc.HasComments, o.doc.HasCommentState = kept, true, true
	made := map[string]*wml.Comment{}
	for i := range o.data.Comments {
		d := &o.data.Comments[i]
		if same[d.NativeID] {
			continue
		}
		p := place(d)
		if p == nil || d.HasRevisions {
			o.left.Skipped = append(o.left.Skipped, *d)
			continue
		}
		ids[d.NativeID] = unusedID(d.NativeID, taken)
		resolved := d.Status == "resolved"
		c := &wml.Comment{ID: ids[d.NativeID], Author: d.Author, Initials: d.Initials, Date: d.Date, Resolved: &resolved,
			Blocks: o.paragraphs(d.Body)}
		if resolved {
			c.Blocks = append([]wml.Block{&wml.Paragraph{Runs: []wml.Run{{Text: layout.StatusLine(d.ResolvedBy, d.ResolvedAt)}}}}, c.Blocks...)
		}
		o.doc.Comments = append(o.doc.Comments, c)
		made[d.NativeID] = c
		p.Points = append(p.Points, wml.Point{Kind: wml.CommentStart, ID: c.ID}, wml.Point{Kind: wml.CommentEnd, ID: c.ID, At: len(p.Runs)},
			wml.Point{Kind: wml.CommentAt, ID: c.ID, At: len(p.Runs)})
	}
	// Threads last: an answer may stand before what it answers.
	for i := range o.data.Comments {
		d := &o.data.Comments[i]
		if c := made[d.NativeID]; c != nil {
			c.Parent = ids[d.ReplyTo]
		}
	}
}

// sayings are all that a comment says, and where.
func (o *overlay) sayings(c *extract.Comment) string {
	return strings.Join([]string{o.key(c.Anchors, ""), c.Author, c.Initials, c.Date, c.Status, c.ResolvedBy, c.ResolvedAt, c.Body}, "\x00")
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
	o.left.SkippedFootnotes = o.noteKind(o.sent.Footnotes, o.data.Footnotes, &o.doc.Footnotes, false)
	o.left.SkippedEndnotes = o.noteKind(o.sent.Endnotes, o.data.Endnotes, &o.doc.Endnotes, true)
}

func (o *overlay) noteKind(sent, data []extract.Note, notes *[]*wml.Note, end bool) (left []extract.Note) {
	byID, taken := map[string]*wml.Note{}, map[string]bool{}
	for _, n := range *notes {
		byID[n.ID], taken[n.ID] = n, true
	}
	back, spoken := map[string]bool{}, map[*wml.Paragraph]bool{}
	var fresh []*extract.Note
	for i := range data {
		if p := o.place(data[i].Anchors); p != nil {
			spoken[p] = true
		}
	}
	pairs(sent, data, func(n *extract.Note) string { return o.key(n.Anchors, n.NativeID) }, func(d *extract.Note, i int) {
		switch {
		case d.HasRevisions || strings.TrimSpace(d.Body) == "":
			left = append(left, *d)
			if i >= 0 {
				back[sent[i].NativeID] = true
			}
		case i < 0:
			fresh = append(fresh, d)
		default:
			back[sent[i].NativeID] = true
			if n := byID[sent[i].NativeID]; n != nil && d.Body != sent[i].Body {
				n.Blocks = o.paragraphs(d.Body)
			}
		}
	})
	for i := range sent {
		if id := sent[i].NativeID; !back[id] && spoken[o.place(sent[i].Anchors)] {
			o.dropNote(id, notes, end)
		}
	}
	for _, d := range fresh {
		p := o.place(d.Anchors)
		if p == nil {
			left = append(left, *d)
			continue
		}
		n := &wml.Note{ID: unusedID(d.NativeID, taken), Blocks: o.paragraphs(d.Body)}
		*notes = append(*notes, n)
		p.Runs = append(append([]wml.Run(nil), p.Runs...), wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Endnote: end, ID: n.ID}})
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

// revisions puts tracked changes in: those of the source's change requests where the data change
// them, all others in the paragraphs they were made in.
func (o *overlay) revisions() {
	for i := range o.data.Revisions {
		d := &o.data.Revisions[i]
		if !o.sameRequest(d) && !o.request(d) && !o.track(d) {
			o.left.SkippedRevisions = append(o.left.SkippedRevisions, *d)
		}
	}
}

// sameRequest reports whether the sent document already shows the tracked change.
func (o *overlay) sameRequest(d *extract.Revision) bool {
	for i := range o.sent.Revisions {
		s := &o.sent.Revisions[i]
		if s.Action == d.Action && s.OldText == d.OldText && s.NewText == d.NewText && s.Author == d.Author &&
			o.key(s.Anchors, "") == o.key(d.Anchors, "") && o.key(s.SourceAnchors, "") == o.key(d.SourceAnchors, "") {
			return true
		}
	}
	return false
}

// request changes the text of a change request of the source.
func (o *overlay) request(d *extract.Revision) bool {
	if len(d.SourceAnchors) == 0 {
		return false
	}
	for i := range o.sent.Revisions {
		if o.key(o.sent.Revisions[i].SourceAnchors, "") != o.key(d.SourceAnchors, "") {
			continue
		}
		if p := o.paragraph(extract.Revisions, i); p != nil {
			p.Runs = o.tracked(d)
			return true
		}
	}
	return false
}

// track marks text of a paragraph as deleted or inserted. The paragraph is the first one of the
// block that holds the old text; an insertion goes to the end of the block's first paragraph.
func (o *overlay) track(d *extract.Revision) bool {
	p := o.place(d.Anchors)
	if p == nil {
		return false
	}
	if d.Action == extract.Insert || d.OldText == "" {
		p.Runs = append(append([]wml.Run(nil), p.Runs...), o.tracked(d)...)
		return true
	}
	old := layout.PlainText(o.names.Reads(d.OldText))
	for _, q := range o.order {
		if o.owned[q] != o.owned[p] {
			continue
		}
		if i := strings.Index(plain(q), old); i >= 0 && old != "" {
			q.Points = append([]wml.Point(nil), q.Points...)
			splice(q, i, i+len(old), o.tracked(d))
			return true
		}
	}
	return false
}

// tracked are the runs of a tracked change.
func (o *overlay) tracked(d *extract.Revision) []wml.Run {
	deleted, inserted := d.NativeID, d.NativeID
	if a, b, ok := strings.Cut(d.NativeID, "/"); ok && !strings.Contains(b, "/") {
		deleted, inserted = a, b
	}
	var runs []wml.Run
	for _, r := range o.markup(d.OldText) {
		if r.Text != "" {
			r.Del = &wml.Revision{Kind: wml.Delete, ID: deleted, Author: d.Author, Date: d.Date}
			runs = append(runs, r)
		}
	}
	for _, r := range o.markup(d.NewText) {
		if r.Text != "" {
			r.Ins = &wml.Revision{Kind: wml.Insert, ID: inserted, Author: d.Author, Date: d.Date}
			runs = append(runs, r)
		}
	}
	return runs
}
