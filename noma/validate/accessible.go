package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// What keeps readers from getting around in a document who hear it instead of seeing it, apart from descriptions of pictures.
var accessibleRules = []documentRule{
	{rule{"vague-link-text", diag.Warning}, func(c *checker, r reporter) {
		var p noma.InlineParser
		for n, t := range c.texts {
			if !t.has.all(linked) {
				continue
			}
			each(t.inline(&p), func(x *noma.Inline) {
				if x.Kind != noma.InlineLink {
					return
				}
				words := strings.Join(strings.Fields(strings.ToLower(noma.PlainText(x.Children))), " ")
				if vague[strings.Trim(words, ".!:…>» ")] {
					r.bounded("", n, t.Text, x.Start, "The words of a link, "+quote(words)+", do not say where it leads; some readers hear links without what is around them.")
				}
			})
		}
	}},
}

// vague are words that say nothing of a link when they stand alone.
var vague = map[string]bool{"": true, "here": true, "click": true, "click here": true, "this": true, "more": true,
	"read more": true, "learn more": true, "see here": true, "this page": true, "hier": true, "mehr": true, "ici": true, "aquí": true}
