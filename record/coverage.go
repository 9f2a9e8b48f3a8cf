package record

import (
	"slices"

	"github.com/nomadocx/nomadocx/wml"
)

// Coverage says what of the comments and tracked changes of a document its record knows.
type Coverage struct {
	Covered   []Covered     `json:"covered"`
	Uncovered []VisibleItem `json:"uncovered"` // no turn stands for them
	Missing   []Artifact    `json:"missing"`   // of open turns, and not in the document
}

// Covered is an item of the document with the artifact that stands for it.
type Covered struct {
	ArtifactID string   `json:"artifactId"`
	TurnID     string   `json:"turnId"`
	Kind       string   `json:"kind"`
	State      string   `json:"state"`
	NativeIDs  []string `json:"nativeIds,omitempty"`
	// Signed tells that author and date of the item are those of the turn. Otherwise only kind, text and
	// place agree, as when a reviewer's own remark was taken into the record.
	Signed bool `json:"signed"`
}

// Cover compares what a document shows with a record that verifies. hints are the native ids of the
// cache; nil is fine.
func Cover(record Value, d *wml.Document, hints map[string]Native) *Coverage {
	m := matchItems(record, visibleItems(d, newAnchorIndex(record)), hints)
	c := &Coverage{Covered: []Covered{}, Uncovered: []VisibleItem{}, Missing: []Artifact{}}
	for i, a := range m.artifacts {
		switch k := m.item[i]; {
		case k >= 0:
			c.Covered = append(c.Covered, Covered{a.ID, a.TurnID, a.Kind, a.State, m.items[k].IDs, signed(a, m.items[k])})
		case expected(a):
			c.Missing = append(c.Missing, a)
		}
	}
	for k, item := range m.items {
		if !m.used[k] {
			c.Uncovered = append(c.Uncovered, item)
		}
	}
	return c
}

// expected reports whether a document shows an artifact: changes of closed turns are settled, and
// their markup is gone.
func expected(a Artifact) bool { return a.State == Open || a.Kind == "comment" }

// matches pairs artifacts with items.
type matches struct {
	artifacts []Artifact
	items     []VisibleItem
	item      []int // by artifact, -1 for none
	used      []bool
}

func matchItems(record Value, items []VisibleItem, hints map[string]Native) *matches {
	m := &matches{artifacts: artifactsOf(record), items: items, used: make([]bool, len(items))}
	m.item = make([]int, len(m.artifacts))
	for i := range m.item {
		m.item[i] = -1
	}
	parties := map[string]bool{}
	for _, p := range record.Get("manifest").Items("parties") {
		parties[p.Text("displayName")] = true
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
		func(a Artifact, item VisibleItem) bool { return item.Author == a.Author || !parties[item.Author] },
	} {
		for i, a := range m.artifacts {
			if m.item[i] >= 0 {
				continue
			}
			for _, k := range byText[a.Kind+"\x00"+a.OldText+"\x00"+a.Text] {
				if !m.used[k] && slices.Contains(items[k].anchors, a.AnchorID) && fits(a, items[k]) {
					m.item[i], m.used[k] = k, true
					break
				}
			}
		}
	}
	return m
}

func signed(a Artifact, item VisibleItem) bool { return item.Author == a.Author && item.Date == a.Date }

// Hints are the native ids the cache notes for artifacts.
func (c *Carriage) Hints() map[string]Native {
	out := map[string]Native{}
	for _, a := range c.cache.value.Items("artifacts") {
		n := Native{CommentID: a.Get("native").Text("commentId")}
		for _, id := range a.Get("native").Items("revisionIds") {
			n.RevisionIDs = append(n.RevisionIDs, id.text)
		}
		out[a.Text("artifactId")] = n
	}
	return out
}

// Natives are the native ids of the artifacts a document shows, for the cache.
func Natives(record Value, d *wml.Document, hints map[string]Native) map[string]Native {
	m := matchItems(record, visibleItems(d, newAnchorIndex(record)), hints)
	out := map[string]Native{}
	for i, a := range m.artifacts {
		if k := m.item[i]; k >= 0 && a.Kind == "comment" {
			out[a.ID] = Native{CommentID: m.items[k].IDs[0]}
		} else if k >= 0 {
			out[a.ID] = Native{RevisionIDs: m.items[k].IDs}
		}
	}
	return out
}
