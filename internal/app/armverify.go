package app

import (
	"context"
	"fmt"

	"github.com/nomadocx/nomadocx/arm"
)

// ArmVerifyOptions say what else than itself a record is held against.
type ArmVerifyOptions struct {
	Manifest, Head string   // the hashes it must have, "" for any
	Approved       bool     // no drafts of it may wait
	Drafts         []string // folders with drafts, beside that of the record
	Heads          HeadsFile
}

// ArmVerified is what was found out about a record.
type ArmVerified struct {
	*arm.Report
	Waiting   []string // drafts that never became turns, when that was asked for
	Forgotten error    // why the record was not added to the known heads
}

// VerifyAgainst verifies the record, and holds it against its sidecar, the records seen before and what the caller expects.
// It fails when one of these cannot be read.
func (a *Arm) VerifyAgainst(o ArmVerifyOptions) (*ArmVerified, error) {
	r := &ArmVerified{Report: a.Verify()}
	if r.Result == arm.Valid {
		if err := a.compareWith(o.Heads, r); err != nil {
			return nil, err
		}
	}
	if o.Manifest != "" && o.Manifest != r.ManifestHash {
		r.Add(arm.ExpectationMismatch, "the manifest hash is not the expected one, "+clipped(o.Manifest))
	}
	if o.Head != "" && (r.HeadTurnHash == nil || o.Head != *r.HeadTurnHash) {
		r.Add(arm.ExpectationMismatch, "the head is not the expected one, "+clipped(o.Head))
	}
	if o.Approved && r.Result == arm.Valid {
		var err error
		if r.Waiting, err = pendingDrafts(a, o.Drafts); err != nil {
			return nil, err
		}
		for _, name := range r.Waiting {
			r.Warn(arm.ExpectationMismatch, "the draft "+name+" of this session is pending")
		}
	}
	return r, nil
}

func clipped(s string) string {
	if len(s) > 80 {
		s = s[:80] + "…"
	}
	return s
}

// compareWith holds a valid record against the sidecar of its file and the records seen before.
func (a *Arm) compareWith(heads HeadsFile, r *ArmVerified) error {
	v, err := a.record()
	if err != nil {
		return err
	}
	side, c, err := a.besideIt(v)
	switch {
	case err != nil:
		return err
	case side == nil:
	case c.Code != "":
		r.Add(c.Code, fmt.Sprintf("the record beside the file, %s, parts ways with it at turn %d", side.Path, max(c.Sequence, 1)))
	case c.Relation == arm.ABehind && c.TurnsB == 1:
		r.Add(arm.WarnRecordBehindKnownHead, fmt.Sprintf("the record beside the file, %s, is longer: 1 turn", side.Path))
	case c.Relation == arm.ABehind:
		r.Add(arm.WarnRecordBehindKnownHead, fmt.Sprintf("the record beside the file, %s, is longer: %d turns", side.Path, c.TurnsB))
	}
	now, _ := ArmTime("")
	r.Forgotten = heads.seen(v, r.Report, now)
	return nil
}

// besideIt compares the record with the sidecar of its Word file, which is nil when there is none.
func (a *Arm) besideIt(v arm.Value) (side *Arm, c arm.Comparison, err error) {
	if side, err = a.sidecar(); side == nil || err != nil {
		return nil, c, err
	}
	other, err := side.record()
	if err != nil {
		return nil, c, err
	}
	if c, err = arm.Compare(v, other); err != nil {
		err = fmt.Errorf("%s: %w", side.Path, err)
	}
	return side, c, err
}

// CompareArms says how two copies of a record stand to each other. Both must verify.
func CompareArms(a, b *Arm) (arm.Comparison, error) {
	va, err := a.record()
	if err != nil {
		return arm.Comparison{}, err
	}
	vb, err := b.record()
	if err != nil {
		return arm.Comparison{}, err
	}
	return arm.Compare(va, vb)
}

// Export returns the record in canonical JSON, the content of a sidecar; for one that does not verify nothing but the report.
func (a *Arm) Export() ([]byte, *arm.Report, error) {
	v, err := a.record()
	if err != nil {
		return nil, nil, err
	}
	report := arm.Verify(v, arm.Limits{})
	if report.Result != arm.Valid {
		return nil, report, nil
	}
	return v.Canonical(), report, nil
}

// ArmReport is what people want to know of a record.
type ArmReport struct {
	Record  arm.Summary
	Verdict *arm.Report
	Waiting []string                   // drafts that never became turns
	Clause  func(anchor string) string // the text of an anchor; nil when there is no document
}

// Report verifies a record and gathers what people want to know of it. drafts are folders with drafts, beside that of the
// record. Of a record that is not valid nothing but summary and verdict is there.
func (a *Arm) Report(ctx context.Context, drafts []string) (*ArmReport, error) {
	r := &ArmReport{Record: a.Summary(), Verdict: a.Verify()}
	if r.Verdict.Result != arm.Valid {
		return r, nil
	}
	var err error
	if r.Waiting, err = pendingDrafts(a, drafts); err != nil {
		return nil, err
	}
	v, err := a.record()
	if err != nil {
		return nil, err
	}
	if d, err := a.shown(ctx); err == nil && d != nil {
		r.Clause = func(anchor string) string {
			_, _, text, _ := arm.Clause(v, d, anchor, "")
			return text
		}
	}
	return r, nil
}
