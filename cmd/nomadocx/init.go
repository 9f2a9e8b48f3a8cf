package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// starter is the document a newcomer begins with.
//
//go:embed starter.noma
var starter []byte

func newInit(t *terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make a small document to start from",
		Long: `Make a folder (noma-starter unless you name one) with a small document in it,
demo.noma. It shows a heading, a claim with its evidence, and a risk. A file that
is there already is never overwritten.`,
		Example: `  nomadocx init
  nomadocx init reports/may`,
		GroupID: "source",
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "noma-starter"
			if len(args) > 0 {
				dir = args[0]
			}
			dir, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			file := filepath.Join(dir, "demo.noma")
			if _, err := os.Lstat(file); err == nil {
				return usagef("%s already exists", file)
			}
			if err := t.writeFiles([]write{{file, starter}}); err != nil {
				return err
			}
			_, err = fmt.Fprintf(t.out, "Next: nomadocx render %s --to html --out %s\n", file, filepath.Join(dir, "demo.html"))
			return err
		},
	}
}
