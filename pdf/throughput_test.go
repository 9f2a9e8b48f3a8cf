package pdf

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// benchTabs is the number of tabs the bars are about.
const benchTabs = 2

// tenPages returns a report of ten pages as HTML: text, tables, lists and panels, with or without contents,
// whose page numbers cost a second pass, and with or without formulas, which bring a font along.
func tenPages(tb testing.TB, n int, contents, formulas bool) []byte {
	tb.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: Report %d\nlang: en\n---\n\n# Report %d\n\n", n, n)
	if contents {
		b.WriteString("::toc\n::\n\n")
	}
	for i := range 14 {
		fmt.Fprintf(&b, "## Section %d {id=\"s%d\"}\n\n", i, i)
		for range 3 {
			b.WriteString(strings.Repeat("The harbour keeps a ledger of *every* ship that lies at the quay. ", 9) + "\n\n")
		}
		if formulas {
			fmt.Fprintf(&b, "The sum is $\\sum_{i=1}^{%d} x_i$.\n\n", i+2)
		}
		b.WriteString("| Ship | Days | Cargo |\n| --- | --- | --- |\n")
		for r := range 6 {
			fmt.Fprintf(&b, "| Ship %d | %d | salt |\n", r, r*i+n)
		}
		fmt.Fprintf(&b, "\n::claim{id=\"c%d\" confidence=0.8}\nThe quay holds %d ships.\n::\n\n- one\n- two\n- three\n\n", i, i)
	}
	return pageOf(tb, b.String(), "")
}

// each does n things, benchTabs at a time.
func each(b *testing.B, n int, do func(worker, i int) error) {
	b.Helper()
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range benchTabs {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := do(w, i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// bare prints pages the shortest way there is: a tab that is used again, its content set, one
// printToPDF. Nothing is waited for, checked, or made the same.
type bare struct {
	path string
	own  *browser
	tabs [benchTabs]*tab
}

func newBare(b *testing.B) *bare {
	b.Helper()
	path, err := FindBrowser("")
	if err != nil {
		b.Fatal(err)
	}
	x := &bare{path: path}
	if x.own, err = launch(b.Context(), b.Context(), path, SandboxPreferred); err != nil {
		b.Fatal(err)
	}
	for i := range x.tabs {
		if x.tabs[i], err = x.own.open(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	return x
}

func (x *bare) print(worker int, html []byte) error {
	ctx := x.tabs[worker].ctx
	if err := chromedp.Do(ctx, setContent(string(html))); err != nil {
		return err
	}
	return printTagged(ctx)
}

// usual prints a document the way one document is printed: a browser as chromedp starts it, a file that
// it opens, one printToPDF.
func usual(b *testing.B, path string, html []byte) error {
	b.Helper()
	file := filepath.Join(b.TempDir(), "report.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		return err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Flag("no-sandbox", os.Getuid() == 0))
	alloc, endAlloc := chromedp.NewExecAllocator(b.Context(), opts...)
	defer endAlloc()
	ctx, end := chromedp.NewContext(alloc, chromedp.WithLogf(silent), chromedp.WithErrorf(silent))
	defer end()
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		return err
	}
	return printTagged(ctx)
}

// printTagged returns one printToPDF with tags and an outline.
func printTagged(ctx context.Context) error {
	yes := true
	_, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground(),
		func(p *page.PrintToPDFParams) { p.GenerateTaggedPDF, p.GenerateDocumentOutline = &yes, &yes }))
	return err
}

// cost is what one way of printing took so far.
type cost struct {
	wall, cpu time.Duration
	n         int
}

// time measures a portion of n documents; cpu says what the browser has used.
func (c *cost) time(n int, cpu func() time.Duration, do func()) {
	begun, used := time.Now(), cpu()
	do()
	c.wall += time.Since(begun)
	c.cpu += cpu() - used
	c.n += n
}

// against returns how many times as much another way takes for a document.
func (c *cost) against(o *cost) (wall, cpu float64) {
	return float64(o.wall) / float64(o.n) / (float64(c.wall) / float64(c.n)), float64(o.cpu) / float64(o.n) / (float64(c.cpu) / float64(c.n))
}

// BenchmarkThroughput prints reports of ten pages in two tabs, 100 with -benchtime=100x, and says how many
// times as long a browser a document takes (the usual one, and one of this program, which is started with what makes
// ours fast), and how many times as long as bare printing we take. They take turns, so that what else the
// machine does burdens them alike; the time of processors hardly feels it at all.
func BenchmarkThroughput(b *testing.B) {
	for _, c := range []struct {
		name               string
		contents, formulas bool
	}{{"plain", false, false}, {"contents", true, false}, {"formulas", false, true}} {
		b.Run(c.name, func(b *testing.B) {
			const portion = 10
			pages := make([][]byte, portion)
			for i := range pages {
				pages[i] = tenPages(b, i, c.contents, c.formulas)
			}
			p, err := New(b.Context(), BrowserOptions{Tabs: benchTabs})
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			x := newBare(b)
			defer x.own.close()
			ours := func(_, i int) error { return p.Print(b.Context(), pages[i%portion], io.Discard, Options{}) }
			plain := func(w, i int) error { return x.print(w, pages[i%portion]) }
			each(b, 2*benchTabs, ours)
			each(b, 2*benchTabs, plain)
			var us, them, fresh, common cost
			for us.n < b.N {
				n := min(portion, b.N-us.n)
				us.time(n, func() time.Duration { return processorTime(p.current.profile.data) }, func() { each(b, n, ours) })
				them.time(n, func() time.Duration { return processorTime(x.own.profile.data) }, func() { each(b, n, plain) })
				own, err := New(b.Context(), BrowserOptions{})
				if err != nil {
					b.Fatal(err)
				}
				var used time.Duration
				fresh.time(1, func() time.Duration { return used }, func() {
					if err := own.Print(b.Context(), pages[0], io.Discard, Options{}); err != nil {
						b.Error(err)
					}
					used = processorTime(own.current.profile.data)
					own.Close()
				})
				common.time(1, func() time.Duration { return 0 }, func() {
					if err := usual(b, x.path, pages[0]); err != nil {
						b.Error(err)
					}
				})
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(us.wall.Milliseconds())/float64(us.n), "ms/PDF")
			b.ReportMetric(float64(us.cpu.Milliseconds())/float64(us.n), "cpu-ms/PDF")
			wall, cpu := them.against(&us)
			b.ReportMetric(wall, "x-bare")
			b.ReportMetric(cpu, "x-bare-cpu")
			wall, _ = us.against(&common)
			b.ReportMetric(wall, "x-faster-than-a-browser-each")
			wall, cpu = us.against(&fresh)
			b.ReportMetric(wall, "x-faster-than-ours-each")
			b.ReportMetric(cpu, "x-less-cpu-than-ours-each")
		})
	}
}
