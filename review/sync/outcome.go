package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/patch"
)

// Counts says in three numbers what became of a returned file. Findings of no edit (see [Finding.NoEdit]) are in none of them.
type Counts struct {
	Applied    int `json:"applied"`
	Waiting    int `json:"waiting"`            // in the source, for the author to accept, reject or answer
	NotApplied int `json:"notApplied"`         // refused, in conflict, or not decided on
	Rejected   int `json:"rejected,omitempty"` // not in the source, as the author decided
}

// Count counts findings.
func Count(list []Finding) Counts {
	var c Counts
	for i := range list {
		switch f := &list[i]; {
		case f.Waits:
			c.Waiting++
		case f.Done():
			c.Applied++
		case f.Outcome == Rejected:
			c.Rejected++
		case !f.NoEdit():
			c.NotApplied++
		}
	}
	return c
}

// Add adds the counts of another file.
func (c *Counts) Add(o Counts) {
	c.Applied, c.Waiting, c.NotApplied, c.Rejected = c.Applied+o.Applied, c.Waiting+o.Waiting, c.NotApplied+o.NotApplied, c.Rejected+o.Rejected
}

// NoEdit reports whether a finding is none of an edit that the source needs: it is there already, belongs to another command, or is
// what a program did by itself.
func (f *Finding) NoEdit() bool { return f.Outcome == Unchanged || f.Outcome == Editor }

// Done reports whether the source holds what the reviewer did: as an edit, or as a request to decide on.
func (f *Finding) Done() bool { return f.Outcome == Applied || f.Outcome == Proposed }

// waiting are the actions of a report's changes after which the author has something to decide on or to answer.
var waiting = map[string]bool{"add_change_request": true, "add_comment": true, "reopen_comment": true}

// conclude gives findings the outcome that people see and counts them. A tracked change is in the source
// as a request, so it is proposed: the rounds of a sync take it for applied.
func (r *Result) conclude() {
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		asks := func(op patch.Op) bool { return op.Op == "add_change_request" }
		if f := &r.Findings[i]; f.Outcome == Applied && slices.ContainsFunc(f.Ops, asks) {
			f.Outcome = Proposed
		}
	}
	r.Report.Findings = r.Findings
	r.Report.Counts = Count(r.Findings)
}
