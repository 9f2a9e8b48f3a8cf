package reviewsync_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Acts at tables, comments, notes and tracked changes, and what other programs do to a file.

func (d *desk) table(n int) (*etree.Element, []*etree.Element, error) {
	all := below(d.body(), "tbl")
	if n < 1 || n > len(all) {
		return nil, nil, fmt.Errorf("there are %d tables", len(all))
	}
	return all[n-1], all[n-1].SelectElements("w:tr"), nil
}

func (d *desk) cell(table, row, column int, text string) error {
	_, rows, err := d.table(table)
	if err != nil {
		return err
	}
	c := rows[row-1].SelectElements("w:tc")[column-1]
	fill(c, text)
	return nil
}

// fill replaces a cell's text; a line feed starts another paragraph.
func fill(cell *etree.Element, text string) {
	var pr *etree.Element
	for i, p := range cell.SelectElements("w:p") {
		if i == 0 {
			pr = p.SelectElement("w:pPr")
		}
		cell.RemoveChild(p)
	}
	for _, line := range strings.Split(text, "\n") {
		cell.AddChild(newParagraph(line, pr))
	}
}

func (d *desk) deleteRow(table, row int) error {
	t, rows, err := d.table(table)
	if err == nil {
		t.RemoveChild(rows[row-1])
	}
	return err
}

func (d *desk) insertRow(table, after int, cells []string) error {
	_, rows, err := d.table(table)
	if err != nil {
		return err
	}
	now := rows[len(rows)-1].Copy()
	for i, c := range now.SelectElements("w:tc") {
		fill(c, cells[i])
	}
	if after == 0 {
		insertBefore(rows[0], now)
		return nil
	}
	insertAfter(rows[after-1], now)
	return nil
}

func (d *desk) deleteColumn(table, column int) error {
	_, rows, err := d.table(table)
	for _, r := range rows {
		r.RemoveChild(r.SelectElements("w:tc")[column-1])
	}
	return err
}

func (d *desk) insertColumn(table, after int, cells []string) error {
	_, rows, err := d.table(table)
	for i, r := range rows {
		c := r.SelectElements("w:tc")[after-1]
		now := c.Copy()
		fill(now, cells[i])
		insertAfter(c, now)
	}
	return err
}

func (d *desk) deleteTable(n int) error {
	t, _, err := d.table(n)
	if err == nil {
		t.Parent().RemoveChild(t)
	}
	return err
}

func (d *desk) insertTable(words string, cells []string) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	t := etree.NewElement("w:tbl")
	t.CreateElement("w:tblPr")
	grid, row := t.CreateElement("w:tblGrid"), t.CreateElement("w:tr")
	for _, text := range cells {
		grid.CreateElement("w:gridCol")
		row.CreateElement("w:tc").AddChild(newParagraph(text, nil))
	}
	insertAfter(p, t)
	return nil
}

// comment puts a comment on words.
func (d *desk) comment(text, words, author string) error {
	return d.commentFromTo(text, words, words, author)
}

// commentFromTo comments what stands from the beginning of some words to the end of others.
func (d *desk) commentFromTo(text, first, last, author string) error {
	p, at, err := d.find(first, 0)
	if err != nil {
		return err
	}
	id := d.newComment(text, author)
	rs := runs(p, at, at+len(first))
	start := etree.NewElement("w:commentRangeStart")
	start.CreateAttr("w:id", id)
	insertBefore(rs[0], start)
	if last != first {
		if p, at, err = d.find(last, 0); err != nil {
			return err
		}
		rs = runs(p, at, at+len(last))
	}
	end := etree.NewElement("w:commentRangeEnd")
	end.CreateAttr("w:id", id)
	insertAfter(rs[len(rs)-1], end)
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:commentReference").CreateAttr("w:id", id)
	insertAfter(end, ref)
	return nil
}

