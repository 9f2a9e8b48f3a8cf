package reviewsync_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Objects that a reviewer puts among words or between paragraphs, each with words of theirs: text boxes, fields,
// controls, drawings, guides, inserted files.

const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
	`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
	`xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ` +
	`xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ` +
	`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
	`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
	`xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ` +
	`xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` +
	`xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ` +
	`xmlns:lc="http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas" ` +
	`xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
	`xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" ` +
	`xmlns:wpc="http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"`

// fragment returns an element with its own name spaces.
func fragment(xml string) *etree.Element {
	t := etree.NewDocument()
	if err := t.ReadFromString("<x " + spaces + ">" + xml + "</x>"); err != nil {
		panic(err)
	}
	e := t.Root().ChildElements()[0]
	for _, a := range t.Root().Attr {
		e.CreateAttr(a.FullKey(), a.Value)
	}
	return e
}

func wRun(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func boxed(text string) string {
	return `<w:txbxContent><w:p>` + wRun(text) + `</w:p></w:txbxContent>`
}

// drawn returns a drawing with a description, around what it shows.
func drawn(descr, graphic string) string {
	return `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="991" name="Drawing 991"` + descr + `/><a:graphic><a:graphicData>` + graphic +
		`</a:graphicData></a:graphic></wp:inline></w:drawing>`
}

func complexField(instr, result string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + instr + ` </w:instrText></w:r>` +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func control(properties, text string) string {
	return `<w:sdt><w:sdtPr><w:alias w:val="Field"/><w:id w:val="77"/>` + properties + `</w:sdtPr><w:sdtContent>` + wRun(text) + `</w:sdtContent></w:sdt>`
}

func simpleField(instr, text string) string {
	return `<w:fldSimple w:instr=" ` + instr + ` ">` + wRun(text) + `</w:fldSimple>`
}

// objects are what can stand among words, by name. One that needs a part of its own stands in the main text only.
var objects = map[string]func(d *desk, words string) string{
	"text box": func(_ *desk, w string) string {
		return `<w:r><mc:AlternateContent><mc:Choice Requires="wps">` + drawn("", `<wps:wsp><wps:txbx>`+boxed(w)+`</wps:txbx></wps:wsp>`) +
			`</mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>` + boxed(w) + `</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
	},
	"old text box": func(_ *desk, w string) string {
		return `<w:r><w:pict><v:shape><v:textbox>` + boxed(w) + `</v:textbox></v:shape></w:pict></w:r>`
	},
	"group of text boxes": func(_ *desk, w string) string {
		box := func(w string) string { return `<wps:wsp><wps:txbx>` + boxed(w) + `</wps:txbx></wps:wsp>` }
		return `<w:r>` + drawn(` descr="A group"`, `<wpg:wgp>`+box("first")+`<wpg:grpSp>`+box(w)+`</wpg:grpSp></wpg:wgp>`) + `</w:r>`
	},
	"canvas": func(_ *desk, w string) string {
		return `<w:r>` + drawn("", `<wpc:wpc><wps:wsp><wps:cNvPr id="1" name="Shape" descr="`+w+`"/><wps:txbx>`+boxed("Box")+`</wps:txbx></wps:wsp></wpc:wpc>`) + `</w:r>`
	},
	"text box in a text box": func(d *desk, w string) string {
		return `<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:pict><v:shape><v:textbox>` + boxed(w) +
			`</v:textbox></v:shape></w:pict></w:r>` + wRun("Outer") + `</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
	},
	"table in a text box": func(_ *desk, w string) string {
		return `<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:tbl><w:tr><w:tc><w:p>` + wRun(w) + `</w:p></w:tc></w:tr></w:tbl><w:p><m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
	},
	"word art": func(_ *desk, w string) string {
		return `<w:r><w:pict><v:shape><v:textpath on="t" string="` + w + `"/></v:shape></w:pict></w:r>`
	},
	"locked canvas": func(_ *desk, w string) string {
		return `<w:r>` + drawn("", `<lc:lockedCanvas><a:sp><a:txSp><a:txBody><a:p><a:r><a:t>`+w+`</a:t></a:r></a:p></a:txBody></a:txSp></a:sp></lc:lockedCanvas>`) + `</w:r>`
	},
	"picture": func(_ *desk, w string) string {
		return `<w:r>` + drawn(` descr="`+w+`"`, `<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="x.png"/></pic:nvPicPr></pic:pic>`) + `</w:r>`
	},
	"picture with a title": func(_ *desk, w string) string {
		return `<w:r>` + drawn(` title="`+w+`" descr="Something"`, `<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="x.png"/></pic:nvPicPr></pic:pic>`) + `</w:r>`
	},
	"old picture": func(_ *desk, w string) string {
		return `<w:r><w:pict><v:shape alt="` + w + `"><v:imagedata o:title="x"/></v:shape></w:pict></w:r>`
	},
	"object": func(_ *desk, w string) string {
		return `<w:r><w:object><v:shape alt="` + w + `"><v:imagedata o:title="x"/></v:shape><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12"/></w:object></w:r>`
	},
	"diagram": func(d *desk, w string) string {
		id := d.addPart("word/diagrams/data"+d.nextID()+".xml", "diagramData", "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml",
			`<dgm:dataModel `+spaces+`><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>`+w+`</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`)
		return `<w:r>` + drawn("", `<dgm:relIds r:dm="`+id+`" r:lo="x" r:qs="x" r:cs="x"/>`) + `</w:r>`
	},
	"chart": func(d *desk, w string) string {
		id := d.addPart("word/charts/added"+d.nextID()+".xml", "chart", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
			`<c:chartSpace `+spaces+`><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>`+w+
				`</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`)
		return `<w:r>` + drawn("", `<c:chart r:id="`+id+`"/>`) + `</w:r>`
	},
	"text control":      func(_ *desk, w string) string { return control(`<w:text/>`, w) },
	"rich text control": func(_ *desk, w string) string { return control(`<w:richText/>`, w) },
	"drop-down": func(_ *desk, w string) string {
		return control(`<w:dropDownList><w:listItem w:displayText="`+w+`" w:value="1"/></w:dropDownList>`, w)
	},
	"date control": func(_ *desk, w string) string {
		return control(`<w:date w:fullDate="2026-03-01T00:00:00Z"><w:dateFormat w:val="d MMMM"/></w:date>`, w)
	},
	"bound control": func(_ *desk, w string) string {
		return control(`<w:dataBinding w:xpath="/ns1:coreProperties[1]/ns0:creator[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w:text/>`, w)
	},
	"control in a control": func(_ *desk, w string) string {
		return `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>` + control(`<w:text/>`, w) + `</w:sdtContent></w:sdt>`
	},
	"date":            func(_ *desk, w string) string { return simpleField(`DATE \@ &quot;d MMMM&quot;`, w) },
	"cross-reference": func(_ *desk, w string) string { return complexField(`REF _Ref4711 \h`, wRun(w)) },
	"page reference":  func(_ *desk, w string) string { return complexField(`PAGEREF _Ref4711 \h`, wRun(w)) },
	"quote":           func(_ *desk, w string) string { return complexField(`QUOTE "`+w+`"`, wRun(w)) },
	"citation": func(_ *desk, w string) string {
		return complexField(`ADDIN ZOTERO_ITEM CSL_CITATION {"citationID":"a1","properties":{"plainCitation":"(`+w+`)"}}`, wRun("(")+wRun(w)+wRun(")"))
	},
	"link field": func(_ *desk, w string) string { return complexField(`HYPERLINK "https://example.com/x"`, wRun(w)) },
	"nested fields": func(_ *desk, w string) string {
		return complexField(`IF 1 = 1 "yes"`, wRun("as ")+complexField(`AUTHOR`, wRun(w)))
	},
	"form text": func(_ *desk, w string) string { return complexField(`FORMTEXT`, wRun(w)) },
	"form drop-down": func(_ *desk, w string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="No"/><w:listEntry w:val="` + w +
			`"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
	},
	"index entry": func(_ *desk, w string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> XE "` + w + `" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
	},
	"macro button": func(_ *desk, w string) string { return `<w:fldSimple w:instr=" MACROBUTTON None ` + w + ` "/>` },
	"ruby": func(_ *desk, w string) string {
		return `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>` + wRun(w) + `</w:rt><w:rubyBase>` + wRun("漢字") + `</w:rubyBase></w:ruby></w:r>`
	},
	"screen tip": func(_ *desk, w string) string {
		return `<w:hyperlink w:anchor="nowhere" w:tooltip="` + w + `">` + wRun("here") + `</w:hyperlink>`
	},
	"smart tag":   func(_ *desk, w string) string { return `<w:smartTag w:element="city">` + wRun(w) + `</w:smartTag>` },
	"custom XML":  func(_ *desk, w string) string { return `<w:customXml w:element="x">` + wRun(w) + `</w:customXml>` },
	"direction":   func(_ *desk, w string) string { return `<w:bdo w:val="rtl">` + wRun(w) + `</w:bdo>` },
	"hidden text": func(_ *desk, w string) string { return `<w:r><w:rPr><w:vanish/></w:rPr><w:t>` + w + `</w:t></w:r>` },
	"equation": func(_ *desk, w string) string {
		return `<m:oMath><m:r><m:rPr><m:nor/></m:rPr><m:t>` + w + `</m:t></m:r></m:oMath>`
	},
	"tracked field":  func(d *desk, w string) string { return d.tracked(simpleField(`TITLE`, w)) },
	"tracked box":    func(d *desk, w string) string { return d.tracked(objects2("old text box")(d, w)) },
	"tracked figure": func(d *desk, w string) string { return d.tracked(objects2("picture")(d, w)) },
	"choices": func(_ *desk, w string) string {
		return `<w:r><mc:AlternateContent><mc:Choice Requires="w"><w:t>` + w + `</w:t></mc:Choice><mc:Fallback><w:t>` + w + `</w:t></mc:Fallback></mc:AlternateContent></w:r>`
	},
}

// objects2 looks an object up where the table itself is made.
var objects2 func(name string) func(*desk, string) string

func init() {
	objects2 = func(name string) func(*desk, string) string { return objects[name] }
	maps.Copy(acts, map[string]act{
		"put $ saying $ after $":            func(d *desk, s []string, _ []int) error { return d.put(s[0], s[1], s[2]) },
		"put $ saying $ below $":            func(d *desk, s []string, _ []int) error { return d.putBelow(s[0], s[1], s[2]) },
		"describe table # as $":             func(d *desk, s []string, n []int) error { return d.describeTable(n[0], s[0]) },
		"type $ between text and footnotes": func(d *desk, s []string, _ []int) error { return d.separator(s[0]) },
		"fill in $ with $":                  func(d *desk, s []string, _ []int) error { return d.fillIn(s[0], s[1]) },
	})
}

func (d *desk) tracked(xml string) string {
	return `<w:ins w:id="` + d.nextID() + `" w:author="Ann" w:date="2026-02-01T10:00:00Z">` + xml + `</w:ins>`
}

// blocksBetween are what can stand between paragraphs, by name.
var blocksBetween = map[string]func(d *desk, words string) string{
	"text control": func(_ *desk, w string) string {
		return `<w:sdt><w:sdtPr><w:alias w:val="Field"/><w:text/></w:sdtPr><w:sdtContent><w:p>` + wRun(w) + `</w:p></w:sdtContent></w:sdt>`
	},
	"custom XML": func(_ *desk, w string) string {
		return `<w:customXml w:element="x"><w:p>` + wRun(w) + `</w:p></w:customXml>`
	},
	"frame": func(_ *desk, w string) string {
		return `<w:p><w:pPr><w:framePr w:w="2000" w:hAnchor="page"/></w:pPr>` + wRun(w) + `</w:p>`
	},
	"plain file": func(d *desk, w string) string { return d.chunk("txt", "text/plain", "One line\n"+w+"\n") },
	"page": func(d *desk, w string) string {
		return d.chunk("html", "text/html", `<html><head><style>p{}</style></head><body><p>Look: <b>`+w+`</b>&nbsp;&amp; more</p></body></html>`)
	},
	"archived page": func(d *desk, w string) string {
		return d.chunk("mht", "message/rfc822", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p class=3D'x'>"+w+"</p>\r\n--b--\r\n")
	},
	"rich text file": func(d *desk, w string) string {
		return d.chunk("rtf", "application/rtf", `{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 Hello \b `+w+`\b0\par}`)
	},
	"document": func(d *desk, w string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range map[string]string{
			"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
			"word/document.xml":   `<w:document ` + spaces + `><w:body><w:p>` + wRun("Inside") + `</w:p><w:p>` + wRun(w) + `</w:p></w:body></w:document>`,
		} {
			f, err := z.Create(name)
			if err == nil {
				_, err = f.Write([]byte(text))
			}
			if err != nil {
				panic(err)
			}
		}
		if err := z.Close(); err != nil {
			panic(err)
		}
		return d.chunk("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", b.String())
	},
	"text box": func(d *desk, w string) string { return `<w:p>` + objects["text box"](d, w) + `</w:p>` },
	"picture":  func(d *desk, w string) string { return `<w:p>` + objects["picture"](d, w) + `</w:p>` },
	"diagram":  func(d *desk, w string) string { return `<w:p>` + objects["diagram"](d, w) + `</w:p>` },
	"chart":    func(d *desk, w string) string { return `<w:p>` + objects["chart"](d, w) + `</w:p>` },
	"date":     func(d *desk, w string) string { return `<w:p>` + objects["date"](d, w) + `</w:p>` },
	"caption": func(_ *desk, w string) string {
		return `<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr>` + wRun("Photo ") + simpleField(`SEQ Photo \* ARABIC`, "1") + wRun(" "+w) + `</w:p>`
	},
	"contents": func(_ *desk, w string) string {
		return `<w:p>` + `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INDEX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + wRun(w) +
			`</w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	},
}

// chunk returns a file that Word takes in (w:altChunk).
func (d *desk) chunk(ext, contentType, data string) string {
	return `<w:altChunk r:id="` + d.addPart("word/afchunk"+d.nextID()+"."+ext, "aFChunk", contentType, data) + `"/>`
}

// addPart adds a part that the main text refers to, and returns the id of the relationship.
func (d *desk) addPart(name, relType, contentType, data string) string {
	d.names = append(d.names, name)
	d.data[name] = []byte(data)
	o := d.tree("[Content_Types].xml").CreateElement("Override")
	o.CreateAttr("PartName", "/"+name)
	o.CreateAttr("ContentType", contentType)
	rel := d.tree("word/_rels/document.xml.rels").CreateElement("Relationship")
	id := "rIdPart" + d.nextID()
	rel.CreateAttr("Id", id)
	rel.CreateAttr("Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"+relType)
	rel.CreateAttr("Target", strings.TrimPrefix(name, "word/"))
	return id
}

// inMain reports whether an element stands in the main text.
func (d *desk) inMain(e *etree.Element) bool {
	for ; e != nil; e = e.Parent() {
		if e == d.body() {
			return true
		}
	}
	return false
}

// needsPart are the objects that need a part of their own.
var needsPart = []string{"diagram", "chart"}

// insertXML puts elements of a fragment behind an element.
func insertXML(after *etree.Element, xml string) {
	all := fragment(`<w:p>` + xml + `</w:p>`)
	for _, e := range slices.Backward(all.ChildElements()) {
		for _, a := range all.Attr {
			e.CreateAttr(a.FullKey(), a.Value)
		}
		insertAfter(after, e)
	}
}

// put inserts an object behind words.
func (d *desk) put(kind, words, after string) error {
	if objects[kind] == nil {
		return errors.New("no such object: " + kind)
	}
	p, at, err := d.find(after, 0)
	if err != nil {
		return err
	}
	if slices.Contains(needsPart, kind) && !d.inMain(p) {
		return errors.New("it stands in the main text only")
	}
	behind := runs(p, at, at+len(after))
	insertXML(behind[len(behind)-1], objects[kind](d, words))
	return nil
}

// putBelow inserts an object below the paragraph with the words.
func (d *desk) putBelow(kind, words, below string) error {
	if blocksBetween[kind] == nil {
		return errors.New("no such object: " + kind)
	}
	p, _, err := d.find(below, 0)
	if err == nil {
		insertXML(p, blocksBetween[kind](d, words))
	}
	return err
}

func (d *desk) describeTable(n int, words string) error {
	t, _, err := d.table(n)
	if err == nil {
		describeTableElement(t, words)
	}
	return err
}

func describeTableElement(t *etree.Element, words string) {
	pr := t.SelectElement("w:tblPr")
	if pr == nil {
		pr = etree.NewElement("w:tblPr")
		t.InsertChildAt(0, pr)
	}
	if old := pr.SelectElement("w:tblDescription"); old != nil {
		pr.RemoveChild(old)
	}
	pr.CreateElement("w:tblDescription").CreateAttr("w:val", words)
}

func (d *desk) separator(words string) error {
	root := d.tree("word/footnotes.xml")
	if root == nil {
		return errors.New("there are no footnotes")
	}
	n := root.SelectElement("w:footnote")
	n.AddChild(newParagraph(words, nil))
	if n.SelectAttrValue("w:type", "") == "" {
		return errors.New("there is no separator")
	}
	return nil
}

// fillIn types into a form field that shows some words.
func (d *desk) fillIn(was, now string) error {
	for _, e := range below(d.body(), "sdtContent") {
		if all := below(e, "t"); len(all) > 0 && textOf(e) == was {
			all[0].SetText(now)
			return nil
		}
	}
	return fmt.Errorf("no form field shows %q", was)
}
