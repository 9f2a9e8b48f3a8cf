package wml

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

func sdt(props, content string) string {
	return "<w:sdt><w:sdtPr>" + props + "</w:sdtPr><w:sdtContent>" + content + "</w:sdtContent></w:sdt>"
}

const bindingOfRate = `<w:dataBinding w:xpath="/c[@id='rate']" w:storeItemID="{1}"/>`

func TestReadControls(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"text", p(r("Rate: ") + sdt(`<w:alias w:val="Control: Rate"/><w:tag w:val="noma-control:rate"/><w:lock w:val="sdtLocked"/><w:text/>`, r("7")+run("<w:b/>", " %"))),
			"- | Rate: [noma-control:rate|7 %]\n## control word/document.xml text tag=\"noma-control:rate\" alias=\"Control: Rate\" text=\"7 %\" lock=sdtLocked"},
		{"list", p(sdt(`<w:tag w:val="a"/><w:comboBox><w:listItem w:displayText="One" w:value="1"/><w:listItem w:value="2"/></w:comboBox>`, r("One"))),
			"- | [a|One]\n## control word/document.xml dropdown tag=\"a\" alias=\"\" text=\"One\" \"1\"=\"One\" \"2\"=\"\""},
		{"date", p(sdt(`<w:date w:fullDate="2026-05-01T00:00:00Z"><w:dateFormat w:val="d.M.yyyy"/><w:lid w:val="nb-NO"/></w:date>`, r("1.5.2026"))),
			"- | [|1.5.2026]\n## control word/document.xml date tag=\"\" alias=\"\" text=\"1.5.2026\" date=2026-05-01T00:00:00Z"},
		{"check box", p(sdt(`<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>`, r("☐")) + sdt(`<w14:checkbox><w14:checked/></w14:checkbox>`, r("☒")) + sdt(`<w14:checkbox><w14:checked w14:val="perhaps"/></w14:checkbox>`, r("?"))),
			"- | [|☐][|☒][|?]\n## control word/document.xml checkbox tag=\"\" alias=\"\" text=\"☐\" checked=false\n## control word/document.xml checkbox tag=\"\" alias=\"\" text=\"☒\" checked=true\n## control word/document.xml checkbox tag=\"\" alias=\"\" text=\"?\""},
		{"LibreOffice's check box around the binding", p(sdt(`<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>`, r("")+sdt(bindingOfRate+`<w:alias w:val="A"/>`, r("☒"))) + r("x")),
			"- | [/c[@id='rate']|☒]x\n## control word/document.xml checkbox tag=\"\" alias=\"A\" text=\"☒\" checked=true bound=/c[@id='rate']"},
		{"and the binding around the check box", p(sdt(bindingOfRate+`<w:alias w:val="A"/>`, sdt(bindingOfRate+`<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>`, r("☒")))),
			"- | [/c[@id='rate']|☒]\n## control word/document.xml checkbox tag=\"\" alias=\"A\" text=\"☒\" checked=true bound=/c[@id='rate']"},
		{"a field in a field", p(sdt(`<w:tag w:val="o"/><w:text/>`, r("a")+sdt(`<w:tag w:val="i"/><w:text/>`, r("b")))),
			"- | [o|ab]\n## control word/document.xml text tag=\"o\" alias=\"\" text=\"ab\"\n## control word/document.xml text tag=\"i\" alias=\"\" text=\"b\""},
		{"rich text is content", p(sdt(`<w:tag w:val="cite"/>`, run("<w:b/>", "a")+r("b"))), "- | *a*b\n## control word/document.xml rich tag=\"cite\" alias=\"\" text=\"ab\""},
		{"alias alone is nothing", sdt(`<w:alias w:val="Task"/>`, p(r("a"))+p(r("b"))), "- | a\n- | b"},
		{"around blocks", sdt(`<w:tag w:val="t"/><w:text/>`, p(r("a"))+`<w:tbl><w:tr><w:tc>`+p(r("b"))+`</w:tc></w:tr></w:tbl>`),
			"- | a\ntable\n  row\n    cell\n      - | b\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"ab\""},
		{"around rows and cells", `<w:tbl>` + sdt(`<w:tag w:val="row"/>`, `<w:tr>`+sdt(`<w:tag w:val="cell"/>`, `<w:tc>`+p(r("a"))+`</w:tc>`)+`</w:tr>`) + `</w:tbl>`,
			"table\n  row\n    cell\n      - | a\n## control word/document.xml rich tag=\"row\" alias=\"\" text=\"a\"\n## control word/document.xml rich tag=\"cell\" alias=\"\" text=\"a\""},
		{"a prompt is no value", p(sdt(`<w:showingPlcHdr/><w:tag w:val="t"/><w:text/>`, r("Click here"))), "- | [t|]\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"\""},
		{"empty", p(sdt(`<w:tag w:val="t"/><w:text/>`, "")), "- | [t|]\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"\""},
		{"typed with tracking", p(sdt(`<w:tag w:val="t"/><w:text/>`, `<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="2">`+r("new")+`</w:ins>`)),
			"- | {-[t|old]-}{+[t|new]+}\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"new\""},
		{"emptied with tracking", p(sdt(`<w:tag w:val="t"/><w:text/>`, `<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>`)),
			"- | {-[t|old]-}[t|]\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"\""},
		{"bookmark and comment inside", p(sdt(`<w:tag w:val="t"/><w:text/>`, `<w:bookmarkStart w:id="1" w:name="n"/>`+r("a")+`<w:commentRangeEnd w:id="2"/>`+r("b")+`<w:r><w:commentReference w:id="2"/></w:r>`)),
			"- [n] | [t|ab]2»{c 2}\n## control word/document.xml text tag=\"t\" alias=\"\" text=\"ab\""},
		{"lines", p(sdt(`<w:tag w:val="t"/><w:text/>`, `<w:r><w:t xml:space="preserve"> a </w:t><w:br/><w:t xml:space="preserve"> b </w:t></w:r>`)), "- | [t| a ↵ b ]\n## control word/document.xml text tag=\"t\" alias=\"\" text=\" a\\nb \""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := dumped(mustRead(t, body(c.body))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Controls are listed in the order headers by number, footers, body; those of notes are not.
func TestReadStories(t *testing.T) {
	field := func(tag string) string { return p(sdt(`<w:tag w:val="`+tag+`"/><w:text/>`, r(tag))) }
	d := mustRead(t,
		body(field("body")+p(`<w:hyperlink r:id="l1" w:anchor="part">`+r("x")+`</w:hyperlink>`)),
		rels("h10 header header10.xml", "h9 header header9.xml", "f footer footer1.xml", "l1 hyperlink https://e.org/", "n footnotes notes.xml"),
		[2]string{"word/header10.xml", root("hdr", field("ten"))},
		[2]string{"word/header9.xml", root("hdr", field("nine"))},
		[2]string{"word/header1.xml", root("hdr", field("stray"))},
		[2]string{"word/footer1.xml", root("ftr", field("foot"))},
		[2]string{"word/notes.xml", root("footnotes", `<w:footnote w:id="-1" w:type="separator"><w:p/></w:footnote><w:footnote w:id="1">`+field("note")+`</w:footnote>`)},
	)
	want := `## word/document.xml
- | [body|body]
- | <https://e.org/#part|x>
## word/header9.xml
- | [nine|nine]
## word/header10.xml
- | [ten|ten]
## word/footer1.xml
- | [foot|foot]
## footnote 1
- | [note|note]
`
	got, _, _ := strings.Cut(Dump(d), "## control")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var tags []string
	for _, c := range d.Controls {
		tags = append(tags, c.Tag)
	}
	if fmt.Sprint(tags) != "[nine ten foot body]" {
		t.Errorf("controls are %v", tags)
	}
}

func TestReadComments(t *testing.T) {
	comment := func(id, content string) string {
		return `<w:comment w:id="` + id + `" w:author="Ann" w:initials="A" w:date="2026-01-02T00:00:00Z">` + content + `</w:comment>`
	}
	extended := func(content string) [2]string {
		return [2]string{"word/commentsExtended.xml", "<w15:commentsEx" + wNamespaces + ">" + content + "</w15:commentsEx>"}
	}
	comments := [2]string{"word/comments.xml", root("comments",
		comment("0", `<w:p w14:paraId="0000000A">`+r("one")+`</w:p><w:p w14:paraId="0000000B">`+r("two")+`</w:p>`)+
			comment("1", `<w:p w15:paraId="0000000c">`+r("answer")+`</w:p>`)+
			comment("2", p(r("no id"))))}
	state := func(d *Document) string {
		var s []string
		for _, c := range d.Comments {
			resolved := "?"
			if c.Resolved != nil {
				resolved = fmt.Sprint(*c.Resolved)
			}
			s = append(s, c.ID+" "+resolved+" "+c.Parent)
		}
		return strings.Join(s, ",")
	}
	for _, c := range []struct{ name, ex, want string }{
		{"by the last paragraph", `<w15:commentEx w15:paraId="0000000B" w15:done="1"/><w15:commentEx w15:paraId="0000000C" w15:paraIdParent="0000000B" w15:done="0"/>`, "0 true ,1 false 0,2 ? "},
		{"by the first paragraph", `<w15:commentEx w15:paraId="0000000a" w15:done="true"/><w15:commentEx w15:paraId="0000000C" w15:paraIdParent="0000000A"/>`, "0 true ,1 ? 0,2 ? "},
		{"unknown parent", `<w15:commentEx w15:paraId="0000000C" w15:paraIdParent="FFFFFFFF"/>`, "0 ? ,1 ? ,2 ? "},
	} {
		d := mustRead(t, body(p(r("a"))), comments, extended(c.ex))
		if got := state(d); got != c.want || !d.HasCommentState || !d.HasComments {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	d := mustRead(t, body(p(r("a"))), comments)
	if d.HasCommentState || !d.HasComments || state(d) != "0 ? ,1 ? ,2 ? " {
		t.Errorf("without states: %s", state(d))
	}
	if c := d.Comments[0]; c.Author != "Ann" || c.Initials != "A" || c.Date != "2026-01-02T00:00:00Z" || len(c.Blocks) != 2 {
		t.Errorf("comment is %+v", c)
	}
	if d := mustRead(t, body("")); d.HasComments {
		t.Error("there is no comments part, and HasComments is set")
	}
}

func TestReadStyles(t *testing.T) {
	style := func(kind, id, name, more string) string {
		return `<w:style w:type="` + kind + `" w:styleId="` + id + `"><w:name w:val="` + name + `"/>` + more + `</w:style>`
	}
	styles := [2]string{"word/styles.xml", root("styles",
		`<w:docDefaults><w:rPrDefault><w:rPr><w:b/></w:rPr></w:rPrDefault></w:docDefaults>`+
			`<w:style w:type="paragraph" w:default="1" w:styleId="Standard1"><w:name w:val="Weird default"/></w:style>`+
			style("paragraph", "berschrift1", "heading 1", "<w:rPr><w:b/></w:rPr>")+
			style("paragraph", "Footnote", "Footnote Text", "")+
			style("paragraph", "Q", "My Own Style", `<w:basedOn w:val="Numbered"/>`)+
			style("paragraph", "Numbered", "Numbered", `<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="5"/></w:numPr></w:pPr>`)+
			style("paragraph", "Norm", "Normal", "")+
			style("table", "TG", "Table Grid", "")+
			style("paragraph", "Boxed", "Noma Quote", `<w:pPr><w:pBdr><w:left w:val="single" w:sz="12" w:color="c0c0c0"/></w:pBdr><w:shd w:val="clear" w:fill="FAFAFA"/></w:pPr>`)+
			style("paragraph", "Box2", "Boxed too", `<w:basedOn w:val="Boxed"/>`)+
			style("character", "S", "Strong", "<w:rPr><w:b/></w:rPr>")+
			style("character", "S2", "Stronger", `<w:basedOn w:val="S"/><w:rPr><w:i/></w:rPr>`)+
			style("character", "S3", "Weaker", `<w:basedOn w:val="S2"/><w:rPr><w:b w:val="0"/></w:rPr>`)+
			style("character", "L", "Hyperlink", `<w:rPr><w:b/><w:u w:val="single"/></w:rPr>`)+
			style("character", "FA", "footnote reference", `<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>`)+
			style("character", "V", "Source Text", "")+
			style("character", "C1", "Circle 1", `<w:basedOn w:val="C2"/><w:rPr><w:i/></w:rPr>`)+
			style("character", "C2", "Circle 2", `<w:basedOn w:val="C1"/>`))}
	level := func(i int, format, more string) string {
		return fmt.Sprintf(`<w:lvl w:ilvl="%d"><w:numFmt w:val="%s"/>%s</w:lvl>`, i, format, more)
	}
	numbering := [2]string{"word/numbering.xml", root("numbering",
		`<w:abstractNum w:abstractNumId="0">`+level(0, "bullet", "")+level(1, "decimal", "")+level(2, "none", "")+`</w:abstractNum>`+
			`<w:abstractNum w:abstractNumId="1">`+level(0, "lowerRoman", "")+`</w:abstractNum>`+
			`<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>`+
			`<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">`+level(0, "bullet", "")+`</w:lvlOverride></w:num>`+
			`<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>`)}
	para := func(style, num, content string) string {
		if style != "" {
			style = `<w:pStyle w:val="` + style + `"/>`
		}
		if num != "" {
			id, level, _ := strings.Cut(num, ".")
			if num = `<w:numId w:val="` + id + `"/>`; level != "" {
				num = `<w:ilvl w:val="` + level + `"/>` + num
			}
			num = "<w:numPr>" + num + "</w:numPr>"
		}
		return "<w:p><w:pPr>" + style + num + "</w:pPr>" + content + "</w:p>"
	}
	framed := func(style, line, color, fill string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/><w:pBdr><w:left w:val="` + line + `" w:sz="8" w:color="` + color + `"/></w:pBdr><w:shd w:val="clear" w:fill="` + fill + `"/></w:pPr></w:p>`
	}
	char := func(style string) string { return run(`<w:rStyle w:val="`+style+`"/>`, "x") }
	for _, c := range []struct{ name, body, want string }{
		{"by name", para("berschrift1", "", r("x")) + para("Footnote", "", r("x")), "Heading1 | x\nFootnoteText | x"},
		{"default and body text", para("Standard1", "", r("x")) + para("Norm", "", r("x")) + para("", "", r("x")), "- | x\n- | x\n- | x"},
		{"unknown id", para("Heading3", "", r("x")) + para("Some Thing", "", r("x")), "Heading3 | x\nSomeThing | x"},
		{"through the style", para("Numbered", "", r("x")) + para("Q", "", r("x")), "Numbered number5.1 | x\nMyOwnStyle number5.1 | x"},
		{"taken out of the list", para("Numbered", "0", r("x")), "Numbered | x"},
		{"bullets and numbers", para("", "3", r("x")) + para("", "3.1", r("x")) + para("", "3.2", r("x")) + para("", "3.8", r("x")), "- bullet0 | x\n- number3.1 | x\n- | x\n- number3.8 | x"},
		{"overridden level", para("", "4", r("x")), "- bullet0 | x"},
		{"no such list", para("", "99", r("x")), "- | x"},
		{"character styles", p(char("S") + char("S2") + char("S3") + char("V")), "- | *x*/*x*//x/`x`"},
		{"styles of marks", p(char("L") + char("FA") + char("None")), "- | xxx"},
		{"the run overrules", p(run(`<w:rStyle w:val="S"/><w:b w:val="0"/>`, "x")), "- | x"},
		{"a circle", p(char("C1") + char("C2")), "- | /x//x/"},
		{"a frame repeated from the style", framed("Boxed", "single", "C0C0C0", "fafafa") + framed("Box2", "single", "C0C0C0", "FAFAFA"), "NomaQuote |\nBoxedtoo |"},
		{"a frame of its own", framed("Boxed", "single", "FF0000", "FAFAFA") + framed("Boxed", "nil", "auto", "FFFFFF") + framed("Norm", "single", "C0C0C0", "auto"), "NomaQuote framed |\nNomaQuote framed |\n- framed |"},
		{"table", `<w:tbl><w:tblPr><w:tblStyle w:val="TG"/></w:tblPr></w:tbl>`, "table TableGrid"},
	} {
		if got := dumped(mustRead(t, body(c.body), styles, numbering)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestReadData(t *testing.T) {
	d := mustRead(t, body(""),
		[2]string{"customXml/item2.xml", `<n:controls xmlns:n="urn:noma:controls"><n:control id="a" type="text"><n:label>L</n:label><n:value> v&amp;w </n:value></n:control><n:control id="b"/><n:control type="x"/></n:controls>`},
		[2]string{"customXml/Item10.XML", `<controls xmlns="urn:noma:controls"><control id="c" type=""><value/></control></controls>`},
		[2]string{"customXml/itemProps1.xml", `<control xmlns="urn:noma:controls" id="no"/>`},
		[2]string{"customXml/item3.xml", `this is <not XML`},
		[2]string{"customXml/item4.xml", `<m:manifest xmlns:m="urn:noma:manifest" v="1"/>`},
		[2]string{"docProps/app.xml", `<Properties><Application>LibreOffice/7.4</Application></Properties>`},
		[2]string{"docProps/custom.xml", `<Properties xmlns:vt="vt"><property name="p"><vt:lpwstr>text</vt:lpwstr></property><property name="n"><vt:i4>1</vt:i4></property></Properties>`},
	)
	var got []string
	for _, b := range d.Bound {
		s := b.ID
		for _, o := range []*string{b.Type, b.Label} {
			if o == nil {
				s += " -"
			} else {
				s += fmt.Sprintf(" %q", *o)
			}
		}
		got = append(got, s+fmt.Sprintf(" %q", b.Value))
	}
	if want := `a "text" "L" " v&w "|b - - ""|c "" - ""`; strings.Join(got, "|") != want {
		t.Errorf("bound values are %s, want %s", strings.Join(got, "|"), want)
	}
	if !strings.Contains(string(d.Manifest), `v="1"`) {
		t.Errorf("manifest is %q", d.Manifest)
	}
	if d.Producer != "LibreOffice/7.4" || len(d.Properties) != 1 || d.Properties["p"] != "text" {
		t.Errorf("producer %q, properties %v", d.Producer, d.Properties)
	}
}

// The main part is where the relationships say, in either edition of the standard.
func TestReadFindsParts(t *testing.T) {
	document := strings.ReplaceAll(body(p(r("x")))[1], "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")
	d := mustRead(t,
		[2]string{"_rels/.rels", `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/Doc/Main.xml"/></Relationships>`},
		[2]string{"doc/main.xml", document},
		[2]string{"doc/_rels/main.xml.rels", `<Relationships><Relationship Id="s" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/header" Target="../other/head.xml"/></Relationships>`},
		[2]string{"other/head.xml", root("hdr", p(r("h")))})
	if got := Dump(d); got != "## doc/main.xml\n- | x\n## other/head.xml\n- | h\n" {
		t.Errorf("got\n%s", got)
	}
}

func TestReadErrors(t *testing.T) {
	deep := strings.Repeat("<w:smartTag>", 300) + strings.Repeat("</w:smartTag>", 300)
	for _, c := range []struct {
		name string
		file file
		want string
	}{
		{"a zip of anything", file{{"readme.txt", "hello"}}, "it has no main document part"},
		{"another root", file{{"word/document.xml", "<html/>"}}, "word/document.xml: it does not hold a Word document"},
		{"not XML", file{{"word/document.xml", "hello"}}, "word/document.xml: not readable as XML, line 1: there is no element"},
		{"cut off", file{{"word/document.xml", "<w:document" + wNamespaces + ">\n<w:body><w:p>"}}, "line 2: the text ends inside <w:p>"},
		{"wrong nesting", file{body("<w:p><w:r></w:p></w:r>")}, "<w:r> does not end"},
		{"document type", file{{"word/document.xml", `<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>`}}, "a document type definition is not allowed"},
		{"deep nesting", file{body(p(deep))}, "nested more than 256 deep"},
		{"a broken header", file{body(""), rels("h header h.xml"), {"word/h.xml", "<w:hdr"}}, "word/h.xml: not readable as XML"},
		{"a document for a header", file{body(""), rels("h header h.xml"), {"word/h.xml", root("document", "")}}, "word/h.xml: it does not hold a Word header"},
		{"broken styles", file{body(""), {"word/styles.xml", "<a><b></a>"}}, "word/styles.xml: "},
		{"broken comments", file{body(""), {"word/comments.xml", "<a"}}, "word/comments.xml: "},
		{"broken form data", file{body(""), {"customXml/item1.xml", `<c xmlns="urn:noma:controls">`}}, "customXml/item1.xml: "},
		{"broken relationships", file{body(""), {"word/_rels/document.xml.rels", "<a"}}, "word/_rels/document.xml.rels: "},
		{"an unknown encoding", file{{"word/document.xml", `<?xml version="1.0" encoding="EBCDIC"?><a/>`}}, `the encoding "EBCDIC" is not allowed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readFile(c.file)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %v, want one line with %q", err, c.want)
			}
		})
	}
}

// Without a document there is still what else the package has (contract docx-data.md).
func TestReadWithoutDocument(t *testing.T) {
	d, err := readFile(file{{"customXml/item1.xml", `<c xmlns="urn:noma:controls"><control id="a"><value>1</value></control></c>`}})
	if !errors.Is(err, ErrNoDocument) || d == nil || len(d.Bound) != 1 {
		t.Errorf("Read gives %v, %v", d, err)
	}
	if _, err := readBytes([]byte("PK")); err == nil || errors.Is(err, ErrNoDocument) {
		t.Errorf("a damaged file gives %v", err)
	}
	var part *opc.PartError
	if _, err := readFile(file{{"word/document.xml", "<?xml version='1.0' encoding='x'?>"}}); !errors.As(err, &part) || part.Part != "word/document.xml" {
		t.Errorf("the part is not named: %v", err)
	}
}
