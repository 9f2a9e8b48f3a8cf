package llm_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/llm"
)

func parse(t testing.TB, text string) *noma.Document {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("doc.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func render(t testing.TB, d *noma.Document, o llm.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := llm.Render(&b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		golden.Check(t, filepath.Join(filepath.Dir(file), "render.llm.txt"), []byte(render(t, parse(t, read(t, file)), llm.Options{})))
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestBlocks are the rules of text-renders.md §1 that no sample shows.
func TestBlocks(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"empty":            {"", "\n"},
		"words":            {"# A {id=a}\n\nThe price.\n\n::comment{for=a exact=\"price\" author=\"Bo\"}\nWhy?\n::\n", "# A  [#a]\n\nThe price.\n\n[COMMENT for=\"a\" author=\"Bo\" on \"price\"]\nWhy?\n\n[/COMMENT]\n"},
		"title of a kind":  {"---\ntitle: 2026\n---\n", "# 2026\n"},
		"title not truthy": {"---\ntitle: 0\n---\nx\n", "x\n"},
		"no id":            {"# ☃\n", "# ☃\n"},
		"table widths": {"| a\\|b | 🎉🎉🎉 | c | d |\n|:---|:---:|---:|---|\n| | | long cell | |\n",
			"| a\\|b | 🎉🎉🎉 | c         | d   |\n| :--- | :-----: | --------: | --- |\n|      |        | long cell |     |\n"},
		"narrow centre":     {"| a | b |\n|:---:|---|\n", "| a   | b   |\n| :--: | --- |\n"},
		"quote is verbatim": {"> **a**\n>\n> b\n", "> **a**\n> \n> b\n"},
		"attributes":        {"::x{a=1.50 b c=false d='say \"hi\"' e=\"1\" a=2}\n::\n", "[X a=2 b=true c=false d=\"say \\\"hi\\\"\" e=1]\n[/X]\n"},
		"namespace":         {"::a::b\nx\n::\n", "[A::B]\nx\n\n[/A::B]\n"},
		"blank lines":       {"```\na\n\n\n\nb\n```\n", "```\na\n\nb\n```\n"},
		"formula missing":   {"::computed_metric{id=\"m\"}\n::\n", "[COMPUTED_METRIC id=\"m\"]\nformula: <missing>\n[/COMPUTED_METRIC]\n"},
		"formula fails":     {"::computed_plot{formula=\"1/0\" domain=\"x: 0..2\"}\n::\n", "[COMPUTED_PLOT formula=\"1/0\" domain=\"x: 0..2\"]\nformula: 1/0\n[/COMPUTED_PLOT]\n"},
		"plot without domain": {"::computed_plot{formula=\"2*3\"}\n::\n",
			"[COMPUTED_PLOT formula=\"2*3\"]\nformula: 2*3\ndefault: 6\n[/COMPUTED_PLOT]\n"},
		"nested hatch": {"::grid\n:::script\nx\n:::\n::\n",
			"[GRID]\n[SCRIPT escape-hatch block omitted from LLM context]\n\n[/GRID]\n"},
		"notation in several blocks": {"::plotly\n{\n\n\"data\": []}\n::\n::math\n\na\n> b\n\n::\n",
			"[PLOTLY]\n{\n\n\"data\": []}\n[/PLOTLY]\n\n[MATH]\na\n> b\n[/MATH]\n"},
	} {
		if got := render(t, parse(t, c.source), llm.Options{}); got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// TestBodyWithoutChildren is a dataset whose file the loader has put in.
func TestBodyWithoutChildren(t *testing.T) {
	d := parse(t, "::dataset{id=\"d\"}\n::\n")
	n := d.Children[0].(*noma.Directive)
	n.HasBody, n.Body = true, "a,b\n1,2\n"
	if got, want := render(t, d, llm.Options{}), "[DATASET id=\"d\"]\na,b\n1,2\n\n[/DATASET]\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBudget: the output is never longer than the budget, is the whole text when that fits, and
// otherwise begins like it and says that it was cut.
func TestBudget(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := parse(t, docgen.Document(chooser{rt}, 8))
		whole := render(t, d, llm.Options{})
		budget := rapid.IntRange(1, noma.UTF16Len(whole)+20).Draw(rt, "budget")
		got := render(t, d, llm.Options{Budget: budget})
		if n := noma.UTF16Len(got); n > budget {
			rt.Fatalf("%d units for a budget of %d", n, budget)
		}
		if noma.UTF16Len(whole) <= budget {
			if got != whole {
				rt.Fatal("a text that fits was changed")
			}
			return
		}
		marker := fmt.Sprintf("\n\n[LLM context truncated at %d characters]\n", budget)
		if budget <= len(marker) {
			if got != marker[:budget] {
				rt.Fatalf("a small budget gives %q", got)
			}
			return
		}
		kept, ok := strings.CutSuffix(got, marker)
		if !ok || !strings.HasPrefix(whole, kept) {
			rt.Fatalf("cut as %q", got)
		}
		// A whole line was kept if there was a line to keep.
		if rest := whole[len(kept):]; strings.Contains(kept, "\n") && strings.TrimLeft(rest, " \t")[0] != '\n' {
			rt.Fatalf("cut inside a line, before %.20q", rest)
		}
	})
}

func TestBudgetCutsCharactersWhole(t *testing.T) {
	d := parse(t, strings.Repeat("🎉", 60)+"\n")
	for budget := 46; budget < 60; budget++ {
		got := render(t, d, llm.Options{Budget: budget})
		if strings.ContainsRune(got, '\uFFFD') || noma.UTF16Len(got) > budget {
			t.Errorf("budget %d gives %q", budget, got)
		}
	}
}

func TestStaleMemories(t *testing.T) {
	const text = `::memory_index{id="index"}
- [[old]] and [[older]]
- [[old]] and [[rule]]
- no link

One [[o]] paragraph
of [[older]] alone.
::

::memory_index
[[old]] goes
[[rule]] stays
[[sealed]]
::

::memory{id="old" type="project" last_seen="2026-01-01" aliases="o"}
old body
::

::memory{id="older" type="reference" last_seen="2026-01-01T10:00:00Z"}
older body
::

::memory{id="rule" type="user" last_seen="2020-01-01"}
rule body
::

::memory{id="sealed" type="feedback" last_seen="2020-01-01" expired}
sealed body
::

::memory{id="unseen" type="project" expired}
unseen body
::

::memory{id="edge" type="project" last_seen="2026-01-12"}
edge body
::

::memory{id="odd" type="project" last_seen="last week"}
odd body
::
`
	d := parse(t, text)
	got := render(t, d, llm.Options{StaleDays: 10, Now: time.Date(2026, 1, 22, 0, 0, 0, 0, time.UTC)})
	const head = `[MEMORY_INDEX id="index"]
- old and rule
- no link

[/MEMORY_INDEX]

[MEMORY_INDEX]
rule stays

[/MEMORY_INDEX]

[MEMORY id="rule"`
	if !strings.HasPrefix(got, head) {
		t.Errorf("index is\n%s", got)
	}
	for _, body := range []string{"rule", "unseen", "edge", "odd"} {
		if !strings.Contains(got, body+" body") {
			t.Errorf("%s was dropped", body)
		}
	}
	for _, body := range []string{"old", "older", "sealed"} {
		if strings.Contains(got, body+" body") {
			t.Errorf("%s was kept", body)
		}
	}
	if all := render(t, d, llm.Options{Now: time.Now()}); !strings.Contains(all, "sealed body") {
		t.Error("without a window a memory was dropped")
	}
}

type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

type fullWriter struct{}

var errFull = errors.New("full")

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := llm.Render(fullWriter{}, &noma.Document{}, llm.Options{}); !errors.Is(err, errFull) {
		t.Errorf("Render returns %v", err)
	}
}

// FuzzRender: any text that parses is printed, within any budget.
func FuzzRender(f *testing.F) {
	for seed := range int64(20) {
		f.Add(docgen.Document(rand.New(rand.NewSource(seed)), 6), "claim", "table", 200)
	}
	f.Add("[[[[[](](\\[`**_*_", "paragraph", "", 3)
	f.Fuzz(func(t *testing.T, text, only, not string, budget int) {
		d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
		if err != nil {
			return
		}
		var b strings.Builder
		o := llm.Options{Select: []string{only}, Exclude: []string{not}, Budget: budget, StaleDays: 1}
		if err := llm.Render(&b, d, o); err != nil {
			t.Fatal(err)
		}
		if budget > 0 && noma.UTF16Len(b.String()) > budget {
			t.Fatalf("%d units for a budget of %d", noma.UTF16Len(b.String()), budget)
		}
	})
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := parse(b, docgen.Report(n))
			b.SetBytes(int64(len(d.File.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := llm.Render(io.Discard, d, llm.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleRender() {
	d, _, err := noma.Parse(source.NewFile("", "# Plan\n\nSome **text**.\n\n::risk{id=\"r\" severity=high}\nSee [[plan]].\n::\n"), noma.Options{})
	if err != nil {
		panic(err)
	}
	if err := llm.Render(os.Stdout, d, llm.Options{Select: []string{"risk"}}); err != nil {
		panic(err)
	}
	// Output:
	// # Plan  [#plan]
	//
	// [RISK id="r" severity="high"]
	// See plan.
	//
	// [/RISK]
}
