package arm

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// negotiated returns a record of turns about the contract of these tests: a proposal, a counter of what was
// proposed, other kinds at the other clause, and a turn that is closed.
func negotiated(t testing.TB) Value {
	t.Helper()
	record := cut(golden(t), 0)
	old := func(s string) *string { return &s }
	for i, o := range []DraftOptions{
		{Author: "northwind", AnchorID: "a-liability", Decision: "propose", Artifacts: []Value{
			ArtifactInput{Kind: "replacement", OldText: old("six (6)"), Text: "twelve (12)"}.Value(), ArtifactInput{Kind: "comment", Text: "Annual\nfees."}.Value()}},
		{Author: "acme", AnchorID: "a-liability", Decision: "counter", RespondsTo: "turn-1", Artifacts: []Value{ArtifactInput{Kind: "replacement", OldText: old("twelve"), Text: "nine"}.Value()}},
		{Author: "northwind", AnchorID: "a-term", Decision: "propose", Artifacts: []Value{
			ArtifactInput{Kind: "deletion", Text: "one "}.Value(), ArtifactInput{Kind: "insertion", Text: " It renews.", Placement: &Placement{Relation: "after", Exact: "year."}}.Value(),
			ArtifactInput{Kind: "insertion", Text: "Note: ", Placement: &Placement{Relation: "before", Exact: "The term"}}.Value(),
			ArtifactInput{Kind: "comment", Text: "Which?", Placement: &Placement{Relation: "exact", Exact: "term"}}.Value()}},
		{Author: "northwind", AnchorID: "a-term", Decision: "propose", Artifacts: []Value{ArtifactInput{Kind: "replacement", OldText: old("year"), Text: "decade"}.Value(), ArtifactInput{Kind: "comment", Text: "Settled."}.Value()}},
		{Author: "acme", AnchorID: "a-term", Decision: "reject", RespondsTo: "turn-4", Artifacts: []Value{ArtifactInput{Kind: "comment", Text: "No."}.Value()}},
	} {
		o.TurnID, o.CreatedAt = "turn-"+string(rune('1'+i)), "2026-01-15T09:00:00.000Z"
		o.ArtifactID = func(k int) string { return o.TurnID + "." + string(rune('1'+k)) }
		draft, err := Draft(record, o)
		if err != nil {
			t.Fatal(err)
		}
		key := "northwind-human-1"
		if o.Author == "acme" {
			key = "acme-human-1"
		}
		if record, err = Commit(record, draft, nil, signers[key], "2026-01-15T10:00:0"+string(rune('0'+i))+".000Z"); err != nil {
			t.Fatal(err)
		}
	}
	return record
}

func rebuilt(t testing.TB, record Value, data []byte) ([]byte, *Rebuilt) {
	t.Helper()
	p := open(t, data)
	e := p.Edit()
	r, err := Rebuild(record, p, e, nil)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, e), r
}

