package reviewsync_test

import (
	"fmt"
	"strings"

	"github.com/beevik/etree"
)

// Gestures at tables, comments, notes and tracked changes.

// rowsOf returns the rows of a random table that shows data: one whose rows hold no other table.
func (h *hand) rowsOf() []*etree.Element {
	var all []*etree.Element
	for _, t := range below(h.body(), "tbl") {
		if len(below(t, "tbl")) == 0 && len(t.SelectElements("w:tr")) > 0 {
			all = append(all, t)
		}
	}
	if t := h.pick(all); t != nil {
		return t.SelectElements("w:tr")
	}
	return nil
}

func (h *hand) typeInCell() string {
	row := h.pick(h.rowsOf())
	if row == nil {
		return ""
	}
	c := h.pick(row.SelectElements("w:tc"))
	if c == nil || len(below(c, "sdt")) > 0 { // a form field
		return ""
	}
	was, now := textOf(c), h.phrase()
	if len(was)%3 == 1 { // a draw would make other documents of the seeds of old finds
		now = was + "\n" + now
	}
	fill(c, now)
	return fmt.Sprintf("%q → %q", was, now)
}

func (h *hand) changeRows() string {
	rows := h.rowsOf()
	row := h.pick(rows)
	if row == nil || len(rows) < 2 {
		return ""
	}
	if h.one(3) {
		was := textOf(row)
		h.forgetMarks(row)
		row.Parent().RemoveChild(row)
		return "without " + was
	}
	now := row.Copy()
	for _, tag := range []string{"bookmarkStart", "bookmarkEnd"} {
		for _, e := range below(now, tag) {
			e.Parent().RemoveChild(e)
		}
	}
	for _, c := range now.SelectElements("w:tc") {
		fill(c, h.token())
	}
	insertAfter(row, now)
	return textOf(now) + " after " + textOf(row)
}

func (h *hand) changeColumns() string {
	rows := h.rowsOf()
	if len(rows) == 0 {
		return ""
	}
	n := len(rows[0].SelectElements("w:tc"))
	for _, r := range rows {
		if len(r.SelectElements("w:tc")) != n {
			return ""
		}
	}
	if n < 2 {
		return ""
	}
	k, gone := h.c.Intn(n), h.one(2)
	var log []string
	for _, r := range rows {
		c := r.SelectElements("w:tc")[k]
		if gone {
			log = append(log, textOf(c))
			h.forgetMarks(c)
			r.RemoveChild(c)
			continue
		}
		now := c.Copy()
		fill(now, h.token())
		insertAfter(c, now)
		log = append(log, textOf(now))
	}
	if gone {
		return "without " + strings.Join(log, " / ")
	}
	return strings.Join(log, " / ")
}

func (h *hand) changeTables() string {
	if h.one(2) {
		t := h.pick(below(h.body(), "tbl"))
		if t == nil {
			return ""
		}
		was := textOf(t)
		h.forgetMarks(t)
		insertBefore(t, etree.NewElement("w:p"))
		t.Parent().RemoveChild(t)
		return "without " + was
	}
	p := h.writing()
	if p == nil {
		return ""
	}
	t := etree.NewElement("w:tbl")
	t.CreateElement("w:tblPr")
	grid := t.CreateElement("w:tblGrid")
	for range 2 {
		grid.CreateElement("w:gridCol")
		row := t.CreateElement("w:tr")
		for range 2 {
			row.CreateElement("w:tc").AddChild(newParagraph(h.token(), nil))
		}
	}
	insertAfter(p, t)
	return "new after " + textOf(p)
}

// commentSomewhere puts a comment on words, on a paragraph, on several, or on a point.
func (h *hand) commentSomewhere() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent().Tag == "sdtContent" {
		return ""
	}
	text := h.phrase()
	if h.one(4) {
		text += "\n" + h.token()
	}
	id := h.newComment(text, []string{"Ann", "Ben"}[h.c.Intn(2)])
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:commentReference").CreateAttr("w:id", id)
	from, to := r, r
	kind := "words"
	switch h.c.Intn(4) {
	case 0: // a point: Word for the web and phones write no range
		insertAfter(r, ref)
		return fmt.Sprintf("%q at the end of %q", text, t.Text())
	case 1:
		kind = "paragraphs"
		for e := p.NextSibling(); e != nil && e.Tag == "p"; e = e.NextSibling() {
			if x, _ := h.run(e); x != nil {
				to = x
			}
			if h.one(2) {
				break
			}
		}
	}
	start, end := etree.NewElement("w:commentRangeStart"), etree.NewElement("w:commentRangeEnd")
	start.CreateAttr("w:id", id)
	end.CreateAttr("w:id", id)
	insertBefore(from, start)
	insertAfter(to, end)
	insertAfter(end, ref)
	return fmt.Sprintf("%q on %s %q", text, kind, t.Text())
}

// annotation returns a random comment of the file, without those that our change requests bring along.
func (h *hand) annotation() *etree.Element {
	t := h.tree("word/comments.xml")
	if t == nil {
		return nil
	}
	var all []*etree.Element
	for _, c := range t.ChildElements() {
		if !strings.Contains(textOf(c), "Change request:") {
			all = append(all, c)
		}
	}
	return h.pick(all)
}

