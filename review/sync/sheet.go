package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Paragraphs character by character, to be compared word by word.

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

func blank(a atom) bool { return a.run.Kind == wml.Text && strings.TrimSpace(a.run.Text) == "" }
