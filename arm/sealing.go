package arm

import (
	"crypto/ed25519"
	"encoding/base64"
)

// What is hashed and what is signed (arm-notes §4).

// Domains keep a turn's signature from standing in for an approval's.
const (
	turnDomain     = "agent-revision-markup/0.1/turn-signature"
	approvalDomain = "agent-revision-markup/0.1/human-approval-signature"
)

// signedPayload returns the canonical JSON a signature is made of. All names are known and in order, so it
// is written directly.
func signedPayload(domain, hashName, hash, keyID, signedAt string) []byte {
	b := make([]byte, 0, 320)
	b = append(b, `{"algorithm":"Ed25519",`...)
	b = append(appendString(b, hashName), ':')
	b = append(appendString(b, hash), `,"domain":`...)
	b = append(appendString(b, domain), `,"keyId":`...)
	b = append(appendString(b, keyID), `,"signedAt":`...)
	return append(appendString(b, signedAt), '}')
}

// signedBy checks a signature object.
func signedBy(key ed25519.PublicKey, signature *Value, domain, hashName, hash string) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature.Text("value"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return false
	}
	return ed25519.Verify(key, signedPayload(domain, hashName, hash, signature.Text("keyId"), signature.Text("signedAt")), sig)
}

// draftOf returns a body as it was before its approval.
func draftOf(body Value) Value {
	authority := body.Get("authority")
	if authority == nil || authority.Get("humanApproval") == nil {
		return body
	}
	return body.with(authority.without("humanApproval"))
}

// approvalSubject returns what approvalSubjectHash is made of.
func approvalSubject(approval Value) Value {
	return approval.without("approvalSubjectHash", "approvalSignature")
}

// ontologySubject returns what contentHash is made of.
func ontologySubject(ontology *Value) Value {
	out := Value{kind: Object}
	for _, m := range ontology.items {
		switch m.name {
		case "ontologyId", "topics", "version":
			out.items = append(out.items, m)
		}
	}
	return out
}
