package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

func newExplain(t *terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [NAME]",
		Short: "Show what a block is for, its attributes and an example",
		Long: `Show what a block is for, its attributes with their values, and an example.
Without a name, all blocks are listed. docs/blocks.md has them on one page.`,
		Example: `  nomadocx explain
  nomadocx explain risk`,
		GroupID:   "source",
		ValidArgs: app.BlockNames(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return t.printText([]byte(app.ExplainAll()))
			}
			text, err := app.Explain(args[0])
			if err != nil {
				return usagef("%s", err)
			}
			_, err = io.WriteString(t.out, text)
			return err
		},
	}
}
