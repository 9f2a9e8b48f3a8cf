package arm

import (
	"errors"
	"fmt"
	"strings"
)

// Writers. Each takes a record that verifies and gives a new one that does; what is read stays as it is.

// New makes an empty record of a manifest. Content hashes of ontologies are filled in where they are
// missing. The manifest must be valid.
func New(manifest Value) (Value, error) {
	if refs := manifest.Get("ontologyRefs"); refs != nil && refs.kind == Array {
		filled := *refs
		filled.items = make([]Value, len(refs.items))
		for i, o := range refs.items {
			if o.kind == Object && o.Get("contentHash") == nil {
				o = o.with(text(ontologySubject(&o).hash()).as("contentHash")).as(o.name)
			}
			filled.items[i] = o
		}
		manifest = manifest.with(filled)
	}
	record := object(list().as("ledger"), manifest.as("manifest"), whole(2).as("schemaVersion"))
	if err := writable(record); err != nil {
		return Value{}, err
	}
	return record, nil
}

// writable refuses a record that does not verify, or holds characters XML has none for.
func writable(record Value) error {
	if report := Verify(record, Limits{}); report.Result != Valid {
		f := report.Errors[0]
		return &Refusal{WriterRecordInvalid, fmt.Sprintf("the record does not verify: %s %s %s", f.Code, f.Path, f.Message), report}
	}
	if bad := findText(&record, nil, func(s string) bool { return strings.ContainsAny(s, "\ufffe\uffff") }); bad != nil {
		return refuse(TextUnrepresentable, "a Word file cannot hold a character of "+pointer(bad))
	}
	return nil
}

// findText returns the path of the first text, member names included, for which bad holds.
func findText(v *Value, path []step, bad func(string) bool) []step {
	if v.kind == String && bad(v.text) {
		return append(path, step{})[:len(path)]
	}
	for i := range v.items {
		s := step{index: i}
		if v.kind == Object {
			s = step{name: v.items[i].name}
			if bad(s.name) {
				return append(path, s)
			}
		}
		if found := findText(&v.items[i], append(path, s), bad); found != nil {
			return found
		}
	}
	return nil
}

// ArtifactInput is an artifact of a draft. Empty members are filled in from the turn.
type ArtifactInput struct {
	ID, Kind, AnchorID, Topic, Text string
	OldText                         *string
	Placement                       *Placement
}

// Placement says where in its anchor an artifact stands (arm-notes §3).
type Placement struct {
	Relation, Exact, Prefix, Suffix string
	Occurrence                      int // from 1; 0 when it is not said
}

// ParseArtifacts reads an array of artifacts, whose ids, anchors, topics and authors may be missing.
func ParseArtifacts(data []byte) ([]Value, error) {
	v, err := Parse(data, Limits{})
	if err != nil {
		return nil, err
	}
	if v.kind != Array {
		return nil, errors.New("the artifacts are not a JSON array")
	}
	for i := range v.items {
		if v.items[i].kind != Object {
			return nil, fmt.Errorf("artifact %d is not an object", i+1)
		}
	}
	return v.items, nil
}

// Value returns the artifact as JSON.
func (a ArtifactInput) Value() Value {
	members := []Value{text(a.Kind).as("kind"), text(a.Text).as("text")}
	for _, m := range []struct{ name, value string }{{"artifactId", a.ID}, {"anchorId", a.AnchorID}, {"clauseTopic", a.Topic}} {
		if m.value != "" {
			members = append(members, text(m.value).as(m.name))
		}
	}
	if a.OldText != nil {
		members = append(members, text(*a.OldText).as("oldText"))
	}
	if p := a.Placement; p != nil {
		place := []Value{text(p.Relation).as("relation")}
		for _, m := range []struct{ name, value string }{{"exact", p.Exact}, {"prefix", p.Prefix}, {"suffix", p.Suffix}} {
			if m.value != "" {
				place = append(place, text(m.value).as(m.name))
			}
		}
		if p.Occurrence > 0 {
			place = append(place, whole(p.Occurrence).as("occurrence"))
		}
		members = append(members, object(place...).as("placement"))
	}
	return object(members...)
}

// DraftOptions describe a turn.
type DraftOptions struct {
	TurnID     string
	CreatedAt  string // see [Timestamp]
	Author     string // party id
	AnchorID   string
	Decision   string
	Mandate    string // id; with one the turn is an agent's that a human must approve
	RespondsTo string // id of an earlier turn, "" for none
	Artifacts  []Value
	ArtifactID func(i int) string // makes ids for artifacts without one; i counts from 0
}

