package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What programs do to notes when they save a file.

// mixedUp reports whether the editor has mixed up the notes: the file was saved by an editor that
// counts by position, and a text stands at two notes or a sent text has moved to another note. LibreOffice does so, which may have had any
// file before that does not say any more what was sent. Of other programs, a note has to be empty and the text of another one moved.
func (in *normalized) mixedUp(returned []*gotNote, sent []wording, texts map[string]int) bool {
	if !in.byLibreOffice() && (in.base.listed || in.Producer == "nomadocx") {
		return in.Producer != "nomadocx" && emptiedAndMoved(returned, sent, texts)
	}
	seen := map[string]int{}
	empty := 0
	for _, g := range returned {
		seen[g.text]++
		if g.text == "" {
			empty++
		}
	}
	if empty > 0 {
		return true
	}
	for t, n := range seen {
		if n > max(1, texts[t]) && texts[t] > 0 {
			return true
		}
	}
	return in.commentInNote(seen, texts)
}

// emptiedAndMoved reports whether of as many notes as were sent one is empty and another one says what was sent elsewhere.
func emptiedAndMoved(returned []*gotNote, sent []wording, texts map[string]int) bool {
	empty, moved := false, false
	for i := 0; i < len(sent) && len(returned) == len(sent); i++ {
		text := returned[i].text
		empty = empty || text == ""
		moved = moved || text != "" && text != sent[i].text && texts[text] > 0
	}
	return empty && moved
}

// commentInNote reports whether a comment that is gone stands in front of a note, where LibreOffice puts it when it saves RTF.
func (in *normalized) commentInNote(returned, sent map[string]int) bool {
	var changed []string
	for text := range returned {
		if sent[text] == 0 {
			changed = append(changed, text)
		}
	}
	if changed == nil {
		return false
	}
	there := map[string]bool{}
	for _, c := range in.Comments {
		there[textOf(annotationParas(c.Blocks), wml.Original)] = true
	}
	for n := range noma.Walk(in.plan.Doc) { // those too that an earlier sync has closed
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Comment) {
			continue
		}
		gone := noma.PlainText(noma.ParseInline(strings.TrimSpace(d.Body)))
		if gone == "" || there[gone] {
			continue
		}
		for _, text := range changed {
			if rest, ok := strings.CutPrefix(text, gone); ok && sent[strings.TrimLeft(rest, "\n")] > 0 {
				return true
			}
		}
	}
	return false
}

// losesPictures reports whether a note came back without its pictures and otherwise as it was, from a program that may drop those of all
// notes.
func (s *notes) losesPictures(g *gotNote) bool {
	if s.returned.byWord() {
		return false
	}
	for p := range wml.Paragraphs(s.returned.annotations()...) {
		if slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Picture }) {
			return false
		}
	}
	was, now := annotationGlyphs(g.match.Blocks, g.paras)
	without := slices.DeleteFunc(slices.Clone(was), layout.IsPicture)
	return len(without) < len(was) && slices.Equal(without, now)
}
