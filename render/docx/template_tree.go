package docx

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// The parts of a template as trees: read with care, and cleaned of everything that belongs to the
// template's own text or history.

const (
	wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	strictPrefix  = "http://purl.oclc.org/ooxml/"
	relNamespace  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// maxTemplateElements bounds the elements of a part; those of large templates have 30,000.
const maxTemplateElements = 150_000

// treeDepth bounds the nesting of a template's parts; those of real ones stay below 60.
const treeDepth = 200

// readTree reads a part of the template.
func readTree(p *opc.Package, name string) (*etree.Document, error) {
	if p.Size(name) > maxTemplatePart {
		return nil, fmt.Errorf("%s is larger than %d MiB", path.Base(name), maxTemplatePart>>20)
	}
	text, err := p.Text(name)
	if err != nil {
		return nil, err
	}
	// The scanner refuses document types and undeclared entities, and knows what is well-formed.
	x := opc.NewScanner(text, opc.Names{})
	for n := 0; x.Next(); n++ {
		if n > 2*maxTemplateElements {
			return nil, fmt.Errorf("%s has more than %d elements", path.Base(name), maxTemplateElements)
		}
	}
	if err := x.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path.Base(name), err)
	}
	d := etree.NewDocument()
	d.ReadSettings.MaxDepth = treeDepth
	if err := d.ReadFromString(text); err != nil || d.Root() == nil {
		return nil, fmt.Errorf("%s cannot be read as XML", path.Base(name))
	}
	root := d.Root()
	if strings.HasPrefix(root.NamespaceURI(), strictPrefix) {
		return nil, fmt.Errorf("the template is saved as Strict Open XML; save it as a normal Word document")
	}
	if !conventional(root, map[string]string{"w": "w", "r": "r"}) {
		return nil, fmt.Errorf("%s gives the prefix w or r a meaning of its own, or uses one that it does not declare", path.Base(name))
	}
	root.CreateAttr("xmlns:w", wordNamespace)
	root.CreateAttr("xmlns:r", relNamespace)
	// Our own header: the part may have been UTF-16, and what stands beside the root is comments.
	for _, t := range slices.Clone(d.Child) {
		if t != etree.Token(root) {
			d.RemoveChild(t)
		}
	}
	head := etree.NewProcInst("xml", `version="1.0" encoding="UTF-8" standalone="yes"`)
	d.InsertChildAt(0, head)
	return d, nil
}

// conventional gives elements and attributes of the two namespaces we read into their usual
// prefixes, w and r, whatever the program that wrote the template calls them. bound are the prefixes
// in force, those of other namespaces with "". False: a usual prefix stands for something else, or one is used that stands for nothing.
func conventional(e *etree.Element, bound map[string]string) bool {
	for i, own := 0, false; i < len(e.Attr); i++ {
		a := &e.Attr[i]
		prefix := a.Key
		if a.Space == "" && a.Key == "xmlns" {
			prefix = ""
		} else if a.Space != "xmlns" {
			continue
		}
		usual := map[string]string{wordNamespace: "w", relNamespace: "r"}[a.Value]
		if usual != prefix && (prefix == "w" || prefix == "r") {
			return false
		}
		if was, known := bound[prefix]; !known || usual != was {
			if !own {
				bound, own = maps.Clone(bound), true
			}
			bound[prefix] = usual
		}
	}
	if p, known := bound[e.Space]; p != "" {
		e.Space = p
	} else if !known && e.Space != "" {
		return false
	}
	for i := range e.Attr {
		a := &e.Attr[i]
		if a.Space == "" || a.Space == "xmlns" || a.Space == "xml" {
			continue
		}
		if p, known := bound[a.Space]; p != "" {
			a.Space = p
		} else if !known {
			return false
		}
	}
	return !slices.ContainsFunc(e.ChildElements(), func(c *etree.Element) bool { return !conventional(c, bound) })
}

// dropped are elements that belong to the template's history or text and not to its formatting: marks whose
// ids would clash with ours, tracked changes, references to parts we leave behind.
var dropped = set("bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd commentReference annotationRef proofErr permStart permEnd " +
	"del moveFrom moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd customXmlInsRangeStart customXmlInsRangeEnd " +
	"customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd " +
	"pPrChange rPrChange sectPrChange tblPrChange tblPrExChange tblGridChange tcPrChange trPrChange numberingChange cellIns cellDel cellMerge " +
	"footnoteReference endnoteReference object altChunk subDoc contentPart movie control lastRenderedPageBreak " +
	"rsid numPicBullet lvlPicBulletId rsids " +
	"hdr ftr") // a part inside another

// unwrapped are elements whose content stays.
var unwrapped = set("ins moveTo customXml smartTag sdtContent")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// clean takes out of a part what must not come along.
func clean(e *etree.Element) {
	e.Attr = slices.DeleteFunc(e.Attr, func(a etree.Attr) bool {
		// Ids of paragraphs and of saving sessions must be unique over the whole package. LibreOffice names
		// the characters of a font in words that the Open XML SDK does not know, and the number beside
		// them says the same; it gives a shape of VML a second id, which no schema has.
		return e.Space == "v" && a.Space == "" && a.Key == "ID" || a.Key == "characterSet" || strings.HasPrefix(a.Key, "rsid") || a.Key == "paraId" || a.Key == "textId" || a.Key == "anchorId" || a.Key == "editId"
	})
	if e.Space == "w" && (e.Tag == "jc" || e.Tag == "lvlJc") {
		for i := range e.Attr { // the words of Strict files, which the Open XML SDK refuses in others
			if side := transitional[e.Attr[i].Value]; side != "" {
				e.Attr[i].Value = side
			}
		}
	}
	for _, t := range kept(nil, take(e)) {
		e.AddChild(t)
	}
}

