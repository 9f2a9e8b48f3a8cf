package arm

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// AgentParty returns the party that acts through an agent: the only one with a key whose turns a human must
// approve. With none, or several, somebody has to say which.
func AgentParty(record Value) (string, error) {
	var found []string
	for _, p := range record.Get("manifest").Items("parties") {
		if slices.ContainsFunc(p.Items("signingKeys"), func(k Value) bool {
			on := k.Get("turnsRequireHumanApproval")
			return on != nil && on.kind == True
		}) {
			found = append(found, p.Text("partyId"))
		}
	}
	switch len(found) {
	case 0:
		return "", refuse(WriterRecordInvalid, "no party of the manifest has a key of an agent (turnsRequireHumanApproval)")
	case 1:
		return found[0], nil
	}
	return "", refuse(WriterRecordInvalid, "several parties have keys of agents, "+strings.Join(found, ", ")+": say whose agent it is")
}

// FromEdit describes the turn that an edit of a document stands for: the texts of the record's anchors
// are compared, before and after, and what is other in them becomes its artifacts. It reports false when
// no anchor reads differently. Of anchors inside each other the innermost counts. Author, anchor, decision,
// answer and artifacts are filled in.
func FromEdit(record Value, author string, before, after *wml.Document) (DraftOptions, bool) {
	x := newAnchorIndex(record)
	old, now := anchorTexts(before, x), anchorTexts(after, x)
	o := DraftOptions{Author: author, Decision: "propose"}
	for _, a := range record.Get("manifest").Items("anchors") {
		id := a.Text("anchorId")
		if old[id] == now[id] || holdsChange(id, old, now) {
			continue
		}
		made := textChanges(old[id], now[id])
		if o.AnchorID == "" {
			o.AnchorID = id
		}
		for _, c := range made {
			c.AnchorID, c.Topic = id, a.Text("clauseTopic")
			o.Artifacts = append(o.Artifacts, c.Value())
		}
	}
	if len(o.Artifacts) == 0 {
		return o, false
	}
	if open := courseOf(record.Items("ledger")).open(o.AnchorID, author); open != "" {
		o.Decision, o.RespondsTo = "counter", open
	}
	return o, true
}

// holdsChange reports whether a smaller anchor that changed lies in the text of this one.
func holdsChange(id string, old, now map[string]string) bool {
	for other := range old {
		if other != id && old[other] != now[other] && len(old[other]) < len(old[id]) &&
			strings.Contains(old[id], old[other]) && strings.Contains(now[id], now[other]) {
			return true
		}
	}
	return false
}

// textChanges returns the artifacts that turn one text of an anchor into another. Lines are paragraphs; no
// artifact reaches from one into the next, for a tracked change in Word does not either.
func textChanges(old, now string) []ArtifactInput {
	before, after := strings.Split(old, "\n"), strings.Split(now, "\n")
	if old == "" {
		before = nil
	}
	if now == "" {
		after = nil
	}
	head := 0 // lines both begin with
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0 // lines both end with
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	gone, come := before[head:len(before)-tail], after[head:len(after)-tail]
	var out []ArtifactInput
	// Occurrences are counted in the text as the artifacts before make it, which is what readers see.
	done := strings.Join(before[:head], "\n")
	for i, line := range gone {
		switch {
		case i >= len(come):
			if line != "" {
				out = append(out, ArtifactInput{Kind: "deletion", Text: line, Placement: quoted(done, line)})
			}
			continue
		case line != come[i]:
			out = append(out, lineChange(done, line, come[i]))
		}
		done += "\n" + come[i]
	}
	if len(come) > len(gone) {
		out = append(out, newLines(done, after, before, head+len(gone), len(come)-len(gone)))
	}
	return out
}

// newLines returns the insertion of n lines at a place of the new text: after the line before them, or, at the
// very beginning, before the line that follows.
func newLines(done string, after, before []string, at, n int) ArtifactInput {
	added := strings.Join(after[at:at+n], "\n")
	switch {
	case at > 0 && after[at-1] != "":
		near := tailOf(after[at-1], 40)
		upTo := strings.TrimSuffix(done, near)
		if !countable(upTo, near) {
			near = after[at-1]
			upTo = strings.TrimSuffix(done, near)
		}
		return ArtifactInput{Kind: "insertion", Text: "\n" + added, Placement: &Placement{Relation: "after", Exact: near, Occurrence: 1 + strings.Count(upTo, near)}}
	case at == 0 && len(before) > 0 && before[0] != "":
		return ArtifactInput{Kind: "insertion", Text: added + "\n", Placement: &Placement{Relation: "before", Exact: before[0], Occurrence: 1}}
	}
	return ArtifactInput{Kind: "insertion", Text: added}
}

