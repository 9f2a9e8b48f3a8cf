package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// Exit codes of arm beside those of all commands (docs/arm.md).
const (
	exitForked   = 3 // two records of one session part ways
	exitNoRecord = 4
)

func newArm(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "arm VERB …",
		Short: "Keep a signed record of who changed what, and who approved it",
		Long: `Keep a signed record of who changed what in a document, under what authority,
and what a human approved (Agent Revision Markup). The record travels in the
Word file, or beside a source in NAME.arm.json.

  keygen    make a signing key
  init      start a record from a manifest
  draft     write down a turn; nothing is signed yet
  approve   a human looks at an agent's draft and signs
  commit    seal a draft and append it
  verify    check everything that can be checked
  show      what the record says, for people
  compare   how two copies of a record stand to each other
  report    one page for people: who changed what, when, and what is open
  rebuild   put comments and tracked changes back that the record describes
  export    the record as a file of its own
  import    a record into a file

Exit codes: 0 valid or done, 1 invalid or refused, 2 a usage error or the file cannot be read, 3 two records part ways, 4 there is none.`,
		Example: `  nomadocx arm keygen --out anna.pem --key-id acme-anna
  nomadocx arm init contract.docx --manifest manifest.json
  nomadocx arm draft contract.docx --anchor a-cap --decision propose --artifacts edits.json --author acme --out cap.draft.json
  nomadocx arm commit contract.docx cap.draft.json --key anna.pem --key-id acme-anna
  nomadocx arm verify contract.docx`,
		GroupID: "back",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx arm needs a verb: keygen, init, draft, approve, commit, verify, show, report, compare, rebuild, export, import")
			}
			return usagef("nomadocx arm has no verb %q", args[0])
		},
	}
	cmd.AddCommand(newArmKeygen(t), newArmInit(t), newArmDraft(t), newArmApprove(t), newArmCommit(t),
		newArmVerify(t), newArmShow(t), newArmReport(t), newArmCompare(t), newArmRebuild(t), newArmExport(t), newArmImport(t))
	for _, c := range cmd.Commands() {
		c.DisableFlagsInUseLine = true
	}
	return cmd
}

// armCommand returns one verb. files is how many file names it needs.
func armCommand(use, short, long, example string, files int, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Long: long, Example: example,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < files {
				return usagef("nomadocx arm %s", use)
			}
			return armStatus(run(cmd, args))
		}}
}

// statusError carries an exit code of its own.
type statusError struct {
	error
	code int
}

func (e *statusError) Unwrap() error { return e.error }

// armStatus gives errors of this command their exit codes.
func armStatus(err error) error {
	var refused *arm.Refusal
	var unreadable *arm.ReadError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		switch refused.Code {
		case arm.ForkDetected, arm.SessionDiverged:
			return &statusError{err, exitForked}
		case arm.CarriageNotFound:
			return &statusError{err, exitNoRecord}
		case arm.CarriageAmbiguous, arm.CarriageEncodingUnsupported, arm.CarriagePayloadInvalid, arm.LimitExceeded:
			return &statusError{err, exitUsage}
		}
	case errors.As(err, &unreadable), errors.Is(err, fs.ErrNotExist):
		return &statusError{err, exitUsage}
	}
	return err
}

// reportStatus returns the exit code of a report that has been printed.
func reportStatus(r *arm.Report) error {
	switch {
	case r.Has(arm.ForkDetected), r.Has(arm.SessionDiverged):
		return &statusError{errReported, exitForked}
	case r.Result == arm.Absent:
		return &statusError{errReported, exitNoRecord}
	case r.Result == arm.Unreadable:
		return &statusError{errReported, exitUsage}
	case r.Result != arm.Valid:
		return errReported
	}
	return nil
}

func headsFlag(cmd *cobra.Command) {
	cmd.Flags().String("known-heads", "", "`FILE` that remembers the records seen; none to keep nothing (default: in the user's state folder)")
}

func writerFlags(cmd *cobra.Command) {
	headsFlag(cmd)
	cmd.Flags().Duration("lock-timeout", defaultLockTimeout, "how long to wait for another writer of the file: a `TIME` such as 30s")
}

// openArm opens the record of a file. A source without one is no error of usage: there is no record.
func (t *terminal) openArm(cmd *cobra.Command, file string) (*app.Arm, error) {
	a, err := app.OpenArm(cmd.Context(), file, t.in)
	if err == nil {
		return a, nil
	}
	if beside := app.ArmPath(file); beside != file && errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(file); missing == nil {
			return nil, &statusError{fmt.Errorf("%s: there is no record beside it (%s); start one with arm init", file, beside), exitNoRecord}
		}
	}
	return nil, &statusError{err, exitUsage}
}

