package app

import (
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

const formSource = `# Plan {id="plan"}

The ferry sails at nine.

::control{id="crew" type="number" label="Crew" default=6}
::

::control{id="quay" type="text" label="Quay" default="North"}
::

::todo{id="paint" owner="Ann" status="open"}
Paint the hull.
::
`

// TestDecidedForms: form fields and tasks are decided like other edits: what is accepted comes in, and nothing else; what was rejected is
// not offered again; the page shows all of them as open.
func TestDecidedForms(t *testing.T) {
	x := newTable(t, formSource)
	ann := x.back("Ann", "at nine", "at ten", ">6<", ">8<", ">North<", ">South<", `<w14:checked w14:val="0"/>`, `<w14:checked w14:val="1"/>`, "☐", "☒")
	r := x.review()
	page, err := r.PageData(t.Context(), x.source(), []string{ann})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Findings) != 4 {
		t.Fatalf("the page has %+v", page.Findings)
	}
	d := &Decisions{Source: page.Source}
	for _, f := range page.Returned {
		d.Returned = append(d.Returned, DecidedFile(f))
	}
	for _, f := range page.Findings {
		if !f.Open || !f.Takes || len(f.After) == 0 {
			t.Errorf("not to be decided: %+v", f)
		}
		choice := reviewsync.Accept
		if f.Block == "quay" {
			choice = reviewsync.Reject
		} else if f.Block == "paint" {
			continue
		}
		d.Decisions = append(d.Decisions, EditDecision{Finding: f.Hash, Decision: choice})
	}
	got := x.synced(d, ann)
	want := strings.NewReplacer("at nine", "at ten", "default=6", "default=8").Replace(formSource)
	if got.Text != want {
		t.Errorf("some are accepted:\n%s", UnifiedDiff("a", want, got.Text))
	}
	if all := outcomes(got); strings.Count(all, "applied") != 2 || !strings.Contains(all, "rejected") || !strings.Contains(all, "later") {
		t.Errorf("outcomes %s", all)
	}
	none := x.synced(&Decisions{Source: d.Source, Returned: d.Returned}, ann)
	if none.Text != formSource {
		t.Errorf("nothing is decided:\n%s", UnifiedDiff("a", formSource, none.Text))
	}
	for i := range d.Decisions {
		d.Decisions[i].Decision = reviewsync.Accept
	}
	r.Controls, r.Decisions = true, d // what is not decided is asked for by an option
	all, err := r.SyncAll(t.Context(), x.source(), []string{ann}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Decisions = nil
	if plain, err := r.SyncAll(t.Context(), x.source(), []string{ann}, nil); err != nil || plain.Text != all.Text {
		t.Errorf("%v: accepting all is not the sync with fields:\n%s", err, UnifiedDiff("a", plain.Text, all.Text))
	}
}
