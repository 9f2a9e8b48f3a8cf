package reviewsync_test

import (
	"bytes"
	"os"
	"strings"
	stdsync "sync"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/sync"
)

// references are reference documents: one of each design, and one of another program.
var references = stdsync.OnceValue(func() (out []*docx.Template) {
	add := func(data []byte) {
		t, err := docx.ReadTemplate(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			panic(err)
		}
		out = append(out, t)
	}
	doc, err := noma.ParseText("reference.noma", "::header{section_title}\n::\n\n::footer{page_numbers}\nBerths\n::\n\n# One\n\n# Two\n")
	if err != nil {
		panic(err)
	}
	for i := range layout.Designs {
		d := &layout.Designs[i]
		var b bytes.Buffer
		if err := docx.Render(&b, layout.Build(doc, layout.Options{Page: &d.Page}), docx.Options{Design: d}); err != nil {
			panic(err)
		}
		add(b.Bytes())
		if i > 0 {
			continue
		}
		drawn, err := wordtest.Rewrite(b.Bytes(), func(part, text string) (string, error) {
			if strings.HasPrefix(part, "word/header") {
				text = strings.Replace(text, "</w:hdr>", drawnHeader+"</w:hdr>", 1)
			}
			return text, nil
		})
		if err != nil {
			panic(err)
		}
		add(drawn)
	}
	data, err := os.ReadFile("../../render/docx/testdata/templates/libreoffice.docx")
	if err != nil {
		panic(err)
	}
	add(data)
	return out
})

// drawnHeader is paragraphs of a header with text boxes, one of them with fields, and a rectangle.
const drawnHeader = `<w:p>` + rectangle + `</w:p><w:p>` + box + `</w:p>`

const (
	vml       = `xmlns:v="urn:schemas-microsoft-com:vml"`
	rectangle = `<w:r><w:pict><v:rect ` + vml + ` id="r" style="width:50pt;height:5pt"/></w:pict></w:r>`
	box       = `<w:r><w:pict><v:shape ` + vml + ` id="b" style="width:90pt;height:20pt"><v:textbox><w:txbxContent><w:p><w:r><w:t xml:space="preserve">Harbour, page </w:t></w:r>` +
		`<w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
)

// Text boxes and drawings in the headers of a reference document are no edits, wherever a program puts them and whatever pages it counts;
// a text box that a person adds there is one.
func TestBoxesOfReferenceDocuments(t *testing.T) {
	src := "# A {id=\"a\"}\n\nText.\n"
	sent := renderWith(t, src, second{})
	for with, findings := range map[string]int{"": 0, strings.Replace(box, "Harbour", "Quay", 1): 1} {
		moved := 0
		file, err := wordtest.Rewrite(sent, func(part, text string) (string, error) {
			if !strings.HasPrefix(part, "word/header") {
				return text, nil
			}
			at := strings.Index(text, "<v:rect")
			from := strings.LastIndex(text[:max(at, 0)], "<w:p>")
			to := strings.LastIndex(text, "</w:pict>")
			if at < 0 || from < 0 || to < at {
				return text, nil
			}
			moved++
			drawn := strings.NewReplacer("<w:p><w:r><w:pict><v:shape", "<w:r><w:pict><v:shape", "</w:pict></w:r></w:p>", "</w:pict></w:r>", "<w:t>3<", "<w:t>17<").Replace(text[from:to])
			return text[:from] + drawn + "</w:pict></w:r>" + with + text[to+len("</w:pict></w:r>"):], nil
		})
		if err != nil || moved == 0 {
			t.Fatal(err, moved)
		}
		if same, res := syncWith(t, src, file, reviewsync.Options{}); same != src || len(res.Findings) != findings {
			t.Errorf("%d findings, want %d: %s", len(res.Findings), findings, describe(res))
		}
	}
}

// second chooses what is second.
type second struct{}

func (second) Intn(int) int { return 1 }

// renderWith makes a file with one of the reference documents.
func renderWith(t fataler, src string, c docgen.Chooser) []byte {
	t.Helper()
	all := references()
	template := all[c.Intn(len(all))]
	doc := planFor(t, src, false).Doc
	var b bytes.Buffer
	if err := docx.Render(&b, layout.Build(doc, layout.Options{Control: controls.Of, Page: template.Page()}), docx.Options{Template: template}); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.Bytes()
}

// The laws for files with a reference document: its headers and footers belong to no block, and an edit arrives alone.
func TestLawsOfFilesWithReferenceDocuments(t *testing.T) {
	referenceLaws.hold(t, seeds(200))
}

var referenceLaws = constructLaws{salt: 2601, generate: clientDocument, made: renderWith, own: clientGestures}

// A theme that is exchanged in Word changes the values beside the names of its colours, everywhere, and is no edit.
func TestThemeExchanged(t *testing.T) {
	src := "# A {id=\"a\"}\n\n::risk{id=\"r\" severity=\"high\" owner=\"Ann\"}\nSee [here](https://example.org).\n::\n\n" +
		"::claim{id=\"c\"}\nText.\n::\n\n::metric{id=\"m\" label=\"Depth\" value=3 unit=\"m\"}\n::\n"
	for name, sent := range map[string][]byte{"plain": render(t, src), "with a reference document": renderWith(t, src, first{})} {
		recoloured := 0
		file, err := wordtest.Rewrite(sent, func(part, text string) (string, error) {
			if !strings.HasPrefix(part, "word/") || !strings.HasSuffix(part, ".xml") {
				return text, nil
			}
			for _, attribute := range []string{`w:val="`, `w:color="`, `w:fill="`} {
				parts := strings.Split(text, attribute)
				for i, p := range parts[1:] {
					if end := strings.IndexByte(p, '"'); end == 6 && (strings.HasPrefix(p[end:], `" w:themeColor`) || strings.HasPrefix(p[end:], `" w:themeFill`)) {
						parts[i+1] = "123ABC" + p[end:]
						recoloured++
					}
				}
				text = strings.Join(parts, attribute)
			}
			return text, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if recoloured < 20 {
			t.Errorf("%s: only %d colours are those of the theme", name, recoloured)
		}
		if same, res := syncWith(t, src, file, reviewsync.Options{}); same != src || len(res.Findings) > 0 {
			t.Errorf("%s: not quiet: %s", name, describe(res))
		}
	}
}

// first chooses what is first.
type first struct{}

func (first) Intn(int) int { return 0 }
