package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newArmVerify(t *terminal) *cobra.Command {
	cmd := armCommand("verify FILE …", "Check a record: hashes, signatures, order, approvals",
		`Check records: every hash and signature, the order of the turns, the manifest
they were signed under, topics, anchors, authority and approvals. For a Word
file it says as well which comments and tracked changes the record covers, and
where the document differs from the record: tracked changes no turn stands for,
other authors, what is missing, and text that was changed without tracking.
With --strict such a document is refused. Nothing is contacted, and the files
are only read.

A valid record does not prove
  - who a party is: names in the manifest are stated, not certified;
  - that times are true: they are what the signers claimed;
  - that the last turn is really the last: turns can be cut off the end, which
    only shows against a longer copy seen before (--known-heads);
  - that the visible text of the document is what the record describes: use
    --strict, and compare with a rebuilt copy;
  - that the manifest is the one agreed on: whoever controls the file can
    replace manifest and ledger together. Give the manifest hash to the other
    side by another channel, and check it with --expect-manifest.

The exit code of several files is that of the first that is not in order.`,
		`  nomadocx arm verify returned.docx
  nomadocx arm verify returned.docx --strict --require-approved
  nomadocx arm verify *.docx --json
  nomadocx arm verify returned.docx --expect-manifest sha256:1cfe…`, 1,
		func(cmd *cobra.Command, args []string) error { return t.armVerify(cmd, args) })
	f := cmd.Flags()
	f.Bool("json", false, "print the report as JSON; of several files, an array of reports")
	f.Bool("strict", false, "refuse a document that differs from its record")
	f.Bool("require-approved", false, "no drafts of the record may wait in the folder of the file, those below it, or --drafts")
	f.StringArray("drafts", nil, "search for drafts in this `FOLDER` too (repeatable)")
	f.String("expect-manifest", "", "the `HASH` the manifest must have")
	f.String("expect-head", "", "the `HASH` the last turn must have")
	headsFlag(cmd)
	return cmd
}

// verified is the report on one file as JSON.
type verified struct {
	File string `json:"file,omitempty"`
	*arm.Report
}

func (t *terminal) armVerify(cmd *cobra.Command, files []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	strict, _ := cmd.Flags().GetBool("strict")
	var all []verified
	var status error
	for i, file := range files {
		report, err := t.verifyFile(cmd, file)
		if err != nil && len(files) > 1 {
			fmt.Fprintf(t.err, "error: %s\n", oneLine(wording(err)))
			err = silently(err)
		}
		if report != nil {
			if !asJSON {
				if i > 0 {
					fmt.Fprintln(t.out)
				}
				t.printReport(file, report.Report, report.Waiting)
			}
			all = append(all, verified{file, report.Report})
			if err = reportStatus(report.Report); err == nil && (len(report.Waiting) > 0 || strict && differs(report.Report)) {
				err = errReported
			}
		}
		if status == nil {
			status = err
		}
	}
	if asJSON && len(files) > 1 {
		return errors.Join(t.emitJSON(all), status)
	}
	if asJSON && len(all) == 1 {
		text, err := all[0].Report.JSON()
		if err != nil {
			return err
		}
		return errors.Join(t.printText(text), status)
	}
	return status
}

// silently returns an error that has been printed, with its exit code.
func silently(err error) error {
	var status *statusError
	if errors.As(err, &status) {
		return &statusError{errReported, status.code}
	}
	return errReported
}

// differs reports whether a document is other than its record says.
func differs(r *arm.Report) bool { return r.Visible != nil && len(r.Visible.Differences) > 0 }

