package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/spf13/cobra"
)

func newTranscript(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "transcript VERB …",
		Short: "Verify, replay or show the log of patches of a source",
		Long: `Read the log that patch --transcript writes: one JSON object a line, one for
each operation that was tried.

  verify TRANSCRIPT …  hold every line against the rules: required fields, the
                       chain of lines, hashes. Says which line is wrong, and why.
  replay BASE          make the document again from the text it began as, and
                       the transcript (--transcript PATH, default BASE.patches).
                       The result is the same byte for byte, or an error that
                       names the record.
  show TRANSCRIPT      a table for people.
  revert SRC OP_ID     undo one operation of SRC.patches by a new patch; what
                       later operations did elsewhere stays.

TRANSCRIPT may be "-" for stdin.`,
		Example: `  nomadocx transcript verify report.noma.patches
  nomadocx transcript show report.noma.patches
  nomadocx transcript replay first.noma --transcript report.noma.patches | diff - report.noma
  nomadocx transcript revert report.noma 5e0c1a7e-4a1b-4a2f-9d38-3c7a1b2d9f10`,
		GroupID: "source",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx transcript needs verify, replay, show or revert, and a file")
			}
			return usagef("nomadocx transcript has verify, replay, show and revert, but not %q", args[0])
		},
	}
	verb := func(use, short string, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
		c := &cobra.Command{Use: use, Short: short, RunE: func(cmd *cobra.Command, args []string) error {
			if words, _ := inputs(use); len(args) < len(words) {
				return usagef("nomadocx transcript %s needs %s", cmd.Name(), strings.Join(words, " and "))
			}
			return run(cmd, args)
		}}
		c.Flags().Duration("lock-timeout", defaultLockTimeout, "how long to wait for a patch that is being recorded: a `TIME` such as 30s")
		cmd.AddCommand(c)
		return c
	}
	verify := verb("verify TRANSCRIPT …", "Hold every line of a transcript against the rules", t.verifyTranscripts)
	show := verb("show TRANSCRIPT", "Show a transcript as a table", func(cmd *cobra.Command, args []string) error {
		entries, err := app.ReadTranscript(cmd.Context(), args[0], t.in, lockTimeout(cmd))
		if err != nil {
			return err
		}
		if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
			return t.showJSON(entries)
		}
		return t.show(entries)
	})
	replay := verb("replay BASE", "Make the document again from the text it began as", t.replay)
	replay.Flags().String("transcript", "", "`PATH` of the transcript (default: BASE.patches)")
	outFlag(replay)
	mark(replay, sourceOut)
	revert := verb("revert SRC.noma OP_ID", "Undo one operation by a new patch", t.revert)
	logFlags(revert)
	revert.Flags().Lookup("transcript").NoOptDefVal = ""
	revert.Flags().Lookup("transcript").Usage = "`PATH` of the transcript (default: SRC.noma.patches)"
	revert.Flags().Bool("inplace", true, "revert always changes the file")
	_ = revert.Flags().MarkHidden("inplace") // of logFlags
	for _, c := range []*cobra.Command{verify, show, revert} {
		c.Flags().Bool("json", false, "print JSON")
	}
	return cmd
}

// verifyTranscripts verifies one transcript after the other; it fails when one of them has an error or cannot be read.
func (t *terminal) verifyTranscripts(cmd *cobra.Command, files []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	if asJSON && len(files) > 1 {
		return usagef("nomadocx transcript verify --json takes one TRANSCRIPT, and not also %q", files[1])
	}
	var status error
	for _, file := range files {
		entries, problems, err := app.VerifyTranscript(cmd.Context(), file, t.in, lockTimeout(cmd))
		if err == nil {
			err = t.verifyTranscript(file, entries, problems, asJSON)
		}
		if err != nil && !errors.Is(err, errReported) && len(files) > 1 {
			fmt.Fprintf(t.err, "error: %s\n", oneLine(wording(err)))
			err = errReported
		}
		status = cmp.Or(status, err)
	}
	return status
}

