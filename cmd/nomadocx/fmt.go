package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

func newFmt(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fmt FILE",
		Short: "Format the tables of a source",
		Long: `Format the pipe tables of a source: every column gets one width, and cells stand
left, centred or right as the separator row says. Line ends become LF. Nothing
else changes: not a word, not a line number, nothing in code or frontmatter.

The result goes to stdout, to --out, or with --inplace back into the file. With
--check nothing is written: when formatting would change the file, its name is
printed and the exit code is 1.`,
		Example: `  nomadocx fmt report.noma --inplace
  nomadocx fmt report.noma --check      in a commit hook: exit code 1 if not formatted
  nomadocx fmt - < report.noma          as a filter for an editor`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return missingInput(cmd)
			}
			if err := refuseManifest(cmd, args[0]); err != nil {
				return err
			}
			s, err := app.Load(cmd.Context(), args[0], app.LoadOptions{Stdin: t.in, Raw: true})
			if err != nil {
				return err
			}
			text := app.Format(s)
			check, _ := cmd.Flags().GetBool("check")
			switch to := destinationOf(cmd); {
			case check:
			case to.inplace:
				return t.rewrite(cmd, s, text)
			default:
				return t.emit(to, []byte(text))
			}
			if text == s.File.Text {
				return nil
			}
			fmt.Fprintln(t.out, s.Path)
			return errReported
		},
	}
	inplaceFlags(cmd)
	cmd.Flags().Bool("check", false, "only tell, by name and exit code, whether the file would change")
	return cmd
}
