package reviewsync_test

import (
	"strings"
	"testing"

	"github.com/beevik/etree"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestFixedWordsFormatted holds that formatting of the words of a line that are no value is reported, whatever formatting its values have.
func TestFixedWordsFormatted(t *testing.T) {
	for _, values := range []string{`target="*14* of"`, `target="**14** of"`, `change="*2*" target="**14**"`} {
		src := "# A\n\n::metric{id=\"m\" name=\"N\" value=\"3\" " + values + "}\n::\n"
		for _, look := range []string{"w:b", "w:strike", "w:highlight"} {
			file := saved(t, render(t, src), func(d *desk) error {
				for _, e := range below(d.body(), "t") {
					if strings.HasSuffix(e.Text(), "target: ") {
						r := e.Parent()
						pr := r.SelectElement("w:rPr")
						if pr == nil {
							pr = etree.NewElement("w:rPr")
							r.InsertChildAt(0, pr)
						}
						mark(pr, look, map[bool]string{true: "yellow", false: "1"}[look == "w:highlight"])
					}
				}
				return nil
			})
			got, res := syncWith(t, src, file, reviewsync.Options{})
			if got != src || len(res.Findings) != 1 || res.Findings[0].Outcome != reviewsync.Refused {
				t.Errorf("%s, %s:%s\nbecame:\n%s", values, look, describe(res), got)
			}
		}
	}
}
