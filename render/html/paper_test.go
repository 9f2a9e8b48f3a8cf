package html

import (
	"strings"
	"testing"
)

// TestPaper: on paper, form fields are text: the words of a choice, and a day in the language of the document.
func TestPaper(t *testing.T) {
	src := "---\nlang: de\n---\n\n::control{type=\"date\" label=\"Tag\" default=\"2027-02-15\"}\n::\n\n::control{type=\"select\" label=\"Wahl\" options=\"a=Alles,b=Nichts\" default=\"b\"}\n::\n\n" +
		"::control{type=\"toggle\" label=\"An\" default=\"true\"}\n::\n\n::control{type=\"number\" label=\"Zahl\" default=3 unit=\"kg\"}\n::\n"
	page := render(t, src, Options{Paper: true})
	for _, want := range []string{">15. Februar 2027<", ">Nichts<", ">☒<", ">3 kg<"} {
		if !strings.Contains(strings.ReplaceAll(page, "\u00a0", " "), want) {
			t.Errorf("%s is missing in\n%s", want, page)
		}
	}
	if strings.Contains(page, "<input") || strings.Contains(page, "<select") {
		t.Errorf("a field that nobody can fill in:\n%s", page)
	}
}

// TestNarrowCharts: charts side by side are drawn narrower, with the ends of their axes.
func TestNarrowCharts(t *testing.T) {
	chart := "plot{data=\"3,41\" xlabels=\"1,90\" type=\"scatter\"}\n"
	alone := render(t, "::"+chart+"::\n", Options{})
	beside := render(t, "::grid{columns=2}\n:::"+chart+":::\n:::"+chart+":::\n::\n", Options{})
	if !strings.Contains(alone, `width="560"`) || !strings.Contains(beside, `width="340"`) {
		t.Errorf("the width of charts:\n%s\n%s", alone, beside)
	}
	for _, tick := range []string{">40</text>", ">60</text>"} {
		if !strings.Contains(alone, tick) || !strings.Contains(beside, tick) {
			t.Errorf("the tick %s is not on both charts", tick)
		}
	}
}
