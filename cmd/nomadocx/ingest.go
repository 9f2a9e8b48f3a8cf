package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

func newIngest(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ingest FILE.md",
		Short: "Convert a Markdown file to a source",
		Long: `Convert a Markdown file to a source: GitHub Markdown with footnotes and definition
lists. What Noma reads as Markdown does stays byte for byte; every heading gets
an id. The rest is rewritten: setext headings, nested and loose lists, tables
without outer pipes, figures, raw HTML, footnotes, pandoc's ::: blocks. No word
is lost, and no text turns into markup it was not; what is left out is listed.
docs/ingest.md has the table.`,
		Example: `  nomadocx ingest notes.md --out notes.noma
  nomadocx ingest notes.md | nomadocx check -
  curl -s https://example.org/README.md | nomadocx ingest - > readme.noma`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return missingInput(cmd)
			}
			if err := refuseManifest(cmd, args[0]); err != nil {
				return err
			}
			noIDs, _ := cmd.Flags().GetBool("no-stable-ids")
			leftOut := func(line int, markup string) {
				fmt.Fprintf(t.err, "note: %s:%d: %s has no form in .noma and is left out; its words stay\n", args[0], line, oneLine(markup))
			}
			text, err := app.Ingest(cmd.Context(), args[0], t.in, !noIDs, leftOut)
			if err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), []byte(text))
		},
	}
	outFlag(cmd)
	mark(cmd, sourceOut)
	cmd.Flags().Bool("no-stable-ids", false, "leave headings without ids of their own")
	return cmd
}
