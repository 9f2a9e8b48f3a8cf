package api

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// bounds of the histogram of times, in seconds.
var bounds = []float64{0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60}

// metrics are numbers since the start, in the text format of Prometheus 0.0.4.
type metrics struct {
	mu       sync.Mutex
	requests map[[2]string]int64 // route, status
	times    map[string]*histogram
	failures map[string]int64
}

type histogram struct {
	buckets []int64 // of bounds, and beyond
	sum     float64
}

func newMetrics() *metrics {
	return &metrics{requests: map[[2]string]int64{}, times: map[string]*histogram{}, failures: map[string]int64{}}
}

func (m *metrics) request(route string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[[2]string{route, fmt.Sprint(status)}]++
	h := m.times[route]
	if h == nil {
		h = &histogram{buckets: make([]int64, len(bounds)+1)}
		m.times[route] = h
	}
	i, _ := slices.BinarySearch(bounds, took.Seconds())
	h.buckets[i]++
	h.sum += took.Seconds()
}

func (m *metrics) failure(reason string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failures[reason]++
}

func (m *metrics) write(w io.Writer, running, waiting int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	head := func(name, kind, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	head("nomadocx_requests_total", "counter", "Requests by route and status.")
	keys := slices.SortedFunc(maps.Keys(m.requests), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, k := range keys {
		fmt.Fprintf(&b, "nomadocx_requests_total{route=%q,code=%q} %d\n", k[0], k[1], m.requests[k])
	}
	head("nomadocx_request_seconds", "histogram", "Time of requests by route.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		h, n := m.times[route], int64(0)
		for i, bound := range bounds {
			n += h.buckets[i]
			fmt.Fprintf(&b, "nomadocx_request_seconds_bucket{route=%q,le=\"%g\"} %d\n", route, bound, n)
		}
		n += h.buckets[len(bounds)]
		fmt.Fprintf(&b, "nomadocx_request_seconds_bucket{route=%q,le=\"+Inf\"} %d\n", route, n)
		fmt.Fprintf(&b, "nomadocx_request_seconds_sum{route=%q} %g\nnomadocx_request_seconds_count{route=%q} %d\n", route, h.sum, route, n)
	}
	head("nomadocx_failures_total", "counter", "Jobs that failed, by reason.")
	for _, reason := range slices.Sorted(maps.Keys(m.failures)) {
		fmt.Fprintf(&b, "nomadocx_failures_total{reason=%q} %d\n", reason, m.failures[reason])
	}
	head("nomadocx_jobs_running", "gauge", "Jobs that are being done.")
	fmt.Fprintf(&b, "nomadocx_jobs_running %d\n", running)
	head("nomadocx_jobs_waiting", "gauge", "Requests that wait for a job to end.")
	fmt.Fprintf(&b, "nomadocx_jobs_waiting %d\n", waiting)
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Server) exposition(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	running := int64(len(s.seats))
	return ignoreGone(s.metrics.write(w, running, max(s.present.Load()-running, 0)))
}
