package pdf

import (
	"fmt"
	"time"
)

// limits are what a document may cost.
type limits struct {
	memory int64 // bytes the browser may hold
	// exceeded reports whether the browser that uses a folder holds more than so many.
	exceeded func(folder string, limit int64) bool
	every    time.Duration // between two checks of the browser
	time     time.Duration
	// strict counts the time of the clock, whoever used it. Otherwise a browser that the machine lets
	// wait, because it has much else to do, gets more.
	strict bool
}

// maxExtensions is how often a browser that had to wait gets its time again.
const maxExtensions = 20

// watch ends a tab when its document costs more than it may. What it returns ends the watching and says
// what for, nil when it did not come to that.
//
// A document that prints within a second is not examined: a check costs some milliseconds.
func (b *browser) watch(t *tab, limit limits) func() error {
	done, verdict := make(chan struct{}), make(chan error, 1)
	folder := b.profile.data
	go func() {
		tick := time.NewTicker(limit.every)
		defer tick.Stop()
		deadline := time.NewTimer(limit.time)
		defer deadline.Stop()
		first, last := time.Duration(-1), time.Duration(0) // processor time used: at the beginning, when last seen
		extended := 0
		for {
			var err error
			select {
			case <-done:
				verdict <- nil
				return
			case <-tick.C:
				if first < 0 {
					first = processorTime(folder)
					last = first
				}
				if !limit.exceeded(folder, limit.memory) {
					continue
				}
				err = fmt.Errorf("%w: more than %d MB", ErrMemory, limit.memory/1_000_000)
			case <-deadline.C:
				now := processorTime(folder)
				if !limit.strict && extended < maxExtensions && first >= 0 && starved(now-first, now-last, limit.time) {
					extended, last = extended+1, now
					deadline.Reset(limit.time)
					continue
				}
				err = fmt.Errorf("%w: not done after %v", ErrTimeout, limit.time*time.Duration(extended+1))
			}
			t.end()
			verdict <- err
			return
		}
	}()
	return func() error { close(done); return <-verdict }
}

// starved reports whether a browser that is not done in its time is slow because others had the
// processors: it had less than half a processor's time so far, and lately at least a hundredth of it,
// which one that hangs does not use.
func starved(used, lately, period time.Duration) bool {
	return used < period/2 && lately > period/100
}
