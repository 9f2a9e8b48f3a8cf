package arm

import (
	"slices"
	"strconv"
)

// inspection is one turn being verified.
type inspection struct {
	*verifier
	index     int
	turn      *Value
	body      *Value
	signature *Value
}

func (t *inspection) fail(code Code, at, message string) {
	t.report.add(Finding{Code: code, TurnIndex: t.index, TurnID: t.body.Text("turnId"), Path: t.path(at), Message: message})
}

func (t *inspection) warn(code Code, at, message string) {
	t.report.warn(Finding{Code: code, TurnIndex: t.index, TurnID: t.body.Text("turnId"), Path: t.path(at), Message: message})
}

func (t *inspection) path(at string) string { return "/ledger/" + strconv.Itoa(t.index) + at }

// turn verifies a turn whose shape is right; before are the turns before it (arm §6).
func (v *verifier) turn(index int, turn *Value, before []Value) {
	t := &inspection{verifier: v, index: index, turn: turn, body: turn.Get("body"), signature: turn.Get("signature")}
	body, m := t.body, v.manifest

	bodyHash := turn.Text("bodyHash")
	if v.hash(body) != bodyHash {
		t.fail(TurnBodyHashMismatch, "/bodyHash", "the turn was changed after it was signed: bodyHash is not the hash of the body")
	}
	if sealed := turn.without("turnHash"); v.hash(&sealed) != turn.Text("turnHash") {
		t.fail(TurnHashMismatch, "/turnHash", "turnHash is not the hash of the signed turn")
	}
	key := t.key(bodyHash)

	previous, stored := body.Get("previousTurnHash"), ""
	if index > 0 {
		stored = before[index-1].Text("turnHash")
	}
	if previous.text != stored {
		t.fail(TurnPreviousHashMismatch, "/body/previousTurnHash", "the turn does not follow the one before it")
	}
	if body.Get("sequence").text != strconv.Itoa(index+1) {
		t.fail(TurnSequenceMismatch, "/body/sequence", "the turn is number "+strconv.Itoa(index+1)+" of the ledger and says it is number "+body.Get("sequence").text)
	}
	t.responds()
	if id := body.Text("turnId"); v.turns[id] {
		t.fail(TurnIDDuplicate, "/body/turnId", "an earlier turn has this id")
	} else {
		v.turns[id] = true
	}
	if body.Text("sessionId") != m.session {
		t.fail(TurnSessionMismatch, "/body/sessionId", "the turn belongs to another session")
	}
	if body.Text("manifestHash") != m.hash {
		t.fail(TurnManifestHashMismatch, "/body/manifestHash", "the turn was signed under another manifest")
	}
	t.anchor()
	if !isDecision(body.Text("decision")) {
		t.fail(TurnDecisionUnknown, "/body/decision", "the decision is none of propose, counter, accept, reject, escalate")
	}
	t.authority(key)
	t.visible()
	t.times()
}

func isDecision(s string) bool {
	return slices.Contains(Decisions, s)
}

// key finds the key of the turn and checks the signature with it; nil when there is no such key.
func (t *inspection) key(bodyHash string) *signingKey {
	author := t.body.Text("authorPartyId")
	if t.manifest.parties[author] == nil {
		t.fail(TurnAuthorUnknown, "/body/authorPartyId", "the author is no party of the manifest")
	}
	key := t.manifest.keys[t.signature.Text("keyId")]
	if key == nil || key.party != author || key.public == nil {
		t.fail(TurnKeyUnknown, "/signature/keyId", "the author has no such key in the manifest")
		if key != nil && key.public == nil && key.party == author {
			return key
		}
		return nil
	}
	if !signedBy(key.public, t.signature, turnDomain, "bodyHash", bodyHash) {
		t.fail(TurnSignatureInvalid, "/signature/value", "the signature does not fit the turn and the author's key")
	}
	return key
}

// responds checks that the turn that is answered came before.
func (t *inspection) responds() {
	if to := t.body.Get("respondsToTurnId"); to != nil && !t.turns[to.text] {
		t.fail(SchemaInvalid, "/body/respondsToTurnId", "no earlier turn has this id")
	}
}

func (t *inspection) anchor() {
	topic := t.body.Text("clauseTopic")
	if !t.manifest.topics[topic] {
		t.fail(TurnTopicNotInOntology, "/body/clauseTopic", "the topic is in no ontology of the manifest")
	}
	anchor := t.manifest.anchors[t.body.Text("anchorId")]
	switch {
	case anchor == nil:
		t.fail(TurnAnchorUnknown, "/body/anchorId", "the anchor is not in the manifest")
	case anchor.Text("clauseTopic") != topic:
		t.fail(TurnAnchorTopicMismatch, "/body/clauseTopic", "the anchor has another topic")
	}
}

// authority checks why the turn was allowed (arm §7).
func (t *inspection) authority(key *signingKey) {
	authority := t.body.Get("authority")
	switch kind := authority.Text("kind"); kind {
	case directAuthority:
		if authority.Get("humanApproval") != nil {
			t.fail(AuthorityUnexpectedApproval, "/body/authority/humanApproval", "a turn signed directly carries no approval")
		}
	case approvedAuthority:
		t.approval(authority)
		return
	default:
		t.fail(AuthorityKindUnknown, "/body/authority/kind", "the authority is neither "+directAuthority+" nor "+approvedAuthority)
		return
	}
	if key != nil && key.needsApproval {
		t.fail(AuthorityHumanApprovalRequired, "/body/authority/kind", "turns of this key need the approval of a human")
	}
}

// visible checks the artifacts (arm §9).
func (t *inspection) visible() {
	artifacts := t.body.Items("visibleArtifacts")
	if len(artifacts) == 0 {
		t.fail(TurnArtifactsEmpty, "/body/visibleArtifacts", "a turn shows at least one thing in the document")
	}
	for i := range artifacts {
		a := &artifacts[i]
		at := "/body/visibleArtifacts/" + strconv.Itoa(i)
		if !isArtifactKind(a.Text("kind")) {
			t.fail(ArtifactKindUnknown, at+"/kind", "the artifact is none of comment, insertion, deletion, replacement")
		}
		if id := a.Text("artifactId"); t.artifacts[id] {
			t.fail(ArtifactIDDuplicate, at+"/artifactId", "an earlier artifact has this id")
		} else {
			t.artifacts[id] = true
		}
		switch anchor := t.manifest.anchors[a.Text("anchorId")]; {
		case anchor == nil:
			t.fail(ArtifactAnchorUnknown, at+"/anchorId", "the anchor is not in the manifest")
		case anchor.Text("clauseTopic") != a.Text("clauseTopic"):
			t.fail(ArtifactAnchorTopicMismatch, at+"/clauseTopic", "the artifact's anchor has another topic")
		}
		if a.Text("authorPartyId") != t.body.Text("authorPartyId") {
			t.fail(ArtifactAuthorMismatch, at+"/authorPartyId", "the artifact is in the name of another party")
		}
	}
}

// times are claimed, not proven; that they run backwards is worth knowing.
func (t *inspection) times() {
	created, signed := t.body.Text("createdAt"), t.signature.Text("signedAt")
	if created > signed {
		t.warn(WarnTimeOrder, "/body/createdAt", "the turn claims to be made after it was signed")
	}
	if signed < t.signedAt {
		t.warn(WarnTimeOrder, "/signature/signedAt", "the turn claims to be signed before the one it follows")
	}
	t.signedAt = signed
}
