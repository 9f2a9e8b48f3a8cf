package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/patch/transcript"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

const decidedSource = `# Plan {id="plan"}

The ferry sails at nine.

The fare is two euros.

The crew has six members.
`

// table is a source on disk with copies that came back.
type table struct {
	t    *testing.T
	path string
	sent []byte
}

func newTable(t *testing.T, text string) *table {
	t.Helper()
	x := &table{t: t, path: filepath.Join(t.TempDir(), "plan.noma")}
	x.write(text)
	var b bytes.Buffer
	if err := Render(t.Context(), &b, x.source(), RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	x.sent = b.Bytes()
	return x
}

func (x *table) write(text string) {
	x.t.Helper()
	if err := os.WriteFile(x.path, []byte(text), 0o600); err != nil {
		x.t.Fatal(err)
	}
}

func (x *table) source() *Source {
	x.t.Helper()
	s, err := Load(x.t.Context(), x.path, LoadOptions{})
	if err != nil {
		x.t.Fatal(err)
	}
	return s
}

// back returns a copy in which words were replaced; its name is the reviewer's.
func (x *table) back(reviewer string, oldnew ...string) string {
	x.t.Helper()
	file := filepath.Join(filepath.Dir(x.path), reviewer+".docx")
	data := rezipped(x.t, x.sent, func(part, text string) string {
		if part == "word/document.xml" {
			return strings.NewReplacer(oldnew...).Replace(text)
		}
		return text
	})
	if err := os.WriteFile(file, data, 0o600); err != nil {
		x.t.Fatal(err)
	}
	return file
}

// review returns the options of a person who decides.
func (x *table) review() Review {
	return Review{Author: "Nia", Now: func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }, Remembered: TranscriptOf(x.path)}
}

// decide returns decisions; of says the decision and its text for the new words of a finding.
func (x *table) decide(files []string, of map[string]string) *Decisions {
	x.t.Helper()
	all, err := x.review().SyncAll(x.t.Context(), x.source(), files, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	list, err := returnedFiles(x.t.Context(), files)
	if err != nil {
		x.t.Fatal(err)
	}
	d := &Decisions{Source: x.source().File.Hash(), Returned: list}
	for _, f := range all.Findings {
		for now, said := range of {
			if strings.Contains(f.Now, now) || f.Now == "" && strings.Contains(f.Was, now) {
				choice, text, _ := strings.Cut(said, ": ")
				d.Decisions = append(d.Decisions, EditDecision{Finding: f.Hash, Decision: reviewsync.Choice(choice), Text: text})
			}
		}
	}
	if len(d.Decisions) != len(of) {
		x.t.Fatalf("%d of %d decisions: %s", len(d.Decisions), len(of), all.Report)
	}
	return d
}

func (x *table) sync(d *Decisions, files ...string) (*SyncResult, error) {
	r := x.review()
	r.Decisions = d
	return r.SyncAll(x.t.Context(), x.source(), files, nil)
}

func (x *table) synced(d *Decisions, files ...string) *SyncResult {
	x.t.Helper()
	out, err := x.sync(d, files...)
	if err != nil {
		x.t.Fatal(err)
	}
	return out
}

func outcomes(r *SyncResult) string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, string(f.Outcome))
	}
	return strings.Join(out, " ")
}

