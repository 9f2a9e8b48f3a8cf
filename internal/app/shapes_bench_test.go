package app_test

import (
	"context"
	"flag"
	"math"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

var (
	shapesFrom = flag.Int("shapes.n", 4000, "the smallest of the three sizes of BenchmarkShapes")
	shapesStep = flag.Int("shapes.step", 2, "how many times larger the next size is")
)

// BenchmarkShapes runs every verb on every shape of n, 2n and 4n things, and tells how its CPU time grows: exponent 1 is
// linear, 2 quadratic. Also the CPU time of 4n things, and the most memory that was in use. With a step of 8, from 1,000 to 64,000:
//
//	go test -run '^$' -bench Shapes -benchtime 1x ./internal/app -shapes.n 1000 -shapes.step 8
func BenchmarkShapes(b *testing.B) {
	for i := range shapes {
		s := &shapes[i]
		for j, v := range s.verbs(b, 8) {
			b.Run(strings.ReplaceAll(s.name, " ", "-")+"/"+v.name, func(b *testing.B) {
				var took [3]time.Duration
				var most uint64
				for k, n := 0, *shapesFrom; k < len(took); k, n = k+1, n**shapesStep {
					run := s.verbs(b, n)[j].do
					runtime.GC()
					done := memory(&most)
					took[k] = fastest(b, cpuTime, run)
					done()
				}
				b.ReportMetric(math.Log(float64(took[2])/float64(took[0]))/math.Log(float64(*shapesStep**shapesStep)), "exponent")
				b.ReportMetric(float64(took[2].Microseconds())/1000, "ms")
				b.ReportMetric(float64(most>>20), "MB")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkCancelled cancels every verb on every shape of 4n things at eight points of its time, and tells the longest that
// it went on.
func BenchmarkCancelled(b *testing.B) {
	for i := range shapes {
		s := &shapes[i]
		for j, v := range s.verbs(b, 8) {
			b.Run(strings.ReplaceAll(s.name, " ", "-")+"/"+v.name, func(b *testing.B) {
				run := s.verbs(b, 4**shapesFrom)[j].do
				began := time.Now()
				whole := fastest(b, func() time.Duration { return time.Since(began) }, run)
				var longest time.Duration
				for k := range time.Duration(8) {
					ctx, cancel := context.WithCancel(b.Context())
					var at time.Time
					time.AfterFunc(whole*(2*k+1)/16, func() { at = time.Now(); cancel() })
					if run(ctx) != nil {
						longest = max(longest, time.Since(at))
					}
					cancel()
				}
				b.ReportMetric(float64(longest.Microseconds())/1000, "ms-after-cancel")
				b.ReportMetric(float64(whole.Microseconds())/1000, "ms")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// fastest returns the least time by a clock of three batches of runs, for one run. A batch lasts a fifth of a second or more, so that few
// things pay their share of the garbage collector's work as many do; what takes longer runs once.
func fastest(b *testing.B, clock func() time.Duration, run func(ctx context.Context) error) time.Duration {
	least := time.Duration(math.MaxInt64)
	for batch, all := 0, time.Now(); batch < 3 && (batch == 0 || time.Since(all) < time.Second); batch++ {
		start, runs := clock(), 0
		for began := time.Now(); runs == 0 || time.Since(began) < time.Second/5; runs++ {
			if err := run(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
		least = min(least, (clock()-start)/time.Duration(runs))
	}
	return least
}

// memory notes the most memory that is in use until the function it returns is called.
func memory(most *uint64) (done func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(sample)
			*most = max(*most, sample[0].Value.Uint64())
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
