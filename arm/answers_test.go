package arm

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// said is a turn of a negotiation in a test: who, what, in answer to which turn, and the change it shows.
type said struct{ author, decision, to, from, text string }

// negotiation commits turns about the cap, turn-1 and so on.
func negotiation(t fatal, turns ...said) Value {
	record := cut(*parseText(manifestText), 0)
	for i, s := range turns {
		o := DraftOptions{TurnID: fmt.Sprintf("turn-%d", i+1), CreatedAt: "2026-01-15T09:00:00.000Z", Author: s.author, AnchorID: "a-liability", Decision: s.decision, RespondsTo: s.to}
		o.ArtifactID = Numbered(o.TurnID)
		switch {
		case s.text == "" && s.from == "":
			o.Artifacts = []Value{ArtifactInput{Kind: "comment", Text: "Yes."}.Value()}
		case s.from == "":
			o.Artifacts = []Value{ArtifactInput{Kind: "insertion", Text: s.text}.Value()}
		case s.text == "":
			o.Artifacts = []Value{ArtifactInput{Kind: "deletion", Text: s.from}.Value()}
		default:
			o.Artifacts = []Value{ArtifactInput{Kind: "replacement", OldText: &s.from, Text: s.text}.Value()}
		}
		draft, err := Draft(record, o)
		if err != nil {
			t.Fatalf("%v", err)
		}
		key := map[string]string{"acme": "acme-human-1", "northwind": "northwind-human-1"}[s.author]
		if record, err = Commit(record, draft, nil, signers[key], fmt.Sprintf("2026-01-15T10:00:%02d.000Z", i)); err != nil {
			t.Fatalf("%v", err)
		}
	}
	return record
}

type fatal interface{ Fatalf(string, ...any) }

func statesByID(record Value) map[string]string {
	out := map[string]string{}
	for id, t := range courseOf(record.Items("ledger")).turns {
		out[id] = t.state
	}
	return out
}

var (
	proposed  = said{"northwind", "propose", "", "six (6) months", "twelve (12) months"}
	countered = said{"acme", "counter", "turn-1", "six (6) months", "nine (9) months"}
	within    = said{"acme", "counter", "turn-1", "twelve (12)", "nine (9)"}
	agreed    = said{"northwind", "accept", "turn-2", "", ""}
)

// A counter-proposal supersedes what it counters, and is shown in its place, whichever words it names: those of the
// document, or those of the proposal. Doing it twice changes nothing.
func TestCountersSupersede(t *testing.T) {
	for name, counter := range map[string]said{"the words of the document": countered, "the words of the proposal": within} {
		record := negotiation(t, proposed, counter)
		if s := statesByID(record); s["turn-1"] != Superseded || s["turn-2"] != Open {
			t.Fatalf("%s: %v", name, s)
		}
		once, r := rebuilt(t, cut(record, 1), contract(t)) // the document shows the proposal
		if len(r.Warnings) > 0 {
			t.Fatalf("%+v", r.Warnings)
		}
		for what, data := range map[string][]byte{"a clean copy": contract(t), "the proposal shown": once} {
			now, r := rebuilt(t, record, data)
			if len(r.Warnings) > 0 {
				t.Errorf("%s, %s: %+v", name, what, r.Warnings)
			}
			d := documentOf(t, now)
			if text := bodyText(d, wml.Current); !strings.Contains(text, "nine (9) months") || strings.Contains(text, "twelve") {
				t.Errorf("%s, %s: reads %q", name, what, text)
			}
			if text := bodyText(d, wml.Original); !strings.Contains(text, "six (6) months") {
				t.Errorf("%s, %s: read %q", name, what, text)
			}
			if c := Cover(record, d, nil); len(c.Missing)+len(c.Uncovered)+len(c.Differences) > 0 {
				t.Errorf("%s, %s: %+v", name, what, c)
			}
			if again, r := rebuilt(t, record, now); !bytes.Equal(again, now) || len(r.Created) > 0 {
				t.Errorf("%s, %s: a second rebuild changes it: %+v", name, what, r.Created)
			}
		}
	}
}

