package reviewsync_test

import (
	"errors"
	"maps"
	"strings"

	"github.com/beevik/etree"
)

// What becomes of comments and notes when a file is saved, and notes that are written with Track Changes on.
func init() {
	maps.Copy(acts, map[string]act{
		"save without names":              func(d *desk, _ []string, _ []int) error { return d.forgetNames() },
		"save comments in another order":  func(d *desk, _ []string, _ []int) error { return d.reorder("comment") },
		"save footnotes in another order": func(d *desk, _ []string, _ []int) error { return d.reorder("footnote") },
		"forget all footnotes":            func(d *desk, _ []string, _ []int) error { return d.forgetNotes("footnote", true, true) },
		"forget part of footnotes":        func(d *desk, _ []string, _ []int) error { return d.forgetNotes("footnote", true, false) },
		"forget marks of footnotes":       func(d *desk, _ []string, _ []int) error { return d.forgetNotes("footnote", false, true) },
		"forget all endnotes":             func(d *desk, _ []string, _ []int) error { return d.forgetNotes("endnote", true, true) },
		"move comment # to $":             func(d *desk, s []string, n []int) error { return d.moveComment(n[0], s[0]) },
		"move note mark # behind $":       func(d *desk, s []string, n []int) error { return d.moveNoteMark(n[0], s[0]) },
		"track footnote $ at $ by $":      func(d *desk, s []string, _ []int) error { return d.trackNote(s[0], s[1], s[2]) },
		"comment $ from $ to $ by $":      func(d *desk, s []string, _ []int) error { return d.commentFromTo(s[0], s[1], s[2], s[3]) },
		"delete endnote $":                func(d *desk, s []string, _ []int) error { return d.deleteNote("endnote", s[0]) },
		"write as $":                      func(d *desk, s []string, _ []int) error { return d.writtenBy(s[0]) },
	})
}

// forgetNames is Word's "remove personal information from this file on save".
func (d *desk) forgetNames() error {
	for _, name := range d.names {
		t := d.tree2(name)
		if t == nil {
			continue
		}
		for _, e := range append(t.FindElements("//[@w:author]"), t) {
			if e.SelectAttr("w:author") == nil {
				continue
			}
			e.CreateAttr("w:author", "Author")
			e.RemoveAttr("w:date")
			if e.SelectAttr("w:initials") != nil {
				e.CreateAttr("w:initials", "A")
			}
		}
	}
	return nil
}

// tree2 returns the tree of a part that can hold comments, notes or tracked changes, nil for another.
func (d *desk) tree2(name string) *etree.Element {
	base, ok := strings.CutSuffix(strings.TrimPrefix(name, "word/"), ".xml")
	switch strings.TrimRight(base, "0123456789") {
	case "document", "header", "footer", "footnotes", "endnotes", "comments":
		if ok {
			return d.tree(name)
		}
	}
	return nil
}

// reorder writes the comments or notes of a file in another order and gives them other ids.
func (d *desk) reorder(kind string) error {
	root := d.tree("word/" + kind + "s.xml")
	if root == nil {
		return errors.New("there is none")
	}
	ids := map[string]string{}
	var list []*etree.Element
	for _, e := range root.SelectElements("w:" + kind) {
		if e.SelectAttr("w:type") == nil {
			ids[e.SelectAttrValue("w:id", "")] = d.nextID()
			list = append(list, e)
			root.RemoveChild(e)
		}
	}
	for i := range list {
		e := list[len(list)-1-i]
		e.CreateAttr("w:id", ids[e.SelectAttrValue("w:id", "")])
		root.AddChild(e)
	}
	for name := range d.data {
		t := d.tree2(name)
		if t == nil {
			continue
		}
		for _, tag := range []string{"RangeStart", "RangeEnd", "Reference"} {
			for _, e := range below(t, kind+tag) {
				if id := ids[e.SelectAttrValue("w:id", "")]; id != "" {
					e.CreateAttr("w:id", id)
				}
			}
		}
	}
	return nil
}

// forgetNotes drops the part that holds the notes of a kind, their marks, or both.
func (d *desk) forgetNotes(kind string, part, marks bool) error {
	if marks {
		d.unmark(kind, "")
	}
	if part {
		d.remove("word/" + kind + "s.xml")
	}
	return nil
}

// trackNote writes a footnote with Track Changes on: its mark and its text are proposed.
func (d *desk) trackNote(text, words, author string) error {
	if err := d.note("footnote", text, words); err != nil {
		return err
	}
	p, _, err := d.find(text, 0)
	if err != nil {
		return err
	}
	id := p.Parent().SelectAttrValue("w:id", "")
	d.propose(p.SelectElement("w:r"), author)
	for _, ref := range below(d.body(), "footnoteReference") {
		if ref.SelectAttrValue("w:id", "") == id {
			d.propose(ref.Parent(), author)
		}
	}
	return nil
}

// propose makes a run an insertion.
func (d *desk) propose(r *etree.Element, author string) {
	ins := d.signed("w:ins", author)
	insertBefore(r, ins)
	ins.AddChild(r)
}
