package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/screen"
	"github.com/nomadocx/nomadocx/review/report"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/nomadocx/nomadocx/serve/batch"
	"github.com/nomadocx/nomadocx/serve/jobs"
	"github.com/spf13/cobra"
)

// batchReport tells what becomes of a batch: a bar while it runs, a table at the end, or JSON lines.
type batchReport struct {
	t     *terminal
	cmd   *cobra.Command
	json  bool
	plan  *batch.Plan
	asked *batch.Enqueued
	begun time.Time
	bar   bool

	mu   sync.Mutex
	mine map[int64]bool // items in the report already
	rows []batch.Item
	// counts are those of the items printed as JSON, nil when none was a sync.
	counts *reviewsync.Counts
}

func newBatchReport(t *terminal, cmd *cobra.Command, asJSON bool, plan *batch.Plan, asked *batch.Enqueued) *batchReport {
	r := &batchReport{t: t, cmd: cmd, json: asJSON, plan: plan, asked: asked, begun: time.Now(), mine: map[int64]bool{}}
	r.bar = screen.Obeys(t.err) && !asJSON
	return r
}

// item hears of an item this process has finished for now.
func (r *batchReport) item(it batch.Item) {
	if !it.State.Over() {
		return // it is tried again
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mine[it.ID] = true
	if r.json {
		// A reader that has gone away must not end the work.
		l := itemLine(it)
		if l.Counts != nil {
			r.counts = cmp.Or(r.counts, &reviewsync.Counts{})
			r.counts.Add(*l.Counts)
		}
		_ = r.t.jsonLine(l)
		return
	}
	r.rows = append(r.rows, it)
}

// watch draws the bar until the function it returns is called.
func (r *batchReport) watch(store *batch.Store) func() {
	if !r.bar {
		return func() {}
	}
	clear := screen.Own(r.t.err, "\r\x1b[K")
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(300 * time.Millisecond)
		defer ticks.Stop()
		first := -1
		for {
			select {
			case <-ctx.Done():
				fmt.Fprint(r.t.err, clear)
				return
			case <-ticks.C:
				c, err := store.Counts(ctx, r.asked.Batch)
				if err != nil {
					continue // the work itself will say so
				}
				if first < 0 {
					first = c.Over()
				}
				fmt.Fprint(r.t.err, clear+barLine(c, first, time.Since(r.begun)))
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// barLine returns the bar for numbers of which the first were there before.
func barLine(c batch.Counts, first int, passed time.Duration) string {
	const width = 24
	total := max(c.Total(), 1)
	full := width * c.Over() / total
	line := fmt.Sprintf("[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat("-", width-full), c.Over(), c.Total())
	if c.Discarded > 0 {
		line += fmt.Sprintf(", %d failed", c.Discarded)
	}
	if done := c.Over() - first; done > 0 && c.Over() < total {
		left := passed * time.Duration(total-c.Over()) / time.Duration(done)
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return line
}

// end prints what others did, the table, and the sum; its error says that something failed.
func (r *batchReport) end(store *batch.Store, stopped bool) error {
	// The progress store is read even when the command was interrupted: it has something to say then too.
	all, err := store.Items(context.Background(), r.asked.Batch)
	if err != nil {
		return err
	}
	asked := map[int64]bool{}
	for _, id := range r.asked.Items {
		asked[id] = true
	}
	var c batch.Counts
	warned := 0
	for _, it := range all {
		if !asked[it.ID] {
			continue
		}
		if it.State == batch.Completed && warningsOf(it) > 0 {
			warned++
		}
		c.Add(it.State)
		if !r.mine[it.ID] && it.State.Over() && (r.json || it.State == batch.Discarded) {
			r.item(it)
		}
	}
	for _, u := range r.plan.Unpaired {
		fmt.Fprintf(r.t.err, "warning: %s: %s\n", printable(u.Path), printable(strings.TrimPrefix(u.Reason, u.Path+": ")))
	}
	left := c.Available + c.Running
	if r.json {
		err = r.t.jsonLine(batchLine{Type: "batch", Batch: r.asked.Batch, Completed: c.Completed, UpToDate: r.asked.UpToDate,
			Discarded: c.Discarded, Cancelled: c.Cancelled, Left: left, Unpaired: len(r.plan.Unpaired), Stopped: stopped, Counts: r.counts, Warned: warned})
	} else {
		err = r.table(c, left, warned, stopped)
	}
	if err != nil {
		return err
	}
	if stopped && left > 0 {
		return errStopped
	}
	if c.Discarded > 0 || len(r.plan.Unpaired) > 0 {
		return errReported
	}
	return r.undecided(all, asked)
}

// undecided ends a batch of syncs that was asked to say when conflicts are left, as docx-review-sync does.
func (r *batchReport) undecided(all []batch.Item, asked map[int64]bool) error {
	for _, it := range all {
		for _, o := range it.Outputs {
			if asked[it.ID] && it.State == batch.Completed && o.Conflicts > 0 && r.cmd.Flags().Changed("strategy") {
				return errConflicts
			}
		}
	}
	return nil
}

func (r *batchReport) table(c batch.Counts, left, warned int, stopped bool) error {
	slices.SortFunc(r.rows, func(a, b batch.Item) int { return cmp.Compare(a.ID, b.ID) })
	said := readSynced(r.rows)
	if err := writeItems(r.t, r.rows, r.plan.Batch.Dir, said); err != nil {
		return err
	}
	r.t.tellBatch(r.rows, said)
	parts := []string{fmt.Sprintf("%d done", c.Completed-r.asked.UpToDate)}
	for _, p := range []struct {
		n    int
		text string
	}{{r.asked.UpToDate, "up to date"}, {warned, "with warnings"}, {c.Discarded, "failed"}, {c.Cancelled, "cancelled"}, {left, "left"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.text))
		}
	}
	edits := ""
	if len(said) > 0 {
		edits = ": " + report.Summary(sumOf(said))
	}
	fmt.Fprintf(r.t.out, "%s in %v%s\n", strings.Join(parts, ", "), time.Since(r.begun).Round(100*time.Millisecond), edits)
	if r.asked.SetAside > 0 {
		fmt.Fprintf(r.t.err, "%s failed before and nothing has changed since; nomadocx batch retry gives another chance\n", counted(r.asked.SetAside, "document"))
	}
	if stopped && left > 0 {
		fmt.Fprintln(r.t.err, "stopped; the same command goes on")
	}
	return nil
}

// writeItems prints what was made as a table, and then what was not, with the reason.
func writeItems(t *terminal, list []batch.Item, dir string, said map[int64]synced) error {
	name := func(it batch.Item) string {
		if below, err := filepath.Rel(dir, it.Output); err == nil && filepath.IsLocal(below) {
			return printable(filepath.ToSlash(below))
		}
		return printable(it.Output)
	}
	w := tabwriter.NewWriter(t.out, 0, 4, 2, ' ', 0)
	for _, it := range list {
		switch it.State {
		case batch.Completed:
			size := int64(0)
			for _, o := range it.Outputs {
				size += o.Bytes
			}
			fmt.Fprintf(w, "✓\t%s\t%d KB\t%v", name(it), (size+1023)/1024, it.Finished.Sub(it.Started).Round(10*time.Millisecond))
			if edits, ok := said[it.ID]; ok {
				fmt.Fprintf(w, "\t%s", report.Summary(edits.counts))
			}
			if warned := warningsOf(it); warned > 0 {
				fmt.Fprintf(w, "\t%s", counted(warned, "warning"))
			}
			fmt.Fprintln(w)
		case batch.Discarded:
		default:
			fmt.Fprintf(w, "·\t%s\t%s\titem %d\n", name(it), it.State, it.ID)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, it := range list {
		if it.State == batch.Discarded {
			if _, err := fmt.Fprintf(t.out, "%s  %s (item %d, %s)\n   %s\n   log: %s\n", t.paint("red", "✗"), name(it), it.ID,
				counted(it.Failures+it.Crashes+it.Interruptions, "attempt"), printable(it.Error)+batchAdvice(it.Error), it.Log()); err != nil {
				return err
			}
		}
	}
	return nil
}

// warningsOf returns how many things are wrong with the document of an item.
func warningsOf(it batch.Item) (n int) {
	for _, o := range it.Outputs {
		n += o.WarningCount
	}
	return n
}

// batchAdvice says which flag overrides the refusal that an item failed with.
func batchAdvice(failure string) string {
	switch {
	case strings.HasPrefix(failure, "["+string(jobs.WrongFile)+"]"):
		return adviceForce
	case strings.HasPrefix(failure, "["+string(jobs.ManyDeleted)+"]"):
		return adviceDelete
	}
	return ""
}

// printable keeps names and messages of documents from steering a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '·'
	}, s)
}

// batchItemLine is an item as JSON.
type batchItemLine struct {
	Type     string `json:"type"` // item
	ID       int64  `json:"id"`
	Batch    string `json:"batch"`
	State    string `json:"state"`
	Kind     string `json:"kind"`
	Source   string `json:"source"`
	Target   string `json:"target,omitempty"`
	Output   string `json:"output"`
	Bytes    int64  `json:"bytes,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	Attempts int    `json:"attempts"`
	MS       int64  `json:"ms"`
	Error    string `json:"error,omitempty"`
	Log      string `json:"log"`
	// Counts says what became of the edits of returned files.
	Counts *reviewsync.Counts `json:"counts,omitempty"`
	// Warnings are the first things that are wrong with the document; WarningCount counts all.
	Warnings     []string `json:"warnings,omitempty"`
	WarningCount int      `json:"warningCount,omitempty"`
}

func itemLine(it batch.Item) batchItemLine {
	l := batchItemLine{Type: "item", ID: it.ID, Batch: it.Batch, State: string(it.State), Kind: string(it.Request.Kind),
		Source: it.Request.Source, Target: string(it.Request.Target), Output: it.Output,
		Attempts: it.Failures + it.Crashes + it.Interruptions, Error: it.Error, Log: it.Log()}
	if it.State == batch.Completed {
		l.Attempts++
	}
	if !it.Finished.IsZero() && !it.Started.IsZero() {
		l.MS = it.Finished.Sub(it.Started).Milliseconds()
	}
	for _, o := range it.Outputs {
		if o.Path == it.Output {
			l.Bytes, l.SHA256 = o.Bytes, o.SHA256
			l.Warnings, l.WarningCount = o.Warnings, o.WarningCount
		}
	}
	if edits, ok := readSynced([]batch.Item{it})[it.ID]; ok {
		l.Counts = &edits.counts
	}
	return l
}

// batchLine is the sum of a batch as JSON.
type batchLine struct {
	Type      string `json:"type"` // batch
	Batch     string `json:"batch"`
	Completed int    `json:"completed"`
	UpToDate  int    `json:"upToDate"`
	Discarded int    `json:"discarded"`
	Cancelled int    `json:"cancelled"`
	Left      int    `json:"left"`
	Unpaired  int    `json:"unpaired,omitempty"`
	Stopped   bool   `json:"stopped,omitempty"`
	Warned    int    `json:"warned,omitempty"` // completed ones in which something is wrong
	// Counts says what became of the edits of all files that were brought in.
	Counts *reviewsync.Counts `json:"counts,omitempty"`
}

// jsonLine prints a value as one line.
func (t *terminal) jsonLine(v any) error {
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
