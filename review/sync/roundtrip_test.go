package reviewsync_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestRoundTrip runs golden/roundtrip/*.txtar: each is a source, what a reviewer does to its Word
// file, the source that comes of it and the findings. The README there says how a case is written.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../../golden/roundtrip/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { roundTrip(t, file) })
	}
}

func roundTrip(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := caseOf(t, a)
	plan := func(src string, comments bool) *layout.Plan { return c.plan(t, src, comments) }
	var sent bytes.Buffer
	if err := docx.Render(&sent, plan(c.sent, false), docx.Options{}); err != nil {
		t.Fatal(err)
	}
	d, err := openDesk(sent.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.perform(c.word); err != nil {
		t.Fatal(err)
	}
	returned, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	if c.base {
		c.options.Sent = plan(c.sent, false)
	}
	sync := func(src string) *reviewsync.Result {
		w := read(t, returned)
		res, err := reviewsync.Reconcile(plan(src, true), w, c.options)
		if err != nil {
			t.Fatal(err)
		}
		madeOfFindings(t, src, res)
		return res
	}
	res := sync(c.in)

	// Idempotent: what the first sync brought in, a second one finds there.
	again := sync(res.Text)
	if again.Text != res.Text {
		t.Errorf("a second sync changes the source again:\n%s", again.Text)
	}
	for _, f := range again.Findings {
		if f.Done() {
			t.Errorf("a second sync applies %s %s: %q → %q", f.Code, f.BlockID, f.Was, f.Now)
		}
	}

	now := txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		if f.Name != "out.noma" && f.Name != "findings" {
			now.Files = append(now.Files, f)
		}
	}
	if res.Text != c.in {
		now.Files = append(now.Files, txtar.File{Name: "out.noma", Data: []byte(strings.ReplaceAll(res.Text, "\r", "␍"))})
	}
	now.Files = append(now.Files, txtar.File{Name: "findings", Data: []byte(told(res))})
	golden.Check(t, file, txtar.Format(&now))
}

// roundTripCase is one file: in is the source now, sent the one that went out.
type roundTripCase struct {
	sent, in, word string
	options        reviewsync.Options
	draw           bool // diagrams are pictures
	base           bool // the source that was sent is given with --base
	files          map[string][]byte
}

func caseOf(t *testing.T, a *txtar.Archive) *roundTripCase {
	t.Helper()
	c := &roundTripCase{files: map[string][]byte{}}
	if len(bytes.TrimSpace(a.Comment)) == 0 {
		t.Error("the case does not say what it shows")
	}
	for _, f := range a.Files {
		text := strings.ReplaceAll(string(f.Data), "␍", "\r")
		switch f.Name {
		case "sent.noma":
			c.sent = text
		case "in.noma":
			c.in = text
		case "word":
			c.word = text
		case "out.noma", "findings":
		case "options":
			for _, o := range strings.Fields(text) {
				switch o {
				case "allow-delete":
					c.options.AllowDelete = true
				case "ours":
					c.options.Strategy = reviewsync.KeepOurs
				case "theirs":
					c.options.Strategy = reviewsync.KeepTheirs
				case "draw":
					c.draw = true
				case "base":
					c.base = true
				case "protocol-1.0":
					c.options.Protocol10 = true
				default:
					t.Fatalf("no such option: %s", o)
				}
			}
		default:
			c.files[f.Name] = f.Data
		}
	}
	if c.sent == "" {
		c.sent = c.in
	}
	return c
}

func (c *roundTripCase) plan(t *testing.T, src string, comments bool) *layout.Plan {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("in.noma", src), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	image := func(name string) ([]byte, error) {
		if data, ok := c.files[name]; ok {
			return data, nil
		}
		return nil, errors.New("no such file")
	}
	bringRows(t, d, image)
	a := layout.AudienceOf(d)
	a.Comments = comments
	layout.Present(d, a)
	opts := layout.Options{Image: image, Control: controls.Of}
	if c.draw {
		dot := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle cx="5" cy="5" r="4"/></svg>`)
		opts.Diagram = func(*noma.Directive) *layout.Drawing {
			return &layout.Drawing{SVG: dot, PNG: dot, Width: 10, Height: 10}
		}
	}
	return layout.Build(d, opts)
}

// told returns what a report says, a line for each finding: outcome, code, block, operations; the texts
// before and after; and the sentence for people.
func told(res *reviewsync.Result) string {
	var b strings.Builder
	for _, f := range res.Findings {
		var ops []string
		for _, op := range f.Ops {
			ops = append(ops, op.Op)
		}
		fmt.Fprintf(&b, "%s %s", f.Outcome, f.Code)
		if f.BlockID != "" {
			fmt.Fprintf(&b, " in %s", f.BlockID)
		}
		if len(ops) > 0 {
			fmt.Fprintf(&b, " by %s", strings.Join(ops, ", "))
		}
		if f.Decided != "" {
			fmt.Fprintf(&b, ", decided for %s", f.Decided)
		}
		fmt.Fprintf(&b, ": %q → %q", f.Was, f.Now)
		if f.Base != "" {
			fmt.Fprintf(&b, ", sent as %q", f.Base)
		}
		fmt.Fprintf(&b, "\n    %s\n", f.Message)
	}
	return b.String()
}

// TestEveryCodeHasACase: a reader of the reports finds an example of each code in golden/roundtrip.
func TestEveryCodeHasACase(t *testing.T) {
	page, err := os.ReadFile("../../docs/report.md")
	if err != nil {
		t.Fatal(err)
	}
	section := between(string(page), "### findings", "### changes")
	var codes []string
	for line := range strings.Lines(section[strings.Index(section, "Codes of edits"):]) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| `"), " | ")
		if strings.HasPrefix(line, "| `") {
			codes = append(codes, strings.Split(strings.TrimSuffix(cell, "`"), "`, `")...)
		}
	}
	if len(codes) < 30 {
		t.Fatalf("docs/report.md names only %d codes", len(codes))
	}
	files, err := filepath.Glob("../../golden/roundtrip/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if f.Name == "findings" {
				for line := range strings.Lines(string(f.Data)) {
					if words := strings.Fields(line); len(words) > 1 && !strings.HasPrefix(line, " ") {
						seen = append(seen, strings.TrimSuffix(words[1], ":"))
					}
				}
			}
		}
	}
	for _, code := range codes {
		if !slices.Contains(seen, code) {
			t.Errorf("no case of golden/roundtrip shows the code %s", code)
		}
	}
	for _, code := range seen {
		if !slices.Contains(codes, code) {
			t.Errorf("docs/report.md does not explain the code %s", code)
		}
	}
}

func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return s
}
