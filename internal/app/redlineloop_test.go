package app

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/review/extract"
)

// TestRedlineLoop: of the redline of two texts some changes are accepted and the others rejected. Synced into either source, the new source shows
// what was decided, or something is reported. REDLINE_LOOP in the environment says other pairs, such as 5000-6000.
func TestRedlineLoop(t *testing.T) {
	from, to := 0, 48
	if a, b, ok := strings.Cut(os.Getenv("REDLINE_LOOP"), "-"); ok {
		from, _ = strconv.Atoi(a)
		to, _ = strconv.Atoi(b)
	} else if testing.Short() {
		to = 12
	}
	generators := []func(docgen.Chooser) string{docgen.Lists, docgen.ListBlocks, docgen.Merged, docgen.Tasks}
	dir := t.TempDir()
	exact, told := 0, 0
	for n := from; n < to; n++ {
		c := rand.New(rand.NewPCG(uint64(n), 12))
		generate := generators[n%len(generators)]
		was := generate(chooser{c})
		before := placed(t, dir, "before.noma", was)
		after := placed(t, dir, "after.noma", docgen.Edited(chooser{c}, was, generate(chooser{c})))
		r, err := Redline(context.Background(), before, after, RedlineOptions{Author: "Ann"})
		if err != nil {
			t.Fatal(n, err)
		}
		var accepted, rejected []string
		for _, change := range r.Report.Changes {
			to := &rejected
			if c.IntN(2) == 0 {
				to = &accepted
			}
			*to = append(*to, revisionIDs(change)...)
		}
		decided := placed(t, dir, "decided.docx", string(decide(t, decide(t, r.Data, revise.Accept, accepted), revise.Reject, rejected)))
		for _, source := range []string{before, after} {
			s, err := Load(context.Background(), source, LoadOptions{})
			if err != nil {
				t.Fatal(n, err)
			}
			got, err := Review{AllowDelete: true}.Sync(context.Background(), s, decided, nil)
			if err != nil {
				t.Fatal(n, err)
			}
			open := 0
			for _, f := range got.Findings {
				if f.Outcome != "applied" {
					open++
				}
			}
			if open > 0 {
				told++
				continue
			}
			exact++
			if problem := readsOtherwise(t, decided, placed(t, dir, "back.noma", got.Text)); problem != "" {
				t.Errorf("pair %d into %s: %s", n, filepath.Base(source), problem)
			}
		}
	}
	t.Logf("%d came back, of %d something was reported", exact, told)
}

// readsOtherwise says where the text of a source differs from that of a Word file.
func readsOtherwise(t *testing.T, file, source string) string {
	t.Helper()
	v, err := (&RedlineOptions{}).version(context.Background(), source, file)
	if err != nil {
		return err.Error()
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got, want := readAs(t, v.pkg), readAs(t, p)
	if got == want {
		return ""
	}
	return differenceAt(strings.Split(got, "\n"), strings.Split(want, "\n"))
}

var (
	blanksAhead  = regexp.MustCompile(`(?m)^[ \t]+`) // levels: the first item of a list has none
	captionCount = regexp.MustCompile(`(?m)^(\pL+ )[0-9]+(: .*)$`)
	emphasisEnds = strings.NewReplacer("* *", " ", "** **", " ") // a blank may be formatted or not
)

// readAs returns the text of a Word file, but for numbers of captions and the level of items.
func readAs(t *testing.T, p *opc.Package) string {
	t.Helper()
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return captionCount.ReplaceAllString(blanksAhead.ReplaceAllString(emphasisEnds.Replace(extract.Text(d, nil)), ""), "${1}N$2")
}

// TestRedlineKinds: what came of a paragraph that was split, of lists beside what is new, and of cells of a header row comes into the source of BEFORE
// as it is.
func TestRedlineKinds(t *testing.T) {
	dir := t.TempDir()
	for name, texts := range map[string][2]string{
		"a quote and a heading": {"# Top\n\n> Words of a quote. The owner\n\nThe end.\n", "# Top\n\n> Words of a quote.\n\n## The owner\n\nThe end.\n"},
		"an item and text":      {"# Top\n\n- First words.\n- Second words. The owner\n\n# End\n", "# Top\n\n- First words.\n- Second words.\n\nThe owner\n\n# End\n"},
		"a list and a heading":  {"# Top\n\nText.\n\n1. One item\n2. Two items\n", "# Top\n\nText.\n\n1. A new one\n2. Another new one\n\n# Middle\n\n1. One item\n2. Two items\n"},
		"a bold cell":           {"# Top\n\n::table{id=\"t\" header}\n| a | b |\n| c | d |\n::\n", "# Top\n\n::table{id=\"t\" header}\n| a | **bold** | b |\n| c | new | d |\n::\n"},
		"a bold cell moves":     {"# Top\n\n::table{id=\"t\" header}\n| a | x | **b** |\n| c | x | d |\n::\n", "# Top\n\n::table{id=\"t\" header}\n| a | **b** |\n| c | d |\n::\n"},
	} {
		before, after := placed(t, dir, "before.noma", texts[0]), placed(t, dir, "after.noma", texts[1])
		r := annsRedline(t, before, after)
		decided := placed(t, dir, "accepted.docx", string(decide(t, r.Data, revise.Accept, revisionIDs(r.Report.Changes...))))
		s, err := Load(t.Context(), before, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Review{AllowDelete: true}.Sync(t.Context(), s, decided, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Text != texts[1] {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}
