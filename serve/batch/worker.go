package batch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// WorkOptions say how a process works on items.
type WorkOptions struct {
	// Workers is how many items are done at once; 0 means 1. The runner should have as many children.
	Workers int
	// Name tells this process from others in the logs of items.
	Name string
	// Until is the batch after whose last item the work ends; "" means when nothing at all is left.
	// With Forever it goes on and waits for more.
	Until   string
	Forever bool
	// JobTimeout bounds the deadline of every item; 0 means 5 minutes.
	JobTimeout time.Duration
	// Hard ends the work at once: items that are being done become available again. Ending the
	// context given to Work only keeps it from taking new ones.
	Hard context.Context
	// Done is called for every item this process has finished, also when it will be tried again. Calls
	// do not overlap. Nil is fine.
	Done func(Item)
	// Log hears what the queue says about its own troubles; nil is fine.
	Log *slog.Logger
}

// Work does items until there are none left, or ctx ends. Then it waits for those being done.
func (s *Store) Work(ctx context.Context, runner *jobs.Runner, o WorkOptions) error {
	o.Workers = max(o.Workers, 1)
	if o.JobTimeout <= 0 {
		o.JobTimeout = defaultDeadline
	}
	if o.Hard == nil {
		o.Hard = context.WithoutCancel(ctx)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	w := &worker{store: s, runner: runner, options: o, hard: o.Hard, name: o.Name, told: make(chan struct{}, 1)}
	return writable(s.engine.work(ctx, s, w))
}

// worker does items for one process.
type worker struct {
	store   *Store
	runner  *jobs.Runner
	options WorkOptions
	hard    context.Context
	name    string
	told    chan struct{} // held while Done is called
}

// idle reports whether there is nothing left that this process should wait for.
func (w *worker) idle(ctx context.Context) (bool, error) {
	if w.options.Forever {
		return false, nil
	}
	c, err := w.store.Counts(ctx, w.options.Until)
	return err == nil && c.Available+c.Running == 0, err
}

// watch is how often a worker looks whether its item was taken away from it.
const watch = time.Second

// perform does a claimed item and writes down what became of it. The error is one of the progress store,
// not of the item. The time is when the item wants to be tried again, zero when it does not.
func (w *worker) perform(it *Item) (again time.Time, err error) {
	ctx, cancel := context.WithCancel(w.hard)
	defer cancel()
	go func() {
		ticks := time.NewTicker(watch)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				// That the progress store cannot be read just now says nothing about the item.
				if ours, err := w.store.ours(ctx, it); err == nil && !ours {
					cancel()
				}
			}
		}
	}()
	started := w.store.now()
	if it.Interruptions >= maxInterruptions {
		it.State, it.Error = Discarded, fmt.Sprintf("set aside: %d workers were lost while they had it", it.Interruptions)
		it.Inputs = hashesOf(&it.Request)
	} else {
		w.attempt(ctx, it)
	}
	it.Finished = w.store.now()
	if it.State == Available && w.hard.Err() == nil {
		again = it.Finished.Add(backoff(it.Failures + it.Crashes))
	}
	w.log(it, started)
	// The result is in its place; to lose the progress store of it now would mean to make it again. So this
	// is not given up when the work is, and a database that is being restarted is waited for.
	limit := patience
	if w.hard.Err() != nil {
		limit = 5 * time.Second
	}
	err = patiently(context.WithoutCancel(w.hard), limit, func(ctx context.Context) error { return w.store.finish(ctx, it, again) })
	if err == nil && w.options.Done != nil {
		w.told <- struct{}{}
		w.options.Done(*it)
		<-w.told
	}
	return again, err
}

