package docx

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Writing what a template gives.

// tree writes a part that is a tree.
func (r *renderer) tree(name, contentType string, d *etree.Document) error {
	w, err := r.pkg.Create(name, contentType)
	if err != nil {
		return err
	}
	_, err = d.WriteTo(w)
	return err
}

// adopted writes a carried part that the main part refers to by the type of relationship.
func (r *renderer) adopted(name, relType, contentType string, c *carried) error {
	r.pkg.AddRel(mainPart, officeRel+relType, name, false)
	return r.carry(name, contentType, c)
}

// carry writes a carried part. Its relationships, and the drawings in it, get new ids.
func (r *renderer) carry(name, contentType string, c *carried) error {
	d := c.tree.Copy()
	ids := map[string]string{}
	related := func(id string) string {
		if ids[id] == "" {
			f := c.files[id]
			if f.url != "" {
				ids[id] = r.pkg.AddRel(name, officeRel+f.relType, wml.TargetURI(f.url), true)
			} else {
				ids[id] = r.pkg.AddRel(name, officeRel+f.relType, r.media.target(f.data, f.ext), false)
			}
		}
		return ids[id]
	}
	var walk func(e *etree.Element)
	walk = func(e *etree.Element) {
		for i := range e.Attr {
			a := &e.Attr[i]
			switch {
			case a.Space == "r" && a.Value != "":
				a.Value = related(a.Value)
			case e.Space == "wp" && e.Tag == "docPr" && a.Key == "id":
				a.Value = strconv.Itoa(r.ids.Drawing())
			}
		}
		switch {
		case e.Space != "w":
		case e.Tag == "fldSimple":
			r.nameChapter(e)
			r.showProperty(e)
		case e.Tag == "p":
			r.nameChapters(e)
		}
		for _, x := range e.ChildElements() {
			walk(x)
		}
	}
	walk(d.Root())
	if strings.HasSuffix(contentType, "header+xml") {
		r.stamp(d.Root())
	}
	return r.tree(name, contentType, d)
}

// showProperty makes a field that shows a property of the document show ours: not every program works
// out the fields of headers.
func (r *renderer) showProperty(field *etree.Element) {
	p := &r.plan.Properties
	code, _, _ := strings.Cut(strings.TrimSpace(field.SelectAttrValue("w:instr", "")), " ")
	text, known := map[string]string{"STYLEREF": "", "TITLE": p.Title, "SUBJECT": p.Description, "AUTHOR": p.Author, "KEYWORDS": p.Keywords}[strings.ToUpper(code)]
	run := field.SelectElement("r")
	if !known || run == nil {
		return
	}
	t := run.SelectElement("t")
	if t == nil {
		return
	}
	t.SetText(text)
	t.CreateAttr("xml:space", "preserve")
}

// theme writes the theme of the template, or ours.
func (r *renderer) theme() error {
	if t := r.opts.Template; t == nil || t.theme == nil {
		return r.ownTheme()
	}
	return r.adopted(themePart, "theme", officeType+"theme+xml", r.opts.Template.theme)
}

// closeFlow ends a header or footer with a paragraph, which Word insists on.
func closeFlow(root *etree.Element) {
	children := root.ChildElements()
	if len(children) == 0 || children[len(children)-1].FullTag() != "w:p" {
		root.CreateElement("w:p")
	}
}

// keyHeaderFooter notes the texts of the template's headers and footers, so that a sync knows them from
// what a reviewer wrote. It reads them the way a sync does: out of a package.
func (t *Template) keyHeaderFooter() error {
	var file bytes.Buffer
	plan := &layout.Plan{}
	r := &renderer{plan: plan, opts: Options{Template: t}, pkg: opc.NewWriter(&file), ids: &wml.IDs{}, media: newMedia()}
	r.pkg.AddRel("", officeRel+"officeDocument", mainPart, false)
	r.templateEdges()
	if err := r.simple(mainPart, wordType+"document.main+xml", func(b *wml.Builder) {
		b.StartPart("w:document")
		b.Markup("<w:body><w:p/></w:body></w:document>")
	}); err != nil {
		return err
	}
	r.pkg.AddRel(mainPart, officeRel+"styles", stylesPart, false)
	if err := r.tree(stylesPart, wordType+"styles+xml", t.styles); err != nil {
		return err
	}
	if err := r.writeEdges(); err != nil {
		return err
	}
	if err := r.pkg.Close(); err != nil {
		return err
	}
	p, err := opc.ReadBytes(file.Bytes(), opc.Limits{})
	if err != nil {
		return err
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return fmt.Errorf("a header or footer of the template cannot be read: %w", err)
	}
	t.headerFooter = layout.HeaderFooterKeys(d)
	return nil
}

// pictureType returns the format of a picture in a template, by its first bytes; "" for what does not come
// along. Logos are often in one of Windows' own formats.
func pictureType(data []byte) string {
	if ext := rasterType(data); ext != "" {
		return ext
	}
	switch {
	case len(data) > 44 && string(data[:4]) == "\x01\x00\x00\x00" && string(data[40:44]) == " EMF":
		return "emf"
	case strings.HasPrefix(string(data[:min(4, len(data))]), "\xd7\xcd\xc6\x9a"), strings.HasPrefix(string(data[:min(4, len(data))]), "\x01\x00\x09\x00"):
		return "wmf"
	case bytes.HasPrefix(data, []byte("BM")):
		return "bmp"
	case bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")):
		return "tiff"
	case usableSVG(data) && !bytes.Contains(data, []byte("<script")):
		return "svg"
	}
	return ""
}
