package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mattn/go-isatty"
	"github.com/nomadocx/nomadocx/internal/app"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/spf13/cobra"
)

func newReview(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "review page|serve|list|accept|reject|comment|report FILE [FILE.docx … | ID …]",
		Short: "Decide on returned edits in a browser; list, accept, reject or comment; show reports",
		Long: `Decide on what reviewers left in a source, and read what a sync did.

  page      a page with every edit of returned files beside the document (--out FILE):
            read, decide, save decisions.json for docx-review-sync --decisions
  serve     the same page on 127.0.0.1; with --inplace it applies the decisions
  report    the table of a report that docx-review-sync or docx-sync wrote
  list      what is open: change requests with their texts, comments
  accept    put the proposed text of change requests into their targets
  reject    leave the targets as they are
  comment   answer a comment, or comment on a block: one ID and --text TEXT

A decided request is closed: it gets status="deleted" and decision="accepted" or
"rejected", stays in the source as a record, and is shown in Word no more. Each
decision is recorded in SRC.noma.patches. A request whose old text is not in its
target, or is there twice, cannot be accepted; it stays open and is reported.

report takes the JSON of one sync or of several ("-" is standard input) and prints every
edit with its outcome; --to md or html, or the name of --out, makes a text or a page of it.

accept and reject take ids, --all, or --author NAME. --interactive asks for each
open item on the terminal: y accept, n reject, c comment, s skip, q quit.`,
		Example: `  nomadocx review page report.noma ann.docx ben.docx --out review.html
  nomadocx review serve report.noma returned.docx --inplace
  nomadocx review list report.noma
  nomadocx review accept report.noma change-risk1-4 change-risk1-7
  nomadocx review accept report.noma --author "Ann Reader"
  nomadocx review reject report.noma --all --reason "after the deadline"
  nomadocx review comment report.noma comment-q1-11 --text "Done." --resolve
  nomadocx review comment report.noma plan --text "Which?" --on "about people"
  nomadocx review list report.noma --interactive
  nomadocx review report review.json --out review.html`,
		GroupID: "back",
		RunE:    func(cmd *cobra.Command, args []string) error { return runReview(t, cmd, args) },
	}
	f := cmd.Flags()
	f.Bool("all", false, "every open change request; with list, also what is closed")
	f.String("author", "", "only what `NAME` wrote")
	f.Bool("interactive", false, "ask for each open item, on a terminal")
	f.String("text", "", "comment: what to say (`TEXT`, \"-\" reads standard input)")
	f.String("on", "", "comment: the words of the block that a new comment is about (`WORDS`)")
	f.Bool("resolve", false, "comment: the comment is resolved")
	f.Bool("reopen", false, "comment: the comment is open again")
	f.Bool("dry-run", false, "say what would be done, and write nothing")
	f.Bool("json", false, "print JSON")
	f.String("to", "", "report: `FORMAT` of the result: text, md or html (default: by the name of --out, else text)")
	pageFlags(cmd)
	outFlag(cmd)
	f.Lookup("out").Usage = "report, page: write it to `FILE` instead of stdout"
	loadFlags(cmd)
	f.Bool("inplace", true, "decisions are always made in the file, those of serve when this is given")
	f.Duration("lock-timeout", defaultLockTimeout, "how long to wait for another patch of the file: a `TIME` such as 30s")
	logFlags(cmd)
	f.Lookup("transcript").Usage = "record the decisions in `PATH` instead of FILE.patches, as --transcript=PATH"
	return cmd
}

// reviewing is one call of the command.
type reviewing struct {
	t      *terminal
	cmd    *cobra.Command
	path   string
	ids    []string
	author string
	all    bool
	dry    bool
	json   bool
	keep   app.PatchFileOptions
}

