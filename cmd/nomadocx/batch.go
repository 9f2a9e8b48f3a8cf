package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/serve/batch"
	"github.com/nomadocx/nomadocx/serve/jobs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newBatch(t *terminal) *cobra.Command {
	// own are the flags that not only render has.
	own := map[string]bool{"allow-external-paths": true, "db": true, "jobs": true, "help": true}
	cmd := &cobra.Command{
		Use:   "batch render|sync|status|retry|cancel …",
		Short: "Render or sync many documents; an interrupted run can be resumed",
		Long: `Process many documents. Progress is stored, so an interrupted run can be resumed.

  render PATTERN…   render every document that matches to each --to target,
                    below --out. ** stands for any number of folders; a folder
                    for all .noma files in it. Quote patterns.
  sync PATTERN…     apply the Word files in --returned to their sources. The
                    source of a file is the one its manifest names, else
                    the one with its name. The new sources and the reports go below
                    --out; with --inplace the sources themselves are changed.
  status            show what is done, and what failed and why
  retry [ID…]       queue failed and cancelled items again
  cancel [ID…]      cancel items that are not done

Progress is stored in the folder .nomadocx of --out. The same command again
resumes the batch, and skips what is up to date: made by this version with these
options from files that have not changed since. A document that
fails is tried again (--attempts), has a limit of time (--timeout), and never
stops the others; one whose process dies twice is set aside. After Ctrl-C or
SIGTERM the running jobs are finished; a second one stops at once. render takes
the options of "nomadocx render", such as --reference-doc, for every document.

With --db (or $NOMADOCX_DB) progress is stored in PostgreSQL, and any number of
machines that see the same files can share the work with "nomadocx worker".`,
		Example: `  nomadocx batch render 'reports/**/*.noma' --to pdf,docx --out out
  nomadocx batch render reports --to docx --reference-doc house.docx --out out
  nomadocx batch status --out out --failed
  nomadocx batch retry --out out && nomadocx batch render 'reports/**/*.noma' --to pdf,docx --out out
  nomadocx batch sync reports --returned inbox --inplace --out inbox/reports
  nomadocx batch render reports --to pdf --out /srv/out --db postgres://render@db/jobs --json`,
		GroupID: "out",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx batch needs render, sync, status, retry or cancel")
			}
			b := &batchCommand{t: t, cmd: cmd, args: args[1:]}
			if err := b.fits(args[0], own); err != nil {
				return err
			}
			switch args[0] {
			case "render":
				return b.render()
			case "sync":
				return b.sync()
			case "status":
				return b.status()
			case "retry":
				return b.change("available again", (*batch.Store).Retry)
			case "cancel":
				return b.change("cancelled", (*batch.Store).Cancel)
			}
			return usagef("nomadocx batch has render, sync, status, retry and cancel, but not %q", args[0])
		},
	}
	f := cmd.Flags()
	f.String("to", "", "render: `TARGETS` separated by commas: "+strings.Join(app.Targets, ", "))
	f.StringP("out", "o", "", "the `DIR` for results and for the progress of the batch")
	f.StringArray("returned", nil, "sync: a Word `FILE`, pattern or folder (may be repeated)")
	f.Bool("inplace", false, "sync: change the sources themselves")
	f.Bool("allow-delete", false, "sync: take blocks that were deleted in Word out of the source")
	f.Bool("force", false, "sync: bring in files too that were not made from their source")
	f.String("strategy", "report", "sync: `WHO` wins where both changed a place: report (nobody), ours (the source), theirs (the file)")
	choice(cmd, "strategy", "report", "ours", "theirs")
	f.Int("attempts", 3, "`N` times a document may fail")
	f.Duration("timeout", 5*time.Minute, "how long one document may take: a `TIME` such as 90s or 5m")
	f.Bool("detach", false, "only ask for the work, which workers of --db do")
	f.Bool("failed", false, "status: only what failed")
	f.String("batch", "", "status, retry, cancel: only the batch with this `ID`")
	f.Bool("json", false, "print one JSON object a line")
	f.VisitAll(func(f *pflag.Flag) { own[f.Name] = true })
	renderFlags(cmd)
	workFlags(cmd)
	choice(cmd, "to", app.Targets...)
	return cmd
}

// workFlags adds the flags of commands that do jobs of a batch.
func workFlags(cmd *cobra.Command) {
	cmd.Flags().String("db", "", "the `URL` of a PostgreSQL database (default $NOMADOCX_DB)")
	cmd.Flags().Int("jobs", runtime.NumCPU(), "`N` documents are done at once")
}

// batchCommand is a call of one of the actions.
type batchCommand struct {
	t    *terminal
	cmd  *cobra.Command
	args []string
}

// fits refuses flags that say how a document is rendered where none is.
func (b *batchCommand) fits(action string, own map[string]bool) (err error) {
	b.cmd.Flags().Visit(func(f *pflag.Flag) {
		if action != "render" && !own[f.Name] {
			err = usagef("--%s belongs to nomadocx batch render, not to batch %s", f.Name, action)
		}
	})
	return err
}

func (b *batchCommand) text(name string) string { s, _ := b.cmd.Flags().GetString(name); return s }
func (b *batchCommand) on(name string) bool     { v, _ := b.cmd.Flags().GetBool(name); return v }
func (b *batchCommand) number(name string) int  { n, _ := b.cmd.Flags().GetInt(name); return n }
func (b *batchCommand) time(name string) time.Duration {
	d, _ := b.cmd.Flags().GetDuration(name)
	return d
}

// database returns the address of the database, which may hold a password and so be out of place among
// the arguments, where every user of the machine can read it.
func (b *batchCommand) database() string {
	if db := b.text("db"); db != "" {
		return db
	}
	return b.t.getenv("NOMADOCX_DB")
}

