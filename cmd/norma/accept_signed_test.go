package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// signedDocument returns the project of document with a signed record in report.docx and keys outside of it.
// The agent acts for acme. keys is the folder of agent.pem and anna.pem.
func signedDocument(t *testing.T, bin string) (p *project, keys string) {
	t.Helper()
	p, keys = document(t, bin), t.TempDir()
	var public []string
	for _, k := range []string{"agent.pem --key-id acme-agent --agent", "anna.pem --key-id acme-anna"} {
		out, code := sh(t, bin, keys, "nomadocx arm keygen --out "+k)
		if code != 0 {
			t.Fatal(out)
		}
		public = append(public, out)
	}
	p.write("manifest.json", fmt.Sprintf(`{"schemaVersion":2,"sessionId":"fuel","createdAt":"2026-01-15T09:00:00.000Z",
		"ontologyRefs":[{"ontologyId":"topics","version":"1","topics":["fuel"]}],
		"parties":[{"partyId":"acme","displayName":"Acme Corp","signingKeys":[%s]}],
		"documents":[{"documentId":"report","mediaType":"text/x-noma"}],
		"anchors":[{"anchorId":"a-meter","documentId":"report","clauseTopic":"fuel","selector":{"kind":"noma-block","blockId":"meter"}}]}`, strings.Join(public, ",")))
	p.run(bin, "nomadocx render report.noma --to docx --out report.docx", 0)
	p.run(bin, "nomadocx arm init report.docx --manifest manifest.json --known-heads none", 0)
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "record")
	return p, keys
}

// run returns a command of a user in the project's root; it must end with the code.
func (p *project) run(bin, command string, want int) string {
	p.t.Helper()
	out, code := sh(p.t.(*testing.T), bin, p.root, command)
	if code != want {
		p.t.Fatalf("%s: exit %d, want %d\n%s", command, code, want, out)
	}
	return out
}

// turns returns how many turns the record has.
func (p *project) turns(bin string) int {
	p.t.Helper()
	var report struct{ TurnCount int }
	if err := json.Unmarshal([]byte(p.run(bin, "nomadocx arm verify report.docx --json --known-heads none", 0)), &report); err != nil {
		p.t.Fatal(err)
	}
	return report.TurnCount
}

func TestAC37SignedDocumentRun(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p, keys := signedDocument(t, bin)
	p.task("no errors => nomadocx check report.noma", "all edits approved => nomadocx arm verify report.docx --require-approved --known-heads none")
	p.want(3, "run", "1") // what the agent did waits for a human, and no operation follows from that
	if !strings.Contains(p.read("report.noma"), `for="claim-fuel"`) {
		t.Fatalf("the edit was not made:\n%s", p.read("report.noma"))
	}

	// A draft for each edit, with the id of its record in the transcript, and no turn.
	var told []string
	for line := range strings.Lines(p.read("report.noma.patches")) {
		var r struct {
			OpID string `json:"op_id"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		told = append(told, r.OpID)
	}
	drafts, _ := filepath.Glob(filepath.Join(p.root, "arm-draft-*.json"))
	if len(told) != 1 || len(drafts) != 1 || filepath.Base(drafts[0]) != "arm-draft-"+told[0]+".json" {
		t.Fatalf("records %q, drafts %q", told, drafts)
	}
	name := filepath.Base(drafts[0])
	if p.read(name) != p.read(p.step("004-act")+"/files/"+name) {
		t.Error("the draft in the step is another one")
	}
	for _, want := range []string{`"turnId":"` + told[0] + `"`, `"oldText":"claim-fule"`, `"text":"claim-fuel"`, `"mandateId":"norma:` + p.lastRun() + `"`, `"authorPartyId":"acme"`} {
		if !strings.Contains(p.read(name), want) {
			t.Errorf("the draft lacks %s:\n%s", want, p.read(name))
		}
	}
	if n := p.turns(bin); n != 0 {
		t.Errorf("%d turns without an approval", n)
	}
	var evidence struct{ Result, SessionID string }
	if err := json.Unmarshal([]byte(p.read(p.step("006-do")+"/files/arm.json")), &evidence); err != nil || evidence.Result != "valid" || evidence.SessionID != "fuel" {
		t.Errorf("evidence of do: %+v %v", evidence, err)
	}

	// A later run finds the draft pending too; the agent's key alone signs nothing.
	p.task("all edits approved => nomadocx arm verify report.docx --require-approved --known-heads none")
	p.want(3, "run", "2")
	p.run(bin, fmt.Sprintf("nomadocx arm commit report.docx %s --key %s/agent.pem --key-id acme-agent --known-heads none", name, keys), 1)

	p.run(bin, fmt.Sprintf("echo yes | nomadocx arm approve %s --key %s/anna.pem --key-id acme-anna --out arm-draft-1.approval.json", name, keys), 0)
	p.run(bin, fmt.Sprintf("nomadocx arm commit report.docx %s arm-draft-1.approval.json --key %s/agent.pem --key-id acme-agent --known-heads none", name, keys), 0)
	if n := p.turns(bin); n != 1 {
		t.Errorf("%d turns", n)
	}
	p.task("no errors => nomadocx check report.noma", "all edits approved => nomadocx arm verify report.docx --require-approved --known-heads none")
	p.want(0, "run", "3")
	if p.status() != "passed|PASS|1" {
		t.Errorf("the run after the approval: %s", p.status())
	}
}

// A criterion looks; it cannot sign, and a document whose record is damaged is not edited behind its back.
func TestSignedRunsRefuse(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p, _ := signedDocument(t, bin)
	if _, errs := p.want(2, "task", "add", "sign", "--ac", "signed => nomadocx arm commit report.docx x.json --key k.pem --key-id k"); !strings.Contains(errs, "a criterion only looks") {
		t.Error(errs)
	}
	p.run(bin, "nomadocx arm export report.docx --out report.arm.json", 0)
	p.write("report.arm.json", strings.Replace(p.read("report.arm.json"), "Acme Corp", "", 1)+"x")
	before := p.read("report.noma")
	p.task("no errors => nomadocx check report.noma", "signed => nomadocx arm verify report.arm.json")
	p.want(3, "run", "1")
	if p.read("report.noma") != before {
		t.Error("the document was edited")
	}
}
