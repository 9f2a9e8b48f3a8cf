package arm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Coverage says what of the comments and tracked changes of a document its record knows.
type Coverage struct {
	Covered   []Covered     `json:"covered"`
	Uncovered []VisibleItem `json:"uncovered"` // no turn stands for them
	Missing   []Artifact    `json:"missing"`   // of open turns, and not in the document; of accepted turns, and not in the text
	// Differences are what the document shows other than its record says, one finding each.
	Differences []Finding `json:"differences"`
	// Unchecked are the anchors whose text the manifest has no hash of.
	Unchecked []string `json:"unchecked"`
}

// Covered is an item of the document with the artifact that stands for it.
type Covered struct {
	ArtifactID string   `json:"artifactId"`
	TurnID     string   `json:"turnId"`
	Kind       string   `json:"kind"`
	State      string   `json:"state"`
	NativeIDs  []string `json:"nativeIds,omitempty"`
	// Author is the name in the document, where it is neither that of the party nor of a holder of its keys.
	Author string `json:"author,omitempty"`
	// Signed tells that author and date of the item are those of the turn. Otherwise only kind, text and
	// place agree, as when a reviewer's own comment was taken into the record.
	Signed bool `json:"signed"`
}

// Cover compares what a document shows with a record that verifies. hints are the native ids of the
// cache; nil is fine.
func Cover(record Value, d *wml.Document, hints map[string]Native) *Coverage {
	x := newAnchorIndex(record)
	m := matchItems(record, visibleItems(d, x), hints)
	lines := linesOf(d)
	c := &Coverage{Covered: []Covered{}, Uncovered: []VisibleItem{}, Missing: []Artifact{}, Differences: []Finding{}, Unchecked: []string{}}
	names := namesOf(record)
	m.judge(textsOf(lines, x, wml.Current), hints)
	for i, a := range m.artifacts {
		switch k := m.item[i]; {
		case k >= 0:
			shown := Covered{ArtifactID: a.ID, TurnID: a.TurnID, Kind: a.Kind, State: a.State, NativeIDs: m.items[k].IDs, Signed: signed(a, m.items[k])}
			if by := m.items[k].Author; !slices.Contains(names[a.PartyID], by) {
				shown.Author = by
				c.differs(WarnAuthorDiffers, a.TurnID, fmt.Sprintf("the %s %s is in the name of %q; the record has it from %s", a.Kind, a.ID, clip(by), a.Author))
			}
			if a.Kind != "comment" && (a.State == Rejected || a.State == Superseded && !m.countered(i)) {
				c.differs(WarnStateDiffers, a.TurnID, fmt.Sprintf("the %s %s is %s and still open in the document; reject it there", a.Kind, a.ID, a.State))
			}
			c.Covered = append(c.Covered, shown)
		case m.wanted[i]:
			c.Missing = append(c.Missing, a)
			what := "is not in the document"
			if a.State == Accepted && a.Kind != "comment" {
				what = "was accepted, and its wording is not in the document"
			}
			c.differs(WarnArtifactMissingInDocument, a.TurnID, fmt.Sprintf("the %s %s %s; put it there with arm rebuild", a.Kind, a.ID, what))
		}
	}
	for k, item := range m.items {
		if !m.used[k] {
			c.Uncovered = append(c.Uncovered, item)
			c.differs(WarnChangeNotCovered, "", fmt.Sprintf("no turn stands for the %s of %q", item.Kind, clip(item.Author)))
		}
	}
	c.anchors(record, m, x, lines)
	return c
}

func (c *Coverage) differs(code Code, turn, message string) {
	if len(c.Differences) < maxFindings {
		c.Differences = append(c.Differences, Finding{Code: code, TurnIndex: -1, TurnID: turn, Message: message})
	}
}

// namesOf returns the names a party has in a document: its own, and those of the holders of its keys.
func namesOf(record Value) map[string][]string {
	out := map[string][]string{}
	for _, p := range record.Get("manifest").Items("parties") {
		id := p.Text("partyId")
		out[id] = []string{p.Text("displayName")}
		for _, k := range p.Items("signingKeys") {
			if holder := k.Text("holder"); holder != "" {
				out[id] = append(out[id], holder)
			}
		}
	}
	return out
}

// judge says which artifacts a document has to show: comments, changes of open turns, and those that were accepted and
// whose wording is not in the text. What one of them changes the words of, a countered proposal, has to be there for it.
func (m *matches) judge(texts map[string]string, hints map[string]Native) {
	m.wanted = make([]bool, len(m.artifacts))
	for i := range m.artifacts {
		a := &m.artifacts[i]
		m.wanted[i] = a.State == Open || a.Kind == "comment" || m.unmet(i, texts, hints)
	}
	for i := len(m.artifacts) - 1; i >= 0; i-- { // a counter of a counter comes before what it counters
		for _, k := range m.answers[m.artifacts[i].TurnID] {
			if (m.wanted[k] || m.item[k] >= 0) && m.artifacts[i].State == Superseded && needs(&m.artifacts[k], &m.artifacts[i]) {
				m.wanted[i] = true
			}
		}
	}
}

