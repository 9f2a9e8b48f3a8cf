package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/screen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/spf13/cobra"
)

func newReviewSync(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docx-review-sync SRC.noma FILE.docx [FILE.docx …]",
		Short: "Apply the edits of a reviewed Word file to the source",
		Long: `Apply the edits of a reviewed Word file to the source: changed text, headings,
tables, captions and metadata, comments and replies, tracked changes, notes.

The updated source goes to stdout, to --out, or back into the file (--inplace);
a terminal shows the difference instead. --report writes what was done and what
was not, with the reason: for people when the name ends in .md or .html, else as
JSON. An edit that cannot be applied never stops
the others and is never dropped. Before anything is written the result is laid
out again and compared with the review.

Several copies of one export are applied one after the other. Where two
reviewers, or a reviewer and the author, changed the same place, the source keeps
what it has; --strategy decides instead, and --strategy report makes the exit code 3.

Every edit that was not applied is a line on stderr with its reason, and so is every
request and comment that waits for an answer; the last line counts them. review
report shows the whole report.

A block or section that was deleted in Word stays in the source and is reported,
as it may be a slip; --allow-delete takes it out, with its comments and notes.
When the source has changed since the file was sent, the manifest of the file
shows who changed what; --base gives the source that was sent for files without one.

When the file carries a signed record, --arm FOLDER writes a draft turn for each
author and place in it, with the same ids as the comments and change requests
that come into the source; see arm.

--decisions brings in what was accepted and nothing else; review page shows every
edit beside the document and saves the file of decisions. What was rejected is in
the transcript, which is kept with --inplace then, and later syncs leave it out;
--forget offers it again.

Instead of a Word file, what docx-review-data printed is accepted as well.`,
		Example: `  nomadocx docx-review-sync report.noma returned.docx --inplace --report review.json
  nomadocx docx-review-sync report.noma returned.docx --dry-run
  nomadocx docx-review-sync report.noma ann.docx ben.docx --inplace --transcript
  nomadocx docx-review-sync report.noma returned.docx --base git:HEAD~3 --strategy theirs --inplace
  nomadocx docx-review-sync report.noma returned.docx --dry-run --patch-out ops.json`,
		GroupID: "back",
		RunE:    func(cmd *cobra.Command, args []string) error { return runReviewSync(t, cmd, args) },
	}
	f := cmd.Flags()
	inplaceFlags(cmd)
	loadFlags(cmd)
	protocolFlag(cmd)
	f.Bool("allow-delete", false, "take blocks that were deleted in Word out of the source, and any number of paragraphs")
	f.Bool("force", false, "bring in a file too that was not made from this source")
	f.String("base", "", "the source that was sent: `FILE`, git:REV, or REV:path")
	f.String("strategy", "report", "`WHO` wins where both changed a place: report (nobody), ours (the source), theirs (the file)")
	choice(cmd, "strategy", "report", "ours", "theirs")
	f.String("decisions", "", "bring in what `FILE` accepts; the review page saves such files")
	f.Bool("forget", false, "offer again what was rejected in earlier syncs")
	f.String("report", "", reportUsage)
	f.Bool("controls", false, "bring form fields and check boxes of tasks in too, as docx-sync does")
	f.Bool("dry-run", false, "write nothing; print the difference")
	f.Bool("json", false, "print the report on stdout")
	f.String("patch-out", "", "write the operations to `FILE`, as patch --ops takes them")
	f.String("debug-bundle", "", "write source, XML parts and findings to `FILE`.zip, for a bug report")
	armSyncFlags(cmd)
	logFlags(cmd)
	f.Lookup("actor").Usage = "`NAME` in the transcript where the file does not name its reviewer (default: the file's name)"
	return cmd
}

// homecoming is one call of the command.
type homecoming struct {
	t      *terminal
	cmd    *cobra.Command
	source *app.Source
	files  []string
	review app.Review
	keep   app.PatchFileOptions
	to     destination
	dry    bool
	json   bool
}