func (d *desk) newComment(text, author string) (id string) {
	id = d.nextID()
	c := d.need("comments", "w:comments").CreateElement("w:comment")
	c.CreateAttr("w:id", id)
	c.CreateAttr("w:author", author)
	c.CreateAttr("w:initials", author[:1])
	c.CreateAttr("w:date", "2026-02-01T10:00:00Z")
	for _, line := range strings.Split(text, "\n") {
		p := newParagraph(line, nil)
		p.CreateAttr("w14:paraId", "7"+fmt.Sprintf("%07s", d.nextID()))
		c.AddChild(p)
	}
	return id
}

// commentWith returns the comment that holds words, with its paragraph id in the thread's part.
func (d *desk) commentWith(words string) (c, state *etree.Element, err error) {
	p, _, err := d.find(words, 0)
	if err != nil {
		return nil, nil, err
	}
	c = p.Parent()
	if c.Tag != "comment" {
		return nil, nil, errors.New("the words stand in no comment")
	}
	ps := c.SelectElements("w:p")
	return c, d.state(ps[len(ps)-1].SelectAttrValue("w14:paraId", "")), nil
}

// state returns the entry of a comment in the part that holds threads, made when there is none.
func (d *desk) state(para string) *etree.Element {
	const part = "word/commentsExtended.xml"
	if d.tree(part) == nil {
		r := d.need("commentsExtended", "w15:commentsEx")
		r.Attr = slices.Clone(d.tree("word/comments.xml").Attr)
		for _, e := range d.tree("word/_rels/document.xml.rels").ChildElements() {
			if e.SelectAttrValue("Target", "") == "commentsExtended.xml" {
				e.CreateAttr("Type", "http://schemas.microsoft.com/office/2011/relationships/commentsExtended")
			}
		}
	}
	for _, e := range d.tree(part).ChildElements() {
		if e.SelectAttrValue("w15:paraId", "") == para {
			return e
		}
	}
	e := d.tree(part).CreateElement("w15:commentEx")
	e.CreateAttr("w15:paraId", para)
	e.CreateAttr("w15:done", "0")
	return e
}

func (d *desk) reply(text, to, author string) error {
	c, state, err := d.commentWith(to)
	if err != nil {
		return err
	}
	id := d.newComment(text, author)
	all := d.tree("word/comments.xml").ChildElements()
	ps := all[len(all)-1].SelectElements("w:p")
	d.state(ps[len(ps)-1].SelectAttrValue("w14:paraId", "")).CreateAttr("w15:paraIdParent", state.SelectAttrValue("w15:paraId", ""))
	for _, tag := range []string{"commentRangeStart", "commentRangeEnd", "commentReference"} {
		for _, e := range below(d.body(), tag) {
			if e.SelectAttrValue("w:id", "") != c.SelectAttrValue("w:id", "") {
				continue
			}
			if tag == "commentReference" {
				e = e.Parent()
			}
			now := e.Copy()
			if tag == "commentReference" {
				now.SelectElement("w:commentReference").CreateAttr("w:id", id)
			} else {
				now.CreateAttr("w:id", id)
			}
			insertAfter(e, now)
		}
	}
	return nil
}

func (d *desk) done(words, value string) error {
	_, state, err := d.commentWith(words)
	if err == nil {
		state.CreateAttr("w15:done", value)
	}
	return err
}

func (d *desk) deleteComment(words string) error {
	c, state, err := d.commentWith(words)
	if err != nil {
		return err
	}
	state.Parent().RemoveChild(state)
	c.Parent().RemoveChild(c)
	d.unmark("comment", c.SelectAttrValue("w:id", ""))
	return nil
}

// unmark takes the marks of comments or notes out of the text; id "" is all of them.
func (d *desk) unmark(kind, id string) {
	for _, tag := range []string{"RangeStart", "RangeEnd", "Reference"} {
		for _, e := range below(d.body(), kind+tag) {
			if id == "" || e.SelectAttrValue("w:id", "") == id {
				e.Parent().RemoveChild(e)
			}
		}
	}
}

func (d *desk) forgetComments() error {
	d.unmark("comment", "")
	d.remove("word/comments.xml")
	d.remove("word/commentsExtended.xml")
	return nil
}

