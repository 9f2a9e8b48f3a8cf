package reviewsync_test

import (
	"errors"

	"github.com/beevik/etree"
)

// copyHeaderFooter gives the document another header or footer like the one it has, as Word does for a first
// page of its own.
func (d *desk) copyHeaderFooter(kind string) error {
	from := d.tree("word/" + kind + "1.xml")
	if from == nil {
		return errors.New("there is none")
	}
	name := kind + "2.xml"
	t := etree.NewDocument()
	t.SetRoot(from.Copy())
	d.trees["word/"+name] = t
	d.names = append(d.names, "word/"+name)
	o := d.tree("[Content_Types].xml").CreateElement("Override")
	o.CreateAttr("PartName", "/word/"+name)
	o.CreateAttr("ContentType", "application/vnd.openxmlformats-officedocument.wordprocessingml."+kind+"+xml")
	rel := d.tree("word/_rels/document.xml.rels").CreateElement("Relationship")
	rel.CreateAttr("Id", "rIdCopied"+kind)
	rel.CreateAttr("Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"+kind)
	rel.CreateAttr("Target", name)
	ref := etree.NewElement("w:" + kind + "Reference")
	ref.CreateAttr("w:type", "first")
	ref.CreateAttr("r:id", "rIdCopied"+kind)
	below(d.body(), "sectPr")[0].InsertChildAt(0, ref)
	return nil
}

// emptyHeaderFooter takes the text out of the copy.
func (d *desk) emptyHeaderFooter(kind string) error {
	root := d.tree("word/" + kind + "2.xml")
	if root == nil {
		return errors.New("there is no copy")
	}
	for _, p := range root.ChildElements() {
		root.RemoveChild(p)
	}
	root.AddChild(newParagraph("", nil))
	return nil
}

// underline draws a line below words.
func (d *desk) underline(words string) error {
	if err := d.look(words, "w:u", true); err != nil {
		return err
	}
	for _, u := range below(d.body(), "u") {
		u.CreateAttr("w:val", "single")
	}
	return nil
}
