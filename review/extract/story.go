package extract

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// block is a paragraph or a table of a story, with the facts that several rules ask for.
type block struct {
	*para
	table *wml.Table
	at    Loc
}

// para is a paragraph. It belongs to the flow it stands in: a story or a cell.
type para struct {
	*wml.Paragraph
	names []string // bookmarks that start here, each once, in order
	named bool     // one of them can be ours, see [named]
	blank bool     // shows no text
	at    Loc
}

// tree wraps the blocks of a story. Blocks inside tables have the place of the outermost table.
func tree(blocks []wml.Block, story int) []block {
	out := make([]block, 0, len(blocks))
	paras := make([]para, len(blocks)) // one allocation for the many
	for i, b := range blocks {
		out = append(out, wrap(b, &paras[i], Loc{story, i}))
	}
	return out
}

func wrap(b wml.Block, p *para, at Loc) block {
	switch b := b.(type) {
	case *wml.Paragraph:
		names := bookmarkNames(b)
		*p = para{Paragraph: b, names: names, named: named(names), blank: isBlank(b), at: at}
		return block{para: p, at: at}
	case *wml.Table:
		return block{table: b, at: at}
	}
	panic("extract: a story holds something that is neither paragraph nor table")
}

// bookmarkNames returns the names of the bookmarks that start in a paragraph. Editors write a start
// twice when text at its edge is removed, so a name counts once.
func bookmarkNames(p *wml.Paragraph) []string {
	var names []string
	var seen map[string]bool
	for _, m := range p.Points {
		if m.Kind != wml.BookmarkStart || m.Name == "" || seen[m.Name] || seen == nil && slices.Contains(names, m.Name) {
			continue
		}
		names = append(names, m.Name)
		if len(names) == 16 { // most paragraphs have one or two
			seen = map[string]bool{}
			for _, n := range names {
				seen[n] = true
			}
		} else if seen != nil {
			seen[m.Name] = true
		}
	}
	return names
}

// named reports whether a list has a bookmark a person or we set. Word's hidden bookmarks, whose
// names start with a low line (_GoBack, _Toc…, _Hlk…), say where the cursor was or what a generated
// list points at; a paragraph that has no others is as good as one without.
func named(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n[0] != '_' })
}

// generated reports whether a bookmark has the form of this program: "n_", a stem, eight hex digits.
func generated(name string) bool {
	_, _, ok := splitBookmark(name)
	return ok
}

// isLayout reports whether a table only arranges blocks. Its style says so; saved by way of another
// format a table has no style at all, and then bookmarks of blocks inside its cells tell.
func (b *block) isLayout() bool {
	switch b.table.Style {
	case layout.TableLayout:
		return true
	case layout.TableData:
		return false
	}
	found := false
	b.each(func(c []block) {
		for i := range c {
			found = found || c[i].para != nil && slices.ContainsFunc(c[i].names, generated)
		}
	})
	return found
}

// each calls f for the content of every cell of a table. It is wrapped anew for each of them: a report has
// far more cells than all else, and little is asked of them. What f is given is gone afterwards.
func (b *block) each(f func(c []block)) {
	var blocks []block
	var paras []para
	for r := range b.table.Rows {
		for c := range b.table.Rows[r].Cells {
			content := b.table.Rows[r].Cells[c].Blocks
			n := len(content)
			if n > cap(blocks) {
				blocks, paras = make([]block, n), make([]para, n)
			}
			for i := range content {
				blocks[i] = wrap(content[i], &paras[i], b.at)
			}
			f(blocks[:n])
		}
	}
}

// paragraphs calls f for every paragraph of the part in document order, those of cells included.
func (p *part) paragraphs(f func(*para)) {
	eachParagraph(p.blocks, func(x *para) {
		p.look.Now()
		f(x)
	})
}

func eachParagraph(blocks []block, f func(*para)) {
	for i := range blocks {
		if blocks[i].para != nil {
			f(blocks[i].para)
			continue
		}
		blocks[i].each(func(c []block) { eachParagraph(c, f) })
	}
}

// sequences calls f for the story and for every cell of a layout table, in document order of their
// beginnings: what one block shows never crosses the border of a cell.
func sequences(blocks []block, f func([]block)) {
	// A cell's blocks stand between those of its surroundings, and entries are numbered in document
	// order, so the surroundings are handed out in the stretches between layout tables.
	start := 0
	for i := range blocks {
		if blocks[i].table == nil || !blocks[i].isLayout() {
			continue
		}
		f(blocks[start : i+1])
		blocks[i].each(func(c []block) { sequences(c, f) })
		start = i + 1
	}
	f(blocks[start:])
}

// framed reports whether the paragraph belongs to the panel of the label before it: it has shading
// or borders of its own (contract docx-package.md §3). Shading of runs does not count, or a
// paragraph with a word in code would be drawn into the panel above it.
func (p *para) framed() bool { return p.Framed }

// text returns the text as if all changes were accepted, trimmed.
func (p *para) text() string { return trim(plainText(p.Paragraph)) }
