package redline

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
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
		older, err := cutter{}.cut(text(was))
		if err != nil {
			t.Fatal(err)
		}
		want, err := cutter{}.cut(text(now))
		if err != nil {
			t.Fatal(err)
		}
		got, err := cutter{known: older.known(), block: func(i int) (revise.Block, *facts) { return older.story.Blocks[i], older.facts[i] }}.cut(text(now))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Stories, want.Stories) || !reflect.DeepEqual(got.facts, want.facts) {
			t.Fatalf("%d: got\n%+v\nwant\n%+v", n, got.Stories, want.Stories)
		}
		if got, err = (cutter{quick: &quick{x: opc.NewScanner("", names)}}).cut(text(now)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Stories, want.Stories) || !reflect.DeepEqual(got.facts, want.facts) {
			t.Fatalf("%d, quickly: got\n%+v\nwant\n%+v", n, got.Stories, want.Stories)
		}
	}
}

// TestQuick: a text of ours is cut as if it were read, and as much is known of its ids.
func TestQuick(t *testing.T) {
	cuts := func(text string, q *quick) (*cut, *frame) {
		f := newFrame(&rules{}, nil, nil)
		c, err := cutter{tag: f.survey, quick: q}.cut(text)
		if err != nil {
			t.Fatal(err)
		}
		return c, f
	}
	blocks, known := 0, 0
	for n := range 200 {
		c := rand.New(rand.NewPCG(uint64(n), 11))
		src := []func(docgen.Chooser) string{docgen.Notes, docgen.Tasks, docgen.Lists, docgen.Merged,
			func(c docgen.Chooser) string { return docgen.Document(c, 8) }, func(c docgen.Chooser) string { return docgen.Hostile(c, 8, true) }}[n%6](intner{c})
		d, _, err := noma.Parse(source.NewFile("gen.noma", src), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		layout.Present(d, layout.AudienceOf(d))
		p := packageOf(t, d)
		text, err := p.Text("word/document.xml")
		if err != nil {
			t.Fatal(err)
		}
		want, ids := cuts(text, nil)
		got, quickly := cuts(text, &quick{x: opc.NewScanner("", names)})
		if !reflect.DeepEqual(got.Stories, want.Stories) || !reflect.DeepEqual(got.facts, want.facts) {
			t.Fatalf("%d: got\n%+v\nwant\n%+v", n, got.Stories, want.Stories)
		}
		if !reflect.DeepEqual(quickly, ids) {
			t.Fatalf("%d: got ids\n%+v\nwant\n%+v", n, quickly, ids)
		}
		for _, b := range got.story.Blocks {
			blocks++
			if q := (&quick{x: opc.NewScanner("", names)}); q.end(text, b.From, new(bool)) == b.To {
				known++
			}
		}
	}
	if known*10 < blocks*8 {
		t.Errorf("only %d of %d blocks are cut without being read", known, blocks)
	}
}

type intner struct{ *rand.Rand }

func (c intner) Intn(n int) int { return c.IntN(n) }

// TestAlikeIDs: of two relationships that lead to the same, texts refer to either; other attributes that have the value of an id differ.
func TestAlikeIDs(t *testing.T) {
	r := &rules{alike: map[string]string{"2": "1"}}
	const picture = `<w:p><w:r><w:drawing><a:blip r:embed="1"/></w:drawing></w:r><w:r><w:rPr><w:spacing w:val="1"/></w:rPr><w:t>x</w:t></w:r></w:p>`
	for change, same := range map[string]bool{`r:embed="1"`: true, `w:val="1"`: false} {
		other := strings.Replace(picture, change, strings.Replace(change, "1", "2", 1), 1)
		if (r.text(picture) == r.text(other)) != same || (r.hash(picture) == r.hash(other)) != same {
			t.Errorf("%s: the same is not %v", change, same)
		}
	}
}

// packageOf returns a document as a Word file.
func packageOf(t *testing.T, d *noma.Document) *opc.Package {
	t.Helper()
	var h opc.Held
	if err := docx.Render(&h, layout.Build(d, layout.Options{}), docx.Options{}); err != nil {
		t.Fatal(err)
	}
	p, err := h.Package(opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
