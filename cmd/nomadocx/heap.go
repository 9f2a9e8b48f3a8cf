package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// memoryFlag is --max-memory.
type memoryFlag struct{}

// Set makes a size the limit.
func (memoryFlag) Set(s string) error {
	n, err := memory.Parse(s)
	if err == nil {
		memory.Set(n)
	}
	return err
}

// String is empty: what is usual depends on the machine.
func (memoryFlag) String() string { return "" }

// Type names the value in the help.
func (memoryFlag) Type() string { return "SIZE" }

// heapFloor is how far the heap may grow, in bytes, before garbage is collected at all. Most runs of
// this program end below it: collecting earlier would free memory nobody else needs, at a tenth of
// the run's cost.
const heapFloor = 36 << 20

// heapGrowth is how much of what is live may come on top before garbage is collected again, in percent:
// twice what Go would allow.
const heapGrowth = 200

// memoryTarget is what this program tries to stay below, in bytes: near it the heap is collected before
// it has grown so much. Thousands of sections are synced within it. What needs more may have half as much more
// than is live, or all time would go into collecting.
const memoryTarget = 352 << 20

// keptGrowth is heapGrowth for a command that sets keepsAll.
const keptGrowth = 500

// keepsAll is set by a command that keeps nearly all it reads until it ends: searching for garbage before the
// memory target is near would find none.
var keepsAll atomic.Bool

// keepHeapFloor sets the floor, unless whoever runs us decided with GOGC.
func keepHeapFloor() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(100 * heapFloor / (4 << 20)) // the first collection is at 4 MiB × GOGC/100
	// A finalizer runs behind each collection: only then it is known what is live.
	sentinel := new([16]byte)
	var adjust func(*[16]byte)
	adjust = func(s *[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent, n := heapGrowth, live[0].Value.Uint64()
		if keepsAll.Load() {
			percent = keptGrowth
		}
		if n > 0 && n < heapFloor {
			percent = max(percent, int(100*(heapFloor-n)/n))
		}
		if os.Getenv("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(max(memoryTarget, min(int64(n+n/2), memory.Limit()), int64(n+n/8)))
		}
		debug.SetGCPercent(percent)
		runtime.SetFinalizer(s, adjust)
	}
	runtime.SetFinalizer(sentinel, adjust)
}
