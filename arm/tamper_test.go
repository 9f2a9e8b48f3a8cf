package arm

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// tamperCase is a row of arm-notes §12.3: what is done to the golden record, and exactly the codes
// that a verifier must give.
type tamperCase struct {
	name     string
	record   func(g Value) Value
	errors   []Code
	warnings []Code
}

func same(v Value) func(Value) Value { return func(Value) Value { return v } }

// manifestText is the golden record, read when the package starts: generators have no testing.T.
var manifestText = func() []byte {
	data, err := os.ReadFile("testdata/golden.arm.json")
	if err != nil {
		panic(err)
	}
	return data
}()

var otherHash = "sha256:" + strings.Repeat("ab", 32)

// tamperCases is the whole table.
var tamperCases = func() []tamperCase {
	body := func(index int, pointer string, to Value) func(Value) Value {
		return func(g Value) Value {
			return reseal(g, index, "", func(b Value) Value { return set(b, pointer, to) })
		}
	}
	at := func(pointer string, to Value) func(Value) Value {
		return func(g Value) Value { return set(g, pointer, to) }
	}
	rehash := func(index int, pointer string, to func(g Value) Value) func(Value) Value {
		return func(g Value) Value {
			value := to(g)
			return edit(cut(g, index+1), "/ledger/"+strconv.Itoa(index), func(turn Value) Value {
				turn = set(turn, pointer, value)
				return turn.with(text(turn.without("turnHash").hash()).as("turnHash"))
			})
		}
	}
	approval := func(keyID string, members ...Value) func(Value) Value {
		return func(g Value) Value {
			return reapprove(g, keyID, func(a Value) Value { return a.with(members...) })
		}
	}
	signedBy := func(keyID, at string) Value {
		return object(text("Ed25519").as("algorithm"), text(keyID).as("keyId"), text(at).as("signedAt"), text("x").as("value")).as("approvalSignature")
	}
	// answer makes the last turn an answer to another turn, or at another anchor.
	answer := func(to, anchor string) func(Value) Value {
		return func(g Value) Value {
			return reseal(g, 2, "", func(b Value) Value {
				if to != "" {
					b = b.with(text(to).as("respondsToTurnId"))
				}
				topic := map[string]string{"a-liability": "liability", "a-term": "term"}[anchor]
				return b.with(text(anchor).as("anchorId"), text(topic).as("clauseTopic"))
			})
		}
	}
	// plain is a record without its profile.
	plain := func(record func(Value) Value) func(Value) Value {
		return func(g Value) Value { return replay(record(g), g.Get("manifest").without("profiles")) }
	}
	const approvedAt = "2026-01-15T10:05:00.000Z"
	return []tamperCase{
		{name: "body member edited, nothing recomputed", record: at("/ledger/2/body/decision", text("reject")), errors: []Code{TurnBodyHashMismatch, TurnHashMismatch}},
		{name: "bodyHash edited", record: at("/ledger/2/bodyHash", text(otherHash)), errors: []Code{TurnBodyHashMismatch, TurnHashMismatch, TurnSignatureInvalid}},
		{name: "turnHash of the last turn edited", record: at("/ledger/2/turnHash", text(otherHash)), errors: []Code{TurnHashMismatch}},
		{name: "signature of another turn", record: rehash(2, "/signature/value", func(g Value) Value {
			return *g.Items("ledger")[0].Get("signature").Get("value")
		}), errors: []Code{TurnSignatureInvalid}},
		{name: "signedAt edited", record: rehash(2, "/signature/signedAt", same(text("2026-01-15T11:00:02.000Z"))), errors: []Code{TurnSignatureInvalid}},
		{name: "key of the other party", record: func(g Value) Value { return reseal(g, 2, "acme-human-1", func(b Value) Value { return b }) }, errors: []Code{TurnKeyUnknown}},
		{name: "previousTurnHash of another turn", record: func(g Value) Value {
			return body(2, "/previousTurnHash", text(g.Items("ledger")[0].Text("turnHash")))(g)
		}, errors: []Code{TurnPreviousHashMismatch}},
		{name: "middle turn removed", record: func(g Value) Value {
			return edit(g, "/ledger", func(l Value) Value { l.items = []Value{l.items[0], l.items[2]}; return l })
		}, errors: []Code{TurnPreviousHashMismatch, TurnSequenceMismatch}},
		{name: "two turns swapped", record: func(g Value) Value {
			return edit(g, "/ledger", func(l Value) Value { l.items = []Value{l.items[0], l.items[2], l.items[1]}; return l })
		}, errors: []Code{TurnPreviousHashMismatch, TurnSequenceMismatch, TurnPreviousHashMismatch, TurnSequenceMismatch}, warnings: []Code{WarnTimeOrder}},
		{name: "sequence 4 in place 3", record: body(2, "/sequence", whole(4)), errors: []Code{TurnSequenceMismatch}},
		{name: "turnId reused", record: body(2, "/turnId", text("turn-1")), errors: []Code{TurnIDDuplicate}},
		{name: "sessionId changed", record: body(2, "/sessionId", text("session-other")), errors: []Code{TurnSessionMismatch}},
		{name: "display name edited", record: at("/manifest/parties/0/displayName", text("Acme Inc")),
			errors: []Code{TurnManifestHashMismatch, TurnManifestHashMismatch, TurnManifestHashMismatch}},
		{name: "topic not in any ontology", record: body(2, "/clauseTopic", text("weather")), errors: []Code{TurnTopicNotInOntology, TurnAnchorTopicMismatch}},
		{name: "unknown anchor", record: body(2, "/anchorId", text("a-other")), errors: []Code{TurnAnchorUnknown}},
		{name: "other valid topic", record: body(2, "/clauseTopic", text("term")), errors: []Code{TurnAnchorTopicMismatch}},
		{name: "decision withdraw", record: body(2, "/decision", text("withdraw")), errors: []Code{TurnDecisionUnknown}},
		{name: "no artifacts", record: body(2, "/visibleArtifacts", list()), errors: []Code{TurnArtifactsEmpty}},
		{name: "artifact kind move", record: body(2, "/visibleArtifacts/0/kind", text("move")), errors: []Code{ArtifactKindUnknown}},
		{name: "artifact of the other party", record: body(2, "/visibleArtifacts/0/authorPartyId", text("acme")), errors: []Code{ArtifactAuthorMismatch}},
		{name: "artifact id reused", record: body(2, "/visibleArtifacts/0/artifactId", text("art-1")), errors: []Code{ArtifactIDDuplicate}},
		{name: "replacement without oldText", record: body(2, "/visibleArtifacts/0/kind", text("replacement")), errors: []Code{SchemaInvalid}},
		{name: "authority kind policy", record: body(2, "/authority/kind", text("policy")), errors: []Code{AuthorityKindUnknown}},
		{name: "agent key with direct authority", record: body(1, "/authority", object(text(directAuthority).as("kind"))), errors: []Code{AuthorityHumanApprovalRequired}},
		{name: "approval session changed", record: approval("acme-human-1", text("session-other").as("sessionId")), errors: []Code{ApprovalSessionMismatch}},
		{name: "approval manifest changed", record: approval("acme-human-1", text(otherHash).as("manifestHash")), errors: []Code{ApprovalManifestHashMismatch}},
		{name: "approval mandate changed", record: approval("acme-human-1", text("mandate-8").as("mandateId")), errors: []Code{ApprovalMandateMismatch}},
		{name: "approved one minute earlier", record: approval("acme-human-1", text("2026-01-15T10:04:00.000Z").as("approvedAt"), signedBy("acme-human-1", "2026-01-15T10:04:00.000Z")), errors: []Code{ApprovalTimeMismatch}},
		{name: "approval signed one second later", record: approval("acme-human-1", signedBy("acme-human-1", "2026-01-15T10:05:01.000Z")), errors: []Code{ApprovalSignatureTimeMismatch}},
		{name: "text edited after approval", record: body(1, "/visibleArtifacts/0/text", text("one (1) month")), errors: []Code{ApprovalDraftHashMismatch}},
		{name: "approval signed with another key under the human's keyId", record: approval("northwind-human-1"), errors: []Code{ApprovalSignatureInvalid}},
		{name: "agent key approves itself", record: approval("acme-agent-1", signedBy("acme-agent-1", approvedAt)), errors: []Code{ApprovalApproverKeyIneligible}},
		{name: "counterparty approves", record: approval("northwind-human-1", text("northwind").as("approvedBy"), signedBy("northwind-human-1", approvedAt)), errors: []Code{ApprovalApproverUnknown}},
		{name: "approved false", record: approval("acme-human-1", boolean(false).as("approved")), errors: []Code{ApprovalNotApproved}},
		{name: "approvalSubjectHash edited", record: body(1, "/authority/humanApproval/approvalSubjectHash", text(otherHash)), errors: []Code{ApprovalSignatureInvalid, ApprovalSubjectHashMismatch}},
		{name: "approval copied onto a later draft", record: func(g Value) Value {
			old := g.Items("ledger")[1]
			later := old.Get("body").with(whole(3).as("sequence"), text(old.Text("turnHash")).as("previousTurnHash"), text("turn-3").as("turnId"))
			later = set(set(later, "/visibleArtifacts/0/artifactId", text("art-8")), "/visibleArtifacts/1/artifactId", text("art-9"))
			return set(g, "/ledger/2", Seal(later, signers["acme-agent-1"], approvedAt))
		}, errors: []Code{ApprovalDraftHashMismatch, ApprovalIDDuplicate}},
		{name: "d added to a JWK", record: func(g Value) Value {
			return set(g, "/manifest/parties/1/signingKeys/0/publicKeyJwk/d", text("AAAA"))
		}, errors: []Code{PrivateKeyPresent, KeyInvalid, TurnManifestHashMismatch, TurnKeyUnknown, TurnManifestHashMismatch, TurnManifestHashMismatch, TurnKeyUnknown},
			warnings: []Code{WarnUnknownMember}},
		{name: "low-order public key", record: func(g Value) Value {
			return emptied(g, func(m Value) Value {
				return set(m, "/parties/0/signingKeys/0/publicKeyJwk/x", text("AQ"+strings.Repeat("A", 41)))
			})
		}, errors: []Code{KeyInvalid}},
		{name: "topic appended to an ontology", record: func(g Value) Value {
			return emptied(g, func(m Value) Value {
				return edit(m, "/ontologyRefs/0/topics", func(l Value) Value { return list(append(slices.Clone(l.items), text("warranty"))...) })
			})
		}, errors: []Code{OntologyHashMismatch}},
		{name: "artifact with unknown anchor", record: body(2, "/visibleArtifacts/0/anchorId", text("a-other")), errors: []Code{ArtifactAnchorUnknown}},
		{name: "artifact with the topic of another anchor", record: body(2, "/visibleArtifacts/0/clauseTopic", text("term")), errors: []Code{ArtifactAnchorTopicMismatch}},
		{name: "humanApproval in a direct turn", record: func(g Value) Value {
			return body(2, "/authority/humanApproval", *g.Items("ledger")[1].Get("body").Get("authority").Get("humanApproval"))(g)
		}, errors: []Code{AuthorityUnexpectedApproval}},
		{name: "PEM private-key header in artifact text", record: body(2, "/visibleArtifacts/0/text", text("-----BEGIN PRIVATE KEY-----")), errors: []Code{PrivateKeyPresent}},
		{name: "anchor naming an unknown document", record: func(g Value) Value {
			return emptied(g, func(m Value) Value { return set(m, "/anchors/0/documentId", text("doc-other")) })
		}, errors: []Code{ManifestReferenceBroken}},
		{name: "party id repeated", record: func(g Value) Value {
			return emptied(g, func(m Value) Value { return set(m, "/parties/1/partyId", text("acme")) })
		}, errors: []Code{ManifestDuplicateID}},
		{name: "author not in the manifest", record: body(2, "/authorPartyId", text("stranger")), errors: []Code{TurnAuthorUnknown, TurnKeyUnknown, ArtifactAuthorMismatch}},
		{name: "TURNID beside turnId", record: body(2, "/TURNID", text("turn-9")), errors: []Code{SchemaAmbiguousMember}},
		{name: "required member missing", record: func(g Value) Value {
			return reseal(g, 2, "", func(b Value) Value { return b.without("createdAt") })
		}, errors: []Code{SchemaInvalid}},
		{name: "schemaVersion 3", record: body(2, "/schemaVersion", whole(3)), errors: []Code{SchemaVersionUnsupported}},
		{name: "unknown member", record: body(2, "/extensions", object(text("kept").as("vendor"))), warnings: []Code{WarnUnknownMember}},
		{name: "last turn cut off", record: func(g Value) Value { return cut(g, 2) }},
		{name: "contract profile: a party accepts its own turn", record: answer("turn-1", "a-liability"), errors: []Code{OwnTurnAccepted}},
		{name: "contract profile: a turn of another anchor is accepted", record: answer("turn-2", "a-term"), errors: []Code{OtherAnchorAnswered}},
		{name: "contract profile: nothing is accepted", record: answer("", "a-term"), errors: []Code{NothingAccepted}},
		{name: "a party accepts its own turn", record: plain(answer("turn-1", "a-liability")), warnings: []Code{WarnOwnTurnAccepted}},
		{name: "a turn of another anchor is accepted", record: plain(answer("turn-2", "a-term")), warnings: []Code{WarnOtherAnchorAnswered}},
		{name: "nothing is accepted", record: plain(answer("", "a-term")), warnings: []Code{WarnNothingAccepted}},
	}
}()

