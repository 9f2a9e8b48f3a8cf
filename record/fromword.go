package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/wml"
)

// FromWordOptions say whose edits are in a returned document.
type FromWordOptions struct {
	// Authors are party ids by the author names Word shows. The display name of a party stands for it
	// without being listed.
	Authors map[string]string
	// Party decided what was accepted or rejected in Word, which does not note who did. "" means the
	// one other party, where there is just one.
	Party string
}

// WordTurn is a turn that edits in Word stand for; nothing is signed. Author, anchor, decision, answer
// and artifacts are filled in.
type WordTurn struct {
	DraftOptions
	Items []VisibleItem // what was seen; empty for a decision
}

// Unmapped is an edit no turn is made of, with the reason.
type Unmapped struct {
	Reason string `json:"reason"`
	VisibleItem
}

// TurnsFrom makes turns of what a returned document shows beyond its record: one for each author and
// anchor, and one for each turn of another party that was accepted or rejected (arm-notes §8).
func TurnsFrom(record Value, d *wml.Document, hints map[string]Native, o FromWordOptions) ([]WordTurn, []Unmapped) {
	x := newAnchorIndex(record)
	m := matchItems(record, visibleItems(d, x), hints)
	t := &turnMaker{record: record, matches: m, people: partiesByName(record, o.Authors), unmapped: []Unmapped{}}
	t.decisions(d, x, hints, o.Party)
	for k, item := range m.items {
		if !m.used[k] {
			t.item(item)
		}
	}
	return t.turns, t.unmapped
}

// partiesByName maps author names to party ids; "" stands for a name that means several.
func partiesByName(record Value, authors map[string]string) map[string]string {
	out := map[string]string{}
	known := map[string]bool{}
	for _, p := range record.Get("manifest").Items("parties") {
		name, id := p.Text("displayName"), p.Text("partyId")
		known[id] = true
		if _, twice := out[name]; twice {
			id = ""
		}
		out[name] = id
	}
	for name, id := range authors {
		if known[id] {
			out[name] = id
		} else {
			out[name] = ""
		}
	}
	return out
}

type turnMaker struct {
	record Value
	*matches
	people   map[string]string
	turns    []WordTurn
	unmapped []Unmapped
}

// item adds a comment or change to the turn of its author and anchor.
func (t *turnMaker) item(item VisibleItem) {
	skip := func(reason string) { t.unmapped = append(t.unmapped, Unmapped{reason, item}) }
	party, known := t.people[item.Author]
	switch {
	case !known:
		skip(fmt.Sprintf("the author %q is no party; name the party with --arm-author", item.Author))
		return
	case party == "":
		skip(fmt.Sprintf("the author %q does not stand for exactly one party of the manifest", item.Author))
		return
	case item.Anchor == "":
		skip("it is in no anchor of the manifest")
		return
	case item.Kind != "comment" && item.Text == "":
		skip("it has no text")
		return
	case unshowable(item.Text + item.OldText):
		skip("its text has control characters")
		return
	}
	i := slices.IndexFunc(t.turns, func(w WordTurn) bool { return len(w.Items) > 0 && w.Author == party && w.AnchorID == item.Anchor })
	if i < 0 {
		i = len(t.turns)
		w := WordTurn{DraftOptions: DraftOptions{Author: party, AnchorID: item.Anchor, Decision: "propose"}}
		if open := t.openTurn(item.Anchor, party); open != "" {
			w.Decision, w.RespondsTo = "counter", open
		}
		t.turns = append(t.turns, w)
	}
	w := &t.turns[i]
	w.Items = append(w.Items, item)
	a := ArtifactInput{Kind: item.Kind, Text: item.Text}
	if item.Kind == "replacement" {
		a.OldText = &item.OldText
	}
	if p := item.place; p.Relation != "" && p.Relation != "whole" && (p.Occurrence > 1 || p.Exact != "" || p.Relation == "start") {
		a.Placement = &p
	}
	w.Artifacts = append(w.Artifacts, a.Value())
}

