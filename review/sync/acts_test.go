package reviewsync_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// What a reviewer does at the desk, one act a line:
//
//	replace "old words" with "new words"
//	comment "Is that so?" on "new words" by "Ann"
//
// Words, names and styles stand in quotes; tables, rows and columns are counted from 1. Words must
// stand in one place only, or be followed by the number of the place.

// act does one thing; its arguments are the quoted strings and the numbers of the line.
type act func(d *desk, s []string, n []int) error

// acts by their form: $ is a quoted string, # a number, "$…" one or more strings.
var acts = map[string]act{
	"replace $ with $": func(d *desk, s []string, _ []int) error { return d.replace(s[0], 0, s[1]) },
	"replace $ # with $": func(d *desk, s []string, n []int) error {
		return d.replace(s[0], n[0], s[1])
	},
	"bold $":                      func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:b", true) },
	"italic $":                    func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:i", true) },
	"strike $":                    func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:strike", true) },
	"underline $":                 func(d *desk, s []string, _ []int) error { return d.underline(s[0]) },
	"not bold $":                  func(d *desk, s []string, _ []int) error { return d.look(s[0], "w:b", false) },
	"insert $ after $":            func(d *desk, s []string, _ []int) error { return d.insert(s[0], s[1], "", insertAfter) },
	"insert $ before $":           func(d *desk, s []string, _ []int) error { return d.insert(s[0], s[1], "", insertBefore) },
	"insert $ after $ as $":       func(d *desk, s []string, _ []int) error { return d.insert(s[0], s[1], s[2], insertAfter) },
	"insert $ before $ as $":      func(d *desk, s []string, _ []int) error { return d.insert(s[0], s[1], s[2], insertBefore) },
	"delete paragraph $":          func(d *desk, s []string, _ []int) error { return d.cut(s[0], s[0], nil) },
	"delete from $ to $":          func(d *desk, s []string, _ []int) error { return d.cut(s[0], s[1], nil) },
	"move paragraph $ after $":    func(d *desk, s []string, _ []int) error { return d.move(s[0], s[0], s[1], insertAfter) },
	"move paragraph $ before $":   func(d *desk, s []string, _ []int) error { return d.move(s[0], s[0], s[1], insertBefore) },
	"move from $ to $ after $":    func(d *desk, s []string, _ []int) error { return d.move(s[0], s[1], s[2], insertAfter) },
	"move from $ to $ before $":   func(d *desk, s []string, _ []int) error { return d.move(s[0], s[1], s[2], insertBefore) },
	"split at $":                  func(d *desk, s []string, _ []int) error { return d.split(s[0], 0) },
	"join $":                      func(d *desk, s []string, _ []int) error { return d.join(s[0]) },
	"style $ as $":                func(d *desk, s []string, _ []int) error { return d.style(s[0], s[1]) },
	"cell # # # $":                func(d *desk, s []string, n []int) error { return d.cell(n[0], n[1], n[2], s[0]) },
	"delete row # #":              func(d *desk, _ []string, n []int) error { return d.deleteRow(n[0], n[1]) },
	"delete column # #":           func(d *desk, _ []string, n []int) error { return d.deleteColumn(n[0], n[1]) },
	"insert row # after # $…":     func(d *desk, s []string, n []int) error { return d.insertRow(n[0], n[1], s) },
	"insert column # after # $…":  func(d *desk, s []string, n []int) error { return d.insertColumn(n[0], n[1], s) },
	"delete table #":              func(d *desk, _ []string, n []int) error { return d.deleteTable(n[0]) },
	"insert table after $ $…":     func(d *desk, s []string, _ []int) error { return d.insertTable(s[0], s[1:]) },
	"comment $ on $ by $":         func(d *desk, s []string, _ []int) error { return d.comment(s[0], s[1], s[2]) },
	"reply $ to $ by $":           func(d *desk, s []string, _ []int) error { return d.reply(s[0], s[1], s[2]) },
	"resolve $":                   func(d *desk, s []string, _ []int) error { return d.done(s[0], "1") },
	"reopen $":                    func(d *desk, s []string, _ []int) error { return d.done(s[0], "0") },
	"delete comment $":            func(d *desk, s []string, _ []int) error { return d.deleteComment(s[0]) },
	"forget all comments":         func(d *desk, _ []string, _ []int) error { return d.forgetComments() },
	"footnote $ at $":             func(d *desk, s []string, _ []int) error { return d.note("footnote", s[0], s[1]) },
	"endnote $ at $":              func(d *desk, s []string, _ []int) error { return d.note("endnote", s[0], s[1]) },
	"delete footnote $":           func(d *desk, s []string, _ []int) error { return d.deleteNote("footnote", s[0]) },
	"empty footnote $":            func(d *desk, s []string, _ []int) error { return d.replace(s[0], 0, "") },
	"track insert $ after $ by $": func(d *desk, s []string, _ []int) error { return d.track(s[1], "", s[0], s[2]) },
	"track delete $ by $":         func(d *desk, s []string, _ []int) error { return d.track("", s[0], "", s[1]) },
	"track replace $ with $ by $": func(d *desk, s []string, _ []int) error { return d.track("", s[0], s[1], s[2]) },
	"track bold $ by $":           func(d *desk, s []string, _ []int) error { return d.trackBold(s[0], s[1]) },
	"track insert row # after # by $ $…": func(d *desk, s []string, n []int) error {
		return d.trackRow(n[0], n[1], s[0], s[1:])
	},
	"track move $ after $ by $": func(d *desk, s []string, _ []int) error { return d.trackMove(s[0], s[1], s[2]) },
	"accept $":                  func(d *desk, s []string, _ []int) error { return d.decide(s[0], "ins", "del") },
	"reject $":                  func(d *desk, s []string, _ []int) error { return d.decide(s[0], "del", "ins") },
	"chart # series # point # $": func(d *desk, s []string, n []int) error {
		return d.chartValue(inChart|inWorkbook, n[0], n[1], n[2], s[0])
	},
	"cache of chart # series # point # $": func(d *desk, s []string, n []int) error {
		return d.chartValue(inChart, n[0], n[1], n[2], s[0])
	},
	"workbook of chart # series # point # $": func(d *desk, s []string, n []int) error {
		return d.chartValue(inWorkbook, n[0], n[1], n[2], s[0])
	},
	"chart title $":              func(d *desk, s []string, _ []int) error { return d.chartTitle(s[0]) },
	"alt of picture # $":         func(d *desk, s []string, n []int) error { return d.alt(n[0], s[0]) },
	"copy header":                func(d *desk, _ []string, _ []int) error { return d.copyHeaderFooter("header") },
	"copy footer":                func(d *desk, _ []string, _ []int) error { return d.copyHeaderFooter("footer") },
	"empty copy of header":       func(d *desk, _ []string, _ []int) error { return d.emptyHeaderFooter("header") },
	"delete picture":             func(d *desk, _ []string, _ []int) error { return d.deletePicture() },
	"forget bookmarks":           func(d *desk, _ []string, _ []int) error { return d.forgetBookmarks() },
	"forget content controls":    func(d *desk, _ []string, _ []int) error { return d.forgetControls() },
	"forget manifest":            func(d *desk, _ []string, _ []int) error { return d.forgetManifest(true) },
	"forget long manifest":       func(d *desk, _ []string, _ []int) error { return d.forgetManifest(false) },
	"write as LibreOffice":       func(d *desk, _ []string, _ []int) error { return d.writtenBy("LibreOffice/7.6") },
	"equation $ after $":         func(d *desk, s []string, _ []int) error { return d.typeEquation(s[0], s[1]) },
	"track equation $ to $ by $": func(d *desk, s []string, _ []int) error { return d.trackEquation(s[0], s[1], s[2]) },
	"equation $ to $":            func(d *desk, s []string, _ []int) error { return d.equation(s[0], s[1]) },
	"track paragraph $ after $ by $": func(d *desk, s []string, _ []int) error {
		return d.trackParagraph(s[0], s[1], s[2])
	},
	"link $ to $":                    func(d *desk, s []string, _ []int) error { return d.relink(s[0], s[1]) },
	"empty paragraph before table #": func(d *desk, _ []string, n []int) error { return d.emptyBefore(n[0]) },
	"comment $ behind $ by $":        func(d *desk, s []string, _ []int) error { return d.pointComment(s[0], s[1], s[2]) },
	"track delete row # # by $":      func(d *desk, s []string, n []int) error { return d.trackRowGone(n[0], n[1], s[0]) },
	"track delete note mark # by $":  func(d *desk, s []string, n []int) error { return d.trackNoteGone(n[0], s[0]) },
	"break after $":                  func(d *desk, s []string, _ []int) error { return d.breakAfter(s[0]) },
	"save with elements for hyphens": func(d *desk, _ []string, _ []int) error { return d.hyphenElements() },
	"save with merged runs":          func(d *desk, _ []string, _ []int) error { return d.mergeRuns() },
}