// heads returns the file of known heads.
func (t *terminal) heads(cmd *cobra.Command) app.HeadsFile {
	path, _ := cmd.Flags().GetString("known-heads")
	switch {
	case path == "none":
		return ""
	case path != "":
		return app.HeadsFile(path)
	}
	folder := cmp.Or(t.getenv("XDG_STATE_HOME"), t.getenv("LocalAppData")) // the second is that of Windows
	if folder == "" {
		home := t.getenv("HOME")
		if home == "" {
			return ""
		}
		folder = filepath.Join(home, ".local", "state")
	}
	return app.HeadsFile(filepath.Join(folder, "nomadocx", "arm-heads.json"))
}

func (t *terminal) armOptions(cmd *cobra.Command) app.ArmOptions {
	now, _ := app.ArmTime("")
	return app.ArmOptions{Now: now, LockTimeout: lockTimeout(cmd), Heads: t.heads(cmd)}
}

// remembered tells of a record that was written but not noted, and lets the command succeed.
func (t *terminal) remembered(err error) error {
	var forgotten *app.UnrememberedError
	if errors.As(err, &forgotten) {
		t.notRemembered(forgotten.Err)
		return nil
	}
	return err
}

func (t *terminal) notRemembered(err error) {
	fmt.Fprintf(t.err, "warning: the record was not added to the known heads: %s\n", oneLine(wording(err)))
}

// flagTime returns a time that was given, else now.
func flagTime(cmd *cobra.Command, name string) (string, error) {
	given, _ := cmd.Flags().GetString(name)
	at, ok := app.ArmTime(given)
	if !ok {
		return "", usagef("--%s is not a time such as 2026-01-15T10:05:00.000Z", name)
	}
	return at, nil
}

// signer reads the key that the flags name.
func signer(cmd *cobra.Command) (arm.Signer, error) {
	path, _ := cmd.Flags().GetString("key")
	id, _ := cmd.Flags().GetString("key-id")
	if path == "" || id == "" {
		return arm.Signer{}, usagef("nomadocx arm %s needs --key FILE and --key-id ID", cmd.Name())
	}
	return app.ReadArmKey(path, id)
}

func keyFlags(cmd *cobra.Command) {
	cmd.Flags().String("key", "", "`FILE` with the private key (PKCS#8 PEM, readable by you alone)")
	cmd.Flags().String("key-id", "", "`ID` of the key in the manifest")
}

// visible shows a text of a record on a terminal, in quotation marks: control characters and those
// that change the direction of writing are written out, so that nothing can hide.
func visible(s string) string { return strconv.QuoteToGraphic(s) }

// word returns visible without quotation marks, for ids, names and messages.
func word(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsGraphic(r) }

// emitJSON prints a value as every command does.
func (t *terminal) emitJSON(v any) error {
	text, err := app.JSONText(v)
	if err != nil {
		return err
	}
	return t.printText(text)
}

// armWritten is what --json prints of a verb that writes a record: the record as it is now, or why there is
// none. A refusal is an error too, for the exit code and for people.
type armWritten struct {
	Result       string   `json:"result"` // written or refused
	Code         arm.Code `json:"code,omitempty"`
	Message      string   `json:"message,omitempty"`
	File         string   `json:"file"`
	SessionID    string   `json:"sessionId,omitempty"`
	ManifestHash string   `json:"manifestHash,omitempty"`
	HeadTurnHash *string  `json:"headTurnHash"` // nil for an empty ledger
	TurnCount    int      `json:"turnCount"`
}

func writtenFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("json", false, "print what was written, or why not, as JSON")
}

// written tells what became of a record. Without --json it prints the line for people, "" for none.
func (t *terminal) written(cmd *cobra.Command, file string, h arm.Head, err error, line func(arm.Head) string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	file, err = app.ArmPath(file), t.remembered(err)
	var refused *arm.Refusal
	switch {
	case err != nil && asJSON && errors.As(err, &refused):
		return errors.Join(t.emitJSON(armWritten{Result: "refused", Code: refused.Code, Message: refused.Message, File: file}), err)
	case err != nil:
		return err
	}
	t.wrote(file)
	if asJSON {
		return t.emitJSON(armWritten{Result: "written", File: file, SessionID: h.SessionID, ManifestHash: h.ManifestHash, HeadTurnHash: h.HeadTurnHash, TurnCount: h.TurnCount})
	}
	if text := line(h); text != "" {
		return t.printText([]byte(text))
	}
	return nil
}

// list joins names for a message.
func list(names []string) string { return strings.Join(names, ", ") }
