package arm

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// VisibleItem is a comment or tracked change of a document: a visible artifact as Word has it.
type VisibleItem struct {
	Kind    string   `json:"kind"` // as of artifacts
	Author  string   `json:"author,omitempty"`
	Date    string   `json:"date,omitempty"`
	Text    string   `json:"text"`
	OldText string   `json:"oldText,omitempty"`
	Anchor  string   `json:"anchorId,omitempty"` // the innermost anchor it is in, "" for none
	IDs     []string `json:"nativeIds,omitempty"`

	anchors []string  // all anchors it is in, innermost first
	place   Placement // where it stands, as far as it is needed to find the place again
	// The words around a tracked change that no other one touches.
	prefix, suffix string
	apart          bool // it is in what shows a change request as a block of its own
}

// visibleItems lists what a document shows: comments in their order, then tracked changes by place.
func visibleItems(d *wml.Document, x *anchorIndex) []VisibleItem {
	w := &itemWalk{index: x, ranges: map[string]*commentRange{}, targets: map[int]string{}, before: map[string][]string{}}
	for _, r := range extract.Extract(d).Revisions {
		if r.TargetID != "" && r.At.Story == 0 {
			w.targets[r.At.Block] = layout.AnchorName(r.TargetID)
		}
	}
	w.lines = linesOf(d)
	for n := range w.lines {
		w.line(n)
	}
	var out []VisibleItem
	for _, c := range d.Comments {
		lines := []string{}
		for p := range wml.Paragraphs(c.Blocks...) {
			lines = append(lines, p.Text(wml.Current))
		}
		text := strings.Join(lines, "\n")
		if strings.HasPrefix(text, layout.MarkerPrefix) {
			continue // it only points at a change request, which is examined itself
		}
		if first, rest, ok := strings.Cut(text, "\n"); ok {
			if _, _, status := layout.ReadStatus(first); status {
				text = rest // a line of our own writer
			}
		}
		item := VisibleItem{Kind: "comment", Author: c.Author, Date: c.Date, Text: text, IDs: []string{c.ID}, place: Placement{Relation: "whole"}}
		if r := w.ranges[c.ID]; r != nil {
			item.anchors, item.place = r.anchors, r.place
		}
		out = append(out, item)
	}
	out = append(out, w.items...)
	for i := range out {
		if len(out[i].anchors) > 0 {
			out[i].Anchor = out[i].anchors[0]
		}
	}
	return out
}

// bookmarksOf returns the bookmarks that begin in a paragraph.
func bookmarksOf(p *wml.Paragraph) (names []string) {
	for _, q := range p.Points {
		if q.Kind == wml.BookmarkStart {
			names = append(names, q.Name)
		}
	}
	return names
}

// headingOf returns the level of a heading, 0 for other paragraphs.
func headingOf(p *wml.Paragraph) int {
	if digit, ok := strings.CutPrefix(p.Style, "Heading"); ok && len(digit) == 1 && digit[0] >= '1' && digit[0] <= '9' {
		return int(digit[0] - '0')
	}
	return 0
}

// itemWalk goes over the main story.
type itemWalk struct {
	index   *anchorIndex
	lines   []line
	outline outline
	targets map[int]string // block → the bookmark a change request in it is about
	ranges  map[string]*commentRange
	items   []VisibleItem
	before  map[string][]string // the paragraphs of an anchor before the one at hand
}

// commentRange is the place of a comment.
type commentRange struct {
	anchors []string
	place   Placement
}

func (w *itemWalk) line(n int) {
	l := w.lines[n]
	chain := w.outline.next(bookmarksOf(l.Paragraph), headingOf(l.Paragraph))
	if target := w.targets[l.block]; target != "" {
		chain = append([]string{target}, chain...)
	}
	anchors := w.index.at(chain, l.Text(wml.Current))
	if l.row != nil && (n == 0 || w.lines[n-1].row != l.row) {
		w.row(n, anchors)
	}
	w.paragraph(n, anchors)
}

