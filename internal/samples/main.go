// Command samples compares what the program does with samples that another implementation of the format
// left behind:
//
//	go run ./internal/samples DIR
//	go run ./internal/samples -corpus DIR
//
// DIR holds a folder for each document (NAME/input.noma, with what was made of it beside it), a round trip
// (edit-loop) and the cases parse-cases.json and patch-cases.json. One line is printed for each check, below it
// the differences; the exit code is 1 when there are any. Where we differ on purpose is in departures.go, with
// the reason; a departure that is none any more is a difference too.
//
// With -corpus it is Word files whose tracked changes are accepted and rejected, and from which redlines are made (corpus.go).
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

func main() {
	ok := false
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-corpus":
		ok = throughCorpus(os.Stdout, os.Args[2])
	case len(os.Args) == 2:
		ok = compare(os.Stdout, os.Args[1], departures)
	default:
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/samples [-corpus] DIR")
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// check compares one thing for all samples that have it.
type check struct {
	name  string
	files string // the samples, as a pattern below the folder
	run   func(c *comparison, file string) error
}

var checks = []check{
	{"tree", "*/render.json", tree},
	{"ids", "*/ids.json", ids},
	{"normal form", "*/render.noma", text(asNoma)},
	{"text for models", "*/render.llm.txt", text(asLLM)},
	{"Markdown", "*/render.md", text(asMarkdown)},
	{"diagnostics", "*/check.txt", diagnostics},
	{"computed values", "*/render.llm.txt", computedValues},
	{"schema of trees", "*/render.json", treeSchema},
	{"parsing", "parse-cases.json", parseCases},
	{"patches", "patch-cases.json", patchCases},
	{"schema of operations", "patch-cases.json", patchSchema},
	{"Word paragraphs", "*/document.docx", wordParagraphs},
	{"review data", "*/docx-review-data.json", reviewData},
	{"returned review data", "*/returned.review-data.json", reviewData},
	{"form data", "*/docx-data.json", formData},
	{"returned form data", "*/returned.docx-data.json", formData},
	{"form sync", "*/noop-sync.report.json", formSync},
	{"returned form sync", "*/expected.sync.report.json", formSync},
	{"untouched Word files", "*/document.docx", untouched},
	{"review sync", "*/expected.review-sync.report.json", reviewSync},
}

// comparison is one check on its way through the samples.
type comparison struct {
	check      string
	departures []departure
	used       map[int]bool // departures that made a difference
	compared   int
	wrong      []string
}

// compare runs all checks, prints the report, and says whether everything agrees.
func compare(w io.Writer, dir string, known []departure) bool {
	failed, compared, departed := 0, 0, 0
	for _, k := range checks {
		c := k.through(dir, known)
		verdict := "ok  "
		if len(c.wrong) > 0 {
			verdict, failed = "FAIL", failed+1
		}
		compared, departed = compared+c.compared, departed+len(c.used)
		fmt.Fprintf(w, "%s  %-22s %4d compared\n", verdict, k.name, c.compared)
		for _, x := range c.wrong {
			fmt.Fprintln(w, "      "+strings.ReplaceAll(strings.TrimSuffix(x, "\n"), "\n", "\n      "))
		}
	}
	fmt.Fprintf(w, "%d checks, %d failed: %d comparisons, %d known departures\n", len(checks), failed, compared, departed)
	return failed == 0
}

// through runs a check for all samples in a folder.
func (k check) through(dir string, known []departure) *comparison {
	c := &comparison{check: k.name, departures: known, used: map[int]bool{}}
	files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(k.files)))
	if err != nil || len(files) == 0 {
		c.wrong = append(c.wrong, fmt.Sprintf("there is no %s in %s", k.files, dir))
	}
	for _, file := range files {
		if err := k.run(c, file); err != nil {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: %v", file, err))
		}
	}
	for i, d := range known {
		if d.check == k.name && !c.used[i] {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: listed as a departure (%s), and is none", d.sample, d.reason))
		}
	}
	return c
}

// same compares what a sample holds with what we make.
func (c *comparison) same(sample, input, theirs, ours string) {
	c.difference(sample, c.departed(sample, input, theirs, ours))
}

// sameLines is same for lines whose order says nothing.
func (c *comparison) sameLines(sample, input, theirs, ours string) {
	texts := c.departed(sample, input, theirs, ours)
	for i, t := range texts {
		lines := strings.SplitAfter(t, "\n")
		slices.Sort(lines)
		texts[i] = strings.Join(lines, "")
	}
	c.difference(sample, texts)
}

// departed gives both texts as the departures of a sample have them.
func (c *comparison) departed(sample, input, theirs, ours string) [2]string {
	for i, d := range c.departures {
		if d.check != c.check || d.sample != "" && d.sample != sample {
			continue
		}
		t, o := theirs, ours
		if d.theirs != nil {
			t = d.theirs(theirs, input)
		}
		if d.ours != nil {
			o = d.ours(ours, input)
		}
		if t != theirs || o != ours {
			c.used[i] = true
		}
		theirs, ours = t, o
	}
	return [2]string{theirs, ours}
}

func (c *comparison) difference(sample string, texts [2]string) {
	c.compared++
	if texts[0] == texts[1] {
		return
	}
	c.wrong = append(c.wrong, sample+":\n"+difference("sample", texts[0], texts[1]))
}

// difference shows the beginning of how two texts differ.
func difference(name, theirs, ours string) string {
	lines := strings.SplitAfter(udiff.Unified(name, "ours", theirs, ours), "\n")
	if len(lines) > 30 {
		lines = append(lines[:30], "…")
	}
	return strings.Join(lines, "")
}

// sample returns the name of the document a file belongs to.
func sample(file string) string { return filepath.Base(filepath.Dir(file)) }

// beside returns the text of another file in the folder of a file.
func beside(file, name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
	return string(data), err
}