// perform does what a script says; lines that start with # are for people.
func (d *desk) perform(script string) error {
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		form, s, n, err := readAct(line)
		if err == nil {
			f := acts[form]
			if f == nil {
				err = errors.New("no such act: " + form)
			} else {
				err = f(d, s, n)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

func readAct(line string) (form string, s []string, n []int, err error) {
	var words []string
	for line != "" {
		switch word, rest, _ := strings.Cut(line, " "); {
		case line[0] == '"':
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				return "", nil, nil, err
			}
			text, _ := strconv.Unquote(q)
			s, line = append(s, text), strings.TrimSpace(line[len(q):])
			words = append(words, "$")
		default:
			if k, err := strconv.Atoi(word); err == nil {
				n, word = append(n, k), "#"
			}
			words, line = append(words, word), rest
		}
	}
	form = strings.Join(words, " ")
	if acts[form] == nil { // one string or more at the end
		form = strings.TrimRight(form, " $") + " $…"
		if acts[form] == nil {
			form = strings.Replace(form, " $…", " $ $…", 1)
		}
	}
	return form, s, n, nil
}

func (d *desk) replace(words string, n int, now string) error {
	p, at, err := d.find(words, n)
	if err != nil {
		return err
	}
	for i, r := range runs(p, at, at+len(words)) {
		if i == 0 && now != "" {
			insertBefore(r, newRun(now, r))
		}
		r.Parent().RemoveChild(r)
	}
	return nil
}

// look sets or clears a property of the words.
func (d *desk) look(words, property string, on bool) error {
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	for _, r := range runs(p, at, at+len(words)) {
		pr := r.SelectElement("w:rPr")
		if pr == nil {
			pr = etree.NewElement("w:rPr")
			r.InsertChildAt(0, pr)
		}
		if old := pr.SelectElement(property); old != nil {
			pr.RemoveChild(old)
		}
		if on {
			pr.InsertChildAt(0, etree.NewElement(property))
		}
	}
	return nil
}

// insert types a paragraph next to the one with the words: like it, as Enter makes it, unless a
// style says otherwise. Behind a heading, Word goes on with body text.
func (d *desk) insert(text, words, as string, place func(e, now *etree.Element)) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	pr := p.SelectElement("w:pPr")
	if as != "" || strings.HasPrefix(styleOf(p), "Heading") {
		pr = nil
	}
	now := newParagraph(text, pr)
	restyle(now, as)
	place(p, now)
	return nil
}

func styleOf(p *etree.Element) string {
	if e := p.FindElement("w:pPr/w:pStyle"); e != nil {
		return e.SelectAttrValue("w:val", "")
	}
	return ""
}

// restyle gives a paragraph a style of Word, or the formatting of an item or of body text.
func restyle(p *etree.Element, as string) {
	if as == "" {
		return
	}
	pr := properties(p)
	for _, tag := range []string{"w:pStyle", "w:numPr"} {
		if e := pr.SelectElement(tag); e != nil {
			pr.RemoveChild(e)
		}
	}
	switch as {
	case "text":
	case "bullet", "number":
		num := etree.NewElement("w:numPr")
		mark(num, "w:ilvl", "0")
		mark(num, "w:numId", map[string]string{"bullet": "1", "number": "2"}[as])
		pr.InsertChildAt(0, num)
	default:
		st := etree.NewElement("w:pStyle")
		st.CreateAttr("w:val", as)
		pr.InsertChildAt(0, st)
	}
}

func (d *desk) style(words, as string) error {
	p, _, err := d.find(words, 0)
	if err == nil {
		restyle(p, as)
	}
	return err
}

// between returns the blocks from the one with the first words to the one with the last.
func (d *desk) between(first, last string) ([]*etree.Element, error) {
	a, _, err := d.find(first, 0)
	if err != nil {
		return nil, err
	}
	z, _, err := d.find(last, 0)
	if err != nil {
		return nil, err
	}
	up := func(e *etree.Element) *etree.Element { // the block of the text that holds a paragraph of a table
		for e.Parent().Tag == "tc" {
			e = e.Parent().Parent().Parent()
		}
		return e
	}
	if a.Parent() != z.Parent() {
		a, z = up(a), up(z)
	}
	if a.Parent() != z.Parent() || z.Index() < a.Index() {
		return nil, fmt.Errorf("%q does not come before %q", first, last)
	}
	var out []*etree.Element
	for _, e := range a.Parent().ChildElements() {
		if e.Index() >= a.Index() && e.Index() <= z.Index() {
			out = append(out, e)
		}
	}
	return out, nil
}

// cut takes blocks out and keeps them in the clipboard, when there is one.
func (d *desk) cut(first, last string, clipboard *[]*etree.Element) error {
	blocks, err := d.between(first, last)
	for _, b := range blocks {
		b.Parent().RemoveChild(b)
		if clipboard == nil {
			d.forgetMarks(b)
		}
	}
	if clipboard != nil {
		*clipboard = blocks
	}
	return err
}

func (d *desk) move(first, last, words string, place func(e, now *etree.Element)) error {
	var clipboard []*etree.Element
	if err := d.cut(first, last, &clipboard); err != nil {
		return err
	}
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	place(p, clipboard[0])
	for i, b := range clipboard[1:] {
		insertAfter(clipboard[i], b)
	}
	return nil
}

// split presses Enter before the words.
func (d *desk) split(words string, n int) error {
	p, at, err := d.find(words, n)
	if err != nil {
		return err
	}
	rest := etree.NewElement("w:p")
	if pr := p.SelectElement("w:pPr"); pr != nil {
		rest.AddChild(pr.Copy())
	}
	for _, r := range runs(p, at, len(textOf(p))) {
		top := r
		for top.Parent() != p {
			top = top.Parent()
		}
		rest.AddChild(top)
	}
	insertAfter(p, rest)
	return nil
}

// join deletes the paragraph mark behind the words' paragraph.
func (d *desk) join(words string) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	all := p.Parent().ChildElements()
	k := slices.Index(all, p)
	if k+1 == len(all) || all[k+1].Tag != "p" {
		return errors.New("no paragraph follows")
	}
	p.AddChild(newRun(" ", nil))
	for _, c := range all[k+1].ChildElements() {
		if c.Tag != "pPr" {
			p.AddChild(c)
		}
	}
	p.Parent().RemoveChild(all[k+1])
	return nil
}

func (d *desk) deletePicture() error {
	for _, r := range below(d.body(), "drawing") {
		r.Parent().RemoveChild(r)
		return nil
	}
	return errors.New("no picture")
}
