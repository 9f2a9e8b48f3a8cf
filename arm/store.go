package arm

import (
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Native are the comment and the tracked changes of a document that show an artifact. Prefix and Suffix are the words
// around a tracked change: they tell what became of it when it is gone ([TurnsFrom]).
type Native struct {
	CommentID      string
	RevisionIDs    []string
	Prefix, Suffix string
	// Stale tells that another file showed them, of which this one is a new rendering.
	Stale bool
	// Apart tells that the change was in what shows a change request as a block of its own, and not in the text.
	Apart bool
}

// Store puts a record and its two projections into an edit of the package the carriage was read from.
// Parts that exist keep their names and GUIDs. main is the main part of the document; native may be
// nil.
func (c *Carriage) Store(e *opc.Edit, main string, record Value, native map[string]Native, updatedAt string) error {
	if err := writable(record); err != nil {
		return err
	}
	for _, f := range c.findings {
		if f.Code == CarriageAmbiguous {
			return refuse(f.Code, f.Message)
		}
	}
	session := record.Get("manifest").Text("sessionId")
	for _, p := range []struct {
		*part
		value Value
	}{
		{&c.manifest, c.manifestPayload(record)},
		{&c.cache, cachePayload(record, native, updatedAt)},
		{&c.record, record},
		{&c.shown, shownPayload(record, native)},
	} {
		if p.part == &c.shown && p.data.Name == "" && len(p.value.Items("changes")) == 0 {
			continue
		}
		data := wml.WriteEnvelope(p.namespace, p.root, "0.1", jsonEncoding, string(p.value.Canonical()))
		if p.data.Name != "" {
			e.Set(p.data.Name, "application/xml", data)
			continue
		}
		e.AddData(main, storeID(p.namespace, session), []string{p.namespace}, data)
	}
	return nil
}

// manifestPayload projects the manifest. What somebody else wrote beside it stays.
func (c *Carriage) manifestPayload(record Value) Value {
	manifest := record.Get("manifest")
	base := Value{kind: Object}
	if c.manifest.read && c.manifest.value.kind == Object {
		base = c.manifest.value
	}
	if base.Get("serverRef") == nil {
		base = base.with(Value{}.as("serverRef"))
	}
	return base.with(whole(2).as("schemaVersion"), text("session-manifest").as("manifestKind"), text(manifest.Text("sessionId")).as("sessionId"),
		boolean(false).as("autoCall"), text(manifest.hash()).as("manifestHash"), manifest.as("manifest"))
}

// cachePayload returns a summary of the record for those who do not verify. It can be thrown away.
func cachePayload(record Value, native map[string]Native, updatedAt string) Value {
	head := HeadOf(record, "")
	hash := Value{}
	if head.HeadTurnHash != nil {
		hash = text(*head.HeadTurnHash)
	}
	artifacts := []Value{}
	for _, a := range artifactsOf(record) {
		members := []Value{text(a.ID).as("artifactId"), text(a.TurnID).as("turnId"), text(a.Kind).as("kind"), text(a.State).as("state")}
		ids := []Value{}
		if n := native[a.ID]; n.CommentID != "" {
			ids = append(ids, text(n.CommentID).as("commentId"))
		} else if len(n.RevisionIDs) > 0 {
			revisions := []Value{}
			for _, id := range n.RevisionIDs {
				revisions = append(revisions, text(id))
			}
			ids = append(ids, list(revisions...).as("revisionIds"))
		}
		artifacts = append(artifacts, object(append(members, object(ids...).as("native"))...))
	}
	return object(whole(2).as("schemaVersion"), text("record-summary").as("cacheKind"), text(head.SessionID).as("sessionId"),
		text(head.ManifestHash).as("manifestHash"), hash.as("headTurnHash"), whole(head.TurnCount).as("turnCount"),
		text(updatedAt).as("updatedAt"), list(artifacts...).as("artifacts"))
}

// Carry copies the ARM parts of one package into an edit of another as they are, damaged ones and
// those of versions nobody knows included: what is carried is not ours to judge (level 0). It reports
// whether there was anything to carry.
func Carry(from *opc.Package, to *opc.Edit, main string) (bool, error) {
	carried := false
	for _, d := range from.DataParts() {
		head, err := from.Head(d.Name, 4096)
		if text, whole := from.Text(d.Name); from.Size(d.Name) <= maxPart && whole == nil {
			head = []byte(text[:min(len(text), 4096)]) // in whatever encoding it was
		}
		if err != nil || !mentions(string(head)) && !foreignVersion(string(head)) {
			continue
		}
		data, err := from.Part(d.Name)
		if err != nil {
			return carried, err
		}
		var props []byte
		if d.Props != "" {
			if props, err = from.Part(d.Props); err != nil {
				return carried, err
			}
		}
		to.AddDataAs(main, props, data)
		carried = true
	}
	return carried, nil
}
