package reviewsync_test

import (
	"errors"
	"maps"
)

// What a reviewer does to the check boxes of items.
func init() {
	maps.Copy(acts, map[string]act{
		"tick $":              func(d *desk, s []string, _ []int) error { return d.tickItem(s[0], "1", "\u2612") },
		"untick $":            func(d *desk, s []string, _ []int) error { return d.tickItem(s[0], "0", "\u2610") },
		"delete box of $":     func(d *desk, s []string, _ []int) error { return d.moveBox(s[0], "") },
		"move box of $ to $":  func(d *desk, s []string, _ []int) error { return d.moveBox(s[0], s[1]) },
		"box of $ as text":    func(d *desk, s []string, _ []int) error { return d.boxAsText(s[0]) },
		"untick only state $": func(d *desk, s []string, _ []int) error { return d.tickItem(s[0], "0", "\u2612") },
	})
}

func (d *desk) tickItem(text, state, character string) error {
	p, _, err := d.find(text, 0)
	if err != nil || p.SelectElement("w:sdt") == nil {
		return errors.Join(err, errors.New("no box"))
	}
	p.FindElement(".//w14:checked").CreateAttr("w14:val", state)
	below(p.SelectElement("w:sdt"), "t")[0].SetText(character)
	return nil
}

// moveBox puts the box of an item in front of another one, or nowhere.
func (d *desk) moveBox(from, to string) error {
	p, _, err := d.find(from, 0)
	if err != nil || p.SelectElement("w:sdt") == nil {
		return errors.Join(err, errors.New("no box"))
	}
	box := p.SelectElement("w:sdt")
	p.RemoveChild(box)
	if to == "" {
		return nil
	}
	if p, _, err = d.find(to, 0); err == nil {
		p.InsertChildAt(p.SelectElement("w:pPr").Index()+1, box)
	}
	return err
}

// boxAsText leaves of a control what it shows, as editors do that have none.
func (d *desk) boxAsText(text string) error {
	p, _, err := d.find(text, 0)
	if err != nil || p.SelectElement("w:sdt") == nil {
		return errors.Join(err, errors.New("no box"))
	}
	box := p.SelectElement("w:sdt")
	for _, r := range below(box, "r") {
		p.InsertChildAt(box.Index(), r)
	}
	p.RemoveChild(box)
	return nil
}
