package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newPatch(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "patch FILE",
		Short: "Apply patch operations to a source",
		Long: `Apply patch operations to a source. Everything outside the places an operation
names stays as it is, byte for byte. One refused operation refuses all.

--ops takes a file ("-" for stdin) with one operation, a list of them, or an
object {"ops": […], "prevalidate": true, "postvalidate": true}.`,
		Example: `  nomadocx patch report.noma --inplace --op '{"op":"update_attribute","id":"risk-fuel","key":"severity","value":"high"}'
  nomadocx patch report.noma --ops changes.json --out changed.noma`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runPatch(t, cmd, args) },
	}
	f := cmd.Flags()
	f.String("op", "", "one operation as `JSON`")
	f.String("ops", "", "`FILE` with operations")
	f.String("protocol", "", "`VERSION` to keep to: 1.0 refuses the operations added since")
	f.Bool("json", false, "say in JSON on stdout why a patch was refused")
	inplaceFlags(cmd)
	loadFlags(cmd)
	return cmd
}

func runPatch(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	if len(args) == 0 {
		return errMissingInput
	}
	op, _ := f.GetString("op")
	opsFile, _ := f.GetString("ops")
	protocol, _ := f.GetString("protocol")
	if op == "" && opsFile == "" {
		return usagef("nomadocx patch needs --op or --ops")
	}
	if err := refuseManifest(cmd, args[0]); err != nil {
		return err
	}
	external, _ := f.GetBool("allow-external-paths")
	s, err := pipeline.Load(cmd.Context(), args[0], pipeline.LoadOptions{Stdin: t.in, External: external, Raw: true})
	if err != nil {
		return err
	}
	tx, err := pipeline.ReadOps(op, opsFile, t.in)
	if err == nil {
		var text string
		if text, err = pipeline.Patch(cmd.Context(), s, tx, pipeline.PatchOptions{Protocol10: protocol == "1.0"}); err == nil {
			return t.emit(destinationOf(cmd), args[0], []byte(text))
		}
	}
	asJSON, _ := f.GetBool("json")
	return t.refused(err, asJSON)
}

// refused tells why a patch was not applied: the code first, for scripts.
func (t *terminal) refused(err error, asJSON bool) error {
	var invalid *pipeline.ValidationError
	if errors.As(err, &invalid) {
		fmt.Fprintf(t.err, "error: %s-validation failed\n", invalid.Stage)
		for _, d := range invalid.Errors {
			fmt.Fprintln(t.err, pipeline.FormatDiagnostic(d, invalid.File))
		}
		return errReported
	}
	var refused *patch.Error
	if !errors.As(err, &refused) {
		return err
	}
	fmt.Fprintf(t.err, "error: [%s] %s\n", refused.Code, oneLine(refused.Message))
	if asJSON {
		answer := struct {
			OK      bool   `json:"ok"`
			Code    string `json:"code"`
			Error   string `json:"error"`
			OpIndex int    `json:"opIndex"`
		}{false, string(refused.Code), refused.Message, refused.OpIndex}
		enc := json.NewEncoder(t.out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(answer); err != nil {
			return err
		}
	}
	return errReported
}
