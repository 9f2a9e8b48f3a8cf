package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// load reads the input file of a command that works on one source.
func load(ctx context.Context, t *terminal, cmd *cobra.Command, args []string) (*app.Source, error) {
	if len(args) == 0 {
		return nil, missingInput(cmd)
	}
	external, _ := cmd.Flags().GetBool("allow-external-paths")
	s, err := app.Load(ctx, args[0], app.LoadOptions{Stdin: t.in, External: external})
	if err == nil && s.Book != nil && cmd.Name() != "check" { // check lists them with its findings
		for _, r := range s.Book.Manifest.Diagnostics {
			fmt.Fprintf(t.err, "warning: %s:%d: %s\n", r.File, r.Line, r.Message)
		}
	}
	return s, err
}

// refuseManifest returns the usage error of commands that need a source and not a book.
func refuseManifest(cmd *cobra.Command, file string) error {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".yml", ".yaml":
		return usagef("nomadocx %s operates on .noma source files, not book manifests", cmd.Name())
	}
	return nil
}

// loadFlags adds the flags of commands that bring in the files a document refers to.
func loadFlags(cmd *cobra.Command) {
	cmd.Flags().Bool("allow-external-paths", false, "let datasets and pictures lie outside the document's folder")
}