func (d *desk) note(kind, text, words string) error {
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	id := d.nextID()
	n := d.need(kind+"s", "w:"+kind+"s").CreateElement("w:" + kind)
	n.CreateAttr("w:id", id)
	n.AddChild(newParagraph(text, nil))
	rs := runs(p, at, at+len(words))
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:"+kind+"Reference").CreateAttr("w:id", id)
	insertAfter(rs[len(rs)-1], ref)
	return nil
}

func (d *desk) deleteNote(kind, words string) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	n := p.Parent()
	n.Parent().RemoveChild(n)
	d.unmark(kind, n.SelectAttrValue("w:id", ""))
	return nil
}

// track proposes: words are deleted, others inserted, behind them or behind a place.
func (d *desk) track(after, old, now, author string) error {
	p, at, err := d.find(old+after, 0)
	if err != nil {
		return err
	}
	rs := runs(p, at, at+len(old+after))
	last := rs[len(rs)-1]
	if old != "" {
		del := d.signed("w:del", author)
		insertAfter(last, del)
		for _, r := range rs {
			for _, t := range r.SelectElements("w:t") {
				t.Tag = "delText"
			}
			del.AddChild(r)
		}
		last = del
	}
	if now != "" {
		ins := d.signed("w:ins", author)
		ins.AddChild(newRun(now, nil))
		insertAfter(last, ins)
	}
	return nil
}

func (d *desk) trackBold(words, author string) error {
	if err := d.look(words, "w:b", true); err != nil {
		return err
	}
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	for _, r := range runs(p, at, at+len(words)) {
		change := d.signed("w:rPrChange", author)
		change.CreateElement("w:rPr")
		r.SelectElement("w:rPr").AddChild(change)
	}
	return nil
}

func (d *desk) trackMove(words, after, author string) error {
	p, at, err := d.find(words, 0)
	if err != nil {
		return err
	}
	from := d.signed("w:moveFrom", author)
	rs := runs(p, at, at+len(words))
	insertBefore(rs[0], from)
	to := d.signed("w:moveTo", author)
	for _, r := range rs {
		to.AddChild(r.Copy())
		from.AddChild(r)
	}
	q, k, err := d.find(after, 0)
	if err != nil {
		return err
	}
	rs = runs(q, k, k+len(after))
	insertAfter(rs[len(rs)-1], to)
	return nil
}

func (d *desk) trackRow(table, after int, author string, cells []string) error {
	if err := d.insertRow(table, after, cells); err != nil {
		return err
	}
	_, rows, err := d.table(table)
	if err != nil {
		return err
	}
	pr := rows[after].SelectElement("w:trPr")
	if pr == nil {
		pr = etree.NewElement("w:trPr")
		rows[after].InsertChildAt(0, pr)
	}
	pr.AddChild(d.signed("w:ins", author))
	return nil
}

// decide settles the tracked changes of a paragraph: one kind stays as text, the other goes.
func (d *desk) decide(words, stays, goes string) error {
	p, _, err := d.find(words, 0)
	if err != nil {
		return err
	}
	for _, e := range below(p, goes) {
		e.Parent().RemoveChild(e)
	}
	for _, e := range below(p, stays) {
		for _, r := range e.ChildElements() {
			for _, t := range r.SelectElements("w:delText") {
				t.Tag = "t"
			}
			insertBefore(e, r)
		}
		e.Parent().RemoveChild(e)
	}
	return nil
}

// forgetMarks: with its text, Word deletes the comments and notes that belong to it.
func (d *desk) forgetMarks(block *etree.Element) {
	for kind, part := range map[string]string{"comment": "comments", "footnote": "footnotes", "endnote": "endnotes"} {
		for _, ref := range below(block, kind+"Reference") {
			for _, e := range d.tree("word/" + part + ".xml").ChildElements() {
				if e.SelectAttrValue("w:id", "") == ref.SelectAttrValue("w:id", "") {
					e.Parent().RemoveChild(e)
				}
			}
		}
	}
	d.forgetParts(block)
}

