package app

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestClientFiles: what generated documents become for clients has no id, no metadata and nothing internal in its text.
func TestClientFiles(t *testing.T) {
	documents, secrets, ids := 500, 0, 0
	if testing.Short() {
		documents = 20
	}
	for seed := range documents {
		c := seeded{rand.New(rand.NewPCG(uint64(*from+seed), 77))}
		src, marked := markSecrets(t, docgen.Client(c, 10))
		secrets += marked
		unshown := idsOf(t, src)
		ids += len(unshown)
		written := asWritten(t, src)
		for target, text := range clientTexts(t, src) {
			for _, word := range []string{"zzsecret", "confidence=", "formula:", "domain:", "Agent task", "Metric:", "Control: ", "base URL:", "last seen:", "severity:",
				"trend:", "type: text", "computed rows", " points", "Computed plot", "Computed table", "Computed metric"} {
				if strings.Contains(text, word) && !strings.Contains(written, word) {
					t.Fatalf("seed %d: %q in %s\n%s\n%s", seed, word, target, src, text)
				}
			}
			if m := rowCount.FindString(text); m != "" {
				t.Fatalf("seed %d: %q in %s\n%s\n%s", seed, m, target, src, text)
			}
			for _, id := range unshown {
				if regexp.MustCompile(`(^|[^\pL\pN_.-])` + regexp.QuoteMeta(id) + `($|[^\pL\pN_.-])`).MatchString(text) {
					t.Fatalf("seed %d: the id %q is in %s\n%s\n%s", seed, id, target, src, text)
				}
			}
		}
	}
	if secrets < documents/4 || ids < documents {
		t.Errorf("only %d internal paragraphs and %d ids", secrets, ids)
	}
}

// TestClientComments: comments that a client gets are in the text formats too, behind what they are about.
func TestClientComments(t *testing.T) {
	src := `---
title: The plan
audience: client
number_sections: true
---

# The plan

## Work

::claim{id="c1"}
First claim.
::

Second, with words.

- a
- b

::comment{id="k1" for="c1" author="A_B" date="2026-01-02"}
All *of* it.

And more.
::

::comment{id="k2" for="c1" exact="claim" author="Bo"}
A word?
::

::comment{reply_to="k2" author="Cy"}
Yes.
::

::change_request{id="r1" target="c1" exact="First" action="replace" from="First" to="The first" author="Bo" date="2026-01-03"}
::

::query{id="q1"}
Internal.
::

::comment{id="k5" for="q1" author="Di"}
Not for clients.
::

::comment{reply_to="k5" author="Ed"}
Nor is the answer.
::

::change_request{id="r2" target="c1" action="insert" to="new" author="Bo"}
It is missing.
::
`
	want := map[Target]string{Markdown: `---
title: The plan
---

# The plan

## 1 Work

First claim.

> **Comment**, A_B, 2026-01-02: All *of* it.
>
> And more.

> **Comment**, Bo, on “claim”: A word?

> **Answer**, Cy: Yes.

> **Change request**, Bo, 2026-01-03: replace “First” by “The first”

> **Change request**, Bo: insert “new”

It is missing.

Second, with words.

- a
- b
`, LLM: ""}
	want[LLM] = strings.ReplaceAll(strings.TrimPrefix(want[Markdown], "---\ntitle: The plan\n---\n\n"), "\n>\n", "\n> \n")
	for target, want := range want {
		s, err := FromText("client.noma", src)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: target, Comments: "keep"}); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", target, b.String(), want)
		}
	}
}

// TestNotesOnSources: a note on the panel of a source, which clients do not get, goes with it.
func TestNotesOnSources(t *testing.T) {
	src := "---\naudience: client\n---\n\n# T\n\nWords[^a] of [@c].\n\n::citation{id=\"c\" source=\"S\"}\n::\n\n::footnote{for=\"c\"}\nOn the source.\n::\n\n[^a]: Shown.\n"
	for target, text := range clientTexts(t, src) {
		if strings.Contains(text, "On the source") || !strings.Contains(text, "Shown.") {
			t.Errorf("%s:\n%s", target, text)
		}
	}
}

// TestClientMetrics: clients get the change and the target of a number, and nothing else that is said of it.
func TestClientMetrics(t *testing.T) {
	src := "---\naudience: client\n---\n\n# T\n\n::metric{label=\"Losses\" value=44.10 unit=\"t\" change=\"−48 %\" target=40.0 trend=\"down\" status=\"open\" as_of=\"2026-03-31\"}\n::\n"
	for target, text := range clientTexts(t, src) {
		for word, want := range map[string]bool{"−48 %": true, "Target": true, "40.0": true, "44.10": true, "open": false, "2026": false, "down": false} {
			if strings.Contains(text, word) != want {
				t.Errorf("%s: %q: %v\n%s", target, word, !want, text)
			}
		}
	}
}

// rowCount is what datasets say below them in a review.
var rowCount = regexp.MustCompile(`(?m)^\d+ rows?\b`)

// TestClientCommentsAreAll: the Markdown of generated documents has the comments and answers of their Word files, each once.
func TestClientCommentsAreAll(t *testing.T) {
	documents, found, missing := 200, 0, 0
	if testing.Short() {
		documents = 30
	}
	for seed := range documents {
		src := docgen.Placed(seeded{rand.New(rand.NewPCG(uint64(seed), 81))}, 8)
		s, err := FromText("client.noma", src)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: Markdown, Audience: "client", Comments: "keep"}); err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, c := range layout.Build(s.Doc, layout.Options{Sketch: true}).Comments {
			if d, ok := c.Node.(*noma.Directive); ok && d.Name == "comment" {
				want++
			}
		}
		found += want
		missing += want
		if got := strings.Count(b.String(), "> **Comment**") + strings.Count(b.String(), "> **Answer**"); got > want {
			t.Fatalf("seed %d: %d comments, Word has %d\n%s\n%s", seed, got, want, src, b.String())
		} else {
			missing -= got
		}
	}
	if found < documents/4 || missing > found/20 { // some are about what no text shows
		t.Errorf("%d comments, and %d are missing", found, missing)
	}
}

