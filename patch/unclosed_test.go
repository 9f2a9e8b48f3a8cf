package patch

import (
	"strings"
	"testing"
)

// TestBehindUnclosed: nothing is put behind a block that has no closing line, where it would be in it. What goes elsewhere is put there.
func TestBehindUnclosed(t *testing.T) {
	one, two := 1, 2
	const above = "# Top\n\n::claim{id=\"a\"}\nSome words.\n::\n\n"
	for name, end := range map[string]string{
		"block":            "::note{id=\"b\"}\nA note.\n",
		"block in a block": "::note{id=\"b\"}\n:::tip{id=\"c\"}\nA tip.\n:::\nMore.\n",
		"code":             "```go\ncode()\n",
		"code in an item":  "- An item.\n\n  ```\n  code()\n",
		"note":             "::footnote{id=\"b\" for=\"a\"}\nA note.\n",
	} {
		for what, c := range map[string]struct {
			op      Op
			refused bool
		}{
			"child behind":   {Op{Op: "insert_child", Parent: "top", Index: 2, Content: "More."}, true},
			"section behind": {Op{Op: "insert_section", Parent: "top", Position: &two, Level: &two, Title: "More"}, true},
			"block behind":   {Op{Op: "add_block", Parent: "top", Content: "::note{id=\"n\"}\nMore.\n::"}, true},
			"child between":  {Op{Op: "insert_child", Parent: "top", Index: 1, Content: "More."}, false},
			"block between":  {Op{Op: "add_block", Parent: "top", Position: &one, Content: "::note{id=\"n\"}\nMore.\n::"}, false},
			"note":           {Op{Op: "add_footnote", ID: "n", Target: "a", Content: "More."}, false},
			"comment":        {Op{Op: "add_comment", ID: "n", Target: "top", Content: "More."}, false},
		} {
			res, err := ApplyTo(parse(above+end), []Op{c.op}, Options{})
			switch {
			case (err != nil) != c.refused:
				t.Errorf("%s behind %s: %v", what, name, err)
			case err == nil && (!strings.HasSuffix(res.Text, end) || !strings.Contains(res.Text, "More")):
				t.Errorf("%s, %s:\n%s", what, name, res.Text)
			}
		}
	}
}
