package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Paragraphs under edit, character by character: decisions cut into them, and a paragraph is compared word by word.

// sheet is one paragraph as it will read, character by character.
type sheet struct {
	p       *layout.Para
	grid    bool // a cell of a table
	atoms   []atom
	decided []*finding // the requests that changed it
}

// atom is one character, or one object between characters.
type atom struct {
	run   wml.Run
	fresh bool // proposed text that was put in: it is not searched again
}

func atoms(runs []wml.Run, fresh bool) []atom {
	var out []atom
	for i := range runs {
		r := runs[i]
		if !r.Kind.IsText() {
			out = append(out, atom{r, fresh})
			continue
		}
		text := layout.Characters(&r)
		if r.Kind == wml.NoBreakHyphen {
			r.Kind = wml.Text // the character it stands for
		}
		for _, c := range text {
			r.Text = string(c)
			out = append(out, atom{r, fresh})
		}
	}
	return out
}

// places are where a text stands in the sheet: indexes of its first atoms.
func (sh *sheet) places(text string) []int {
	want := []rune(text)
	var out []int
	for i := 0; len(want) > 0 && i+len(want) <= len(sh.atoms); i++ {
		n := 0
		for n < len(want) && sh.atoms[i+n].is(want[n]) {
			n++
		}
		if n == len(want) {
			out = append(out, i)
			i += n - 1
		}
	}
	return out
}

func (a *atom) is(c rune) bool {
	return a.run.Kind.IsText() && !a.fresh && (a.run.Text == string(c) || strings.TrimSpace(a.run.Text) == "" && (c == ' ' || c == '\t' || c == '\n'))
}

func find(sheets []*sheet, text string) (found *sheet, at, count int) {
	for _, sh := range sheets {
		if places := sh.places(text); len(places) > 0 {
			if count += len(places); found == nil {
				found, at = sh, places[0]
			}
		}
	}
	return found, at, count
}

func blank(a atom) bool { return a.run.Kind == wml.Text && strings.TrimSpace(a.run.Text) == "" }

func (sh *sheet) put(f *finding, at, end int, fresh []atom) {
	rest := append(fresh, sh.atoms[end:]...)
	sh.atoms = append(sh.atoms[:at:at], rest...)
	sh.decided = append(sh.decided, f)
}

func (sh *sheet) runs() []wml.Run {
	out := make([]wml.Run, len(sh.atoms))
	for i := range sh.atoms {
		out[i] = sh.atoms[i].run
	}
	return out
}
