package pdf

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// meter adds up what the processes of a browser use, those too that end meanwhile.
type meter struct {
	ticks map[int]int
	peak  int64 // resident pages of all processes
	stop  chan struct{}
	done  chan struct{}
}

func newMeter(folder func() string) *meter {
	m := &meter{ticks: map[int]int{}, stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(m.done)
		for {
			m.look(folder())
			select {
			case <-m.stop:
				m.look(folder())
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return m
}

func (m *meter) look(folder string) {
	if folder == "" {
		return
	}
	var held int64
	for _, pid := range family(folder) {
		stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		used := 0
		for i := 11; i < 13 && i < len(f); i++ {
			n, _ := leadingInt(f[i])
			used += n
		}
		m.ticks[pid] = max(m.ticks[pid], used)
		held += proc.Resident(pid)
	}
	m.peak = max(m.peak, held)
}

// ownTime returns the processor time of this program.
func ownTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// end returns processor time and memory.
func (m *meter) end() (cpu time.Duration, peak int64) {
	close(m.stop)
	<-m.done
	for _, n := range m.ticks {
		cpu += time.Duration(n) * 10 * time.Millisecond
	}
	return cpu, m.peak
}

// BenchmarkLong prints long documents, each in a browser of its own: bare, which is Chromium's own time for one print, as a whole, and in chunks. s-cpu
// is the processor time of the browser's processes (s-browser) and of this program (s-own). Say how many sections with NOMADOCX_LONG, with
// contents if it ends in t.
func BenchmarkLong(b *testing.B) {
	sections, contents := 300, false
	if s := os.Getenv("NOMADOCX_LONG"); s != "" {
		_, _ = fmt.Sscan(s, &sections)
		contents = s[len(s)-1] == 't'
	}
	page := longReport(b, sections, contents)
	old := long
	defer func() { long = old }()
	for _, how := range []string{"chunks", "bare", "whole"} {
		b.Run(how, func(b *testing.B) {
			long = old
			if how == "whole" {
				long.pages = math.MaxInt32
			}
			for b.Loop() {
				begun, own := time.Now(), ownTime()
				var size int
				var m *meter
				if how == "bare" {
					x := newBare(b)
					begun, own = time.Now(), ownTime()
					m = newMeter(func() string { return x.own.profile.data })
					if err := x.print(0, page); err != nil {
						b.Fatal(err)
					}
					defer x.own.close()
				} else {
					p, err := New(b.Context(), BrowserOptions{})
					if err != nil {
						b.Fatal(err)
					}
					defer p.Close()
					m = newMeter(func() string {
						p.mu.Lock()
						defer p.mu.Unlock()
						if p.current == nil {
							return ""
						}
						return p.current.profile.data
					})
					var out bytes.Buffer
					if err := p.Print(b.Context(), page, &out, Options{}); err != nil {
						b.Fatal(err)
					}
					size = out.Len()
				}
				wall := time.Since(begun)
				own = ownTime() - own
				cpu, peak := m.end()
				b.ReportMetric(wall.Seconds(), "s-wall")
				b.ReportMetric(cpu.Seconds(), "s-browser")
				b.ReportMetric(own.Seconds(), "s-own")
				b.ReportMetric((cpu + own).Seconds(), "s-cpu")
				b.ReportMetric(float64(peak>>20), "MiB")
				b.ReportMetric(float64(size)/1e6, "MB-file")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}