func runReviewSync(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return usagef("nomadocx %s: <file.noma> <file.docx> required", cmd.Name())
	}
	if err := refuseManifest(cmd, args[0]); err != nil {
		return err
	}
	if rest := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-" }); len(args)-len(rest) > 1 {
		return usagef("only one of the files can be standard input")
	}
	keepsAll.Store(true)
	h := &homecoming{t: t, cmd: cmd, files: args[1:], to: destinationOf(cmd)}
	if err := h.options(args); err != nil {
		return err
	}
	if err := h.decisions(args); err != nil {
		return err
	}
	var err error
	if h.source, err = load(cmd.Context(), t, cmd, args[:1]); err != nil {
		return err
	}
	if base := h.flag("base"); base != "" {
		if h.review.Base, err = app.LoadBase(cmd.Context(), h.source, base); err != nil {
			return err
		}
	}
	var keep *app.Attribution
	if h.to.inplace && h.keep.Transcript != "" {
		keep = &h.keep.Attribution
	}
	result, err := t.withDrafts(cmd, args[1], keep, func() (*app.SyncResult, error) {
		return h.review.SyncAll(cmd.Context(), h.source, h.files, t.in)
	})
	if err := h.bundle(result, err); err != nil {
		return err
	}
	if err != nil {
		return t.refused(err, false)
	}
	if err := h.deliver(result); err != nil {
		return err
	}
	return h.conclude(result)
}

func (h *homecoming) flag(name string) string {
	v, _ := h.cmd.Flags().GetString(name)
	return v
}

func (h *homecoming) options(args []string) error {
	f := h.cmd.Flags()
	h.dry, _ = f.GetBool("dry-run")
	h.json, _ = f.GetBool("json")
	h.review.AllowDelete, _ = f.GetBool("allow-delete")
	h.review.Controls, _ = f.GetBool("controls")
	h.review.Force, _ = f.GetBool("force")
	var err error
	if h.review.Protocol10, err = protocol10(h.cmd); err != nil {
		return err
	}
	if h.review.Strategy, err = strategyOf(h.cmd); err != nil {
		return err
	}
	toFile := h.to.inplace || h.to.out != "" && h.to.out != "-"
	switch {
	case len(h.files) > 1 && h.flag("arm") != "":
		return usagef("--arm drafts the turns of one returned file; sync the files one by one")
	case h.dry && h.flag("arm") != "":
		return usagef("--dry-run writes nothing, and --arm writes drafts; give one of them")
	case h.json && !h.dry && !toFile:
		return usagef("--json prints the report on stdout; say where the source goes with --inplace or --out, or add --dry-run")
	case h.to.inplace && args[0] == "-":
		return usagef("--inplace needs a file, not standard input")
	}
	decides := h.flag("decisions") != "" || f.Changed("forget")
	if h.flag("transcript") == "" && !(decides && h.to.inplace && !h.dry) {
		if h.review.Author = h.flag("actor"); h.review.Author == "" {
			h.review.Author = user()
		}
		return nil
	}
	if h.flag("transcript") == "" { // what is decided is remembered there
		if err := f.Set("transcript", besideFile); err != nil {
			return err
		}
	}
	actor := h.flag("actor")
	h.keep, err = logOptions(h.cmd, args[:1])
	h.keep.External, _ = f.GetBool("allow-external-paths")
	h.keep.Protocol10, h.review.Actor = h.review.Protocol10, actor
	return err
}

// decisions reads what was decided, and where it is remembered.
func (h *homecoming) decisions(args []string) (err error) {
	h.review.Forget, _ = h.cmd.Flags().GetBool("forget")
	if h.keep.Attribution.Now != nil {
		h.review.Author, h.review.Now = h.keep.Attribution.Actor.Name, h.keep.Attribution.Now
	}
	if h.review.Remembered = h.keep.Transcript; h.review.Remembered == "" && args[0] != "-" {
		h.review.Remembered = app.TranscriptOf(args[0])
	}
	path := h.flag("decisions")
	switch {
	case path == "":
		return nil
	case slices.Contains(args, "-"):
		return usagef("--decisions are about files, not standard input")
	case h.flag("arm") != "":
		return usagef("--arm drafts turns for all edits of a file; sync with --decisions without it")
	}
	h.review.Decisions, err = app.ReadDecisions(path, nil)
	return err
}

// strategyOf returns what --strategy says.
func strategyOf(cmd *cobra.Command) (reviewsync.Strategy, error) {
	switch s, _ := cmd.Flags().GetString("strategy"); s {
	case "report":
		return reviewsync.KeepBoth, nil
	case "ours", "theirs":
		return reviewsync.Strategy(s), nil
	default:
		return "", usagef("--strategy must be report, ours or theirs, not %q", s)
	}
}

