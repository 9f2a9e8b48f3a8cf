package reviewsync_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
)

// The law of signed decisions: what a turn is drafted to decide is what was decided in Word, whatever form the change had
// in the file: a tracked change in the text, as it was made or as the source shows it, or a change request as a block of
// its own; words, whole paragraphs, rows, splits or moves. What cannot be known is reported, and never the contrary drafted.

const signedAt = "2026-02-01T10:00:00.000Z"

// signedFile is a document with a record, in which Ann and Ben propose and a judge decides.
type signedFile struct {
	t       *testing.T
	path    string
	keys    map[string]arm.Signer
	drafted int // ids given so far
}

func newSignedFile(t *testing.T, s *app.Source) *signedFile {
	t.Helper()
	f := &signedFile{t: t, path: filepath.Join(t.TempDir(), "sent.docx"), keys: map[string]arm.Signer{}}
	var anchors, parties []string
	for n := range noma.Walk(s.Doc) {
		if id := n.At().ID; id != "" {
			anchors = append(anchors, fmt.Sprintf(`{"anchorId":"a-%d","documentId":"d","clauseTopic":"t","selector":{"kind":"noma-block","blockId":%q}}`, len(anchors), id))
		}
	}
	for i, name := range []string{"Ann", "Ben", "Judge"} {
		private, public, err := arm.KeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32))
		if err != nil {
			t.Fatal(err)
		}
		if f.keys[name], err = arm.ParseSigner(private, name); err != nil {
			t.Fatal(err)
		}
		parties = append(parties, fmt.Sprintf(`{"partyId":%q,"displayName":%q,"signingKeys":[{"keyId":%q,"algorithm":"Ed25519","publicKeyJwk":%s,"turnsRequireHumanApproval":false}]}`, name, name, name, public))
	}
	f.write(f.render(s))
	manifest := fmt.Sprintf(`{"schemaVersion":2,"sessionId":"s","createdAt":%q,"ontologyRefs":[{"ontologyId":"o","version":"1","topics":["t"]}],"parties":[%s],"documents":[{"documentId":"d","mediaType":"text/x-noma"}],"anchors":[%s]}`,
		signedAt, strings.Join(parties, ","), strings.Join(anchors, ","))
	if _, err := app.InitArm(t.Context(), f.path, []byte(manifest), app.ArmOptions{Now: signedAt}); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *signedFile) render(s *app.Source) []byte {
	f.t.Helper()
	var b bytes.Buffer
	if err := app.Render(f.t.Context(), &b, s, app.RenderOptions{Target: app.Word, Replaces: f.path}); err != nil {
		f.t.Fatal(err)
	}
	return b.Bytes()
}

func (f *signedFile) read() []byte {
	data, err := os.ReadFile(f.path)
	if err != nil {
		f.t.Fatal(err)
	}
	return data
}

func (f *signedFile) write(data []byte) {
	if err := os.WriteFile(f.path, data, 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// sync brings the file into a source and drafts the turns; nil when the source takes nothing of it.
func (f *signedFile) sync(s *app.Source) (*app.SyncResult, []arm.Value, []arm.Unmapped) {
	f.t.Helper()
	result, err := app.SyncReview(f.t.Context(), s, f.path, nil)
	var wrong *app.WrongFileError
	var deleted *app.ManyDeletedError
	if errors.As(err, &wrong) || errors.As(err, &deleted) {
		return nil, nil, nil
	} else if err != nil {
		f.t.Fatal(err)
	}
	drafts, unmapped, err := app.ArmDrafts(f.t.Context(), f.path, result, app.ArmDraftOptions{Party: "Judge", Now: signedAt,
		NewID: func() (string, error) { f.drafted++; return fmt.Sprintf("turn-%d", f.drafted), nil }})
	if err != nil {
		f.t.Fatal(err)
	}
	var out []arm.Value
	for _, d := range drafts {
		v, err := arm.Parse(d.JSON, arm.Limits{})
		if err != nil {
			f.t.Fatal(err)
		}
		out = append(out, v)
	}
	return result, out, unmapped
}

func (f *signedFile) commit(drafts []arm.Value) {
	f.t.Helper()
	for _, d := range drafts {
		if _, err := app.CommitArm(f.t.Context(), f.path, d, nil, f.keys[d.Text("authorPartyId")], signedAt, app.ArmOptions{Now: signedAt}); err != nil {
			f.t.Fatal(err)
		}
	}
}

// decide accepts the tracked changes of some authors in the file and rejects those of the others.
func (f *signedFile) decide(accepts map[string]bool) {
	d, err := openDesk(f.read())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, name := range []string{"Ann", "Ben"} {
		d.settle(accepts[name], func(e *etree.Element) bool { return e.SelectAttrValue("w:author", "") == name })
	}
	out, err := d.save()
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(out)
}

// shown returns the artifacts that the file shows.
func (f *signedFile) shown() map[string]bool {
	a, err := app.OpenArm(f.t.Context(), f.path, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	r := a.Verify()
	if r.Result != arm.Valid {
		f.t.Fatalf("%+v", r.Errors)
	}
	out := map[string]bool{}
	for _, c := range r.Visible.Covered {
		out[c.ArtifactID] = true
	}
	return out
}

// selectors are what places a change request in the text; without them it is shown as a block of its own.
var selectors = regexp.MustCompile(` (prefix|suffix|exact|unit|at)="[^"\n]*"`)

func apart(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "::change_request{") {
			lines[i] = selectors.ReplaceAllString(l, "")
		}
	}
	return strings.Join(lines, "\n")
}

// decidedForms are the forms in which changes come to be decided.
var decidedForms = []string{"as it was made", "as it was made, with the request in the source", "at its place", "as a block of its own"}

// draftedTally counts turns by the form of their changes, and gestures.
type draftedTally struct{ turns, told, reported, gestures map[string]int }

func newDraftedTally() draftedTally {
	return draftedTally{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
}

func TestDraftedDecisions(t *testing.T) {
	n, tally := seeds(120), newDraftedTally()
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { draftedLaws(t, seed, tally) })
	}
	all, untold := 0, 0
	for _, form := range decidedForms {
		t.Logf("%s: %d turns, %d decided, %d reported", form, tally.turns[form], tally.told[form], tally.reported[form])
		all, untold = all+tally.turns[form], untold+tally.reported[form]
	}
	t.Log(tally.gestures)
	if all < n/3 || untold > all/5 {
		t.Errorf("of %d turns %d were only reported", all, untold)
	}
}

