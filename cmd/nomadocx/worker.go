package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/nomadocx/nomadocx/serve/batch"
	"github.com/nomadocx/nomadocx/serve/jobs"
	"github.com/spf13/cobra"
)

func newWorker(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "worker --db URL",
		Short: "Work on the batches of a PostgreSQL database",
		Long: `Do the jobs that "nomadocx batch --db" has asked for, and wait for more, until
Ctrl-C or SIGTERM; then the running jobs are finished. A second one stops at
once. Any number of workers on any number of machines may share a database;
they must see the sources and the folder of the results by the same paths.

A job whose machine dies is taken by another worker after --timeout and half a
minute. Give all workers the same --timeout; it bounds that of the batch.`,
		Example: `  nomadocx worker --db postgres://render@db/jobs
  NOMADOCX_DB=postgres://render:secret@db/jobs nomadocx worker --jobs 4 --json`,
		GroupID: "out",
		RunE: func(cmd *cobra.Command, args []string) error {
			if child, _ := cmd.Flags().GetBool("child"); child {
				var p jobs.Performer
				defer p.Close()
				// A signal is for our parent, who lets us finish: we end when it closes the pipe. A
				// service manager sends it to all processes of a service.
				finishes.Store(true)
				in := t.in
				if f, ok := fileOf(in); ok {
					in = f
				}
				return jobs.Serve(context.WithoutCancel(cmd.Context()), in, t.out, p.Perform)
			}
			return runWorker(&batchCommand{t: t, cmd: cmd, args: args})
		},
	}
	f := cmd.Flags()
	workFlags(cmd)
	f.Duration("timeout", 5*time.Minute, "how long one document may take: a `TIME` such as 90s or 5m")
	f.Bool("json", false, "print one JSON object a line for every job that is over")
	f.Bool("child", false, "for our own use: do jobs that are read from standard input")
	_ = f.MarkHidden("child") // it is there
	return cmd
}

func runWorker(b *batchCommand) error {
	switch {
	case b.database() == "":
		return usagef("nomadocx worker needs --db, the address of a PostgreSQL database")
	case len(b.args) > 0:
		return usagef("nomadocx worker takes no file; nomadocx batch asks for work (got %q)", b.args[0])
	case b.number("jobs") < 1:
		return usagef("--jobs must be at least 1, not %d", b.number("jobs"))
	case b.time("timeout") < time.Second:
		return usagef("--timeout must be at least 1s, not %v", b.time("timeout"))
	}
	store, err := batch.Open(b.cmd.Context(), batch.Options{DB: b.database()})
	if err != nil {
		return err
	}
	defer store.Close()
	runner, err := newRunner(b.number("jobs"))
	if err != nil {
		return err
	}
	defer runner.Close()
	hard, stop := twice(b.cmd.Context())
	defer stop()
	fmt.Fprintf(b.t.err, "nomadocx worker: %s at once\n", counted(b.number("jobs"), "job"))
	return store.Work(b.cmd.Context(), runner, batch.WorkOptions{
		Workers: b.number("jobs"), Name: processName(), Forever: true, JobTimeout: b.time("timeout"), Hard: hard,
		Log: slog.New(slog.NewTextHandler(b.t.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Done: func(it batch.Item) {
			if !it.State.Over() {
				return
			}
			if b.on("json") {
				_ = b.t.jsonLine(itemLine(it)) // a reader that has gone away must not end the work
				return
			}
			_ = writeItems(b.t, []batch.Item{it}, it.Dir, readSynced([]batch.Item{it})) // see above
		},
	})
}
