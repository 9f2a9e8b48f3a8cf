package reviewsync_test

import (
	"strings"
	"testing"

	"github.com/beevik/etree"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestTypedBesideWholeBlocks holds that a comment or note on a whole block stays on it when something is typed before its beginning or
// behind its end, whether that is applied or not.
func TestTypedBesideWholeBlocks(t *testing.T) {
	const src = `# T

## Sec {id="sec"}

Text of it.

::callout{id="k"}
First paragraph words.
::

::comment{id="c1" target="sec" author="Ann" date="2026-01-01"}
Section.
::

::comment{id="c2" target="k" author="Ann" date="2026-01-01"}
Whole block.
::

::footnote{id="n1" target="k"}
Note of the block.
::

::footnote{id="n2" target="sec"}
Note of the section.
::
`
	typed := func(words string) *etree.Element { return newParagraph(words, nil).SelectElement("w:r") }
	for name, edit := range map[string]func(*etree.Element){
		"before the comments": func(p *etree.Element) {
			if start := p.SelectElement("w:commentRangeStart"); start != nil {
				p.InsertChildAt(start.Index(), typed("My "))
			}
		},
		"behind the notes": func(p *etree.Element) {
			if p.FindElement(".//w:footnoteReference") != nil {
				p.AddChild(typed(" more"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := saved(t, render(t, src), func(d *desk) error {
				for _, p := range d.paragraphs() {
					edit(p)
				}
				return nil
			})
			got, res := syncWith(t, src, file, reviewsync.Options{})
			if _, was, _ := strings.Cut(src, "::comment"); !strings.HasSuffix(got, was) || got == src {
				t.Errorf("%s\nbecame:\n%s", describe(res), got)
			}
		})
	}
}
