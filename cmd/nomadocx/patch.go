package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/spf13/cobra"
)

func newPatch(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "patch FILE",
		Short: "Apply patch operations to a source",
		Long: `Apply patch operations to a source. Everything outside the places an operation
names stays as it is, byte for byte. One refused operation refuses all.

--ops takes a file ("-" for stdin) with one operation, a list of them, or an
object {"ops": […], "prevalidate": true, "postvalidate": true,
"expected_sha": "…", "base_sha256": "…"}.

With --inplace the file is locked while it is patched, and holds the old text
or the new one at any moment. --transcript records each operation in
FILE.patches, also of those that were refused.`,
		Example: `  nomadocx patch report.noma --inplace --op '{"op":"update_attribute","id":"risk-fuel","key":"severity","value":"high"}'
  nomadocx patch report.noma --ops changes.json --out changed.noma
  nomadocx patch report.noma --inplace --ops changes.json --transcript --actor Ann --reason "numbers of May"`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			err := runPatch(t, cmd, args)
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON && err != nil && !errors.Is(err, errReported) {
				return errors.Join(err, t.refusedJSON(patch.Error{Message: wording(err)})) // whoever reads JSON gets some
			}
			return err
		},
	}
	f := cmd.Flags()
	f.String("op", "", "one operation as `JSON`")
	f.String("ops", "", "`FILE` with operations")
	protocolFlag(cmd)
	f.Bool("strict", false, "do not patch a document that has errors")
	f.String("expected-sha", "", "do not patch unless the file's SHA-256 begins with these 8 or more hex `DIGITS`")
	f.String("base-sha256", "", "`SHA-256` of the text the operations were made for; another one is noted")
	f.Bool("json", false, "say in JSON on stdout what was done, or why not")
	inplaceFlags(cmd)
	loadFlags(cmd)
	logFlags(cmd)
	bookFlag(cmd)
	return cmd
}

func runPatch(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	if len(args) == 0 {
		return missingInput(cmd)
	}
	op, _ := f.GetString("op")
	opsFile, _ := f.GetString("ops")
	asJSON, _ := f.GetBool("json")
	if op == "" && opsFile == "" {
		return usagef("nomadocx patch needs --op or --ops")
	}
	if book, _ := f.GetBool("book"); book {
		return t.patchBook(cmd, args[0])
	}
	if err := refuseManifest(cmd, args[0]); err != nil {
		return err
	}
	if err := app.Patchable(args[0]); err != nil {
		return t.refused(err, asJSON)
	}
	keep, err := logOptions(cmd, args)
	if err != nil {
		return err
	}
	external, _ := f.GetBool("allow-external-paths")
	to := destinationOf(cmd)
	if to.inplace && args[0] == "-" {
		return usagef("--inplace needs a file, not standard input")
	}
	var s *app.Source
	if !to.inplace { // the document comes first when both it and the operations are on stdin
		s, err = app.Load(cmd.Context(), args[0], app.LoadOptions{Stdin: t.in, External: external, Raw: true})
		if err != nil {
			return err
		}
	}
	rq, err := request(cmd, t, op, opsFile)
	if err != nil {
		return t.refused(err, asJSON)
	}
	if keep.Protocol10, err = protocol10(cmd); err != nil {
		return err
	}
	keep.External, keep.Strict = external, true
	if to.inplace {
		return t.patchFile(cmd.Context(), args[0], rq, keep, asJSON)
	}
	text, notes, err := app.PatchText(cmd.Context(), s, rq, keep.PatchOptions)
	if err != nil {
		return t.refused(err, asJSON)
	}
	t.note(notes)
	return t.emit(to, []byte(text))
}

// request reads the operations; what flags say wins over what the file says.
func request(cmd *cobra.Command, t *terminal, op, file string) (*app.Request, error) {
	rq, err := app.ReadRequest(op, file, t.in)
	if err != nil {
		return nil, err
	}
	f := cmd.Flags()
	if strict, _ := f.GetBool("strict"); strict {
		rq.PreValidate = true
	}
	if sha, _ := f.GetString("expected-sha"); sha != "" {
		rq.ExpectedSHA = sha
	}
	if base, _ := f.GetString("base-sha256"); base != "" {
		rq.BaseSHA256 = base
	}
	return rq, nil
}

