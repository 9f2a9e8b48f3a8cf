package main

import (
	"fmt"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newArmShow(t *terminal) *cobra.Command {
	cmd := armCommand("show FILE", "Show what a record says",
		`Show session, parties and turns of a record, for people. Nothing is verified: a
damaged record, or one that only a part of is there, is shown as far as it can
be read. The exit code is 0 when there is anything of a record, else 4.`,
		`  nomadocx arm show contract.docx
  nomadocx arm show contract.docx --json`, 1,
		func(cmd *cobra.Command, args []string) error {
			a, err := t.openArm(cmd, args[0])
			if err != nil {
				return err
			}
			s := a.Summary()
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				if err := t.emitJSON(s); err != nil {
					return err
				}
			} else {
				t.printSummary(args[0], s)
			}
			if !s.Found {
				return &statusError{errReported, exitNoRecord}
			}
			return nil
		})
	cmd.Flags().Bool("json", false, "print JSON")
	return cmd
}

func (t *terminal) printSummary(file string, s arm.Summary) {
	if !s.Found {
		fmt.Fprintf(t.out, "%s: there is no record\n", file)
		return
	}
	fmt.Fprintf(t.out, "session %s, %s (not verified)\n", word(s.SessionID), counted(s.TurnCount, "turn"))
	for _, p := range s.Parties {
		fmt.Fprintf(t.out, "party   %s: %s\n", word(p.PartyID), word(p.DisplayName))
	}
	for _, n := range s.Problems {
		fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("yellow", "WARNING"), n.Code, word(n.Message))
	}
	for _, turn := range s.Turns {
		approved := ""
		if turn.ApprovedBy != "" {
			approved = fmt.Sprintf(", drafted by an agent, approved by %s", word(turn.ApprovedBy))
		}
		fmt.Fprintf(t.out, "\n%d  %s  %s: %s %s at %s%s\n", turn.Sequence, word(turn.SignedAt), word(turn.AuthorPartyID), word(turn.Decision), word(turn.TurnID), word(turn.AnchorID), approved)
		fmt.Fprintf(t.out, "   %s\n", word(signedWith(turn)))
		if turn.AnchorLabel != "" {
			fmt.Fprintf(t.out, "   clause: %s\n", word(turn.AnchorLabel))
		}
		if turn.State == arm.Accepted || turn.State == arm.Rejected || turn.State == arm.Superseded {
			fmt.Fprintf(t.out, "   %s\n", turn.State)
		}
		if turn.RespondsTo != "" {
			fmt.Fprintf(t.out, "   answers %s\n", word(turn.RespondsTo))
		}
		for _, a := range turn.Artifacts {
			fmt.Fprintf(t.out, "   %s %s\n", word(a.Kind), itemText(a.OldText, a.Text))
		}
	}
}

// signedWith says who signed a turn, with which key, and who approved it: as the manifest states it.
func signedWith(turn arm.TurnOutset) string {
	by := func(party, holder, key string) string {
		if holder != "" {
			party = holder + " of " + party
		}
		return party + ", key " + key
	}
	out := "signed by " + by(turn.Author, turn.Holder, turn.KeyID)
	if turn.ApprovedBy != "" {
		out += "; approved by " + by(turn.Approver, turn.ApprovalHolder, turn.ApprovalKeyID) + ", mandate " + turn.Mandate
	}
	return out
}

func newArmRebuild(t *terminal) *cobra.Command {
	cmd := armCommand("rebuild FILE.docx", "Put comments and tracked changes back that the record describes",
		`Put the visible artifacts of a record into its Word file as native comments and
tracked changes, those that are missing: changes of open turns, and all comments,
those of closed turns as resolved. Nothing else is moved or changed, and doing
it twice changes nothing. An artifact whose place in the text is gone is reported
and not guessed; with --strict the file then stays as it is, and the exit code
is 1.`,
		`  nomadocx arm rebuild contract.docx
  nomadocx arm rebuild contract.docx --strict`, 1,
		func(cmd *cobra.Command, args []string) error {
			strict, _ := cmd.Flags().GetBool("strict")
			done, err := app.RebuildArm(cmd.Context(), args[0], strict, t.armOptions(cmd))
			if err != nil {
				return err
			}
			refused := strict && len(done.Warnings) > 0
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				if err := t.emitJSON(done); err != nil {
					return err
				}
			} else {
				for _, w := range done.Warnings {
					fmt.Fprintf(t.out, "%s [%s] %s\n", t.paint("yellow", "WARNING"), w.Code, word(w.Message))
				}
				for _, a := range done.Created {
					if !refused {
						fmt.Fprintf(t.out, "%s %s: %s\n", a.Kind, word(a.ID), itemText(a.OldText, a.Text))
					}
				}
				if len(done.Created)+len(done.Warnings) == 0 {
					fmt.Fprintln(t.out, "✓ The document shows all the record describes.")
				}
			}
			if refused {
				return errReported
			}
			if len(done.Created) > 0 {
				t.wrote(args[0])
			}
			return nil
		})
	cmd.Flags().Bool("json", false, "print JSON")
	cmd.Flags().Bool("strict", false, "write nothing when an artifact has no place")
	cmd.Flags().Duration("lock-timeout", defaultLockTimeout, "how long to wait for another writer of the file: a `TIME` such as 30s")
	return cmd
}

func newArmExport(t *terminal) *cobra.Command {
	cmd := armCommand("export FILE", "Print the record as a file of its own",
		`Print the record a Word file carries in canonical JSON, the content of a sidecar
(NAME.arm.json). The record must verify.`,
		`  nomadocx arm export contract.docx --out contract.arm.json`, 1,
		func(cmd *cobra.Command, args []string) error {
			a, err := t.openArm(cmd, args[0])
			if err != nil {
				return err
			}
			record, report, err := a.Export()
			if err != nil {
				return err
			}
			if record == nil {
				t.printReport(args[0], report, nil)
				return reportStatus(report)
			}
			return t.emit(destinationOf(cmd), record)
		})
	outFlag(cmd)
	return cmd
}

func newArmImport(t *terminal) *cobra.Command {
	cmd := armCommand("import FILE RECORD.json", "Put a record into a file",
		`Put a record into a Word file, or into a file of its own. A record that is there
is replaced by a longer one that continues it, and by nothing else.`,
		`  nomadocx arm import contract.docx contract.arm.json`, 2,
		func(cmd *cobra.Command, args []string) error {
			data, err := app.ReadInput(args[1], t.in)
			if err != nil {
				return err
			}
			head, err := app.ImportArm(cmd.Context(), args[0], data, t.armOptions(cmd))
			if err != nil {
				err = fmt.Errorf("%s: %w", args[1], err)
			}
			return t.written(cmd, args[0], head, err, func(arm.Head) string { return "" })
		})
	writtenFlag(cmd)
	writerFlags(cmd)
	return cmd
}
