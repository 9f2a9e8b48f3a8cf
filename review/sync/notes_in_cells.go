package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// AbiWord writes what a note of a table's cell says into the cell, and leaves the note empty.

// notesInCells puts the paragraphs of cells that are the words of a note without text back into it. Only cells with marks of notes are
// changed, which are no longer those of the file, see [ownCopy].
func (in *normalized) notesInCells() {
	if in.keepsFormatting() {
		return
	}
	sent := map[string]*layout.Note{}
	for _, n := range slices.Concat(in.plan.Footnotes, in.plan.Endnotes) {
		in.noteTexts(n, sent)
	}
	delete(sent, "")
	if len(sent) == 0 {
		return
	}
	empty := map[noteKey]**wml.Note{}
	for end, list := range map[bool][]*wml.Note{false: in.Footnotes, true: in.Endnotes} {
		for i, note := range list {
			if textOf(annotationParas(note.Blocks), wml.Original) == "" {
				empty[noteKey{note.ID, end}] = &list[i]
			}
		}
	}
	if len(empty) == 0 {
		return
	}
	back := habit{say: sayNotesInCells}
	for _, st := range in.Stories {
		for t := range wml.Tables(st.Blocks...) {
			for _, row := range t.Rows {
				for k := range row.Cells {
					for _, note := range intoNotes(&row.Cells[k], empty, sent) {
						back.add(nil, textOf(annotationParas(note.Blocks), wml.Original), "text of the cell")
					}
				}
			}
		}
	}
	in.tell(back)
}

// noteTexts adds what a note reads like in a file: fields of kinds that were lost show what they did, or are gone.
func (in *normalized) noteTexts(n *layout.Note, texts map[string]*layout.Note) {
	add := func(text string) {
		if was := texts[text]; was != nil && was != n && !slices.Equal(layout.Contents(was.Blocks), layout.Contents(n.Blocks)) {
			texts[text] = &layout.Note{} // it says not which of them
			return
		}
		texts[text] = n
	}
	add(blocksText(n.Blocks))
	for gone := range 1 << codeWords {
		var lines []string
		fields := 0
		for _, b := range n.Blocks {
			layout.EachPara(b, func(p *layout.Para) {
				line, n := in.flatRuns(p, gone)
				fields += n
				if t := text(line); t != "" {
					lines = append(lines, t)
				}
			})
		}
		if fields == 0 {
			return
		}
		add(strings.Join(lines, "\n"))
	}
}

// flatRuns returns the runs of a paragraph of a note with the text of fields that were lost, without those of the kinds whose bits are
// set in gone. It returns how many fields that are.
func (in *normalized) flatRuns(p *layout.Para, gone int) (runs []wml.Run, n int) {
	for _, r := range p.Runs() {
		kind := fieldKind(in.plan.Names, &r)
		if kind < 0 || !in.lost[kind] {
			runs = append(runs, r)
			continue
		}
		n++
		if gone>>kind&1 == 1 {
			continue
		}
		f := flatField{run: r}
		if last := len(runs) - 1; kind == blockField && last >= 0 {
			runs[last].Text = in.asBefore(runs[last].Text, &f)
		}
		f.run.Kind, f.run.Object = wml.Text, nil
		runs = append(runs, f.run)
	}
	return runs, n
}

// notesOf returns the references to notes in blocks.
func notesOf(blocks []wml.Block) (out []*wml.NoteRef) {
	for _, b := range blocks {
		if p, ok := b.(*wml.Paragraph); ok {
			for i := range p.Runs {
				if ref := p.Runs[i].Note(); p.Runs[i].Kind == wml.NoteMark && ref != nil {
					out = append(out, ref)
				}
			}
		}
	}
	return out
}

// noteKey is a note by its id, which a footnote and an endnote may have in common.
type noteKey struct {
	id  string
	end bool
}

// intoNotes does so for a cell, as long as there is something for its notes. It returns those that got it.
func intoNotes(cell *wml.TableCell, empty map[noteKey]**wml.Note, sent map[string]*layout.Note) (back []*wml.Note) {
	for _, ref := range notesOf(cell.Blocks) {
		note := empty[noteKey{ref.ID, ref.Endnote}]
		if note == nil {
			continue
		}
		if !intoNote(cell, note, sent) {
			break
		}
		back = append(back, *note)
	}
	return back
}

// paragraphsOfNote is the most paragraphs of a note that are looked for in a cell.
const paragraphsOfNote = 8

// intoNote takes the first paragraphs of a cell that are together what a note was sent with for the note. It reports whether there are any.
func intoNote(cell *wml.TableCell, note **wml.Note, sent map[string]*layout.Note) bool {
	for from := 1; from < len(cell.Blocks); from++ {
		var paras []*wml.Paragraph
		for to := from; to < min(from+paragraphsOfNote, len(cell.Blocks)); to++ {
			p, ok := cell.Blocks[to].(*wml.Paragraph)
			if !ok || len(notesOf(cell.Blocks[to:to+1])) > 0 {
				break
			}
			paras = append(paras, p)
			if n := sent[textOf(paras, wml.Original)]; n != nil {
				own := **note
				own.Blocks = dressedAs(n, paras)
				*note = &own
				cell.Blocks = slices.Concat(cell.Blocks[:from], cell.Blocks[to+1:])
				return true
			}
		}
	}
	return false
}

// dressedAs returns paragraphs that are words of a note with the formatting and links that the note was sent with, which text of a cell
// does not keep; those of which fields came as text are as they are.
func dressedAs(n *layout.Note, paras []*wml.Paragraph) (blocks []wml.Block) {
	var sent []*layout.Para
	for _, b := range n.Blocks {
		layout.EachPara(b, func(p *layout.Para) { sent = append(sent, p) })
	}
	field := func(r wml.Run) bool { return r.Kind == wml.Field }
	for i, p := range paras {
		if len(sent) == len(paras) && shown(sent[i]) == text(p.Runs) && !p.Revised() && !slices.ContainsFunc(sent[i].Runs(), field) {
			own := *p
			own.Runs, own.Points = slices.Clone(sent[i].Runs()), nil
			p = &own
		}
		blocks = append(blocks, p)
	}
	return blocks
}
