package reviewsync

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// Comments, footnotes and endnotes of review data. Blocks the data have none of keep theirs: the data are no evidence that
// they were deleted.

// dataMark is a comment or note, of the data or as it was sent.
type dataMark struct {
	extract.Entry
	place *wml.Paragraph
	own   string // its own id, which its bookmarks name or the source says; "" when they do not
}

func (o *dataDoc) marksOf(v *extract.Review, list extract.List) []dataMark {
	out := make([]dataMark, v.Len(list))
	for i := range out {
		e := v.Entry(extract.Ref{List: list, Index: i})
		out[i] = dataMark{Entry: e, place: o.place(e.Anchors)}
	}
	return out
}

// named returns a function that tells which of some ids bookmarks name; "" for none and for several.
func (o *dataDoc) named(ids []string) func(anchors []string) string {
	byName := map[string]string{}
	for _, id := range ids {
		byName[layout.AnchorName(id)], byName[o.names.Of(id)] = id, id
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

// match returns for each mark of the data which sent one it is, -1 for none, and leaves the sent ones out of which the data
// say that they were deleted. ids are those of the sent marks. Fits says what two must have in common besides their place.
func (o *dataDoc) match(kind string, data, sent []dataMark, ids []string, fits func(d, s int) bool) []int {
	own := o.named(ids)
	for d := range data {
		data[d].own = own(data[d].Anchors)
	}
	alike := func(d, s int) bool { return data[d].place != nil && data[d].place == sent[s].place && fits(d, s) }
	p := align.NewPairing(len(data), len(sent))
	p.Same(func(d, s int) bool { return data[d].own != "" && data[d].own == sent[s].own })
	p.Same(func(d, s int) bool { return alike(d, s) && data[d].Text == sent[s].Text })
	p.Same(func(d, s int) bool { return alike(d, s) && data[d].NativeID == sent[s].NativeID })
	p.Only(alike)
	for s := range sent {
		// It is not among them, and another one of its block is. An entry that only names itself says nothing of
		// the others, and one with tracked changes may be any of them.
		spoken, unsure := false, sent[s].place == nil || slices.Contains(p.To, s)
		for d := range data {
			if data[d].place == sent[s].place {
				unsure = unsure || data[d].HasRevisions && p.To[d] < 0
				spoken = spoken || slices.ContainsFunc(data[d].Anchors, func(a string) bool { return o.names.ID(a) != "" && own([]string{a}) == "" })
			}
		}
		if spoken && !unsure {
			o.gone[kind+" "+sent[s].NativeID] = true
		}
	}
	return p.To
}

// commentMarks returns comments with their places; an answer without bookmarks stands where what it answers does.
func (o *dataDoc) commentMarks(v *extract.Review) []dataMark {
	out, index := o.marksOf(v, extract.Comments), map[string]int{}
	for i := range out {
		index[out[i].NativeID] = i
	}
	for i := range out {
		for k, n := i, 0; out[i].place == nil && n < len(out); n++ { // threads are finite, whatever the data say
			parent, ok := index[v.Comments[k].ReplyTo]
			if !ok || v.Comments[k].ReplyTo == "" {
				break
			}
			k, out[i].place = parent, out[parent].place
		}
	}
	return out
}

// comments puts the comments of the data in.
func (o *dataDoc) comments() {
	if len(o.data.Comments) == 0 {
		return
	}
	data, sent := o.commentMarks(o.data), o.commentMarks(o.sent)
	ids := make([]string, len(sent))
	for i, c := range o.plan.Comments {
		ids[i] = c.Node.At().ID
		sent[i].own = ids[i]
	}
	match := o.match("comment", data, sent, ids, func(d, s int) bool {
		a, b := &o.data.Comments[d], &o.sent.Comments[s]
		return (a.ReplyTo == "") == (b.ReplyTo == "") && agreed(a.Author, b.Author) && agreed(a.Initials, b.Initials) && agreed(a.Date, b.Date)
	})
	o.doc.Comments = slices.DeleteFunc(o.doc.Comments, func(c *wml.Comment) bool { return o.gone["comment "+c.ID] })
	byID, taken := map[string]*wml.Comment{}, map[string]bool{}
	for _, c := range o.doc.Comments {
		byID[c.ID], taken[c.ID] = c, true
	}
	now, made := map[string]string{}, map[string]*wml.Comment{} // by id in the data
	for i := range o.data.Comments {
		d, m := &o.data.Comments[i], &data[i]
		s := match[i]
		if s >= 0 {
			now[m.NativeID] = sent[s].NativeID
		}
		ref := extract.Ref{List: extract.Comments, Index: i}
		switch {
		case s < 0 && m.place == nil:
			o.refuse(sayDataNoPlace, ref)
		case m.HasRevisions:
			o.refuse(sayDataRevised, ref)
		case s >= 0:
			o.comment(byID[sent[s].NativeID], d, &o.sent.Comments[s])
		default:
			c := &wml.Comment{ID: unusedID(m.NativeID, taken), Author: d.Author, Initials: d.Initials, Date: d.Date}
			o.comment(c, d, nil)
			now[m.NativeID], made[m.NativeID] = c.ID, c
			o.doc.Comments = append(o.doc.Comments, c)
			o.added = append(o.added, func() {
				for _, kind := range []wml.PointKind{wml.CommentStart, wml.CommentEnd, wml.CommentAt} {
					m.place.Points = append(m.place.Points, wml.Point{Kind: kind, ID: c.ID, At: len(m.place.Runs) * min(int(kind-wml.CommentStart), 1)})
				}
			})
		}
	}
	// Threads last: an answer may stand before what it answers.
	for i := range o.data.Comments {
		if d := &o.data.Comments[i]; made[d.NativeID] != nil {
			made[d.NativeID].Parent = now[d.ReplyTo]
		}
	}
	for in, id := range now {
		o.numbered["comment "+id] = in
	}
}

// comment makes a comment say what the data say; what it says already stays, markup and all.
func (o *dataDoc) comment(c *wml.Comment, d, sent *extract.Comment) {
	if sent != nil && d.Body == sent.Body && d.Status == sent.Status && d.ResolvedBy == sent.ResolvedBy && d.ResolvedAt == sent.ResolvedAt {
		return
	}
	resolved := d.Status == "resolved"
	c.Resolved, c.Blocks = &resolved, o.paragraphs(d.Body)
	if resolved {
		c.Blocks = slices.Insert(c.Blocks, 0, wml.Block(&wml.Paragraph{Runs: []wml.Run{{Text: layout.StatusLine(d.ResolvedBy, d.ResolvedAt)}}}))
	}
}

// paragraphs returns a body of several paragraphs, a blank line between them.
func (o *dataDoc) paragraphs(body string) []wml.Block {
	var blocks []wml.Block
	for _, text := range strings.Split(body, "\n\n") {
		blocks = append(blocks, &wml.Paragraph{Runs: o.markup(text)})
	}
	return blocks
}

// agreed compares a fact that the data may leave out.
func agreed(a, b string) bool {
	return a == "" || b == "" || sameDate(a, b)
}

// unusedID returns an id, or one made of it that is not taken.
func unusedID(id string, taken map[string]bool) string {
	if id == "" {
		id = "0"
	}
	for n, base := 2, id; taken[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	taken[id] = true
	return id
}

// lostNotes reports the notes that say something else and whose marks went with words of their sentences.
func (o *dataDoc) lostNotes() {
	if len(o.edited) == 0 {
		return
	}
	for _, story := range o.doc.Stories {
		for p := range wml.Paragraphs(story.Blocks...) {
			for i := range p.Runs {
				if n := p.Runs[i].Note(); n != nil {
					delete(o.edited, noteName(n.Endnote)+" "+n.ID)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.edited)) {
		o.refuse(sayDataNoPlace, o.edited[name])
	}
}

// notes puts footnotes or endnotes in, changed, added and, on blocks of which another note came
// back, deleted.
func (o *dataDoc) notes(list extract.List, planned []*layout.Note, notes *[]*wml.Note) {
	end := list == extract.Endnotes
	data, sent, kind := o.marksOf(o.data, list), o.marksOf(o.sent, list), noteName(end)
	ids, own := make([]string, len(planned)), map[string]string{}
	for i, n := range planned {
		ids[i], own[strconv.Itoa(i+1)] = n.Node.ID, n.Node.ID
	}
	for s := range sent {
		sent[s].own = own[sent[s].NativeID]
	}
	match := o.match(kind, data, sent, ids, func(int, int) bool { return true })
	*notes = slices.DeleteFunc(*notes, func(n *wml.Note) bool { return o.gone[kind+" "+n.ID] })
	byID, taken := map[string]*wml.Note{}, map[string]bool{}
	for _, n := range *notes {
		byID[n.ID], taken[n.ID] = n, true
	}
	for i, m := range data {
		ref := extract.Ref{List: list, Index: i}
		switch s := match[i]; {
		case m.HasRevisions:
			o.refuse(sayDataRevised, ref)
		case strings.TrimSpace(m.Text) == "":
			o.refuse(sayDataEmpty, ref)
		case s >= 0:
			o.numbered[kind+" "+sent[s].NativeID] = m.NativeID
			if m.Text != sent[s].Text {
				byID[sent[s].NativeID].Blocks = o.paragraphs(m.Text)
				o.edited[kind+" "+sent[s].NativeID] = ref
			}
		case m.place == nil:
			o.refuse(sayDataNoPlace, ref)
		default:
			n := &wml.Note{ID: unusedID(m.NativeID, taken), Blocks: o.paragraphs(m.Text)}
			o.numbered[kind+" "+n.ID] = m.NativeID
			*notes = append(*notes, n)
			o.added = append(o.added, func() {
				m.place.Runs = append(slices.Clip(m.place.Runs), wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Endnote: end, ID: n.ID}})
			})
		}
	}
}
