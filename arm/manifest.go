package arm

import "crypto/ed25519"

// manifest is an index of a manifest whose shape is right.
type manifest struct {
	hash      string
	session   string
	parties   map[string]*party
	keys      map[string]*signingKey
	anchors   map[string]*Value // by anchorId
	topics    map[string]bool   // of all ontologies
	documents map[string]bool
}

type party struct {
	name      string
	approvers map[string]bool // who may approve besides the party itself
}

type signingKey struct {
	party         string
	public        ed25519.PublicKey // nil when it cannot be used
	needsApproval bool
}

// readManifest indexes a manifest and reports what is wrong with it. path is where it stands.
func readManifest(v *Value, report *Report, path []step) *manifest {
	m := &manifest{
		hash: v.hash(), session: v.Text("sessionId"), parties: map[string]*party{}, keys: map[string]*signingKey{},
		anchors: map[string]*Value{}, topics: map[string]bool{}, documents: map[string]bool{},
	}
	r := &manifestReader{m, report, path}
	r.ontologies(v)
	r.people(v)
	for i := range v.Items("documents") {
		id := v.Items("documents")[i].Text("documentId")
		if m.documents[id] {
			r.fail(ManifestDuplicateID, "the document id "+id+" is there twice", "documents", i)
		}
		m.documents[id] = true
	}
	for i := range v.Items("anchors") {
		a := &v.Items("anchors")[i]
		id := a.Text("anchorId")
		if m.anchors[id] != nil {
			r.fail(ManifestDuplicateID, "the anchor id "+id+" is there twice", "anchors", i)
			continue
		}
		m.anchors[id] = a
		if !m.documents[a.Text("documentId")] {
			r.fail(ManifestReferenceBroken, "the anchor is in a document that is not in the manifest", "anchors", i)
		}
		if !m.topics[a.Text("clauseTopic")] {
			r.fail(ManifestReferenceBroken, "the anchor's topic is in no ontology", "anchors", i)
		}
	}
	return m
}

type manifestReader struct {
	*manifest
	report *Report
	path   []step
}

func (r *manifestReader) fail(code Code, message, list string, i int, more ...step) {
	path := append(append(append([]step{}, r.path...), step{name: list}, step{index: i}), more...)
	r.report.add(Finding{Code: code, TurnIndex: -1, Path: pointer(path), Message: message})
}

func (r *manifestReader) ontologies(v *Value) {
	seen := map[string]bool{}
	for i := range v.Items("ontologyRefs") {
		o := &v.Items("ontologyRefs")[i]
		if id := o.Text("ontologyId"); seen[id] {
			r.fail(ManifestDuplicateID, "the ontology id "+id+" is there twice", "ontologyRefs", i)
		}
		seen[o.Text("ontologyId")] = true
		inOrder := true
		topics := o.Items("topics")
		for j := range topics {
			inOrder = inOrder && (j == 0 || compareUTF16(topics[j-1].text, topics[j].text) < 0)
			r.topics[topics[j].text] = true
		}
		if !inOrder || ontologySubject(o).hash() != o.Text("contentHash") {
			r.fail(OntologyHashMismatch, "contentHash is not that of id, version and topics, or the topics are not sorted", "ontologyRefs", i)
		}
	}
}

func (r *manifestReader) people(v *Value) {
	for i := range v.Items("parties") {
		p := &v.Items("parties")[i]
		id := p.Text("partyId")
		if r.parties[id] != nil {
			r.fail(ManifestDuplicateID, "the party id "+id+" is there twice", "parties", i)
			continue
		}
		known := &party{name: p.Text("displayName"), approvers: map[string]bool{}}
		for _, a := range p.Items("approverPartyIds") {
			known.approvers[a.text] = true
		}
		r.parties[id] = known
		for j := range p.Items("signingKeys") {
			k := &p.Items("signingKeys")[j]
			at := []step{{name: "signingKeys"}, {index: j}}
			if r.keys[k.Text("keyId")] != nil {
				r.fail(ManifestDuplicateID, "the key id "+k.Text("keyId")+" is there twice", "parties", i, at...)
				continue
			}
			public, err := publicKey(k)
			if err != nil {
				r.fail(KeyInvalid, err.Error(), "parties", i, at...)
			}
			r.keys[k.Text("keyId")] = &signingKey{party: id, public: public, needsApproval: k.Get("turnsRequireHumanApproval").kind == True}
		}
	}
	for i := range v.Items("parties") {
		for _, a := range v.Items("parties")[i].Items("approverPartyIds") {
			if r.parties[a.text] == nil {
				r.fail(ManifestReferenceBroken, "the approver "+a.text+" is no party", "parties", i)
			}
		}
	}
}
