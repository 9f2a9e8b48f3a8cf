package main

import (
	"bytes"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newParse(t *terminal) *cobra.Command {
	cmd := astCommand(t)
	cmd.Use = "parse FILE"
	cmd.Short = "Print the document's tree as JSON"
	cmd.Long = `Print the tree of a document as JSON: every node with its type, its lines, its id
and attributes. The rows of a dataset kept in a file of its own are read in.
The schema of the output is that of "nomadocx schema ast".`
	cmd.Example = "  nomadocx parse report.noma | jq '.children[].type'"
	return cmd
}

func newExport(t *terminal) *cobra.Command {
	cmd := astCommand(t)
	cmd.Use = "export FILE"
	cmd.Short = "The same as render --to json"
	cmd.Long = `Print the tree of a document as JSON, as parse does; another name of
render --to json.`
	cmd.Example = "  nomadocx export report.noma --out report.json"
	return cmd
}

func astCommand(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(cmd.Context(), t, cmd, args)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := app.Render(cmd.Context(), &b, s, app.RenderOptions{Target: app.JSON}); err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), b.Bytes())
		},
	}
	outFlag(cmd)
	loadFlags(cmd)
	return cmd
}
