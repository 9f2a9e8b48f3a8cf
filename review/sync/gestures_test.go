package reviewsync_test

import (
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// Gestures: whatever a reviewer does in Word, at a random place of a file on the desk. Together they are the
// full set of edits that the laws speak of. What a gesture types has a word of its own, a token, so that
// a law can ask what became of it.

// hand makes gestures. A gesture that finds no place for itself returns "" and has done nothing.
type hand struct {
	*desk
	c     docgen.Chooser
	words int
}

// gesture is one kind of edit by the name it is counted under.
type gesture struct {
	name string
	do   func(*hand) string
}

var gestures = []gesture{
	{"words", (*hand).typeWords}, {"words", (*hand).typeWords}, {"words", (*hand).typeWords},
	{"words of a part", (*hand).typeInPart},
	{"words deleted", (*hand).deleteWords},
	{"look", (*hand).changeFormatting},
	{"paragraph", (*hand).typeParagraph}, {"paragraph", (*hand).typeParagraph},
	{"blocks deleted", (*hand).deleteBlocks},
	{"blocks moved", (*hand).moveBlocks},
	{"split", (*hand).splitSomewhere},
	{"joined", (*hand).joinSomewhere},
	{"style", (*hand).restyleSomewhere},
	{"nesting", (*hand).nest},
	{"cell", (*hand).typeInCell},
	{"row", (*hand).changeRows},
	{"column", (*hand).changeColumns},
	{"table", (*hand).changeTables},
	{"equation", (*hand).changeEquation},
	{"alt text", (*hand).changeAlt},
	{"link", (*hand).changeLink},
	{"control", (*hand).changeControl},
	{"comment", (*hand).commentSomewhere}, {"comment", (*hand).commentSomewhere},
	{"comment answered", (*hand).answer},
	{"comment changed", (*hand).changeComment},
	{"note", (*hand).noteSomewhere},
	{"note deleted", (*hand).deleteSomeNote},
	{"tracked words", (*hand).trackWords}, {"tracked words", (*hand).trackWords},
	{"tracked look", (*hand).trackFormatting},
	{"tracked paragraph", (*hand).trackMark},
	{"tracked row", (*hand).trackRows},
	{"tracked move", (*hand).trackMoveSomewhere},
	{"change decided", (*hand).decideSomewhere},
}

// gesturesOn makes up to many gestures on a file; tally counts the kinds that found a place.
func gesturesOn(t fataler, file []byte, c docgen.Chooser, many int, tally map[string]int) ([]byte, []string) {
	t.Helper()
	return someOf(t, gestures, file, c, many, tally)
}

// someOf is gesturesOn with a choice of gestures.
func someOf(t fataler, gestures []gesture, file []byte, c docgen.Chooser, many int, tally map[string]int) ([]byte, []string) {
	t.Helper()
	return someBy(t, &hand{c: c}, gestures, file, many, tally)
}

// someBy makes them by a hand that may have typed before.
func someBy(t fataler, h *hand, gestures []gesture, file []byte, many int, tally map[string]int) ([]byte, []string) {
	t.Helper()
	d, err := openDesk(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	h.desk = d
	var log []string
	for range 1 + h.c.Intn(many) {
		g := gestures[h.c.Intn(len(gestures))]
		if what := g.do(h); what != "" {
			log = append(log, g.name+": "+what)
			tally[g.name]++
		}
	}
	out, err := d.save()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out, log
}

// token returns a word that nothing else has.
func (h *hand) token() string { h.words++; return fmt.Sprintf("zz%dq", h.words) }

func (h *hand) one(n int) bool { return h.c.Intn(n) == 0 }

// pick returns one of the elements, nil for none.
func (h *hand) pick(all []*etree.Element) *etree.Element {
	if len(all) == 0 {
		return nil
	}
	return all[h.c.Intn(len(all))]
}

// writing returns a paragraph of the main text that shows something, nil for none.
func (h *hand) writing() *etree.Element {
	var all []*etree.Element
	for _, p := range below(h.body(), "p") {
		if textOf(p) != "" {
			all = append(all, p)
		}
	}
	return h.pick(all)
}

// phrase returns what people type: a token, often among marks the source would read as markup.
func (h *hand) phrase() string {
	w := h.token()
	switch h.c.Intn(12) {
	case 0:
		return w + " | x"
	case 1:
		return "*" + w + "*"
	case 2:
		return "“" + w + "” – it’s"
	case 3:
		return w + " 🎉"
	case 4:
		return "a\u00a0" + w
	case 5:
		return "# " + w
	case 6:
		return "[" + w + "]"
	case 7:
		return w + ": value · other"
	case 8:
		return "`" + w + "`"
	case 9:
		marks := [...]string{"~~%s~~", "H~2~O %s", "x^2^ %s", "==%s==", "[%s]{.underline}", `C:\temp\%s \*`, "$%s$", "[[%s]]", "[%s](b)",
			"1. %s", "- %s", "::%s", "| %s |", "**%s", `\%s_ _\`, "%s {id=\"x\"}", "%s `", "![%s](a.png)", "> %s", `\(%s\)`, "---", "> ~ ^ = %s"}
		return strings.ReplaceAll(marks[h.words%len(marks)], "%s", w) // no draw: see docgen's formatted
	default:
		return w
	}
}

// run returns a random run of a paragraph that shows characters of its own, with its text element.
func (h *hand) run(p *etree.Element) (r, t *etree.Element) {
	var all []*etree.Element
	for _, l := range leaves(p) {
		if l.e.Space == "w" && l.e.Tag == "t" && l.e.Parent().Tag == "r" {
			all = append(all, l.e)
		}
	}
	if t = h.pick(all); t == nil {
		return nil, nil
	}
	return t.Parent(), t
}

// ownRun returns a random run, with its text element, that stands in a paragraph of the main text itself, in no link or revision.
func (h *hand) ownRun() (p, r, t *etree.Element) {
	if p = h.writing(); p == nil {
		return nil, nil, nil
	}
	if r, t = h.run(p); r == nil || r.Parent() != p {
		return nil, nil, nil
	}
	return p, r, t
}

func (h *hand) typeWords() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	return h.typeIn(p)
}

// typeInPart types in a header, footer, note or comment.
func (h *hand) typeInPart() string {
	var all []*etree.Element
	for _, p := range h.paragraphs()[len(below(h.body(), "p")):] {
		if textOf(p) != "" {
			all = append(all, p)
		}
	}
	if p := h.pick(all); p != nil {
		return h.typeIn(p)
	}
	return ""
}

func (h *hand) typeIn(p *etree.Element) string {
	_, t := h.run(p)
	if t == nil {
		return ""
	}
	was, now := t.Text(), h.phrase()
	words := strings.SplitAfter(was, " ")
	k := h.c.Intn(len(words) + 1)
	switch {
	case h.one(5):
		t.SetText(now)
	case h.one(2):
		t.SetText(strings.Join(words[:k], "") + now + " " + strings.Join(words[k:], ""))
	default:
		t.SetText(strings.TrimRight(was, " ") + " " + now)
	}
	if h.one(12) {
		t.Parent().CreateElement("w:br")
		t.Parent().AddChild(newRun(h.token(), nil).SelectElement("w:t"))
	}
	return fmt.Sprintf("%q → %q", was, t.Text())
}

func (h *hand) deleteWords() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	_, t := h.run(p)
	if t == nil {
		return ""
	}
	was := t.Text()
	w := strings.Fields(was)
	if len(w) < 2 {
		return ""
	}
	k := h.c.Intn(len(w))
	t.SetText(strings.Replace(was, w[k], "", 1))
	return fmt.Sprintf("%q → %q", was, t.Text())
}

func (h *hand) changeFormatting() string {
	p := h.writing()
	if p == nil {
		return ""
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
	tag := []string{"w:b", "w:b", "w:i", "w:i", "w:strike", "w:u", "w:vertAlign"}[h.c.Intn(7)]
	switch { // no draw: see docgen's formatted
	case tag == "w:strike" && len(t.Text())%2 == 0:
		tag = "w:highlight"
	case tag == "w:u" && len(t.Text())%2 == 0:
		tag = "w:smallCaps"
	}
	if old := pr.SelectElement(tag); old != nil {
		pr.RemoveChild(old)
		return fmt.Sprintf("no %s of %q", tag, t.Text())
	}
	e := etree.NewElement(tag)
	switch tag {
	case "w:u":
		e.CreateAttr("w:val", "single")
	case "w:vertAlign":
		e.CreateAttr("w:val", []string{"superscript", "subscript"}[len(t.Text())%2])
	case "w:highlight":
		if e.CreateAttr("w:val", []string{"yellow", "green"}[len(t.Text())/2%2]); len(t.Text())%5 == 0 {
			e = etree.NewElement("w:shd") // yellow, as LibreOffice writes it after OpenDocument
			e.CreateAttr("w:val", "clear")
			e.CreateAttr("w:fill", "FFFF00")
		}
	}
	at := 0
	if len(pr.ChildElements()) > 0 && pr.ChildElements()[0].Tag == "rStyle" {
		at = 1
	}
	pr.InsertChildAt(at, e)
	return fmt.Sprintf("%s of %q", tag, t.Text())
}

// typeParagraph types a paragraph of any kind behind one of the text, or before the first.
func (h *hand) typeParagraph() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	pr := p.SelectElement("w:pPr")
	as := []string{"", "", "text", "text", "bullet", "number", "Heading1", "Heading2", "Heading4", "NomaQuote", "NomaCode"}[h.c.Intn(11)]
	if as == "text" || as != "" && h.one(2) {
		pr = nil
	}
	now := newParagraph(h.phrase(), pr)
	if e := now.FindElement("w:pPr/w:sectPr"); e != nil {
		e.Parent().RemoveChild(e)
	}
	restyle(now, as)
	if h.one(6) {
		insertBefore(p, now)
	} else {
		insertAfter(p, now)
	}
	if h.one(5) {
		second := newParagraph(h.phrase(), now.SelectElement("w:pPr"))
		insertAfter(now, second)
	}
	return fmt.Sprintf("%q as %q at %q", textOf(now), as, textOf(p))
}

// stretch returns some blocks of one parent, in a row, without a section's end.
func (h *hand) stretch() []*etree.Element {
	p := h.writing()
	if p == nil {
		return nil
	}
	if p.Parent().Tag == "tc" && h.one(2) { // its whole table
		for p.Tag != "tbl" {
			p = p.Parent()
		}
	}
	var out []*etree.Element
	n := 1 + h.c.Intn(4)
	for e := p; e != nil && len(out) < n; e = e.NextSibling() {
		if e.Tag != "p" && e.Tag != "tbl" || len(below(e, "sectPr")) > 0 {
			break
		}
		out = append(out, e)
	}
	if len(out) > 0 && out[0].Parent().Tag == "tc" && len(out) >= len(out[0].Parent().SelectElements("w:p")) {
		return nil // a cell has a paragraph
	}
	return out
}

func (h *hand) deleteBlocks() string {
	var log []string
	for _, e := range h.stretch() {
		log = append(log, textOf(e))
		h.forgetMarks(e)
		e.Parent().RemoveChild(e)
	}
	return strings.Join(log, " / ")
}

func (h *hand) moveBlocks() string {
	all := h.stretch()
	to := h.writing()
	for e := to; e != nil; e = e.Parent() {
		for _, x := range all {
			if x == e {
				return "" // into itself
			}
		}
	}
	var log []string
	at := to
	for _, e := range all {
		log = append(log, textOf(e))
		e.Parent().RemoveChild(e)
		insertAfter(at, e)
		at = e
	}
	if log == nil {
		return ""
	}
	return strings.Join(log, " / ") + " after " + textOf(to)
}

func (h *hand) splitSomewhere() string {
	p, r, t := h.ownRun()
	if r == nil {
		return ""
	}
	k := strings.Index(t.Text(), " ")
	if k <= 0 {
		return ""
	}
	at := 0
	for _, l := range leaves(p) {
		if l.e == t {
			at = l.at + k + 1
		}
	}
	was := textOf(p)
	rest := etree.NewElement("w:p")
	if pr := p.SelectElement("w:pPr"); pr != nil {
		rest.AddChild(pr.Copy())
		if e := pr.SelectElement("w:sectPr"); e != nil {
			pr.RemoveChild(e)
		}
	}
	parts := runs(p, at, len(was))
	if len(parts) == 0 {
		return ""
	}
	// All that stands behind the place goes along, marks of comments and notes too.
	behind := false
	for _, e := range p.ChildElements() {
		behind = behind || e == parts[0]
		if behind {
			rest.AddChild(e)
		}
	}
	insertAfter(p, rest)
	return fmt.Sprintf("%q | %q", textOf(p), textOf(rest))
}

func (h *hand) joinSomewhere() string {
	p := h.writing()
	if p == nil || p.FindElement("w:pPr/w:sectPr") != nil {
		return ""
	}
	next := p.NextSibling()
	if next == nil || next.Tag != "p" || next.FindElement("w:pPr/w:sectPr") != nil {
		return ""
	}
	was := textOf(p) + " + " + textOf(next)
	if len(was)%2 == 0 {
		p.AddChild(newRun(" ", nil))
	}
	for _, e := range next.ChildElements() {
		if e.Tag != "pPr" {
			p.AddChild(e)
		}
	}
	next.Parent().RemoveChild(next)
	return was
}

func (h *hand) restyleSomewhere() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	as := []string{"text", "bullet", "number", "Heading1", "Heading2", "Heading3", "Heading5", "NomaQuote"}[h.c.Intn(8)]
	was := styleOf(p)
	restyle(p, as)
	return fmt.Sprintf("%q from %q to %q", textOf(p), was, as)
}

