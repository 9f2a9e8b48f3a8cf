package sources_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// shown returns a source on one line.
func shown(s *sources.Source) string {
	return fmt.Sprintf("%d %s: %s | %s | %s | %s | %s/%s/%s | %s | %s %s", s.Line, s.Key, s.AuthorList(sources.English), s.Title, s.Container, s.Publisher, s.Volume, s.Issue, s.Pages,
		s.Date, s.DOI, s.URL)
}

func read(name, text string) *sources.Library {
	l := &sources.Library{}
	l.Add(name, []byte(text))
	return l
}

func TestBibTeX(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`@article{a, author = {Anna Storm and van der Berg, Jan}, title = {The {NASA} tide}, journal = "Sea", volume = 12, number = {3}, pages = {4--9}, year = 2020}`,
			"1 a: Storm, A. and van der Berg, J. | The NASA tide | Sea |  | 12/3/4–9 | 2020 |  "},
		{"\n@string{sea = \"Journal of the \" # {Sea}}\n@ARTICLE(b, journal = sea # \" B\", month = may, year = {2021}, doi = {https://doi.org/10.1/x})",
			"3 b:  |  | Journal of the Sea B |  | // | May 2021 | 10.1/x "},
		{"@misc{c, author = {{World Bank} and others}, title = \"Say {\\\"A} ``b'' c\", howpublished = {\\url{https://example.org/a\\_b}}}",
			"1 c: World Bank et al. | Say Ä “b” c |  |  | // |  |  https://example.org/a_b"},
		{`@book{d, editor = {G{\"o}del, K. and \'Alvarez, J{\'{\i}}m}, title = {\emph{Stra{\ss}e} \& \c{c}\v{s} \o{} --- ~x}}`,
			"1 d: Gödel, K. and Álvarez, J. (eds) | Straße & çš ø — x |  |  | // |  |  "},
		{`@misc{f, author = {Port of Oslo and {Barnes and Noble} and Anna van der Berg and {{Amt f{\"u}r Fisch}}}, title = {x}}`,
			"1 f: Port of Oslo, Barnes and Noble, van der Berg, A. and Amt für Fisch | x |  |  | // |  |  "},
		{"mail me@example.org\n% @\n@comment{@book{no, title = {x}}}\n@preamble{\"x\"}\n@book{e, title = {Yes}}", "5 e:  | Yes |  |  | // |  |  "},
	} {
		l := read("x.bib", c.text)
		var got []string
		for _, s := range l.List {
			got = append(got, shown(s))
		}
		if strings.Join(got, "\n") != c.want || len(l.Problems) > 0 {
			t.Errorf("%s\nis   %q\nwant %q, problems %v", c.text, got, c.want, l.Problems)
		}
	}
}

func TestProblems(t *testing.T) {
	l := read("x.bib", "@book{a, title = {Open\n@book{b, title = {Fine}}\n@book{, year = 1}\n@book{c, title}\n@book{b, title = {Twice}}\n")
	if got := fmt.Sprint(len(l.List), len(l.Repeated), l.Source("b").Title, l.Problems[0].Line, l.Problems[1].Line, l.Problems[2].Line); got != "3 1Fine1 3 4" {
		t.Errorf("read %s, problems %v", got, l.Problems)
	}
}

func TestCSL(t *testing.T) {
	const items = `[{"id": "a", "type": "book", "title": "Tides <i>and</i> ebbs", "author": [{"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}],
 "issued": {"date-parts": [["2020", 5, 3]]}, "page": "4-9", "volume": 2, "container-title": ["Sea"]},
{"id": 7, "editor": [{"literal": "World Bank"}], "URL": "https://example.org", "issued": {"raw": "spring"}},
{"title": "Nameless"}]`
	for _, text := range []string{items, `{"items": ` + items + "}"} {
		l := read("x.json", text)
		if len(l.List) != 2 || len(l.Problems) != 1 {
			t.Fatalf("read %v, problems %v", l.List, l.Problems)
		}
		if got := shown(l.List[0]); got[1:] != " a: van der Berg, J. | Tides and ebbs | Sea |  | 2//4–9 | 2020-05-03 |  " {
			t.Errorf("read %s", got)
		}
		if got := shown(l.List[1]); got[1:] != " 7: World Bank (ed.) |  |  |  | // | spring |  https://example.org" {
			t.Errorf("read %s", got)
		}
	}
	for _, text := range []string{"", "{}", "7", `{"items": 7}`, `[{"id": "a"}, {"id"`, "[1,2]"} {
		if l := read("x.json", text); len(l.Problems) == 0 {
			t.Errorf("%q has no problem", text)
		}
	}
}

// TestHostile: whatever a file holds, it is read, and what is kept of it is bounded.
func TestHostile(t *testing.T) {
	slow.Test(t, "texts of megabytes")
	for _, piece := range []string{"@", "@a{", "@a{b,c={", "\n@a{b,c=\"", "@a{b,c={{", "@string{a=a#a}", "@a{b,c=a#", "@a{b,author={x and ", "@a{b,c={d}}\n", `\`, "@a{k,title={\\'{", "\n@"} {
		text := strings.Repeat(piece, 2_000_000/len(piece))
		l := read("x.bib", text)
		if len(l.Problems) > 51 || len(l.List) > 100_000 {
			t.Errorf("%q has %d sources and %d problems", piece, len(l.List), len(l.Problems))
		}
		for _, s := range l.List {
			_ = s.AuthorList(sources.English)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`@string{a = "b"} @article{k, author = {A and {\"O}, B}, title = a # {c}, year = 2020}`, false)
	f.Add(`[{"id": "a", "author": [{"family": "B"}], "issued": {"date-parts": [[2020]]}}]`, true)
	f.Fuzz(func(t *testing.T, text string, json bool) {
		name := "x.bib"
		if json {
			name = "x.json"
		}
		l := read(name, text)
		for _, s := range l.List {
			if s.Key == "" || l.Source(s.Key) != s {
				t.Fatalf("key %q", s.Key)
			}
			_ = s.AuthorList(sources.English)
		}
	})
}
