package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Text returns a document as lines for people and for programs that compare lines: a paragraph is a line, with the light
// markup of the source, and tracked changes are shown as {+inserted+} and {-deleted-}, as `git diff --word-diff` does. Comments
// stand in brackets at their place, with their author; notes, headers and footers follow the text. Ids, dates and formatting
// without markup are left out, so that files that read alike give the same lines.
func Text(d *wml.Document, look halt.Look) string {
	x := &extractor{review: &Review{}, look: look, bookmarks: bookmarkDecoder{}}
	w := &lineWriter{x: x, comments: map[string]*wml.Comment{}, notes: map[noteKey]string{}}
	for _, c := range d.Comments {
		w.comments[c.ID] = c
	}
	for _, s := range d.Stories {
		if s.Kind == wml.MainStory {
			w.blocks(s.Blocks)
		}
	}
	w.ends(d.Footnotes, false)
	w.ends(d.Endnotes, true)
	shown := map[string]bool{} // most sections have the same headers
	for _, s := range d.Stories {
		part := lineWriter{x: x, comments: w.comments, notes: w.notes, pages: true}
		part.blocks(s.Blocks)
		name := [...]string{wml.HeaderStory: "[header] ", wml.FooterStory: "[footer] "}[s.Kind]
		if text := name + strings.ReplaceAll(strings.TrimSpace(part.out.String()), "\n\n", "\n"+name); s.Kind != wml.MainStory && text != name && !shown[text] {
			shown[text] = true
			w.line(text)
		}
	}
	for _, c := range d.Comments { // of no place in the text
		if w.comments[c.ID] != nil {
			w.line(w.comment(c.ID))
		}
	}
	return w.out.String()
}

// lineWriter writes the lines of a document.
type lineWriter struct {
	x        *extractor
	out      strings.Builder
	item     bool                    // the line before is an item of a list
	comments map[string]*wml.Comment // that have not been shown
	notes    map[noteKey]string      // marks of notes: their numbers in the text, as their ids and order in the file change when it is saved
	counts   [2]int                  // how many footnotes and endnotes have one
	pages    bool                    // the flow stands on every page
}

// noteKey is a note among those of both kinds.
type noteKey struct {
	endnote bool
	id      string
}

// mark returns the mark of a note, which is the next one when it has none.
func (w *lineWriter) mark(id string, endnote bool) string {
	key := noteKey{endnote, id}
	if w.notes[key] == "" {
		kind, prefix := 0, ""
		if endnote {
			kind, prefix = 1, "e"
		}
		w.counts[kind]++
		w.notes[key] = fmt.Sprintf("[^%s%d]", prefix, w.counts[kind])
	}
	return w.notes[key]
}