// nest moves a list item in or out.
func (h *hand) nest() string {
	e := h.pick(below(h.body(), "ilvl"))
	if e == nil {
		return ""
	}
	now := fmt.Sprint(h.c.Intn(3))
	if box := e.FindElement("../../../w:sdt"); box != nil && now != "0" { // no draw, so that the seeds of old finds stay what they are
		return "ticked: " + toggle(box, true, true)
	}
	e.CreateAttr("w:val", now)
	return textOf(e.Parent().Parent().Parent()) + " to level " + now
}

func (h *hand) changeEquation() string {
	e := h.pick(h.body().FindElements("//m:t"))
	if e == nil {
		return ""
	}
	was := e.Text()
	e.SetText(was + []string{"q", "+q", "|q"}[h.c.Intn(3)])
	return was + " → " + e.Text()
}

func (h *hand) changeAlt() string {
	e := h.pick(h.body().FindElements("//wp:docPr"))
	if e == nil {
		return ""
	}
	now := h.phrase()
	was := e.SelectAttrValue("descr", "")
	e.CreateAttr("descr", now)
	return was + " → " + now
}

// changeLink lets a link of the text lead somewhere else.
func (h *hand) changeLink() string {
	e := h.pick(below(h.body(), "hyperlink"))
	if e == nil {
		return ""
	}
	if e.SelectAttrValue("r:id", "") == "" {
		return ""
	}
	target := "https://example.net/" + h.token()
	h.leadTo(e, target)
	return textOf(e) + " to " + target
}

// changeControl fills in a form field.
func (h *hand) changeControl() string {
	e := h.pick(below(h.body(), "sdtContent"))
	if e == nil {
		return ""
	}
	all := below(e, "t")
	if len(all) == 0 {
		return ""
	}
	was := all[0].Text()
	all[0].SetText(h.token())
	for _, item := range below(e.Parent(), "listItem") { // a drop-down shows one of its choices
		if item.SelectAttrValue("w:displayText", "") == was {
			item.CreateAttr("w:displayText", all[0].Text())
		}
	}
	return was + " → " + all[0].Text()
}
