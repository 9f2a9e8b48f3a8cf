package batch

import (
	"errors"
	"time"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// State says what is known of an item.
type State string

const (
	Available State = "available" // waits for a worker
	Running   State = "running"
	Completed State = "completed"
	Discarded State = "discarded" // given up; Item.Error says why
	Cancelled State = "cancelled"
)

// Over reports whether nothing more happens to an item by itself.
func (s State) Over() bool { return s != Available && s != Running }

// Bounds on what an item may cost others.
const (
	// maxCrashes is how many processes an item may take with it before it is set aside.
	maxCrashes = 2
	// maxInterruptions is how many workers may be lost while they have an item. That is hardly ever
	// the item's doing, since its work is done in a process of its own, so there is more patience.
	maxInterruptions = 5
)

// Errors a caller can distinguish with errors.Is.
var (
	// ErrBusy: another process works on the batches of this folder.
	ErrBusy = errors.New("another process works on the batches of this folder")
	// errNoBatches: the folder has no progress store.
	errNoBatches = errors.New("there are no batches here")
)

// Batch is a name for items that are asked for together.
type Batch struct {
	ID   string
	Kind jobs.Kind
	Dir  string // where .nomadocx with temporary files and logs is; absolute
}

// Job is an item that is asked for.
type Job struct {
	// Output is the file the item makes, absolute; it tells items apart.
	Output  string
	Request jobs.Request // paths are absolute, those of results final
	// Attempts is how often the item may fail; 0 means 3.
	Attempts int
	// Deadline is the time one attempt may take; 0 means 5 minutes.
	Deadline time.Duration
}

// Item is a job and what is known of it.
type Item struct {
	ID    int64
	Batch string
	Dir   string
	Job
	State State
	// Generation counts how often the item was asked for anew, Attempt how often it was claimed.
	Generation, Attempt int64
	// Failures are attempts that ended with an error, Crashes those whose process died, and
	// Interruptions those whose worker was lost.
	Failures, Crashes, Interruptions int

	Error             string // of the last attempt, one line
	Started, Finished time.Time
	Inputs            []jobs.Input
	Outputs           []jobs.Output

	fingerprint string
}

// Log returns the path of the item's log: one paragraph for each attempt.
func (it *Item) Log() string { return logPath(it.Dir, it.ID) }
