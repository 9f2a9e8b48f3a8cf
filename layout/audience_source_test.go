package layout

import (
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func TestSourceShown(t *testing.T) {
	doc, _, err := noma.Parse(source.NewFile("a.noma", "::table{id=\"t\"}\n| a |\n::\n\n::query{id=\"q\"}\nText.\n::\n"), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, client := range []bool{false, true} {
		Present(doc, noma.Audience{Client: client})
		for value, want := range map[string]string{
			"": "", "Repair reports 2023 to 2026": "Repair reports 2023 to 2026", "Eurostat": "Eurostat", "年鑑": "年鑑", "GAIN-2024": "GAIN-2024",
			"https://example.org/a_b": "https://example.org/a_b", "10.1000/182": "10.1000/182", "www.example.org": "www.example.org",
			"t": "[[t]]", " #t ": "[[t]]", "q": "", "#none": "", "@key": "", "data/raw.csv": "", `C:\data\raw`: "", "raw.csv": "", "Losses-2025.xlsx": "",
			"repair-reports": "", "finance:q1": "", "raw_data": "",
		} {
			if !client {
				want = value
			}
			if got := SourceShown(doc, value); got != want {
				t.Errorf("client %v: %q is shown as %q, not %q", client, value, got, want)
			}
		}
	}
}
