package main

import (
	"context"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/review/report"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/nomadocx/nomadocx/serve/batch"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// synced is what the reports of one item of batch sync say.
type synced struct {
	findings []reviewsync.Finding
	counts   reviewsync.Counts
}

// readSynced reads the reports of the syncs among items, by item. A report that cannot be read (a worker on
// another machine wrote it) is left out.
func readSynced(list []batch.Item) map[int64]synced {
	out := map[int64]synced{}
	for _, it := range list {
		if it.State != batch.Completed || it.Request.Kind != jobs.Sync {
			continue
		}
		var all synced
		read := false
		for _, back := range it.Request.Returned {
			if back.Report == "" {
				continue
			}
			data, err := app.ReadReport(back.Report, nil)
			if err != nil {
				continue
			}
			found, err := report.Read(data)
			if err != nil {
				continue
			}
			read = true
			all.findings = append(all.findings, found...)
		}
		if read {
			all.counts = reviewsync.Count(all.findings)
			out[it.ID] = all
		}
	}
	return out
}

func sumOf(said map[int64]synced) reviewsync.Counts {
	var c reviewsync.Counts
	for _, s := range said {
		c.Add(s.counts)
	}
	return c
}

// tellBatch prints on stderr what a person has to see, as a single sync does.
func (t *terminal) tellBatch(list []batch.Item, said map[int64]synced) {
	for _, it := range list {
		s, ok := said[it.ID]
		if !ok {
			continue
		}
		findings := s.findings
		if it.Request.InPlace {
			findings = inNewText(it.Request.Source, findings)
		}
		lines, more := report.Lines(printable(it.Request.Source), func(k int) int { return k }, findings, report.Most)
		for _, l := range lines {
			fmt.Fprintln(t.err, l)
		}
		if more > 0 {
			fmt.Fprintf(t.err, "… and %d more; nomadocx review report %s has all of them\n", more, printable(it.Request.Returned[0].Report))
		}
		if fields := report.FormFields(findings); fields != "" {
			fmt.Fprintf(t.err, "%s: %s: run nomadocx docx-sync\n", printable(it.Request.Source), fields)
		}
	}
}

// inNewText gives findings about a source that was written meanwhile the lines of their blocks there: those of
// the reports are of the text before. What stands in no block with an id goes without, and names its words.
func inNewText(path string, list []reviewsync.Finding) []reviewsync.Finding {
	s, err := app.Load(context.Background(), path, app.LoadOptions{Raw: true})
	out := append([]reviewsync.Finding(nil), list...)
	for i := range out {
		out[i].Line = 0
		if err != nil {
			continue
		}
		if n, ok := s.Doc.Block(out[i].BlockID); ok {
			out[i].Line = n.At().Line
		}
	}
	return out
}
