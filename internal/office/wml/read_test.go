package wml

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// file is a package put together from parts, in order.
type file [][2]string

const wNamespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"` +
	` xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"` +
	` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
	` xmlns:v="urn:schemas-microsoft-com:vml"`

// root returns an element of WordprocessingML with all namespaces declared.
func root(name, content string) string {
	return "<w:" + name + wNamespaces + ">" + content + "</w:" + name + ">"
}

func body(content string) [2]string {
	return [2]string{"word/document.xml", root("document", "<w:body>"+content+"</w:body>")}
}

// rels returns a relationship part of the main part; each line is "id type target".
func rels(lines ...string) [2]string {
	var b strings.Builder
	b.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for _, l := range lines {
		var id, kind, target string
		_, _ = fmt.Sscan(l, &id, &kind, &target)
		mode := ""
		if kind == "hyperlink" {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"%s/>`, id, kind, target, mode)
	}
	b.WriteString(`</Relationships>`)
	return [2]string{"word/_rels/document.xml.rels", b.String()}
}

func zipped(f file) []byte {
	var out bytes.Buffer
	w := opc.NewWriter(&out)
	for _, part := range f {
		if err := w.AddPart(part[0], "", []byte(part[1])); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func readFile(f file) (*Document, error) { return readBytes(zipped(f)) }

// readBytes reads a file, and once more in the smallest parts, whose memory is used again all the time: a
// reader that keeps what it may not keep reads another document.
func readBytes(data []byte) (*Document, error) {
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		return nil, err
	}
	d, err := Read(p, Options{})
	if again, err2 := Read(p, Options{piece: 1}); (err == nil) != (err2 == nil) || err == nil && !reflect.DeepEqual(d, again) {
		panic(fmt.Sprintf("in pieces it reads as\n%v %s\nas a whole as\n%v %s", err2, dumpOf(again), err, dumpOf(d)))
	}
	return d, err
}

func dumpOf(d *Document) string {
	if d == nil {
		return ""
	}
	return Dump(d)
}

func mustRead(t testing.TB, parts ...[2]string) *Document {
	t.Helper()
	d, err := readFile(parts)
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return d
}

// dumped returns the dump of a document without the line that names the part.
func dumped(d *Document) string {
	return strings.TrimSuffix(strings.TrimPrefix(Dump(d), "## word/document.xml\n"), "\n")
}

// Every case is a body and what it reads as. p(x) is a paragraph, r(x) a run of text.
var readCases = []struct{ name, body, want string }{
	{"text", p(r("a") + r("b")), "- | ab"},
	{"entities", p(r("&lt;&amp;&#65;&#x42;&gt;")), "- | <&AB>"},
	{"CDATA and comments", p(`<w:r><w:t>a<![CDATA[<b>]]><!-- no -->c</w:t></w:r><!-- <w:p> -->`), "- | a<b>c"},
	{"single quotes", `<w:p><w:pPr><w:pStyle w:val='Heading2'/></w:pPr>` + r("t") + `</w:p>`, "Heading2 | t"},
	{"empty paragraph", `<w:p/>`, "- |"},
	{"characters", p(`<w:r><w:t>a</w:t><w:tab/><w:ptab/><w:br/><w:cr></w:cr><w:noBreakHyphen/><w:softHyphen/><w:sym w:font="X" w:char="2612"/></w:r>`), "- | a→→↵↵-\u00ad☒"},
	{"page and column breaks", p(`<w:r><w:br w:type="page"/><w:br w:type="column"/><w:br w:type="textWrapping"/></w:r>`), "- | {page}{page}↵"},
	{"looks", p(run("<w:b/>", "b") + run("<w:i/>", "i") + run("<w:strike/>", "s") + run(`<w:u w:val="single"/>`, "u") + run(`<w:vertAlign w:val="superscript"/>`, "2") + run(`<w:vertAlign w:val="subscript"/>`, "3")),
		"- | *b*/i/~s~_u_^2^,3,"},
	{"switches that are off", p(run(`<w:b w:val="0"/><w:i w:val="false"/><w:u w:val="none"/><w:strike w:val="off"/>`, "plain")), "- | plain"},
	{"code by font", p(run(`<w:rFonts w:ascii="Courier New"/>`, "a") + run(`<w:rFonts w:hAnsi="DejaVu Sans Mono"/>`, "b") + run(`<w:rFonts w:ascii="Monotype Corsiva"/>`, "c") + run(`<w:rFonts w:cs="Courier New"/>`, "d")), "- | `a``b`cd"},
	{"code by shading", p(run(`<w:shd w:fill="eef2f0"/>`, "a") + run(`<w:shd w:fill="FFFF00"/>`, "b")), "- | `a`b"},
	{"frame", `<w:p><w:pPr><w:pBdr><w:left w:val="single"/></w:pBdr></w:pPr></w:p><w:p><w:pPr><w:shd w:fill="FFFFFF"/></w:pPr></w:p>`, "- framed |\n- framed |"},
	{"no frame", `<w:p><w:pPr><w:pBdr><w:left w:val="nil"/></w:pBdr><w:shd w:val="clear" w:fill="auto"/></w:pPr></w:p><w:p><w:pPr><w:pBdr/></w:pPr></w:p>`, "- |\n- |"},
	{"alignment", `<w:p><w:pPr><w:jc w:val="end"/></w:pPr></w:p>`, "- right |"},
	{"section end", `<w:p><w:pPr><w:sectPr><w:pgSz w:w="1"/></w:sectPr></w:pPr></w:p><w:sectPr/>`, "- section |"},
	{"links", p(`<w:hyperlink w:anchor="n_a">` + run(`<w:u w:val="single"/>`, "x") + `</w:hyperlink>`), "- | <#n_a|x>"},
	{"a link with no target", p(`<w:hyperlink w:tooltip="t">` + r("x") + `</w:hyperlink>`), "- | {opaque tooltip|t}x"},
	{"smart tags", p(`<w:smartTag w:element="city"><w:smartTagPr><w:attr w:name="x"/></w:smartTagPr>` + r("Oslo") + `</w:smartTag><w:customXml>` + r("!") + `</w:customXml><w:bdo w:val="rtl">` + r("?") + `</w:bdo>`), "- | Oslo!?"},
	{"insertion and deletion", p(`<w:ins w:id="1" w:author="A">` + r("new") + `</w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del>`), "- | {+new+}{-old-}"},
	{"nested changes", p(`<w:ins w:id="1"><w:del w:id="2"><w:r><w:delText>x</w:delText></w:r></w:del></w:ins>`), "- | {+{-x-}+}"},
	{"moves", p(`<w:moveFrom w:id="1">`+r("a")+`</w:moveFrom>`) + p(`<w:moveTo w:id="2">`+r("a")+`</w:moveTo>`), "- | {-a-}\n- | {+a+}"},
	{"move ranges", p(r("a")+`<w:moveFromRangeStart w:id="7" w:name="m"/>`+r("b")) + p(r("c")+`<w:moveFromRangeEnd w:id="7"/>`+r("d")), "- | a{-b-}\n- | {-c-}d"},
	{"a move range that never ends", p(`<w:moveFromRangeStart w:id="7"/>`+r("a")) + p(r("b")), "- | a\n- | b"},
	{"moved-to range", p(`<w:moveToRangeStart w:id='3'/>` + r("a") + `<w:moveToRangeEnd w:id='3'/>` + r("b")), "- | {+a+}b"},
	{"paragraph marks", `<w:p><w:pPr><w:rPr><w:ins w:id="1"/></w:rPr></w:pPr></w:p><w:p><w:pPr><w:rPr><w:del w:id="2"/></w:rPr></w:pPr></w:p>`, "- mark inserted |\n- mark deleted |"},
	{"changed formatting", p(run(`<w:rPrChange w:id="1"><w:rPr><w:b/></w:rPr></w:rPrChange>`, "a")) + `<w:p><w:pPr><w:pPrChange w:id="1"><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange></w:pPr></w:p>`,
		"- | {-*a*-}{+a+}\n- reformatted |"},
	{"changes around a link", p(`<w:ins w:id="1"><w:hyperlink w:anchor="x">` + r("a") + `</w:hyperlink></w:ins>`), "- | {+<#x|a>+}"},
	{"equation", p(`<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:r><m:t>=x</m:t></m:r><m:sSup><m:e><m:r><m:t>y</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`), `- | $\frac{a+b}{2}=xy^{2}$`},
	{"sum and root", p(`<m:oMathPara><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:rad><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad></m:e></m:nary></m:oMath></m:oMathPara>`), `- | $\sum_{i=1}^{n}\sqrt{x}$`},
	{"equation between paragraphs", `<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`, "- | $x$"},
	{"picture", p(`<w:r><w:drawing><wp:inline><wp:docPr id="1" name="fig.png" descr="a ferry"/><pic:pic><pic:cNvPr name="x"/></pic:pic></wp:inline></w:drawing></w:r>`), "- | [img fig.png|a ferry]"},
	{"old picture", p(`<w:r><w:pict><v:shape alt="a ship"><v:imagedata title="ship"/></v:shape></w:pict></w:r>`), "- | [img ship|a ship]"},
	{"text box, chosen once", p(r("a") + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + p(r("boxed")+`<w:commentRangeStart w:id="4"/>`) +
		`</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + p(r("boxed")) + `</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>` + r("b")),
		"- | a{opaque txbxContent|boxed}«4b"},
	{"a choice nobody knows", p(`<mc:AlternateContent xmlns:z="urn:z"><mc:Choice Requires="z">` + r("new") + `</mc:Choice><mc:Choice Requires="wps">` + r("known") + `</mc:Choice><mc:Fallback>` + r("old") + `</mc:Fallback></mc:AlternateContent>`), "- | known"},
	{"fallback", p(`<mc:AlternateContent xmlns:z="urn:z"><mc:Choice Requires="wps z">`+r("new")+`</mc:Choice><mc:Fallback>`+r("old")+`</mc:Fallback></mc:AlternateContent>`) + p(r("next")), "- | old\n- | next"},
	{"embedded object", p(`<w:r><w:object><v:shape/></w:object></w:r>`), "- | {opaque object|}"},
	{"phonetic guide", p(`<w:r><w:ruby><w:rt>` + r("kana") + `</w:rt><w:rubyBase>` + r("kanji") + `</w:rubyBase></w:ruby></w:r>`), "- | kanji{opaque ruby|kana}"},
	{"notes and comments", p(`<w:commentRangeStart w:id="3"/>` + r("a") + `<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r><w:r><w:footnoteReference w:id="2"/><w:endnoteReference w:id="5"/></w:r>`),
		"- | «3a3»{c 3}{fn 2}{en 5}"},
	{"marks between blocks", `<w:bookmarkStart w:id="1" w:name="x"/><w:commentRangeStart w:id="2"/>` + p(r("a")) + `<w:commentRangeEnd w:id="2"/>`, "- [x] | «2a2»"},
	{"marks in table structure", `<w:tbl><w:bookmarkStart w:id="1" w:name="x"/><w:tr><w:bookmarkStart w:id="2" w:name="y"/><w:tc>` + p(r("a")) + `</w:tc></w:tr></w:tbl>`, "table\n  row\n    cell\n      - [x y] | a"},
	{"table", `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid/><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr>` +
		`<w:tr><w:trPr><w:ins w:id="1"/></w:trPr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + p(r("a")) + `</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr>` +
		`<w:tr><w:trPr><w:tblHeader w:val="false"/><w:del w:id="2"/></w:trPr><w:tc><w:tcPr><w:cellDel w:id="3"/></w:tcPr>` + p(r("b")) + `</w:tc></w:tr></w:tbl>`,
		"table TableGrid\n  row header\n    cell span=2\n      - |\n  row inserted\n    cell\n      - | {+a+}\n    cell merged\n      - |\n  row deleted\n    cell deleted\n      - | {-b-}"},
	{"table with changed formatting", `<w:tbl><w:tblPr><w:tblPrChange w:id="1"/></w:tblPr></w:tbl>`, "table  reformatted"},
	{"table in a cell", `<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc>` + p(r("a")) + `</w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>`, "table\n  row\n    cell\n      table\n        row\n          cell\n            - | a\n      - |"},
	{"runs between paragraphs", r("loose") + `<w:altChunk r:id="x"/>`, "- | loose\n- | {opaque altChunk|}"},
	{"changes around paragraphs", `<w:ins w:id="1">` + p(r("a")) + `</w:ins>`, "- | {+a+}"},
	{"undeclared prefix", `<w:p><w:r><w:t xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main">strict</w:t></w:r></w:p>`, "- | strict"},
	{"other prefixes", `<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:r><x:t>a</x:t></x:r></x:p>`, "- | a"},
	{"other namespaces", p(`<x:r xmlns:x="urn:x"><x:t>no</x:t></x:r>` + r("yes")), "- | yes"},
}

func p(content string) string { return "<w:p>" + content + "</w:p>" }
func r(text string) string    { return run("", text) }
func linkRun(text string) string {
	return run(`<w:color w:val="0563C1"/><w:u w:val="single"/>`, text)
}
func run(props, s string) string {
	if props != "" {
		props = "<w:rPr>" + props + "</w:rPr>"
	}
	return "<w:r>" + props + `<w:t xml:space="preserve">` + s + "</w:t></w:r>"
}

func TestRead(t *testing.T) {
	for _, c := range readCases {
		t.Run(c.name, func(t *testing.T) {
			if got := dumped(mustRead(t, body(c.body))); got != c.want {
				t.Errorf("body\n%s\nreads as\n%s\nwant\n%s", c.body, got, c.want)
			}
		})
	}
}

// Fields, simple and complex, become links or one run each.
func TestReadFields(t *testing.T) {
	field := func(instr, result string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>` + instr + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
	}
	for _, c := range []struct{ name, body, want string }{
		{"address", p(field(` HYPERLINK "https://e.org/a b" \o "tip" `, r("x")) + r("y")), "- | <https://e.org/a b|x>y"},
		{"address and place", p(field(`HYPERLINK "https://e.org/" \l "frag"`, r("x"))), "- | <https://e.org/#frag|x>"},
		{"severed link", p(field(`HYPERLINK "https://e.org/" \l "frag"`, linkRun("x")) + linkRun("y") + linkRun("z") + r("t") + linkRun("u")), "- | <https://e.org/#frag|x><https://e.org/#frag|y><https://e.org/#frag|z>t_u_"},
		{"severed in a paragraph", p(field(`HYPERLINK "https://e.org/" \l "frag"`, linkRun("x"))) + p(linkRun("y")), "- | <https://e.org/#frag|x>\n- | _y_"},
		{"bookmark", p(field(`HYPERLINK \l "n_a"`, r("x"))), "- | <#n_a|x>"},
		{"bookmark as address", p(field(`hyperlink "#n_a"`, r("x"))), "- | <#n_a|x>"},
		{"no target", p(field(`HYPERLINK`, r("x"))), "- | x"},
		{"reference in several runs", p(r("see ") + field(` REF n_a \h `, run(`<w:b/><w:u w:val="single"/>`, "Table")+run("", " 1")) + r(".")), "- | see *{REF n_a \\h|Table 1}*."},
		{"no result", p(field(`PAGE`, "")), "- | {PAGE|}"},
		{"instruction in pieces", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>SE</w:instrText><w:instrText>Q T</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>1</w:t><w:fldChar w:fldCharType="end"/></w:r>`), "- | {SEQ T|1}"},
		{"never separated", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>XE "a"</w:instrText><w:fldChar w:fldCharType="end"/></w:r>` + r("b")), "- | {XE \"a\"|}b"},
		{"simple", p(`<w:fldSimple w:instr=" PAGE ">` + r("7") + `</w:fldSimple>`), "- | {PAGE|7}"},
		{"simple link", p(`<w:fldSimple w:instr='HYPERLINK "https://e.org"'>` + r("x") + `</w:fldSimple>` + r("y")), "- | <https://e.org|x>y"},
		{"nested", p(field(`IF 1 `, field(`HYPERLINK "u"`, r("x"))+r("z"))), "- | <u|{IF 1|xz}>"},
		{"field in an instruction", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF </w:instrText></w:r>` + field("MERGEFIELD a", r("hidden")) + `<w:r><w:fldChar w:fldCharType="separate"/><w:t>shown</w:t><w:fldChar w:fldCharType="end"/></w:r>`), "- | {IF|shown}"},
		{"over paragraphs", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>`+r("a")) + p(field("PAGEREF x", r("2"))) + p(r("b")+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`+r("c")),
			"- | a\n- | {PAGEREF x|2}\n- | bc"},
		{"never ended", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r>`+r("hidden")) + p(r("shown")), "- |\n- | shown"},
		{"link never ended", p(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "u"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>`+r("x")) + p(r("y")), "- | <u|x>\n- | y"},
		{"end without beginning", p(`<w:r><w:fldChar w:fldCharType="end"/><w:fldChar w:fldCharType="separate"/></w:r>` + r("x")), "- | x"},
		{"deleted result", p(field("REF a", `<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="2">`+r("new")+`</w:ins>`)), "- | {-{REF a|old}-}{+{REF a|new}+}{REF a|}"},
		{"deleted field", p(`<w:del w:id="1">` + field("PAGE", r("1")) + `</w:del>`), "- | {-{PAGE|1}-}"},
		{"marks in the result", p(field("SEQ T", r("1")+`<w:bookmarkEnd w:id="9"/><w:commentRangeEnd w:id="4"/>`+r("0")) + r("x")), "- | {SEQ T|10}4»x"},
		{"picture in the result", p(field("INCLUDEPICTURE x", `<w:r><w:drawing><wp:docPr name="n"/><pic:pic/></w:drawing></w:r>`)), "- | [img n|]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := dumped(mustRead(t, body(c.body))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
