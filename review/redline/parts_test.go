package redline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// extra is a part that the document, or another part, leads to; without a content type, a place outside.
type extra struct{ from, relType, name, contentType, data string }

const (
	relDoc  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	wordNS  = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	threads = ` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`
)

// packedWith returns a Word file with a body and other parts.
func packedWith(t *testing.T, body string, parts ...extra) *opc.Package {
	t.Helper()
	var b bytes.Buffer
	w := opc.NewWriter(&b)
	w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
	parts = append([]extra{{"", "", "word/document.xml", wordML + "document.main+xml",
		`<w:document ` + wordNS + threads + `><w:body>` + body + `</w:body></w:document>`}}, parts...)
	for _, p := range parts {
		if p.relType != "" {
			w.AddRel(p.from, p.relType, p.name, p.contentType == "" && p.from != p.name)
		}
		if p.contentType == "" {
			continue
		}
		if err := w.AddPart(p.name, p.contentType, []byte(p.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return unpacked(t, b.Bytes())
}

func settings(inner string) extra {
	return extra{"word/document.xml", relDoc + "settings", "word/settings.xml", wordML + "settings+xml", "<w:settings " + wordNS + ">" + inner + "</w:settings>"}
}

func core(inner string) extra {
	return extra{"", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml", "application/xml",
		`<cp:coreProperties xmlns:cp="c" xmlns:dc="d">` + inner + "</cp:coreProperties>"}
}

func theme(color string) extra {
	return extra{"word/document.xml", relDoc + "theme", "word/theme/theme1.xml", "application/xml",
		`<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:accent1 val="` + color + `"/></a:clrScheme><a:fontScheme/></a:themeElements></a:theme>`}
}

func data(text string) extra {
	return extra{"word/document.xml", opc.TypeCustomXML, "customXml/item1.xml", "application/xml", text}
}

func styles(inner string) extra {
	return extra{"word/document.xml", opc.TypeStyles, "word/styles.xml", wordML + "styles+xml", "<w:styles " + wordNS + ">" + inner + "</w:styles>"}
}

// fields are the values of form fields, which are bound to their part.
func fields(inner string) []extra {
	const item, properties = "customXml/item1.xml", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps"
	return []extra{data(`<controls xmlns="` + controlsData + `"` + inner), {item, properties, "customXml/itemProps1.xml", "application/xml",
		`<ds:datastoreItem ds:itemID="{1}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`}}
}

// TestBoundHeader: a form field that came in a header has its value, and the report names those that could not come.
func TestBoundHeader(t *testing.T) {
	const section, field = `<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>`, `><control id="a">x</control></controls>`
	header := func(inner string) extra {
		return extra{"word/document.xml", opc.TypeHeader, "word/header1.xml", wordML + "header+xml", "<w:hdr " + wordNS + ">" + inner + "</w:hdr>"}
	}
	bound := `<w:sdt><w:sdtPr><w:id w:val="7"/><w:dataBinding w:xpath="/x" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent>` + p("x") + `</w:sdtContent></w:sdt>`
	for name, c := range map[string]struct {
		before []extra
		inner  string // of the header
		want   string // what is untracked
	}{
		"none":    {nil, p("h") + bound, ""},
		"other":   {fields(`><control id="b">y</control></controls>`), p("h") + bound, ""},
		"empty":   {fields("/>"), p("h") + bound, "form field a"},
		"unbound": {nil, p("h i"), "form field a"},
	} {
		t.Run(name, func(t *testing.T) {
			before := packedWith(t, p("text")+section, append([]extra{header(p("h"))}, c.before...)...)
			after := packedWith(t, p("text")+section, append([]extra{header(c.inner)}, fields(field)...)...)
			out, report, err := Make(before, after, Options{})
			if err != nil {
				t.Fatal(err)
			}
			said, has := "", false
			for _, u := range report.Untracked {
				said += u.Message
			}
			made := unpacked(t, out)
			for _, d := range made.DataParts() {
				text, _ := made.Text(d.Name)
				has = has || strings.Contains(text, `<control id="a">x</control>`)
			}
			if (said == "") != (c.want == "") || !strings.HasSuffix(said, c.want) || has != (c.want == "") {
				t.Errorf("untracked: %q, the value is there: %v", said, has)
			}
		})
	}
}

// TestUntracked: what differs outside of the text is listed, each with its code; what only says how a file was written is not.
func TestUntracked(t *testing.T) {
	font := func(bytes string) []extra {
		return []extra{{"word/document.xml", relDoc + "fontTable", "word/fontTable.xml", wordML + "fontTable+xml",
			"<w:fonts " + wordNS + `><w:font w:name="Own"><w:embedRegular r:id="rId1"/></w:font><w:font w:name="Other"/></w:fonts>`},
			{"word/fontTable.xml", relDoc + "font", "word/fonts/font1.odttf", "application/x-font", bytes}}
	}
	header := func(n string) []extra {
		return []extra{{"word/document.xml", opc.TypeHeader, "word/header1.xml", wordML + "header+xml", "<w:hdr " + wordNS + ">" + p(n) + "</w:hdr>"}}
	}
	const section = `<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>`
	macro := func(s string) []extra {
		return []extra{{"word/document.xml", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "word/vbaProject.bin", "application/x-vba", s}}
	}
	for name, c := range map[string]struct {
		before, after []extra
		bodies        [2]string
		want          string // codes and names, "" for nothing
	}{
		"settings":    {before: []extra{settings(`<w:zoom w:percent="1"/><w:evenAndOddHeaders/>`)}, after: []extra{settings(`<w:zoom w:percent="2"/><w:rsids/>`)}, want: "settings: evenAndOddHeaders"},
		"shown":       {before: []extra{settings(`<w:zoom w:percent="1"/>`)}, after: []extra{settings(`<w:rsids><w:rsid w:val="1"/></w:rsids>`)}},
		"theme":       {before: []extra{theme("red")}, after: []extra{theme("blue")}, want: "theme: clrScheme"},
		"properties":  {before: []extra{core("<dc:title>a</dc:title><dc:modified>1</dc:modified>")}, after: []extra{core("<dc:title>b</dc:title><cp:keywords>k</cp:keywords>")}, want: "properties: keywords, title"},
		"written":     {before: []extra{core("<dc:modified>1</dc:modified>")}, after: []extra{core("<cp:revision>3</cp:revision>")}},
		"data":        {before: []extra{data(`<x xmlns="urn:x">1</x>`)}, after: []extra{data(`<x xmlns="urn:x">2</x>`)}, want: "custom-xml: urn:x"},
		"ours":        {before: []extra{data(`<x xmlns="urn:noma:manifest">1</x>`)}, after: []extra{data(`<x xmlns="urn:noma:manifest">2</x>`)}},
		"prefix":      {before: []extra{data(`<w:x xmlns:w="urn:x"/>`)}, after: []extra{data(`<w:x xmlns:w="urn:x"/>`)}},
		"fonts":       {before: font("1"), after: font("2"), want: "fonts: Own"},
		"macros":      {before: macro("1"), after: macro("2"), want: "macros: word/vbaProject.bin"},
		"defaults":    {before: []extra{styles("<w:docDefaults/>")}, after: []extra{styles("<w:docDefaults><w:rPrDefault/></w:docDefaults>")}, want: "styles: docDefaults"},
		"style":       {before: []extra{styles(`<w:style w:styleId="A"/>`)}, after: []extra{styles(`<w:style w:styleId="A"><w:rPr><w:b/></w:rPr></w:style>`)}, want: "styles: A"},
		"new header":  {after: header("h"), bodies: [2]string{"<w:sectPr/>", section}, want: "header: a header (default) is new in the newer version: h"},
		"gone header": {before: header("h"), bodies: [2]string{section, "<w:sectPr/>"}, want: "header: a header (default) is gone in the newer version: h"},
		"same header": {before: header("one two"), after: header("one three"), bodies: [2]string{section, section}},
	} {
		t.Run(name, func(t *testing.T) {
			_, report, err := Make(packedWith(t, p("text")+c.bodies[0], c.before...), packedWith(t, p("text")+c.bodies[1], c.after...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, u := range report.Untracked {
				_, names, named := strings.Cut(u.Message, "BEFORE: ")
				if !named {
					names = u.Message
				}
				got = append(got, u.Code+": "+names)
			}
			if got := strings.Join(got, "; "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestObjects: a picture whose file has changed and a chart whose data has are deleted and inserted.
func TestObjects(t *testing.T) {
	picture := `<w:p><w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="1" name="x"/><a:blip xmlns:a="a" r:embed="rId1"/></wp:inline></w:drawing></w:r></w:p>` + p("end")
	chart := strings.ReplaceAll(strings.ReplaceAll(picture, "a:blip", "c:chart"), "embed", "id")
	for name, c := range map[string]struct {
		body          string
		before, after []extra
	}{
		"picture": {picture, []extra{{"word/document.xml", relDoc + "image", "word/media/image1.png", "image/png", "one"}},
			[]extra{{"word/document.xml", relDoc + "image", "word/media/image1.png", "image/png", "two"}}},
		"chart": {chart, []extra{{"word/document.xml", relDoc + "chart", "word/charts/chart1.xml", "application/xml", "<c/>"}, {"word/charts/chart1.xml", relDoc + "package", "word/embeddings/data.xlsx", "application/x", "1"}},
			[]extra{{"word/document.xml", relDoc + "chart", "word/charts/chart1.xml", "application/xml", "<c/>"}, {"word/charts/chart1.xml", relDoc + "package", "word/embeddings/data.xlsx", "application/x", "2"}}},
		"chart that leads to itself": {chart, []extra{{"word/document.xml", relDoc + "chart", "word/charts/chart1.xml", "application/xml", "<c/>"}, {"word/charts/chart1.xml", relDoc + "chart", "word/charts/chart1.xml", "", ""}},
			[]extra{{"word/document.xml", relDoc + "chart", "word/charts/chart1.xml", "application/xml", "<d/>"}, {"word/charts/chart1.xml", relDoc + "chart", "word/charts/chart1.xml", "", ""}}},
	} {
		_, report, err := Make(packedWith(t, c.body, c.before...), packedWith(t, c.body, c.after...), Options{})
		if err != nil || len(report.Untracked) > 0 || len(report.Changes) != 1 || report.Changes[0].Kind != "replace" {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
		_, report, err = Make(packedWith(t, c.body, c.before...), packedWith(t, c.body, c.before...), Options{})
		if err != nil || len(report.Changes) > 0 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// TestKeep: tracked changes of others are in the file byte for byte, with their ids; ours have others.
func TestKeep(t *testing.T) {
	const theirs = `<w:p><w:r><w:t>kept </w:t></w:r><w:ins w:id="1" w:author="Zoe" w:date="2025-01-01T00:00:00Z"><w:r><w:t>words</w:t></w:r></w:ins><w:del w:id="2147483647" w:author="Zoe"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`
	const table = `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:trPr><w:ins w:id="2" w:author="Zoe"/></w:trPr><w:tc>` + `<w:p/></w:tc></w:tr></w:tbl>`
	before, after := p("one two three")+theirs+table+p("end"), p("one 2 three")+theirs+p("new")+table+p("end")
	data, report, err := Make(packed(t, before), packed(t, after), Options{Author: "Ann"})
	if err != nil || len(report.Untracked) > 0 {
		t.Fatal(report, err)
	}
	text, _ := unpacked(t, data).Text("word/document.xml")
	if !strings.Contains(text, theirs) || !strings.Contains(text, table) {
		t.Errorf("they are otherwise: %s", text)
	}
	seen := map[string]bool{}
	_, all, err := revise.Accept(unpacked(t, data), revise.Select{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all.Revisions {
		if seen[r.ID] {
			t.Errorf("the id %s is there twice", r.ID)
		}
		seen[r.ID] = true
	}
	o := Options{}
	o.Plain.After = true
	if _, _, err := Make(packed(t, before), packed(t, after), o); err == nil || err.Error() != "AFTER has tracked changes already" {
		t.Error(err)
	}
	o.Plain.Before = true
	if _, _, err := Make(packed(t, before), packed(t, after), o); err == nil || err.Error() != "BEFORE has tracked changes already" {
		t.Error(err)
	}
}

// TestThreads: what is said of a comment that is added comes with it: what it answers, and whether it is settled.
func TestThreads(t *testing.T) {
	comment := func(id, paragraph, text string) string {
		return `<w:comment w:id="` + id + `" w:author="Bob"><w:p w14:paraId="` + paragraph + `"><w:r><w:t>` + text + `</w:t></w:r></w:p></w:comment>`
	}
	parts := func(comments, states string) []extra {
		return []extra{{"word/document.xml", opc.TypeComments, "word/comments.xml", wordML + "comments+xml", "<w:comments " + wordNS + threads + ">" + comments + "</w:comments>"},
			{"word/document.xml", opc.TypeCommentsExtended, "word/commentsExtended.xml", wordML + "commentsExtended+xml", `<w15:commentsEx xmlns:w15="` + commentStates + `">` + states + "</w15:commentsEx>"}}
	}
	said := func(ids ...string) (b string) {
		for _, id := range ids {
			b += `<w:r><w:commentReference w:id="` + id + `"/></w:r>`
		}
		return `<w:p><w:r><w:t>text</w:t></w:r>` + b + "</w:p>"
	}
	before := packedWith(t, said("0"), parts(comment("0", "0000000A", "first"), `<w15:commentEx w15:paraId="0000000A" w15:done="0"/>`)...)
	// The first one under another id of its paragraph; an answer to it whose paragraph is called as the first one was; a settled one.
	after := packedWith(t, said("4", "5", "6"), parts(comment("4", "0000000B", "first")+comment("5", "0000000A", "answer")+comment("6", "0000000C", "settled"),
		`<w15:commentEx w15:paraId="0000000B" w15:done="0"/><w15:commentEx w15:paraId="0000000A" w15:paraIdParent="0000000B" w15:done="0"/><w15:commentEx w15:paraId="0000000C" w15:done="1"/>`)...)
	out, report, err := Make(before, after, Options{})
	if err != nil || len(report.Changes) != 2 {
		t.Fatal(report, err)
	}
	comments, _ := unpacked(t, out).Text("word/comments.xml")
	_, answer, _ := strings.Cut(comments, `<w:comment w:id="1"`)
	name := lastParagraph("<w:comment" + answer[:strings.Index(answer, "</w:comment>")])
	if name == "" || name == "0000000A" {
		t.Fatalf("the answer is called %q", name)
	}
	states, _ := unpacked(t, out).Text("word/commentsExtended.xml")
	for _, want := range []string{`w15:paraId="` + name + `" w15:paraIdParent="0000000A" w15:done="0"`, `w15:paraId="0000000C" w15:done="1"`} {
		if strings.Count(states, want) != 1 {
			t.Errorf("%s is not in %s", want, states)
		}
	}
	// Into a file without comments, too.
	out, _, err = Make(packedWith(t, said()), after, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if states, _ := unpacked(t, out).Text("word/commentsExtended.xml"); strings.Count(states, "<w15:commentEx ") != 3 {
		t.Error(states)
	}
}

// TestBounds: with more changes than anybody decides on, blocks are replaced; ids stay in their bounds.
func TestBounds(t *testing.T) {
	defer func(n int) { mostChanges = n }(mostChanges)
	mostChanges = 2
	data, report, err := Make(packed(t, p("a one")+p("b two")+p("c three")+p("d four")), packed(t, p("a 1")+p("b 2")+p("c 3")+p("d 4")), Options{})
	if err != nil || len(report.Untracked) != 1 || report.Untracked[0].Code != "many" {
		t.Fatal(report, err)
	}
	if text := body(t, data); !strings.Contains(text, "<w:t>a </w:t>") || strings.Contains(text, "<w:t>d </w:t>") {
		t.Error(text)
	}
	mostChanges = 100_000
	mark := func(id, name string) string {
		return `<w:bookmarkStart w:id="` + id + `" w:name="` + name + `"/><w:bookmarkEnd w:id="` + id + `"/>`
	}
	data, _, err = Make(packed(t, mark("2147483647", "a")+p("x")), packed(t, mark("1", "a")+mark("2", "b")+p("x y")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := unpacked(t, data).Text("word/document.xml"); !strings.Contains(text, `<w:bookmarkStart w:id="1" w:name="b"/>`) {
		t.Error(text)
	}
}

// TestShapes: a shape that comes beside the one that goes has another name, and one that only stands in an edited paragraph stays.
func TestShapes(t *testing.T) {
	shape := func(text string) string {
		return `<w:p><w:r><w:t>words of it</w:t></w:r><w:r><w:pict><v:shapetype id="_x0000_t202" xmlns:v="v"/><v:shape id="Box" type="#_x0000_t202" xmlns:v="v"><v:path o="` + text + `"/></v:shape></w:pict></w:r></w:p>` + p("end")
	}
	data, report, err := Make(packed(t, shape("a")), packed(t, shape("b")), Options{})
	if err != nil || len(report.Changes) != 1 {
		t.Fatal(report, err)
	}
	text, _ := unpacked(t, data).Text("word/document.xml")
	for _, want := range []string{` id="Box" type="#_x0000_t202"`, ` id="Box_1" type="#_x0000_t202_1"`, ` id="_x0000_t202"`, ` id="_x0000_t202_1"`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	data, report, err = Make(packed(t, shape("a")), packed(t, strings.Replace(shape("a"), "words", "text", 1)), Options{})
	if text, _ := unpacked(t, data).Text("word/document.xml"); err != nil || len(report.Changes) != 1 || strings.Count(text, "<v:shape ") != 1 {
		t.Error(report, err, text)
	}
}

// TestSeparators: notes that come into a file without any come with their separators, which its settings list.
func TestSeparators(t *testing.T) {
	notes := extra{"word/document.xml", opc.TypeFootnotes, "word/footnotes.xml", wordML + "footnotes+xml",
		"<w:footnotes " + wordNS + `><w:footnote w:type="separator" w:id="-1">` + p("") + `</w:footnote><w:footnote w:id="1">` + p("note") + "</w:footnote></w:footnotes>"}
	before := packedWith(t, p("text"), settings(`<w:zoom w:percent="1"/><w:compat/>`))
	after := packedWith(t, `<w:p><w:r><w:t>text</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, notes, settings(`<w:footnotePr><w:footnote w:id="-1"/></w:footnotePr><w:compat/>`))
	data, report, err := Make(before, after, Options{})
	if err != nil || len(report.Untracked) > 0 {
		t.Fatal(report, err)
	}
	if text, _ := unpacked(t, data).Text("word/settings.xml"); !strings.Contains(text, `<w:zoom w:percent="1"/><w:footnotePr><w:footnote w:id="-1"/></w:footnotePr><w:compat/>`) {
		t.Error(text)
	}
}

// TestJoinedRoots: the root of a part gets the prefixes that that of the other version declares, and those that a reader may pass over.
func TestJoinedRoots(t *testing.T) {
	const w14, w15, mc = ` xmlns:w14="urn:14"`, ` xmlns:w15="urn:15"`, ` xmlns:mc="urn:mc"`
	for _, c := range [][3]string{
		{`<w:styles` + w14 + mc + ` mc:Ignorable="w14">`, `<w:styles` + w14 + w15 + mc + ` mc:Ignorable="w14 w15">`, `<w:styles` + w14 + mc + ` mc:Ignorable="w14 w15"` + w15 + `>`},
		{`<w:styles` + mc + ` mc:Ignorable='w14'` + w14 + `>`, `<w:styles` + w15 + mc + ` mc:Ignorable="w15">`, `<w:styles` + mc + ` mc:Ignorable='w14 w15'` + w14 + w15 + `>`},
		{`<w:styles` + w14 + `/>`, `<w:styles` + w15 + mc + ` mc:Ignorable="w15">`, `<w:styles` + w14 + mc + w15 + ` mc:Ignorable="w15"/>`},
		{`<w:styles` + w14 + `>`, `<w:styles` + w14 + `>`, `<w:styles` + w14 + `>`},
	} {
		got, err := joinRoots(c[0]+"...", c[1])
		if err != nil || got != c[2]+"..." {
			t.Errorf("%s and %s: %s, %v", c[0], c[1], got, err)
		}
	}
}
