package validate

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"pgregory.net/rapid"
)

var today = time.Date(2026, 6, 15, 0, 0, 0, 0, time.UTC)

func parse(t testing.TB, text string) *noma.Document {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("x.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestJSON(t *testing.T) {
	list := Document(parse(t, "::evidence{id=\"e\" for=\"claim-oen\"}\n::\n\n::claim{id=\"claim-one\"}\nA & B <c>\n::\n"), Options{Profiles: []string{"odd"}})
	var got bytes.Buffer
	if err := WriteJSON(&got, list); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/check.json", got.Bytes())
	got.Reset()
	if err := WriteJSON(&got, diag.List{{Severity: diag.Info, Code: "c", Message: "m", File: "chapter.noma"}}); err != nil || !strings.Contains(got.String(), `"file": "chapter.noma"`) {
		t.Errorf("the file of a chapter is lost: %s, %v", got.String(), err)
	}
	got.Reset()
	if err := WriteJSON(&got, nil); err != nil || got.String() != "[]\n" {
		t.Errorf("an empty list prints %q, %v", got.String(), err)
	}
}

func codes(l diag.List) string {
	var s []string
	for _, d := range l {
		s = append(s, d.Code)
	}
	return strings.Join(s, " ")
}

func TestOptions(t *testing.T) {
	const old = "::citation{id=\"c\" source=\"s\" accessed=\"2026-05-15\"}\n::\n"
	const own = "::citation{id=\"c\" source=\"s\" accessed=\"2026-05-15\" stale_after_days=20}\n::\n"
	const doc = "---\nstale_citation_days: 20\n---\n"
	for _, c := range []struct {
		name, text string
		opts       Options
		want       string
	}{
		{"no clock", "::citation{source=\"s\" accessed=\"1999-01-01\"}\n::\n", Options{}, ""},
		{"a year by default", old, Options{Now: today}, ""},
		{"after a year", old, Options{Now: today.AddDate(1, 0, 0)}, "stale-citation"},
		{"the last day counts as fresh", old, Options{Now: today.AddDate(0, 11, 0)}, ""},
		{"the document's window", doc + old, Options{Now: today}, "stale-citation"},
		{"the citation's own window", own, Options{Now: today}, "stale-citation"},
		{"the caller's window wins", doc + own, Options{Now: today, StaleDays: 40}, ""},
		{"a future date", old, Options{Now: today.AddDate(-1, 0, 0), StaleDays: 1}, ""},
		{"ignored", doc + old, Options{Now: today, IgnoreRules: []string{"stale-citation"}}, ""},
		{"a profile from outside", "::tab\nx\n::\n", Options{Profiles: []string{"minimal"}}, "out-of-profile-directive"},
		{"two profiles unite", "::button\nx\n::\n", Options{Profiles: []string{"minimal", "technical"}}, ""},
		{"an unknown profile restricts nothing", "::tab\nx\n::\n", Options{Profiles: []string{"odd", "odd"}}, "unknown-profile"},
		{"claims without evidence", "::claim{id=\"c\"}\nx\n::\n", Options{}, "claim-without-evidence"},
		{"evidence not asked for", "::claim{id=\"c\"}\nx\n::\n", Options{NoEvidence: true}, ""},
		{"a claim nobody can name", "::claim\nx\n::\n", Options{}, ""},
		{"evidence by alias", "::claim{id=\"c\" aliases=\"k\"}\nx\n::\n::evidence{for=\"k\"}\ny\n::\n", Options{}, ""},
		{"an unknown rule to ignore", "text", Options{IgnoreRules: []string{"zzz", "zzz", "duplicate-id"}}, "unknown-ignore-rule"},
		{"which can be ignored itself", "text", Options{IgnoreRules: []string{"zzz", "unknown-ignore-rule"}}, ""},
	} {
		if got := codes(Document(parse(t, c.text), c.opts)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNearestID(t *testing.T) {
	d := parse(t, "# Introduction {aliases=\"opening\"}\n\n## Market size\n\n## Market sizes\n")
	s := namesOf(d, func(noma.Node) bool { return true })
	for wrong, want := range map[string]string{
		"introductoin": "introduction", "introductio": "introduction", "xintroductionx": "introduction", "openin": "opening",
		"introdctn": "", "market-siz": "market-size", "market-siez": "", "market-sizess": "market-sizes", "op": "", "opn": "",
	} {
		if got, ok := s.guess(wrong); ok != (want != "") || ok && got != want {
			t.Errorf("%s is taken for %q", wrong, got)
		}
	}
}

// The guess is the one that the textbook distance to every word gives.
func TestGuess(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abé-")), 1, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 0, 12).Draw(t, "words")
		wrong := word.Filter(func(s string) bool { return !slices.Contains(words, s) }).Draw(t, "wrong")
		best, at, tie := "", 3, false
		for _, w := range slices.Compact(slices.Sorted(slices.Values(words))) {
			switch d := textbookDistance([]rune(w), []rune(wrong)); {
			case d < at:
				best, at, tie = w, d, false
			case d == at:
				tie = true
			}
		}
		if at > 2 || tie || len([]rune(wrong)) <= 3 {
			best = ""
		}
		if got, ok := newSpelling(words...).guess(wrong); ok != (best != "") || ok && got != best {
			t.Fatalf("%q among %q is taken for %q, want %q", wrong, words, got, best)
		}
	})
}

func textbookDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		prev := row[0]
		row[0] = i + 1
		for j, y := range b {
			d := prev
			if x != y {
				d = 1 + min(prev, row[j], row[j+1])
			}
			prev, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

func TestWikiTargets(t *testing.T) {
	for text, want := range map[string]string{
		"[[a]] and [[b|B]]":            "a b",
		"[[ a ]] [[ b | x ]]":          "a b",
		"`[[a]]` [[b]] ``[[c]]``":      "b",
		"`[[a]]\n[[b]]` [[c]]":         "c",
		"[[a] [[b]]":                   "b",
		"[[[a]]] [[]] [[[[b]]]]":       "a b",
		"[[1a]] [[_a]] [[a-b.c/d:e]]":  "1a _a a-b.c/d:e",
		"[[Page Title]] [[p#h]] [[é]]": "Page Title p#h é",
		"[[a\n]]":                      "",
	} {
		if got := strings.Join(wikiTargets(text), " "); got != want {
			t.Errorf("%q links to %q, want %q", text, got, want)
		}
	}
}

// Laws that hold for every document: a rule that is ignored is silent and nothing else changes; the
// places lie in the document.
func TestLaws(t *testing.T) {
	var pieces []string
	for _, doc := range corpus(t) {
		pieces = append(pieces, strings.Split(doc, "\n\n")...)
	}
	all := allCodes()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "blocks"), "\n\n")
		d, _, err := noma.Parse(source.NewFile("x", text), noma.Options{})
		if err != nil {
			return
		}
		list := Document(d, Options{Now: today})
		for _, x := range list {
			if _, known := slices.BinarySearch(all, x.Code); !known {
				t.Fatalf("%s is not in the list of codes", x.Code)
			}
			if x.Line < 0 || x.Line > d.File.Lines() || x.EndLine > d.File.Lines() {
				t.Fatalf("%+v lies outside of %d lines", x, d.File.Lines())
			}
		}
		code := rapid.SampledFrom(all).Draw(t, "ignored")
		want := slices.DeleteFunc(slices.Clone(list), func(x diag.Diagnostic) bool { return x.Code == code })
		if got := Document(d, Options{Now: today, IgnoreRules: []string{code}}); Format(got, "x") != Format(want, "x") {
			t.Fatalf("ignoring %s gives\n%swant\n%s", code, Format(got, "x"), Format(want, "x"))
		}
	})
}

