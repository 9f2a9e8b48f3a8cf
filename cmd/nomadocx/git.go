package main

import (
	"fmt"
	"path/filepath"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newGit(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "git install",
		Short: "Set git up to show what changed in Word files",
		Long: `Set git up to show Word files as text, with their tracked changes and comments,
in git diff, git log -p and git show: the line "*.docx diff=nomadocx" goes into
.gitattributes of the repository, and the command that makes the text into its
configuration. What is there already stays, so it may be called again.

.gitattributes is a file of the repository that you can commit. The configuration
belongs to one clone: everybody calls this once, or once with --global, which is
for all repositories of the user.`,
		Example: `  nomadocx git install
  nomadocx git install --global
  git log -p --word-diff report.docx`,
		GroupID:   "source",
		ValidArgs: []string{"install"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != "install" {
				return usagef("nomadocx git needs a verb: install")
			}
			o := app.GitOptions{}
			o.Global, _ = cmd.Flags().GetBool("global")
			o.DryRun, _ = cmd.Flags().GetBool("dry-run")
			steps, err := app.InstallGit(cmd.Context(), o)
			if err != nil {
				return err
			}
			return t.toldGit(steps, o.DryRun)
		},
	}
	cmd.Flags().Bool("global", false, "for all repositories of the user, not only this one")
	cmd.Flags().Bool("dry-run", false, "say what would be done, and write nothing")
	return cmd
}

// toldGit says what was done, one line for each thing.
func (t *terminal) toldGit(steps []app.GitStep, dry bool) error {
	for _, s := range steps {
		did := "set"
		switch {
		case s.There:
			did = "already there"
		case dry:
			did = "would set"
		}
		if _, err := fmt.Fprintf(t.out, "%s: %s (%s)\n", did, word(s.What), word(filepath.ToSlash(s.Where))); err != nil {
			return err
		}
	}
	return nil
}