// verifyTranscript prints what is wrong. A gap in the log is reported, but it breaks no rule.
func (t *terminal) verifyTranscript(file string, entries []transcript.Entry, problems []transcript.Problem, asJSON bool) error {
	broken := 0
	for _, p := range problems {
		if !p.Gap {
			broken++
		}
	}
	if asJSON {
		answer := struct {
			OK       bool                 `json:"ok"`
			Records  int                  `json:"records"`
			Problems []transcript.Problem `json:"problems"`
		}{broken == 0, len(entries), append([]transcript.Problem{}, problems...)}
		enc := json.NewEncoder(t.out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(answer); err != nil {
			return err
		}
	} else {
		for _, p := range problems {
			word := "ERROR"
			if p.Gap {
				word = "WARNING"
			}
			fmt.Fprintf(t.out, "%s %s:%d: %s\n", word, file, p.Line, p.Message)
		}
		switch gaps := len(problems) - broken; {
		case broken > 0:
		case gaps > 0:
			fmt.Fprintf(t.out, "✓ %s: %s, in order but for %s that replay cannot cross.\n", file, counted(len(entries), "record"), counted(gaps, "gap"))
		default:
			fmt.Fprintf(t.out, "✓ %s: %s, all in order.\n", file, counted(len(entries), "record"))
		}
	}
	if broken > 0 {
		return errReported
	}
	return nil
}

func (t *terminal) replay(cmd *cobra.Command, args []string) error {
	base := args[0]
	path, _ := cmd.Flags().GetString("transcript")
	if path == "" && base == "-" {
		return usagef("give the transcript with --transcript when the base is standard input")
	}
	if path == "" {
		path = app.TranscriptOf(base)
	}
	if path == "-" && base == "-" {
		return usagef("only one of the two files can be standard input")
	}
	s, err := app.Load(cmd.Context(), base, app.LoadOptions{Stdin: t.in, Raw: true})
	if err != nil {
		return err
	}
	text, err := app.Replay(cmd.Context(), s, path, t.in, lockTimeout(cmd))
	if err != nil {
		return err
	}
	return t.emit(destinationOf(cmd), []byte(text))
}

// revert undoes one operation of a document by a new patch.
func (t *terminal) revert(cmd *cobra.Command, args []string) error {
	o, err := logOptions(cmd, args)
	if err != nil {
		return err
	}
	if o.Transcript == "" {
		o.Transcript = app.TranscriptOf(args[0])
	}
	asJSON, _ := cmd.Flags().GetBool("json")
	done, err := app.RevertFile(cmd.Context(), args[0], args[1], o)
	return t.patched(args[0], done, err, o, asJSON)
}

// show prints one line for each record, for people.
func (t *terminal) show(entries []transcript.Entry) error {
	w := tabwriter.NewWriter(t.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "TIME\tACTOR\tRESULT\tOPERATION\tDOCUMENT\tVALID\tREASON")
	for i := range entries {
		e := &entries[i]
		if e.Err != nil {
			fmt.Fprintf(w, "line %d\t\tunreadable\t%s\t\t\t\n", e.Line, plain(e.Err.Error()))
			continue
		}
		r := &e.Record
		result := string(r.PatchResult)
		if code := r.Code(); code != "" {
			result = code
		}
		actor := r.Actor.Name
		if r.Actor.Kind != "human" {
			actor = r.Actor.Kind + " " + actor
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s→%s\t%s→%s\t%s\n", plain(r.TS), plain(actor), plain(result), plain(r.Describe()),
			r.PreSHA, r.PostSHA, r.PreValidation, r.PostValidation, plain(r.Reason))
	}
	return w.Flush()
}

// showJSON prints the records as they are, as one array; a line that is no record is an object with its error.
func (t *terminal) showJSON(entries []transcript.Entry) error {
	list := make([]json.RawMessage, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		raw := json.RawMessage(e.Raw)
		if e.Err != nil {
			var err error
			if raw, err = json.Marshal(map[string]any{"line": e.Line, "error": e.Err.Error()}); err != nil {
				return err
			}
		}
		list = append(list, raw)
	}
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

// plain makes a text from a file fit for one cell of a table on a terminal: no control characters,
// and not endless.
func plain(s string) string {
	const most = 80
	out := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case len(out) == most:
			return string(out) + "…"
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r):
			r = '·'
		}
		out = append(out, r)
	}
	return string(out)
}
