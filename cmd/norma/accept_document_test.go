package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// document returns a project with a report that has a mistake, and the document agents.
func document(t *testing.T, bin string) *project {
	t.Helper()
	p := newProject(t)
	p.write("report.noma", "# Fuel report\n\n::claim{id=\"claim-fuel\" confidence=0.8}\nFuel use fell by 12 percent.\n::\n\n::evidence{id=\"meter\" for=\"claim-fule\"}\nReadings of May.\n::\n")
	p.configure(func(c map[string]any) {
		for role, agent := range c["agents"].(map[string]any) {
			agent.(map[string]any)["cmd"] = []string{filepath.Join(bin, "nomadocx"), "agent", role}
		}
	})
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "report")
	return p
}

func TestAC36DocumentRun(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p := document(t, bin)
	p.task("no errors => nomadocx check report.noma")
	base := p.read("report.noma")
	p.want(0, "run", "1")
	if p.status() != "passed|PASS|2" || !strings.Contains(p.read("report.noma"), `for="claim-fuel"`) {
		t.Fatalf("run: %s\n%s", p.status(), p.read("report.noma"))
	}
	lines := strings.Split(strings.TrimSpace(p.read("report.noma.patches")), "\n")
	var last struct {
		Post string `json:"post_sha256"`
		URI  string `json:"doc_uri"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(p.read("report.noma")))); last.Post != want || !strings.HasSuffix(last.URI, "/report.noma") || strings.Contains(last.URI, ".norma") {
		t.Errorf("the last record: %+v, the document: %s", last, want)
	}
	p.write("first.noma", base)
	if out, code := sh(t, bin, p.root, "nomadocx transcript replay first.noma --transcript report.noma.patches"); code != 0 || out != p.read("report.noma") {
		t.Errorf("replay: %d %q", code, out)
	}
	word := p.read(p.step("006-do") + "/files/out.docx")
	if z, err := zip.NewReader(bytes.NewReader([]byte(word)), int64(len(word))); err != nil || len(z.File) < 5 {
		t.Errorf("the Word file does not open: %v", err)
	}
	var proof struct{ Opens, Quiet bool }
	if err := json.Unmarshal([]byte(p.read(p.step("006-do")+"/files/docx.json")), &proof); err != nil || !proof.Opens || !proof.Quiet {
		t.Errorf("the Word file does not come home quietly: %+v %v", proof, err)
	}
}

// TestReviewComesHome lets a run bring the edits of a returned Word file into the source.
func TestReviewComesHome(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p := document(t, bin)
	p.write("report.noma", "# Fuel report\n\nFuel use fell by 12 percent.\n")
	if out, code := sh(t, bin, p.root, "nomadocx render report.noma --to docx --out sent.docx"); code != 0 {
		t.Fatal(out)
	}
	p.write("returned.docx", string(wordtest.Replace(t, []byte(p.read("sent.docx")), wordtest.Main, "12 percent", "14 percent")))
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "returned")
	p.task("all edits are in => nomadocx docx-review-sync report.noma returned.docx", "no errors => nomadocx check report.noma")
	p.want(0, "run", "1")
	if got := p.read("report.noma"); got != "# Fuel report\n\nFuel use fell by 14 percent.\n" {
		t.Errorf("the source: %q", got)
	}
	if !strings.Contains(p.read("report.noma.patches"), "edited in returned.docx") {
		t.Error("the transcript does not say why")
	}
}

// TestFormComesHome lets a run bring a form that was filled in in Word into the source.
func TestFormComesHome(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p := document(t, bin)
	const form = "# Form\n\n::control{id=\"reviewer\" type=\"text\" label=\"Reviewer\" default=\"NAME\"}\n::\n"
	p.write("report.noma", strings.Replace(form, "NAME", "Ann", 1))
	if out, code := sh(t, bin, p.root, "nomadocx render report.noma --to docx --out sent.docx"); code != 0 {
		t.Fatal(out)
	}
	p.write("returned.docx", string(wordtest.Replace(t, []byte(p.read("sent.docx")), wordtest.Main, ">Ann<", ">Bea<")))
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "returned")
	p.task("the form is in => nomadocx docx-sync report.noma returned.docx")
	p.want(0, "run", "1")
	if got := p.read("report.noma"); got != strings.Replace(form, "NAME", "Bea", 1) {
		t.Errorf("the source: %q", got)
	}
	if !strings.Contains(p.read("report.noma.patches"), "filled in in returned.docx") {
		t.Error("the transcript does not say why")
	}
	if got := p.read(p.step("002-do") + "/files/form.json"); !strings.Contains(got, `"value": "Bea"`) {
		t.Errorf("the evidence: %s", got)
	}
}

// TestCriteriaKeepTheirFlags lets the flags of check in a criterion decide what is repaired.
func TestCriteriaKeepTheirFlags(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	bin := programs(t)
	p := document(t, bin)
	p.task("nothing but the reference => nomadocx check report.noma --ignore-rule broken-reference")
	p.want(0, "run", "1")
	if p.status() != "passed|PASS|1" {
		t.Error(p.status())
	}
	// The other mistake is beyond repair, and the one that does not count is left alone.
	p.write("report.noma", p.read("report.noma")+"\n::claim{id=\"claim-fuel\"}\nTwice.\n::\n")
	p.git("commit", "-q", "-a", "-m", "twice")
	before := p.read("report.noma")
	p.task("nothing but the reference => nomadocx check report.noma --ignore-rule=broken-reference")
	p.want(3, "run", "2")
	if p.read("report.noma") != before {
		t.Errorf("repaired:\n%s", p.read("report.noma"))
	}
}
