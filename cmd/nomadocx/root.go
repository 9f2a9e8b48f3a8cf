package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

const overview = `nomadocx sends a report out as Word and brings the edits home.

A report is a plain text file (.noma). Render it to Word, send it to a
reviewer, and when the edited file comes back, sync it: every edit lands in
the source as a small change, and what cannot be applied is reported.`

const examples = `  nomadocx check report.noma                              find mistakes first
  nomadocx render report.noma --to docx --out report.docx make the Word file
  nomadocx render report.noma --to pdf --out report.pdf   or a PDF, or HTML
  nomadocx docx-review-sync report.noma returned.docx --inplace --report review.json
                                                          bring the edits back
  nomadocx docx-sync report.noma returned.docx --inplace  bring form fields back`

// run is the whole program but for the process around it.
func run(ctx context.Context, t *terminal, args []string) int {
	root := newRoot(t)
	err := dispatch(ctx, root, t, args)
	if err == nil {
		return exitOK
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintf(t.err, "error: %s\n", oneLine(err.Error()))
	}
	var usage *usageError
	if errors.As(err, &usage) && usage.help {
		fmt.Fprintln(t.err)
		root.SetOut(t.err)
		_ = root.Help()
	}
	return exitCode(err)
}

// dispatch finds the command, puts its arguments in order and runs it.
func dispatch(ctx context.Context, root *cobra.Command, t *terminal, args []string) error {
	if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
		return root.Help()
	}
	if args[0] == "--version" || args[0] == "-v" {
		args = []string{"version"}
	}
	if len(args) > 1 && args[0] == "agent" && args[1] == "review" {
		args = append([]string{"proof"}, args[2:]...) // the contract's other name (cli.md §1)
	}
	args = servesAPI(args)
	if !plumbing(args[0]) {
		cmd := lookup(root, args[0])
		if cmd == nil {
			return &usageError{message: fmt.Sprintf("unknown command %q", args[0]), help: true}
		}
		path := args[:1]
		for len(args) > len(path) { // verbs below the command, as in arm verify
			sub := lookup(cmd, args[len(path)])
			if sub == nil {
				break
			}
			cmd, path = sub, args[:len(path)+1]
		}
		ordered, unknown, err := canonical(cmd.Flags(), args[len(path):])
		for _, name := range unknown {
			fmt.Fprintf(t.err, "warning: unknown flag %s is ignored\n", name)
		}
		if err != nil {
			return err
		}
		args = append(path[:len(path):len(path)], ordered...)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// plumbing are cobra's own commands, whose arguments stay as they are.
func plumbing(name string) bool {
	return name == "help" || name == "completion" || strings.HasPrefix(name, "__complete")
}

func lookup(root *cobra.Command, name string) *cobra.Command {
	for _, c := range root.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}

func newRoot(t *terminal) *cobra.Command {
	root := &cobra.Command{
		Use:           "nomadocx",
		Short:         "Reports that go out as Word and come back as source edits",
		Long:          overview,
		Example:       examples,
		SilenceErrors: true, // run prints them
		SilenceUsage:  true,
	}
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddGroup(
		&cobra.Group{ID: "out", Title: "Out:"},
		&cobra.Group{ID: "home", Title: "Back home:"},
		&cobra.Group{ID: "source", Title: "The source:"},
	)
	root.AddCommand(
		newRender(t), newExport(t), newParse(t),
		newReviewSync(t), newReviewData(t), newFormSync(t), newFormData(t),
		newCheck(t), newIDs(t), newPatch(t), newTranscript(t), newCapability(t), newVerify(t), newSchema(t), newVersion(t),
	)
	root.AddCommand(newFmt(t), newReview(t))
	root.AddCommand(newProof(t), newMCP(t))
	root.AddCommand(newBatch(t), newWorker(t), newAPI(t))
	root.AddCommand(newArm(t))
	root.AddCommand(newIngest(t), newDiff(t), newInit(t))
	root.AddCommand(newServe(t))
	root.AddCommand(newAgent(t))
	root.AddCommand(newDocx(t))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.DisableFlagsInUseLine = true
		c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usagef("%v", err) })
	}
	return root
}

func newVersion(t *terminal) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		GroupID: "source",
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(t.out, version+"\n")
			return err
		},
	}
}