// bundle writes the files of a bug report when they were asked for, also when the sync failed.
func (h *homecoming) bundle(result *app.SyncResult, failure error) error {
	path := h.flag("debug-bundle")
	if path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := app.DebugBundle(h.cmd.Context(), &b, h.source, h.review, h.files, result, failure); err != nil {
		return err
	}
	return h.t.writeFiles([]write{{path, b.Bytes()}})
}

// deliver puts the result where the user wants it.
func (h *homecoming) deliver(result *app.SyncResult) error {
	var more []write
	if path := h.flag("report"); path != "" {
		more = append(more, write{path, reportFor(path, h.source, result)})
	}
	if path := h.flag("patch-out"); path != "" {
		ops, err := app.JSONText(app.PatchList{BaseSHA256: h.source.File.Hash(), Ops: result.Ops})
		if err != nil {
			return err
		}
		more = append(more, write{path, ops})
	}
	stdout := func() error { return nil }
	switch {
	case h.json:
		stdout = func() error { return h.t.printText(result.Report) }
	case h.dry, h.onTerminal():
		stdout = func() error { return h.t.difference(h.source, result.Text) }
	}
	switch {
	case h.dry:
		if err := h.t.writeFiles(more); err != nil {
			return err
		}
	case h.to.inplace && h.keep.Transcript != "":
		if err := h.t.writeWith(more, func() error { return h.record(result) }); err != nil {
			return h.t.refused(err, false)
		}
	case h.to.inplace:
		if err := h.t.rewrite(h.cmd, h.source, result.Text, more...); err != nil {
			return err
		}
	case h.to.out != "" && h.to.out != "-" || !h.json && !h.onTerminal():
		return h.emitThen(result, more, stdout)
	default:
		if err := h.t.writeFiles(more); err != nil {
			return err
		}
	}
	return stdout()
}

func (h *homecoming) onTerminal() bool {
	return screen.Is(h.t.out) && h.to == destination{}
}

// emitThen sends the source on its way; the report follows when it was asked for on stdout.
func (h *homecoming) emitThen(result *app.SyncResult, more []write, stdout func() error) error {
	if err := h.t.emit(h.to, []byte(result.Text), more...); err != nil {
		return err
	}
	if !h.json {
		return nil
	}
	return stdout()
}

// record makes the operations in the file, each with its reviewer and its finding in the transcript.
func (h *homecoming) record(result *app.SyncResult) error {
	done, err := app.RecordSync(h.cmd.Context(), h.source, result, h.keep)
	if err != nil {
		return err
	}
	if !done.Changed {
		h.t.unchanged(h.source.Path)
		return nil
	}
	h.t.wrote(absolutePath(h.source.Path))
	return nil
}

// difference prints what would change, as a unified diff.
func (t *terminal) difference(s *app.Source, now string) error {
	for line := range strings.Lines(app.UnifiedDiff(s.Path, s.File.Text, now)) {
		color := map[byte]string{'+': "green", '-': "red", '@': "cyan"}[line[0]]
		if color != "" {
			line = t.paint(color, strings.TrimSuffix(line, "\n")) + "\n"
		}
		if _, err := io.WriteString(t.out, line); err != nil {
			return err
		}
	}
	return nil
}

// conclude says what a person has to see. Conflicts make the exit code 3 when a strategy was asked for.
func (h *homecoming) conclude(result *app.SyncResult) error {
	tell := finishedSync{source: h.source, result: result, written: h.to.inplace && !h.dry, files: h.files}
	h.t.tell(&tell)
	for _, name := range result.Unknown {
		fmt.Fprintf(h.t.err, "decided on a finding that is not there: %s\n", printable(name))
	}
	if n := len(result.Refused); n > 0 && h.keep.Transcript == "" {
		fmt.Fprintf(h.t.err, "%s will be offered again: --inplace remembers them\n", counted(n, "edit"))
	}
	if len(result.Unknown) > 0 {
		return errConflicts
	}
	if result.Conflicts() > 0 && h.cmd.Flags().Changed("strategy") {
		return errConflicts
	}
	return nil
}
