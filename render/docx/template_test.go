package docx

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/layout"
)

// templates returns the fixtures, by name.
func templates(t testing.TB) map[string]*Template {
	t.Helper()
	out := map[string]*Template{}
	for name, data := range templateFiles(t) {
		tpl, err := ReadTemplate(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = tpl
	}
	return out
}

func templateFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/templates/*.do??")
	if err != nil || len(files) < 2 {
		t.Fatalf("templates: %v %v", files, err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = data
	}
	return out
}

// branded renders a source text with a template.
func brandedFile(t testing.TB, text string, tpl *Template) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, planFor(t, text, tpl), Options{Template: tpl}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func planFor(t testing.TB, text string, tpl *Template) *layout.Plan {
	return planWith(t, text, layout.Options{Page: tpl.Page()})
}

// TestTemplateParts shows what each template gives: the styles and where they come from, the page,
// headers and footers as they are written.
func TestTemplateParts(t *testing.T) {
	for name, tpl := range templates(t) {
		t.Run(name, func(t *testing.T) {
			file := brandedFile(t, "# Title {id=\"title\"}\n\nText.\n\n1. one\n", tpl)
			golden.Check(t, "testdata/template-"+strings.TrimSuffix(name, filepath.Ext(name))+".golden", exploded(t, file,
				"word/document.xml", "word/styles.xml", "word/numbering.xml", "word/settings.xml", "word/header1.xml", "word/header2.xml",
				"word/footer1.xml", "word/_rels/header1.xml.rels", "word/_rels/document.xml.rels", "docProps/custom.xml"))
		})
	}
}

// TestTemplateLeavesBehind searches for what must not come along in any part.
func TestTemplateLeavesBehind(t *testing.T) {
	file := brandedFile(t, "# Title\n", templates(t)["german.dotx"])
	for name, data := range parts(t, file) {
		for _, secret := range []string{"bleibt in der Vorlage", "Nur für die Vorlage", "haus.dotm", "attachedTemplate", "documentProtection", "w:sdt", "berschrift1\""} {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s holds %q", name, secret)
			}
		}
	}
}

// TestLawTemplatesKeepPackagesSound: the rules for all packages hold with every template too.
func TestLawTemplatesKeepPackagesSound(t *testing.T) {
	for name, tpl := range templates(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				text := document(rt)
				if problem := unsoundFile(t, brandedFile(t, text, tpl), planFor(t, text, tpl)); problem != "" {
					rt.Fatalf("%s\n%s", problem, text)
				}
			})
		})
	}
}

// TestLawTemplateIsNotChanged: rendering twice, and other documents between, gives the same bytes.
func TestLawTemplateIsNotChanged(t *testing.T) {
	for name, tpl := range templates(t) {
		first := brandedFile(t, "# A\n\n- x\n", tpl)
		brandedFile(t, "---\nlang: fr\n---\n# B\n\n1. y\n\n::header\nMine.\n::\n", tpl)
		if !bytes.Equal(first, brandedFile(t, "# A\n\n- x\n", tpl)) {
			t.Errorf("%s: the second rendering differs", name)
		}
	}
}

// TestOwnHeaderWins: a document's own header takes the place of all of the template's.
func TestOwnHeaderWins(t *testing.T) {
	all := parts(t, brandedFile(t, "# A\n\n::header\nMine.\n::\n", templates(t)["german.dotx"]))
	if !bytes.Contains(all["word/header1.xml"], []byte("Mine.")) || all["word/header2.xml"] != nil {
		t.Error("the header is not the document's alone")
	}
	if bytes.Contains(all[mainPart], []byte("titlePg")) {
		t.Error("the first page shows no header")
	}
	if !bytes.Contains(all["word/footer1.xml"], []byte("Vertraulich")) {
		t.Error("the footer of the template is gone")
	}
}

// TestTemplateWidth: tables are as wide as the template's page allows.
func TestTemplateWidth(t *testing.T) {
	tpl := templates(t)["german.dotx"]
	want := 11906 - 2*1418
	if got := tpl.Page().TextWidth(); got != want {
		t.Fatalf("text width %d, want %d", got, want)
	}
	main := parts(t, brandedFile(t, "| a | b |\n| --- | --- |\n| 1 | 2 |\n", tpl))[mainPart]
	if !bytes.Contains(main, fmt.Appendf(nil, `<w:tblW w:w="%d"`, want)) {
		t.Error("the table has another width")
	}
}

// TestBrokenTemplates: one line says what is wrong.
func TestBrokenTemplates(t *testing.T) {
	good := templateFiles(t)["german.dotx"]
	w := `xmlns:w="` + wordNamespace + `"`
	for _, c := range []struct {
		name, want string
		file       []byte
	}{
		{"empty", "the file is empty", nil},
		{"text", "", []byte("Dear template")},
		{"cut off", "", good[:len(good)/2]},
		{"spreadsheet", "not a Word document or template", edited(t, good, map[string]string{"[Content_Types].xml": strings.ReplaceAll(string(parts(t, good)["[Content_Types].xml"]), "wordprocessingml.template", "spreadsheetml.sheet")})},
		{"no styles", "the template has no styles", edited(t, good, map[string]string{"word/styles.xml": ""})},
		{"half a style", "styles.xml", edited(t, good, map[string]string{"word/styles.xml": `<w:styles ` + w + `><w:style>`})},
		{"entities", "document type", edited(t, good, map[string]string{"word/styles.xml": `<!DOCTYPE x [<!ENTITY a "aaaa">]><w:styles ` + w + `>&a;</w:styles>`})},
		{"strict", "Strict Open XML", edited(t, good, map[string]string{"word/styles.xml": `<w:styles xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>`})},
		{"deep", "", edited(t, good, map[string]string{"word/header2.xml": `<w:hdr ` + w + `>` + strings.Repeat("<w:p>", 300) + strings.Repeat("</w:p>", 300) + `</w:hdr>`})},
	} {
		_, err := ReadTemplate(bytes.NewReader(c.file), int64(len(c.file)))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line with %q", c.name, err, c.want)
		}
	}
}

// TestOddTemplates: what is odd but readable gives a sound document.
func TestOddTemplates(t *testing.T) {
	good := templateFiles(t)["german.dotx"]
	styles := string(parts(t, good)["word/styles.xml"])
	w := `xmlns:w="` + wordNamespace + `"`
	for name, change := range map[string]map[string]string{
		"other prefix":        {"word/styles.xml": strings.ReplaceAll(strings.ReplaceAll(styles, "w:", "ns0:"), "xmlns:w=", "xmlns:ns0=")},
		"no prefix":           {"word/styles.xml": strings.NewReplacer("<w:", "<", "</w:", "</").Replace(strings.Replace(styles, "<w:styles ", `<styles xmlns="`+wordNamespace+`" `, 1))},
		"no theme":            {"word/theme/theme1.xml": ""},
		"no lists":            {"word/numbering.xml": ""},
		"no settings":         {"word/settings.xml": ""},
		"no logo":             {"word/media/logo.png": ""},
		"logo is no logo":     {"word/media/logo.png": "MZ"},
		"no styles in it":     {"word/styles.xml": `<w:styles ` + w + `/>`},
		"characters in words": {"word/fontTable.xml": `<w:fonts ` + w + `><w:font w:name="Carlito"><w:charset w:val="00" w:characterSet="windows-1252"/></w:font></w:fonts>`},
		"circles": {"word/styles.xml": `<w:styles ` + w + `><w:style w:type="paragraph" w:styleId="a"><w:name w:val="Normal"/><w:basedOn w:val="b"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="b"><w:name w:val="heading 1"/><w:basedOn w:val="a"/><w:next w:val="zz"/></w:style></w:styles>`},
		"ids twice": {"word/styles.xml": `<w:styles ` + w + `><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="x"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style/></w:styles>`},
		"header is no header": {"word/header2.xml": `<w:ftr ` + w + `/>`},
		"empty header":        {"word/header2.xml": `<w:hdr ` + w + `/>`},
		"mad page":            {"word/document.xml": `<w:document ` + w + `><w:body><w:sectPr><w:pgSz w:w="-1" w:h="99999999"/><w:pgMar w:left="1e9" w:right="NaN" w:top="-4"/><w:cols w:num="999"/></w:sectPr></w:body></w:document>`},
	} {
		t.Run(name, func(t *testing.T) {
			file := edited(t, good, change)
			tpl, err := ReadTemplate(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			text := "# A {id=\"a\"}\n\n- b\n\n1. c\n\n| d |\n| --- |\n| e |\n"
			if problem := unsoundFile(t, brandedFile(t, text, tpl), planFor(t, text, tpl)); problem != "" {
				t.Error(problem)
			}
			if bytes.Contains(parts(t, brandedFile(t, text, tpl))["word/fontTable.xml"], []byte("characterSet")) {
				t.Error("the characters of a font are named in words")
			}
			ids := styleIDs(t, parts(t, brandedFile(t, text, tpl))["word/styles.xml"])
			for _, d := range sheet() {
				if n := slices.Index(ids, d.ID); n < 0 || slices.Contains(ids[n+1:], d.ID) {
					t.Errorf("the style %s is there %d times", d.ID, strings.Count(strings.Join(ids, " "), d.ID))
				}
			}
		})
	}
}

func styleIDs(t testing.TB, styles []byte) []string {
	t.Helper()
	tree, err := parse(styles)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	tree.walk(func(e *element) {
		if e.name == "style" {
			out = append(out, e.attrs["styleId"])
		}
	})
	return out
}

// TestLargeTemplateParts: a part with very many children is read or refused, in linear time.
func TestLargeTemplateParts(t *testing.T) {
	slow.Test(t, "large templates")
	good := templateFiles(t)["german.dotx"]
	w := `xmlns:w="` + wordNamespace + `"`
	many := func(s string) string { return strings.Repeat(s, 100_000) }
	for name, change := range map[string]map[string]string{
		"dropped":   {"word/header2.xml": `<w:hdr ` + w + `><w:p>` + many("<w:proofErr/>") + `</w:p></w:hdr>`},
		"unwrapped": {"word/header2.xml": `<w:hdr ` + w + `><w:p><w:ins>` + many("<w:r/>") + `</w:ins></w:p></w:hdr>`},
		"styles":    {"word/styles.xml": `<w:styles ` + w + `>` + many("<w:style/>") + `</w:styles>`},
		"pictures":  {"word/header2.xml": `<w:hdr ` + w + ` xmlns:r="` + relNamespace + `"><w:p>` + many(`<w:pict r:id="x"/>`) + `</w:p></w:hdr>`},
	} {
		file := edited(t, good, change)
		tpl, err := ReadTemplate(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if problem := unsoundFile(t, brandedFile(t, "Text.\n", tpl), planFor(t, "Text.\n", tpl)); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
	file := edited(t, good, map[string]string{"word/styles.xml": `<w:styles ` + w + `>` + many("<w:x/><w:x/>") + `</w:styles>`})
	if _, err := ReadTemplate(bytes.NewReader(file), int64(len(file))); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("the error is %v", err)
	}
}

// TestTitleInHeader: a header that showed the title of the template shows that of the document.
func TestTitleInHeader(t *testing.T) {
	header := string(parts(t, brandedFile(t, "---\ntitle: Depths & tides\n---\n\nText.\n", templates(t)["german.dotx"]))["word/header1.xml"])
	if !strings.Contains(header, `<w:fldSimple w:instr=" TITLE "><w:r><w:t xml:space="preserve">Depths &amp; tides</w:t></w:r></w:fldSimple>`) {
		t.Errorf("the header is %s", header)
	}
}

// TestPictureWithoutItsFile: it goes as a whole, and what stands around it stays.
func TestPictureWithoutItsFile(t *testing.T) {
	good := templateFiles(t)["german.dotx"]
	file := edited(t, good, map[string]string{"word/media/logo.png": ""})
	tpl, err := ReadTemplate(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	header := string(parts(t, brandedFile(t, "Text.\n", tpl))["word/header1.xml"])
	if strings.Contains(header, "<w:drawing") || !strings.Contains(header, "Werft Musterhafen") {
		t.Errorf("the header is %s", header)
	}
}

// FuzzTemplateStyles: no style sheet makes us fall, and what we make of it is sound.
func FuzzTemplateStyles(f *testing.F) {
	for _, file := range templateFiles(f) {
		all := parts(f, file)
		f.Add(string(all["word/styles.xml"]), string(all["word/numbering.xml"]), string(all["word/header2.xml"]))
	}
	good := templateFiles(f)["german.dotx"]
	f.Fuzz(func(t *testing.T, styles, numbering, header string) {
		file := edited(t, good, map[string]string{"word/styles.xml": styles + " ", "word/numbering.xml": numbering + " ", "word/header2.xml": header + " "})
		tpl, err := ReadTemplate(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		text := "# A {id=\"a\"}\n\n- b\n"
		made := brandedFile(t, text, tpl)
		if problem := unsoundFile(t, made, planFor(t, text, tpl)); problem != "" {
			t.Error(problem)
		}
		if problem := foreignField(parts(t, made)["word/header2.xml"]); problem != "" {
			t.Error(problem)
		}
	})
}

// TestLawDamagedTemplates: elements of a template that are gone, there twice or in another place never
// make us fall, and what is made of it is sound.
func TestLawDamagedTemplates(t *testing.T) {
	files := templateFiles(t)
	rapid.Check(t, func(rt *rapid.T) {
		file := files[rapid.SampledFrom([]string{"german.dotx", "libreoffice.docx"}).Draw(rt, "template")]
		all := parts(t, file)
		change := map[string]string{}
		for range rapid.IntRange(1, 3).Draw(rt, "parts") {
			name := rapid.SampledFrom([]string{"word/styles.xml", "word/numbering.xml", "word/header1.xml", "word/document.xml", "word/settings.xml", "word/fontTable.xml"}).Draw(rt, "part")
			d := etree.NewDocument()
			if err := d.ReadFromBytes(all[name]); err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(1, 6).Draw(rt, "edits") {
				elements := d.Root().FindElements(".//*")
				if len(elements) < 2 {
					break
				}
				e, to := rapid.SampledFrom(elements).Draw(rt, "element"), rapid.SampledFrom(elements).Draw(rt, "place")
				switch rapid.IntRange(0, 3).Draw(rt, "edit") {
				case 0:
					e.Parent().RemoveChild(e)
				case 1:
					e.Parent().AddChild(e.Copy())
				case 2:
					to.AddChild(e.Copy())
				case 3:
					if len(e.Attr) > 0 {
						e.Attr[rapid.IntRange(0, len(e.Attr)-1).Draw(rt, "attribute")].Value = rapid.SampledFrom([]string{"", "0", "-1", "7", "Standard", "NomaMeta", "berschrift1", "rId1", "99999999999999999999"}).Draw(rt, "value")
					}
				}
			}
			text, err := d.WriteToString()
			if err != nil {
				t.Fatal(err)
			}
			change[name] = text
		}
		broken := edited(t, file, change)
		tpl, err := ReadTemplate(bytes.NewReader(broken), int64(len(broken)))
		if err != nil {
			return
		}
		text := "# A {id=\"a\"}\n\n- b\n\n| c |\n| --- |\n| d |\n"
		if problem := unsoundFile(t, brandedFile(t, text, tpl), planFor(t, text, tpl)); problem != "" {
			rt.Fatalf("%s\n%v", problem, change)
		}
	})
}

// TestPlainFirstPage: only the first section has a first page of its own, and no part to show on it, also
// when the template has one.
func TestPlainFirstPage(t *testing.T) {
	const text = "---\ndocx:\n  plain-first-page: true\n---\n# A\n\nText.\n\n::page_setup{orientation=\"landscape\"}\n::\n\nMore.\n\n::header\nMine.\n::\n"
	for name, file := range map[string][]byte{"no template": rendered(t, text), "template": brandedFile(t, text, templates(t)["german.dotx"])} {
		main := parts(t, file)[mainPart]
		if n := bytes.Count(main, []byte("<w:titlePg/>")); n != 1 {
			t.Errorf("%s: %d sections have a first page of their own", name, n)
		}
		if bytes.Contains(main, []byte(`w:type="first"`)) || !bytes.Contains(main, []byte(`w:type="default"`)) {
			t.Errorf("%s: the headers are not those of the pages behind the first", name)
		}
	}
}

// edited returns a template with parts replaced; an empty content removes the part.
func edited(t testing.TB, file []byte, change map[string]string) []byte {
	t.Helper()
	out, err := wordtest.Rewrite(file, func(part, text string) (string, error) {
		if now, there := change[part]; there {
			return now, nil
		}
		return text, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
