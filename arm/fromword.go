package arm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// FromWordOptions say whose edits are in a returned document.
type FromWordOptions struct {
	// Authors are party ids by the author names Word shows. The display name of a party and the holders of its keys
	// stand for it without being listed.
	Authors map[string]string
	// Party decided what was accepted or rejected in Word, which does not note who did. "" means the
	// one other party, where there is just one.
	Party string
	// Decided tells what was decided about the change request of the source that stands for an artifact: accept or
	// reject, "" when there is none or it is open. nil is fine.
	Decided func(a Artifact) string
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
	t := &turnMaker{record: record, course: courseOf(record.Items("ledger")), matches: m, people: partiesByName(record, o.Authors), unmapped: []Unmapped{}}
	t.decisions(d, x, hints, o)
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
	for id, names := range namesOf(record) {
		known[id] = true
		for _, name := range names {
			if other, twice := out[name]; twice && other != id {
				out[name] = ""
			} else {
				out[name] = id
			}
		}
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
	course *course
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
		skip(fmt.Sprintf("the author %q is no party; say which party it stands for", item.Author))
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
		if open := t.course.open(item.Anchor, party); open != "" {
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

// decisions finds open turns all of whose changes were accepted, or all rejected: the document showed
// them once (the cache noted their ids), the markup is gone, and the source or the text says which.
func (t *turnMaker) decisions(d *wml.Document, x *anchorIndex, hints map[string]Native, o FromWordOptions) {
	lines := linesOf(d)
	text := textsOf(lines, x, wml.Current)
	for i := 0; i < len(t.artifacts); {
		n, changes, gone := i, 0, 0
		verdicts := map[string]bool{}
		for ; n < len(t.artifacts) && t.artifacts[n].TurnID == t.artifacts[i].TurnID; n++ {
			a := t.artifacts[n]
			if a.Kind == "comment" || a.State != Open {
				continue
			}
			changes++
			if verdict, ok := t.verdict(n, text, hints, o); ok {
				gone++
				verdicts[verdict] = true
			}
		}
		switch first := t.artifacts[i]; {
		case gone == 0:
		case gone < changes:
			t.undecided(first, "some changes of turn "+first.TurnID+" were accepted or rejected in Word, and others are open; decide them all, then sync again")
		case len(verdicts) > 1 && verdicts["accept"] && verdicts["reject"]:
			t.undecided(first, "some changes of turn "+first.TurnID+" were accepted in Word and others rejected; a turn is answered as a whole: draft a counter-proposal with what was agreed")
		case verdicts[""]:
			t.undecided(first, "turn "+first.TurnID+" was decided in Word, and the text does not say how; draft the answer to it")
		case verdicts["accept"]:
			t.decision(first, "accept", o.Party)
		default:
			t.decision(first, "reject", o.Party)
		}
		i = n
	}
}

// verdict tells what became of an artifact whose markup is gone: "" when nothing says it. It reports false for one that
// is still there, and for one that no document and no source ever showed.
func (t *turnMaker) verdict(i int, texts map[string]string, hints map[string]Native, o FromWordOptions) (string, bool) {
	a := t.artifacts[i]
	if t.matches.item[i] >= 0 {
		return "", false
	}
	// A change request of the source knows what was decided about it, wherever the document showed it: a block of its own
	// leaves the text of the anchor as it was.
	if o.Decided != nil {
		if verdict := o.Decided(a); verdict != "" {
			if contradicts(a, verdict, texts[a.AnchorID]) {
				verdict = ""
			}
			return verdict, true
		}
	}
	if len(hints[a.ID].RevisionIDs) == 0 || hints[a.ID].Stale {
		return "", false
	}
	if _, there := texts[a.AnchorID]; !there || hints[a.ID].Apart {
		return "", true
	}
	n, text := hints[a.ID], texts[a.AnchorID]
	if n.Prefix+n.Suffix != "" {
		text = texts[""] // the words around it may be those of a neighbour
	}
	return decided(a, n, text), true
}

// contradicts reports whether the text of an anchor speaks against a change that is said to be rejected. One that is said to
// be accepted may have been shown apart from the text.
func contradicts(a Artifact, verdict, text string) bool {
	has := strings.Contains(text, tidyLines(a.Text))
	switch {
	case verdict != "reject" || a.Text == "":
		return false
	case a.Kind == "deletion":
		return !has
	}
	return has && (a.OldText == "" || !strings.Contains(text, tidyLines(a.OldText)))
}

func (t *turnMaker) undecided(a Artifact, why string) {
	t.unmapped = append(t.unmapped, Unmapped{why, VisibleItem{Kind: a.Kind, Text: a.Text, OldText: a.OldText, Anchor: a.AnchorID}})
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
			t.undecided(a, "turn "+a.TurnID+" was decided in Word ("+verdict+"), and it is not known by which party; say which")
			return
		}
		by = others[0]
	}
	if by == a.PartyID {
		t.undecided(a, "turn "+a.TurnID+" is the party's own: to withdraw it is no decision the vocabulary has")
		return
	}
	word := map[string]string{"accept": "Accepted in Word.", "reject": "Rejected in Word."}[verdict]
	t.turns = append(t.turns, WordTurn{DraftOptions: DraftOptions{
		Author: by, AnchorID: a.AnchorID, Decision: verdict, RespondsTo: a.TurnID,
		Artifacts: []Value{ArtifactInput{Kind: "comment", Text: word}.Value()},
	}})
}

// anchorTexts returns the current text of each anchor.
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