// openTurn is the last open turn of another party at an anchor, "" for none.
func (t *turnMaker) openTurn(anchor, party string) string {
	for i := len(t.artifacts) - 1; i >= 0; i-- {
		if a := t.artifacts[i]; a.AnchorID == anchor && a.PartyID != party && a.State == Open {
			return a.TurnID
		}
	}
	return ""
}

// decisions finds open turns all of whose changes were accepted, or all rejected: the document showed
// them once (the cache noted their ids), the markup is gone, and the text says which.
func (t *turnMaker) decisions(d *wml.Document, x *anchorIndex, hints map[string]Native, by string) {
	text := anchorTexts(d, x)
	for i := 0; i < len(t.artifacts); {
		n, verdict, changes := i, "", 0
		for ; n < len(t.artifacts) && t.artifacts[n].TurnID == t.artifacts[i].TurnID; n++ {
			a := t.artifacts[n]
			if a.Kind == "comment" {
				continue
			}
			changes++
			v := ""
			words, there := text[a.AnchorID]
			if t.matches.item[n] < 0 && a.State == Open && there && len(hints[a.ID].RevisionIDs) > 0 {
				v = decided(a, words)
			}
			if changes == 1 {
				verdict = v
			} else if v != verdict {
				verdict = ""
			}
		}
		if first := t.artifacts[i]; verdict != "" {
			t.decision(first, verdict, by)
		}
		i = n
	}
}

func (t *turnMaker) decision(a Artifact, verdict, by string) {
	if by == "" {
		others := []string{}
		for _, p := range t.record.Get("manifest").Items("parties") {
			if id := p.Text("partyId"); id != a.PartyID {
				others = append(others, id)
			}
		}
		if len(others) != 1 {
			t.unmapped = append(t.unmapped, Unmapped{"turn " + a.TurnID + " was decided in Word (" + verdict + "), and it is not known by whom; say it with --arm-party", VisibleItem{Kind: a.Kind, Text: a.Text, OldText: a.OldText, Anchor: a.AnchorID}})
			return
		}
		by = others[0]
	}
	if by == a.PartyID {
		t.unmapped = append(t.unmapped, Unmapped{"turn " + a.TurnID + " is the party's own: to withdraw it is no decision the vocabulary has", VisibleItem{Kind: a.Kind, Text: a.Text, OldText: a.OldText, Anchor: a.AnchorID}})
		return
	}
	word := map[string]string{"accept": "Accepted in Word.", "reject": "Rejected in Word."}[verdict]
	t.turns = append(t.turns, WordTurn{DraftOptions: DraftOptions{
		Author: by, AnchorID: a.AnchorID, Decision: verdict, RespondsTo: a.TurnID,
		Artifacts: []Value{ArtifactInput{Kind: "comment", Text: word}.Value()},
	}})
}

// decided tells from the text of an anchor what became of a change, "" when it does not say.
func decided(a Artifact, text string) string {
	has, had := strings.Contains(text, a.Text), a.OldText != "" && strings.Contains(text, a.OldText)
	switch a.Kind {
	case "insertion":
		if has {
			return "accept"
		}
		return "reject"
	case "deletion":
		if has {
			return "reject"
		}
		return "accept"
	}
	switch {
	case strings.Contains(a.Text, a.OldText) && has, has && !had:
		return "accept"
	case had && !has:
		return "reject"
	}
	return ""
}

// anchorTexts is the current text of each anchor.
func anchorTexts(d *wml.Document, x *anchorIndex) map[string]string {
	parts := map[string][]string{}
	o := outline{}
	for _, s := range d.Stories {
		if s.Kind != wml.MainStory {
			continue
		}
		for p := range wml.Paragraphs(s.Blocks...) {
			text := p.Text(wml.Current)
			for _, id := range x.at(o.next(bookmarksOf(p), headingOf(p)), text) {
				parts[id] = append(parts[id], text)
			}
		}
	}
	out := map[string]string{}
	for id, lines := range parts {
		out[id] = strings.Join(lines, "\n")
	}
	return out
}
