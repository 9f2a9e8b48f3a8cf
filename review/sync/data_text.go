package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// texts sets what a list of the data says differently; each entry stands for the next one that was sent with its key. An entry
// with tracked changes in it is not an edit: its changes are listed among the revisions.
func (o *dataDoc) texts(list extract.List) {
	key := func(e extract.Entry) string {
		if list == extract.BlockBodies {
			e.Kind = ""
		}
		return e.Kind + " " + o.key(e.Anchors, e.NativeID)
	}
	waiting := map[string][]int{}
	for i := range o.sent.Len(list) {
		k := key(o.sent.Entry(extract.Ref{List: list, Index: i}))
		waiting[k] = append(waiting[k], i)
	}
	for i := range o.data.Len(list) {
		now := extract.Ref{List: list, Index: i}
		e := o.data.Entry(now)
		k := key(e)
		was := extract.Ref{List: list, Index: -1}
		if w := waiting[k]; len(w) > 0 {
			was.Index, waiting[k] = w[0], w[1:]
		}
		switch {
		case was.Index >= 0 && o.same(was, now):
		case e.HasRevisions:
			o.refuse(sayDataRevised, now)
		case was.Index < 0 || !o.edit(was, now, e):
			o.refuse(sayDataNoPlace, now)
		}
	}
}

// same reports whether an entry of the data says what was sent.
func (o *dataDoc) same(was, now extract.Ref) bool {
	a, b := o.sent.Entry(was).Text, o.data.Entry(now).Text
	switch was.List {
	case extract.Headings:
		return a == b && o.sent.Headings[was.Index].Level == o.data.Headings[now.Index].Level
	case extract.Labels:
		return withoutBox(a) == withoutBox(b)
	}
	return a == b
}

// edit sets what an entry of the data says in the place of one that was sent. It reports whether there is such a place.
func (o *dataDoc) edit(was, now extract.Ref, e extract.Entry) bool {
	from := o.from[was]
	switch was.List {
	case extract.Tables:
		return o.fill(o.tableOf[was.Index], o.sent.Tables[was.Index].Rows, o.data.Tables[now.Index].Rows)
	case extract.MetricMetadata, extract.BlockMetadataList:
		return o.fields(from, o.sent.Metadata(was).Fields, o.data.Metadata(now).Fields)
	case extract.BlockBodies:
		return e.Text != "" && o.body(from, o.sent.Entry(was), e)
	}
	if len(from) != 1 || e.Text == "" {
		return false
	}
	switch p := from[0]; {
	case was.List == extract.MetricValues:
		o.replace(p, []wml.Run{{Text: e.Text}})
	case was.List == extract.Headings:
		if o.sent.Headings[was.Index].Title != e.Text {
			o.replace(p, o.markup(e.Text))
		}
		if level := o.data.Headings[now.Index].Level; level != 0 {
			as := *o.paras[p]
			as.Style = layout.HeadingStyle(level)
			o.show(p, &as)
		}
	case e.Kind == "block_title":
		o.replace(p, o.markup(withoutBox(e.Text)))
	default: // a title in a line that has fixed words around it: its first value
		return o.set(from, o.markup(e.Text), func(g *layout.Group) bool { return g.Slot.Access != layout.Volatile })
	}
	return true
}

// withoutBox returns a task's label without its check box, which is a form field: other tools count its
// glyph as text.
func withoutBox(label string) string {
	return strings.TrimLeft(label, "\u2610\u2611\u2612 ")
}

// set makes the first slot that is meant, in the lines of some paragraphs, show other runs; without runs the value is taken out. It
// reports whether there is such a slot.
func (o *dataDoc) set(paras []*wml.Paragraph, runs []wml.Run, is func(*layout.Group) bool) bool {
	for _, p := range paras {
		was := o.paras[p]
		for i := 0; was.Line != nil && i < len(was.Line.Groups); i++ {
			if g := &was.Line.Groups[i]; g.Slot != nil && is(g) {
				as := was.Set(g.Slot, runs)
				marks := slices.DeleteFunc(slices.Clone(was.Runs()), func(r wml.Run) bool { return r.Kind < wml.NoteMark })
				as.Segs = append(as.Segs, layout.Seg{Runs: marks})
				o.show(p, as)
				return true
			}
		}
	}
	return false
}

