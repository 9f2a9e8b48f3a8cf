package main

import (
	"bytes"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/proof"
	"github.com/spf13/cobra"
)

func newProof(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "proof FILE",
		Aliases: []string{"prove"},
		Short:   "Show what a patch would do before it is written",
		Long: `Show what a patch would do before it is written: whether it applies, what the
validator says before and after, which blocks and lines change, what an agent
would be shown of the result, and how the result looks.

The report is an HTML page, Markdown for a pull request, or JSON. The source
stays as it is unless --inplace is given and the proof does not fail. The exit
code is 1 when it fails: the patch is refused, or the result has errors.

"prove" and "agent review" are other names of this command.`,
		Example: `  nomadocx proof report.noma --op '{"op":"update_attribute","id":"risk-fuel","key":"severity","value":"high"}' --out proof.html
  nomadocx proof report.noma --ops changes.json --to markdown
  nomadocx proof report.noma --ops changes.json --to json --inplace | jq -r .status`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runProof(t, cmd, args) },
	}
	f := cmd.Flags()
	f.String("op", "", "one operation as `JSON`")
	f.String("ops", "", "`FILE` with operations")
	f.String("to", "html", "`FORMAT` of the report: html, json, markdown or md")
	protocolFlag(cmd)
	choice(cmd, "to", "html", "json", "markdown", "md")
	cmd.Flags().StringP("out", "o", "", "write the report to `FILE` instead of stdout")
	f.Bool("inplace", false, "write the result into the source if the proof does not fail")
	lockFlag(cmd, "with --inplace, ")
	llmFlags(cmd)
	loadFlags(cmd)
	return cmd
}

func runProof(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	if len(args) == 0 {
		return missingInput(cmd)
	}
	to, err := outputTarget(cmd)
	if err != nil {
		return err
	}
	switch to {
	case "html", "json", "markdown", "md":
	default:
		return usagef("nomadocx proof supports --to html, --to json, or --to markdown")
	}
	op, _ := f.GetString("op")
	opsFile, _ := f.GetString("ops")
	if op == "" && opsFile == "" {
		return usagef("nomadocx proof needs --op or --ops")
	}
	if err := refuseManifest(cmd, args[0]); err != nil {
		return err
	}
	inplace, _ := f.GetBool("inplace")
	if inplace && args[0] == "-" {
		return usagef("--inplace needs a file, not standard input")
	}
	o, err := proofOptions(cmd)
	if err != nil {
		return err
	}
	external, _ := f.GetBool("allow-external-paths")
	s, err := app.Load(cmd.Context(), args[0], app.LoadOptions{Stdin: t.in, External: external, Raw: true})
	if err != nil {
		return err
	}
	rq, err := app.ReadRequest(op, opsFile, t.in)
	if err != nil {
		return err
	}
	p, err := app.Prove(cmd.Context(), s, rq, o)
	if err != nil {
		return err
	}
	report, err := proofReport(cmd, to, s, p)
	if err != nil {
		return err
	}
	out, _ := f.GetString("out")
	if err := t.emit(destination{out: out}, report); err != nil {
		return err
	}
	switch {
	case inplace && !p.CanWrite():
		fmt.Fprintln(t.err, "error: proof failed; source not written")
		return errReported
	case !p.CanWrite():
		return errReported
	case inplace:
		// What was proved is what is written: a source that was saved meanwhile is not touched.
		rq.ExpectedSHA = p.Before.SHA256
		keep := app.PatchFileOptions{PatchOptions: o.PatchOptions, External: external}
		keep.LockTimeout = lockTimeout(cmd)
		return t.patchFile(cmd.Context(), args[0], rq, keep, false)
	}
	return nil
}

func proofOptions(cmd *cobra.Command) (app.ProofOptions, error) {
	f := cmd.Flags()
	o := app.ProofOptions{Now: time.Now()}
	protocol, _ := f.GetString("protocol")
	o.Protocol10 = protocol == "1.0"
	if now, _ := f.GetString("now"); now != "" {
		when, err := parseTime(now)
		if err != nil {
			return o, usagef("--now value is not a valid date")
		}
		o.Now = when
	}
	var err error
	o.LLM, err = llmOptions(cmd)
	return o, err
}

func proofReport(cmd *cobra.Command, to string, s *app.Source, p *proof.Proof) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch to {
	case "json":
		err = p.WriteJSON(&b)
	case "html":
		err = app.WriteProofPage(cmd.Context(), &b, s, p)
	default:
		err = p.WriteMarkdown(&b)
	}
	return b.Bytes(), err
}
