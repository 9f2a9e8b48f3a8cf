package main

import (
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newFormData(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "docx-data FILE.docx",
		Short:   "Print the form fields and tasks of a Word file as JSON",
		Example: "  nomadocx docx-data returned.docx | jq -r '.controls[] | \"\\(.id) = \\(.value)\"'",
		GroupID: "home",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx docx-data: <file.docx> required")
			}
			data, err := pipeline.FormData(cmd.Context(), args[0], t.in)
			if err != nil {
				return err
			}
			text, err := pipeline.JSONText(data)
			if err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), text)
		},
	}
	outFlag(cmd)
	return cmd
}
