package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func bookFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("book", false, "FILE is a book manifest: each operation goes to the chapter that owns its block; needs --inplace")
}

// patchBook is patch --book. The Protocol keeps patches to one source (differences.md A11), so a
// manifest is taken only when it is asked for in so many words.
func (t *terminal) patchBook(cmd *cobra.Command, file string) error {
	f := cmd.Flags()
	on := func(name string) bool { b, _ := f.GetBool(name); return b }
	text := func(name string) string { s, _ := f.GetString(name); return s }
	switch strings.ToLower(filepath.Ext(file)) {
	case ".yml", ".yaml":
	default:
		return usagef("--book needs a book manifest (.yml), not %s", file)
	}
	if !on("inplace") {
		return usagef("patch --book needs --inplace: it changes the chapters in their files")
	}
	for _, name := range []string{"expected-sha", "base-sha256"} {
		if f.Changed(name) { // these are about one file
			return usagef("--%s cannot be used with --book; patch the chapter itself", name)
		}
	}
	if to := text("transcript"); to != "" && to != besideFile {
		return usagef("--transcript=PATH cannot be used with --book: each chapter has its own transcript beside it; give --transcript alone")
	}
	keep, err := logOptions(cmd, []string{file})
	if err != nil {
		return err
	}
	tx, err := app.ReadOps(text("op"), text("ops"), t.in)
	if err != nil {
		return t.refused(err, on("json"))
	}
	tx.PreValidate = tx.PreValidate || on("strict")
	patched, err := app.PatchBook(cmd.Context(), file, tx, on("allow-external-paths"), app.PatchOptions{Protocol10: text("protocol") == "1.0"})
	if err != nil {
		return t.refused(err, on("json"))
	}
	if keep.Transcript != "" {
		if err := patched.Record(keep.Attribution, false); err != nil {
			return err
		}
	}
	if err := patched.Write(cmd.Context(), keep.LockTimeout); err != nil {
		return t.refused(err, on("json"))
	}
	for _, p := range patched.Files {
		fmt.Fprintf(t.err, "✓ patched %s\n", p.Path)
	}
	for _, d := range patched.Errors {
		fmt.Fprintln(t.err, app.FormatDiagnostic(d, file))
	}
	return nil
}