// Law: a document that shows neither the markup nor the wording of what was accepted is never said to show all.
func TestAcceptedWordingIsThereOrReported(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		turns := []said{proposed, rapid.SampledFrom([]said{countered, within, {"acme", "counter", "turn-1", "of fees", ""}, {"acme", "counter", "turn-1", "", " At most."}}).Draw(rt, "counter"), agreed}
		shown := rapid.IntRange(0, 2).Draw(rt, "shown") // how much of it the document showed
		record := negotiation(rt, turns...)
		if s := statesByID(record); s["turn-1"] != Superseded || s["turn-2"] != Accepted {
			rt.Fatalf("%v", s)
		}
		data := contract(t)
		for n := 1; n <= shown; n++ {
			data, _ = rebuilt(t, cut(record, n), data)
		}
		d := documentOf(t, data)
		how := rapid.SampledFrom([]string{"open", "accept", "reject"}).Draw(rt, "decided in Word")
		if how != "open" {
			settle(d, how == "accept")
		}
		text := bodyText(d, wml.Current)
		there := strings.Contains(text, turns[1].text)
		if turns[1].text == "" {
			there = !strings.Contains(text, turns[1].from)
		}
		c := Cover(record, d, nil)
		markup := slices.ContainsFunc(c.Covered, func(x Covered) bool { return x.TurnID == "turn-2" })
		unmet := slices.ContainsFunc(c.Missing, func(a Artifact) bool { return a.TurnID == "turn-2" })
		if unmet == (there || markup) {
			rt.Fatalf("the text has it: %v, as a tracked change: %v, reported: %v\n%s\n%+v", there, markup, unmet, text, c)
		}
		if how != "open" {
			return // the tests decide in the tree, not in the file
		}
		now, r := rebuilt(t, record, data)
		told := slices.ContainsFunc(r.Warnings, func(f Finding) bool { return f.TurnID == "turn-2" })
		text = bodyText(documentOf(t, now), wml.Current)
		if has := strings.Contains(text, turns[1].text) && (turns[1].from == "" || !strings.Contains(text, turns[1].from)); has == told {
			rt.Fatalf("after a rebuild the text has it: %v, reported: %v\n%s\n%+v", has, told, text, r)
		}
		if again, r := rebuilt(t, record, now); !bytes.Equal(again, now) || len(r.Created) > 0 {
			rt.Fatalf("a second rebuild changes it: %+v", r.Created)
		}
	})
}

func bodyText(d *wml.Document, v wml.View) string {
	return textsOf(linesOf(d), &anchorIndex{}, v)[""]
}

// settle accepts or rejects all tracked changes of text, as Word does.
func settle(d *wml.Document, accept bool) {
	view := wml.Original
	if accept {
		view = wml.Current
	}
	for _, l := range linesOf(d) {
		l.Runs = slices.DeleteFunc(l.Runs, func(r wml.Run) bool { return !view.Shows(&r) })
		for i := range l.Runs {
			l.Runs[i].Ins, l.Runs[i].Del = nil, nil
		}
	}
}