type seeded struct{ r *rand.Rand }

func (c seeded) Intn(n int) int { return c.r.IntN(n) }

// markSecrets puts a word into the paragraphs that clients do not get.
func markSecrets(t *testing.T, src string) (string, int) {
	t.Helper()
	doc := parsed(t, src)
	layout.Present(doc, layout.AudienceOf(doc))
	var edits []source.Edit
	for n := range noma.Walk(doc) {
		p, ok := n.(*noma.Paragraph)
		if d, _ := n.At().Parent.(*noma.Directive); ok && doc.LeftOut(n) && !inProgram(n) && (d == nil || !d.Is(noma.Note|noma.Data) && !d.Is(noma.Raw) && d.Name != "citation") {
			edits = append(edits, source.Edit{Span: source.Span{Start: p.Content.All().Start, End: p.Content.All().Start}, New: "zzsecret "})
		}
	}
	marked, err := source.Apply(src, edits)
	if err != nil {
		t.Fatal(err)
	}
	return marked, len(edits)
}

// inProgram reports whether a block is in the lines of a program, which are shown as they are.
func inProgram(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && (d.Is(noma.Program) || d.Name == "example") {
			return true
		}
	}
	return false
}

func parsed(t *testing.T, src string) *noma.Document {
	t.Helper()
	doc, err := noma.ParseText("client.noma", src)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// reference matches where a source names a block without showing its name.
var reference = regexp.MustCompile(`\b(id|for|parent|target|reply_to|dataset|scope|block|api|aliases)="[^"]*"|\[\[[^\]|]*\]\]|\(#[^)]*\)`)

// idsOf returns the ids that a source uses as names only.
func idsOf(t *testing.T, src string) (out []string) {
	t.Helper()
	rest := reference.ReplaceAllString(src, "") + asWritten(t, src)
	for n := range noma.Walk(parsed(t, src)) {
		id := n.At().ID
		d, ok := n.(*noma.Directive)
		if ok && id != "" && !strings.HasPrefix(id, "9") && !d.Is(noma.Note) && d.Name != "citation" && !strings.Contains(rest, id) {
			out = append(out, id)
		}
	}
	return out
}

// asWritten returns what is shown as it is written: code, the lines of programs, and values that have the name of a reference.
func asWritten(t *testing.T, src string) (rest string) {
	t.Helper()
	for n := range noma.Walk(parsed(t, src)) {
		switch n := n.(type) {
		case *noma.Code:
			rest += n.Content.S
		case *noma.Directive:
			if n.Is(noma.Raw|noma.Program|noma.Computed) || n.Name == "example" {
				rest += n.RawBody.S
			}
			if n.Name == "metric" {
				rest += n.AttrText("target") // a value, not a reference
			}
		}
		for text := range noma.Texts(n) {
			for _, x := range noma.ParseInline(text.S) {
				if x.Kind == noma.InlineCode {
					rest += x.Text
				}
			}
		}
	}
	return rest
}

var (
	hiddenMarkup = regexp.MustCompile(`<(style|script|desc|head)\b`)
	tags         = regexp.MustCompile(`<[^>]*>`)
	wordText     = regexp.MustCompile(`<w:t(?: [^>]*)?>([^<]*)</w:t>|</w:(p)>`)
)

// withoutHidden returns a page without the elements that show nothing. What a regular expression does of their content, which is long,
// takes too long.
func withoutHidden(page string) string {
	var b strings.Builder
	for {
		at := hiddenMarkup.FindStringSubmatchIndex(page)
		if at == nil {
			return b.String() + page
		}
		b.WriteString(page[:at[0]])
		_, rest, _ := strings.Cut(page[at[1]:], "</"+page[at[2]:at[3]]+">")
		page = rest
	}
}

func clientTexts(t *testing.T, src string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, target := range []Target{Word, HTML, Markdown, LLM} {
		s, err := FromText("client.noma", src)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: target, Strict: true}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		switch target {
		case Word:
			var words strings.Builder
			for _, part := range []string{"document", "footnotes", "endnotes", "comments", "header1", "footer1"} {
				for _, m := range wordText.FindAllStringSubmatch(partOf(t, b.String(), "word/"+part+".xml"), -1) {
					words.WriteString(m[1] + strings.Repeat("\n", len(m[2])))
				}
			}
			text = words.String()
		case HTML:
			text = tags.ReplaceAllString(withoutHidden(text), "")
		}
		out[string(target)] = text
	}
	return out
}

// TestClientHeadings: a reference to a heading with a reference in it shows no id, nor does a header with the name of the section.
func TestClientHeadings(t *testing.T) {
	src := "---\naudience: client\n---\n\n::header{section_title}\nHead\n::\n\n# About [[hyp-0]] and **[[h-2]]** {id=\"h-1\"}\n\n::hypothesis{id=\"hyp-0\"}\nx\n::\n\n" +
		"See [[h-1]].\n\n## See [[h-1]] {id=\"h-2\"}\n\nText.\n"
	for target, text := range clientTexts(t, src) {
		if !strings.Contains(text, "See About hypothesis and") || strings.Contains(text, "hyp-0") || strings.Contains(text, "h-1") {
			t.Errorf("%s:\n%s", target, text)
		}
	}
}
