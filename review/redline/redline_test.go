package redline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// packed returns a Word file with a body.
func packed(t *testing.T, body string) *opc.Package {
	t.Helper()
	const ns = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	var b bytes.Buffer
	w := opc.NewWriter(&b)
	w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
	if err := w.AddPart("word/document.xml", wordML+"document.main+xml", []byte(`<w:document `+ns+`><w:body>`+body+`</w:body></w:document>`)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return unpacked(t, b.Bytes())
}

func unpacked(t *testing.T, data []byte) *opc.Package {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// body returns the body of a Word file, with "#" for what revisions say of themselves.
func body(t *testing.T, data []byte) string {
	t.Helper()
	text, err := unpacked(t, data).Text("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = strings.Cut(text, "<w:body>")
	text, _, _ = strings.Cut(text, "</w:body>")
	for {
		i := strings.Index(text, ` w:id="`)
		if i < 0 {
			return strings.ReplaceAll(text, ` xml:space="preserve"`, "")
		}
		end := i + strings.IndexAny(text[i:], "/>")
		text = text[:i] + "#" + text[end:]
	}
}

// p returns a paragraph with a text.
func p(text string) string { return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>" }

// toc returns a line of contents.
func toc(text string) string {
	return `<w:p><w:pPr><w:pStyle w:val="NomaToc"/></w:pPr><w:r><w:t>` + text + "</w:t></w:r></w:p>"
}

// cell returns a cell with a text.
func cell(text string) string { return "<w:tc>" + p(text) + "</w:tc>" }

func grid(rows ...string) string {
	return "<w:tbl><w:tblPr/><w:tblGrid/><w:tr>" + strings.Join(rows, "</w:tr><w:tr>") + "</w:tr></w:tbl>" + p("end")
}

// TestMake shows how each kind of change is written. That both versions come out of it, Make proves itself.
func TestMake(t *testing.T) {
	bold := func(text string) string { return "<w:r><w:rPr><w:b/></w:rPr><w:t>" + text + "</w:t></w:r>" }
	for name, c := range map[string]struct{ before, after, want, kinds string }{
		"word":       {p("a red fox"), p("a brown fox"), "<w:p><w:r><w:t>a </w:t></w:r><w:del#><w:r><w:delText>red</w:delText></w:r></w:del><w:ins#><w:r><w:t>brown</w:t></w:r></w:ins><w:r><w:t> fox</w:t></w:r></w:p>", "replace"},
		"format":     {p("a red fox"), "<w:p><w:r><w:t>a </w:t></w:r>" + bold("red") + "<w:r><w:t> fox</w:t></w:r></w:p>", "<w:p><w:r><w:t>a </w:t></w:r><w:r><w:rPr><w:b/><w:rPrChange#><w:rPr></w:rPr></w:rPrChange></w:rPr><w:t>red</w:t></w:r><w:r><w:t> fox</w:t></w:r></w:p>", "format"},
		"split":      {p("one two three four"), p("one two") + p(" three four"), "<w:p><w:pPr><w:rPr><w:ins#/></w:rPr></w:pPr><w:r><w:t>one two</w:t></w:r></w:p><w:p><w:r><w:t> three four</w:t></w:r></w:p>", "split"},
		"joined":     {p("one two") + p(" three four"), p("one two three four"), "<w:p><w:pPr><w:rPr><w:del#/></w:rPr></w:pPr><w:r><w:t>one two</w:t></w:r></w:p><w:p><w:r><w:t> three four</w:t></w:r></w:p>", "merge"},
		"inserted":   {p("first words") + p("last words"), p("first words") + p("new") + p("last words"), p("first words") + "<w:p><w:pPr><w:rPr><w:ins#/></w:rPr></w:pPr><w:ins#><w:r><w:t>new</w:t></w:r></w:ins></w:p>" + p("last words"), "insert"},
		"last":       {p("first words"), p("first words") + p("new"), "<w:p><w:pPr><w:rPr><w:ins#/></w:rPr></w:pPr><w:r><w:t>first words</w:t></w:r></w:p><w:p><w:ins#><w:r><w:t>new</w:t></w:r></w:ins></w:p>", "insert"},
		"properties": {p("words of it"), "<w:p><w:pPr><w:jc w:val=\"center\"/></w:pPr><w:r><w:t>words of it</w:t></w:r></w:p>", "<w:p><w:pPr><w:jc w:val=\"center\"/><w:pPrChange#><w:pPr></w:pPr></w:pPrChange></w:pPr><w:r><w:t>words of it</w:t></w:r></w:p>", "format"},
		"row": {grid(cell("a one")+cell("b one"), cell("c two")+cell("d two")), grid(cell("a one") + cell("b one")),
			"<w:tbl><w:tblPr/><w:tblGrid/><w:tr>" + cell("a one") + cell("b one") + "</w:tr><w:tr><w:trPr><w:del#/></w:trPr><w:tc><w:p><w:del#><w:r><w:delText>c two</w:delText></w:r></w:del></w:p></w:tc><w:tc><w:p><w:del#><w:r><w:delText>d two</w:delText></w:r></w:del></w:p></w:tc></w:tr></w:tbl>" + p("end"), "row-delete"},
		"column": {grid(cell("a one")+cell("b one"), cell("c two")+cell("d two")), grid(cell("a one")+cell("new")+cell("b one"), cell("c two")+cell("more")+cell("d three")),
			"<w:tbl><w:tblPr/><w:tblGrid/><w:tr>" + cell("a one") + "<w:tc><w:tcPr><w:cellIns#/></w:tcPr><w:p><w:ins#><w:r><w:t>new</w:t></w:r></w:ins></w:p></w:tc>" + cell("b one") +
				"</w:tr><w:tr>" + cell("c two") + "<w:tc><w:tcPr><w:cellIns#/></w:tcPr><w:p><w:ins#><w:r><w:t>more</w:t></w:r></w:ins></w:p></w:tc><w:tc><w:p><w:r><w:t>d </w:t></w:r><w:del#><w:r><w:delText>two</w:delText></w:r></w:del><w:ins#><w:r><w:t>three</w:t></w:r></w:ins></w:p></w:tc></w:tr></w:tbl>" + p("end"), "column-insert replace"},
		"columns": {grid(cell("a one")+cell("b one")+cell("c one"), cell("a two")+cell("b two")+cell("c two")), grid(cell("c one")+cell("d one"), cell("c two")+cell("d two")),
			"", "column-delete column-delete column-insert"},
		"grid": {strings.Replace(grid(cell("a one")+cell("b one")), "<w:tblGrid/>", "<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>", 1),
			strings.Replace(grid(cell("a one other")), "<w:tblGrid/>", "<w:tblGrid><w:gridCol/></w:tblGrid>", 1), "", "replace"}, // no row fits the grid of the other
		"twice":    {p("the same") + p("a red fox") + p("the same"), p("the same") + p("a brown fox") + p("the same") + p("the same"), "", "replace insert"},
		"contents": {toc("one") + p("a red fox"), toc("one") + toc("two") + p("a brown fox"), "", "replace"}, // longer contents that begin in the same way
		"cell": {grid(cell("a one") + cell("b one")), grid(cell("a one") + cell("b two")),
			"<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>" + p("a one") + "</w:tc><w:tc><w:p><w:r><w:t>b </w:t></w:r><w:del#><w:r><w:delText>one</w:delText></w:r></w:del><w:ins#><w:r><w:t>two</w:t></w:r></w:ins></w:p></w:tc></w:tr></w:tbl>" + p("end"), "replace"},
		"field": {"<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:t>x</w:t></w:r></w:p>", p("x"),
			"<w:p><w:del#><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:delInstrText> PAGE </w:delInstrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:del><w:r><w:t>x</w:t></w:r></w:p>", "delete"},
	} {
		t.Run(name, func(t *testing.T) {
			data, report, err := Make(packed(t, c.before), packed(t, c.after), Options{Author: "Ann", Date: "2026-01-01T00:00:00Z"})
			if err != nil {
				t.Fatal(err)
			}
			if got := body(t, data); c.want != "" && got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			var kinds []string
			for _, x := range report.Changes {
				kinds = append(kinds, x.Kind)
			}
			if got := strings.Join(kinds, " "); got != c.kinds {
				t.Errorf("changes %s, want %s", got, c.kinds)
			}
			if len(report.Untracked) > 0 {
				t.Errorf("untracked: %v", report.Untracked)
			}
		})
	}
}

// TestMarksInContents: a range that ends in contents still does.
func TestMarksInContents(t *testing.T) {
	version := func(contents, text string) *opc.Package {
		end := strings.Replace(toc(contents), "</w:p>", `<w:bookmarkEnd w:id="1"/></w:p>`, 1)
		return packed(t, strings.Replace(p("head"), "<w:r>", `<w:bookmarkStart w:id="1" w:name="b"/><w:r>`, 1)+end+p(text))
	}
	data, _, err := Make(version("one", "a red fox"), version("two", "a brown fox"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := body(t, data); strings.Count(got, "<w:bookmarkEnd") != 1 {
		t.Error(got)
	}
}

// TestNothing: a file compared with itself has no changes, and neither has one that differs in what is not compared.
func TestNothing(t *testing.T) {
	for _, c := range []struct {
		after  string
		ignore string
	}{{p("A red fox"), ""}, {p("a red fox"), "case"}, {p("A  red fox "), "whitespace"}} {
		o := Options{}
		if c.ignore != "" {
			o.Ignore = []string{c.ignore}
		}
		data, report, err := Make(packed(t, p("A red fox")), packed(t, c.after), o)
		if err != nil || data != nil || len(report.Changes) > 0 {
			t.Errorf("%q: %v, %v", c.after, report, err)
		}
	}
	if _, _, err := Make(packed(t, p("a")), packed(t, p("b")), Options{Ignore: []string{"words"}}); err == nil {
		t.Error("words cannot be ignored")
	}
}

// TestSteps: each change stands under the name of the version that made it.
func TestSteps(t *testing.T) {
	versions := []string{
		p("a red fox jumps over the lazy dog") + p("another text") + grid(cell("a one")+cell("b two")),
		p("a brown fox jumps over the lazy dog") + p("another text") + grid(cell("a one")+cell("b two")),
		p("a brown fox jumps over the dog") + p("new") + p("another text here") + grid(cell("a one")+cell("b three")),
		p("a brown fox leaps over the dog") + p("new") + p("another text here") + grid(cell("a one")+cell("b three"), cell("c four")+cell("d five")),
	}
	o := Options{}
	for n, name := range []string{"Ann", "Bob", "Cid"} {
		o.Steps = append(o.Steps, Step{Package: packed(t, versions[n+1]), Author: name, Commit: name[:1]})
	}
	_, report, err := Make(packed(t, versions[0]), o.Steps[2].Package, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range report.Changes {
		got = append(got, c.Author+" "+c.Kind+" "+c.Was+"/"+c.Now)
	}
	want := []string{"Ann replace red/brown", "Cid replace jumps/leaps", "Bob delete  lazy/", "Bob insert /new", "Bob insert / here", "Bob replace two/three",
		"Cid row-insert /c four d five"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestStepsOfAll: so does a change of formatting in a paragraph that others edited, a move of what was edited later, and what is in notes and headers.
func TestStepsOfAll(t *testing.T) {
	const sentence = "this is a sentence of some words that can be moved"
	version := func(text, header, one, two string) *opc.Package {
		note := func(id, text string) string { return `<w:footnote w:id="` + id + `">` + p(text) + "</w:footnote>" }
		ref := func(text, id string) string {
			return `<w:p><w:r><w:t>` + text + `</w:t></w:r><w:r><w:footnoteReference w:id="` + id + `"/></w:r></w:p>`
		}
		notes := note("1", two)
		if one == "" {
			text += p("a text that gets a note") + ref("a text with one", "1")
		} else {
			notes = note("1", one) + note("2", two)
			text += ref("a text that gets a note", "1") + ref("a text with one", "2")
		}
		doc := "word/document.xml"
		return packedWith(t, text+`<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>`,
			extra{doc, opc.TypeHeader, "word/header1.xml", wordML + "header+xml", "<w:hdr " + wordNS + ">" + p(header) + "</w:hdr>"},
			extra{doc, opc.TypeFootnotes, "word/footnotes.xml", wordML + "footnotes+xml", "<w:footnotes " + wordNS + ">" + notes + "</w:footnotes>"})
	}
	bold := func(text string) string { return "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>" + text + "</w:t></w:r></w:p>" }
	centred := func(text string) string {
		return strings.Replace(p(text), "<w:p>", `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>`, 1)
	}
	names := []string{"Ann", "Bob", "Cid"}
	versions := []*opc.Package{
		version(p("red words")+p("wide text here")+p(sentence)+p("between the one and the other there is one more, longer than what is moved")+p("and the second of those that stay where they are"), "a red page", "", "from a book"),
		version(bold("red words")+centred("wide text here")+p("between the one and the other there is one more, longer than what is moved")+p("and the second of those that stay where they are")+p(sentence), "a brown page", "", "from a thick book"),
		version(bold("red words here")+centred("wide text")+p("between the one and the other there is one more, longer than what is moved")+p("and the second of those that stay where they are")+p(sentence+" again"), "a brown page of it", "new", "from a thick book"),
		version(bold("red words here")+centred("wide text")+p("between the one and the other there is one more, longer than what is moved")+p("and the second of those that stay where they are")+p(sentence+" again"), "a brown page of it", "new", "from a thick book of it"),
	}
	o := Options{}
	for n, name := range names {
		o.Steps = append(o.Steps, Step{Package: versions[n+1], Author: name})
	}
	data, report, err := Make(versions[0], versions[3], o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range report.Changes {
		got = append(got, c.Author+" "+c.Kind+" "+c.Was+"/"+c.Now)
	}
	want := []string{"Ann format /red words", "Bob insert / here", "Bob delete  here/", "Ann format /wide text",
		"Ann move " + sentence + "/" + sentence + " again", "Bob insert /[footnoteReference]", "Ann replace red/brown", "Bob insert / of it", "Ann insert /thick ", "Cid insert / of it"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text, _ := unpacked(t, data).Text("word/document.xml"); !strings.Contains(text, `w:author="Bob"><w:r><w:t xml:space="preserve"> again`) {
		t.Errorf("an edit in what was moved is not of its author: %s", text)
	}
}

// TestStepsOfLinks: what leads somewhere is of the step that it came in, also when a later one brings more links and other parts.
func TestStepsOfLinks(t *testing.T) {
	const doc = "word/document.xml"
	link := func(id, text string) string {
		return `<w:p><w:hyperlink r:id="` + id + `"><w:r><w:t>` + text + `</w:t></w:r></w:hyperlink></w:p>`
	}
	place := func(to string) extra { return extra{doc, relDoc + "hyperlink", "https://example.org/" + to, "", ""} }
	picture := func(name string) extra {
		return extra{doc, relDoc + "image", "word/media/" + name + ".png", "image/png", name[:3]}
	}
	shown := func(id string) string {
		return `<w:p><w:r><w:drawing><a:blip r:embed="` + id + `"/></w:drawing></w:r></w:p>`
	}
	older := packedWith(t, p("the first words")+p("the last words"))
	between := packedWith(t, p("the first words")+shown("rId1")+link("rId2", "a link of Ann")+p("the last words"), picture("one1"), place("ann"))
	newer := packedWith(t, p("the first words")+link("rId1", "one of Ben")+shown("rId3")+link("rId4", "a link of Ann")+p("the last words")+shown("rId2")+p("end"),
		place("ben"), picture("two1"), picture("one2"), place("ann"))
	_, report, err := Make(older, newer, Options{Steps: []Step{{Package: between, Author: "Ann"}, {Package: newer, Author: "Ben"}}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range report.Changes {
		got = append(got, strings.Join(strings.Fields(c.Author+" "+c.Now), " "))
	}
	if want := "Ben one of Ben\nAnn a link of Ann\nBen [drawing]end"; strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// TestHighlight: changes are formatting.
func TestHighlight(t *testing.T) {
	data, _, err := Make(packed(t, p("a red fox")+p("gone")), packed(t, p("a brown fox")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Highlight(unpacked(t, data))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := e.Write(&b); err != nil {
		t.Fatal(err)
	}
	run := func(props, text string) string {
		return "<w:r><w:rPr>" + props + "</w:rPr><w:t>" + text + "</w:t></w:r>"
	}
	const red = `<w:strike/><w:color w:val="C00000"/>`
	want := `<w:p><w:pPr><w:rPr/></w:pPr><w:r><w:t>a </w:t></w:r>` + run(red, "red") + run(`<w:highlight w:val="yellow"/>`, "brown") + `<w:r><w:t> fox</w:t></w:r></w:p><w:p>` + run(red, "gone") + `</w:p>`
	if got := body(t, b.Bytes()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
