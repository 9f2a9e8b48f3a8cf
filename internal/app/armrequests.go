package app

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// armRequests finds the change requests of a source that stand for artifacts of a record.
type armRequests struct {
	blocks  map[string]string // ids of blocks by anchor
	byID    map[string]*noma.Directive
	byWords map[string][]*noma.Directive
}

func requestsOf(v arm.Value, text string) *armRequests {
	q := &armRequests{map[string]string{}, map[string]*noma.Directive{}, map[string][]*noma.Directive{}}
	s, err := FromText("-", text)
	if err != nil {
		return q
	}
	for _, a := range v.Get("manifest").Items("anchors") {
		q.blocks[a.Text("anchorId")] = a.Get("selector").Text("blockId")
	}
	for n := range noma.Walk(s.Doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) {
			r := layout.ReadRequest(d)
			target, _ := d.First("target", "for", "block")
			key := shownWords(r.From) + "\x00" + shownWords(r.To) + "\x00" + target
			q.byID[d.ID], q.byWords[key] = d, append(q.byWords[key], d)
		}
	}
	return q
}

// of returns the request with the artifact's id, else those with its words about the same block.
func (q *armRequests) of(a arm.Artifact) []*noma.Directive {
	id, _, _ := strings.Cut(a.ID, ".")
	for _, id := range []string{a.ID, id} {
		if d := q.byID[id]; d != nil {
			return []*noma.Directive{d}
		}
	}
	from, to := a.OldText, a.Text
	if a.Kind == "deletion" {
		from, to = a.Text, ""
	}
	return q.byWords[unmarked(from)+"\x00"+unmarked(to)+"\x00"+q.blocks[a.AnchorID]]
}

// decided returns what was decided about the requests of an artifact: accept, reject, or "" while that cannot be known.
func (q *armRequests) decided(a arm.Artifact) string {
	verdict := ""
	for i, d := range q.of(a) {
		if now := decisionOf(d); i == 0 {
			verdict = now
		} else if now != verdict {
			verdict = ""
		}
	}
	return verdict
}

// leftOpen returns the artifacts that turns answer and whose requests stay open in the source: a copy from before the request
// came into the source, in which the change was rejected, shows what it showed when it was sent.
func (q *armRequests) leftOpen(v arm.Value, turns []arm.WordTurn) (out []arm.Unmapped) {
	answers := map[string]string{}
	for _, t := range turns {
		if t.RespondsTo != "" && (t.Decision == "accept" || t.Decision == "reject") {
			answers[t.RespondsTo] = t.Decision
		}
	}
	for _, a := range arm.OpenArtifacts(v) {
		decision := answers[a.TurnID]
		if decision == "" || a.Kind == "comment" {
			continue
		}
		for _, d := range q.of(a) {
			if d.ID != "" && !reviewsync.Closed(d) && decisionOf(d) == "" {
				out = append(out, arm.Unmapped{Reason: fmt.Sprintf("the draft is to %s turn %s, and the change request %s is still open in the source; close it with nomadocx review %s", decision, a.TurnID, d.ID, decision),
					VisibleItem: arm.VisibleItem{Kind: a.Kind, Text: a.Text, OldText: a.OldText, Anchor: a.AnchorID}})
			}
		}
	}
	return out
}

// decisionOf returns what was decided about a change request: accept, reject, or "" while it is open.
func decisionOf(d *noma.Directive) string {
	for _, key := range []string{"decision", "status"} {
		switch strings.ToLower(strings.TrimSpace(d.AttrText(key))) {
		case "accepted":
			return "accept"
		case "rejected":
			return "reject"
		}
	}
	return ""
}

// shownWords returns what markup shows, to compare words.
func shownWords(markup string) string { return unmarked(noma.PlainText(noma.ParseInline(markup))) }

// unmarked returns text without the signs that can be markup, to compare words.
func unmarked(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`\\\"'", r) {
			return -1
		}
		return r
	}, s)), " ")
}
