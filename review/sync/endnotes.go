package reviewsync

import "github.com/nomadocx/nomadocx/internal/office/wml"

// endnotesAgain makes endnotes of footnotes again where the program that saved the file knows no endnotes, as pandoc does.
func (in *normalized) endnotesAgain() {
	sent := in.plan.Endnotes
	if len(sent) == 0 || len(in.Endnotes) > 0 || in.byWord() {
		return
	}
	footnotes, endnotes := map[string]int{}, map[string]int{} // how often a text was sent
	for _, n := range in.plan.Footnotes {
		footnotes[blocksText(n.Blocks)]++
	}
	for _, n := range sent {
		endnotes[blocksText(n.Blocks)]++
	}
	again := map[string]bool{} // by their ids
	var feet, ends []*wml.Note
	for _, n := range in.Footnotes {
		text := textOf(annotationParas(n.Blocks), wml.Original)
		if footnotes[text] == 0 && endnotes[text] > 0 {
			endnotes[text]--
			again[n.ID] = true
			ends = append(ends, n)
			continue
		}
		footnotes[text] = max(0, footnotes[text]-1)
		feet = append(feet, n)
	}
	if len(ends) == 0 {
		return
	}
	in.Footnotes, in.Endnotes, in.HasEndnotes = feet, ends, true
	for _, p := range in.marked {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.NoteMark && r.Note() != nil && !r.Note().Endnote && again[r.Note().ID] {
				note := *r.Note()
				note.Endnote = true
				r.Object = &note
			}
		}
	}
	became := habit{say: sayEndnotesAsFootnotes}
	for _, n := range ends {
		became.add(nil, textOf(annotationParas(n.Blocks), wml.Original)+": endnote", "footnote")
	}
	in.tell(became)
}
