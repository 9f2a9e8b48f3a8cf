package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Paragraphs character by character, to be compared word by word.

// atoms cuts runs into single characters, and the objects between them.
func atoms(runs []wml.Run) []wml.Run {
	var out []wml.Run
	for i := range runs {
		r := runs[i]
		if !r.Kind.IsText() {
			out = append(out, r)
			continue
		}
		text := layout.Characters(&r)
		if r.Kind == wml.NoBreakHyphen {
			r.Kind = wml.Text // the character it stands for
		}
		for _, c := range text {
			r.Text = string(c)
			out = append(out, r)
		}
	}
	return out
}

func blank(r wml.Run) bool { return r.Kind == wml.Text && strings.TrimSpace(r.Text) == "" }