// TestLongNames: names of a megabyte in blocks with many mistakes do not multiply.
func TestLongNames(t *testing.T) {
	long, names := strings.Repeat("a", 1<<20), make([]string, 5000)
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	for _, text := range []string{
		"::dataset{id=\"" + long + "\" format=\"csv\"}\na,b\n::\n\n::plot{id=\"p" + long + "\" dataset=\"" + long + "\" column=\"" + strings.Join(names, ",") + "\"}\n::\n",
		"::computed_metric{id=\"" + long + "\" formula=\"" + strings.Join(names[:1500], "+") + "\" domain=\"x1" + long + "\"}\n::\n",
		"::note{id=\"" + long + "\"}\n" + strings.Repeat("[[nobody]] ", 5000) + "\n::\n",
		"[[" + strings.Join(names, "]] [[") + "]]\n\n::claim{id=\"" + long + "\"}\nx\n::\n",
	} {
		list := Document(parse(t, text), Options{Now: today})
		var b bytes.Buffer
		if err := WriteJSON(&b, list); err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 || b.Len() > 4<<20 {
			t.Errorf("%d diagnostics of %d bytes about\n%.100s", len(list), b.Len(), text)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, doc := range corpus(f) {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := noma.Parse(source.NewFile("x", text), noma.Options{Filename: "x.noma"})
		if err != nil {
			return
		}
		list := Document(d, Options{Now: today, Profiles: []string{"memory", "adr"}})
		if err := WriteJSON(io.Discard, list); err != nil {
			t.Fatal(err)
		}
	})
}

// report returns a document of n sections with everything a rule examines.
func report(n int) string {
	var s strings.Builder
	s.WriteString("---\nprofiles: [research, technical]\n---\n\n::control{id=\"rate\" type=\"number\" default=5}\n::\n\n" +
		"::dataset{id=\"sales\" format=\"csv\"}\nmonth,units\nJan,1\n::\n\n")
	for i := range n {
		fmt.Fprintf(&s, `## Section %[1]d

Text with a [[section-%[2]d]] and more words, **bold** and a [link](https://example.org).

::claim{id="claim-%[1]d" confidence=0.5}
A claim, as [[claim-%[2]d]] has it.
::

::evidence{id="ev-%[1]d" for="claim-%[1]d"}
Seen.
::

::risk{id="risk-%[1]d"}
Nobody owns it.
::

::computed_metric{id="m-%[1]d" formula="round(rate * %[1]d, 1)"}
::

::plot{id="p-%[1]d" dataset="sales" column="unit"}
::

::comment{id="c-%[1]d" target="clam-%[2]d"}
A misspelt target in every section.
::

`, i, i/2)
	}
	return s.String()
}

// BenchmarkDocument shows that the time grows with the document and not faster: compare ns/section.
func BenchmarkDocument(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n, "-sections"), func(b *testing.B) {
			d := parse(b, report(n))
			for b.Loop() {
				Document(d, Options{Now: today})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/section")
		})
	}
}

// TestManyOfAKind: a hundred findings of a kind are reported, and one more says how many there are besides.
func TestManyOfAKind(t *testing.T) {
	for _, c := range []struct{ n, reported int }{{100, 100}, {101, 101}, {150, 101}} {
		list := Document(parse(t, "x "+strings.Repeat("[a][b] ", c.n)+"\n\n> > q\n"), Options{})
		last := list[len(list)-2].Message
		if len(list) != c.reported+1 || strings.HasSuffix(last, " There are 49 more of these.") != (c.n == 150) || c.n == 101 && strings.Contains(last, "more") {
			t.Errorf("%d mistakes give %d findings, the last: %s", c.n, len(list), last)
		}
	}
}
