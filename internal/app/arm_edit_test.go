package app

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// An agent's edit becomes a turn that can be followed: approved, committed to the file that was there
// before, and rebuilt, it shows as tracked changes that make the new text.
func TestArmEditsShowAsTrackedChanges(t *testing.T) {
	const old = "six months. The fees of six months count.\n\nA second paragraph of six."
	for name, body := range map[string]string{
		"a word":           "six months. The fees of twelve months count.\n\nA second paragraph of six.",
		"both":             "nine months. The fees of six months count.\n\nA second paragraph of ten.",
		"a line less":      "six months. The fees of six months count.",
		"a line more":      "six months. The fees of six months count.\n\nA second paragraph of six.\n\nA third.",
		"a deletion":       "six months. The fees count.\n\nA second paragraph of six.",
		"a second \"six\"": "six months. The fees of six full months count.\n\nA second paragraph of six.",
		"the beginning":    "Within six months. The fees of six months count.\n\nA second paragraph of six.",
	} {
		t.Run(name, func(t *testing.T) {
			file := editDocument(t, old)
			edits, err := NewArmEdits(context.Background(), file, editSource(t, old), ArmEditOptions{Mandate: "m", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
			if err != nil || edits == nil {
				t.Fatal(err)
			}
			after := editSource(t, body)
			text, err := edits.Draft(context.Background(), after, "op-1")
			if err != nil || text == nil {
				t.Fatalf("no draft: %v", err)
			}
			if again, err := edits.Draft(context.Background(), after, "op-2"); again != nil || err != nil {
				t.Errorf("nothing was edited, and there is a draft: %s %v", again, err)
			}
			draft, err := arm.Parse(text, arm.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			key, _ := armKey()
			key.KeyID = "human"
			approval, err := arm.Approve(draft, key, arm.ApproveOptions{ApprovalID: "ap", At: "2026-01-01T00:01:00.000Z"})
			if err != nil {
				t.Fatal(err)
			}
			agent, _ := agentKey(t)
			if _, err := CommitArm(context.Background(), file, draft, &approval, agent, "", ArmOptions{Now: "2026-01-01T00:01:00.000Z"}); err != nil {
				t.Fatal(err)
			}
			done, err := RebuildArm(context.Background(), file, true, ArmOptions{Now: "2026-01-01T00:01:00.000Z"})
			if err != nil || len(done.Warnings) > 0 || len(done.Created) != len(draft.Items("visibleArtifacts")) {
				t.Fatalf("rebuilt: %+v %v\n%s", done, err, text)
			}
			want, err := wordOf(context.Background(), after)
			if err != nil {
				t.Fatal(err)
			}
			got := wordFile(t, file)
			// Tracked changes of text leave paragraphs where they are, so only the words can be the same.
			if a, b := words(got), words(want); a != b {
				t.Errorf("accepted, the changes read\n%s\nand the edit reads\n%s", a, b)
			}
		})
	}
}

// words returns what a document says once every change is accepted.
func words(d *wml.Document) string {
	var b strings.Builder
	for _, block := range d.Stories[0].Blocks {
		if p, ok := block.(*wml.Paragraph); ok {
			b.WriteString(p.Text(wml.Current) + "\n")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func editSource(t *testing.T, body string) *Source {
	t.Helper()
	s, err := FromText("-", "# Report\n\n::claim{id=\"c\"}\n"+body+"\n::\n\nThe end.\n")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func agentKey(t *testing.T) (arm.Signer, []byte) {
	t.Helper()
	private, public, err := arm.KeyFromSeed(bytes.Repeat([]byte{8}, 32))
	if err != nil {
		t.Fatal(err)
	}
	s, err := arm.ParseSigner(private, "agent")
	if err != nil {
		t.Fatal(err)
	}
	return s, public
}

// editDocument returns a rendered source with a record of one party, which has an agent.
func editDocument(t *testing.T, body string) string {
	t.Helper()
	var b bytes.Buffer
	if err := Render(context.Background(), &b, editSource(t, body), RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.docx")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	_, human := armKey()
	_, agent := agentKey(t)
	manifest := fmt.Sprintf(`{"schemaVersion":2,"sessionId":"s","createdAt":"2026-01-01T00:00:00.000Z","ontologyRefs":[{"ontologyId":"o","version":"1","topics":["t"]}],
		"parties":[{"partyId":"us","displayName":"Us","signingKeys":[{"keyId":"human","algorithm":"Ed25519","publicKeyJwk":%s,"turnsRequireHumanApproval":false},
			{"keyId":"agent","algorithm":"Ed25519","publicKeyJwk":%s,"turnsRequireHumanApproval":true}]}],
		"documents":[{"documentId":"d","mediaType":"text/x-noma"}],"anchors":[{"anchorId":"a","documentId":"d","clauseTopic":"t","selector":{"kind":"noma-block","blockId":"c"}}]}`, human, agent)
	if _, err := InitArm(context.Background(), file, []byte(manifest), ArmOptions{Now: "2026-01-01T00:00:00.000Z"}); err != nil {
		t.Fatal(err)
	}
	return file
}