// row takes a table row that is put in or taken out as a whole: its cells one below the other.
func (w *itemWalk) row(n int, anchors []string) {
	row := w.lines[n].row
	view, rev, kind := wml.Current, row.Ins, "insertion"
	if rev == nil {
		view, rev, kind = wml.Original, row.Del, "deletion"
	}
	var cells []string
	last := n
	for ; last < len(w.lines) && w.lines[last].row == row; last++ {
		if text := w.lines[last].Text(view); text != "" {
			cells = append(cells, text)
		}
	}
	item := VisibleItem{Kind: kind, Author: rev.Author, Date: rev.Date, Text: strings.Join(cells, "\n"), IDs: []string{rev.ID}, anchors: anchors}
	item.prefix, item.suffix = around(w.lines, n, 0, 0)
	if kind == "insertion" {
		item.place = Placement{Relation: "start"}
		if n > 0 {
			if tail := tailOf(w.lines[n-1].Text(wml.Current), 40); tail != "" {
				item.place = Placement{Relation: "after", Exact: tail}
			}
		}
	}
	w.items = append(w.items, item)
}

// paragraph takes what is marked in a paragraph.
func (w *itemWalk) paragraph(n int, anchors []string) {
	p, row := w.lines[n].Paragraph, w.lines[n].row
	first := ""
	if len(anchors) > 0 {
		first = anchors[0]
	}
	starts := map[string]int{}
	offset := offsets(p)
	text := p.Text(wml.Current)
	for _, q := range p.Points {
		switch q.Kind {
		case wml.CommentStart:
			starts[q.ID] = offset[q.At]
			w.ranges[q.ID] = &commentRange{anchors, Placement{Relation: "whole"}}
		case wml.CommentEnd:
			from, here := starts[q.ID]
			if quote := text[min(from, offset[q.At]):offset[q.At]]; here && quote != "" && quote != text {
				w.ranges[q.ID].place = Placement{Relation: "exact", Exact: quote, Occurrence: w.occurrence(first, text[:from], quote)}
			}
		}
	}
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Kind == wml.CommentMark && w.ranges[r.Ref()] == nil {
			w.ranges[r.Ref()] = &commentRange{anchors, Placement{Relation: "whole"}}
		}
	}
	for _, s := range changesOf(p) {
		if row != nil && (row.Ins != nil && s.del == "" && s.author == row.Ins.Author || row.Del != nil && s.ins == "" && s.author == row.Del.Author) {
			continue // a row that is put in or taken out, and its words with it
		}
		item := VisibleItem{Author: s.author, Date: s.date, Text: s.ins, OldText: s.del, IDs: s.ids, anchors: anchors}
		item.prefix, item.suffix = around(w.lines, n, s.first, s.last)
		item.apart = w.lines[n].request
		before := text[:offset[s.first]]
		switch {
		case s.del == "":
			item.Kind = "insertion"
			item.place = Placement{Relation: "start"}
			if tail := tailOf(before, 40); tail != "" {
				item.place = Placement{Relation: "after", Exact: tail, Occurrence: w.occurrence(first, before[:len(before)-len(tail)], tail)}
			}
		case s.ins == "":
			item.Kind, item.Text, item.OldText = "deletion", s.del, ""
			item.place = Placement{Relation: "exact", Occurrence: w.occurrence(first, before, s.del)}
		default:
			item.Kind = "replacement"
			item.place = Placement{Relation: "exact", Occurrence: w.occurrence(first, before, s.del)}
		}
		w.items = append(w.items, item)
	}
	for _, a := range anchors {
		w.before[a] = append(w.before[a], text)
	}
}

// occurrence returns which one of the equal texts of an anchor comes next.
func (w *itemWalk) occurrence(anchor, before, quote string) int {
	n := 1 + strings.Count(before, quote)
	for _, text := range w.before[anchor] {
		n += strings.Count(text, quote)
	}
	return n
}

// offsets returns the places of the runs in the current text of a paragraph, and at the end its length.
func offsets(p *wml.Paragraph) []int {
	out := make([]int, len(p.Runs)+1)
	n := 0
	for i := range p.Runs {
		out[i] = n
		if r := &p.Runs[i]; wml.Current.Shows(r) && r.HasText() {
			n += len(r.Text)
		}
	}
	out[len(p.Runs)] = n
	return out
}

// tailOf returns the end of a text, at most so many bytes, cut between characters.
func tailOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if len(s)-i <= n {
			return s[i:]
		}
	}
	return s
}