// ends writes the texts of notes in the order of their marks. One without a mark in the text follows, when it has a text.
func (w *lineWriter) ends(notes []*wml.Note, endnote bool) {
	lines := map[string]string{}
	var marks []string
	for _, n := range notes {
		text := w.flat(n.Blocks)
		if !realNote(n.ID) || text == "" && w.notes[noteKey{endnote, n.ID}] == "" {
			continue
		}
		mark := w.mark(n.ID, endnote)
		marks = append(marks, mark)
		lines[mark] = mark + ": " + text
	}
	slices.SortFunc(marks, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	for _, mark := range marks {
		w.line(lines[mark])
	}
}

// line writes a line, with an empty one before it.
func (w *lineWriter) line(text string) {
	if w.out.Len() > 0 {
		w.out.WriteByte('\n')
	}
	w.out.WriteString(text + "\n")
	w.item = false
}

func (w *lineWriter) blocks(blocks []wml.Block) {
	for _, b := range blocks {
		w.x.look.Now()
		switch b := b.(type) {
		case *wml.Paragraph:
			w.paragraph(b)
		case *wml.Table:
			w.table(b)
		}
	}
}

func (w *lineWriter) paragraph(p *wml.Paragraph) {
	text := w.words(p)
	if text == "" {
		return
	}
	lead, item := "", p.List != wml.NoList
	switch digit, heading := strings.CutPrefix(p.Style, "Heading"); {
	case heading && len(digit) == 1 && digit[0] >= '1' && digit[0] <= '9':
		lead, item = strings.Repeat("#", int(digit[0]-'0'))+" ", false
	case p.Style == "Title":
		lead = "# "
	case p.List == wml.Bullet:
		lead = strings.Repeat("  ", p.Level) + "- "
	case p.List == wml.Number:
		lead = strings.Repeat("  ", p.Level) + "1. "
	}
	lead += [...]string{wml.OpenBox: "[ ] ", wml.DoneBox: "[x] "}[p.Box]
	if item && w.item {
		w.out.WriteString(lead + text + "\n")
		return
	}
	w.line(lead + text)
	w.item = item
}

// words returns a paragraph in one line but for its line breaks.
func (w *lineWriter) words(p *wml.Paragraph) string {
	var b strings.Builder
	for i := 0; i < len(p.Runs); {
		j := i + 1
		for j < len(p.Runs) && revisedAlike(&p.Runs[i], &p.Runs[j]) {
			j++
		}
		b.WriteString(changed(w.stretch(p.Runs[i:j]), p.Runs[i].Ins, p.Runs[i].Del))
		i = j
	}
	if p.MarkIns != nil || p.MarkDel != nil {
		b.WriteString(changed("¶", p.MarkIns, p.MarkDel))
	}
	return strings.TrimRight(b.String(), " \t\n")
}

// revisedAlike reports whether two runs are in the same kind of change.
func revisedAlike(a, b *wml.Run) bool {
	return (a.Ins == nil) == (b.Ins == nil) && (a.Del == nil) == (b.Del == nil)
}

// changed writes a text as what was done with it.
func changed(text string, ins, del *wml.Revision) string {
	if text == "" {
		return ""
	}
	if del != nil {
		text = "{-" + text + "-}"
	}
	if ins != nil {
		text = "{+" + text + "+}"
	}
	return text
}

// stretch writes runs that were changed alike: text, and what stands between.
func (w *lineWriter) stretch(runs []wml.Run) string {
	var b strings.Builder
	from := 0
	text := func(to int) {
		b.WriteString(w.x.markdown(runs[from:to], wml.All))
		from = to + 1
	}
	for i := range runs {
		object, ofPage := w.object(&runs[i]), false
		if w.pages && object == "" {
			object, ofPage = runs[i].OfPage() // the file has what was on any page
		}
		if object == "" && !ofPage {
			continue
		}
		text(i)
		b.WriteString(object)
	}
	text(len(runs))
	return b.String()
}

// object returns what stands for something that is no text.
func (w *lineWriter) object(r *wml.Run) string {
	switch r.Kind {
	case wml.CommentMark:
		return w.comment(r.Ref())
	case wml.NoteMark:
		return w.mark(r.Note().ID, r.Note().Endnote)
	case wml.PageBreak:
		return "[page break]"
	case wml.Picture:
		im := r.Image()
		what := "[picture"
		if im.ChartKey != "" {
			what = "[chart " + im.ChartKey
		}
		for _, sum := range im.Sums {
			what += fmt.Sprintf(" %08x", sum)
		}
		if text := strings.Join(strings.Fields(im.Alt+" "+im.Words), " "); text != "" {
			what += ": " + text
		}
		return what + "]"
	case wml.Opaque:
		if words := strings.Join(strings.Fields(r.Ref()), " "); words != "" {
			return "[" + r.Text + ": " + words + "]"
		}
		return "[" + r.Text + "]"
	}
	return ""
}

// comment returns a comment that has not been shown, "" when it has.
func (w *lineWriter) comment(id string) string {
	c := w.comments[id]
	if c == nil {
		return ""
	}
	delete(w.comments, id)
	who := c.Author
	if c.Resolved != nil && *c.Resolved {
		who += ", resolved"
	}
	return "[" + who + ": " + w.flat(c.Blocks) + "]"
}

// flat returns blocks in one line.
func (w *lineWriter) flat(blocks []wml.Block) string {
	var parts []string
	for p := range wml.Paragraphs(blocks...) {
		if text := strings.ReplaceAll(w.words(p), "\n", " / "); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " / ")
}

// table writes a table, a line for each row.
func (w *lineWriter) table(t *wml.Table) {
	for i := range t.Rows {
		w.x.look.Now()
		row := &t.Rows[i]
		var b strings.Builder
		for _, c := range row.Cells {
			if c.Span == 0 {
				continue // the cell before it covers it
			}
			b.WriteString("| " + changed(w.flat(c.Blocks)+" ", c.Ins, c.Del))
		}
		text := changed(b.String()+"|", row.Ins, row.Del)
		if i > 0 {
			w.out.WriteString(text + "\n")
			continue
		}
		w.line(text)
	}
}
