package main

import (
	"fmt"

	"github.com/nomadocx/nomadocx/internal/app"
)

// showDraft prints what a draft would do, so that somebody can take responsibility for it.
func (t *terminal) showDraft(a *app.ArmApproval) {
	d := a.Draft
	for _, line := range [][2]string{
		{"author", d.Author}, {"decision", d.Decision}, {"topic", d.Topic}, {"anchor", d.Anchor},
		{"mandate", d.Mandate}, {"answers", d.Answers}, {"session", d.Session}, {"manifest", d.Manifest},
	} {
		if line[1] != "" {
			fmt.Fprintf(t.err, "%-9s %s\n", line[0], word(line[1]))
		}
	}
	for _, a := range a.Artifacts {
		switch a.Kind {
		case "replacement":
			fmt.Fprintf(t.err, "replace   %s\nby        %s\n", visible(a.OldText), visible(a.Text))
		case "insertion":
			fmt.Fprintf(t.err, "insert    %s\n", visible(a.Text))
		case "deletion":
			fmt.Fprintf(t.err, "delete    %s\n", visible(a.Text))
		default:
			fmt.Fprintf(t.err, "%-9s %s\n", word(a.Kind), visible(a.Text))
		}
		if a.Anchor != "" {
			fmt.Fprintf(t.err, "  at anchor %s\n", word(a.Anchor))
		}
		if a.Place != "" {
			fmt.Fprintf(t.err, "  place   %s\n", word(a.Place))
		}
		switch c := a.Clause; {
		case c == nil:
		case !c.Found:
			fmt.Fprintln(t.err, "  clause  the anchor is not in the document")
		case c.Quoted == "":
			fmt.Fprintf(t.err, "  clause  %s\n", visible(c.Behind))
		default:
			fmt.Fprintf(t.err, "  clause  %s → %s ← %s\n", visible(c.Before), visible(c.Quoted), visible(c.Behind))
		}
	}
}
