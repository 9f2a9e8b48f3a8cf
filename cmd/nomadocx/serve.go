package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/httpguard"
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
	port, _ := f.GetInt("port")
	if port < 0 || port > 65535 {
		return usagef("--port must be a number from 0 to 65535, not %d", port)
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

	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("cannot serve on port %d: %w (try --port 0)", port, err)
	}
	server := &http.Server{Handler: preview, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }} // its end ends the pages that wait
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(httpguard.Limit(l, maxConnections)) }()
	t.status("serving %s at http://%s%s (Ctrl-C ends)", what, l.Addr(), preview.Root())
	document := ""
	if !info.IsDir() && filepath.Ext(what) == ".noma" {
		document = filepath.Base(what)
	}
	if desk, err := preview.Desk(document); err != nil {
		t.status("no workbench: %v", err)
	} else {
		t.status("edit at http://%s%s", l.Addr(), desk)
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
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(end); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
