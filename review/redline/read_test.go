package redline

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestKnown: a text that is cut with the blocks of another one known is cut as if it were read.
func TestKnown(t *testing.T) {
	pool := []string{
		p("one"), p(""), "<w:p/>", grid(cell("a") + cell("b")), `<w:bookmarkStart w:id="1" w:name="x"/>`, `<w:bookmarkEnd w:id="1"/>`,
		`<w:p><w:pPr><w:pStyle w:val="NomaToc"/></w:pPr><w:r><w:t>entry</w:t></w:r></w:p>`,
		`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \o </w:instrText></w:r></w:p>`,
		`<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
		`<w:p><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
		`<w:p><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>`,
		`<w:p><w:ins w:id="7"><w:r><w:t>new</w:t></w:r></w:ins></w:p>`, "\n<!-- no block -->\n",
	}
	for n := range 500 {
		c := rand.New(rand.NewPCG(uint64(n), 3))
		list := func(k int) (out []string) {
			for range k {
				x := pool[c.IntN(len(pool))]
				if c.IntN(3) > 0 {
					x = strings.ReplaceAll(x, "one", "word "+strconv.Itoa(c.IntN(40)))
				}
				out = append(out, x)
			}
			return out
		}
		was := list(30)
		now := append([]string(nil), was...)
		for range c.IntN(6) {
			i, j := c.IntN(len(now)), c.IntN(len(now))
			now = append(now[:min(i, j):min(i, j)], append(list(c.IntN(4)), now[max(i, j):]...)...)
			if len(now) == 0 {
				now = list(1)
			}
		}
		text := func(list []string) string {
			return `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + strings.Join(list, "") + `<w:sectPr/></w:body></w:document>`
		}
		older, err := cutText(text(was), nil, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := cutText(text(now), nil, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := cutText(text(now), older.known(), func(i int) (revise.Block, facts) { return older.story.Blocks[i], older.facts[i] }, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Stories, want.Stories) || !reflect.DeepEqual(got.facts, want.facts) {
			t.Fatalf("%d: got\n%+v\nwant\n%+v", n, got.Stories, want.Stories)
		}
	}
}
