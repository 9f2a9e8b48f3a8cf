package llm_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/llm"
)

// TestSelection holds the output against a slow model of the contract's sentence. The model takes
// the nodes that are not printed out of the tree; rendering what is left without any selection must
// give the same text.
func TestSelection(t *testing.T) {
	words := []string{"section", "paragraph", "list", "list_item", "quote", "code", "table", "directive", "thematic_break",
		"claim", "risk", "grid", "card", "CLAIM", "note", "metric", "evidence", "comment", "nothing"}
	rapid.Check(t, func(rt *rapid.T) {
		text := docgen.Document(chooser{rt}, 10)
		lists := rapid.SliceOfN(rapid.SampledFrom(words), 0, 3)
		only, not := lists.Draw(rt, "select"), lists.Draw(rt, "exclude")
		d := parse(t, text)
		d.Meta = slices.DeleteFunc(d.Meta, func(e noma.Entry) bool { return e.Key == "number_sections" }) // sections keep their numbers
		got := render(t, d, llm.Options{Select: []string{strings.Join(only, " , ")}, Exclude: not})
		d.Children = pruned(d.Children, only, not, len(only) == 0)
		if want := render(t, d, llm.Options{}); got != want {
			rt.Fatalf("select %q exclude %q of\n%s\ngives\n%s\nwant\n%s", only, not, text, got, want)
		}
	})
}

// TestSelectionKeepsNumbers: the sections left have the numbers of the whole document.
func TestSelectionKeepsNumbers(t *testing.T) {
	d := parse(t, "---\nnumber_sections: true\n---\n\n# A\n\n# B\n\n## C\n\n::claim\nyes\n::\n")
	want := "# 2 B  [#b]\n\n## 2.1 C  [#c]\n\n[CLAIM]\nyes\n\n[/CLAIM]\n"
	if got := render(t, d, llm.Options{Select: []string{"claim"}}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func pruned(nodes []noma.Node, only, not []string, inside bool) []noma.Node {
	var out []noma.Node
	for _, n := range nodes {
		if named(n, not) || !inside && !named(n, only) && !leads(n, only, not) {
			continue
		}
		below := inside || named(n, only)
		switch n := n.(type) {
		case *noma.Section:
			n.Children = pruned(n.Children, only, not, below)
		case *noma.Directive:
			if slices.Contains([]string{"math", "diagram", "plotly"}, n.Name) {
				break // printed verbatim
			}
			had := len(n.Children) > 0
			if n.Children = pruned(n.Children, only, not, below); had && len(n.Children) == 0 {
				n.HasBody, n.Body = false, "" // or the body would be printed in their place
			}
		case *noma.List:
			var kept []*noma.ListItem
			for _, it := range n.Items {
				if len(pruned([]noma.Node{it}, only, not, below)) > 0 {
					kept = append(kept, it)
				}
			}
			n.Items = kept
		}
		out = append(out, n)
	}
	return out
}

func leads(n noma.Node, only, not []string) bool {
	return slices.ContainsFunc(n.Kids(), func(k noma.Node) bool {
		return !named(k, not) && (named(k, only) || leads(k, only, not))
	})
}

func named(n noma.Node, selectors []string) bool {
	names := map[string]bool{}
	switch n := n.(type) {
	case *noma.Section:
		names["section"] = true
	case *noma.Paragraph:
		names["paragraph"] = true
	case *noma.List:
		names["list"] = true
	case *noma.ListItem:
		names["list_item"] = true
	case *noma.Quote:
		names["quote"] = true
	case *noma.Code:
		names["code"] = true
	case *noma.Table:
		names["table"] = true
	case *noma.ThematicBreak:
		names["thematic_break"] = true
	case *noma.Directive:
		names["directive"], names[n.Name] = true, true
	}
	return slices.ContainsFunc(selectors, func(s string) bool { return names[strings.ToLower(s)] })
}

func TestSelectionKeepsAncestors(t *testing.T) {
	d := parse(t, "# A\n\ntext\n\n## B\n\n::grid\n:::claim{id=\"c\"}\nyes\n:::\n:::risk\nno\n:::\n::\n\n# C\n\nmore\n")
	for _, c := range []struct{ only, not, want string }{
		{"claim", "", "# A  [#a]\n\n## B  [#b]\n\n[GRID]\n[CLAIM id=\"c\"]\nyes\n\n[/CLAIM]\n\n[/GRID]\n"},
		{"claim", "grid", "\n"},
		{"grid", "claim,risk", "# A  [#a]\n\n## B  [#b]\n\n[GRID]\n[/GRID]\n"},
		{"", "section", "\n"},
		{"", "grid paragraph", "# A  [#a]\n\n## B  [#b]\n\n# C  [#c]\n"},
		{" , ", "grid,section", "\n"},
		{"document", "", render(t, d, llm.Options{})},
		{"", "document", "\n"},
	} {
		if got := render(t, d, llm.Options{Select: []string{c.only}, Exclude: []string{c.not}}); got != c.want {
			t.Errorf("select %q exclude %q:\n%q\nwant\n%q", c.only, c.not, got, c.want)
		}
	}
}
