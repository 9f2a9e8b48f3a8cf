package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/spf13/cobra"
)

func newRender(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "Render a document to Word, PDF, HTML, Markdown, text for a model and more",
		Long: `Render a document to a Word file, a PDF, a web page, Markdown, context for a
language model, JSON or normalised source.

Targets (--to): html (default), docx, pdf, site, json, noma, llm, markdown (or md).
Without --to the name of --out decides: report.docx is Word, report.pdf a PDF.
Word, PDF and site need --out; a site is made of a book, in a folder. A Word file
remembers what it was made from, so that docx-review-sync can tell a reviewer's
edits from the author's later ones. A signed record in the file it replaces, or
beside the source, is kept (arm). FILE may be a book manifest (.yml).`,
		Example: `  nomadocx render report.noma --out report.docx
  nomadocx render report.noma --to docx --out report.docx --reference-doc corporate.dotx
  nomadocx render report.noma --to pdf --out report.pdf --page-size Letter
  nomadocx render report.noma --strict > report.html
  nomadocx render report.noma --to md --out report.md
  nomadocx render guide.yml --out guide.html --watch
  nomadocx render guide.yml --to site --out public
  nomadocx render report.noma --to llm --select claim,risk --budget 12000`,
		GroupID: "out",
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.watched(cmd, args, func() error { return runRender(t, cmd, args) })
		},
	}
	cmd.Flags().String("to", "html", "`TARGET`: "+strings.Join(app.Targets, ", ")+" (or md); without it the name of --out decides")
	choice(cmd, "to", append(app.Targets, "md")...)
	cmd.Flags().StringP("out", "o", "", "write the result to `FILE` instead of stdout")
	mark(cmd, sourceOut)
	watchFlag(cmd)
	renderFlags(cmd)
	return cmd
}

func runRender(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return missingInput(cmd)
	}
	to, err := outputTarget(cmd)
	if err != nil {
		return err
	}
	target, ok := app.ParseTarget(to)
	if !ok {
		return usagef("unknown target %q (known: %s)", to, strings.Join(app.Targets, ", "))
	}
	out := destinationOf(cmd).out
	if out == "" && target.Binary() {
		return usagef("--to %s requires --out <file.%s>", target, target)
	}
	if target == app.Site {
		if err := siteArguments(args[0], out); err != nil {
			return err
		}
	}
	opts, err := renderOptions(cmd)
	if err != nil {
		return err
	}
	opts.Target = target
	s, err := load(cmd.Context(), t, cmd, args)
	if err != nil {
		return err
	}
	opts.Faults = func(found diag.List) { t.tellFaults(s.Path, found) }
	if target == app.Site {
		return writeSite(cmd.Context(), t, s, out, opts)
	}
	opts.Replaces = out
	opts.Warn = func(message string) { fmt.Fprintf(t.err, "warning: %s\n", oneLine(message)) }
	opts.Note = func(message string) { fmt.Fprintf(t.err, "note: %s\n", oneLine(message)) }
	render := func(w io.Writer) error { return app.Render(cmd.Context(), w, s, opts) }
	if target.Binary() {
		return t.stream(out, render)
	}
	var b bytes.Buffer
	if err := render(&b); err != nil {
		return err
	}
	return t.emit(destination{out: out}, b.Bytes())
}

// maxFaults is how many warnings about one document are printed.
const maxFaults = 10

// tellFaults prints what is wrong with a document that is rendered.
func (t *terminal) tellFaults(file string, found diag.List) {
	errors := 0
	for i, d := range found {
		if d.Severity == diag.Error {
			errors++
		}
		if i < maxFaults {
			fmt.Fprintln(t.err, oneLine(app.FormatDiagnostic(d, file)))
		}
	}
	sum := counted(len(found)-errors, "warning")
	if errors > 0 {
		sum = counted(errors, "error") + ", " + sum
	}
	if len(found) > maxFaults {
		sum += "; nomadocx check " + printable(file) + " lists them"
	}
	fmt.Fprintln(t.err, sum)
}
