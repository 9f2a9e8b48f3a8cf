package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// profiles are what is left of a file when it comes back.
var profiles = map[string]func(d *wml.Document){
	"untouched":     func(*wml.Document) {},
	"part gone":     func(d *wml.Document) { d.Manifest = nil },
	"manifest gone": func(d *wml.Document) { d.Manifest, d.Properties = nil, nil },
	// What a web editor returns: no marks, no styles, and the text of a paragraph in one run.
	"flattened": func(d *wml.Document) {
		d.Manifest, d.Properties = nil, nil
		for _, st := range d.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				*p = wml.Paragraph{Runs: []wml.Run{{Text: text(p)}}}
			}
		}
	},
}

func text(p *wml.Paragraph) string {
	var b strings.Builder
	for i := range p.Runs {
		b.WriteString(layout.Characters(&p.Runs[i]))
	}
	return b.String()
}

func kinship(t fataler, src string, d *wml.Document) reviewsync.Kinship {
	return reviewsync.KinshipOf(source.NewFile("", src), func() *layout.Plan { return planOf(t, src) }, d)
}

// TestOwnFilesAreKnown: no file is refused by the source it was made from, whatever an editor left of it.
func TestOwnFilesAreKnown(t *testing.T) {
	n := seeds(150)
	for seed := *from; seed < *from+n; seed++ {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 151))}, 8)
		file := render(t, src)
		for name, back := range profiles {
			d := readAnew(t, file)
			back(d)
			if k := kinship(t, src, d); !k.Related {
				t.Fatalf("seed %d, %s: the file shares %d of %d paragraphs and is refused\n%s", seed, name, k.Shared, k.Paragraphs, src)
			}
		}
	}
}

var codeAndDiagrams = regexp.MustCompile("(?s)```.*?```\n|::diagram.*?\n::\n")

// TestForeignFilesAreRefused: the file of another document is refused, with its manifest and without. The
// documents are large enough that they do not agree by chance: all words come from one short list.
func TestForeignFilesAreRefused(t *testing.T) {
	n := seeds(60)
	var sources []string
	var files []*wml.Document
	for seed := *from; len(sources) < n; seed++ {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 157))}, 12)
		src, _, _ = strings.Cut(src, "\n::citation{id=\"src-1\"") // which all documents have in common, as they have code and diagrams
		src = codeAndDiagrams.ReplaceAllString(src, "")
		src, _, _ = strings.Cut(src, "\n[^m-")
		if len(strings.Fields(src)) > 80 {
			sources = append(sources, src)
			files = append(files, read(t, render(t, src)))
		}
	}
	for i, src := range sources {
		for _, bare := range []bool{false, true} {
			for k := range min(8, n-1) {
				other := (i + k + 1) % n
				d := *files[other]
				if bare {
					profiles["manifest gone"](&d)
				}
				if kin := kinship(t, src, &d); kin.Related {
					t.Fatalf("document %d takes the file of document %d, which shares %d of %d paragraphs (manifest gone: %v)\n%s\nthe other:\n%s",
						i, other, kin.Shared, kin.Paragraphs, bare, src, sources[other])
				}
			}
		}
	}
}

// TestRewrittenFilesAreKnown: half of the paragraphs can be others, on either side; a file that says what was
// sent is known by that.
func TestRewrittenFilesAreKnown(t *testing.T) {
	prose := func(from, n int) []string {
		c := rand.New(rand.NewPCG(uint64(from), 163))
		var out []string
		for range n {
			var words []string
			for range 6 + c.IntN(10) {
				words = append(words, fmt.Sprint("w", c.IntN(5000)))
			}
			out = append(out, strings.Join(words, " ")+".")
		}
		return out
	}
	source := func(paras []string) string { return "# Report\n\n" + strings.Join(paras, "\n\n") + "\n" }
	// every so many of a, and else b
	mixed := func(every int, a, b []string) []string {
		var out []string
		for i := range a {
			if i%every == 0 {
				out = append(out, a[i])
			} else {
				out = append(out, b[i])
			}
		}
		return out
	}
	for _, n := range []int{4, 10, 40, 2000} {
		sent, other := prose(1, n), prose(2, n)
		bare := func(d *wml.Document) *wml.Document {
			profiles["manifest gone"](d)
			return d
		}
		for name, c := range map[string]struct {
			now  []string
			back *wml.Document
			want bool
		}{
			"the reviewer rewrote half":                 {sent, bare(read(t, render(t, source(mixed(2, sent, other))))), true},
			"the author rewrote half":                   {mixed(2, sent, other), bare(read(t, render(t, source(sent)))), true},
			"the author rewrote three of four":          {mixed(4, sent, other), read(t, render(t, source(sent))), n > 4},
			"the reviewer deleted half":                 {sent, bare(read(t, render(t, source(sent[:n/2])))), true},
			"the author wrote as much again":            {append(sent[:n:n], other...), bare(read(t, render(t, source(sent)))), true},
			"another document":                          {sent, bare(read(t, render(t, source(other)))), false},
			"another document, of which it says so":     {sent, read(t, render(t, source(other))), false},
			"another document with a paragraph of this": {sent, read(t, render(t, source(append(other[:n:n], sent[0])))), false},
		} {
			if k := kinship(t, source(c.now), c.back); k.Related != c.want {
				t.Errorf("%d paragraphs, %s: related %v, with %d of %d paragraphs", n, name, k.Related, k.Shared, k.Paragraphs)
			}
		}
	}
	// Rewritten by the reviewer and by the author since: the manifest knows what both began with.
	sent, other, third := prose(1, 40), prose(2, 40), prose(3, 40)
	d, all := read(t, render(t, source(sent))), read(t, render(t, source(third)))
	d.Stories = all.Stories
	if k := kinship(t, source(mixed(4, sent, other)), d); !k.Related {
		t.Error("a translated file is not known by its manifest")
	}
	if k := kinship(t, source(sent), d); !k.Related {
		t.Error("a translated file is not known by the source's hash")
	}
}
