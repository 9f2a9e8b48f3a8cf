package pdf

import (
	"bytes"
	"flag"
	"io"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/proc"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// count is the number of documents TestHygiene prints. The bar is 1,000: go test ./pdf -run Hygiene -pdf.count 1000
var count = flag.Int("pdf.count", 40, "how many documents TestHygiene prints; at least 20")

// TestHygiene prints many documents in two tabs. At the end the browser holds what it held after a tenth
// of them, as old as it was then; nothing waits to be buried, and nothing that was replaced still runs.
func TestHygiene(t *testing.T) {
	slow.Test(t, "a browser")
	n := max(*count, 20)
	p, err := New(t.Context(), BrowserOptions{Tabs: 2, RecycleAfter: 3 * n / 10})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	folders := map[string]bool{}
	print := func(from, to int) {
		t.Helper()
		var all sync.WaitGroup
		for worker := range 2 {
			all.Go(func() {
				for i := from + worker; i < to; i += 2 {
					html := []byte("<h1>Number " + strconv.Itoa(i) + "</h1>" + string(bytes.Repeat([]byte("<p>words and words</p>"), 60)))
					if err := p.Print(t.Context(), html, io.Discard, Options{}); err != nil {
						t.Errorf("document %d: %v", i, err)
					}
				}
			})
		}
		all.Wait()
		if p.current != nil {
			folders[p.current.profile.data] = true
		}
	}
	holds := func() int64 {
		if p.current == nil {
			t.Fatal("no browser runs")
		}
		return memory(p.current.profile.data)
	}
	print(0, n/10)
	first := holds()
	for from := n / 10; from < n; from += n / 10 {
		print(from, min(from+n/10, n))
	}
	last := holds()
	t.Logf("%d documents, %d browsers: %d MB after %d, %d MB after %d; we hold %d MB", n, len(folders), first>>20, n/10, last>>20, n, proc.Resident(os.Getpid())>>20)
	if len(folders) < 2 {
		t.Errorf("%d browsers were used, so none was replaced", len(folders))
	}
	if last > first+first/10+16<<20 {
		t.Errorf("the browser holds %d MB after %d documents, and %d MB after %d", first>>20, n/10, last>>20, n)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	for folder := range folders {
		for wait := 0; len(family(folder)) > 0; wait++ {
			if wait == 1000 {
				t.Fatalf("processes are left: %v", family(folder))
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	for _, pid := range zombies(t) {
		t.Errorf("process %d has ended and was not waited for", pid)
	}
}

// zombies returns our children that have ended and were not waited for.
func zombies(t *testing.T) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat") // not every entry is a process
		f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(f) > 1 && string(f[0]) == "Z" && string(f[1]) == strconv.Itoa(os.Getpid()) {
			pid, _ := strconv.Atoi(e.Name())
			pids = append(pids, pid)
		}
	}
	return pids
}
