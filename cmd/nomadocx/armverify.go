package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/record"
	"github.com/spf13/cobra"
)

func newArmVerify(t *terminal) *cobra.Command {
	cmd := armCommand("verify FILE", "Check a record: hashes, signatures, order, approvals",
		`Check a record: every hash and signature, the order of the turns, the manifest
they were signed under, topics, anchors, authority and approvals. For a Word
file it says as well which comments and tracked changes the record covers.
Nothing is contacted, and the file is only read.

A valid record does not prove
  - who a party is: names in the manifest are stated, not certified;
  - that times are true: they are what the signers claimed;
  - that the last turn is really the last: turns can be cut off the end, which
    only shows against a longer copy seen before (--known-heads);
  - that the visible text of the document is what the record describes: look at
    what is not covered, and compare with a rebuilt copy;
  - that the manifest is the one agreed on: whoever controls the file can
    replace manifest and ledger together. Give the manifest hash to the other
    side by another channel, and check it with --expect-manifest.`,
		`  nomadocx arm verify returned.docx
  nomadocx arm verify returned.docx --json
  nomadocx arm verify returned.docx --expect-manifest sha256:1cfe… --require-approved`, 1,
		func(cmd *cobra.Command, args []string) error { return t.armVerify(cmd, args[0]) })
	f := cmd.Flags()
	f.Bool("json", false, "print the report as JSON")
	f.Bool("require-approved", false, "no draft files that belong to the record may be pending beside it")
	f.String("expect-manifest", "", "the `HASH` the manifest must have")
	f.String("expect-head", "", "the `HASH` the last turn must have")
	headsFlag(cmd)
	return cmd
}

func (t *terminal) armVerify(cmd *cobra.Command, file string) error {
	a, err := pipeline.OpenArm(cmd.Context(), file, t.in)
	if err != nil {
		return &statusError{err, exitUsage}
	}
	report := a.Verify()
	if report.Result == record.Valid {
		if err := t.compareWith(cmd, a, report); err != nil {
			return err
		}
	}
	f := cmd.Flags()
	if want, _ := f.GetString("expect-manifest"); want != "" && want != report.ManifestHash {
		report.Add(record.ExpectationMismatch, "the manifest hash is not the expected one, "+clipped(want))
	}
	if want, _ := f.GetString("expect-head"); want != "" && (report.HeadTurnHash == nil || want != *report.HeadTurnHash) {
		report.Add(record.ExpectationMismatch, "the head is not the expected one, "+clipped(want))
	}
	if on, _ := f.GetBool("require-approved"); on && report.Result == record.Valid {
		if err := pendingDrafts(a, report); err != nil {
			return err
		}
	}
	if asJSON, _ := f.GetBool("json"); asJSON {
		text, err := report.JSON()
		if err != nil {
			return err
		}
		if err := t.printText(text); err != nil {
			return err
		}
	} else {
		t.printReport(file, report)
	}
	return reportStatus(report)
}

func clipped(s string) string {
	if len(s) > 80 {
		s = s[:80] + "…"
	}
	return word(s)
}

// compareWith holds a valid record against the sidecar of its file and the records seen before.
func (t *terminal) compareWith(cmd *cobra.Command, a *pipeline.Arm, report *record.Report) error {
	v, err := a.Record()
	if err != nil {
		return err
	}
	side, err := a.Sidecar()
	if err != nil {
		return err
	}
	if side != nil {
		other, err := side.Record()
		if err != nil {
			return err
		}
		switch c, err := record.Compare(v, other); {
		case err != nil:
			return fmt.Errorf("%s: %w", side.Path, err)
		case c.Code != "":
			report.Add(c.Code, fmt.Sprintf("the record beside the file, %s, parts ways with it at turn %d", side.Path, max(c.Sequence, 1)))
		case c.Relation == record.ABehind:
			report.Add(record.WarnRecordBehindKnownHead, fmt.Sprintf("the record beside the file, %s, is longer: %d turns", side.Path, c.TurnsB))
		}
	}
	if err := t.heads(cmd).Seen(v, report, record.Timestamp(time.Now())); err != nil {
		t.notRemembered(err)
	}
	return nil
}

