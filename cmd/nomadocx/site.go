package main

import (
	"context"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/app"
)

// siteArguments checks what `render --to site` needs (contract cli.md §3).
func siteArguments(file, out string) error {
	switch {
	case !app.IsManifest(file):
		return usagef("--to site requires a book manifest (.yml)")
	case out == "" || out == "-":
		return usagef("--to site requires --out <directory>")
	}
	return nil
}

// writeSite writes the pages of a book into a folder.
func writeSite(ctx context.Context, t *terminal, s *app.Source, dir string, opts app.RenderOptions) error {
	pages, err := app.RenderSite(ctx, dir, s, opts)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.err, "✓ wrote %d pages to %s\n", pages, dir)
	return nil
}