func runReview(t *terminal, cmd *cobra.Command, args []string) error {
	if len(args) < 2 || !slices.Contains([]string{"list", "accept", "reject", "comment", "report", "page", "serve"}, args[0]) {
		return usagef("nomadocx review needs page, serve, list, accept, reject, comment or report, and a file")
	}
	switch args[0] {
	case "report":
		return showReport(t, cmd, args[1:])
	case "page", "serve":
		return showPage(t, cmd, args[0], args[1:])
	}
	verb, path := args[0], args[1]
	if err := refuseManifest(cmd, path); err != nil {
		return err
	}
	f := cmd.Flags()
	r := &reviewing{t: t, cmd: cmd, path: path, ids: args[2:]}
	r.author, _ = f.GetString("author")
	r.all, _ = f.GetBool("all")
	r.dry, _ = f.GetBool("dry-run")
	r.json, _ = f.GetBool("json")
	walk, _ := f.GetBool("interactive")
	if path == "-" && (verb != "list" || walk) {
		return usagef("nomadocx review %s changes a file, so it cannot be standard input", verb)
	}
	s, err := load(cmd.Context(), t, cmd, args[1:2])
	if err != nil {
		return err
	}
	if r.keep, err = decisionLog(cmd, path); err != nil {
		return err
	}
	switch {
	case walk && verb != "comment":
		return r.walk(s)
	case verb == "list":
		return r.list(s)
	case verb == "comment":
		return r.comment(s)
	}
	return r.decide(s, verb == "accept")
}

// decisionLog returns the options of the log of decisions: always kept, beside the file unless asked otherwise.
func decisionLog(cmd *cobra.Command, path string) (app.PatchFileOptions, error) {
	f := cmd.Flags()
	if given, _ := f.GetString("transcript"); given == "" {
		if err := f.Set("transcript", besideFile); err != nil {
			return app.PatchFileOptions{}, err
		}
	}
	o, err := logOptions(cmd, []string{path})
	o.External, _ = f.GetBool("allow-external-paths")
	return o, err
}

// chosen returns the items the flags and ids ask for.
func (r *reviewing) chosen(s *app.Source) []app.ReviewItem {
	var out []app.ReviewItem
	for _, it := range app.ReviewItems(s) {
		if (r.author == "" || it.Author == r.author) && (len(r.ids) == 0 || slices.Contains(r.ids, it.ID)) {
			out = append(out, it)
		}
	}
	return out
}

func (r *reviewing) list(s *app.Source) error {
	for _, id := range r.ids {
		if !slices.ContainsFunc(app.ReviewItems(s), func(it app.ReviewItem) bool { return it.ID == id }) {
			return fmt.Errorf("%s has no change request or comment %q; nomadocx review list %s --all shows them", r.path, id, r.path)
		}
	}
	items := slices.DeleteFunc(r.chosen(s), func(it app.ReviewItem) bool { return !it.Open && !r.all })
	if r.json {
		text, err := app.JSONText(append([]app.ReviewItem{}, items...))
		if err != nil {
			return err
		}
		return r.t.printText(text)
	}
	w := tabwriter.NewWriter(r.t.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "LINE\tID\tAUTHOR\tON\tSTATE\tWHAT")
	for _, it := range items {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", it.Line, plain(it.ID), plain(it.Author), plain(it.Target), state(it), plain(what(it)))
	}
	return w.Flush()
}

func state(it app.ReviewItem) string {
	switch {
	case it.Open && it.Decision != "":
		return it.Decision + " in Word" // but its text is not in the target
	case it.Open:
		return "open"
	case it.Decision != "":
		return it.Decision
	}
	return strings.ToLower(it.Status)
}

// what says in one line what a reviewer wants.
func what(it app.ReviewItem) string {
	switch {
	case it.Kind == "comment" && it.ReplyTo != "":
		return "reply: " + it.Body
	case it.Kind == "comment" && it.Exact != "":
		return fmt.Sprintf("comment on %q: %s", it.Exact, it.Body)
	case it.Kind == "comment":
		return "comment: " + it.Body
	case it.Action == "insert":
		return fmt.Sprintf("insert %q", it.To)
	case it.Action == "delete":
		return fmt.Sprintf("delete %q", it.From)
	}
	return fmt.Sprintf("%s %q by %q", it.Action, it.From, it.To)
}

func (r *reviewing) decide(s *app.Source, accept bool) error {
	if len(r.ids) == 0 && !r.all && r.author == "" {
		return usagef("say which requests: ids, --all or --author NAME (nomadocx review list %s shows them)", r.path)
	}
	var verdicts []app.Verdict
	if len(r.ids) > 0 {
		for _, id := range r.ids {
			verdicts = append(verdicts, app.Verdict{ID: id, Accept: accept})
		}
	} else {
		for _, it := range r.chosen(s) {
			switch {
			case it.Kind != "change_request" || !it.Open:
			case it.ID == "":
				fmt.Fprintf(r.t.err, "warning: %s:%d: the change request has no id, so it cannot be named; give it one\n", r.path, it.Line)
			default:
				verdicts = append(verdicts, app.Verdict{ID: it.ID, Accept: accept})
			}
		}
	}
	return r.carryOut(s, verdicts)
}

