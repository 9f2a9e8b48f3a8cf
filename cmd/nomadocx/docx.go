package main

import (
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newDocx(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docx VERB …",
		Short: "Accept or reject tracked changes of a Word file, print it as text; write a Word template",
		Long: `Work on Word files, of any program, without a source.

  template  write the template that documents are made with
  accept    accept tracked changes: all, of an author, or single ones
  reject    reject them
  text      print it as text, with tracked changes and comments`,
		Example: `  nomadocx docx template --out house.docx
  nomadocx docx accept returned.docx --out clean.docx
  nomadocx docx reject returned.docx --author "Ann Reader" --out without-ann.docx`,
		GroupID: "back",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx docx needs a verb: template, accept, reject, text")
			}
			return usagef("nomadocx docx has no verb %q (known: template, accept, reject, text)", args[0])
		},
	}
	cmd.AddCommand(newDocxTemplate(t), newDocxDecision(t, true), newDocxDecision(t, false), newDocxText(t))
	for _, c := range cmd.Commands() {
		c.DisableFlagsInUseLine = true
	}
	return cmd
}

func newDocxTemplate(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "template --out FILE",
		Short: "Write a Word template as the start of a house style",
		Long: `Write the template that Word files are made with: a document that shows every
style. Change its styles, page, header and footer in Word, save it, and give it
to render with --reference-doc. With --theme the template has one of the finished
looks; render --to docx --theme gives documents that look without a file.`,
		Example: `  nomadocx docx template --out house.docx
  nomadocx render report.noma --to docx --out report.docx --reference-doc house.docx
  nomadocx docx template --theme modern --out modern.docx`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, err := wordOut(cmd, "out")
			if err != nil {
				return err
			}
			if out == "" {
				return usagef("docx template requires --out <file.docx>")
			}
			theme, _ := cmd.Flags().GetString("theme")
			return t.stream(out, func(w io.Writer) error { return app.WordTemplate(cmd.Context(), w, theme) })
		},
	}
	cmd.Flags().String("theme", "", "one with a finished look: `NAME` of the theme")
	choice(cmd, "theme", app.DesignNames()...)
	cmd.Flags().StringP("out", "o", "", "write the template to `FILE`")
	return cmd
}

func newDocxText(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "text FILE.docx",
		Short: "Print a Word file as text, with tracked changes and comments",
		Long: `Print a Word file as text, a line for each paragraph: headings, lists, tables,
notes, headers and footers. Tracked changes are {+inserted+} and {-deleted-},
comments stand at their place as [Ann Reader: text].

Files that read alike give the same text, so that git can show what changed in a
Word file: "nomadocx git install" sets it up.`,
		Example: `  nomadocx docx text returned.docx
  git show HEAD~3:report.docx | nomadocx docx text -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx docx text: <file.docx> required")
			}
			text, err := app.WordText(cmd.Context(), args[0], t.in)
			if err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), []byte(text))
		},
	}
	outFlag(cmd)
	return cmd
}

// wordOut returns the name that a flag of a command gives a Word file.
func wordOut(cmd *cobra.Command, flag string) (string, error) {
	out, _ := cmd.Flags().GetString(flag)
	if target, known := app.TargetOf(out); known && target != app.Word {
		return "", usagef("%s writes a Word file, so --%s cannot be %s", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), flag, out)
	}
	return out, nil
}