// Acceptance criterion 4: every row of the table gives exactly its codes.
func TestCriterion04TamperTable(t *testing.T) {
	g := golden(t)
	for _, c := range tamperCases {
		t.Run(c.name, func(t *testing.T) {
			// What is verified is what a file would hold.
			r := VerifyText(c.record(g).Canonical(), Limits{})
			if got := codesOf(r.Errors); !slices.Equal(got, c.errors) {
				t.Errorf("errors %v, want %v\n%+v", got, c.errors, r.Errors)
			}
			if got := codesOf(r.Warnings); !slices.Equal(got, c.warnings) {
				t.Errorf("warnings %v, want %v", got, c.warnings)
			}
			want := Valid
			if len(c.errors) > 0 {
				want = Invalid
			}
			if r.Result != want {
				t.Errorf("result %s, want %s", r.Result, want)
			}
		})
	}
}

func codesOf(findings []Finding) []Code {
	var out []Code
	for _, f := range findings {
		out = append(out, f.Code)
	}
	return out
}

// The last row: two valid records that part ways (arm §14).
func TestCriterion04Fork(t *testing.T) {
	g := golden(t)
	other := reseal(g, 2, "", func(b Value) Value { return set(b, "/decision", text("reject")) })
	if r := Verify(other, Limits{}); r.Result != Valid {
		t.Fatal(r.Errors)
	}
	c, err := Compare(g, other)
	if err != nil {
		t.Fatal(err)
	}
	if c.Relation != Forked || c.Code != ForkDetected || c.Sequence != 3 || c.Common == nil || *c.Common != g.Items("ledger")[1].Text("turnHash") ||
		c.HashA != g.Items("ledger")[2].Text("turnHash") || c.HashB != other.Items("ledger")[2].Text("turnHash") {
		t.Errorf("%+v", c)
	}
}

