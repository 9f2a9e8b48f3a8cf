package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// starters are the documents somebody can begin with, by kind.
//
//go:embed starters/*.noma
var starters embed.FS

var starterKinds = []string{"demo", "report", "memo", "thesis", "minutes"}

func newInit(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make a document to start from",
		Long: `Make a folder (noma-starter unless you name one) with a document to start from.
demo.noma, the default, shows a heading, a claim with its evidence, and a risk;
with --kind it is a whole report, memo, thesis, or the minutes of a meeting, to be
overwritten with your own text. A file that is there already is never overwritten.`,
		Example: `  nomadocx init
  nomadocx init reports/may --kind report`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			kind, _ := cmd.Flags().GetString("kind")
			text, err := starters.ReadFile("starters/" + kind + ".noma")
			if err != nil {
				return usagef("unknown --kind %q (known: %s)", kind, strings.Join(starterKinds, ", "))
			}
			dir := "noma-starter"
			if len(args) > 0 {
				dir = args[0]
			}
			if dir, err = filepath.Abs(dir); err != nil {
				return err
			}
			file := filepath.Join(dir, kind+".noma")
			if _, err := os.Lstat(file); err == nil {
				return usagef("%s already exists", file)
			}
			if err := t.writeFiles([]write{{file, text}}); err != nil {
				return err
			}
			to := "html"
			if kind != "demo" {
				to = "docx"
			}
			_, err = fmt.Fprintf(t.out, "Next: nomadocx render %s --to %s --out %s\n", file, to, filepath.Join(dir, kind+"."+to))
			return err
		},
	}
	cmd.Flags().String("kind", "demo", "`KIND` of document: "+strings.Join(starterKinds, ", "))
	choice(cmd, "kind", starterKinds...)
	return cmd
}