// lastParagraph returns what the thread's part knows a comment by.
func lastParagraph(c *etree.Element) string {
	ps := c.SelectElements("w:p")
	if len(ps) == 0 {
		return ""
	}
	return ps[len(ps)-1].SelectAttrValue("w14:paraId", "")
}

func (h *hand) answer() string {
	c := h.annotation()
	if c == nil || lastParagraph(c) == "" {
		return ""
	}
	to, text := lastParagraph(c), h.phrase()
	h.state(to)
	id := h.newComment(text, "Cem")
	all := h.tree("word/comments.xml").ChildElements()
	h.state(lastParagraph(all[len(all)-1])).CreateAttr("w15:paraIdParent", to)
	for _, ref := range below(h.body(), "commentReference") {
		if ref.SelectAttrValue("w:id", "") == c.SelectAttrValue("w:id", "") {
			r := etree.NewElement("w:r")
			r.CreateElement("w:commentReference").CreateAttr("w:id", id)
			insertAfter(ref.Parent(), r)
			return fmt.Sprintf("%q to %q", text, textOf(c))
		}
	}
	return fmt.Sprintf("%q to %q, nowhere", text, textOf(c))
}

// changeComment resolves a comment, opens it again, deletes it or changes its words.
func (h *hand) changeComment() string {
	c := h.annotation()
	if c == nil || lastParagraph(c) == "" {
		return ""
	}
	was := textOf(c)
	switch h.c.Intn(4) {
	case 0:
		h.state(lastParagraph(c)).CreateAttr("w15:done", "1")
		return "resolved " + was
	case 1:
		h.state(lastParagraph(c)).CreateAttr("w15:done", "0")
		return "open again " + was
	case 2:
		state := h.state(lastParagraph(c))
		id := state.SelectAttrValue("w15:paraId", "")
		for _, e := range state.Parent().ChildElements() { // answers to it stand alone then
			if e.SelectAttrValue("w15:paraIdParent", "") == id {
				e.RemoveAttr("w15:paraIdParent")
			}
		}
		state.Parent().RemoveChild(state)
		c.Parent().RemoveChild(c)
		h.unmark("comment", c.SelectAttrValue("w:id", ""))
		return "deleted " + was
	default:
		if p := h.pick(c.SelectElements("w:p")); p != nil {
			return h.typeIn(p)
		}
		return ""
	}
}

func (h *hand) noteSomewhere() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	r, t := h.run(p)
	if r == nil || r.Parent().Tag == "sdtContent" {
		return ""
	}
	kind, text, id := []string{"footnote", "endnote"}[h.c.Intn(2)], h.phrase(), h.nextID()
	n := h.need(kind+"s", "w:"+kind+"s").CreateElement("w:" + kind)
	n.CreateAttr("w:id", id)
	n.AddChild(newParagraph(text, nil))
	ref := etree.NewElement("w:r")
	ref.CreateElement("w:"+kind+"Reference").CreateAttr("w:id", id)
	insertAfter(r, ref)
	return fmt.Sprintf("%s %q at %q", kind, text, t.Text())
}

func (h *hand) deleteSomeNote() string {
	kind := []string{"footnote", "endnote"}[h.c.Intn(2)]
	ref := h.pick(below(h.body(), kind+"Reference"))
	if ref == nil {
		return ""
	}
	id := ref.SelectAttrValue("w:id", "")
	for _, e := range h.tree("word/" + kind + "s.xml").ChildElements() {
		if e.SelectAttrValue("w:id", "") == id {
			was := textOf(e)
			e.Parent().RemoveChild(e)
			h.unmark(kind, id)
			return was
		}
	}
	return ""
}

// trackWords proposes words, that words go, or both.
func (h *hand) trackWords() string {
	_, r, t := h.ownRun()
	if r == nil {
		return ""
	}
	who, was, kind := []string{"Ann", "Ben"}[h.c.Intn(2)], t.Text(), h.c.Intn(3)
	now := ""
	if kind != 0 {
		now = h.phrase()
		ins := h.signed("w:ins", who)
		ins.AddChild(newRun(now, r))
		insertAfter(r, ins)
	}
	if kind != 1 {
		del := h.signed("w:del", who)
		insertBefore(r, del)
		for _, x := range r.SelectElements("w:t") {
			x.Tag = "delText"
		}
		del.AddChild(r)
		return fmt.Sprintf("delete %q, insert %q", was, now)
	}
	return fmt.Sprintf("insert %q after %q", now, was)
}