// Acceptance criterion 3 on the level of the package: the golden record made from its inputs.
func TestCriterion03GoldenIsReproduced(t *testing.T) {
	g := golden(t)
	record, err := New(edit(*g.Get("manifest"), "/ontologyRefs/0", func(o Value) Value { return o.without("contentHash") }))
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range g.Items("ledger") {
		want := turn.Get("body")
		o := DraftOptions{
			TurnID: want.Text("turnId"), CreatedAt: want.Text("createdAt"), Author: want.Text("authorPartyId"), AnchorID: want.Text("anchorId"),
			Decision: want.Text("decision"), Mandate: want.Get("authority").Text("mandateId"),
		}
		for _, a := range want.Items("visibleArtifacts") {
			o.Artifacts = append(o.Artifacts, a.without("anchorId", "authorPartyId", "clauseTopic"))
		}
		draft, err := Draft(record, o)
		if err != nil {
			t.Fatal(err)
		}
		var approval *Value
		if o.Mandate != "" {
			a, err := Approve(draft, signers["acme-human-1"], ApproveOptions{ApprovalID: "approval-1", At: "2026-01-15T10:05:00.000Z"})
			if err != nil {
				t.Fatal(err)
			}
			if h := a.Text("approvedDraftHash"); h != "sha256:7ab7256cfb935cd446f362e004edd204aa5b922e1ac56e6a412c6bc4d6942624" {
				t.Errorf("approvedDraftHash is %s", h)
			}
			approval = &a
		}
		if record, err = Commit(record, draft, approval, signers[turn.Get("signature").Text("keyId")], turn.Get("signature").Text("signedAt")); err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
	}
	if string(record.Canonical()) != string(goldenText(t)) {
		t.Error("the record differs from the golden one")
	}
}