// carryOut makes decisions and says what became of each.
func (r *reviewing) carryOut(s *app.Source, verdicts []app.Verdict) error {
	var found *reviewsync.Result
	var err error
	if r.dry {
		found, err = app.Decide(r.cmd.Context(), s, verdicts)
	} else {
		var done *app.Patched
		done, found, err = app.DecideFile(r.cmd.Context(), r.path, verdicts, r.keep)
		if err == nil && done.Changed {
			r.t.wrote(absolutePath(r.path))
		}
	}
	if err != nil {
		return r.t.refused(err, r.json)
	}
	refused := 0
	for _, f := range found.Findings {
		if f.Outcome != reviewsync.Applied {
			refused++
		}
	}
	if r.json {
		text, err := app.JSONText(struct {
			OK       bool                 `json:"ok"`
			Written  bool                 `json:"written"`
			Findings []reviewsync.Finding `json:"findings"`
		}{refused == 0, !r.dry && len(found.Ops) > 0, append([]reviewsync.Finding{}, found.Findings...)})
		if err != nil {
			return err
		}
		if err := r.t.printText(text); err != nil {
			return err
		}
	} else {
		for _, f := range found.Findings {
			mark := "✓"
			if f.Outcome != reviewsync.Applied {
				mark = "✗"
			}
			fmt.Fprintf(r.t.out, "%s %s:%d: %s: %s\n", mark, r.path, f.Line, f.BlockID, f.Message)
		}
		if len(found.Findings) == 0 {
			fmt.Fprintln(r.t.err, "✓ nothing to decide")
		}
	}
	if refused > 0 {
		return errReported
	}
	return nil
}

func (r *reviewing) comment(s *app.Source) error {
	f := r.cmd.Flags()
	text, _ := f.GetString("text")
	rm := app.CommentInput{Author: r.keep.Attribution.Actor.Name, At: r.keep.Attribution.Now()}
	rm.Words, _ = f.GetString("on")
	rm.Resolve, _ = f.GetBool("resolve")
	rm.Reopen, _ = f.GetBool("reopen")
	if len(r.ids) != 1 {
		return usagef("nomadocx review comment needs the id of one comment or block")
	}
	if text == "-" {
		const most = 1 << 20
		data, err := io.ReadAll(io.LimitReader(r.t.in, most))
		if err != nil {
			return err
		}
		text = string(data)
	}
	rm.On, rm.Text = r.ids[0], strings.TrimSpace(text)
	if rm.Text == "" && !rm.Resolve && !rm.Reopen || rm.Resolve && rm.Reopen {
		return usagef("nomadocx review comment needs --text, and at most one of --resolve and --reopen")
	}
	return r.addComment(s, rm)
}

func (r *reviewing) addComment(s *app.Source, rm app.CommentInput) error {
	if r.dry {
		ops, err := app.Comment(s, rm)
		if err != nil {
			return err
		}
		text, err := app.JSONText(ops)
		if err != nil {
			return err
		}
		return r.t.printText(text)
	}
	done, err := app.CommentFile(r.cmd.Context(), r.path, rm, r.keep)
	if err != nil {
		return r.t.refused(err, r.json)
	}
	if done.Changed {
		r.t.wrote(absolutePath(r.path))
	}
	if r.json {
		return r.t.printText([]byte(fmt.Sprintf(`{"ok":true,"changed":%v}`, done.Changed)))
	}
	return nil
}

// walk asks for every open item. It needs a person: only a terminal has one.
func (r *reviewing) walk(s *app.Source) error {
	if in, ok := fileOf(r.t.in); !ok || !isatty.IsTerminal(in.Fd()) {
		return usagef("--interactive asks on a terminal, and standard input is none; use ids, --all or --author NAME")
	}
	items := slices.DeleteFunc(r.chosen(s), func(it app.ReviewItem) bool { return !it.Open || it.ID == "" })
	w := &reviewWalk{in: r.t.in, out: r.t.err}
	if err := w.run(items); err != nil {
		return err
	}
	if len(w.verdicts) > 0 {
		if err := r.carryOut(s, w.verdicts); err != nil {
			return err
		}
	}
	for _, a := range w.answers {
		a.Author, a.At = r.keep.Attribution.Actor.Name, r.keep.Attribution.Now()
		if err := r.addComment(s, a); err != nil {
			return err
		}
	}
	return nil
}