// patchFile patches a file in its place.
func (t *terminal) patchFile(ctx context.Context, path string, rq *app.Request, o app.PatchFileOptions, asJSON bool) error {
	if o.Transcript == "" {
		if _, err := os.Stat(app.TranscriptOf(path)); err == nil {
			fmt.Fprintf(t.err, "warning: %s exists, and this patch is not recorded in it; add --transcript\n", app.TranscriptOf(path))
		}
	}
	required := false
	if o.Attribution.Actor.Kind != "human" {
		required = t.advise(ctx, path, rq)
	}
	o.Validate = required
	done, err := app.PatchFile(ctx, path, rq, o)
	if err == nil && required {
		defer func() { t.adviseErrors(done.Post) }()
	}
	return t.patched(path, done, err, o, asJSON)
}

// patched tells what became of a patch of a file.
func (t *terminal) patched(path string, done *app.Patched, err error, o app.PatchFileOptions, asJSON bool) error {
	if done != nil && done.Healed != "" {
		fmt.Fprintf(t.err, "note: %s: %s\n", o.Transcript, done.Healed)
	}
	if done != nil && err != nil && done.Untold != nil {
		fmt.Fprintf(t.err, "warning: the refusal is not recorded: %s\n", oneLine(wording(done.Untold)))
	}
	if err != nil {
		return t.refused(err, asJSON)
	}
	t.note(done.Notes)
	if done.Changed {
		t.wrote(absolutePath(path))
	} else {
		fmt.Fprintf(t.err, "✓ nothing to change in %s\n", absolutePath(path))
	}
	for _, r := range done.Records {
		for _, d := range r.Diagnostic {
			if d.Code == transcript.BaseDrift && r.OpID == done.Records[0].OpID {
				fmt.Fprintf(t.err, "warning: [%s] %s\n", d.Code, d.Message)
			}
		}
	}
	if !asJSON {
		return nil
	}
	answer := struct {
		OK      bool         `json:"ok"`
		Changed bool         `json:"changed"`
		SHA256  string       `json:"sha256"`
		OpIDs   []string     `json:"op_ids,omitempty"`
		Notes   []patch.Note `json:"notes,omitempty"`
	}{OK: true, Changed: done.Changed, SHA256: app.SourceHash(done.Text), Notes: done.Notes}
	for _, r := range done.Records {
		answer.OpIDs = append(answer.OpIDs, r.OpID)
	}
	return json.NewEncoder(t.out).Encode(answer)
}

// note tells what a patch did to the ids of blocks it does not name.
func (t *terminal) note(notes []patch.Note) {
	for _, n := range notes {
		fmt.Fprintf(t.err, "note: [%s] %s\n", n.Code, oneLine(n.Message))
	}
}

// refused tells why a patch was not applied: the code first, for scripts.
func (t *terminal) refused(err error, asJSON bool) error {
	var invalid *app.ValidationError
	var refused *patch.Error
	switch {
	case errors.As(err, &invalid):
		fmt.Fprintf(t.err, "error: %s-validation failed\n", invalid.Stage)
		for _, d := range invalid.Errors {
			fmt.Fprintln(t.err, app.FormatDiagnostic(d, invalid.File))
		}
		refused = &patch.Error{Code: invalid.Code(), Message: invalid.Error()}
	case errors.As(err, &refused):
		fmt.Fprintf(t.err, "error: [%s] %s\n", refused.Code, oneLine(refused.Message))
	default:
		return err
	}
	if asJSON {
		if err := t.refusedJSON(*refused); err != nil {
			return err
		}
	}
	return errReported
}

// refusedJSON prints a refusal as JSON. What is none of the patch engine's has no code.
func (t *terminal) refusedJSON(e patch.Error) error {
	answer := struct {
		OK      bool   `json:"ok"`
		Code    string `json:"code,omitempty"`
		Error   string `json:"error"`
		OpIndex int    `json:"opIndex"`
	}{false, string(e.Code), e.Message, e.OpIndex}
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(answer)
}
