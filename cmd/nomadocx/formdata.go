package main

import (
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newFormData(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docx-data FILE.docx",
		Short: "Print the form fields and tasks of a Word file as JSON",
		Long: `Print the form fields and the tasks of a Word file as JSON: the id of each and what
it says now. Values are text, a date is YYYY-MM-DD, a check box true or false.
No source is needed: a form can be evaluated by itself.

docx-sync brings the same values into the source, from the Word file or from
this JSON ("-" for stdin).`,
		Example: "  nomadocx docx-data returned.docx | jq -r '.controls[] | \"\\(.id) = \\(.value)\"'\n" +
			"  nomadocx docx-data returned.docx | nomadocx docx-sync report.noma - --inplace",
		GroupID: "back",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx docx-data: <file.docx> required")
			}
			data, err := app.FormData(cmd.Context(), args[0], t.in)
			if err != nil {
				return err
			}
			text, err := app.JSONText(data)
			if err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), text)
		},
	}
	outFlag(cmd)
	return cmd
}