func TestDecisions(t *testing.T) {
	x := newTable(t, decidedSource)
	ann := x.back("Ann", "at nine", "at ten", "two euros", "three euros", "six members", "seven members")
	d := x.decide([]string{ann}, map[string]string{"ten": "accept", "three": "reject", "seven": "comment: Who is the seventh?"})
	got := x.synced(d, ann)
	want := strings.Replace(decidedSource, "nine", "ten", 1)
	if !strings.Contains(got.Text, "at ten") || !strings.Contains(got.Text, "two euros") || !strings.Contains(got.Text, "six members") ||
		!strings.Contains(got.Text, "Who is the seventh?\n") || !strings.Contains(got.Text, `author="Nia"`) {
		t.Errorf("decided on, the source is\n%s", got.Text)
	}
	if outcomes(got) != "applied rejected rejected" || len(got.Refused) != 2 {
		t.Errorf("%s, %v", outcomes(got), got.Refused)
	}
	// The order of the decisions does not matter, and what is not named is left for later.
	order := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		order.Shuffle(len(d.Decisions), func(i, j int) { d.Decisions[i], d.Decisions[j] = d.Decisions[j], d.Decisions[i] })
		if again := x.synced(d, ann); again.Text != got.Text {
			t.Fatalf("another order gives another text:\n%s", again.Text)
		}
	}
	d.Decisions = slices.DeleteFunc(d.Decisions, func(d EditDecision) bool { return d.Decision != reviewsync.Accept })
	if some := x.synced(d, ann); some.Text != want || outcomes(some) != "applied later later" {
		t.Errorf("of one decision comes %s\n%s", outcomes(some), some.Text)
	}
	d.Decisions = append(d.Decisions, EditDecision{Finding: "0123456789abcdef", Decision: reviewsync.Accept})
	if some := x.synced(d, ann); some.Text != want || !slices.Equal(some.Unknown, []string{"0123456789abcdef"}) {
		t.Errorf("with a finding that is not there: %v", some.Unknown)
	}
}

// TestDecisionsOfOthers: decisions about another source or other files are refused, and the message says what differs.
func TestDecisionsOfOthers(t *testing.T) {
	x := newTable(t, decidedSource)
	ann, ben := x.back("Ann", "at nine", "at ten"), x.back("Ben", "two euros", "three euros")
	d := x.decide([]string{ann}, map[string]string{"ten": "accept"})
	refused := func(want []string, files ...string) {
		t.Helper()
		var other *OtherDecisionsError
		if _, err := x.sync(d, files...); !errors.As(err, &other) || len(other.Differs) != len(want) {
			t.Fatalf("of decisions on something else comes %v", err)
		}
		for i, w := range want {
			if !strings.Contains(other.Differs[i], w) {
				t.Errorf("%q does not say %q", other.Differs[i], w)
			}
		}
	}
	refused([]string{"nothing was decided on Ben.docx"}, ann, ben)
	refused([]string{"nothing was decided on Ben.docx", "Ann.docx was decided on and is not given"}, ben)
	x.write(decidedSource + "\nMore.\n")
	refused([]string{"plan.noma has changed"}, ann)
}

// TestDecidedConflicts: of two reviewers and an author who wrote in one place, the author takes one, or writes something else.
func TestDecidedConflicts(t *testing.T) {
	x := newTable(t, decidedSource)
	ann, ben := x.back("Ann", "at nine", "at ten"), x.back("Ben", "at nine", "at noon")
	both := []string{ann, ben}
	for _, c := range []struct{ ann, ben, want string }{
		{"accept", "later", "at ten"}, {"later", "accept", "at noon"}, {"reject", "accept", "at noon"}, {"reject", "reject", "at nine"},
		{"reject", "accept: The ferry sails at dawn.", "at dawn"}, {"accept", "accept: The ferry sails at dawn.", "at dawn"},
	} {
		d := x.decide(both, map[string]string{"ten": c.ann, "noon": c.ben})
		if got := x.synced(d, both...); got.Text != strings.Replace(decidedSource, "at nine", c.want, 1) {
			t.Errorf("%s Ann, %s Ben: %s\n%s", c.ann, c.ben, outcomes(got), got.Text)
		}
	}
	d := x.decide(both, map[string]string{"ten": "accept", "noon": "accept"})
	if _, err := x.sync(d, both...); err == nil || !strings.Contains(err.Error(), "of Ann and ") || !strings.Contains(err.Error(), "both are accepted") {
		t.Errorf("both accepted: %v", err)
	}
	x.write(strings.Replace(decidedSource, "at nine", "at eight", 1))
	for said, want := range map[string]string{"accept": "at ten", "reject": "at eight", "later": "at eight", "accept: The ferry sails at dawn.": "at dawn"} {
		d := x.decide([]string{ann}, map[string]string{"ten": said})
		if got := x.synced(d, ann); got.Text != strings.Replace(decidedSource, "at nine", want, 1) {
			t.Errorf("%s Ann after the author: %s\n%s", said, outcomes(got), got.Text)
		}
	}
}

