package arm

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Which tracked changes of the record this very file has shown, and the words around them, in a part of its own. It says
// what became of a change whose markup is gone. A new rendering carries the record along but not this part: it never
// showed what an editor or a rebuild put into the old file, and nobody decided about it there.

const (
	shownNamespace = "urn:nomadocx:shown-changes:0.1"
	shownRoot      = "shownChanges"
)

// readShown reads the part if it is this one. One that cannot be read says nothing.
func (c *Carriage) readShown(p *opc.Package, d opc.DataPart) bool {
	if p.Size(d.Name) > maxPart || c.shown.data.Name != "" {
		return false
	}
	text, err := p.Text(d.Name)
	if err != nil || !strings.Contains(text, shownNamespace) {
		return false
	}
	e, err := wml.ReadEnvelope(text, shownNamespace)
	if err != nil || e == nil || e.Root != shownRoot || len(e.Payloads) != 1 {
		return false
	}
	c.shown.data = d
	if v, err := Parse([]byte(strings.Trim(e.Payloads[0].Text, " \t\r\n")), Limits{}); err == nil && e.Payloads[0].Encoding == jsonEncoding {
		c.shown.value, c.shown.read = v, true
	}
	return true
}

// shownPayload lists the tracked changes a file shows or has shown.
func shownPayload(record Value, native map[string]Native) Value {
	changes := []Value{}
	for _, a := range artifactsOf(record) {
		if n := native[a.ID]; len(n.RevisionIDs) > 0 && !n.Stale {
			changes = append(changes, object(text(a.ID).as("artifactId"), boolean(n.Apart).as("apart"), text(n.Prefix).as("prefix"), text(n.Suffix).as("suffix")))
		}
	}
	return object(whole(2).as("schemaVersion"), list(changes...).as("changes"))
}

// Hints returns the native ids the cache notes for artifacts, and the words around those that this file has shown.
func (c *Carriage) Hints() map[string]Native {
	out := map[string]Native{}
	for _, a := range c.cache.value.Items("artifacts") {
		n := Native{CommentID: a.Get("native").Text("commentId"), Stale: true}
		for _, id := range a.Get("native").Items("revisionIds") {
			n.RevisionIDs = append(n.RevisionIDs, id.text)
		}
		out[a.Text("artifactId")] = n
	}
	for _, s := range c.shown.value.Items("changes") {
		if n, known := out[s.Text("artifactId")]; known {
			apart := s.Get("apart")
			n.Prefix, n.Suffix, n.Stale, n.Apart = s.Text("prefix"), s.Text("suffix"), false, apart != nil && apart.kind == True
			out[s.Text("artifactId")] = n
		}
	}
	return out
}
