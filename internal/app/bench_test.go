package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/patch"
)

// The verbs as a user runs them, on reports of growing size. Time must grow with the size and not
// faster: compare ns/op of 5000 sections with that of 1000.

// measured are one report and the files that are made of it.
type measured struct {
	text         string
	source       *app.Source
	file, edited []byte // as rendered; with fifty edits
	xml          int64  // bytes of word/document.xml
}

// sizes runs a benchmark over all sizes. Each is made anew, so that only one is held in memory.
func sizes(b *testing.B, run func(b *testing.B, m *measured)) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprintf("%d", n), func(b *testing.B) {
			m := measure(b, n)
			b.ReportAllocs()
			b.ResetTimer()
			run(b, m)
		})
	}
}

func measure(b *testing.B, n int) *measured {
	b.Helper()
	m := &measured{text: docgen.Report(n)}
	var err error
	if m.source, err = app.FromText("report.noma", m.text); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := word(&out, m.source); err != nil {
		b.Fatal(err)
	}
	m.file = out.Bytes()
	m.edited, m.xml = withEdits(b, m.file, 50)
	return m
}

func word(w io.Writer, s *app.Source) error {
	return app.Render(context.Background(), w, s, app.RenderOptions{Target: app.Word})
}

// withEdits adds a word to n sentences, evenly spread, as a reviewer would. It also tells the size of
// the part they stand in.
func withEdits(b *testing.B, file []byte, n int) ([]byte, int64) {
	b.Helper()
	var size int64
	out, err := wordtest.Rewrite(file, func(part, text string) (string, error) {
		if part == wordtest.Main {
			size = int64(len(text))
			return spread(b, text, n), nil
		}
		return text, nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return out, size
}

// spread edits n sentences, or all there are in a short report. A paragraph of its prose holds one
// part of text that ends with " see ", before the link.
func spread(b *testing.B, xml string, n int) string {
	b.Helper()
	const mark = " see </w:t>"
	pieces := strings.Split(xml, mark)
	total := len(pieces) - 1
	n = min(n, total)
	if n == 0 {
		b.Fatal("no sentence to edit in document.xml")
	}
	var out strings.Builder
	done := 0
	for i, p := range pieces {
		out.WriteString(p)
		switch {
		case i == total:
		case i*n/total >= done && done < n:
			out.WriteString(" now see </w:t>")
			done++
		default:
			out.WriteString(mark)
		}
	}
	if done != n {
		b.Fatalf("%d edits made, %d wanted", done, n)
	}
	return out.String()
}

func BenchmarkParse(b *testing.B) {
	sizes(b, func(b *testing.B, m *measured) {
		b.SetBytes(int64(len(m.text)))
		for b.Loop() {
			if _, err := app.FromText("report.noma", m.text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRenderDOCX(b *testing.B) {
	sizes(b, func(b *testing.B, m *measured) {
		b.SetBytes(int64(len(m.text)))
		for b.Loop() {
			if err := word(io.Discard, m.source); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkExtract also tells how many times longer extraction takes than reading the tags of the same
// parts and nothing else, measured in turn with it: a ratio that does not depend on the machine.
func BenchmarkExtract(b *testing.B) {
	sizes(b, func(b *testing.B, m *measured) {
		b.SetBytes(m.xml)
		var extraction, scan time.Duration
		for b.Loop() {
			start := time.Now()
			if _, err := app.ReviewData(context.Background(), "-", bytes.NewReader(m.file)); err != nil {
				b.Fatal(err)
			}
			extraction += time.Since(start)
			b.StopTimer()
			start = time.Now()
			scanParts(b, m.file)
			scan += time.Since(start)
			b.StartTimer()
		}
		b.ReportMetric(float64(extraction)/float64(scan), "×scan")
	})
}

// scanParts unpacks the XML parts of a file and reads their tags.
func scanParts(b *testing.B, file []byte) {
	b.Helper()
	p, err := opc.Read(bytes.NewReader(file), int64(len(file)), opc.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range p.Names() {
		if !strings.HasSuffix(name, ".xml") && !strings.HasSuffix(name, ".rels") {
			continue
		}
		text, err := p.Text(name)
		if err != nil {
			b.Fatal(err)
		}
		x := opc.NewScanner(text, opc.Names{})
		for x.Next() {
			if x.Opened() && x.Local() == "t" {
				x.Text()
			}
		}
		if x.Err() != nil {
			b.Fatal(x.Err())
		}
	}
}

// BenchmarkSync is the file that comes back untouched; the source is parsed already.
func BenchmarkSync(b *testing.B) {
	sizes(b, func(b *testing.B, m *measured) {
		b.SetBytes(m.xml)
		for b.Loop() {
			if got := synced(b, m, m.file); got != m.text {
				b.Fatal("an untouched file changed the source")
			}
		}
	})
}

func BenchmarkSyncEdited(b *testing.B) {
	sizes(b, func(b *testing.B, m *measured) {
		want := min(50, strings.Count(m.text, " see ["))
		b.SetBytes(m.xml)
		for b.Loop() {
			// A benchmark of edits that do not arrive would be one of nothing.
			if n := strings.Count(synced(b, m, m.edited), " now see ["); n != want {
				b.Fatalf("%d edits arrived, %d were made", n, want)
			}
		}
	})
}

// BenchmarkSyncReport is a report with pictures, charts and panels, which comes back untouched and with the edits of a reviewer.
func BenchmarkSyncReport(b *testing.B) {
	source, err := app.Load(b.Context(), "../../examples/quarterly-report.noma", app.LoadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var sent bytes.Buffer
	if err := app.Render(b.Context(), &sent, source, app.RenderOptions{Target: app.Word}); err != nil {
		b.Fatal(err)
	}
	edited, err := os.ReadFile("../../examples/returned/quarterly-report.docx")
	if err != nil {
		b.Fatal(err)
	}
	for name, file := range map[string][]byte{"untouched": sent.Bytes(), "edited": edited} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := app.SyncReview(b.Context(), source, "-", bytes.NewReader(file)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func synced(b *testing.B, m *measured, file []byte) string {
	b.Helper()
	res, err := app.SyncReview(context.Background(), m.source, "-", bytes.NewReader(file))
	if err != nil {
		b.Fatal(err)
	}
	return res.Text
}

func BenchmarkPatch(b *testing.B)   { benchmarkPatch(b, 1) }
func BenchmarkPatch50(b *testing.B) { benchmarkPatch(b, 50) }

func benchmarkPatch(b *testing.B, ops int) {
	sizes(b, func(b *testing.B, m *measured) {
		rq := &app.Request{Ops: changes(ops, strings.Count(m.text, "::claim{"))}
		b.SetBytes(int64(len(m.text)))
		for b.Loop() {
			if _, _, err := app.PatchText(context.Background(), m.source, rq, app.PatchOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// changes returns n operations, five in a section: a claim's body and four cells of the table. Ten
// sections, the shortest report, can take fifty of them.
func changes(n, sections int) []patch.Op {
	var ops []patch.Op
	for k := range n {
		i := 1 + (k/5)*sections/((n+4)/5)
		if k%5 == 0 {
			ops = append(ops, patch.Op{Op: "replace_body", ID: fmt.Sprintf("claim-%d", i), Content: "Something else."})
			continue
		}
		ops = append(ops, patch.Op{Op: "update_table_cell", ID: fmt.Sprintf("tbl-%d", i), Row: k % 5, Column: patch.At(2), Value: "9"})
	}
	return ops
}
