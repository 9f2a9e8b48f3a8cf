package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The text of the returned file by the blocks it belongs to, in which selectors are made.

// returnedTexts are the texts of the returned file by the block they belong to, for selectors.
type returnedTexts struct {
	*core
	all   *layout.TextOf
	keys  map[*wml.Paragraph]int
	order []*wml.Paragraph // by key
	// skipped are the paragraphs that are not collected, with the key of the one before.
	skipped map[*wml.Paragraph]int
}

// collect reads the texts of all paragraphs, once: the matching of notes has to be done before.
func (x *returnedTexts) collect() {
	if x.all != nil {
		return
	}
	x.all, x.keys = &layout.TextOf{Names: x.names}, map[*wml.Paragraph]int{}
	x.skipped = map[*wml.Paragraph]int{}
	for _, kind := range []wml.StoryKind{wml.HeaderStory, wml.FooterStory, wml.MainStory} {
		for _, st := range x.returned.Stories {
			if st.Kind == kind {
				x.blocks(st.Blocks, nil)
			}
		}
	}
	for _, g := range x.trackedNotes() {
		for _, p := range g.paras {
			x.keys[p] = x.all.AddNote(g.match.Node, layout.Glyphs(p.Runs, wml.Original))
			x.order = append(x.order, p)
		}
	}
}

func (x *returnedTexts) blocks(blocks []wml.Block, cell *wml.TableCell) {
	for i := 0; i < len(blocks); i++ {
		switch b := blocks[i].(type) {
		case *wml.Table:
			for r := range b.Rows {
				if b.Rows[r].Ins != nil {
					continue
				}
				for k := range b.Rows[r].Cells {
					c := &b.Rows[r].Cells[k]
					switch {
					case c.Ins != nil:
					case x.layouts[b]:
						x.blocks(c.Blocks, nil)
					default:
						x.blocks(c.Blocks, c)
					}
				}
			}
		case *wml.Paragraph:
			p := b
			if whole := x.wholeOf[p]; whole != nil {
				i += len(x.partsOf[whole]) - 1
				p = whole
			}
			content := layout.Glyphs(p.Runs, wml.Original)
			planned := x.planned.Get(p)
			if x.copies[p] || x.former[p] || planned != nil && !layout.Counted(planned) || len(content) == 0 && (cell == nil || p != firstPara(cell)) {
				x.skipped[p] = max(len(x.order)-1, 0)
				continue
			}
			x.keys[p] = x.all.Add(x.owner.Get(p), func() []layout.Glyph { return content }, cell != nil)
			x.order = append(x.order, p)
		}
	}
}

// quote returns the selector of the place of a change, and false when it stands in no text or its words do not select the place.
func (x *returnedTexts) quote(c *tracked, target noma.Node) (layout.Quote, bool) {
	x.collect()
	key, ok := x.keys[c.para]
	if !ok {
		return layout.Quote{}, false
	}
	start, end := layout.Spot{Para: key, At: c.start}, layout.Spot{Para: key, At: c.end}
	switch {
	case c.unit == layout.UnitBreak && c.action == "delete":
		next, ok := x.keys[c.blocks[0]]
		if whole := x.wholeOf[c.blocks[0]]; whole != nil {
			next, ok = x.keys[whole]
		}
		if !ok {
			return layout.Quote{}, false
		}
		end = layout.Spot{Para: next}
	case len(c.blocks) > 0 && c.action == "insert", c.unit == layout.UnitRow && c.action == "insert", c.unit == layout.UnitColumn && c.action == "insert":
		end.At = len(layout.Glyphs(c.para.Runs, wml.Original))
		if c.before {
			end.At = 0
		}
		start = end
	case c.unit == layout.UnitColumn:
		end.At = len(layout.Glyphs(c.para.Runs, wml.Original))
	case c.unit == layout.UnitRow:
		return x.rowQuote(c, target)
	}
	q, ok := x.all.Quote(target, start, end)
	if ok && end.Para == key {
		q = x.withControls(q, c.para, start.At, end.At)
	}
	return q, ok
}

// withControls returns the selector of a stretch of a paragraph with the controls around it as the source shows them: of a program that
// made text of controls, the words have what they showed.
func (x *returnedTexts) withControls(q layout.Quote, p *wml.Paragraph, start, end int) layout.Quote {
	planned := x.planned.Get(p)
	if planned == nil {
		return q
	}
	var controls []string // what they show
	for _, r := range planned.Runs() {
		if r.Kind == wml.Input {
			controls = append(controls, r.Text)
		}
	}
	if len(controls) == 0 {
		return q
	}
	var shown, sent []rune // a character that no control shows is the same in both, of the others the first is an object
	for _, g := range layout.Glyphs(planned.Runs(), wml.Original) {
		if g.Object != layout.ControlObject || len(controls) == 0 {
			shown, sent = append(shown, g.Rune), append(sent, g.Rune)
			continue
		}
		for i, c := range []rune(controls[0]) {
			shown = append(shown, c)
			if c = none; i == 0 {
				c = g.Rune
			}
			sent = append(sent, c)
		}
		controls = controls[1:]
	}
	if string(shown) != charactersIn(layout.Glyphs(p.Runs, wml.Original)) || slices.Contains(sent[start:end], sign) {
		return q
	}
	as := func(words []rune, at int) string { // words of the paragraph from a place on
		if layout.Folded(string(words)) != layout.Folded(string(shown[at:at+len(words)])) {
			return string(words)
		}
		for i := range words {
			if c := sent[at+i]; c != shown[at+i] {
				words[i] = c
			}
		}
		return strings.ReplaceAll(string(words), string(none), "")
	}
	before, behind := []rune(q.Prefix), []rune(q.Suffix)
	n, k := min(len(before), start), min(len(behind), len(shown)-end)
	q.Prefix = string(before[:len(before)-n]) + as(before[len(before)-n:], start-n)
	q.Suffix = as(behind[:k], end) + string(behind[k:])
	return q
}

// none stands for a character that there is not.
const none = '\ufffe'

// rowQuote returns the selector of the whole row that a change deletes, and false when there is none.
func (x *returnedTexts) rowQuote(c *tracked, target noma.Node) (layout.Quote, bool) {
	for i := range c.table.Rows {
		row := &c.table.Rows[i]
		if row.Del != c.revs[0] || len(row.Cells) == 0 {
			continue
		}
		first, ok := x.keys[firstPara(&row.Cells[0])]
		last := firstPara(&row.Cells[len(row.Cells)-1])
		end, okEnd := x.keys[last]
		if !ok || !okEnd {
			break
		}
		return x.all.Quote(target, layout.Spot{Para: first}, layout.Spot{Para: end, At: len(layout.Glyphs(last.Runs, wml.Original))})
	}
	return layout.Quote{}, false
}