// attempt does the work of an item once and sets its new state.
func (w *worker) attempt(ctx context.Context, it *Item) {
	defer w.sweep(it)
	request, places, err := w.prepare(it)
	if err != nil {
		w.failed(it, err.Error())
		return
	}
	reply, err := w.runner.Do(ctx, request, min(it.Deadline, w.options.JobTimeout))
	var crash *jobs.CrashError
	switch {
	case err != nil && ctx.Err() != nil:
		// Stopped from outside: not the item's failure.
		if it.State = Available; w.hard.Err() == nil {
			it.State, it.Error = Cancelled, takenAway
		}
		return
	case errors.As(err, &crash):
		it.Crashes++
		it.Inputs = hashesOf(&it.Request)
		it.State, it.Error = Available, err.Error()
		if it.Crashes >= maxCrashes {
			it.State, it.Error = Discarded, fmt.Sprintf("set aside: %v, %d times", err, it.Crashes)
		}
		w.note(it, crash.Stderr)
		return
	case errors.Is(err, jobs.ErrDeadline):
		it.Inputs = hashesOf(&it.Request)
		w.failed(it, fmt.Sprintf("it was not done in %v and was stopped", min(it.Deadline, w.options.JobTimeout)))
		return
	case err != nil:
		it.Inputs = hashesOf(&it.Request)
		w.failed(it, err.Error())
		return
	}
	it.Inputs = reply.Inputs
	if reply.Error != "" {
		if len(it.Inputs) == 0 {
			it.Inputs = hashesOf(&it.Request)
		}
		w.failed(it, reply.Error)
		if reply.Code != "" { // it would be refused again
			it.State, it.Error = Discarded, "["+string(reply.Code)+"] "+reply.Error
		}
		return
	}
	if ours, err := w.store.ours(ctx, it); err == nil && !ours {
		it.State, it.Error = Cancelled, takenAway
		return
	}
	if it.Outputs, err = publish(reply.Outputs, places); err != nil {
		w.failed(it, err.Error())
		return
	}
	it.State, it.Error = Completed, ""
}

// takenAway is what the log says of an item whose claim ceased to count; the progress store is left alone.
const takenAway = "it was cancelled, or asked for anew, while it was made"

// failed counts a failure.
func (w *worker) failed(it *Item, why string) {
	it.Failures++
	it.State, it.Error = Available, why
	if it.Failures >= it.Attempts {
		it.State = Discarded
	}
}

// backoff returns how long an item rests after so many failures: what is wrong may pass.
func backoff(failures int) time.Duration {
	return min(time.Duration(failures*failures)*500*time.Millisecond, 30*time.Second)
}

// prepare returns the request with temporary names for its results, and where each belongs in the end.
func (w *worker) prepare(it *Item) (jobs.Request, map[string]string, error) {
	if err := os.MkdirAll(tempDir(it.Dir), 0o755); err != nil {
		return jobs.Request{}, nil, err
	}
	w.sweep(it)
	request, places := it.Request, map[string]string{}
	temp := func(final, name string) string {
		path := filepath.Join(tempDir(it.Dir), fmt.Sprintf("%d.%d.%s", it.ID, it.Attempt, name))
		places[path] = final
		return path
	}
	if request.Out != "" {
		request.Replaces, request.Out = request.Out, temp(request.Out, "out")
	}
	request.Returned = append([]jobs.Returned(nil), request.Returned...)
	for i := range request.Returned {
		if back := &request.Returned[i]; back.Report != "" {
			back.Report = temp(back.Report, fmt.Sprintf("report%d", i))
		}
	}
	return request, places, nil
}

// publish gives results their names. Each was synced when it was written.
func publish(made []jobs.Output, places map[string]string) ([]jobs.Output, error) {
	var published []jobs.Output
	for _, o := range made {
		final := places[o.Path]
		if final == "" {
			return nil, fmt.Errorf("the job made %s, which nobody asked for", filepath.Base(o.Path))
		}
		if err := os.MkdirAll(filepath.Dir(final), 0o755); err != nil {
			return nil, err
		}
		if err := docfile.Publish(o.Path, final); err != nil {
			return nil, err
		}
		o.Path = final
		published = append(published, o)
	}
	return published, nil
}

// sweep removes temporary files of the item, also those of workers that are gone. One that still is
// at work after all fails to publish, which is right: its claim counts no more.
func (w *worker) sweep(it *Item) {
	entries, err := os.ReadDir(tempDir(it.Dir))
	if err != nil {
		return
	}
	prefix := fmt.Sprintf("%d.", it.ID)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			// What cannot be removed now is removed by the next one who sweeps.
			_ = os.Remove(filepath.Join(tempDir(it.Dir), e.Name()))
		}
	}
}

// patiently tries something until it works, for as long as a database may take to come back, or for
// as long as there is time.
func patiently(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := f(ctx)
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// patience is how long a database may be away.
const patience = 5 * time.Minute