// draftedLaws makes changes in a file, decides them in Word, and compares what is drafted with what was decided.
func draftedLaws(t *testing.T, seed int, tally draftedTally) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 97))}
	s, err := app.FromText("-", docgen.Document(c, 8))
	if err != nil {
		t.Fatal(err)
	}
	f := newSignedFile(t, s)
	tracks := slices.DeleteFunc(slices.Clone(tracking), func(g gesture) bool { return g.name == "formatting" })
	edited, edits := someOf(t, tracks, f.read(), c, 4, tally.gestures)
	f.write(edited)
	result, proposals, _ := f.sync(s)
	if len(proposals) == 0 {
		return
	}
	f.commit(proposals)
	form := decidedForms[c.Intn(len(decidedForms))]
	with := s
	if form != decidedForms[0] {
		text := result.Text
		if form == decidedForms[3] {
			text = apart(text)
		}
		if with, err = s.WithText(text); err != nil {
			t.Fatal(err)
		}
		if form != decidedForms[1] {
			f.write(f.render(with))
		}
	}
	shown := f.shown()
	accepts := map[string]bool{"Ann": c.Intn(2) == 0, "Ben": c.Intn(2) == 0}
	f.decide(accepts)
	result, decisions, unmapped := f.sync(with)
	if result == nil {
		return
	}
	authors, waits := turnsThatWait(proposals, shown)
	tally.turns[form] += len(waits)
	said := func() string {
		var b strings.Builder
		for _, v := range slices.Concat(proposals, decisions) {
			fmt.Fprintf(&b, "%s\n", v.Canonical())
		}
		return fmt.Sprintf("%s, accepted: %v\nedits: %s\nsource:\n%s\nsynced:\n%s\n%s%+v", form, accepts, strings.Join(edits, "\n  "), with.File.Text, result.Text, &b, unmapped)
	}
	for _, d := range decisions {
		decision, to := d.Text("decision"), d.Text("respondsToTurnId")
		if decision != "accept" && decision != "reject" {
			continue
		}
		tally.told[form]++
		if (decision == "accept") != accepts[authors[to]] {
			t.Fatalf("the changes of %s are drafted as %s; %s", authors[to], decision, said())
		}
		delete(waits, to)
	}
	for id := range waits {
		if slices.ContainsFunc(unmapped, func(u arm.Unmapped) bool { return strings.Contains(u.Reason, "turn "+id+" ") }) {
			tally.reported[form]++
			delete(waits, id)
		}
	}
	if len(waits) > 0 {
		t.Fatalf("nothing is said of %v; %s", waits, said())
	}
}

// turnsThatWait returns the authors of all turns with changes, and those of them whose changes a file shows.
func turnsThatWait(proposals []arm.Value, shown map[string]bool) (authors map[string]string, waits map[string]bool) {
	authors, waits = map[string]string{}, map[string]bool{}
	for _, p := range proposals {
		changes := slices.DeleteFunc(slices.Clone(p.Items("visibleArtifacts")), func(a arm.Value) bool { return a.Text("kind") == "comment" })
		if len(changes) == 0 {
			continue
		}
		authors[p.Text("turnId")] = p.Text("authorPartyId")
		if !slices.ContainsFunc(changes, func(a arm.Value) bool { return !shown[a.Text("artifactId")] }) {
			waits[p.Text("turnId")] = true
		}
	}
	return authors, waits
}
