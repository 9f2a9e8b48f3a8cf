package layout_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

func TestCover(t *testing.T) {
	front := "---\ncover: true\ntitle: Heat\nauthors: [Ann, Bo]\norganization: North & Co\ndate: 2026-11-24\nversion: 1.10\nstatus: draft for the board\nlogo: l.svg\n---\n\n"
	for _, c := range []struct {
		name, source, title string
		heading, cover      bool
		watermark           string
	}{
		{"without the key", "---\ntitle: Heat\nstatus: draft\n---\n\n# Heat\n", "", false, false, ""},
		{"the heading is the title", front + "# HEAT\n", "Heat", true, true, "Draft"},
		{"another heading", front + "# Cold\n", "Heat", false, true, "Draft"},
		{"without a title", "---\ncover: true\n---\n\n::header\nx\n::\n\n# Cold *wind*\n", "Cold wind", true, true, ""},
		{"a heading of level 2", "---\ncover: true\n---\n\n## Cold\n", "", false, true, ""},
		{"a watermark without a cover", "---\nwatermark: For the board\n---\n", "", false, false, "For the board"},
		{"no watermark", "---\ncover: true\nwatermark: false\nstatus: draft\n---\n", "", false, true, ""},
		{"drafty", "---\ncover: true\nstatus: drafty\n---\n", "", false, true, ""},
	} {
		d, err := noma.ParseText("cover.noma", c.source)
		if err != nil {
			t.Fatal(err)
		}
		got := layout.CoverOf(d)
		if (got != nil) != c.cover || got != nil && (got.Title != c.title || (got.Heading != nil) != c.heading) {
			t.Errorf("%s: cover is %+v", c.name, got)
		}
		if w := layout.Watermark(d); w != c.watermark {
			t.Errorf("%s: watermark is %q", c.name, w)
		}
	}
	d, err := noma.ParseText("cover.noma", front)
	if err != nil {
		t.Fatal(err)
	}
	lines := layout.CoverOf(d).Lines()
	want := []layout.CoverLine{{"title", "Heat"}, {"author", "Ann, Bo"}, {"organisation", "North & Co"}, {"date", "24 November 2026"}, {"version", "1.1"}, {"status", "draft for the board"}}
	if len(lines) != len(want) {
		t.Fatalf("lines are %v", lines)
	}
	for i := range want {
		if lines[i] != want[i] {
			t.Errorf("line %d is %v, not %v", i, lines[i], want[i])
		}
	}
}

// TestCoverNumber: a heading that stands on the cover has no number, as it is no heading in Word.
func TestCoverNumber(t *testing.T) {
	for cover, want := range map[string]string{"true": "1", "false": "2"} {
		d, err := noma.ParseText("cover.noma", "---\ntitle: Heat\nnumber_sections: true\ncover: "+cover+"\n---\n\n# Heat\n\n# Cold\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := layout.NumberSections(d).Of(d.Children[len(d.Children)-1].(*noma.Section)); got != want {
			t.Errorf("with cover %s the number is %q", cover, got)
		}
	}
}
