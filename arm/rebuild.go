package arm

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Rebuilt is what a rebuild did.
type Rebuilt struct {
	Created  []Artifact        `json:"created"`
	Warnings []Finding         `json:"warnings"`
	Native   map[string]Native `json:"-"` // of all artifacts the document shows now
}

// Rebuild puts the visible artifacts of a record that verifies into an edit of a document, those that
// are not there: changes of open turns, and of accepted ones whose wording is nowhere; comments of all, those of closed
// turns as resolved (arm-notes §8). It never moves or changes other markup. An artifact whose place is gone is reported, not
// guessed. Rebuilding again changes nothing.
func Rebuild(record Value, p *opc.Package, e *opc.Edit, hints map[string]Native) (*Rebuilt, error) {
	if err := writable(record); err != nil {
		return nil, err
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, err
	}
	a, err := wml.NewAnnotator(p)
	if err != nil {
		return nil, err
	}
	x := newAnchorIndex(record)
	m := matchItems(record, visibleItems(d, x), hints)
	m.judge(textsOf(linesOf(d), x, wml.Current), hints)
	r := &rebuilder{Annotator: a, matches: m, places: anchorPlaces(a, x), out: &Rebuilt{Created: []Artifact{}, Warnings: []Finding{}, Native: map[string]Native{}}}
	for i, artifact := range m.artifacts {
		if k := m.item[i]; k >= 0 {
			r.out.Native[artifact.ID] = m.items[k].native()
			continue
		}
		if m.wanted[i] {
			r.create(i)
		}
	}
	if len(r.out.Created) == 0 {
		return r.out, nil
	}
	return r.out, a.Store(e)
}

// anchorPlaces returns the paragraphs of each anchor.
func anchorPlaces(a *wml.Annotator, x *anchorIndex) map[string][]int {
	out := map[string][]int{}
	o := outline{}
	for i := range a.Len() {
		p := a.Paragraph(i)
		for _, id := range x.at(o.next(p.Bookmarks, p.Heading), p.Text) {
			if n := len(out[id]); n == 0 || out[id][n-1] != i {
				out[id] = append(out[id], i)
			}
		}
	}
	return out
}

type rebuilder struct {
	*wml.Annotator
	*matches
	places map[string][]int
	out    *Rebuilt
}

func (r *rebuilder) missing(a Artifact, code Code, why string) {
	if a.State == Accepted && a.Kind != "comment" {
		why += "; it was accepted, so write it there"
	}
	r.out.Warnings = append(r.out.Warnings, Finding{Code: code, TurnIndex: -1, TurnID: a.TurnID, Message: fmt.Sprintf("artifact %s (%s at %s): %s", a.ID, a.Kind, a.AnchorID, why)})
}

// create puts one artifact into the document.
func (r *rebuilder) create(i int) {
	a := r.artifacts[i]
	paragraphs := r.places[a.AnchorID]
	if len(paragraphs) == 0 {
		r.missing(a, WarnArtifactMissingInDocument, "the anchor is not in the document")
		return
	}
	if unshowable(a.Text) || unshowable(a.OldText) {
		r.missing(a, WarnTextNotMappable, "Word cannot show a control character of the text")
		return
	}
	quote := a.Place.Exact
	switch a.Kind {
	case "deletion":
		quote = a.Text
	case "replacement":
		quote = a.OldText
	}
	first, last := paragraphs[0], paragraphs[len(paragraphs)-1]
	from, to := wml.Spot{Paragraph: first}, wml.Spot{Paragraph: last, Offset: len(r.Paragraph(last).Text)}
	if quote != "" {
		paragraph, start, end := r.quote(paragraphs, quote, a.Place)
		if paragraph < 0 {
			// A counter-proposal changes what the other party proposed, where the document shows that already.
			if with, ok := counteredText(r.artifacts, i); ok {
				paragraph, start, end = r.quote(paragraphs, with, Placement{})
			}
		}
		if paragraph < 0 {
			r.missing(a, WarnArtifactMissingInDocument, fmt.Sprintf("its text %q is not there, or a tracked change deletes it already", clip(quote)))
			return
		}
		from, to = wml.Spot{Paragraph: paragraph, Offset: start}, wml.Spot{Paragraph: paragraph, Offset: end}
	}
	switch a.Kind {
	case "comment":
		id := r.Comment(from, to, wml.NewComment{Author: a.Author, Initials: initials(a.Author), Date: a.Date, Text: a.Text, Resolved: a.State == Accepted || a.State == Rejected})
		r.out.Native[a.ID] = Native{CommentID: id}
	case "insertion":
		at := to
		if a.Place.Relation == "start" || a.Place.Relation == "before" {
			at = from
		}
		r.out.Native[a.ID] = Native{RevisionIDs: r.Change(at.Paragraph, at.Offset, at.Offset, a.Text, a.Author, a.Date)}
	case "deletion", "replacement":
		if quote == "" {
			r.missing(a, WarnTextNotMappable, "there is no text to delete")
			return
		}
		with := ""
		if a.Kind == "replacement" {
			with = a.Text
		}
		r.out.Native[a.ID] = Native{RevisionIDs: r.Change(from.Paragraph, from.Offset, to.Offset, with, a.Author, a.Date)}
	}
	r.out.Created = append(r.out.Created, a)
}

// quote finds a text among the paragraphs of an anchor: the one its placement asks for.
func (r *rebuilder) quote(paragraphs []int, exact string, p Placement) (paragraph, from, to int) {
	left := max(p.Occurrence, 1)
	for _, i := range paragraphs {
		text := r.Paragraph(i).Text
		for at := 0; ; {
			from, to := find(text[at:], exact, "", "")
			if from < 0 {
				break
			}
			from, to = at+from, at+to
			if strings.HasSuffix(text[:from], p.Prefix) && strings.HasPrefix(text[to:], p.Suffix) {
				if left--; left == 0 {
					return i, from, to
				}
			}
			at = to
		}
	}
	return -1, 0, 0
}

// initials returns the first letters of the words of a name, at most three.
func initials(name string) string {
	var out []rune
	for _, w := range strings.Fields(name) {
		if len(out) < 3 {
			out = append(out, []rune(strings.ToUpper(w))[0])
		}
	}
	return string(out)
}
