package batch

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// quiet swallows what River reports where nobody asked.
var quiet = slog.New(slog.DiscardHandler)

const (
	// River's attempts only end the loop of a queue gone wrong: failures are counted in our tables.
	riverAttempts = 100
	// grace is how much longer than its deadline River lets a job run: the deadline is kept by whom
	// kills the process, who then has something to write down.
	grace = 15 * time.Second
	// rescueAfter is what is added to the job timeout before River believes that a worker is lost.
	rescueAfter = 30 * time.Second
)

// itemArgs is what River keeps for us. A generation is asked for once.
type itemArgs ref

// Kind returns the name in River's table.
func (itemArgs) Kind() string { return "nomadocx_item" }

// announce inserts jobs in the transaction that made the items available.
func (s *shared) announce(ctx context.Context, q querier, refs []ref) error {
	const most = 1000 // a statement has at most 65535 arguments
	for len(refs) > 0 {
		n := min(len(refs), most)
		params := make([]river.InsertManyParams, n)
		for i, r := range refs[:n] {
			params[i] = river.InsertManyParams{Args: itemArgs(r), InsertOpts: &river.InsertOpts{
				MaxAttempts: riverAttempts,
				// Done jobs do not count: whether an item is done is for our tables to say.
				UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
					rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
					rivertype.JobStateRunning, rivertype.JobStateScheduled}},
			}}
		}
		if _, err := s.inserter.InsertManyTx(ctx, q.(pgTx).tx, params); err != nil {
			return err
		}
		refs = refs[n:]
	}
	return nil
}

// itemWorker does what River hands out.
type itemWorker struct {
	river.WorkerDefaults[itemArgs]
	worker *worker
}

// Work does one item. What River hears matters only for when it hands the item out again.
func (iw *itemWorker) Work(ctx context.Context, job *river.Job[itemArgs]) error {
	w := iw.worker
	it, err := w.store.claim(ctx, ref(job.Args))
	if err != nil {
		return err
	}
	if it == nil {
		return nil // done, cancelled, or asked for anew
	}
	again, err := w.perform(it)
	switch {
	case err != nil:
		return err
	case it.State != Available:
		return nil
	case again.IsZero(): // this process is being stopped
		return river.JobSnooze(0)
	}
	return river.JobSnooze(max(time.Until(again), 0))
}

// Timeout returns the time River gives a job.
func (iw *itemWorker) Timeout(*river.Job[itemArgs]) time.Duration {
	return iw.worker.options.JobTimeout + grace
}

// NextRetry is for jobs that failed because the progress store could not be read or written.
func (iw *itemWorker) NextRetry(*river.Job[itemArgs]) time.Time {
	return time.Now().Add(2 * time.Second)
}

func (s *shared) work(ctx context.Context, store *Store, w *worker) error {
	if err := s.tellAgain(ctx); err != nil {
		return err
	}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &itemWorker{worker: w}); err != nil {
		return err
	}
	client, err := river.NewClient(riverpgxv5.New(s.pool), &river.Config{
		Logger:               w.options.Log,
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: w.options.Workers}},
		Workers:              workers,
		JobTimeout:           w.options.JobTimeout + grace,
		RescueStuckJobsAfter: w.options.JobTimeout + rescueAfter,
		FetchCooldown:        20 * time.Millisecond,
		FetchPollInterval:    200 * time.Millisecond,
		MaxAttempts:          riverAttempts,
	})
	if err != nil {
		return err
	}
	// The jobs' own context: ending ctx means to take no new ones, and River would end them all.
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	err = s.wait(ctx, w)
	stop := context.WithoutCancel(ctx)
	return errors.Join(err, client.Stop(stop))
}

// wait returns when the work is to end.
func (s *shared) wait(ctx context.Context, w *worker) error {
	for {
		var idle bool
		err := patiently(ctx, patience, func(ctx context.Context) (err error) {
			idle, err = w.idle(ctx)
			return err
		})
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case idle:
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rest):
		}
	}
}

// tellAgain names every available item to the queue, which knows most of them. It is how items that
// were entered without River, or whose jobs were lost, come to be done.
func (s *shared) tellAgain(ctx context.Context) error {
	return s.tx(ctx, func(q querier) error {
		var refs []ref
		if err := q.query(ctx, `SELECT id, generation FROM batch_items WHERE state = 'available' ORDER BY id`,
			func(scan func(...any) error) error {
				var r ref
				refs = append(refs, r)
				return scan(&refs[len(refs)-1].Item, &refs[len(refs)-1].Generation)
			}); err != nil {
			return err
		}
		return s.announce(ctx, q, refs)
	})
}

// isNetwork reports whether an error comes from a connection.
func isNetwork(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed)
}

var _ river.Worker[itemArgs] = (*itemWorker)(nil)