func documentOf(t testing.TB, data []byte) *wml.Document {
	t.Helper()
	d, err := wml.Read(open(t, data), wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Acceptance criterion 19, level 4: what the record describes is in the document after a rebuild, and
// a second one changes nothing.
func TestCriterion19Rebuild(t *testing.T) {
	record := negotiated(t)
	once, r := rebuilt(t, record, contract(t))
	if len(r.Warnings) > 0 || len(r.Created) != 9 {
		t.Errorf("%+v", r)
	}
	d := documentOf(t, once)
	if c := Cover(record, d, nil); len(c.Covered) != 9 || len(c.Uncovered)+len(c.Missing) > 0 {
		t.Errorf("%+v", c)
	} else {
		for _, x := range c.Covered {
			if !x.Signed {
				t.Errorf("%s is not in the name and at the time of its turn", x.ArtifactID)
			}
		}
	}
	var lines []string
	for _, b := range d.Stories[0].Blocks {
		lines = append(lines, b.(*wml.Paragraph).Text(wml.Current), b.(*wml.Paragraph).Text(wml.Original))
	}
	if want := []string{"Claim", "Claim", "The cap is nine (12) months of fees.", "The cap is six (6) months of fees.", "Claim", "Claim",
		"Note: The term is year. It renews.", "The term is one year.", "", ""}; !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
	for _, c := range d.Comments {
		closed := c.Blocks[0].(*wml.Paragraph).Text(wml.Current) == "Settled."
		if (c.Resolved != nil && *c.Resolved) != closed {
			t.Errorf("%+v", c)
		}
	}
	if twice, r := rebuilt(t, record, once); !bytes.Equal(once, twice) || len(r.Created) > 0 {
		t.Error("rebuilding again changed the file")
	}
}

// A removed anchor, or text that is not there, is reported and nothing is guessed.
func TestCriterion19NothingIsGuessed(t *testing.T) {
	record := negotiated(t)
	for name, change := range map[string][2]string{"anchor": {"n_liability_cap", "n_elsewhere_cap"}, "text": {"six (6) months", "two weeks"}} {
		p := open(t, contract(t))
		text, err := p.Text(docxMain)
		if err != nil {
			t.Fatal(err)
		}
		e := p.Edit()
		e.Set(docxMain, "", bytes.Replace([]byte(text), []byte(change[0]), []byte(change[1]), 1))
		_, r := rebuilt(t, record, written(t, e))
		if len(r.Warnings) == 0 || r.Warnings[0].Code != WarnArtifactMissingInDocument {
			t.Errorf("%s: %+v", name, r.Warnings)
		}
	}
}

// Acceptance criterion 22: what a reviewer did becomes one turn for each author and anchor, which
// rebuilds to what the reviewer did.
func TestCriterion22TurnsFromWord(t *testing.T) {
	record := cut(golden(t), 0)
	seen := negotiated(t)
	seen = cut(seen, 1) // the first proposal, as a reviewer would make it
	word, _ := rebuilt(t, seen, contract(t))
	d := documentOf(t, word)
	for _, c := range d.Comments {
		c.Author = "Jane Doe"
	}
	for _, b := range d.Stories[0].Blocks {
		for i := range b.(*wml.Paragraph).Runs {
			r := &b.(*wml.Paragraph).Runs[i]
			for _, rev := range []*wml.Revision{r.Ins, r.Del} {
				if rev != nil {
					rev.Author = "Jane Doe"
				}
			}
		}
	}
	if turns, unmapped := TurnsFrom(record, d, nil, FromWordOptions{}); len(turns) != 0 || len(unmapped) != 2 {
		t.Errorf("an unknown author: %+v, %+v", turns, unmapped)
	}
	turns, unmapped := TurnsFrom(record, d, nil, FromWordOptions{Authors: map[string]string{"Jane Doe": "northwind"}})
	if len(turns) != 1 || len(unmapped) != 0 || turns[0].AnchorID != "a-liability" || turns[0].Decision != "propose" || len(turns[0].Artifacts) != 2 {
		t.Fatalf("%+v, %+v", turns, unmapped)
	}
	o := turns[0].DraftOptions
	o.TurnID, o.CreatedAt, o.ArtifactID = "w", "2026-01-15T12:00:00.000Z", func(i int) string { return "w." + string(rune('1'+i)) }
	draft, err := Draft(record, o)
	if err != nil {
		t.Fatal(err)
	}
	if record, err = Commit(record, draft, nil, signers["northwind-human-1"], "2026-01-15T12:00:00.000Z"); err != nil {
		t.Fatal(err)
	}
	if c := Cover(record, d, nil); len(c.Covered) != 2 || len(c.Uncovered)+len(c.Missing) > 0 {
		t.Errorf("%+v", c)
	}
	if turns, _ := TurnsFrom(record, d, nil, FromWordOptions{Authors: map[string]string{"Jane Doe": "northwind"}}); len(turns) > 0 {
		t.Errorf("the same edits again: %+v", turns)
	}
	// Another party's edit of the same clause is a counter.
	counter, _ := rebuilt(t, cut(negotiated(t), 2), contract(t))
	if turns, _ := TurnsFrom(record, documentOf(t, counter), nil, FromWordOptions{}); len(turns) != 1 || turns[0].Decision != "counter" || turns[0].RespondsTo != "w" || turns[0].Author != "acme" {
		t.Errorf("%+v", turns)
	}
}

// Acceptance criterion 23, first half: accepting or rejecting a change in Word is a decision.
func TestCriterion23Decisions(t *testing.T) {
	record := cut(negotiated(t), 1)
	word, r := rebuilt(t, record, contract(t))
	for want, view := range map[string]wml.View{"accept": wml.Current, "reject": wml.Original} {
		d := documentOf(t, word)
		for _, b := range d.Stories[0].Blocks {
			p := b.(*wml.Paragraph)
			var runs []wml.Run
			for _, run := range p.Runs {
				if view.Shows(&run) {
					run.Ins, run.Del = nil, nil
					runs = append(runs, run)
				}
			}
			p.Runs = runs
		}
		turns, unmapped := TurnsFrom(record, d, r.Native, FromWordOptions{})
		if len(turns) != 1 || turns[0].Decision != want || turns[0].RespondsTo != "turn-1" || turns[0].Author != "acme" || len(turns[0].Artifacts) != 1 || len(unmapped) > 0 {
			t.Errorf("%s: %+v, %+v", want, turns, unmapped)
		}
		// A document that never showed the change says nothing about it.
		if turns, _ := TurnsFrom(record, d, nil, FromWordOptions{}); len(turns) > 0 {
			t.Errorf("without a trace: %+v", turns)
		}
	}
}

// Acceptance criteria 20 and 21: known heads tell forks and records that were cut off.
func TestCriterion20And21KnownHeads(t *testing.T) {
	g := golden(t)
	var heads Heads
	for n := range 4 {
		heads = heads.Add(HeadOf(cut(g, 3-n), "2026-01-16T00:00:00.000Z"))
	}
	if again := heads.Add(HeadOf(g, "later")); len(heads) != 4 || len(again) != 4 {
		t.Errorf("%d heads", len(again))
	}
	other := reseal(g, 1, "", func(b Value) Value { return b })
	fork := edit(cut(g, 2), "/ledger/1", func(turn Value) Value {
		return Seal(set(set(*g.Items("ledger")[2].Get("body"), "/sequence", whole(2)), "/previousTurnHash", text(g.Items("ledger")[0].Text("turnHash"))), signers["northwind-human-1"], "2026-01-15T11:00:01.000Z")
	})
	for name, c := range map[string]struct {
		record Value
		want   Code
	}{
		"the same": {g, ""}, "shorter": {other, WarnRecordBehindKnownHead}, "forked": {fork, ForkDetected},
		"other manifest": {set(cut(g, 0), "/manifest/parties/0/displayName", text("Acme Inc")), SessionDiverged},
		"other session":  {set(cut(g, 0), "/manifest/sessionId", text("other")), ""},
	} {
		if code, _ := heads.Check(c.record); code != c.want {
			t.Errorf("%s: %q, want %q", name, code, c.want)
		}
	}
	if c, err := Compare(cut(g, 1), g); err != nil || c.Relation != ABehind {
		t.Error(c, err)
	}
	if c, err := Compare(g, cut(g, 0)); err != nil || c.Relation != BBehind {
		t.Error(c, err)
	}
	if c, err := Compare(g, set(cut(g, 0), "/manifest/parties/0/displayName", text("Acme Inc"))); err != nil || c.Code != SessionDiverged {
		t.Error(c, err)
	}
	if c, err := Compare(g, set(cut(g, 0), "/manifest/sessionId", text("other"))); err != nil || c.Relation != Unrelated {
		t.Error(c, err)
	}
	if _, err := Compare(g, set(g, "/ledger/0/bodyHash", text(otherHash))); err == nil {
		t.Error("an invalid record was compared")
	}
}

// Edits in Word become turns that, rebuilt in a clean copy, show the same edits at the same places.
func TestTurnsFromWordRebuild(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := open(t, contract(t))
		a, err := wml.NewAnnotator(p)
		if err != nil {
			rt.Fatalf("%v", err)
		}
		for range rapid.IntRange(1, 3).Draw(rt, "edits") {
			i := rapid.SampledFrom([]int{1, 3}).Draw(rt, "paragraph")
			text := a.Paragraph(i).Text
			from := rapid.IntRange(0, len(text)).Draw(rt, "from")
			to := rapid.IntRange(from, len(text)).Draw(rt, "to")
			if rapid.Bool().Draw(rt, "comment") {
				a.Comment(wml.Spot{Paragraph: i, Offset: from}, wml.Spot{Paragraph: i, Offset: to}, wml.NewComment{Author: "Acme Corp", Date: "2026-02-01T00:00:00Z", Text: "Hm."})
			} else {
				a.Change(i, from, to, rapid.SampledFrom([]string{"x", "new words "}).Draw(rt, "with"), "Acme Corp", "2026-02-01T00:00:00Z")
			}
		}
		e := p.Edit()
		if err := a.Store(e); err != nil {
			rt.Fatalf("%v", err)
		}
		word := documentOf(t, written(t, e))
		record := cut(golden(t), 0)
		turns, unmapped := TurnsFrom(record, word, nil, FromWordOptions{})
		if len(unmapped) > 0 {
			rt.Fatalf("%+v", unmapped)
		}
		for k, turn := range turns {
			turn.TurnID, turn.CreatedAt = "t"+string(rune('0'+k)), "2026-02-01T00:00:00.000Z"
			turn.ArtifactID = func(i int) string { return turn.TurnID + "." + string(rune('0'+i)) }
			draft, err := Draft(record, turn.DraftOptions)
			if err != nil {
				rt.Fatalf("%v", err)
			}
			if draft, err = redraft(record, draft); err != nil {
				rt.Fatalf("%v", err)
			}
			if record, err = Commit(record, draft, nil, signers["acme-human-1"], "2026-02-01T00:00:00.000Z"); err != nil {
				rt.Fatalf("%v", err)
			}
		}
		if c := Cover(record, word, nil); len(c.Uncovered)+len(c.Missing) > 0 {
			rt.Fatalf("%+v", c)
		}
	})
}