// replace makes a paragraph show other runs. What is no text stays, and what a tracked change deletes.
func (o *dataDoc) replace(p *wml.Paragraph, runs []wml.Run) {
	was := o.paras[p].Runs()
	first := slices.IndexFunc(was, isTyped)
	front := was[:max(first, 0)] // a check box, with the blank behind it
	if len(front) > 0 && strings.HasPrefix(was[first].Text, " ") {
		runs = slices.Insert(slices.Clone(runs), 0, wml.Run{Text: " "})
	}
	was = was[len(front):]
	o.says(p, front, withMarks(was, runs), slices.DeleteFunc(slices.Clone(was), func(r wml.Run) bool { return isTyped(r) || isMark(r) }))
}

// says makes a paragraph consist of other runs.
func (o *dataDoc) says(p *wml.Paragraph, runs ...[]wml.Run) {
	as := *o.paras[p]
	as.Segs = []layout.Seg{{Runs: slices.Concat(runs...)}}
	o.show(p, &as)
}

// isTyped reports whether a run is text that a reviewer types: no form field, no mark.
func isTyped(r wml.Run) bool {
	return (r.Kind.IsText() || r.Kind == wml.Field || r.Kind == wml.Math) && wml.Current.Shows(&r)
}

// typed returns the text that a reviewer types.
func typed(runs []wml.Run) string {
	var b strings.Builder
	for _, r := range runs {
		if isTyped(r) {
			b.WriteString(r.Text)
		}
	}
	return b.String()
}

// body makes the paragraphs below a label say something else. It reports false, and changes nothing, when the entry is not made
// of paragraphs one by one, as when a list item stands between them.
func (o *dataDoc) body(from []*wml.Paragraph, sent, data extract.Entry) bool {
	separator, shows := "\n\n", o.markup
	if data.Kind == "code" {
		separator, shows = "\n", func(text string) []wml.Run { return []wml.Run{{Text: text}} }
	}
	was, now := strings.Split(sent.Text, separator), strings.Split(data.Text, separator)
	paras := slices.DeleteFunc(slices.Clone(from), func(p *wml.Paragraph) bool {
		return data.Kind != "code" && strings.TrimSpace(p.Text(wml.Current)) == ""
	})
	if len(paras) != len(was) || sent.Kind != data.Kind {
		return false
	}
	// Equal paragraphs at both ends keep their place; those between change, come or go.
	head, tail := 0, 0
	for head < len(was) && head < len(now) && was[head] == now[head] {
		head++
	}
	for tail < len(was)-head && tail < len(now)-head && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	old, text := paras[head:len(paras)-tail], now[head:len(now)-tail]
	for k, p := range old {
		if k < len(text) {
			o.replace(p, shows(text[k]))
		} else {
			o.instead[p] = nil
		}
	}
	if len(text) <= len(old) {
		return true
	}
	// New paragraphs follow the last changed one, or stand beside the equal ones.
	at := paras[max(0, head+len(old)-1)]
	group := []wml.Block{at}
	for _, t := range text[len(old):] {
		group = append(group, &wml.Paragraph{Style: at.Style, Framed: at.Framed, Runs: shows(t)})
	}
	if head == 0 && len(old) == 0 {
		group = append(group[1:], at)
	}
	o.instead[at] = group
	return true
}

// fields sets, takes out and adds fields of metadata lines.
func (o *dataDoc) fields(paras []*wml.Paragraph, was, now extract.Fields) bool {
	ok := true
	field := func(label string, runs ...wml.Run) {
		ok = o.set(paras, runs, func(g *layout.Group) bool { return strings.EqualFold(strings.TrimSpace(g.Pre), label+":") }) && ok
	}
	for _, f := range was {
		if _, there := now.Get(f.Label); !there {
			field(f.Label)
		}
	}
	for _, f := range now {
		if !slices.Contains(was, f) {
			field(f.Label, wml.Run{Text: f.Text})
		}
	}
	return ok
}

// fill makes a table show the given rows. Cells that say what they said keep their paragraphs.
func (o *dataDoc) fill(t *wml.Table, was, now [][]string) bool {
	if t == nil {
		return false
	}
	rows := make([]wml.Row, len(now))
	for r, cells := range now {
		if r < len(t.Rows) {
			rows[r] = wml.Row{Header: t.Rows[r].Header}
		}
		for c, text := range cells {
			cell := wml.TableCell{Span: 1}
			if r < len(was) && c < len(was[r]) {
				if cell = t.Rows[r].Cells[c]; was[r][c] != text {
					o.replace(cell.Blocks[0].(*wml.Paragraph), o.markup(text))
				}
			} else {
				cell.Blocks = []wml.Block{&wml.Paragraph{Runs: o.markup(text)}}
			}
			rows[r].Cells = append(rows[r].Cells, cell)
		}
	}
	t.Rows = rows
	return true
}
