package reviewsync

import (
	"iter"
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// A document that nobody sent is compared like a returned file: with the change requests that the author accepts, or as
// review data say it. Its blocks become what reading them from a Word file would give, and no file is written.

// written turns blocks of a plan into those of a returned document, and knows which came of which.
type written struct {
	paras  map[*wml.Paragraph]*layout.Para
	tables map[*wml.Table]*layout.Grid
	gone   map[string]bool // comments and notes that are left out: "comment 3", "endnote 1"
	seen   map[string]bool // those that have a place in the text, likewise
	ends   map[*wml.Paragraph][]*layout.Comment
	native map[string]bool // ids of tracked changes that are not made from the name of a request
}

func newWritten() *written {
	return &written{paras: map[*wml.Paragraph]*layout.Para{}, tables: map[*wml.Table]*layout.Grid{}, gone: map[string]bool{}, seen: map[string]bool{}, ends: map[*wml.Paragraph][]*layout.Comment{}, native: map[string]bool{}}
}

func (w *written) blocks(blocks iter.Seq[layout.Block]) []wml.Block {
	var out []wml.Block
	var last *wml.Paragraph
	var open []*layout.Comment // those that are about the block that goes on
	end := func(p *layout.Para) {
		open = slices.DeleteFunc(open, func(c *layout.Comment) bool {
			if p != nil && c.GoesOn(p) {
				return false
			}
			w.end(last, c)
			return true
		})
	}
	for b := range blocks {
		p, isPara := b.(*layout.Para)
		end(p)
		out = append(out, w.block(b))
		if isPara {
			last, open = out[len(out)-1].(*wml.Paragraph), append(open, p.Comments...)
		}
	}
	end(nil)
	return out
}

// end ends what a comment is about behind a paragraph.
func (w *written) end(p *wml.Paragraph, c *layout.Comment) {
	w.ends[p] = append(w.ends[p], c)
	w.point(p, wml.CommentEnd, strconv.Itoa(c.Index))
	w.point(p, wml.CommentAt, strconv.Itoa(c.Index))
}

func (w *written) block(b layout.Block) wml.Block {
	switch b := b.(type) {
	case *layout.Grid:
		t := &wml.Table{Style: layout.TableData, Rows: make([]wml.Row, len(b.Rows))}
		w.tables[t] = b
		merged := dataset.MergedCells(b.Merges)
		for i, row := range b.Rows {
			r := &t.Rows[i]
			r.Header = b.Header && i == 0
			if i < len(b.RowChanges) {
				r.Ins, r.Del = sides(b.RowChanges[i])
			}
			for k, p := range row {
				m, ok := merged[[2]int{i, k}]
				if ok && k > m.Left {
					continue // the cell before it spans it
				}
				c := wml.TableCell{Span: 1, Blocks: w.blocks(slices.Values([]layout.Block{p}))}
				c.Ins, c.Del = sides(b.CellChanges[p])
				if ok {
					c.Span, c.Begins, c.Merged = m.Shape(i)
				}
				r.Cells = append(r.Cells, c)
			}
		}
		return t
	case *layout.Columns:
		t := &wml.Table{Style: layout.TableLayout, Rows: make([]wml.Row, len(b.Rows))}
		for i, row := range b.Rows {
			for _, cell := range row {
				t.Rows[i].Cells = append(t.Rows[i].Cells, wml.TableCell{Span: 1, Blocks: w.blocks(slices.Values(cell))})
			}
		}
		return t
	}
	return w.para(b.(*layout.Para))
}

// sides gives a tracked change of a row or cell as an insertion or a deletion.
func sides(r *wml.Revision) (ins, del *wml.Revision) {
	if r != nil && r.Kind == wml.Delete {
		return nil, r
	}
	return r, nil
}

func (w *written) para(p *layout.Para) *wml.Paragraph {
	out := &wml.Paragraph{Style: p.Style, List: p.List, Box: p.Box, Level: p.Level, NumID: p.ListNo, Align: p.Align, Framed: p.Frame != nil, Rule: p.Rule,
		SectionBreak: p.SectionEnd != nil, MarkIns: p.Ins, MarkDel: p.Del}
	if p.Inner > 0 {
		out.Indent = p.InnerIndent()
	}
	if p.Frame != nil {
		out.RightIndent = p.RightIndent()
	}
	w.paras[out] = p
	for _, name := range p.Anchors {
		out.Points = append(out.Points, wml.Point{Kind: wml.BookmarkStart, Name: name})
	}
	for _, c := range p.Comments {
		w.point(out, wml.CommentStart, strconv.Itoa(c.Index))
	}
	if out.Runs = p.Runs(); slices.ContainsFunc(out.Runs, func(r wml.Run) bool {
		return r.Kind == wml.Math || r.Kind >= wml.NoteMark || r.Ins != nil || r.Del != nil
	}) {
		out.Runs = nil
		w.runs(out, p.Runs())
	}
	for _, n := range p.Notes {
		w.note(out, wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Endnote: n.End, ID: strconv.Itoa(n.Index + 1)}})
	}
	return out
}

