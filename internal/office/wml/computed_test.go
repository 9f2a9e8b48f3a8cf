package wml

import "testing"

func TestComputed(t *testing.T) {
	field := func(instr, text string) Run { return Run{Kind: Field, Text: text, Object: &FieldCode{Instr: instr}} }
	for _, c := range []struct {
		name     string
		run      Run
		computed bool
		stands   string
		ofPage   bool
	}{
		{"the number of the page", field("PAGE", "3"), true, "#", true},
		{"with switches", field(` page\* Roman `, "iv"), true, "#", true},
		{"of sections", field("SECTIONPAGES", "3"), true, "#", true},
		{"typed over", field("NUMPAGES", "three"), true, "", false},
		{"a heading", field(`STYLEREF "heading 1"`, "Costs"), true, "", true},
		{"the title", field("TITLE", "Report"), true, "", false},
		{"a reference", field(`REF a \h`, "Table 1"), false, "", false},
		{"no instruction", field(" ", "x"), true, "", false},
		{"no code", Run{Kind: Field, Text: "x"}, false, "", false},
		{"text", Run{Text: "PAGE"}, false, "", false},
	} {
		stands, ofPage := c.run.OfPage()
		if computed := c.run.Computed(); computed != c.computed || stands != c.stands || ofPage != c.ofPage {
			t.Errorf("%s: computed %v, of page %q %v", c.name, computed, stands, ofPage)
		}
	}
}
