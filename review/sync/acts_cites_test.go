package reviewsync_test

import (
	"fmt"
	"maps"
	"strings"

	"github.com/beevik/etree"
)

// What a reviewer does to the marks of sources.
func init() {
	maps.Copy(acts, map[string]act{
		"delete mark #":     func(d *desk, _ []string, n []int) error { return d.deleteMark(n[0]) },
		"mark # to the end": func(d *desk, _ []string, n []int) error { return d.moveMark(n[0], nil) },
		"marks as text":     func(d *desk, _ []string, _ []int) error { return d.flattenMarks() },
		"mark # to the end of $": func(d *desk, s []string, n []int) error {
			p, _, err := d.find(s[0], 0)
			if err != nil {
				return err
			}
			return d.moveMark(n[0], p)
		},
		"mark # says $": func(d *desk, s []string, n []int) error { return d.sayMark(n[0], s[0]) },
	})
}

// citeMarks returns the runs of the marks of sources in the body, from the beginning of a field to its end.
func (d *desk) citeMarks() (out [][]*etree.Element) {
	for _, p := range d.paragraphs() {
		var field []*etree.Element
		open, cites := 0, false
		for _, e := range p.ChildElements() {
			for _, c := range below(e, "fldChar") {
				if c.SelectAttrValue("w:fldCharType", "") == "begin" {
					open++
				}
			}
			for _, c := range below(e, "instrText") {
				cites = cites || strings.Contains(c.Text(), "NOMA_CITE")
			}
			if open == 0 {
				continue
			}
			field = append(field, e)
			for _, c := range below(e, "fldChar") {
				if c.SelectAttrValue("w:fldCharType", "") == "end" {
					open--
				}
			}
			if open == 0 {
				if cites {
					out = append(out, field)
				}
				field, cites = nil, false
			}
		}
	}
	return out
}

func (d *desk) citeMark(n int) ([]*etree.Element, error) {
	all := d.citeMarks()
	if n < 1 || n > len(all) {
		return nil, fmt.Errorf("there are %d marks", len(all))
	}
	return all[n-1], nil
}

func (d *desk) deleteMark(n int) error {
	runs, err := d.citeMark(n)
	for _, r := range runs {
		r.Parent().RemoveChild(r)
	}
	return err
}

// moveMark puts a mark at the end of a paragraph, nil for its own.
func (d *desk) moveMark(n int, to *etree.Element) error {
	runs, err := d.citeMark(n)
	for _, r := range runs {
		if to == nil {
			to = r.Parent()
		}
		r.Parent().RemoveChild(r)
		to.AddChild(r)
	}
	return err
}

// sayMark types over what a mark shows.
func (d *desk) sayMark(n int, words string) error {
	runs, err := d.citeMark(n)
	for _, r := range runs {
		for _, t := range below(r, "t") {
			t.SetText(words)
			words = ""
		}
	}
	return err
}

// flattenMarks leaves of all marks what they show, as editors do that keep no fields.
func (d *desk) flattenMarks() error {
	for _, runs := range d.citeMarks() {
		for _, r := range runs {
			switch {
			case r.Tag == "hyperlink":
				for _, inner := range r.SelectElements("w:r") {
					insertBefore(r, inner.Copy())
				}
				r.Parent().RemoveChild(r)
			case len(below(r, "t")) == 0:
				r.Parent().RemoveChild(r)
			}
		}
	}
	return nil
}
