package layout

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

const sourcesDocument = `# Costs

::table{id="t"}
| a |
::

::evidence{id="e"}
Text.
::

::claim{id="c-main"}
Text.
::

::query{id="q"}
Text.
::

::citation{id="book" title="Book"}
::

::citation{id="memo" title="Memo" audience="internal"}
::

Text [@book].
`

// shownSources are values of which clients see all, but for the id of one block, which is a reference.
var shownSources = map[string]string{
	"t": "[[t]]", " #t ": "[[t]]", "c-main": "[[c-main]]", "costs": "[[costs]]",
}

var wordsShown = []string{
	"", "Repair reports 2023 to 2026", "Eurostat", "年鑑", "GAIN-2024", "https://example.org/a_b", "10.1000/182", "www.example.org", "OECD/IEA", "Q1/2026",
	"destatis.de", "Eurostat, destatis.de; OECD/IEA (2025)", "2023-2025", "2026-03-31", "31/03/2026", "ISO 9001:2015", "Survey of long-term costs, 12:30",
	"Carrow & Vale, model of September 2026", "Water Services Regulator, 2025", "Energy report, https://example.org/energy?a=1", "U.S. Census Bureau, p.a.",
	"*Journal*, [page](https://example.org/a.html)", "see [[t]]", "Book [@book]", "doi:10.1000/a_b", "Calculation: see the appendix", "Annual report 2025",
	"doi.org/10.1000/182", "mailto:ann@example.org", "Test 4", "A / B",
}

var wordsHidden = []string{
	"q", "#none", "@key", "data/raw.csv", `C:\data\raw`, "raw.csv", "Losses-2025.xlsx", "repair-reports", "finance:q1", "raw_data",
	"repair-reports, finance:q1", "#a, #b", "q, e", `C:\Users\Ann\My Documents\secret.xlsx`, `\\server\share\Annual report.xlsx`, "data/raw one.csv",
	"file:///home/ann/x y", "see internal/data.csv", "raw.CSV", "finance:Q1", "[[q]]", "see [[q|the query]]", "see [this](#q)", "[[none]]",
	"[report](internal/report)", "[report](file:///x)", "![x](a.png)", "t, e", "Eurostat; e", "Eurostat, c-main", "see c-main", "Eurostat & raw-data",
	"Annual report.xlsx", "the file (Raw.Xlsx).", "D:backup", "smb://server/share x", "see HR/2026/SALARIES", "Reports/Secret", "/etc", "//server/share",
	"http://intranet/x", "see http://intranet/wiki", "finance.q1", "report.foo", "see #12", "ann@example.org said", "from [@memo]", "from [@other]",
	"3f2504e0-4f89-41d3", "commit 3f2504e04f89", "data%2Fraw one", "Eurostat\nraw-data", "`raw.csv` of May", "**raw**.csv", "https://example.org,finance:q1",
	"Eurostat、raw-data", "raw.csv#a x", "x.csv.gz y", "s3:bucket x",
}

func TestSourceShown(t *testing.T) {
	doc, _, err := noma.Parse(source.NewFile("a.noma", sourcesDocument), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, client := range []bool{false, true} {
		Present(doc, noma.Audience{Client: client})
		check := func(value, want string) {
			if !client {
				want = value
			}
			if got := SourceShown(doc, value); got != want {
				t.Errorf("client %v: %q is shown as %q, not %q: %s", client, value, got, want, SourceHidden(doc, value))
			}
		}
		for value, want := range shownSources {
			check(value, want)
		}
		for _, value := range wordsShown {
			check(value, value)
		}
		for _, value := range wordsHidden {
			check(value, "")
		}
	}
	// One part that is hidden hides the whole line, wherever it stands.
	for _, hidden := range wordsHidden {
		for _, s := range []string{"Eurostat, " + hidden, hidden + "; Eurostat", "Eurostat,\n" + hidden + ", OECD"} {
			if got := SourceShown(doc, s); got != "" {
				t.Errorf("%q is shown as %q", s, got)
			}
			if why := SourceHidden(doc, s); !strings.HasPrefix(why, `"`) {
				t.Errorf("%q: %s", s, why)
			}
		}
	}
}

// TestHiddenSourceHasNoLine: nothing can be typed into the line of a source that clients do not see.
func TestHiddenSourceHasNoLine(t *testing.T) {
	doc, _, err := noma.Parse(source.NewFile("a.noma", "::evidence{id=\"e\" source=\"raw.csv\"}\nText.\n::\n\n::evidence{id=\"f\"}\nText.\n::\n"), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	Present(doc, noma.Audience{Client: true})
	plan := Build(doc, Options{})
	for id, want := range map[string]int{"e": 0, "f": 1} {
		n, _ := doc.Block(id)
		if lines := plan.EmptyLines(n.(*noma.Directive)); len(lines) != want {
			t.Errorf("%s has %d lines without a value, not %d", id, len(lines), want)
		}
	}
}
