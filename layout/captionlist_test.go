package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// TestListsOfCaptions: a list of captions has each caption of its kind, with an id or without, in order, and each entry leads to a bookmark
// that the plan has once.
func TestListsOfCaptions(t *testing.T) {
	kinds := map[string][]string{
		"Table": {"::table{%s title=\"T\" header}\n| a | b |\n| 1 | 2 |\n::\n", "| a |\n| - |\n| 1 |\nTable: T {%s}\n",
			"::computed_table{%s label=\"T\" formula=\"x\" domain=\"x:0..2\"}\n::\n"},
		"Figure": {"::figure{%s src=\"a.png\" caption=\"T\"}\n::\n"},
		"Plot":   {"::plot{%s data=\"1,2\" title=\"T\"}\n::\n"},
	}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SampledFrom([]string{"Table", "Figure", "Plot"}).Draw(t, "list")
		of := strings.ToLower(list) + rapid.SampledFrom([]string{"s", ""}).Draw(t, "number")
		source, want := "# Report\n\n::toc{of=\""+of+"\"}\n::\n\n", []string{}
		for i := range rapid.IntRange(1, 6).Draw(t, "captions") {
			kind := rapid.SampledFrom([]string{"Table", "Figure", "Plot"}).Draw(t, "kind")
			id := rapid.SampledFrom([]string{"", fmt.Sprintf("id=\"b%d\"", i)}).Draw(t, "id")
			source += strings.ReplaceAll(fmt.Sprintf(rapid.SampledFrom(kinds[kind]).Draw(t, "block"), id), " {}", "") + "\n"
			if kind == list {
				want = append(want, fmt.Sprintf("%s %d: T\t", list, len(want)+1))
			}
		}
		d, err := noma.ParseText("lists.noma", source)
		if err != nil {
			t.Fatal(err)
		}
		var got, leads, marks []string
		for b := range layout.Build(d, layout.Options{Sketch: true}).Body() {
			layout.EachPara(b, func(p *layout.Para) {
				marks = append(append(marks, p.Anchors...), p.Targets...)
				for _, r := range p.Runs() {
					if f, ok := r.Object.(*wml.FieldCode); ok && strings.HasPrefix(f.Instr, "PAGEREF ") {
						leads = append(leads, strings.Fields(f.Instr)[1])
						text := ""
						for _, r := range p.Runs() {
							if r.Kind != wml.Field {
								text += r.Text
							}
						}
						got = append(got, text)
					}
				}
			})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s\nlists %q, want %q", source, got, want)
		}
		for _, name := range leads {
			if n := len(slices.DeleteFunc(slices.Clone(marks), func(m string) bool { return m != name })); n != 1 {
				t.Fatalf("%s\nbookmark %s is there %d times", source, name, n)
			}
		}
	})
}
