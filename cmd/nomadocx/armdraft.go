package main

import (
	"fmt"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// draftShown is what the document adds to a draft that is shown to a human.
type draftShown struct {
	name   func(party string) string
	anchor func(id string) string
	clause func(anchor, quote string) (before, at, behind string, ok bool)
}

// draftIn looks at a draft with the document it is for.
func draftIn(cmd *cobra.Command, a *app.Arm, v arm.Value) (draftShown, error) {
	d, err := a.Shown(cmd.Context())
	if err != nil {
		return draftShown{}, err
	}
	s := arm.Summarize(v)
	out := draftShown{name: func(id string) string {
		for _, p := range s.Parties {
			if p.PartyID == id && p.DisplayName != "" {
				return p.DisplayName + " (" + id + ")"
			}
		}
		return id
	}, anchor: func(id string) string {
		if label := arm.AnchorLabel(v, id); label != "" {
			return label + " (" + id + ")"
		}
		return id
	}}
	if d != nil {
		out.clause = func(anchor, quote string) (string, string, string, bool) { return arm.Clause(v, d, anchor, quote) }
	}
	return out, nil
}

// showDraft prints what a draft would do, so that somebody can take responsibility for it.
func (t *terminal) showDraft(draft arm.Value, in draftShown) {
	authority, anchor := draft.Get("authority"), draft.Text("anchorId")
	if in.anchor != nil {
		anchor = in.anchor(anchor)
	}
	for _, line := range [][2]string{
		{"author", in.name(draft.Text("authorPartyId"))}, {"decision", draft.Text("decision")}, {"topic", draft.Text("clauseTopic")}, {"anchor", anchor},
		{"mandate", authority.Text("mandateId")}, {"answers", draft.Text("respondsToTurnId")}, {"session", draft.Text("sessionId")}, {"manifest", draft.Text("manifestHash")},
	} {
		if line[1] != "" {
			fmt.Fprintf(t.err, "%-9s %s\n", line[0], word(line[1]))
		}
	}
	for _, a := range draft.Items("visibleArtifacts") {
		quote := ""
		switch a.Text("kind") {
		case "replacement":
			quote = a.Text("oldText")
			fmt.Fprintf(t.err, "replace   %s\nby        %s\n", visible(quote), visible(a.Text("text")))
		case "insertion":
			quote = a.Get("placement").Text("exact")
			fmt.Fprintf(t.err, "insert    %s\n", visible(a.Text("text")))
		case "deletion":
			quote = a.Text("text")
			fmt.Fprintf(t.err, "delete    %s\n", visible(quote))
		default:
			quote = a.Get("placement").Text("exact")
			fmt.Fprintf(t.err, "%-9s %s\n", word(a.Text("kind")), visible(a.Text("text")))
		}
		at := a.Text("anchorId")
		if at != draft.Text("anchorId") {
			fmt.Fprintf(t.err, "  at anchor %s\n", word(at))
		}
		if p := a.Get("placement"); p != nil {
			fmt.Fprintf(t.err, "  place   %s\n", word(string(p.Canonical())))
		}
		if in.clause == nil {
			continue
		}
		switch before, quoted, behind, ok := in.clause(at, quote); {
		case !ok:
			fmt.Fprintln(t.err, "  clause  the anchor is not in the document")
		case quoted == "":
			fmt.Fprintf(t.err, "  clause  %s\n", visible(behind))
		default:
			fmt.Fprintf(t.err, "  clause  %s → %s ← %s\n", visible(before), visible(quoted), visible(behind))
		}
	}
}
