package reviewsync_test

import (
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
