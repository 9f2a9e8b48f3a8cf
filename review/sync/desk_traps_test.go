package reviewsync_test

import (
	"errors"
	"strings"

	"github.com/beevik/etree"
)

// Acts that other programs are known to fall over.

// emptyBefore puts an empty paragraph before a table, closed in its own tag as Word writes it.
func (d *desk) emptyBefore(table int) error {
	t, _, err := d.table(table)
	if err == nil {
		insertBefore(t, etree.NewElement("w:p"))
	}
	return err
}

// pointComment puts a comment on the place behind words, without a range.
func (d *desk) pointComment(text, words, author string) error {
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	rs := runs(p, at, at+len(words))
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:commentReference").CreateAttr("w:id", d.newComment(text, author))
	insertAfter(rs[len(rs)-1], ref)
	return nil
}

// trackRowGone proposes that a row goes.
func (d *desk) trackRowGone(table, row int, author string) error {
	_, rows, err := d.table(table)
	if err != nil {
		return err
	}
	r := rows[row-1]
	pr := r.SelectElement("w:trPr")
	if pr == nil {
		pr = etree.NewElement("w:trPr")
		r.InsertChildAt(0, pr)
	}
	pr.AddChild(d.signed("w:del", author))
	return nil
}

// trackNoteGone proposes that the reference of a footnote goes.
func (d *desk) trackNoteGone(n int, author string) error {
	refs := below(d.body(), "footnoteReference")
	if n < 1 || n > len(refs) {
		return errors.New("no such footnote")
	}
	r := refs[n-1].Parent()
	del := d.signed("w:del", author)
	insertBefore(r, del)
	del.AddChild(r)
	return nil
}

// moveNoteMark puts the mark of a footnote behind words.
func (d *desk) moveNoteMark(n int, words string) error {
	refs := below(d.body(), "footnoteReference")
	if n < 1 || n > len(refs) {
		return errors.New("no such footnote")
	}
	p, at, err := d.find(words, 0)
	if err == nil {
		r, all := refs[n-1].Parent(), runs(p, at, at+len(words))
		r.Parent().RemoveChild(r)
		insertAfter(all[len(all)-1], r)
	}
	return err
}

// moveComment lets a comment point to words, with all its marks.
func (d *desk) moveComment(n int, words string) error {
	refs := below(d.body(), "commentReference")
	if n < 1 || n > len(refs) {
		return errors.New("no such comment")
	}
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	all := runs(p, at, at+len(words))
	ref := refs[n-1].Parent()
	for tag, to := range map[string]*etree.Element{"commentRangeStart": all[0], "commentRangeEnd": all[len(all)-1]} {
		for _, e := range below(d.body(), tag) {
			if e.SelectAttrValue("w:id", "") != refs[n-1].SelectAttrValue("w:id", "") {
				continue
			}
			if e.Parent().RemoveChild(e); tag == "commentRangeStart" {
				insertBefore(to, e)
			} else {
				insertAfter(to, e)
			}
		}
	}
	ref.Parent().RemoveChild(ref)
	insertAfter(all[len(all)-1], ref)
	return nil
}

// breakAfter types a hard break behind words.
func (d *desk) breakAfter(words string) error {
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	all := runs(p, at, at+len(words))
	r := etree.NewElement("w:r")
	r.CreateElement("w:br")
	insertAfter(all[len(all)-1], r)
	return nil
}

// hyphenElements writes each hyphen at which no line ends as an element, as LibreOffice does.
func (d *desk) hyphenElements() error {
	for _, t := range below(d.body(), "t") {
		parts := strings.Split(t.Text(), "\u2011")
		t.SetText(parts[0])
		at := t
		for _, s := range parts[1:] {
			hyphen, rest := etree.NewElement("w:noBreakHyphen"), t.Copy()
			rest.SetText(s)
			insertAfter(at, hyphen)
			insertAfter(hyphen, rest)
			at = rest
		}
	}
	return nil
}