// unmet reports whether an artifact was accepted and its wording is not in the text of its anchor.
func (m *matches) unmet(i int, texts map[string]string, hints map[string]Native) bool {
	a := m.artifacts[i]
	if a.State != Accepted || a.Kind == "comment" || m.item[i] >= 0 || changedLater(m.artifacts, i) {
		return false
	}
	if n := hints[a.ID]; n.Prefix+n.Suffix != "" {
		switch decided(a, n, texts[""]) {
		case "accept":
			return false
		case "reject":
			return true
		}
	}
	has := strings.Contains(tidyLines(texts[a.AnchorID]), tidyLines(a.Text))
	return has == (a.Kind == "deletion")
}

// matches pairs artifacts with items.
type matches struct {
	artifacts []Artifact
	items     []VisibleItem
	item      []int            // by artifact, -1 for none
	wanted    []bool           // by artifact, see [matches.judge]
	answers   map[string][]int // artifacts by the turn their turn answers
	used      []bool
}

func matchItems(record Value, items []VisibleItem, hints map[string]Native) *matches {
	m := &matches{artifacts: artifactsOf(record), items: items, used: make([]bool, len(items))}
	m.answers = map[string][]int{}
	for k := range m.artifacts {
		if to := m.artifacts[k].RespondsTo; to != "" {
			m.answers[to] = append(m.answers[to], k)
		}
	}
	m.item = make([]int, len(m.artifacts))
	for i := range m.item {
		m.item[i] = -1
	}
	parties, names := map[string]bool{}, namesOf(record)
	for _, list := range names {
		for _, name := range list {
			parties[name] = true
		}
	}
	byText := map[string][]int{}
	for k, item := range items {
		key := item.Kind + "\x00" + item.OldText + "\x00" + item.Text
		byText[key] = append(byText[key], k)
	}
	// From the surest sign to the weakest: the id that was noted, who and when, then the text alone,
	// unless it is in the name of another party.
	for _, fits := range []func(a Artifact, item VisibleItem) bool{
		func(a Artifact, item VisibleItem) bool {
			n, known := hints[a.ID]
			return known && (len(n.RevisionIDs) > 0 && slices.Equal(n.RevisionIDs, item.IDs) || n.CommentID != "" && slices.Equal([]string{n.CommentID}, item.IDs))
		},
		signed,
		func(a Artifact, item VisibleItem) bool {
			return slices.Contains(names[a.PartyID], item.Author) || !parties[item.Author]
		},
	} {
		for i, a := range m.artifacts {
			if m.item[i] >= 0 {
				continue
			}
			for _, key := range m.keys(i) {
				for _, k := range byText[key] {
					if m.item[i] < 0 && !m.used[k] && slices.Contains(items[k].anchors, a.AnchorID) && fits(a, items[k]) {
						m.item[i], m.used[k] = k, true
					}
				}
			}
		}
	}
	return m
}

// keys returns what an item that shows an artifact says: the artifact's texts, or, of a counter-proposal about the same words,
// what the proposal it counters put in their place.
func (m *matches) keys(i int) []string {
	a := &m.artifacts[i]
	out := []string{a.Kind + "\x00" + a.OldText + "\x00" + a.Text}
	if text, ok := counteredText(m.artifacts, i); ok {
		old, now := text, a.Text
		if a.Kind == "deletion" {
			old, now = "", text
		}
		out = append(out, a.Kind+"\x00"+old+"\x00"+now)
	}
	return out
}

// counteredText returns the text that the proposal an artifact counters puts in the place of the same words.
func counteredText(artifacts []Artifact, i int) (text string, ok bool) {
	a := &artifacts[i]
	if a.RespondsTo == "" || a.Kind != "replacement" && a.Kind != "deletion" {
		return "", false
	}
	for k := i - 1; k >= 0; k-- {
		if c := &artifacts[k]; c.TurnID == a.RespondsTo && c.AnchorID == a.AnchorID && c.Kind == "replacement" && c.OldText == a.quote() {
			return c.Text, true
		}
	}
	return "", false
}

// countered reports whether the document shows an answer to the turn of a superseded artifact, which stands in its text.
func (m *matches) countered(i int) bool {
	return slices.ContainsFunc(m.answers[m.artifacts[i].TurnID], func(k int) bool {
		return m.artifacts[k].Kind != "comment" && m.item[k] >= 0
	})
}

func signed(a Artifact, item VisibleItem) bool { return item.Author == a.Author && item.Date == a.Date }

// Natives returns the native ids of the artifacts a document shows, for the cache.
func Natives(record Value, d *wml.Document, hints map[string]Native) map[string]Native {
	m := matchItems(record, visibleItems(d, newAnchorIndex(record)), hints)
	out := map[string]Native{}
	for i, a := range m.artifacts {
		if k := m.item[i]; k >= 0 {
			out[a.ID] = m.items[k].native()
		}
	}
	return out
}

// native returns an item as the cache notes it.
func (i *VisibleItem) native() Native {
	if i.Kind == "comment" {
		return Native{CommentID: i.IDs[0]}
	}
	return Native{RevisionIDs: i.IDs, Prefix: i.prefix, Suffix: i.suffix, Apart: i.apart}
}