func (h *hand) trackFormatting() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	if h.one(4) { // of the paragraph
		pr := properties(p)
		change := h.signed("w:pPrChange", "Ann")
		change.CreateElement("w:pPr")
		if pr.SelectElement("w:pPrChange") == nil {
			pr.AddChild(change)
		}
		return "of paragraph " + textOf(p)
	}
	r, t := h.run(p)
	if r == nil {
		return ""
	}
	pr := r.SelectElement("w:rPr")
	if pr == nil {
		pr = etree.NewElement("w:rPr")
		r.InsertChildAt(0, pr)
	}
	look := etree.NewElement([]string{"w:b", "w:b", "w:strike", "w:smallCaps"}[len(t.Text())%4])
	if pr.SelectElement("w:rPrChange") != nil || pr.SelectElement(look.FullTag()) != nil {
		return ""
	}
	was := pr.Copy()
	at := 0
	if len(pr.ChildElements()) > 0 && pr.ChildElements()[0].Tag == "rStyle" {
		at = 1
	}
	pr.InsertChildAt(at, look)
	change := h.signed("w:rPrChange", "Ann")
	change.AddChild(was)
	pr.AddChild(change)
	return look.Tag + " of " + t.Text()
}

// trackMark proposes a paragraph, or that a paragraph's mark or a whole one goes.
func (h *hand) trackMark() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	markOf := func(p *etree.Element, tag string) {
		pr := properties(p)
		m := pr.SelectElement("w:rPr")
		if m == nil {
			m = pr.CreateElement("w:rPr")
		}
		m.AddChild(h.signed(tag, "Ann"))
	}
	if h.one(2) {
		now := newParagraph("", nil)
		markOf(now, "w:ins")
		ins := h.signed("w:ins", "Ann")
		text := h.phrase()
		ins.AddChild(newRun(text, nil))
		now.AddChild(ins)
		insertAfter(p, now)
		return fmt.Sprintf("insert %q after %q", text, textOf(p))
	}
	if len(below(p, "ins")) > 0 || len(below(p, "del")) > 0 {
		return ""
	}
	markOf(p, "w:del")
	if h.one(2) {
		return fmt.Sprintf("join %q with the next", textOf(p))
	}
	for _, r := range p.SelectElements("w:r") {
		if len(r.SelectElements("w:t")) == 0 {
			continue
		}
		for _, x := range r.SelectElements("w:t") {
			x.Tag = "delText"
		}
		del := h.signed("w:del", "Ann")
		insertBefore(r, del)
		del.AddChild(r)
	}
	return "delete " + textOf(p)
}

// trackRows proposes a row, that a row goes, or a cell.
func (h *hand) trackRows() string {
	rows := h.rowsOf()
	row := h.pick(rows)
	if row == nil {
		return ""
	}
	signRow := func(row *etree.Element, tag string) {
		pr := row.SelectElement("w:trPr")
		if pr == nil {
			pr = etree.NewElement("w:trPr")
			row.InsertChildAt(0, pr)
		}
		pr.AddChild(h.signed(tag, "Ann"))
	}
	switch h.c.Intn(4) {
	case 0:
		signRow(row, "w:del")
		return "delete " + textOf(row)
	case 1:
		for _, r := range rows {
			signRow(r, "w:del")
		}
		return "delete the table of " + textOf(row)
	case 2:
		c := h.pick(row.SelectElements("w:tc"))
		if c == nil {
			return ""
		}
		pr := c.SelectElement("w:tcPr")
		if pr == nil {
			pr = etree.NewElement("w:tcPr")
			c.InsertChildAt(0, pr)
		}
		pr.AddChild(h.signed("w:cellDel", "Ann"))
		return "delete the cell " + textOf(c)
	}
	now := row.Copy()
	for _, c := range now.SelectElements("w:tc") {
		fill(c, h.token())
	}
	insertAfter(row, now)
	signRow(now, "w:ins")
	return "insert " + textOf(now)
}

func (h *hand) trackMoveSomewhere() string {
	p, q := h.writing(), h.writing()
	if p == nil || p == q {
		return ""
	}
	r, t := h.run(p)
	to, _ := h.run(q)
	if r == nil || to == nil || r.Parent() != p || to.Parent() != q {
		return ""
	}
	from, there := h.signed("w:moveFrom", "Ann"), h.signed("w:moveTo", "Ann")
	there.AddChild(r.Copy())
	insertBefore(r, from)
	from.AddChild(r)
	insertAfter(to, there)
	return fmt.Sprintf("%q into %q", t.Text(), textOf(q))
}

// decideSomewhere accepts or rejects the tracked changes of a paragraph.
func (h *hand) decideSomewhere() string {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if len(p.SelectElements("w:ins")) > 0 || len(p.SelectElements("w:del")) > 0 {
			all = append(all, p)
		}
	}
	p := h.pick(all)
	if p == nil {
		return ""
	}
	was, stays, goes := textOf(p), "ins", "del"
	if h.one(2) {
		stays, goes = goes, stays
	}
	for _, e := range p.SelectElements("w:" + goes) {
		p.RemoveChild(e)
	}
	for _, e := range p.SelectElements("w:" + stays) {
		for _, r := range e.ChildElements() {
			for _, x := range r.SelectElements("w:delText") {
				x.Tag = "t"
			}
			insertBefore(e, r)
		}
		p.RemoveChild(e)
	}
	return fmt.Sprintf("%s stays of %q: %q", stays, was, textOf(p))
}
