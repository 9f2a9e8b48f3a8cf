package reviewsync_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestTypedBoxesAreNoWords: a file whose check boxes came back as characters has in common with its source what it has with the boxes.
func TestTypedBoxesAreNoWords(t *testing.T) {
	for seed := *from; seed < *from+seeds(60); seed++ {
		c := rand.New(rand.NewPCG(uint64(seed), 173))
		var b strings.Builder
		for range 1 + c.IntN(8) {
			fmt.Fprintf(&b, "- [%s]", []string{" ", "x"}[c.IntN(2)])
			for range 1 + c.IntN(3) {
				fmt.Fprintf(&b, " word%d", c.IntN(40))
			}
			b.WriteByte('\n')
		}
		src := b.String()
		with, typed := readAnew(t, render(t, src)), readAnew(t, render(t, src))
		boxes := 0
		for _, d := range []*wml.Document{with, typed} {
			d.Manifest, d.Properties = nil, nil
		}
		for _, st := range typed.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				if p.Box != wml.NoBox {
					p.Runs = slices.Insert(slices.Clone(p.Runs), 0, wml.Run{Text: map[wml.Box]string{wml.OpenBox: "☐ ", wml.DoneBox: "☒ "}[p.Box]})
					p.Box = wml.NoBox
					boxes++
				}
			}
		}
		want, got := kinship(t, src, with), kinship(t, src, typed)
		if boxes == 0 || got != want || !got.Related {
			t.Fatalf("seed %d: %d boxes as text: %+v, and with the boxes %+v\n%s", seed, boxes, got, want, src)
		}
	}
}

// TestPagesOfLibreOffice: what LibreOffice writes in the place of a page number of the contents is no edit; words that another program
// brings back there are reported, and change nothing either.
func TestPagesOfLibreOffice(t *testing.T) {
	for seed := *from; seed < *from+seeds(40); seed++ {
		c := rand.New(rand.NewPCG(uint64(seed), 179))
		var b strings.Builder
		b.WriteString("# Report\n\n::toc{title=\"Contents\"}\n::\n")
		for i := range 1 + c.IntN(5) {
			fmt.Fprintf(&b, "\n## Part %d\n\nSome words %d.\n", i+1, c.IntN(90))
		}
		src := b.String()
		for program, reported := range map[string]bool{"LibreOffice/7.4.7.2": false, "Microsoft Office Word": true} {
			d, err := openDesk(render(t, src))
			if err == nil {
				err = d.writtenBy(program)
			}
			if err != nil {
				t.Fatal(err)
			}
			made := 0
			for _, code := range below(d.body(), "instrText") {
				if !strings.Contains(code.Text(), "PAGEREF") || made > 0 && c.IntN(2) == 0 {
					continue
				}
				runs := code.Parent().Parent().SelectElements("w:r")
				for _, r := range runs[slices.Index(runs, code.Parent()):] {
					if text := r.SelectElement("w:t"); text != nil {
						text.SetText("Error: Reference source not found")
						made++
						break
					}
				}
			}
			file, err := d.save()
			if err != nil {
				t.Fatal(err)
			}
			got, res := sync(t, src, file)
			refused := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Code == reviewsync.CodeGenerated })
			if made == 0 || got != src || refused != reported || !reported && len(res.Findings) > 0 {
				t.Fatalf("seed %d, %s, %d numbers: %s\nof\n%s\nfindings: %s", seed, program, made, got, src, describe(res))
			}
		}
	}
}

// TestEquationsInContents: entries of the contents are links with all that is in the headings, equations and references too: what a program
// does to all links is no edit of an entry.
func TestEquationsInContents(t *testing.T) {
	for _, title := range []string{"$x_4$", "$x_4$ and [[c-1]]", "So $x_4$, [[c-1]] **here**"} {
		var b strings.Builder
		b.WriteString("::toc\n::\n\n# " + title + "\n\n::claim{id=\"c-1\" title=\"Of it\"}\nA claim.\n::\n\n## Then " + title + "\n")
		for i := range 4 {
			fmt.Fprintf(&b, "\nSo [a link%d](https://example.org/%d) is here.\n", i, i)
		}
		for _, through := range []string{"no links", "bookmarks renamed"} {
			d, err := openDesk(render(t, b.String()))
			if err == nil {
				err = errors.Join(acts[through](d, nil, nil), d.writtenBy("Quill 3"))
			}
			if err != nil {
				t.Fatal(err)
			}
			file, err := d.save()
			if err != nil {
				t.Fatal(err)
			}
			quietThrough(t, b.String(), file, []string{through})
		}
	}
}

// TestContentsFollowReferences: an entry of the contents that was made anew shows its edited heading with what the references in that show.
func TestContentsFollowReferences(t *testing.T) {
	src := "::toc\n::\n\n# So [[c-1]] ends {id=\"so\"}\n\n::claim{id=\"c-1\" title=\"Of it\"}\nA claim.\n::\n"
	d, err := openDesk(render(t, src))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range d.allOf("t") {
		if strings.Contains(e.Text(), " ends") {
			e.SetText(strings.Replace(e.Text(), " ends", " begins", 1))
			n++
		}
	}
	file, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	got, res := sync(t, src, file)
	if want := strings.Replace(src, " ends ", " begins ", 1); n != 2 || got != want || len(res.Findings) != 1 {
		t.Fatalf("%d places: the source becomes\n%s\nfindings: %s", n, got, describe(res))
	}
}

// TestHeadingsRenamedMeanwhile: contents and references of a file that LibreOffice saved unedited leave nothing to say when the author has
// renamed headings, taken them out or put some in since, which are other places to lead to then.
func TestHeadingsRenamedMeanwhile(t *testing.T) {
	for seed := *from; seed < *from+seeds(60); seed++ {
		c := rand.New(rand.NewPCG(uint64(seed), 181))
		var sent, now strings.Builder
		for _, b := range []*strings.Builder{&sent, &now} {
			fmt.Fprintf(b, "---\nnumber_sections: %v\n---\n\n# Report\n\n::toc{depth=3}\n::\n", seed%2 == 0)
		}
		for i := range 2 + c.IntN(5) {
			part := fmt.Sprintf("\n%s %%s %d\n\nSome words %d.\n", []string{"##", "###"}[c.IntN(2)*min(i, 1)], i, c.IntN(90))
			fmt.Fprintf(&sent, part, "Part")
			switch c.IntN(4) {
			case 0:
				fmt.Fprintf(&now, part, "Chapter")
			case 1:
				fmt.Fprintf(&now, part+"\n### And %d\n\nMore words.\n", "Part", i)
			default:
				fmt.Fprintf(&now, part, "Part")
			}
		}
		d, err := openDesk(render(t, sent.String()))
		if err == nil {
			err = d.writtenBy("LibreOffice/7.4.7.2")
		}
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		if got, res := syncWith(t, now.String(), file, reviewsync.Options{}); got != now.String() || len(res.Findings) > 0 {
			t.Errorf("%d: %s\n%s\nbecame\n%s", seed, describe(res), now.String(), got)
		}
	}
}
