package main

import (
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newFormSync(t *terminal) *cobra.Command {
	cmd := syncCommand(t)
	cmd.Use = "docx-sync SRC.noma FILE.docx"
	cmd.Short = "Bring form fields and task check boxes into the source"
	cmd.Long = `Bring the values of form fields and the state of tasks in a returned Word file
into the source: default= of each ::control, done and status of each task.

Instead of the Word file, what docx-data printed is accepted as well.`
	cmd.Example = `  nomadocx docx-sync report.noma returned.docx --dry-run
  nomadocx docx-sync report.noma returned.docx --inplace --report form.json`
	return cmd
}

func syncCommand(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		GroupID: "back",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("nomadocx %s: <file.noma> <file.docx> required", cmd.Name())
			}
			if err := refuseManifest(cmd, args[0]); err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return usagef("only one of the two files can be standard input")
			}
			s, err := load(cmd.Context(), t, cmd, args)
			if err != nil {
				return err
			}
			force, _ := cmd.Flags().GetBool("force")
			result, err := app.Form{Force: force}.Sync(cmd.Context(), s, args[1], t.in)
			if err != nil {
				return t.refused(err, false)
			}
			var more []write
			if path, _ := cmd.Flags().GetString("report"); path != "" {
				more = append(more, write{path, reportFor(path, s, result)})
			}
			to := destinationOf(cmd)
			if dry, _ := cmd.Flags().GetBool("dry-run"); dry {
				if err := t.writeFiles(more); err != nil {
					return err
				}
				if err := t.difference(s, result.Text); err != nil {
					return err
				}
				t.tell(&finishedSync{source: s, result: result, files: args[1:]})
				return nil
			}
			if to.inplace {
				err = t.rewrite(cmd, s, result.Text, more...)
			} else {
				err = t.emit(to, []byte(result.Text), more...)
			}
			if err != nil {
				return err
			}
			t.tell(&finishedSync{source: s, result: result, written: to.inplace, files: args[1:]})
			return nil
		},
	}
	inplaceFlags(cmd)
	loadFlags(cmd)
	cmd.Flags().Bool("dry-run", false, "write nothing; print the difference")
	cmd.Flags().Bool("force", false, "bring in a file too that was not made from this source")
	cmd.Flags().String("report", "", reportUsage)
	return cmd
}
