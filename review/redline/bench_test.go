//go:build unix

package redline_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/review/redline"
)

// BenchmarkMake makes redlines of reports with 100 edits each, from both packages to the bytes of the proved file. least-cpu-ms is how
// much processor time the quickest took, all threads together: other work of a busy machine counts least there.
func BenchmarkMake(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			was := docgen.Report(n)
			chunks := strings.Split(was, "\n\n")
			for k := range 100 {
				i := k * len(chunks) / 100
				words := strings.Split(chunks[i], " ")
				words[len(words)/2] = "edited"
				chunks[i] = strings.Join(words, " ")
			}
			before, after := wordOf(b, was), wordOf(b, strings.Join(chunks, "\n\n"))
			least := time.Duration(1<<63 - 1)
			for b.Loop() {
				from := processor(b)
				if _, _, err := redline.Make(before, after, redline.Options{Author: "Ann"}); err != nil {
					b.Fatal(err)
				}
				least = min(least, processor(b)-from)
			}
			b.ReportMetric(float64(least.Microseconds())/1000, "least-cpu-ms")
		})
	}
}

// processor returns the processor time this process has used.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
