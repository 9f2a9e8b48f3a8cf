package layout

import (
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func TestPlacesInWords(t *testing.T) {
	const text = "# Plan {id=\"plan\"}\n\nThe price is *fixed* for\nall of us.\n\nNobody asks.\n\n"
	for attrs, want := range map[string]string{
		`comment{parent="plan"}`:                                                                    "",
		`comment{parent="plan" exact="is fixed"}`:                                                   `on "is fixed"`,
		`comment{parent="plan" exact="is fixd for al"}`:                                             `on "is fixed for al"`,
		`comment{parent="plan" exact="of us. Nobody"}`:                                              `on "of us. Nobody"`,
		`comment{parent="plan" exact="what is not there"}`:                                          `on "what is not there" (not in the text)`,
		`comment{parent="plan" prefix="price" suffix=" is"}`:                                        `between "price" and "is"`,
		`footnote{for="plan" exact="price"}`:                                                        `after "price"`,
		`change_request{target="plan" action="insert" to="x" suffix="Nobody"}`:                      `before "Nobody"`,
		`change_request{target="plan" action="delete" from="asks" unit="text"}`:                     "",
		`change_request{target="plan" action="insert" to="x" prefix="gone" suffix="away and over"}`: `between "gone" and "away and over" (not in the text)`,
		`callout{exact="price"}`:                                                                    "",
	} {
		d, _, err := noma.Parse(source.NewFile("x.noma", text+"::"+attrs+"\nx\n::\n"), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := range noma.Walk(d) {
			if n, ok := n.(*noma.Directive); ok {
				if got := Places(d)[n].String(); got != want {
					t.Errorf("%s stands %q, not %q", attrs, got, want)
				}
			}
		}
	}
}
