package main

import (
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newReviewData(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docx-review-data FILE.docx",
		Short: "Print what a Word file says as JSON: comments, tracked changes, texts",
		Long: `Print what a Word file says as JSON, without its source: headings, the texts of
blocks, tables, captions, comments and replies, tracked changes, notes. The
bookmarks of an entry say which block of the source it belongs to.

docx-review-sync brings a reviewer's edits into the source, from the Word file or
from this JSON ("-" for stdin). docs/docx-review-data.md describes the lists.`,
		Example: "  nomadocx docx-review-data returned.docx | jq '.comments[] | {author, body}'\n" +
			"  nomadocx docx-review-data returned.docx --out review.json",
		GroupID: "back",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx docx-review-data: <file.docx> required")
			}
			review, err := app.ReviewData(cmd.Context(), args[0], t.in)
			if err != nil {
				return err
			}
			text, err := app.JSONText(review)
			if err != nil {
				return err
			}
			return t.emit(destinationOf(cmd), text)
		},
	}
	outFlag(cmd)
	return cmd
}