// forgetParts drops the parts that only objects of a block show, and the addresses that only its links lead to, as Word does when the
// block is deleted.
func (d *desk) forgetParts(block *etree.Element) {
	uses := func(e *etree.Element) map[string]int {
		out := map[string]int{}
		for _, x := range append(e.FindElements(".//*"), e) {
			for _, a := range x.Attr {
				if a.Space == "r" {
					out[a.Value]++
				}
			}
		}
		return out
	}
	here := uses(block)
	if len(here) == 0 {
		return
	}
	all, inBody := uses(d.body()), d.inMain(block)
	for _, rel := range d.tree("word/_rels/document.xml.rels").ChildElements() {
		id, name := rel.SelectAttrValue("Id", ""), "word/"+rel.SelectAttrValue("Target", "")
		switch elsewhere := all[id] > here[id] || !inBody && all[id] > 0; {
		case here[id] == 0 || elsewhere:
		case d.data[name] != nil:
			d.remove(name)
		case rel.SelectAttrValue("TargetMode", "") == "External":
			rel.Parent().RemoveChild(rel)
		}
	}
}

// equation edits a displayed formula.
func (d *desk) equation(old, now string) error {
	for _, e := range d.body().FindElements("//m:t") {
		if strings.Contains(e.Text(), old) {
			e.SetText(strings.Replace(e.Text(), old, now, 1))
			return nil
		}
	}
	return fmt.Errorf("no formula has %q", old)
}

// typeEquation types a paragraph that is an equation: a fraction of two letters.
func (d *desk) typeEquation(letters, after string) error {
	p, _, err := d.find(after, 0)
	if err != nil {
		return err
	}
	now := newParagraph("It is ", p.SelectElement("w:pPr"))
	f := now.CreateElement("m:oMath").CreateElement("m:f")
	f.CreateElement("m:num").CreateElement("m:r").CreateElement("m:t").SetText(letters[:1])
	f.CreateElement("m:den").CreateElement("m:r").CreateElement("m:t").SetText(letters[1:])
	insertAfter(p, now)
	return nil
}

// trackEquation proposes another text of a formula.
func (d *desk) trackEquation(old, now, author string) error {
	for _, e := range d.body().FindElements("//m:t") {
		if e.Text() != old {
			continue
		}
		run := e.Parent()
		del, ins := d.signed("w:del", author), d.signed("w:ins", author)
		inserted := run.Copy()
		inserted.SelectElement("m:t").SetText(now)
		run.Parent().InsertChildAt(run.Index(), del)
		del.AddChild(run)
		ins.AddChild(inserted)
		insertAfter(del, ins)
		return nil
	}
	return fmt.Errorf("no formula has %q", old)
}

// trackParagraph proposes a whole paragraph: its text and its mark are inserted.
func (d *desk) trackParagraph(text, after, author string) error {
	p, _, err := d.find(after, 0)
	if err != nil {
		return err
	}
	now := newParagraph("", p.SelectElement("w:pPr"))
	pr := properties(now)
	mark := etree.NewElement("w:rPr")
	mark.AddChild(d.signed("w:ins", author))
	pr.AddChild(mark)
	ins := d.signed("w:ins", author)
	ins.AddChild(newRun(text, nil))
	now.AddChild(ins)
	insertAfter(p, now)
	return nil
}

func (d *desk) writtenBy(program string) error {
	t := d.tree("docProps/app.xml")
	for _, e := range t.ChildElements() {
		if e.Tag == "Application" {
			e.SetText(program)
			return nil
		}
	}
	t.CreateElement("Application").SetText(program)
	return nil
}

// mergeRuns writes neighbouring runs of one formatting as one, as editors do.
func (d *desk) mergeRuns() error {
	look := func(r *etree.Element) string {
		if pr := r.SelectElement("w:rPr"); pr != nil {
			t := etree.NewDocument()
			t.SetRoot(pr.Copy())
			s, _ := t.WriteToString()
			return s
		}
		return ""
	}
	for _, p := range d.paragraphs() {
		var last *etree.Element
		for _, c := range p.ChildElements() {
			t := c.SelectElement("w:t")
			if c.Tag != "r" || t == nil {
				last = nil
				continue
			}
			if last != nil && look(last) == look(c) {
				last.SelectElement("w:t").SetText(last.SelectElement("w:t").Text() + t.Text())
				p.RemoveChild(c)
				continue
			}
			last = c
		}
	}
	return nil
}
