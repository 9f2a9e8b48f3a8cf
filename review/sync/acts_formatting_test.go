package reviewsync_test

import (
	"errors"
	"maps"
	"strconv"

	"github.com/beevik/etree"
)

// What a reviewer does to formatting: of words, of paragraphs, of pictures, of the paper.
func init() {
	maps.Copy(acts, map[string]act{
		"colour $ in $":           func(d *desk, s []string, _ []int) error { return d.dress(s[0], "w:color", "w:val", s[1]) },
		"highlight $ in $":        func(d *desk, s []string, _ []int) error { return d.dress(s[0], "w:highlight", "w:val", s[1]) },
		"raise $":                 func(d *desk, s []string, _ []int) error { return d.dress(s[0], "w:vertAlign", "w:val", "superscript") },
		"lower $":                 func(d *desk, s []string, _ []int) error { return d.dress(s[0], "w:vertAlign", "w:val", "subscript") },
		"small capitals $":        func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:smallCaps", true) },
		"font $ to $":             func(d *desk, s []string, _ []int) error { return d.dress(s[0], "w:rFonts", "w:ascii", s[1]) },
		"size $ to #":             func(d *desk, s []string, n []int) error { return d.dress(s[0], "w:sz", "w:val", strconv.Itoa(2*n[0])) },
		"capitals $":              func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:caps", true) },
		"hide $":                  func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:vanish", true) },
		"align $ to $":            func(d *desk, s []string, _ []int) error { return d.align(s[0], s[1]) },
		"indent $ to level #":     func(d *desk, s []string, n []int) error { return d.indentItem(s[0], n[0]) },
		"replace picture # by #":  func(d *desk, _ []string, n []int) error { return d.replacePicture(n[0], n[1]) },
		"resize picture # to # %": func(d *desk, _ []string, n []int) error { return d.resize(n[0], n[1]) },
		"move picture # after $":  func(d *desk, s []string, n []int) error { return d.movePicture(n[0], s[0]) },
		"paper # by #":            func(d *desk, _ []string, n []int) error { return d.paper(n[0], n[1]) },
	})
}

// dress gives words a property with a value.
func (d *desk) dress(words, property, name, value string) error {
	if err := d.look(words, property, true); err != nil {
		return err
	}
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	for _, r := range runs(p, at, at+len(words)) {
		r.FindElement("w:rPr/"+property).CreateAttr(name, value)
	}
	return nil
}

func (d *desk) align(words, side string) error {
	p, _, err := d.find(words, 0)
	if err == nil {
		pr := properties(p)
		if e := pr.SelectElement("w:jc"); e != nil {
			pr.RemoveChild(e)
		}
		mark(pr, "w:jc", side)
	}
	return err
}

func (d *desk) indentItem(words string, level int) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	e := p.FindElement("w:pPr/w:numPr/w:ilvl")
	if e == nil {
		return errors.New("it is no list item")
	}
	e.CreateAttr("w:val", strconv.Itoa(level-1))
	return nil
}

// replacePicture shows the file of another picture in the place of one.
func (d *desk) replacePicture(n, by int) error {
	all := every(d.body(), "blip")
	if n < 1 || by < 0 || n > len(all) || by > len(all) {
		return errors.New("no such picture")
	}
	if by > 0 {
		all[n-1].CreateAttr("r:embed", all[by-1].SelectAttrValue("r:embed", ""))
		return nil
	}
	// 0 is a file of the reviewer's.
	const name = "word/media/new.png"
	d.names = append(d.names, name)
	d.data[name] = []byte("\x89PNG\r\n\x1a\nnew")
	rel := d.tree("word/_rels/document.xml.rels").CreateElement("Relationship")
	rel.CreateAttr("Id", "rIdNewPicture")
	rel.CreateAttr("Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image")
	rel.CreateAttr("Target", "media/new.png")
	all[n-1].CreateAttr("r:embed", "rIdNewPicture")
	return nil
}

func (d *desk) resize(n, percent int) error {
	all := every(d.body(), "extent")
	if n < 1 || n > len(all) {
		return errors.New("no such picture")
	}
	for _, side := range []string{"cx", "cy"} {
		v, err := strconv.Atoi(all[n-1].SelectAttrValue(side, ""))
		if err != nil {
			return err
		}
		all[n-1].CreateAttr(side, strconv.Itoa(v*percent/100))
	}
	return nil
}

// movePicture moves the paragraph of a picture behind the one with the words.
func (d *desk) movePicture(n int, words string) error {
	all := every(d.body(), "docPr")
	if n < 1 || n > len(all) {
		return errors.New("no such picture")
	}
	p := all[n-1]
	for p.Tag != "p" {
		p = p.Parent()
	}
	to, _, err := d.find(words, 0)
	if err == nil {
		p.Parent().RemoveChild(p)
		insertAfter(to, p)
	}
	return err
}

// paper changes the paper of the last section; lengths in millimetres.
func (d *desk) paper(width, height int) error {
	var last *etree.Element
	for _, e := range every(d.body(), "pgSz") {
		last = e
	}
	if last == nil {
		return errors.New("no section says its paper")
	}
	last.CreateAttr("w:w", strconv.Itoa(width*14400/254))
	last.CreateAttr("w:h", strconv.Itoa(height*14400/254))
	return nil
}