// A document that was changed behind the back of its record differs from it.
func TestDifferences(t *testing.T) {
	record := negotiation(t, proposed)
	manifest := WithTextHashes(*record.Get("manifest"), documentOf(t, contract(t)))
	record = replay(record, manifest)
	word, _ := rebuilt(t, record, contract(t))
	change := func(old, now string) []byte {
		p := open(t, word)
		text, err := p.Text(docxMain)
		if err != nil || !strings.Contains(text, old) {
			t.Fatalf("%v: %s", err, old)
		}
		e := p.Edit()
		e.Set(docxMain, "", []byte(strings.ReplaceAll(text, old, now)))
		return written(t, e)
	}
	settled := func(accept bool) *wml.Document {
		d := documentOf(t, word)
		settle(d, accept)
		return d
	}
	stranger := `<w:ins w:id="77" w:author="Mallory" w:date="2026-02-01T10:00:00Z"><w:r><w:t>whole </w:t></w:r></w:ins>`
	tracked := documentOf(t, change("of fees", "of revenue"))
	for name, c := range map[string]struct {
		d      *wml.Document
		record Value
		want   []Code
	}{
		"as it was":                   {documentOf(t, word), record, nil},
		"wording changed":             {tracked, record, []Code{WarnAnchorTextChanged}},
		"accepted, and not recorded":  {settled(true), record, []Code{WarnArtifactMissingInDocument, WarnAnchorTextChanged}},
		"rejected, and not recorded":  {settled(false), record, []Code{WarnArtifactMissingInDocument}},
		"accepted":                    {settled(true), replay(negotiation(t, proposed, said{"acme", "accept", "turn-1", "", ""}), manifest), []Code{WarnArtifactMissingInDocument}},
		"rejected, and still open":    {documentOf(t, word), replay(negotiation(t, proposed, said{"acme", "reject", "turn-1", "", ""}), manifest), []Code{WarnStateDiffers, WarnArtifactMissingInDocument}},
		"a stranger's tracked change": {documentOf(t, change("<w:r><w:t>Claim", stranger+"<w:r><w:t>Claim")), record, []Code{WarnChangeNotCovered, WarnChangeNotCovered}},
		"an author renamed":           {documentOf(t, change("Northwind Ltd", "Mallory")), record, []Code{WarnAuthorDiffers}},
		"the tracked change retyped":  {documentOf(t, change("twelve (12)", "thirteen (13)")), record, []Code{WarnArtifactMissingInDocument, WarnChangeNotCovered}},
		"the anchor is gone":          {documentOf(t, change("n_term_length", "n_elsewhere_")), record, []Code{WarnAnchorTextChanged}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := codesOf(Cover(c.record, c.d, nil).Differences); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	if c := Cover(negotiation(t, proposed), tracked, nil); len(c.Differences) > 0 || len(c.Unchecked) != 2 {
		t.Errorf("without hashes of the text: %+v", c)
	}
	// Comments belong to it too.
	closed := negotiation(t, proposed, said{"acme", "accept", "turn-1", "", ""})
	if c := Cover(closed, settled(true), nil); len(c.Differences) != 1 || c.Differences[0].Code != WarnArtifactMissingInDocument {
		t.Errorf("a comment is missing: %+v", c.Differences)
	}
}

// A draft about words that are nowhere is refused; those of the document, of its tracked changes and of earlier turns are
// there. A proposal made again where a turn of the other party is open is a counter-proposal.
func TestDraftsAreLookedAt(t *testing.T) {
	record := negotiation(t, proposed)
	d := documentOf(t, contract(t))
	for from, want := range map[string]bool{"six (6)": true, "twelve": true, "weeks": false, "one year": false} {
		draft, err := Draft(record, DraftOptions{TurnID: "t", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "acme", AnchorID: "a-liability", Decision: "propose",
			Artifacts: []Value{ArtifactInput{ID: "x", Kind: "deletion", Text: from}.Value()}})
		if err != nil {
			t.Fatal(err)
		}
		var refused *Refusal
		if err := CheckTexts(record, draft, d); (err == nil) != want || !want && (!errors.As(err, &refused) || refused.Code != TextNotInDocument) {
			t.Errorf("%q: %v", from, err)
		}
		again, counters, err := Remake(record, draft)
		if err != nil || counters != "turn-1" || again.Text("decision") != "counter" || again.Text("respondsToTurnId") != "turn-1" {
			t.Errorf("made again: %v %q %s", err, counters, again.Canonical())
		}
	}
	for name, o := range map[string]DraftOptions{
		"its own turn": {Author: "northwind", AnchorID: "a-liability", RespondsTo: "turn-1"}, "another anchor": {Author: "acme", AnchorID: "a-term", RespondsTo: "turn-1"}, "nothing": {Author: "acme", AnchorID: "a-term"},
	} {
		o.TurnID, o.CreatedAt, o.Decision, o.Artifacts = "t", "2026-01-15T12:00:00.000Z", "accept", []Value{ArtifactInput{ID: "x", Kind: "comment", Text: "Yes."}.Value()}
		var refused *Refusal
		if _, err := Draft(record, o); !errors.As(err, &refused) || !strings.HasPrefix(string(refused.Code), "ARM_PROFILE_") {
			t.Errorf("%s: %v", name, err)
		}
		plain := replay(record, record.Get("manifest").without("profiles"))
		draft, err := Draft(plain, o)
		if _, odd := oddAnswer(plain, draft); err != nil || !odd {
			t.Errorf("%s, without the profile: %v", name, err)
		}
	}
}

// An approval that no turn could carry is refused before anybody signs the turn.
func TestApproversAreChecked(t *testing.T) {
	g := golden(t)
	draft, err := Draft(g, DraftOptions{TurnID: "t", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "acme", AnchorID: "a-term", Decision: "propose", Mandate: "m",
		Artifacts: []Value{ArtifactInput{ID: "x", Kind: "comment", Text: "More."}.Value()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key, by string
		record  Value
		want    Code
	}{
		{"acme-human-1", "", g, ""}, {"acme-agent-1", "", g, ApprovalApproverKeyIneligible}, {"northwind-human-1", "northwind", g, ApprovalApproverUnknown},
		{"northwind-human-1", "", g, ApprovalApproverKeyIneligible}, {"acme-human-1", "", cut(g, 2), StaleDraft},
	} {
		approval, err := Approve(draft, signers[c.key], ApproveOptions{ApprovalID: "a", By: c.by, At: "2026-01-15T12:00:00.000Z"})
		if err != nil {
			t.Fatal(err)
		}
		var refused *Refusal
		if err := CheckApproval(c.record, draft, approval); (err == nil) != (c.want == "") || err != nil && (!errors.As(err, &refused) || refused.Code != c.want) {
			t.Errorf("%s for %q: %v", c.key, c.by, err)
		}
	}
}

// What was accepted is taken back to find the baseline, whatever it was and however much of it has come into the text.
func TestBaselineOfAcceptedChanges(t *testing.T) {
	for _, c := range []struct {
		turns []said
		text  string
		same  bool
	}{
		{[]said{proposed, {"acme", "accept", "turn-1", "", ""}}, "The cap is twelve (12) months of fees.", true},
		{[]said{proposed, {"acme", "accept", "turn-1", "", ""}}, "The cap is six (6) months of fees.", true}, // not brought in yet
		{[]said{proposed, {"acme", "accept", "turn-1", "", ""}}, "The cap is twelve (12) months of revenue.", false},
		{[]said{proposed, within, agreed}, "The cap is nine (9) months of fees.", true},
		{[]said{proposed, countered, agreed}, "The cap is nine (9) months of fees.", true},
		{[]said{proposed, countered, agreed}, "The cap is twelve (12) months of fees.", false},
		{[]said{{"northwind", "propose", "", " of fees", ""}, {"acme", "accept", "turn-1", "", ""}}, "The cap is six (6) months.", true},
		{[]said{{"northwind", "propose", "", "", " At most."}, {"acme", "accept", "turn-1", "", ""}}, "The cap is six (6) months of fees. At most.", true},
	} {
		record := replay(negotiation(t, c.turns...), WithTextHashes(*parseText(manifestText).Get("manifest"), documentOf(t, contract(t))))
		p := open(t, contract(t))
		text, err := p.Text(docxMain)
		if err != nil {
			t.Fatal(err)
		}
		e := p.Edit()
		e.Set(docxMain, "", []byte(strings.Replace(text, "The cap is six (6) months of fees.", c.text, 1)))
		differences := Cover(record, documentOf(t, written(t, e)), nil).Differences
		if changed := slices.Contains(codesOf(differences), WarnAnchorTextChanged); changed == c.same {
			t.Errorf("%q: %+v", c.text, differences)
		}
	}
	g := golden(t)
	baseline := func(kind string) Value {
		return edit(g, "/manifest/documents/0", func(d Value) Value {
			return d.with(text(hashText([]byte("the source"))).as("baselineHash"), text(kind).as("baselineKind"))
		})
	}
	for name, c := range map[string]struct {
		record Value
		kind   string
		want   Code
	}{
		"source, nothing accepted": {cut(baseline("noma-source-bytes"), 2), "noma-source-bytes", WarnBaselineChanged}, "source, accepted": {baseline("noma-source-bytes"), "noma-source-bytes", ""},
		"file, no turn": {cut(baseline("docx-main-part-bytes"), 0), "docx-main-part-bytes", WarnBaselineChanged}, "file, turns": {cut(baseline("docx-main-part-bytes"), 1), "docx-main-part-bytes", ""},
		"another kind": {cut(baseline("docx-main-part-bytes"), 0), "noma-source-bytes", ""},
	} {
		f, _ := Baseline(c.record, c.kind, []byte("another"))
		if _, same := Baseline(c.record, c.kind, []byte("the source")); f.Code != c.want || same {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// An accept that names no turn closes none. Nobody drafts it under the contract profile; a record that has one stays valid.
func TestAcceptsNameTheirTurn(t *testing.T) {
	record := negotiation(t, proposed)
	draft, err := Draft(record, DraftOptions{TurnID: "t", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "acme", AnchorID: "a-liability", Decision: "accept",
		Artifacts: []Value{ArtifactInput{ID: "x", Kind: "comment", Text: "Yes."}.Value()}})
	if err != nil {
		t.Fatal(err)
	}
	var refused *Refusal
	if _, err := CheckAnswer(record, draft); !errors.As(err, &refused) || refused.Code != NothingAccepted || !strings.Contains(err.Error(), "responds to, turn-1") {
		t.Errorf("under the profile: %v", err)
	}
	plain := replay(record, record.Get("manifest").without("profiles"))
	if odd, err := CheckAnswer(plain, draft); err != nil || odd.Code != WarnNothingAccepted {
		t.Errorf("without the profile: %v %v", odd, err)
	}
}