// pendingDrafts finds drafts of this record (*.draft.json and arm-draft-*.json in its folder) that never
// became turns.
func pendingDrafts(a *pipeline.Arm, report *record.Report) error {
	v, err := a.Record()
	if err != nil || a.Path == "-" {
		return err
	}
	turns := map[string]bool{}
	for _, turn := range v.Items("ledger") {
		turns[turn.Get("body").Text("turnId")] = true
	}
	entries, err := os.ReadDir(filepath.Dir(a.Path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		agents := strings.HasPrefix(e.Name(), "arm-draft-") && strings.HasSuffix(e.Name(), ".json")
		if !agents && !strings.HasSuffix(e.Name(), ".draft.json") {
			continue
		}
		data, err := pipeline.ReadInput(filepath.Join(filepath.Dir(a.Path), e.Name()), nil)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		draft, err := record.Parse(data, record.Limits{})
		if err == nil && draft.Text("sessionId") == report.SessionID && draft.Text("turnId") != "" && !turns[draft.Text("turnId")] {
			report.Add(record.ExpectationMismatch, "the draft "+e.Name()+" of this session is pending")
		}
	}
	return nil
}

// printReport is a report for people.
func (t *terminal) printReport(file string, r *record.Report) {
	for _, f := range r.Errors {
		fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("red", "ERROR"), f.Code, finding(f))
	}
	for _, f := range r.Warnings {
		fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("yellow", "WARNING"), f.Code, finding(f))
	}
	switch r.Result {
	case record.Valid:
		fmt.Fprintf(t.out, "✓ %s: the record is valid, %d turns\n", file, r.TurnCount)
	case record.Absent:
		fmt.Fprintf(t.out, "%s: there is no record\n", file)
	default:
		fmt.Fprintf(t.out, "✗ %s: the record is %s\n", file, r.Result)
	}
	for _, line := range [][2]string{{"session", r.SessionID}, {"manifest", r.ManifestHash}, {"head", deref(r.HeadTurnHash)}} {
		if line[1] != "" {
			fmt.Fprintf(t.out, "  %-9s %s\n", line[0], word(line[1]))
		}
	}
	if v := r.Visible; v != nil {
		t.printCoverage(v)
	}
}

func finding(f record.Finding) string {
	where := f.Path
	if f.TurnIndex >= 0 {
		where = fmt.Sprintf("turn %d (%s) %s", f.TurnIndex+1, word(f.TurnID), f.Path)
	}
	if where != "" {
		where += ": "
	}
	return word(where) + word(f.Message)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (t *terminal) printCoverage(v *record.Coverage) {
	fmt.Fprintf(t.out, "In the document: %d covered by the record, %d not covered, %d missing\n", len(v.Covered), len(v.Uncovered), len(v.Missing))
	for _, c := range v.Covered {
		note := ""
		if !c.Signed {
			note = " (by text and place; author or date differ)"
		}
		fmt.Fprintf(t.out, "  covered      %s %s of turn %s%s\n", c.Kind, word(c.ArtifactID), word(c.TurnID), note)
	}
	for _, i := range v.Uncovered {
		fmt.Fprintf(t.out, "  NOT COVERED  %s by %s: %s\n", i.Kind, word(i.Author), itemText(i.OldText, i.Text))
	}
	for _, a := range v.Missing {
		fmt.Fprintf(t.out, "  missing      %s %s of turn %s: %s\n", a.Kind, word(a.ID), word(a.TurnID), itemText(a.OldText, a.Text))
	}
}

func itemText(from, to string) string {
	if from != "" {
		return visible(from) + " → " + visible(to)
	}
	return visible(to)
}

func newArmCompare(t *terminal) *cobra.Command {
	cmd := armCommand("compare A B", "Say how two copies of a record stand to each other",
		`Say how two copies of a record stand to each other: identical, one behind the
other, unrelated (other sessions), diverged (one session, two manifests) or
forked: the first turn where they part, and both turn hashes. Both must verify.
Nothing is merged. Exit code 3 for a fork or a divergence.`,
		`  nomadocx arm compare mine.docx theirs.docx
  nomadocx arm compare contract.docx contract.arm.json --json`, 2,
		func(cmd *cobra.Command, args []string) error {
			var both [2]record.Value
			for i := range both {
				a, err := pipeline.OpenArm(cmd.Context(), args[i], t.in)
				if err != nil {
					return &statusError{err, exitUsage}
				}
				if both[i], err = a.Record(); err != nil {
					return err
				}
			}
			c, err := record.Compare(both[0], both[1])
			if err != nil {
				return err
			}
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				if err := t.emitJSON(c); err != nil {
					return err
				}
			} else {
				t.printComparison(c, args[0], args[1])
			}
			if c.Code != "" {
				return &statusError{errReported, exitForked}
			}
			return nil
		})
	cmd.Flags().Bool("json", false, "print JSON")
	return cmd
}

func (t *terminal) printComparison(c record.Comparison, a, b string) {
	switch c.Relation {
	case record.Forked:
		common := "the beginning"
		if c.Common != nil {
			common = *c.Common
		}
		fmt.Fprintf(t.out, "[%s] the records part at turn %d, after %s\n  %s: %s\n  %s: %s\n", c.Code, c.Sequence, common, a, c.HashA, b, c.HashB)
	case record.Diverged:
		fmt.Fprintf(t.out, "[%s] one session with two manifests\n", c.Code)
	case record.Unrelated:
		fmt.Fprintln(t.out, "The records are of different sessions.")
	case record.ABehind:
		fmt.Fprintf(t.out, "%s is behind: %d of %d turns\n", a, c.TurnsA, c.TurnsB)
	case record.BBehind:
		fmt.Fprintf(t.out, "%s is behind: %d of %d turns\n", b, c.TurnsB, c.TurnsA)
	default:
		fmt.Fprintf(t.out, "The records are identical, %d turns\n", c.TurnsA)
	}
}