// verifyFile verifies one file.
func (t *terminal) verifyFile(cmd *cobra.Command, file string) (*app.ArmVerified, error) {
	a, err := t.openArm(cmd, file)
	if err != nil {
		return nil, err
	}
	f, o := cmd.Flags(), app.ArmVerifyOptions{Heads: t.heads(cmd)}
	o.Manifest, _ = f.GetString("expect-manifest")
	o.Head, _ = f.GetString("expect-head")
	o.Approved, _ = f.GetBool("require-approved")
	o.Drafts, _ = f.GetStringArray("drafts")
	r, err := a.VerifyAgainst(o)
	if err == nil && r.Forgotten != nil {
		t.notRemembered(r.Forgotten)
	}
	return r, err
}

// printReport is a report for people: the verdict first.
func (t *terminal) printReport(file string, r *arm.Report, waiting []string) {
	verdict := fmt.Sprintf("✗ %s: the record is %s", file, r.Result)
	switch {
	case r.Result == arm.Valid:
		verdict = fmt.Sprintf("✓ %s: the record is valid, %s", file, counted(r.TurnCount, "turn"))
		if len(waiting) == 1 {
			verdict = fmt.Sprintf("✗ %s: the record is valid, but one draft waits: %s", file, word(waiting[0]))
		} else if len(waiting) > 1 {
			verdict = fmt.Sprintf("✗ %s: the record is valid, but %d drafts wait: %s", file, len(waiting), word(list(waiting)))
		}
		if differs(r) {
			verdict = strings.Replace(verdict, "✓", "!", 1) + "; the document differs from the record"
		}
	case r.Result == arm.Absent:
		verdict = file + ": there is no record"
	}
	fmt.Fprintln(t.out, verdict)
	for _, f := range r.Errors {
		fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("red", "ERROR"), f.Code, finding(f))
	}
	for _, f := range r.Warnings {
		fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("yellow", "WARNING"), f.Code, finding(f))
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

func finding(f arm.Finding) string {
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

func (t *terminal) printCoverage(v *arm.Coverage) {
	fmt.Fprintf(t.out, "In the document: %d covered by the record, %d not covered, %d missing\n", len(v.Covered), len(v.Uncovered), len(v.Missing))
	for _, f := range v.Differences {
		fmt.Fprintf(t.out, "  %s %s\n", t.paint("yellow", "DIFFERS"), finding(f))
	}
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
		note := ""
		if a.State == arm.Accepted {
			note = " (accepted, and not in the text)"
		}
		fmt.Fprintf(t.out, "  missing      %s %s of turn %s: %s%s\n", a.Kind, word(a.ID), word(a.TurnID), itemText(a.OldText, a.Text), note)
	}
	if len(v.Unchecked) > 0 {
		fmt.Fprintf(t.out, "  not checked  the text at %s: the manifest has no hash of it\n", word(list(v.Unchecked)))
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
			var both [2]*app.Arm
			for i := range both {
				var err error
				if both[i], err = t.openArm(cmd, args[i]); err != nil {
					return err
				}
			}
			c, err := app.CompareArms(both[0], both[1])
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

func (t *terminal) printComparison(c arm.Comparison, a, b string) {
	switch c.Relation {
	case arm.Forked:
		common := "the beginning"
		if c.Common != nil {
			common = *c.Common
		}
		fmt.Fprintf(t.out, "[%s] the records part at turn %d, after %s\n  %s: %s\n  %s: %s\n", c.Code, c.Sequence, common, a, c.HashA, b, c.HashB)
	case arm.Diverged:
		fmt.Fprintf(t.out, "[%s] one session with two manifests\n", c.Code)
	case arm.Unrelated:
		fmt.Fprintln(t.out, "The records are of different sessions.")
	case arm.ABehind:
		fmt.Fprintf(t.out, "%s is behind: %d of %s\n", a, c.TurnsA, counted(c.TurnsB, "turn"))
	case arm.BBehind:
		fmt.Fprintf(t.out, "%s is behind: %d of %s\n", b, c.TurnsB, counted(c.TurnsA, "turn"))
	default:
		fmt.Fprintf(t.out, "The records are identical, %s\n", counted(c.TurnsA, "turn"))
	}
}