// lineChange returns the one artifact that makes a line of another: the words that differ. done is the text of
// the anchor before the line.
func lineChange(done, old, now string) ArtifactInput {
	head := 0
	for head < min(len(old), len(now)) && old[head] == now[head] {
		head++
	}
	head = wordStart(old, now, head)
	tail := 0
	for tail < min(len(old), len(now))-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	tail = wordEnd(old, now, tail)
	gone, come := old[head:len(old)-tail], now[head:len(now)-tail]
	before := done + "\n" + old[:head]
	if near := tailOf(old[:head], 40); !countable(before, gone) || gone == "" && head > 0 && !countable(before[:len(before)-len(near)], near) {
		return ArtifactInput{Kind: "replacement", Text: now, OldText: &old, Placement: quoted(done+"\n", old)}
	}
	switch {
	case old == "": // there is nothing to stand beside
		return ArtifactInput{Kind: "insertion", Text: come}
	case gone == "" && head == 0:
		return ArtifactInput{Kind: "insertion", Text: come, Placement: &Placement{Relation: "before", Exact: old, Occurrence: 1 + strings.Count(done, old)}}
	case gone == "":
		near := tailOf(old[:head], 40)
		return ArtifactInput{Kind: "insertion", Text: come, Placement: &Placement{Relation: "after", Exact: near,
			Occurrence: 1 + strings.Count(before[:len(before)-len(near)], near)}}
	case come == "":
		return ArtifactInput{Kind: "deletion", Text: gone, Placement: quoted(before, gone)}
	}
	return ArtifactInput{Kind: "replacement", Text: come, OldText: &gone, Placement: quoted(before, gone)}
}

// countable reports whether who counts a quote's occurrences from the start, each behind the one before,
// comes upon the one behind before: "a a" begins twice in "a a a" and is counted once.
func countable(before, quote string) bool {
	at, whole := 0, before+quote
	for quote != "" && at < len(before) {
		next := strings.Index(whole[at:], quote)
		if next < 0 || at+next >= len(before) {
			break
		}
		at += next + len(quote)
	}
	return at <= len(before)
}

// quoted places a change on a text that occurs as often before it.
func quoted(before, quote string) *Placement {
	n := strings.Count(before, quote)
	if n == 0 {
		return nil
	}
	return &Placement{Relation: "exact", Occurrence: n + 1}
}

// wordStart moves a place back to where a word begins in both texts, which are equal up to it.
func wordStart(old, now string, at int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(old[:at])
		if runeBoundary(old, at) && runeBoundary(now, at) && !(inWord(r) && (startsWord(old[at:]) || startsWord(now[at:]))) {
			break
		}
		if !runeBoundary(old, at) || !runeBoundary(now, at) {
			n = 1
		}
		at -= n
	}
	return at
}

// wordEnd shortens a common end to where no word is cut in either text.
func wordEnd(old, now string, tail int) int {
	for tail > 0 {
		a, b := len(old)-tail, len(now)-tail
		r, n := utf8.DecodeRuneInString(old[a:])
		last := func(s string) bool { l, _ := utf8.DecodeLastRuneInString(s); return inWord(l) }
		if runeBoundary(old, a) && runeBoundary(now, b) && !(inWord(r) && (last(old[:a]) || last(now[:b]))) {
			break
		}
		if !runeBoundary(old, a) {
			n = 1
		}
		tail -= n
	}
	return tail
}

func runeBoundary(s string, at int) bool { return at >= len(s) || utf8.RuneStart(s[at]) }

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && inWord(r)
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '-' || r == '\''
}

// Numbered gives artifacts without an id one made of the turn's.
func Numbered(turnID string) func(i int) string {
	return func(i int) string { return fmt.Sprintf("%s.%d", turnID, i+1) }
}