// Acceptance criterion 25, second half: every single-bit flip is refused.
func TestCriterion25BitFlips(t *testing.T) {
	slow.Test(t, "an office")
	data := goldenText(t)
	step := 7 // one flip in seven; all of them with ARM_FULL=1
	if os.Getenv("ARM_FULL") != "" {
		step = 1
	}
	for bit := 0; bit < 8*len(data); bit += step {
		data[bit/8] ^= 1 << (bit % 8)
		if r := VerifyText(data, Limits{}); r.Result == Valid {
			t.Errorf("bit %d (%.20q): valid", bit, data[max(0, bit/8-10):])
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// A report is the same bytes every time, and JSON in the order of arm-notes §5.
func TestReportJSON(t *testing.T) {
	r := VerifyText(set(golden(t), "/ledger/2/body/decision", text("reject")).Canonical(), Limits{})
	a, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	b, _ := VerifyText(set(golden(t), "/ledger/2/body/decision", text("reject")).Canonical(), Limits{}).JSON()
	if string(a) != string(b) || !json.Valid(a) || !strings.HasPrefix(string(a), "{\n  \"result\": \"invalid\",\n  \"sessionId\": \"session-golden-1\",\n  \"manifestHash\": ") {
		t.Errorf("%s", a)
	}
}
