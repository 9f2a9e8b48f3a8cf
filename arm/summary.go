package arm

// Summary is what a reader shows of a record without verifying it (level 1).
type Summary struct {
	Found     bool         `json:"found"`
	SessionID string       `json:"sessionId"`
	TurnCount int          `json:"turnCount"`
	Parties   []PartyName  `json:"parties"`
	Turns     []TurnOutset `json:"turns"`
	Problems  []Finding    `json:"problems"`
}

// PartyName is a party as the manifest states it.
type PartyName struct {
	PartyID     string `json:"partyId"`
	DisplayName string `json:"displayName"`
	// Keys are those the party signs with.
	Keys []KeyName `json:"keys"`
}

// KeyName is a signing key as the manifest states it; Agent tells that a human has to approve its turns.
type KeyName struct {
	KeyID  string `json:"keyId"`
	Holder string `json:"holder,omitempty"`
	Agent  bool   `json:"agent,omitempty"`
}

// TurnOutset is what a turn says at first sight.
type TurnOutset struct {
	Sequence      int    `json:"sequence"`
	TurnID        string `json:"turnId"`
	AuthorPartyID string `json:"authorPartyId"`
	Decision      string `json:"decision"`
	AnchorID      string `json:"anchorId"`
	SignedAt      string `json:"signedAt"`
	ApprovedBy    string `json:"approvedBy,omitempty"`
	// The names the manifest states: of the party, of the holder of the key, and of the anchor.
	Author      string `json:"author,omitempty"`
	KeyID       string `json:"keyId"`
	Holder      string `json:"holder,omitempty"`
	AnchorLabel string `json:"anchorLabel,omitempty"`
	Topic       string `json:"clauseTopic"`
	// Of an approval: the name of the party, the key, and its holder.
	Approver       string     `json:"approver,omitempty"`
	ApprovalKeyID  string     `json:"approvalKeyId,omitempty"`
	ApprovalHolder string     `json:"approvalHolder,omitempty"`
	Mandate        string     `json:"mandateId,omitempty"`
	State          string     `json:"state"`
	RespondsTo     string     `json:"respondsToTurnId,omitempty"`
	Artifacts      []Artifact `json:"artifacts"`
}

// Summary reads what the parts of a Word file say: manifest and cache are enough for session, parties
// and number of turns.
func (c *Carriage) Summary() Summary {
	s := Summarize(c.record.value)
	s.Found = c.Found()
	if !c.record.read && c.manifest.read {
		s.names(c.manifest.value.Get("manifest"))
		s.SessionID = c.manifest.value.Text("sessionId")
	}
	if !c.record.read && c.cache.read {
		s.TurnCount = c.cache.value.int("turnCount")
		if s.SessionID == "" {
			s.SessionID = c.cache.value.Text("sessionId")
		}
	}
	s.Problems = append(s.Problems, c.findings...)
	return s
}

// Summarize shows a record.
func Summarize(record Value) Summary {
	s := Summary{Found: record.Get("manifest") != nil, Parties: []PartyName{}, Turns: []TurnOutset{}, Problems: []Finding{}}
	s.SessionID = record.Get("manifest").Text("sessionId")
	s.names(record.Get("manifest"))
	byTurn := map[string][]Artifact{}
	for _, a := range artifactsOf(record) {
		byTurn[a.TurnID] = append(byTurn[a.TurnID], a)
	}
	ledger := record.Items("ledger")
	s.TurnCount = len(ledger)
	parties, holders, labels := map[string]string{}, map[string]string{}, map[string]string{}
	for _, p := range record.Get("manifest").Items("parties") {
		parties[p.Text("partyId")] = p.Text("displayName")
		for _, k := range p.Items("signingKeys") {
			holders[k.Text("keyId")] = k.Text("holder")
		}
	}
	for _, a := range record.Get("manifest").Items("anchors") {
		labels[a.Text("anchorId")] = a.Text("label")
	}
	course := courseOf(ledger)
	for i := range ledger {
		body := ledger[i].Get("body")
		key, approval := ledger[i].Get("signature").Text("keyId"), body.Get("authority").Get("humanApproval")
		approvalKey := approval.Get("approvalSignature").Text("keyId")
		s.Turns = append(s.Turns, TurnOutset{
			Sequence: i + 1, TurnID: body.Text("turnId"), AuthorPartyID: body.Text("authorPartyId"), Decision: body.Text("decision"), AnchorID: body.Text("anchorId"),
			SignedAt: ledger[i].Get("signature").Text("signedAt"), ApprovedBy: body.Get("authority").Get("humanApproval").Text("approvedBy"),
			Author: parties[body.Text("authorPartyId")], KeyID: key, Holder: holders[key], AnchorLabel: labels[body.Text("anchorId")], Topic: body.Text("clauseTopic"),
			Approver: parties[approval.Text("approvedBy")], ApprovalKeyID: approvalKey, ApprovalHolder: holders[approvalKey],
			Mandate: body.Get("authority").Text("mandateId"), State: course.turns[body.Text("turnId")].state,
			RespondsTo: body.Text("respondsToTurnId"), Artifacts: append([]Artifact{}, byTurn[body.Text("turnId")]...),
		})
	}
	return s
}

func (s *Summary) names(manifest *Value) {
	for _, p := range manifest.Items("parties") {
		name := PartyName{p.Text("partyId"), p.Text("displayName"), []KeyName{}}
		for _, k := range p.Items("signingKeys") {
			agent := k.Get("turnsRequireHumanApproval")
			name.Keys = append(name.Keys, KeyName{k.Text("keyId"), k.Text("holder"), agent != nil && agent.kind == True})
		}
		s.Parties = append(s.Parties, name)
	}
}
