//go:build failpoints

package norma

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

var failpointPasses atomic.Int64

// failpoint kills the process with SIGKILL when NORMA_FAILPOINT=<name>[:n] names this place, at the
// n-th pass (notes, section 20).
func failpoint(name string) {
	if failpointArmed(name) {
		dieNow()
	}
}

func dieNow() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// failpointArmed counts a pass and reports whether it is the deadly one.
func failpointArmed(name string) bool {
	want, count, _ := strings.Cut(os.Getenv("NORMA_FAILPOINT"), ":")
	if want != name {
		return false
	}
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil {
		n = 1
	}
	return failpointPasses.Add(1) == n
}