// runs adds runs of which some are not as a file has them.
func (w *written) runs(out *wml.Paragraph, runs []wml.Run) {
	for _, r := range runs {
		r.Ins, r.Del = w.revision(r.Ins), w.revision(r.Del)
		switch r.Kind {
		case wml.CommentFrom:
			w.point(out, wml.CommentStart, r.Ref())
		case wml.CommentTo:
			w.point(out, wml.CommentEnd, r.Ref())
		case wml.CommentMark:
			w.point(out, wml.CommentAt, r.Ref())
		case wml.NoteMark:
			w.note(out, r)
		case wml.Math:
			text := layout.Equation(&r)
			r.Text, r.Object = text, wml.Ref(text)
			out.Runs = append(out.Runs, r)
		default:
			out.Runs = append(out.Runs, r)
		}
	}
}

// revision gives the tracked change of a request the id that it has in a file.
func (w *written) revision(r *wml.Revision) *wml.Revision {
	if r == nil || w.native[r.ID] {
		return r
	}
	out := *r
	out.ID = strconv.Itoa(int(wml.StableID(r.ID)))
	return &out
}

func (w *written) point(p *wml.Paragraph, kind wml.PointKind, id string) {
	if w.placed("comment " + id) {
		p.Points = append(p.Points, wml.Point{Kind: kind, ID: id, At: len(p.Runs)})
	}
}

func (w *written) note(p *wml.Paragraph, r wml.Run) {
	name := noteName(r.Note().Endnote) + " " + r.Note().ID
	if mark := r.Note().Bookmark; mark != "" && !w.seen[name] && !w.gone[name] {
		p.Points = append(p.Points, wml.Point{Kind: wml.BookmarkStart, Name: mark, At: len(p.Runs)})
	}
	if w.placed(name) {
		p.Runs = append(slices.Clip(p.Runs), r)
	}
}

// placed notes that something has a place, and reports whether it is there at all.
func (w *written) placed(name string) bool {
	w.seen[name] = true
	return !w.gone[name]
}

// document returns a plan with the open change requests as tracked changes, as reading a Word file of it would give it.
func (w *written) document(p *layout.Plan) *wml.Document {
	d := &wml.Document{Producer: "nomadocx", HasComments: true, HasCommentState: true, HasFootnotes: true, HasEndnotes: true}
	record := layout.NewRecorder(p)
	text := func(blocks []layout.Block) []wml.Block { return w.blocks(p.Written(slices.Values(blocks))) }
	main := &wml.Story{Kind: wml.MainStory, Part: "word/document.xml", Blocks: w.blocks(p.Written(func(yield func(layout.Block) bool) {
		for b := range p.Body() {
			if record.Block(b); !yield(b) {
				return
			}
		}
	}))}
	d.Manifest = record.XML()
	d.Stories = append(d.Stories, main)
	if p.Header != nil {
		d.Stories = append(d.Stories, &wml.Story{Kind: wml.HeaderStory, Part: "word/header1.xml", Blocks: text(p.Header.Blocks)})
	}
	if p.Footer != nil {
		d.Stories = append(d.Stories, &wml.Story{Kind: wml.FooterStory, Part: "word/footer1.xml", Blocks: text(p.Footer.Blocks)})
	}
	// What belongs to a block that is not in the main story stands at its end.
	last := &layout.Para{Style: layout.StyleMeta, Part: layout.PartAnchor}
	for _, c := range p.Comments {
		id := strconv.Itoa(c.Index)
		if !c.Placed && !w.seen["comment "+id] {
			last.Comments = append(last.Comments, c)
		}
		x := &wml.Comment{ID: id, Author: c.Author, Initials: c.Initials, Date: c.Date, Resolved: &c.Resolved, Blocks: w.blocks(slices.Values(c.Blocks))}
		if c.Parent != nil {
			x.Parent = strconv.Itoa(c.Root().Index)
		}
		d.Comments = append(d.Comments, x)
	}
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		x := &wml.Note{ID: strconv.Itoa(n.Index + 1), Blocks: text(n.Blocks)}
		if !n.Placed && !w.seen[noteName(n.End)+" "+x.ID] {
			last.Notes = append(last.Notes, n)
		}
		if n.End {
			d.Endnotes = append(d.Endnotes, x)
		} else {
			d.Footnotes = append(d.Footnotes, x)
		}
	}
	if len(last.Comments)+len(last.Notes) > 0 {
		main.Blocks = append(main.Blocks, w.blocks(slices.Values([]layout.Block{last}))...)
	}
	return d
}
