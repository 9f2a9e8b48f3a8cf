package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// Errors of [Runner.Do] that are no reply of the child.
var (
	// ErrDeadline: the request was not done in its time, and its child was killed.
	ErrDeadline = errors.New("the job was not done in its time")
	// ErrMemory: the child took more memory than it may, and was killed.
	ErrMemory = errors.New("the job took too much memory")
	// ErrClosed: the Runner was closed.
	ErrClosed = errors.New("the runner is closed")
)

// CrashError says that a child died with the request.
type CrashError struct {
	State  string // how it ended: "signal: killed", "exit status 2"
	Stderr string // the end of what it said
}

func (e *CrashError) Error() string { return "the job's process died (" + e.State + ")" }

// Config says how children are run.
type Config struct {
	// Command starts a child: a program and its arguments.
	Command []string
	// Env are variables added to our own environment.
	Env []string
	// Children is how many requests are done at once; 0 means 1.
	Children int
	// RecycleAfter is the number of requests after which a child is replaced; 0 means 500.
	RecycleAfter int
	// Memory is the number of resident bytes at which a child is killed, without its browser; 0
	// means 2 GiB, or more when documents may take more.
	Memory int64
}

// Runner keeps children and hands them requests. Its methods may be called by several goroutines.
type Runner struct {
	config Config
	seats  chan struct{} // holds one token for each child that may do a request
	once   sync.Once
	gone   chan struct{} // closed by Close

	mu sync.Mutex
	// idle are children without a request. The last one that was busy is taken first: its browser
	// runs already, and with little to do the others need none.
	idle []*child
}

// NewRunner makes a Runner. Children start with the first requests.
func NewRunner(c Config) *Runner {
	c.Children = max(c.Children, 1)
	if c.RecycleAfter <= 0 {
		c.RecycleAfter = 500
	}
	if c.Memory <= 0 {
		c.Memory = max(2<<30, memory.Limit())
	}
	r := &Runner{config: c, seats: make(chan struct{}, c.Children), gone: make(chan struct{})}
	for range c.Children {
		r.seats <- struct{}{}
	}
	return r
}

// Do hands a request to a child, waiting for a free one, and returns its reply. The limit counts
// from the moment a child has the request. When ctx ends first, the child is killed.
func (r *Runner) Do(ctx context.Context, request Request, limit time.Duration) (Reply, error) {
	select {
	case <-r.gone:
		return Reply{}, ErrClosed
	case <-ctx.Done():
		return Reply{}, context.Cause(ctx)
	case <-r.seats:
	}
	defer func() { r.seats <- struct{}{} }()
	c := r.take()
	if c != nil && (c.served >= r.config.RecycleAfter || c.hasEnded()) {
		c.retire()
		c = nil
	}
	if c == nil {
		var err error
		if c, err = start(r.config); err != nil {
			return Reply{}, fmt.Errorf("cannot start a process for the job: %w", err)
		}
	}
	reply, err := c.ask(ctx, request, limit)
	if err != nil {
		c.kill()
		return Reply{}, err
	}
	r.mu.Lock()
	r.idle = append(r.idle, c)
	r.mu.Unlock()
	return reply, nil
}

// take returns an idle child, nil when there is none.
func (r *Runner) take() *child {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.idle) - 1
	if n < 0 {
		return nil
	}
	c := r.idle[n]
	r.idle = r.idle[:n]
	return c
}

// Close ends the children once they have finished what they do. Closing twice is fine.
func (r *Runner) Close() error {
	r.once.Do(func() {
		close(r.gone)
		for range r.config.Children {
			<-r.seats
		}
		for c := r.take(); c != nil; c = r.take() {
			c.retire()
		}
	})
	return nil
}
