package main

import (
	"bytes"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newParse(t *terminal) *cobra.Command {
	cmd := astCommand(t)
	cmd.Use = "parse FILE"
	cmd.Short = "Print the document's tree as JSON"
	cmd.Example = "  nomadocx parse report.noma | jq '.children[].type'"
	return cmd
}

func newExport(t *terminal) *cobra.Command {
	cmd := astCommand(t)
	cmd.Use = "export FILE"
	cmd.Short = "The same as render --to json"
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
			if err := pipeline.Render(cmd.Context(), &b, s, pipeline.RenderOptions{Target: pipeline.JSON}); err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), b.Bytes())
		},
	}
	outFlag(cmd)
	loadFlags(cmd)
	return cmd
}
