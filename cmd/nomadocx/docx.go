package main

import (
	"io"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newDocx(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docx template",
		Short: "Write a Word template as the start of a house style",
		Long: `Write the template that Word files are made with: a document that shows every
style. Change its styles, page, header and footer in Word, save it, and give it
to render with --reference-doc. With --theme the template has one of the finished
looks; render --to docx --theme gives documents that look without a file.`,
		Example: `  nomadocx docx template --out house.docx
  nomadocx render report.noma --to docx --out report.docx --reference-doc house.docx
  nomadocx docx template --theme modern --out modern.docx`,
		GroupID:   "out",
		ValidArgs: []string{"template"},
		RunE:      func(cmd *cobra.Command, args []string) error { return runDocx(t, cmd, args) },
	}
	cmd.Flags().String("theme", "", "one with a finished look: `NAME` of the theme")
	choice(cmd, "theme", app.DesignNames()...)
	cmd.Flags().StringP("out", "o", "", "write the template to `FILE`")
	return cmd
}

func runDocx(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("nomadocx docx needs to know what to write: template")
	}
	if args[0] != "template" || len(args) > 1 {
		return usagef("nomadocx docx cannot write %q (known: template)", args[len(args)-1])
	}
	out, _ := cmd.Flags().GetString("out")
	if out == "" {
		return usagef("docx template requires --out <file.docx>")
	}
	if target, known := app.TargetOf(out); known && target != app.Word {
		return usagef("docx template writes a Word file, so --out cannot be %s", out)
	}
	theme, _ := cmd.Flags().GetString("theme")
	return t.stream(out, func(w io.Writer) error { return app.WordTemplate(cmd.Context(), w, theme) })
}
