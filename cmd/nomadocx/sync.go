package main

import (
	"context"
	"io"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newReviewSync(t *terminal) *cobra.Command {
	var review pipeline.Review
	var base string
	var cmd *cobra.Command
	cmd = syncCommand(t, func(ctx context.Context, src *pipeline.Source, returned string, stdin io.Reader) (*pipeline.SyncResult, error) {
		if base != "" {
			sent, err := pipeline.Load(ctx, base, pipeline.LoadOptions{External: src.Resources.External})
			if err != nil {
				return nil, err
			}
			if sent.Book != nil {
				return nil, usagef("--base needs the .noma source that was sent, not a book manifest")
			}
			review.Base = sent
		}
		var err error
		if review.Protocol10, err = protocol10(cmd); err != nil {
			return nil, err
		}
		return t.withDrafts(cmd, returned, func() (*pipeline.SyncResult, error) { return review.Sync(ctx, src, returned, stdin) })
	})
	cmd.Use = "docx-review-sync SRC.noma FILE.docx"
	cmd.Short = "Bring the edits of a reviewed Word file into the source"
	cmd.Long = `Bring the edits of a reviewed Word file into the source: changed text, headings,
tables, captions and metadata, comments and replies, tracked changes, notes.

The updated source goes to stdout, to --out, or back into the file (--inplace).
--report writes what was done and what was not, with the reason, as JSON. An
edit that cannot be applied never stops the others and is never dropped.

A block or section that was deleted in Word stays in the source and is reported,
as it may be a slip; --allow-delete takes it out, with its comments and notes.
When the source has changed since the file was sent, the file tells who changed
what; --base gives the source that was sent for files that no longer can.

When the file carries a signed record, --arm FOLDER writes a draft turn for each
author and place in it, with the same ids as the comments and change requests
that come into the source; see arm.

Instead of the Word file, what docx-review-data printed is accepted as well.`
	cmd.Example = `  nomadocx docx-review-sync report.noma returned.docx --inplace --report review.json
  nomadocx docx-review-sync report.noma returned.docx | diff report.noma -
  nomadocx docx-review-sync report.noma returned.docx --inplace --allow-delete
  git show sent:report.noma > sent.noma
  nomadocx docx-review-sync report.noma returned.docx --base sent.noma --inplace`
	cmd.Flags().BoolVar(&review.AllowDelete, "allow-delete", false, "take blocks that were deleted in Word out of the source")
	protocolFlag(cmd)
	cmd.Flags().StringVar(&base, "base", "", "the source that was sent, `FILE`")
	armSyncFlags(cmd)
	return cmd
}

func newFormSync(t *terminal) *cobra.Command {
	cmd := syncCommand(t, pipeline.SyncForm)
	cmd.Use = "docx-sync SRC.noma FILE.docx"
	cmd.Short = "Bring form fields and task check boxes into the source"
	cmd.Long = `Bring the values of form fields and the state of tasks in a returned Word file
into the source: default= of each ::control, done and status of each task.

Instead of the Word file, what docx-data printed is accepted as well.`
	cmd.Example = `  nomadocx docx-sync report.noma returned.docx --inplace --report form.json`
	return cmd
}

type syncer func(ctx context.Context, src *pipeline.Source, returned string, stdin io.Reader) (*pipeline.SyncResult, error)

func syncCommand(t *terminal, sync syncer) *cobra.Command {
	cmd := &cobra.Command{
		GroupID: "home",
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
			result, err := sync(cmd.Context(), s, args[1], t.in)
			if err != nil {
				return t.refused(err, false)
			}
			var more []write
			if path, _ := cmd.Flags().GetString("report"); path != "" {
				more = append(more, write{path, result.Report})
			}
			to := destinationOf(cmd)
			if to.inplace {
				return t.rewrite(cmd, s, result.Text, more...)
			}
			return t.emit(to, []byte(result.Text), more...)
		},
	}
	inplaceFlags(cmd)
	loadFlags(cmd)
	cmd.Flags().String("report", "", "write what was done, and what was not, to `FILE` as JSON")
	return cmd
}