func (b *batchCommand) open(existing bool) (*batch.Store, error) {
	if b.text("out") == "" && b.database() == "" {
		return nil, usagef("nomadocx batch needs --out, the folder of the results")
	}
	return batch.Open(b.cmd.Context(), batch.Options{Dir: b.text("out"), DB: b.database(), Existing: existing})
}

// limits checks the flags that bound the work.
func (b *batchCommand) limits() (batch.Limits, error) {
	l := batch.Limits{Attempts: b.number("attempts"), Deadline: b.time("timeout")}
	switch {
	case l.Attempts < 1:
		return l, usagef("--attempts must be at least 1, not %d", l.Attempts)
	case l.Deadline < time.Second:
		return l, usagef("--timeout must be at least 1s, not %v", l.Deadline)
	case b.number("jobs") < 1:
		return l, usagef("--jobs must be at least 1, not %d", b.number("jobs"))
	case b.on("detach") && b.database() == "":
		return l, usagef("--detach needs --db: without it nobody else does the work")
	}
	return l, nil
}

func (b *batchCommand) render() error {
	limits, err := b.limits()
	if err != nil {
		return err
	}
	if len(b.args) == 0 {
		return usagef("nomadocx batch render needs documents, such as 'reports/**/*.noma'")
	}
	if b.text("out") == "" {
		return usagef("nomadocx batch render needs --out, the folder of the results")
	}
	var targets []app.Target
	for name := range strings.SplitSeq(b.text("to"), ",") {
		target, ok := app.ParseTarget(strings.TrimSpace(name))
		if !ok {
			return usagef("--to needs targets such as pdf,docx; %q is none (known: %s)", strings.TrimSpace(name), strings.Join(app.Targets, ", "))
		}
		targets = append(targets, target)
	}
	options, err := renderOptions(b.cmd)
	if err != nil {
		return err
	}
	request := jobs.Request{External: b.on("allow-external-paths")}
	request.SetOptions(options)
	plan, err := batch.PlanRender(b.args, targets, b.text("out"), request, limits)
	if err != nil {
		return err
	}
	return b.run(plan, nil)
}

func (b *batchCommand) sync() error {
	limits, err := b.limits()
	if err != nil {
		return err
	}
	returned, _ := b.cmd.Flags().GetStringArray("returned")
	switch {
	case len(b.args) == 0:
		return usagef("nomadocx batch sync needs sources, such as 'reports/**/*.noma'")
	case len(returned) == 0:
		return usagef("nomadocx batch sync needs --returned, the Word files that came back")
	case b.text("out") == "":
		return usagef("nomadocx batch sync needs --out, the folder for the reports and, without --inplace, the new sources")
	}
	runner, err := newRunner(b.number("jobs"))
	if err != nil {
		return err
	}
	defer runner.Close()
	strategy, err := strategyOf(b.cmd)
	if err != nil {
		return err
	}
	request := jobs.Request{External: b.on("allow-external-paths"), AllowDelete: b.on("allow-delete"), Force: b.on("force"), Strategy: string(strategy)}
	plan, err := batch.PlanSync(b.cmd.Context(), runner, b.args, returned, b.text("out"), b.on("inplace"), request, limits)
	if err != nil {
		return err
	}
	return b.run(plan, runner)
}

// run asks for the work and, unless others do it, does it.
func (b *batchCommand) run(plan *batch.Plan, runner *jobs.Runner) error {
	soft := b.cmd.Context()
	store, err := b.open(false)
	if err != nil {
		return err
	}
	defer store.Close()
	asked, err := store.Enqueue(soft, plan.Batch, plan.Jobs, toolVersion())
	if err != nil {
		return err
	}
	report := newBatchReport(b.t, b.cmd, b.on("json"), plan, asked)
	if !b.on("detach") {
		if runner == nil {
			if runner, err = newRunner(b.number("jobs")); err != nil {
				return err
			}
			defer runner.Close()
		}
		hard, stop := twice(soft)
		defer stop()
		done := report.watch(store)
		err = store.Work(soft, runner, batch.WorkOptions{Workers: b.number("jobs"), Name: processName(), Until: asked.Batch,
			JobTimeout: b.time("timeout"), Hard: hard, Done: report.item})
		done()
		if err != nil {
			return err
		}
	}
	return report.end(store, soft.Err() != nil)
}

func (b *batchCommand) change(what string, f func(*batch.Store, context.Context, string, []int64) (int, error)) error {
	var ids []int64
	for _, a := range b.args {
		id, err := strconv.ParseInt(a, 10, 64)
		if err != nil {
			return usagef("%q is not the number of an item; nomadocx batch status shows them", a)
		}
		ids = append(ids, id)
	}
	store, err := b.open(true)
	if err != nil {
		return err
	}
	defer store.Close()
	n, err := f(store, b.cmd.Context(), b.text("batch"), ids)
	if err != nil {
		return err
	}
	if b.on("json") {
		return b.t.jsonLine(map[string]int{"items": n})
	}
	_, err = fmt.Fprintf(b.t.out, "%s %s\n", counted(n, "item"), what)
	return err
}

// newRunner runs jobs in children, which are this program again.
func newRunner(n int) (*jobs.Runner, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return jobs.NewRunner(jobs.Config{Command: []string{self, "worker", "--child"}, Children: n}), nil
}

// twice returns a context that ends with the second Ctrl-C or SIGTERM; the first one ends ctx.
func twice(ctx context.Context) (context.Context, func()) {
	finishes.Store(true)
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range 2 {
			select {
			case <-signals:
			case <-hard.Done():
				return
			}
		}
		cancel()
	}()
	return hard, func() { signal.Stop(signals); cancel() }
}

// processName tells this process from others in the logs of items.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}
