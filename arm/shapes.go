package arm

// The objects of arm-notes §3. Values with a code of their own (a decision, the kind of an artifact)
// are only strings here; the verifier examines them.

var recordShape = members(
	member{"ledger", true, func(c *checker, v *Value) {
		if v.kind != Array {
			c.fail(SchemaInvalid, "the ledger is not an array")
		}
	}},
	member{"manifest", true, manifestShape},
	member{"schemaVersion", true, aVersion},
)

var manifestShape = members(
	member{"anchors", true, each(anchorShape)},
	member{"createdAt", true, aTime},
	member{"documents", true, each(documentShape)},
	member{"ontologyRefs", true, each(ontologyShape)},
	member{"parties", true, each(partyShape)},
	member{"profiles", false, each(anyText)},
	member{"schemaVersion", true, aVersion},
	member{"sessionId", true, anID},
)

var ontologyShape = members(
	member{"contentHash", true, aHash},
	member{"ontologyId", true, anID},
	member{"topics", true, ids},
	member{"uri", false, anyText},
	member{"version", true, anyText},
)

var partyShape = members(
	member{"approverPartyIds", false, ids},
	member{"displayName", true, anyText},
	member{"partyId", true, anID},
	member{"signingKeys", true, each(signingKeyShape)},
)

// The forms of a key are checked with the key itself, see publicKey.
var signingKeyShape = members(
	member{"algorithm", true, anyText},
	member{"holder", false, anyText},
	member{"keyId", true, anID},
	member{"publicKeyJwk", false, members(
		member{"crv", true, anyText},
		member{"kty", true, anyText},
		member{"x", true, anyText},
	)},
	member{"publicKeyPem", false, anyText},
	member{"turnsRequireHumanApproval", true, aBoolean},
)

var documentShape = members(
	member{"baselineHash", false, aHash},
	member{"baselineKind", false, matching(func(s string) bool { return s == "noma-source-bytes" || s == "docx-main-part-bytes" }, "a kind of baseline")},
	member{"documentId", true, anID},
	member{"mediaType", true, anyText},
	member{"title", false, anyText},
)

var anchorShape = members(
	member{"anchorId", true, anID},
	member{"clauseTopic", true, anID},
	member{"documentId", true, anID},
	member{"label", false, anyText},
	member{"selector", true, selectorShape},
	member{"textHash", false, aHash},
)

func selectorShape(c *checker, v *Value) {
	switch v.Text("kind") {
	case "noma-block":
		blockSelector(c, v)
	case "text-quote":
		quoteSelector(c, v)
	default:
		c.fail(SchemaInvalid, "the selector is of no known kind (noma-block, text-quote)")
	}
}

var blockSelector = members(
	member{"blockId", true, anyText},
	member{"kind", true, anyText},
)

var quoteSelector = members(
	member{"exact", true, anyText},
	member{"kind", true, anyText},
	member{"prefix", false, anyText},
	member{"suffix", false, anyText},
)

var turnShape = members(
	member{"body", true, bodyShape},
	member{"bodyHash", true, aHash},
	member{"signature", true, signatureShape},
	member{"turnHash", true, aHash},
)

var bodyShape = members(
	member{"anchorId", true, anID},
	member{"authorPartyId", true, anID},
	member{"authority", true, authorityShape},
	member{"clauseTopic", true, anID},
	member{"createdAt", true, aTime},
	member{"decision", true, anyText},
	member{"manifestHash", true, aHash},
	member{"previousTurnHash", true, orNull(aHash)},
	member{"respondsToTurnId", false, anID},
	member{"schemaVersion", true, aVersion},
	member{"sequence", true, aCount},
	member{"sessionId", true, anID},
	member{"turnId", true, anID},
	member{"visibleArtifacts", true, each(artifactShape)},
)

var signatureShape = members(
	member{"algorithm", true, anAlgorithm},
	member{"keyId", true, anID},
	member{"signedAt", true, aTime},
	member{"value", true, aSignature},
)

// Kinds of authority (arm §7).
const (
	directAuthority   = "direct-party-signature"
	approvedAuthority = "human-approved-agent-draft"
)

// authorityShape asks for an approval only where the kind does. A direct turn that carries one, and
// a kind nobody knows, are for the verifier to name.
func authorityShape(c *checker, v *Value) {
	if v.Text("kind") == approvedAuthority {
		approvedShape(c, v)
		return
	}
	otherAuthority(c, v)
}

var approvedShape = members(
	member{"humanApproval", true, approvalShape},
	member{"kind", true, anyText},
	member{"mandateId", true, anID},
)

var otherAuthority = members(
	member{"humanApproval", false, anything},
	member{"kind", true, anyText},
	member{"mandateId", false, anID},
)

var approvalShape = members(
	member{"approvalId", true, anID},
	member{"approvalSignature", true, signatureShape},
	member{"approvalSubjectHash", true, aHash},
	member{"approved", true, aBoolean},
	member{"approvedAt", true, aTime},
	member{"approvedBy", true, anID},
	member{"approvedDraftHash", true, aHash},
	member{"mandateId", true, anID},
	member{"manifestHash", true, aHash},
	member{"schemaVersion", true, aVersion},
	member{"sessionId", true, anID},
)

func artifactShape(c *checker, v *Value) {
	artifactMembers(c, v)
	if has, replaces := v.Get("oldText") != nil, v.Text("kind") == "replacement"; replaces && !has {
		c.fail(SchemaInvalid, "a replacement needs oldText")
	} else if has && !replaces && isArtifactKind(v.Text("kind")) {
		c.fail(SchemaInvalid, "only a replacement has oldText")
	}
}

var artifactMembers = members(
	member{"anchorId", true, anID},
	member{"artifactId", true, anID},
	member{"authorPartyId", true, anID},
	member{"clauseTopic", true, anID},
	member{"kind", true, anyText},
	member{"oldText", false, anyText},
	member{"placement", false, placementShape},
	member{"text", true, anyText},
)

var placementShape = members(
	member{"exact", false, anyText},
	member{"occurrence", false, aCount},
	member{"prefix", false, anyText},
	member{"relation", true, matching(isRelation, "a relation (whole, exact, start, end, before, after)")},
	member{"suffix", false, anyText},
)

func isRelation(s string) bool {
	switch s {
	case "whole", "exact", "start", "end", "before", "after":
		return true
	}
	return false
}

func isArtifactKind(s string) bool {
	switch s {
	case "comment", "insertion", "deletion", "replacement":
		return true
	}
	return false
}

// Decisions of the vocabulary (arm §6).
var Decisions = []string{"propose", "counter", "accept", "reject", "escalate"}
