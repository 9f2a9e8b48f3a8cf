package arm

// approval checks the approval of an agent's turn (arm §8).
func (t *inspection) approval(authority *Value) {
	a := authority.Get("humanApproval")
	signature := a.Get("approvalSignature")
	const at = "/body/authority/humanApproval"
	if a.Text("sessionId") != t.body.Text("sessionId") {
		t.fail(ApprovalSessionMismatch, at+"/sessionId", "the approval belongs to another session")
	}
	if a.Text("manifestHash") != t.body.Text("manifestHash") {
		t.fail(ApprovalManifestHashMismatch, at+"/manifestHash", "the approval was given under another manifest")
	}
	if a.Text("mandateId") != authority.Text("mandateId") {
		t.fail(ApprovalMandateMismatch, at+"/mandateId", "the approval was given under another mandate")
	}
	if a.Text("approvedAt") != t.signature.Text("signedAt") {
		t.fail(ApprovalTimeMismatch, at+"/approvedAt", "the turn was not signed at the time of its approval")
	}
	if signature.Text("signedAt") != a.Text("approvedAt") {
		t.fail(ApprovalSignatureTimeMismatch, at+"/approvalSignature/signedAt", "the approval was not signed at the time it claims")
	}
	if draft := draftOf(*t.body); t.hash(&draft) != a.Text("approvedDraftHash") {
		t.fail(ApprovalDraftHashMismatch, at+"/approvedDraftHash", "what was approved is not what the turn says")
	}
	if subject := approvalSubject(*a); t.hash(&subject) != a.Text("approvalSubjectHash") {
		t.fail(ApprovalSubjectHashMismatch, at+"/approvalSubjectHash", "approvalSubjectHash is not the hash of the approval")
	}
	if a.Get("approved").kind != True {
		t.fail(ApprovalNotApproved, at+"/approved", "the human did not approve")
	}
	if id := a.Text("approvalId"); t.approvals[id] {
		t.fail(ApprovalIDDuplicate, at+"/approvalId", "an earlier turn has this approval")
	} else {
		t.approvals[id] = true
	}
	t.approver(a, signature)
}

// approver checks who approved. A key that needs approval itself cannot give any: otherwise an agent
// would approve its own drafts.
func (t *inspection) approver(a, signature *Value) {
	const at = "/body/authority/humanApproval"
	author, by := t.body.Text("authorPartyId"), a.Text("approvedBy")
	if known := t.manifest.parties[author]; t.manifest.parties[by] == nil || by != author && (known == nil || !known.approvers[by]) {
		t.fail(ApprovalApproverUnknown, at+"/approvedBy", "this party may not approve for the author")
	}
	key := t.manifest.keys[signature.Text("keyId")]
	if key == nil || key.public == nil || key.party != by || key.needsApproval {
		t.fail(ApprovalApproverKeyIneligible, at+"/approvalSignature/keyId", "the key is not one of the approver's that a human holds")
		return
	}
	if !signedBy(key.public, signature, approvalDomain, "approvalSubjectHash", a.Text("approvalSubjectHash")) {
		t.fail(ApprovalSignatureInvalid, at+"/approvalSignature/value", "the signature does not fit the approval and the approver's key")
	}
}