// Draft makes the body of a turn at the head of the record. It is not signed yet.
func Draft(record Value, o DraftOptions) (Value, error) {
	if err := writable(record); err != nil {
		return Value{}, err
	}
	topic := ""
	for i := range record.Get("manifest").Items("anchors") {
		if a := &record.Get("manifest").Items("anchors")[i]; a.Text("anchorId") == o.AnchorID {
			topic = a.Text("clauseTopic")
		}
	}
	if topic == "" {
		return Value{}, refuse(TurnAnchorUnknown, "the manifest has no anchor "+o.AnchorID)
	}
	authority := object(text(directAuthority).as("kind"))
	if o.Mandate != "" {
		authority = object(text(approvedAuthority).as("kind"), text(o.Mandate).as("mandateId"))
	}
	artifacts := make([]Value, len(o.Artifacts))
	for i, a := range o.Artifacts {
		for _, m := range []struct{ name, value string }{{"anchorId", o.AnchorID}, {"clauseTopic", topic}, {"authorPartyId", o.Author}} {
			if a.Get(m.name) == nil {
				a = a.with(text(m.value).as(m.name))
			}
		}
		if a.Get("artifactId") == nil {
			a = a.with(text(o.ArtifactID(i)).as("artifactId"))
		}
		a.name = ""
		artifacts[i] = a
	}
	members := []Value{
		whole(2).as("schemaVersion"), text(o.TurnID).as("turnId"), text(o.CreatedAt).as("createdAt"), text(o.Author).as("authorPartyId"),
		text(o.AnchorID).as("anchorId"), text(topic).as("clauseTopic"), text(o.Decision).as("decision"),
		authority.as("authority"), list(artifacts...).as("visibleArtifacts"),
	}
	if o.RespondsTo != "" {
		members = append(members, text(o.RespondsTo).as("respondsToTurnId"))
	}
	return redraft(record, object(members...))
}

// redraft puts a draft at the present head of the record: a draft made at an earlier head is stale.
// What it says stays the same.
func redraft(record, draft Value) (Value, error) {
	ledger := record.Items("ledger")
	previous := Value{}
	if n := len(ledger); n > 0 {
		previous = text(ledger[n-1].Text("turnHash"))
	}
	manifest := record.Get("manifest")
	body := draftOf(draft).with(
		text(manifest.Text("sessionId")).as("sessionId"), text(manifest.hash()).as("manifestHash"),
		whole(len(ledger)+1).as("sequence"), previous.as("previousTurnHash"))
	if err := checkDraft(body); err != nil {
		return body, err
	}
	if err := rehearse(record, body); err != nil {
		return body, err
	}
	if f, odd := oddAnswer(record, body); odd && underContract(manifest) {
		return body, refuse(strictAnswers[f.Code], f.Message)
	}
	return body, nil
}

// rehearse refuses a draft that the record could never take: an unknown author or anchor, an id that is
// there already. It is verified as a turn that nobody has signed yet.
func rehearse(record, body Value) error {
	body = body.with(object(text(directAuthority).as("kind")).as("authority"))
	return rehearsed(record, Seal(body, nobody(), body.Text("createdAt")), "the draft could not become a turn: ")
}

// checkDraft refuses a draft that could never become a turn.
func checkDraft(body Value) error {
	report := &Report{}
	// The authority of a draft still lacks its approval.
	c := &checker{report: report, turn: -1}
	shown := body
	if a := body.Get("authority"); a != nil && a.Text("kind") == approvedAuthority {
		if a.Get("mandateId") == nil {
			return refuse(SchemaInvalid, "the draft names no mandate")
		}
		shown = body.with(object(text(directAuthority).as("kind")).as("authority"))
	}
	bodyShape(c, &shown)
	if c.bad {
		f := report.Errors[0]
		return refuse(f.Code, f.Path+": "+f.Message)
	}
	if !isDecision(body.Text("decision")) {
		return refuse(TurnDecisionUnknown, "the decision is none of "+strings.Join(Decisions, ", "))
	}
	artifacts := body.Items("visibleArtifacts")
	if len(artifacts) == 0 {
		return refuse(TurnArtifactsEmpty, "a turn shows at least one thing in the document; add a comment")
	}
	for i := range artifacts {
		if k := artifacts[i].Text("kind"); !isArtifactKind(k) {
			return refuse(ArtifactKindUnknown, fmt.Sprintf("artifact %d is none of comment, insertion, deletion, replacement", i+1))
		}
		if bad := findText(&artifacts[i], []step{{name: "visibleArtifacts"}, {index: i}}, unshowable); bad != nil {
			return refuse(TextUnrepresentable, "a Word file cannot show a control character of "+pointer(bad))
		}
	}
	if bad := findText(&body, nil, func(s string) bool { return strings.ContainsAny(s, "\ufffe\uffff") }); bad != nil {
		return refuse(TextUnrepresentable, "a Word file cannot hold a character of "+pointer(bad))
	}
	return nil
}

// unshowable reports whether an artifact's text has characters Word cannot show.
func unshowable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0xfffe || r == 0xffff
	})
}
