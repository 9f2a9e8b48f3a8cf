package reviewsync_test

import (
	"errors"
	"maps"

	"github.com/beevik/etree"
)

// Proposals about paragraphs as a whole: where they end, and how they appear.
func init() {
	maps.Copy(acts, map[string]act{
		"track split at $ by $":         func(d *desk, s []string, _ []int) error { return d.trackSplit(s[0], 0, s[1]) },
		"track split at $ # by $":       func(d *desk, s []string, n []int) error { return d.trackSplit(s[0], n[0], s[1]) },
		"track break after $ by $":      func(d *desk, s []string, _ []int) error { return d.trackBreak(s[0], "", s[1]) },
		"track page break after $ by $": func(d *desk, s []string, _ []int) error { return d.trackBreak(s[0], "page", s[1]) },
		"track delete break # by $":     func(d *desk, s []string, n []int) error { return d.trackBreakGone(n[0], s[0]) },
		"track join $ by $":             func(d *desk, s []string, _ []int) error { return d.trackEnd(s[0], "w:del", s[1]) },
		"track style $ as $ by $":       func(d *desk, s []string, _ []int) error { return d.trackStyle(s[0], s[1], s[2]) },
	})
}

// trackSplit types Enter before the words; the first part gets the new mark.
func (d *desk) trackSplit(words string, n int, author string) error {
	p, _, err := d.find(words, n)
	if err == nil {
		err = d.split(words, n)
	}
	if err == nil {
		d.signMark(p, "w:ins", author)
	}
	return err
}

// trackEnd signs the mark of a paragraph.
func (d *desk) trackEnd(words, tag, author string) error {
	p, _, err := d.find(words, 0)
	if err == nil {
		d.signMark(p, tag, author)
	}
	return err
}

func (d *desk) signMark(p *etree.Element, tag, author string) {
	pr := properties(p)
	mark := pr.SelectElement("w:rPr")
	if mark == nil {
		mark = pr.CreateElement("w:rPr")
	}
	mark.InsertChildAt(0, d.signed(tag, author))
}

// trackStyle gives a paragraph a style and says which it had.
func (d *desk) trackStyle(words, as, author string) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	was := properties(p).Copy()
	restyle(p, as)
	change := d.signed("w:pPrChange", author)
	change.AddChild(was)
	properties(p).AddChild(change)
	return nil
}

// trackBreak proposes a break behind words.
func (d *desk) trackBreak(words, kind, author string) error {
	if err := d.breakAfter(words); err != nil {
		return err
	}
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	all := runs(p, at, at+len(words))
	r := all[len(all)-1].NextSibling()
	if kind != "" {
		r.SelectElement("w:br").CreateAttr("w:type", kind)
	}
	ins := d.signed("w:ins", author)
	insertBefore(r, ins)
	ins.AddChild(r)
	return nil
}

// trackBreakGone proposes that the n-th page break goes.
func (d *desk) trackBreakGone(n int, author string) error {
	for _, br := range below(d.body(), "br") {
		if br.SelectAttrValue("w:type", "") != "page" {
			continue
		}
		if n--; n == 0 {
			r := br.Parent()
			del := d.signed("w:del", author)
			insertBefore(r, del)
			del.AddChild(r)
			return nil
		}
	}
	return errors.New("no such page break")
}
