package main

import (
	"bytes"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newIDs(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ids FILE",
		Short: "List the ids and aliases of a document as JSON",
		Long: `List the ids and aliases of a document as JSON: what patches and references may
name. FILE may be a book manifest (.yml): ids are those of the book then.`,
		Example: `  nomadocx ids report.noma | jq -r '.ids[]'
  nomadocx ids guide.yml | jq '.aliases'`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(cmd.Context(), t, cmd, args)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := app.WriteIDs(&b, s); err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), b.Bytes())
		},
	}
	outFlag(cmd)
	loadFlags(cmd)
	return cmd
}
