package arm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Whether the text of a document is that of its baseline, but for what the record accounts for. The hash of an anchor's
// text is that of its lines without tracked changes, in UTF-8, with a line feed between them.

// WithTextHashes fills in the hashes of the anchors' texts in a manifest, where they are missing and the document has the
// anchor.
func WithTextHashes(manifest Value, d *wml.Document) Value {
	anchors := manifest.Get("anchors")
	if anchors == nil || anchors.kind != Array {
		return manifest
	}
	texts := textsOf(linesOf(d), newAnchorIndex(object(manifest.as("manifest"))), wml.Original)
	filled := *anchors
	filled.items = slices.Clone(anchors.items)
	for i, a := range filled.items {
		if t, there := texts[a.Text("anchorId")]; there && a.kind == Object && a.Get("textHash") == nil {
			filled.items[i] = a.with(text(textHash(t)).as("textHash")).as(a.name)
		}
	}
	return manifest.with(filled)
}

// textHash returns the hash of the text of an anchor.
func textHash(s string) string { return hashText([]byte(tidyLines(strings.Trim(s, "\n")))) }

// maxUndoings bounds how many texts are tried to find the baseline of one anchor.
const maxUndoings = 20_000

// anchors compares the text of each anchor with its hash in the manifest: what tracked changes put in and take out is
// undone, and what was accepted is taken back.
func (c *Coverage) anchors(record Value, m *matches, x *anchorIndex, lines []line) {
	texts := textsOf(lines, x, wml.Original)
	manifest := record.Get("manifest").Items("anchors")
	for k := range manifest {
		id, want := manifest[k].Text("anchorId"), manifest[k].Text("textHash")
		now, there := texts[id]
		switch {
		case !there:
			c.differs(WarnAnchorTextChanged, "", "the anchor "+id+" is not in the document")
		case want == "":
			c.Unchecked = append(c.Unchecked, id)
		default:
			left := maxUndoings
			switch {
			case undone(now, m.accepted(id), want, &left):
			case left <= 0:
				c.Unchecked = append(c.Unchecked, id)
			default:
				c.differs(WarnAnchorTextChanged, "", fmt.Sprintf("the text at %s was changed without tracking, or by changes that no turn accepts", id))
			}
		}
	}
}

// accepted returns the changes of an anchor that were accepted and are in its text, the last first. With a counter-proposal
// goes the proposal whose words it changed.
func (m *matches) accepted(anchor string) (out []*Artifact) {
	for i := len(m.artifacts) - 1; i >= 0; i-- {
		a := &m.artifacts[i]
		if a.AnchorID == anchor && a.Kind != "comment" && m.item[i] < 0 && (a.State == Accepted || m.under(i)) {
			out = append(out, a)
		}
	}
	return out
}

// under reports whether a superseded change is part of an accepted one, which changes its words.
func (m *matches) under(i int) bool {
	a := &m.artifacts[i]
	return a.State == Superseded && slices.ContainsFunc(m.answers[a.TurnID], func(k int) bool {
		return k > i && needs(&m.artifacts[k], a) && (m.artifacts[k].State == Accepted || m.under(k))
	})
}

// undone reports whether a text has the wanted hash when changes are taken back, or some of them: one may not have been
// brought into the text yet.
func undone(now string, changes []*Artifact, want string, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if textHash(now) == want {
		return true
	}
	for i, a := range changes {
		old, new := a.OldText, a.Text
		switch a.Kind {
		case "insertion":
			old = ""
		case "deletion":
			old, new = a.Text, ""
		}
		for at := 0; at <= len(now) && *left > 0; at++ {
			k := strings.Index(now[at:], new)
			if k < 0 {
				break
			}
			at += k
			if undone(now[:at]+old+now[at+len(new):], changes[i+1:], want, left) {
				return true
			}
		}
	}
	return false
}

// Baseline compares a document with the bytes its manifest was made for, where that says something: as long as no turn
// was accepted, a source is the one that was sent, and as long as there is no turn at all, so is a Word file. It returns
// a finding, or false.
func Baseline(record Value, kind string, data []byte) (Finding, bool) {
	for _, t := range record.Items("ledger") {
		if kind == "docx-main-part-bytes" || t.Get("body").Text("decision") == "accept" {
			return Finding{}, false
		}
	}
	for _, d := range record.Get("manifest").Items("documents") {
		if want := d.Text("baselineHash"); want != "" && d.Text("baselineKind") == kind && want != hashText(data) {
			return Finding{Code: WarnBaselineChanged, TurnIndex: -1, Message: "the document " + d.Text("documentId") + " is not the one the manifest has the hash of, and no turn changed it"}, true
		}
	}
	return Finding{}, false
}

// MainPart returns the bytes of the main part of a package.
func MainPart(p *opc.Package) ([]byte, error) {
	main, ok := p.Related("", opc.TypeOfficeDocument)
	if !ok {
		return nil, wml.ErrNoDocument
	}
	return p.Part(main)
}