// TestRejectedIsRemembered: what was decided against is in the transcript, and a later sync leaves it out until it is forgotten.
func TestRejectedIsRemembered(t *testing.T) {
	x := newTable(t, strings.Replace(decidedSource, "The crew", "The fare is two euros.\n\nThe crew", 1))
	ann := x.back("Ann", "two euros", "three euros", "at nine", "at ten")
	files := []string{ann}
	d := x.decide(files, map[string]string{"ten": "accept"})
	all := x.synced(nil, ann)
	for i, f := range all.Findings {
		if strings.Contains(f.Now, "three") { // two edits that are alike
			d.Decisions = append(d.Decisions, EditDecision{Finding: f.Hash, Decision: []reviewsync.Choice{"", "accept", "reject"}[i]})
		}
	}
	keep := PatchFileOptions{Transcript: TranscriptOf(x.path), Attribution: Attribution{Actor: transcript.Actor{Kind: "human", Name: "Nia"}, ToolVersion: "1.0.0", Now: time.Now, Random: rand.NewChaCha8([32]byte{})}}
	record := func(r *SyncResult) {
		t.Helper()
		if _, err := RecordSync(t.Context(), x.source(), r, keep); err != nil {
			t.Fatal(err)
		}
	}
	record(x.synced(d, ann))
	text := x.source().File.Text
	if strings.Count(text, "three euros") != 1 || strings.Count(text, "two euros") != 1 {
		t.Fatalf("decided on, the source is\n%s", text)
	}
	again := x.synced(nil, ann)
	if again.Text != text || outcomes(again) != "rejected" || again.Counts().Rejected != 1 {
		t.Errorf("the same file again: %s\n%s", outcomes(again), again.Text)
	}
	r := x.review()
	r.Forget = true
	forgotten, err := r.SyncAll(t.Context(), x.source(), files, nil)
	if err != nil || strings.Count(forgotten.Text, "three euros") != 2 {
		t.Errorf("forgotten: %v\n%s", err, forgotten.Text)
	}
	forgotten.Ops, forgotten.Told = nil, nil
	record(forgotten) // nothing is brought in, but the decision is taken back
	if after := x.synced(nil, ann); outcomes(after) != "applied" {
		t.Errorf("after it was forgotten: %s", outcomes(after))
	}
	entries, _, err := transcript.ReadFile(t.Context(), keep.Transcript, 0)
	if err != nil || len(transcript.Verify(entries)) > 0 {
		t.Errorf("the transcript: %v, %v", err, transcript.Verify(entries))
	}
}

func TestDecodeDecisions(t *testing.T) {
	sha := strings.Repeat("0", 64)
	doc := func(decisions string) string {
		return `{"source":"` + sha + `","returned":[{"name":"a","sha256":"` + sha + `"}],"decisions":[` + decisions + `]}`
	}
	for text, want := range map[string]string{
		doc(`{"finding":"a","decision":"accept"},{"finding":"a","decision":"accept"}`): "",
		doc(`{"finding":"a","decision":"accept"},{"finding":"a","decision":"reject"}`): "decided on twice",
		doc(`{"finding":"a","decision":"yes"}`):                                        "no accept, reject, later or comment",
		doc(`{"finding":"a","decision":"comment"}`):                                    "without text",
		doc(`{"finding":"a","decision":"reject","text":"b"}`):                          "has a text",
		doc(`{"decision":"reject"}`):                                                   "names no finding",
		`{"findings":[]}`:                                                              "unknown field",
		`{"decisions":[]}`:                                                             "have to name",
		`[]`:                                                                           "these are no decisions",
		doc(``) + `x`:                                                                  "behind the value",
		doc(``) + doc(``):                                                              "behind the value",
		doc(`{"finding":"a","decision":"accept"}],"decisions":[{"finding":"a","decision":"reject"}`): "twice",
		``: "these are no decisions",
	} {
		d, err := decodeDecisions([]byte(text))
		if want == "" && err == nil {
			if _, err := json.Marshal(d); err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
