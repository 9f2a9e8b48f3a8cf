package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"text/tabwriter"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/spf13/cobra"
)

func newTranscript(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "transcript verify|replay|show|revert FILE [OP_ID]",
		Short: "Check, repeat or show what was done to a source",
		Long: `Read the account that patch --transcript keeps: one JSON object a line, one for
each operation that was tried.

  verify TRANSCRIPT   hold every line against the rules: required fields, the
                      chain of lines, hashes. Says which line is wrong, and why.
  replay BASE         make the document again from the text it began as, and
                      the transcript (--transcript PATH, default BASE.patches).
                      The result is the same byte for byte, or an error that
                      names the record.
  show TRANSCRIPT     a table for people.
  revert SRC OP_ID    undo one operation of SRC.patches by a new patch; what
                      later operations did elsewhere stays.

TRANSCRIPT may be "-" for stdin.`,
		Example: `  nomadocx transcript verify report.noma.patches
  nomadocx transcript show report.noma.patches
  nomadocx transcript replay first.noma --transcript report.noma.patches | diff - report.noma
  nomadocx transcript revert report.noma 5e0c1a7e-4a1b-4a2f-9d38-3c7a1b2d9f10`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runTranscript(t, cmd, args) },
	}
	f := cmd.Flags()
	accountFlags(cmd)
	f.Lookup("transcript").NoOptDefVal = ""
	f.Lookup("transcript").Usage = "replay, revert: `PATH` of the transcript (default: the file's own)"
	f.Bool("json", false, "verify, show, revert: print JSON")
	f.Duration("lock-timeout", defaultLockTimeout, "how long to wait for a patch that is being recorded: a `TIME` such as 30s")
	f.Bool("inplace", true, "revert always changes the file")
	_ = f.MarkHidden("inplace") // of the flags of account
	outFlag(cmd)
	return cmd
}

func runTranscript(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return usagef("nomadocx transcript needs verify, replay, show or revert, and a file")
	}
	file := args[1]
	asJSON, _ := cmd.Flags().GetBool("json")
	switch args[0] {
	case "verify":
		var entries []transcript.Entry
		var problems []transcript.Problem
		var err error
		if file == "-" {
			entries, err = readTranscript(t, cmd, file)
			problems = transcript.Verify(entries)
		} else {
			wait, _ := cmd.Flags().GetDuration("lock-timeout")
			entries, problems, err = app.ReadAccount(cmd.Context(), file, wait)
			err = noTranscript(file, err)
		}
		if err != nil {
			return err
		}
		return t.verifyTranscript(file, entries, problems, asJSON)
	case "show":
		entries, err := readTranscript(t, cmd, file)
		if err != nil {
			return err
		}
		if asJSON {
			return t.showJSON(entries)
		}
		return t.show(entries)
	case "replay":
		return t.replay(cmd, file)
	case "revert":
		return t.revert(cmd, args[1:])
	}
	return usagef("nomadocx transcript has verify, replay, show and revert, but not %q", args[0])
}

func readTranscript(t *terminal, cmd *cobra.Command, path string) ([]transcript.Entry, error) {
	if path == "-" {
		entries, _, err := transcript.Read(t.in)
		return entries, err
	}
	wait, _ := cmd.Flags().GetDuration("lock-timeout")
	entries, _, err := transcript.ReadFile(cmd.Context(), path, wait)
	return entries, noTranscript(path, err)
}

// noTranscript says in words that there is no such file.
func noTranscript(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &app.NotFoundError{Path: absolutePath(path)}
	}
	return err
}

// verifyTranscript prints what is wrong. A gap in the account is told, but it breaks no rule.
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
			fmt.Fprintf(t.out, "✓ %s: %d records, in order but for %d gap(s) that replay cannot cross.\n", file, len(entries), gaps)
		default:
			fmt.Fprintf(t.out, "✓ %s: %d records, all in order.\n", file, len(entries))
		}
	}
	if broken > 0 {
		return errReported
	}
	return nil
}

func (t *terminal) replay(cmd *cobra.Command, base string) error {
	path, _ := cmd.Flags().GetString("transcript")
	if path == "" && base == "-" {
		return usagef("give the transcript with --transcript when the base is standard input")
	}
	if path == "" {
		path = transcript.PathOf(base)
	}
	if path == "-" && base == "-" {
		return usagef("only one of the two files can be standard input")
	}
	s, err := app.Load(cmd.Context(), base, app.LoadOptions{Stdin: t.in, Raw: true})
	if err != nil {
		return err
	}
	entries, err := readTranscript(t, cmd, path)
	if err != nil {
		return err
	}
	text, err := transcript.Replay(s.File.Text, entries)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return t.emit(destinationOf(cmd), []byte(text))
}

// revert undoes one operation of a document by a new patch.
func (t *terminal) revert(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return usagef("nomadocx transcript revert needs the document and the op_id of a record (nomadocx transcript show --json has them)")
	}
	o, err := account(cmd, args)
	if err != nil {
		return err
	}
	if o.Transcript == "" {
		o.Transcript = transcript.PathOf(args[0])
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
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s→%s\t%s→%s\t%s\n", plain(r.TS), plain(actor), plain(result), plain(transcript.Describe(r)),
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
