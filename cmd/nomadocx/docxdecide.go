package main

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// newDocxDecision returns docx accept or docx reject.
func newDocxDecision(t *terminal, accept bool) *cobra.Command {
	verb, other := "reject", "as it was before them"
	if accept {
		verb, other = "accept", "as it is with them"
	}
	upper := strings.ToUpper(verb[:1]) + verb[1:]
	cmd := &cobra.Command{
		Use:   verb + " FILE.docx --out FILE.docx",
		Short: upper + " tracked changes of a Word file",
		Long: upper + ` tracked changes of a Word file: the result shows the document
` + other + `. Words, formatting, paragraphs, rows, cells, moves,
lists, sections and equations are decided in the text, in headers, footers, notes
and comments. A note or comment that stood in text that goes, goes with it.

--author and --id choose among the changes, and may be repeated; docx accept FILE
--json lists them with their ids. A move is one change, and so is a column. What is
not chosen stays, byte for byte, and so does every part of the file without tracked changes.

FILE itself is not changed. Without --out nothing is written, and --json says
what would be done.`,
		Example: `  nomadocx docx ` + verb + ` returned.docx --out decided.docx
  nomadocx docx ` + verb + ` returned.docx --author "Ann Reader" --author "Ben Reader" --out decided.docx
  nomadocx docx ` + verb + ` returned.docx --id 12 --id 15 --out decided.docx
  nomadocx docx ` + verb + ` returned.docx --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return t.decideWord(cmd, args, accept) },
	}
	f := cmd.Flags()
	f.StringArray("author", nil, "only changes of `NAME`; may be repeated")
	f.StringArray("id", nil, "only the change with the id `N` in the file; may be repeated")
	f.StringP("out", "o", "", "write the Word file to `FILE`")
	f.Bool("json", false, "print what was decided as JSON")
	return cmd
}

func (t *terminal) decideWord(cmd *cobra.Command, args []string, accept bool) error {
	f := cmd.Flags()
	out, err := wordOut(cmd, "out")
	if err != nil {
		return err
	}
	asJSON, _ := f.GetBool("json")
	switch {
	case len(args) == 0:
		return usagef("nomadocx docx %s: <file.docx> required", cmd.Name())
	case out == "" && !asJSON:
		return usagef("docx %s needs --out FILE, or --json to see what it would do", cmd.Name())
	case out == "-" && asJSON:
		return usagef("the Word file and --json cannot both go to standard output")
	}
	o := app.RevisionChoice{Accept: accept, Stdin: t.in}
	o.Authors, _ = f.GetStringArray("author")
	o.IDs, _ = f.GetStringArray("id")
	done, err := app.DecideWord(cmd.Context(), args[0], o)
	if err != nil {
		return err
	}
	if out != "" {
		if err := t.stream(out, done.Write); err != nil {
			return err
		}
		t.toldDecided(done, accept)
	}
	if !asJSON {
		return nil
	}
	text, err := app.JSONText(done)
	if err != nil {
		return err
	}
	return t.printText(text)
}

// toldDecided says what was decided, and what is left.
func (t *terminal) toldDecided(done *app.RevisedWord, accept bool) {
	did := "rejected"
	if accept {
		did = "accepted"
	}
	fmt.Fprintf(t.err, "%s %s", did, counted(len(done.Revisions), "tracked change"))
	if done.Left > 0 {
		fmt.Fprintf(t.err, ", %d left", done.Left)
	}
	for _, gone := range []struct {
		n     int
		thing string
	}{{len(done.Comments), "comment"}, {len(done.Footnotes), "footnote"}, {len(done.Endnotes), "endnote"}} {
		if gone.n > 0 {
			fmt.Fprintf(t.err, "; %s removed with the text", counted(gone.n, gone.thing))
		}
	}
	fmt.Fprintln(t.err)
}
