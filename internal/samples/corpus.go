package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/extract"
)

// A corpus is Word files of others in the folder files, and two tables that name them:
//
//	accept-reject.tsv  a file with tracked changes, what accepting and what rejecting all of them gives; an empty cell is not known
//	redline-pairs.tsv  a name, two versions of a file, and how many changes another program finds between them
//
// Files are compared by what a reader sees: as the lines of docx text.

// allowedOver is the share of pairs, in percent, between which we may find more changes than the other program.
const allowedOver = 5

// throughCorpus checks both tables, prints what is wrong, and says whether nothing is.
func throughCorpus(w io.Writer, dir string) bool {
	decided, wrong := decidedCorpus(dir)
	pairs, over, more := redlinedCorpus(dir)
	for _, x := range append(append(wrong, more...), over...) {
		fmt.Fprintln(w, x)
	}
	fmt.Fprintf(w, "%d files decided, %d wrong; %d redlines, %d wrong, %d with more changes than expected\n", decided, len(wrong), pairs, len(more), len(over))
	return decided > 0 && pairs > 0 && len(wrong)+len(more) == 0 && len(over)*100 <= pairs*allowedOver
}

// rows returns the rows of a table below its head.
func rows(dir, name string) (out [][]string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	head, body, _ := strings.Cut(string(text), "\n")
	columns := len(strings.Split(head, "\t"))
	for line := range strings.Lines(body) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) != columns {
			return nil, fmt.Errorf("%s: a row of %d cells: %q", name, len(cells), line)
		}
		for i, cell := range cells {
			if strings.HasSuffix(cell, ".docx") {
				cells[i] = filepath.Join(dir, "files", cell)
			}
		}
		out = append(out, cells)
	}
	return out, nil
}

// decidedCorpus accepts and rejects all changes of files, and returns how often and what went wrong.
func decidedCorpus(dir string) (n int, wrong []string) {
	table, err := rows(dir, "accept-reject.tsv")
	if err != nil {
		return 0, []string{err.Error()}
	}
	for _, row := range table {
		for i, want := range row[1:] {
			if want == "" {
				continue
			}
			n++
			verb := [...]string{"accept", "reject"}[i]
			if problem := unlike(lines(row[0], verb), lines(want, "")); problem != "" {
				wrong = append(wrong, verb+" "+filepath.Base(row[0])+": "+problem)
			}
		}
	}
	return n, wrong
}

// redlinedCorpus makes redlines, and returns how many, those with more changes than expected, and what went wrong.
func redlinedCorpus(dir string) (n int, over, wrong []string) {
	table, err := rows(dir, "redline-pairs.tsv")
	if err != nil {
		return 0, nil, []string{err.Error()}
	}
	for _, row := range table {
		n++
		r, err := app.Redline(context.Background(), row[1], row[2], app.RedlineOptions{Author: "samples", Existing: "accept"})
		if err != nil {
			wrong = append(wrong, row[0]+": "+err.Error())
			continue
		}
		if problem := unlike(linesOf(r.Data, "accept"), lines(row[2], "accept")) + unlike(linesOf(r.Data, "reject"), lines(row[1], "accept")); problem != "" {
			wrong = append(wrong, row[0]+": "+problem)
		}
		expected, err := strconv.Atoi(row[3])
		if err != nil {
			wrong = append(wrong, row[0]+": "+err.Error())
		} else if found := len(r.Report.Changes); found > expected {
			over = append(over, fmt.Sprintf("%s: %d changes, %d expected", row[0], found, expected))
		}
	}
	return n, over, wrong
}

// reading is a Word file as lines, or why it cannot be read.
type reading struct {
	lines string
	err   error
}

// unlike says how two texts differ, "" when they do not.
func unlike(got, want reading) string {
	switch {
	case got.err != nil:
		return got.err.Error()
	case want.err != nil:
		return want.err.Error()
	case got.lines == want.lines:
		return ""
	}
	return difference("expected", want.lines, got.lines)
}

// lines returns a file as lines, once its tracked changes were accepted or rejected.
func lines(file, verb string) reading {
	data, err := os.ReadFile(file)
	if err != nil {
		return reading{err: err}
	}
	return linesOf(data, verb)
}

func linesOf(data []byte, verb string) reading {
	p, err := opc.ReadBytes(data, opc.Limits{})
	if decide := map[string]func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error){"accept": revise.Accept, "reject": revise.Reject}[verb]; err == nil && decide != nil {
		var e *opc.Edit
		if e, _, err = decide(p, revise.Select{}); err == nil {
			if data, err = e.Bytes(); err == nil {
				p, err = opc.ReadBytes(data, opc.Limits{})
			}
		}
	}
	if err != nil {
		return reading{err: err}
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return reading{err: err}
	}
	return reading{lines: extract.Text(d, nil)}
}