var transitional = map[string]string{"start": "left", "end": "right"}

// kept adds to a list of tokens those that come along, cleaned, in the place of the ones around them.
func kept(list, tokens []etree.Token) []etree.Token {
	for _, t := range tokens {
		c, element := t.(*etree.Element)
		if !element {
			if _, text := t.(*etree.CharData); text { // no comments, no instructions
				list = append(list, t)
			}
			continue
		}
		switch {
		case c.Space == "w" && dropped[c.Tag]:
		case c.Space == "w" && c.Tag == "sdt":
			list = kept(list, control(c))
		case c.Space == "w" && unwrapped[c.Tag]:
			list = kept(list, slices.DeleteFunc(take(c), isProperties))
		default:
			clean(c)
			list = append(list, c)
		}
	}
	return list
}

// take takes all children out of an element, from the end: any other order costs the square of their
// number.
func take(e *etree.Element) []etree.Token {
	tokens := slices.Clone(e.Child)
	for i := len(tokens) - 1; i >= 0; i-- {
		e.RemoveChildAt(i)
	}
	return tokens
}

func isProperties(t etree.Token) bool {
	c, ok := t.(*etree.Element)
	return ok && (c.Tag == "customXmlPr" || c.Tag == "smartTagPr")
}

// control returns the content of a content control. In a template they show properties of the document,
// most of all its title; then a field takes the place of the control, which would be taken for a
// form field otherwise.
func control(sdt *etree.Element) []etree.Token {
	content := sdt.SelectElement("sdtContent")
	if content == nil {
		return nil
	}
	if pr := sdt.SelectElement("sdtPr"); pr != nil {
		if b := pr.SelectElement("dataBinding"); b != nil {
			if code := propertyField(b.SelectAttrValue("w:xpath", "")); code != "" {
				asField(content, code)
			}
		}
	}
	return take(content)
}

// propertyField returns the field that shows a core property (ECMA-376 §17.16.5), "" for others.
func propertyField(xpath string) string {
	for _, p := range [...]struct{ element, code string }{{":title[", "TITLE"}, {":subject[", "SUBJECT"}, {":creator[", "AUTHOR"}, {":keywords[", "KEYWORDS"}} {
		if strings.Contains(xpath, p.element) {
			return p.code
		}
	}
	return ""
}

// asField puts a field in the place of the runs of a control's content.
func asField(content *etree.Element, code string) {
	at := content
	if p := content.FindElement(".//w:p"); p != nil {
		at = p
	}
	var first *etree.Element
	for _, t := range take(at) {
		c, element := t.(*etree.Element)
		if !element || c.Space != "w" {
			continue
		}
		if c.Tag == "pPr" || first == nil && c.Tag == "r" {
			at.AddChild(c)
		}
		if first == nil && c.Tag == "r" {
			first = c
		}
	}
	if first == nil {
		return
	}
	for _, c := range first.ChildElements() {
		if c.Tag != "rPr" {
			first.RemoveChild(c)
		}
	}
	if rPr := first.SelectElement("rPr"); rPr != nil {
		for _, c := range rPr.SelectElements("rStyle") { // the formatting of a placeholder
			rPr.RemoveChild(c)
		}
	}
	first.CreateElement("w:t").SetText(code)
	i := first.Index()
	field := etree.NewElement("w:fldSimple")
	field.CreateAttr("w:instr", " "+code+" ")
	at.RemoveChildAt(i)
	field.AddChild(first)
	at.InsertChildAt(i, field)
}

// dropReferences takes out what refers to a file that does not come along: pictures as a whole, of
// links only the address, of other elements the one that names the file. It reports whether the
// element itself must go.
func dropReferences(e *etree.Element, files map[string]resource) (lost bool) {
	for _, a := range e.Attr {
		if a.Space == "r" && a.Value != "" {
			if _, there := files[a.Value]; !there {
				lost = true
			}
		}
	}
	for _, t := range take(e) {
		c, element := t.(*etree.Element)
		switch {
		case !element:
			e.AddChild(t)
		case !dropReferences(c, files):
			e.AddChild(c)
		case c.Space == "w" && c.Tag == "hyperlink":
			for _, inner := range take(c) {
				e.AddChild(inner)
			}
		case c.Tag != "hlinkClick" && c.Tag != "hlinkHover":
			// The loss goes up to the picture, or the fill, that cannot be without the file.
			lost = lost || inside[e.Tag]
		}
	}
	return lost
}

// inside are the elements between a picture and the element that names its file.
var inside = set("drawing pict inline anchor graphic graphicData pic blipFill blip shape rect group shapetype textbox fill wsp wgp spPr nvPicPr cNvPr docPr")
