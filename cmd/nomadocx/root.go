package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

const overview = `nomadocx renders a report to Word and applies the edits of its reviewers to the source.

A report is a plain text file (.noma). Render it to Word, send it to a
reviewer, and when the edited file comes back, sync it: every edit lands in
the source as a small change, and what cannot be applied is reported.`

const examples = `  nomadocx check report.noma                              find mistakes first
  nomadocx render report.noma --to docx --out report.docx make the Word file
  nomadocx render report.noma --to pdf --out report.pdf   or a PDF, or HTML
  nomadocx docx-review-sync report.noma returned.docx --inplace --report review.json
                                                          bring the edits back
  nomadocx docx-sync report.noma returned.docx --inplace  bring form fields back`

// run returns the whole program but for the process around it.
func run(ctx context.Context, t *terminal, args []string) int {
	t.in = patientReader(ctx, t.in)
	err := dispatch(ctx, newRoot(t), args)
	if err == nil {
		return exitOK
	}
	var usage *usageError
	if stopped := interruption(ctx); stopped != nil && !errors.As(err, &usage) {
		if !errors.Is(err, errReported) {
			fmt.Fprintln(t.err, stopped)
		}
		return stopped.code()
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintf(t.err, "error: %s\n", oneLine(wording(err)))
	}
	return exitCode(err)
}

// dispatch finds the command and runs it.
func dispatch(ctx context.Context, root *cobra.Command, args []string) error {
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
	name := args[0]
	if name == "help" && len(args) > 1 {
		name = args[1]
	}
	if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "__complete") && lookup(root, name) == nil {
		return unknownCommand(root, name)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
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
	root.PersistentFlags().Var(memoryFlag{}, "max-memory", "how much memory a document may take, such as 512MiB or 4GiB")
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddGroup(
		&cobra.Group{ID: "out", Title: "Render:"},
		&cobra.Group{ID: "back", Title: "Apply what came back:"},
		&cobra.Group{ID: "source", Title: "Work on the source:"},
	)
	root.AddCommand(
		newRender(t), newExport(t), newParse(t),
		newReviewSync(t), newReviewData(t), newFormSync(t), newFormData(t),
		newCheck(t), newIDs(t), newPatch(t), newTranscript(t), newCapability(t), newVerify(t), newSchema(t), newVersion(t),
	)
	root.AddCommand(newFmt(t), newReview(t), newExplain(t))
	root.AddCommand(newProof(t), newMCP(t))
	root.AddCommand(newBatch(t), newWorker(t), newAPI(t))
	root.AddCommand(newArm(t))
	root.AddCommand(newIngest(t), newDiff(t), newRedline(t), newInit(t))
	root.AddCommand(newServe(t))
	root.AddCommand(newAgent(t))
	root.AddCommand(newDocx(t), newGit(t))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.DisableFlagsInUseLine = true
	}
	hold(root)
	describeExits(root)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 100"))
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
