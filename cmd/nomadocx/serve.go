package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newServe(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [DIR|FILE]",
		Short: "Show documents in a browser and reload them when they change",
		Long: `Show a document, a book or a folder of them in a browser of this machine. Open
pages load again by themselves when a source, a dataset or a picture changes.

The address of the workbench is printed too: a page in which documents are edited.

FILE is a document (.noma) or a book (.yml), which shows as its site. Of a folder
(the current one by default) all documents and books are listed. The address has
a key that is new with each run; without it nobody is answered. Ctrl-C ends it.`,
		Example: `  nomadocx serve report.noma
  nomadocx serve guide.yml --port 9000
  nomadocx serve docs --strict`,
		GroupID: "out",
		RunE: func(cmd *cobra.Command, args []string) error {
			what := "."
			if len(args) > 0 {
				what = args[0]
			}
			return runServe(cmd.Context(), t, cmd, what)
		},
	}
	f := cmd.Flags()
	f.Int("port", 8017, "`NUMBER` of the port on 127.0.0.1; 0 takes a free one")
	f.String("theme", "", "`NAME` of the theme of the pages")
	f.String("css", "", "`FILE` with more CSS")
	f.String("assets", "", "`FOLDER` with mermaid.min.js, to draw mermaid diagrams")
	f.Bool("strict", false, "nothing active, nothing from outside; pages do not load again by themselves")
	f.Bool("no-unsafe", false, "leave html, svg and script blocks out")
	loadFlags(cmd)
	choice(cmd, "theme", app.Themes...)
	return cmd
}

// maxConnections is how many connections are open at once.
const maxConnections = 256

func runServe(ctx context.Context, t *terminal, cmd *cobra.Command, what string) error {
	f := cmd.Flags()
	text := func(name string) string { s, _ := f.GetString(name); return s }
	on := func(name string) bool { b, _ := f.GetBool(name); return b }
	port, err := portFlag(cmd)
	if err != nil {
		return err
	}
	if what == "-" {
		return usagef("serve needs a file or a folder, not standard input")
	}
	info, err := os.Stat(what)
	if err != nil {
		return err
	}
	css, err := readCSS(text("css"))
	if err != nil {
		return err
	}
	dir := what
	if !info.IsDir() {
		dir = filepath.Dir(what)
	}
	w, err := newWatch(dir, "")
	if err != nil {
		return fmt.Errorf("cannot watch %s: %w", dir, err)
	}
	defer w.Close()
	preview := &app.Preview{Path: what, Load: app.LoadOptions{External: on("allow-external-paths")},
		Options: app.RenderOptions{Target: app.HTML, Theme: text("theme"), CSS: css, Assets: text("assets"), Strict: on("strict"), NoUnsafe: on("no-unsafe")}}

	document := ""
	if !info.IsDir() && filepath.Ext(what) == ".noma" {
		document = filepath.Base(what)
	}
	return serveLoopback(ctx, port, preview, 0, func(at net.Addr) {
		t.status("serving %s at http://%s%s (Ctrl-C ends)", what, at, preview.Root())
		if desk, err := preview.Desk(document); err != nil {
			t.status("no workbench: %v", err)
		} else {
			t.status("edit at http://%s%s", at, desk)
		}
		go func() {
			for ctx.Err() == nil {
				change, err := w.next(ctx)
				if err != nil || ctx.Err() != nil {
					return
				}
				t.status("changed: %s", change)
				preview.Changed()
			}
		}()
	})
}
