package redline

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestProof: a redline in which one unchanged block is not as it was does not prove, whatever became of it.
func TestProof(t *testing.T) {
	was := docgen.Report(12)
	chunks := strings.Split(was, "\n\n")
	for k := 2; k < len(chunks); k += 9 {
		chunks[k] = strings.Replace(chunks[k], " ", " other ", 1)
	}
	now := strings.Join(chunks, "\n\n")
	j := prepared(t, was, now)
	data, set, _, err := j.write()
	if err != nil {
		t.Fatal(err)
	}
	text := set[j.old.main]
	proves := func(part, text string) bool {
		was := set[part]
		set[part] = text
		defer func() { set[part] = was }()
		wrong, err := j.prove(data, set)
		return err == nil && len(wrong) == 0
	}
	if !proves(j.old.main, text) {
		t.Fatal("the redline does not prove")
	}
	c := rand.New(rand.NewPCG(1, 13))
	same := j.stories[0].a
	tried := 0
	for tried < 60 {
		n := c.IntN(len(same) - 1)
		b, next := same[n], same[n+1]
		at := strings.Index(text, b.raw)
		if b.kind != paragraph && b.kind != table || at < 0 || plain(b.raw) == "" {
			continue
		}
		i := strings.Index(b.raw, "<w:t")
		i += strings.IndexByte(b.raw[i:], '>') + 1
		end := at + len(b.raw)
		others := map[string]string{
			"a letter more":       b.raw[:i] + "x" + b.raw[i:],
			"gone":                "",
			"twice":               b.raw + b.raw,
			"bold":                strings.Replace(b.raw, "<w:r><w:t", "<w:r><w:rPr><w:b/></w:rPr><w:t", 1),
			"followed by another": b.raw + `<w:p><w:r><w:t>more</w:t></w:r></w:p>`,
			"of another style":    strings.Replace(b.raw, "<w:pStyle w:val=\"", "<w:pStyle w:val=\"x", 1),
			"inserted":            `<w:p><w:pPr><w:rPr><w:ins w:id="9999" w:author="Ann"/></w:rPr></w:pPr><w:ins w:id="9998" w:author="Ann"><w:r><w:t>more</w:t></w:r></w:ins></w:p>` + b.raw,
			"deleted in part":     strings.Replace(b.raw, "</w:p>", `<w:del w:id="9999" w:author="Ann"><w:r><w:delText>more</w:delText></w:r></w:del></w:p>`, 1),
		}
		for what, other := range others {
			if other != b.raw && proves(j.old.main, text[:at]+other+text[end:]) {
				t.Errorf("%s proves: %s", what, b.raw)
			}
		}
		if strings.HasPrefix(text[end:], next.raw) && next.raw != b.raw && next.kind != mark &&
			proves(j.old.main, text[:at]+next.raw+b.raw+text[end+len(next.raw):]) {
			t.Errorf("changed places prove: %s%s", b.raw, next.raw)
		}
		tried++
	}
	for part, text := range map[string]string{j.old.main: text, j.old.related(opc.TypeFootnotes): set[j.old.related(opc.TypeFootnotes)]} {
		for _, tag := range []string{"<w:ins ", "<w:del ", "<w:delText"} { // of one change at a time
			for at := 0; ; {
				i := strings.Index(text[at:], tag)
				if i < 0 {
					break
				}
				at += i
				shown := strings.IndexByte(text[at:], '>') + at + 1
				if n := strings.Index(text[at:], "<w:t "); tag == "<w:ins " && n >= 0 {
					shown = strings.IndexByte(text[at+n:], '>') + at + n + 1
				} else if n := strings.Index(text[at:], "<w:delText"); n >= 0 {
					shown = strings.IndexByte(text[at+n:], '>') + at + n + 1
				}
				if proves(part, text[:shown]+"x"+text[shown:]) {
					t.Errorf("a letter more in a change of %s proves: %s", part, text[at:shown+20])
				}
				at++
			}
		}
	}
}

// prepared returns two sources that are about to be compared.
func prepared(t *testing.T, was, now string) *job {
	t.Helper()
	word := func(src string) *opc.Package {
		d, _, err := noma.Parse(source.NewFile("report.noma", src), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return packageOf(t, d)
	}
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
	return j
}

// TestProofOfNumbers: notes are numbered anew in the order of their references, and a redline in which one of these leads to another note does
// not prove.
func TestProofOfNumbers(t *testing.T) {
	const was = "# Top\n\nOne[^1].\n\nTwo[^2].\n\nThree words[^3].\n\n[^1]: First.\n\n[^2]: Second.\n\n[^3]: Third.\n"
	now := strings.Replace(strings.Replace(was, "Two", "More[^4] and two", 1), "[^1]: ", "[^4]: Fourth.\n\n[^1]: ", 1)
	j := prepared(t, was, now)
	data, set, _, err := j.write()
	if err != nil {
		t.Fatal(err)
	}
	text, notes := set[j.old.main], j.old.related(opc.TypeFootnotes)
	ids := referred(text, "footnote")
	if len(ids) != 4 || !rises(ids) || set[notes] == "" {
		t.Fatalf("%v\n%s", ids, set[notes])
	}
	proves := func() bool {
		wrong, err := j.prove(data, set)
		return err == nil && len(wrong) == 0
	}
	if !proves() {
		t.Fatal("the redline does not prove")
	}
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			set[j.old.main] = renamed(text, "<w:footnoteReference ", map[string]string{a: b, b: a})
			if proves() {
				t.Errorf("references to %s and %s that changed places prove", a, b)
			}
		}
	}
}
