package reviewsync_test

import (
	"errors"
	"maps"
	"strconv"

	"github.com/beevik/etree"
)

// What a reviewer does to pictures in sentences. They are counted among all drawings of the body.
func init() {
	maps.Copy(acts, map[string]act{
		"cut picture #":                          func(d *desk, _ []string, n []int) error { return d.takeDrawing(n[0], true, "") },
		"carry picture # behind $":               func(d *desk, s []string, n []int) error { return d.takeDrawing(n[0], true, s[0]) },
		"copy picture # behind $":                func(d *desk, s []string, n []int) error { return d.takeDrawing(n[0], false, s[0]) },
		"stretch picture # to # % by # %":        func(d *desk, _ []string, n []int) error { return d.stretch(n[0], n[1], n[2]) },
		"track delete picture # by $":            func(d *desk, s []string, n []int) error { return d.trackDrawing(n[0], s[0]) },
		"rename pictures":                        func(d *desk, _ []string, _ []int) error { return d.renameDrawings() },
		"new picture $ behind $":                 func(d *desk, s []string, _ []int) error { return d.newDrawing(s[0], s[1]) },
		"alt of picture # in the note $":         func(d *desk, s []string, n []int) error { return altIn(d.tree("word/footnotes.xml"), n[0], s[0]) },
		"picture # to paragraph after $":         func(d *desk, s []string, n []int) error { return d.drawingAlone(n[0], true, s[0]) },
		"copy of picture # to paragraph after $": func(d *desk, s []string, n []int) error { return d.drawingAlone(n[0], false, s[0]) },
		"alt of picture # in the header $":       func(d *desk, s []string, n []int) error { return altIn(d.tree("word/header1.xml"), n[0], s[0]) },
	})
}

// drawing returns the run that shows the n-th drawing.
func (d *desk) drawing(n int) (*etree.Element, error) {
	all := every(d.body(), "drawing")
	if n < 1 || n > len(all) {
		return nil, errors.New("no such picture")
	}
	return all[n-1].Parent(), nil
}

// takeDrawing copies or cuts a drawing, and pastes it behind words if there are any.
func (d *desk) takeDrawing(n int, cut bool, behind string) error {
	r, err := d.drawing(n)
	if err != nil {
		return err
	}
	pasted := r.Copy()
	if cut {
		r.Parent().RemoveChild(r)
	} else {
		every(pasted, "docPr")[0].CreateAttr("id", "9"+d.nextID())
	}
	if behind == "" {
		return nil
	}
	p, at, err := d.find(behind, 0)
	if err == nil {
		all := runs(p, at, at+len(behind))
		insertAfter(all[len(all)-1], pasted)
	}
	return err
}

// drawingAlone copies or cuts a drawing, and pastes it in a paragraph of its own.
func (d *desk) drawingAlone(n int, cut bool, after string) error {
	r, err := d.drawing(n)
	if err != nil {
		return err
	}
	if cut {
		r.Parent().RemoveChild(r)
	} else {
		r = r.Copy()
		every(r, "docPr")[0].CreateAttr("id", "9"+d.nextID())
	}
	p, _, err := d.find(after, 0)
	if err == nil {
		own := etree.NewElement("w:p")
		own.AddChild(r)
		insertAfter(p, own)
	}
	return err
}

// stretch gives a drawing other proportions.
func (d *desk) stretch(n, width, height int) error {
	r, err := d.drawing(n)
	if err != nil {
		return err
	}
	e := every(r, "extent")[0]
	for side, percent := range map[string]int{"cx": width, "cy": height} {
		v, err := strconv.Atoi(e.SelectAttrValue(side, ""))
		if err != nil {
			return err
		}
		e.CreateAttr(side, strconv.Itoa(v*percent/100))
	}
	return nil
}

func (d *desk) trackDrawing(n int, author string) error {
	r, err := d.drawing(n)
	if err != nil {
		return err
	}
	del := d.signed("w:del", author)
	insertBefore(r, del)
	del.AddChild(r)
	return nil
}

// renameDrawings gives all drawings the names that some programs give them.
func (d *desk) renameDrawings() error {
	for i, e := range every(d.body(), "docPr") {
		e.CreateAttr("name", "image"+strconv.Itoa(i+1)+".png")
	}
	return nil
}

// newDrawing puts a picture of the reviewer's behind words, as a copy of the first one with another file.
func (d *desk) newDrawing(alt, behind string) error {
	if err := d.takeDrawing(1, false, behind); err != nil {
		return err
	}
	for i, e := range every(d.body(), "docPr") {
		if id := e.SelectAttrValue("id", ""); len(id) > 1 && id[0] == '9' {
			e.CreateAttr("name", "Grafik 5")
			e.CreateAttr("descr", alt)
			blips := every(d.body(), "blip")
			if rel := "rIdNewPicture"; blips[0].SelectAttrValue("r:embed", "") == rel { // the first one was replaced as well
				blips[i].CreateAttr("r:embed", rel)
				return nil
			}
			return d.replacePicture(i+1, 0)
		}
	}
	return errors.New("nothing was pasted")
}

func altIn(part *etree.Element, n int, text string) error {
	all := every(part, "docPr")
	if n < 1 || n > len(all) {
		return errors.New("no such picture")
	}
	all[n-1].CreateAttr("descr", text)
	return nil
}
