package redline

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
)

// TestProof: a redline in which one unchanged block is not as it was does not prove, whatever became of it.
func TestProof(t *testing.T) {
	word := func(src string) *opc.Package {
		d, _, err := noma.Parse(source.NewFile("report.noma", src), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var h opc.Held
		if err := docx.Render(&h, layout.Build(d, layout.Options{}), docx.Options{}); err != nil {
			t.Fatal(err)
		}
		p, err := h.Package(opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	was := docgen.Report(12)
	chunks := strings.Split(was, "\n\n")
	for k := 2; k < len(chunks); k += 9 {
		chunks[k] = strings.Replace(chunks[k], " ", " other ", 1)
	}
	now := strings.Join(chunks, "\n\n")
	j := &job{o: &Options{Author: "Ann"}, whole: map[*block]bool{}, left: map[*block]bool{}}
	var err error
	if j.r, err = j.o.rules(); err != nil {
		t.Fatal(err)
	}
	if j.old, err = open(word(was)); err != nil {
		t.Fatal(err)
	}
	if j.new, err = open(word(now)); err != nil {
		t.Fatal(err)
	}
	if err := j.prepare(); err != nil {
		t.Fatal(err)
	}
	data, set, _, err := j.write()
	if err != nil {
		t.Fatal(err)
	}
	text := set[j.old.main]
	proves := func(text string) bool {
		set[j.old.main] = text
		wrong, err := j.prove(data, set)
		return err == nil && len(wrong) == 0
	}
	if !proves(text) {
		t.Fatal("the redline does not prove")
	}
	c := rand.New(rand.NewPCG(1, 13))
	same := j.stories[0].a
	tried := 0
	for tried < 30 {
		b := same[c.IntN(len(same))]
		at := strings.Index(text, b.raw)
		if b.kind != paragraph && b.kind != table || at < 0 || plain(b.raw) == "" {
			continue
		}
		i := strings.Index(b.raw, "<w:t")
		i += strings.IndexByte(b.raw[i:], '>') + 1
		end := at + len(b.raw)
		for what, other := range map[string]string{
			"a letter more":       b.raw[:i] + "x" + b.raw[i:],
			"gone":                "",
			"twice":               b.raw + b.raw,
			"bold":                strings.Replace(b.raw, "<w:r><w:t", "<w:r><w:rPr><w:b/></w:rPr><w:t", 1),
			"followed by another": b.raw + `<w:p><w:r><w:t>more</w:t></w:r></w:p>`,
		} {
			if other != b.raw && proves(text[:at]+other+text[end:]) {
				t.Errorf("%s proves: %s", what, b.raw)
			}
		}
		tried++
	}
}
