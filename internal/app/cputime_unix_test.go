//go:build unix

package app_test

import (
	"syscall"
	"time"
)

// cpuTime returns how long this process has worked. Other work of a busy machine does not count.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
